package gates

import (
	"path"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// DefaultWaivers are what can clear an ask, each only for the effect it covers:
// --accept-edits, an allow entry of the permission table, a session grant or a
// learned rule. None can clear a denial.
func DefaultWaivers() []engine.Waiver {
	return []engine.Waiver{acceptEdits{}, permissionWaiver{}, grantWaiver{}}
}

// acceptEdits is --accept-edits: writes and deletes inside the workspace, and
// fresh files in the temporary directory.
type acceptEdits struct{}

func (acceptEdits) Name() string { return "accept-edits" }

func (acceptEdits) Covers(c engine.Case, f engine.Finding) (string, bool) {
	if !c.Facts.AcceptEdits {
		return "", false
	}
	switch f.Effect.Kind {
	case effect.KindWrite, effect.KindDelete, effect.KindMetadata:
	default:
		return "", false
	}
	at := Locate(effect.Path{Name: f.Effect.Subject}, c.Facts)
	if at.Area == AreaWorkspace || at.Area == AreaTemp {
		return "--accept-edits", true
	}
	return "", false
}

// permissionWaiver is an allow entry of the permission table. It covers the
// effects of the very command, or tool call, that the entry is about.
type permissionWaiver struct{}

func (permissionWaiver) Name() string { return "permission" }

func (permissionWaiver) Covers(c engine.Case, f engine.Finding) (string, bool) {
	if f.Floor {
		return "", false
	}
	s := subject{}
	if _, ok := c.Action.Op.(engine.Run); ok {
		r, found := c.Effects.Program(f.Effect)
		if !found {
			return "", false
		}
		s = subject{words: r.Words, canonical: r.Canonical}
	}
	p, ok := decide(c.Facts.Permissions, c.Action.Tool(), s)
	if !ok || p.Decision != engine.Allow {
		return "", false
	}
	return strings.TrimSpace(p.Text + " in " + p.Where), true
}

// grantWaiver is a session grant or a learned rule.
type grantWaiver struct{}

func (grantWaiver) Name() string { return "grant" }

func (grantWaiver) Covers(c engine.Case, f engine.Finding) (string, bool) {
	for _, g := range c.Facts.Grants {
		if g.Learned && f.Floor || !slices.Contains(g.Kinds, f.Effect.Kind) {
			continue
		}
		if granted(c, f, g.Pattern) {
			return strings.TrimSpace(g.ID + " " + g.Where), true
		}
	}
	return "", false
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
		if !found || !MatchWords(p.Words, r.Words, r.Canonical, false) {
			return false
		}
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
			return listed(e.Host, []string{host})
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
