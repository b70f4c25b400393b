package gates

import (
	"path"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/paths"
)

// DefaultWaivers are what can clear an ask, each only for the effect it covers:
// --accept-edits, an allow entry of the permission table, a session grant or a
// learned rule. None can clear a denial.
func DefaultWaivers() []engine.Waiver {
	return []engine.Waiver{acceptEdits{}, permissionWaiver{}, grantWaiver{}}
}

// acceptEdits is --accept-edits: ordinary edits in the workspace.
type acceptEdits struct{}

func (acceptEdits) Name() string { return "accept-edits" }

func (acceptEdits) Covers(c engine.Case, f engine.Finding) (string, bool) {
	return "--accept-edits", c.Facts.AcceptEdits && ordinaryEdit(c, f)
}

// unseen reports whether a command may leave something other than ordinary files, as a link to outside or what is in
// an archive, where there is no layer in which that is looked at afterwards.
func unseen(c engine.Case, e effect.Effect) bool {
	return !c.Facts.Confinement.Layers && c.Action.Command() != "" && e.Kind == effect.KindWrite &&
		slices.ContainsFunc(c.Effects.Writes, func(p effect.Path) bool {
			return p.Name == e.Subject && p.Span == e.Span && (p.Tree || p.LinkOut || path.Base(p.Name) == "*")
		})
}

// ordinaryEdit reports whether an ask is about an ordinary file in the workspace that is
// written, gets another mode or time, or is deleted and can be had again. Files that
// something executes or decides by later have rules of their own, which are not Waivable.
func ordinaryEdit(c engine.Case, f engine.Finding) bool {
	inside := func(name string) bool {
		return paths.Locate(effect.Path{Name: name}, c.Facts).Area == paths.AreaWorkspace
	}
	if f.ByPermission || !inside(f.Effect.Subject) {
		return false
	}
	switch f.Effect.Kind {
	case effect.KindWrite, effect.KindMetadata:
		return !unseen(c, f.Effect)
	case effect.KindDelete:
		return c.Facts.Kept != nil && c.Facts.Kept.Recoverable(f.Effect.Subject) || movesWithin(c, f, inside)
	}
	return false
}

// movesWithin reports whether a deletion is that of a move to inside the workspace.
func movesWithin(c engine.Case, f engine.Finding, inside func(string) bool) bool {
	p, ok := c.Effects.Program(f.Effect)
	if !ok || p.Canonical != "mv" {
		return false
	}
	moved := false
	for _, w := range c.Effects.Writes {
		e := effect.Effect{Kind: effect.KindWrite, Subject: w.Name, Span: w.Span}
		if q, ok := c.Effects.Program(e); !ok || q.Span != p.Span {
			continue
		}
		if moved = inside(w.Name); !moved {
			return false
		}
	}
	return moved
}

// permissionWaiver is an allow entry of the permission table. It covers the
// effects of the very command, or tool call, that the entry is about.
type permissionWaiver struct{}

func (permissionWaiver) Name() string { return "permission" }

func (permissionWaiver) Covers(c engine.Case, f engine.Finding) (string, bool) {
	p, r, ok := allowance(c, f)
	called := len(c.Effects.Calls) > 0 && p.Pattern.Tool == c.Action.Tool()
	if !ok || f.ByPermission && !called && !names(p.Pattern, r) {
		return "", false
	}
	return strings.TrimSpace(p.Text + " in " + p.Where), true
}

// allowance is the allow entry that is about what a finding belongs to, and the program that is.
func allowance(c engine.Case, f engine.Finding) (p engine.Permission, r effect.Program, ok bool) {
	if f.Floor || len(c.Facts.Permissions) == 0 {
		return p, r, false
	}
	s := subject{}
	if _, run := c.Action.Op.(engine.Run); run {
		if r, ok = c.Effects.Program(f.Effect); !ok {
			return p, r, false
		}
		s = allowable(c, f, r)
	}
	p, ok = decide(c.Facts.Permissions, c.Action.Tool(), s)
	return p, r, ok && p.Decision == engine.Allow
}

// allowable returns the subject of a permission for one effect of a program. The bare name of a file of the workspace
// also names the machine's program, so a permission for it only lets that file run and use the workspace.
func allowable(c engine.Case, f engine.Finding, r effect.Program) subject {
	s, stays := subjectOf(r), false
	switch f.Effect.Kind {
	case effect.KindRun:
		stays = true
	case effect.KindRead, effect.KindWrite, effect.KindDelete, effect.KindMetadata:
		_, stays = c.Facts.Workspace.Contains(f.Effect.Subject)
	default:
	}
	if !stays {
		s.also = slices.DeleteFunc(slices.Clone(s.also), func(name string) bool { return !strings.Contains(name, "/") })
	}
	return s
}

// naming are the words that name a known program and its subcommand; none for an unknown one.
func naming(r effect.Program) []string {
	if r.Class == effect.ProgramUnknown {
		return nil
	}
	known := strings.Fields(r.Canonical)
	return known[:min(2, len(known))]
}

// names reports whether a pattern spells out a known program and its subcommand.
func names(p engine.Pattern, r effect.Program) bool {
	n := len(naming(r))
	return n > 0 && len(p.Words) >= n && !slices.Contains(p.Words[:n], "*")
}

// unhelpful says why the allow entry for a command does not clear one of its asks, so that nobody takes it for broken.
func unhelpful(c engine.Case, f engine.Finding) string {
	p, r, ok := allowance(c, f)
	switch {
	case !ok || len(p.Pattern.Words) == 0:
		return ""
	case f.ByPermission && len(naming(r)) > 0:
		says := cause.EntryTooWide.OfName("shell " + strings.Join(naming(r), " ") + " *")
		return " " + tell(says.Naming(p.Text).With(p.Where))
	}
	return " " + tell(cause.EntryCannot.OfWord(p.Text).With(p.Where))
}

// grantWaiver is a session grant or a learned rule.
type grantWaiver struct{}

func (grantWaiver) Name() string { return "grant" }

func (grantWaiver) Covers(c engine.Case, f engine.Finding) (string, bool) {
	for _, g := range c.Facts.Grants {
		if g.Learned && f.Floor || !slices.Contains(g.Kinds, f.Effect.Kind) || g.New && !isNew(c, f) {
			continue
		}
		if g.Edits && ordinaryEdit(c, f) && underPattern(f.Effect.Subject, g.Pattern.Path) ||
			!g.Edits && granted(c, f, g.Pattern) {
			return strings.TrimSpace(g.ID + " " + g.Where), true
		}
	}
	return "", false
}

// isNew reports whether a file is written that is not there.
func isNew(c engine.Case, f engine.Finding) bool {
	return slices.ContainsFunc(c.Effects.Writes, func(p effect.Path) bool {
		return f.Effect.Kind == effect.KindWrite && p.Name == f.Effect.Subject && !p.Exists
	})
}

func granted(c engine.Case, f engine.Finding, p engine.Pattern) bool {
	if p.Tool == "" && len(p.Words) == 0 && p.Path == "" && p.Host == "" {
		return false
	}
	if p.Tool != "" && p.Tool != c.Action.Tool() {
		return false
	}
	if len(p.Words) > 0 {
		r, found := c.Effects.Program(f.Effect)
		if !found || !allowable(c, f, r).matches(p.Words, false) || f.ByPermission && !names(p, r) {
			return false
		}
		if f.Effect.Kind == effect.KindHazard {
			return c.Effects.Restates(f.Effect)
		}
	} else if f.ByPermission {
		return false
	}
	if p.Path != "" && !underPattern(f.Effect.Subject, p.Path) {
		return false
	}
	return p.Host == "" || f.Effect.Kind == effect.KindConnect && contacts(c.Effects.Connects, f.Effect, p.Host)
}

// contacts reports whether an effect is a connection to that host, exactly. The
// host is that of the endpoint: an address in text may have colons of its own.
func contacts(connects []effect.Endpoint, effect effect.Effect, host string) bool {
	for _, e := range connects {
		if e.Address() == effect.Subject && e.Span == effect.Span {
			return strings.EqualFold(strings.TrimSuffix(e.Host, "."), strings.TrimSuffix(host, "."))
		}
	}
	return false
}

// underPattern matches a resolved path with a path, or with a directory when
// the pattern ends in a slash.
func underPattern(name, pattern string) bool {
	if dir, ok := strings.CutSuffix(pattern, "/"); ok {
		return effect.Within(name, path.Clean("/"+dir))
	}
	return name == pattern
}
