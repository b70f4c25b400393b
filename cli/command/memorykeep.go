package command

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/memory"
)

// remember keeps what the person says, or what stands on standard input.
func (r *memoryRun) remember() error {
	text, origin, err := r.given()
	if err != nil {
		return err
	}
	o := memory.Object{Type: "NOTE", Origin: origin, Content: text}
	if r.replaces != "" {
		if o, err = r.replaced(text, origin); err != nil {
			return err
		}
	} else if o.Scope, err = r.keepIn(); err != nil {
		return err
	}
	if tags := tagList(r.tags); len(tags) > 0 {
		o.Attributes = withAttribute(o.Attributes, "TAGS", ":"+strings.Join(tags, ":")+":")
	}
	kept, err := r.Memory.Store.Put(r.ctx, r.Memory.Author(r.session), o)
	if err != nil {
		return r.Memory.Explained(err)
	}
	n := r.Memory.NoteOf(r.ctx, kept)
	line := "remembered " + n.Handle + " for " + Holder(n.Scope)
	if kept.Version > 1 {
		line += fmt.Sprintf(", version %d", kept.Version)
	}
	return r.App.Show(noteRow(n).and("version", kept.Version), line+"\n")
}

// Holder says for whom a scope is.
func Holder(s memory.Scope) string {
	switch s.Kind {
	case memory.ScopeWorkspace:
		return "this workspace"
	case memory.ScopeConversation:
		return "the conversation " + s.Name
	case memory.ScopeMemex:
	}
	return "everywhere"
}

// given is the text to remember, and whose it is.
func (r *memoryRun) given() (string, engine.Origin, error) {
	text, origin := strings.Join(r.words, " "), engine.OriginPerson
	if len(r.words) == 0 && system.Readable(r.System.Stdin) {
		data, err := system.ReadStdin(r.ctx, r.System, r.Memory.Settings.InputLimits(), r.Out.Stderr)
		if err != nil {
			return "", 0, err
		}
		text, origin = strings.TrimRight(string(data), "\n"), engine.OriginUntrusted
	}
	return text, origin, CheckNote(r.App, text)
}

// CheckNote refuses a text that cannot be remembered.
func CheckNote(a App, text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return exit.UsageError("write it behind the command, or pipe it in", "there is nothing to remember")
	case !utf8.ValidString(text):
		return exit.DataError("convert it with iconv", "what is to be remembered is not UTF-8 text")
	case a.Out.Redact(text) != text:
		return exit.DataError("leave it out; `pp config key` keeps the keys of providers",
			"the text holds a secret, and no secret is kept in memory")
	}
	return nil
}

// keepIn is the scope for a new note: this workspace's, if nothing is said and there is one.
func (r *memoryRun) keepIn() (memory.Scope, error) {
	scope := cmp.Or(r.scope, "workspace")
	switch {
	case r.scope == "" && r.session != "":
		scope = "conversation"
	case r.scope == "" && r.Memory.Settings.Where.Workspace.Root == "":
		scope = "memex"
	}
	switch scope {
	case "workspace":
		return memory.Scope{Kind: memory.ScopeWorkspace, Name: r.Memory.Place}, nil
	case "conversation":
		if r.session == "" {
			return memory.Scope{}, noSession()
		}
		return memory.Scope{Kind: memory.ScopeConversation, Name: r.session}, nil
	}
	return memory.Scope{}, exit.OneOf("scope", scope, "memex", "workspace", "conversation")
}

// replaced is the next version of the note that --replace names. What was made from an
// untrusted note stays untrusted.
func (r *memoryRun) replaced(text string, origin engine.Origin) (memory.Object, error) {
	if r.scope != "" {
		return memory.Object{}, exit.UsageError("leave one of them out", "--replace and --scope exclude each other")
	}
	o, err := r.object(r.replaces)
	if err != nil {
		return o, err
	}
	o.Content, o.Origin = text, origin
	return o, nil
}

// withAttribute is a list of attributes with one set.
func withAttribute(list []memory.Attribute, name, value string) []memory.Attribute {
	list = slices.DeleteFunc(slices.Clone(list), func(a memory.Attribute) bool { return a.Name == name })
	return append(list, memory.Attribute{Name: name, Value: value})
}

// object is what pp was told by that name; a headline of the person's own files is none.
func (r *memoryRun) object(name string) (memory.Object, error) {
	n, err := r.Memory.Note(r.ctx, name, memory.Reach{All: true})
	if err != nil {
		return memory.Object{}, err
	}
	if n.File != "" {
		return memory.Object{}, exit.UsageError("change it there; pp leaves your files to you",
			"%s is a headline of %s", name, n.File)
	}
	o, err := r.Memory.Store.Get(n.ID)
	return o, r.Memory.Explained(err)
}

// history lists the versions of a note, the newest first.
func (r *memoryRun) history() error {
	id := r.words[0]
	versions, err := r.Memory.Store.History(id) // also one that was taken back
	if errors.Is(err, memory.ErrNoObject) {
		n, nerr := r.Memory.Note(r.ctx, id, memory.Reach{All: true})
		if nerr != nil {
			return nerr
		}
		versions, err = r.Memory.Store.History(n.ID)
		if errors.Is(err, memory.ErrNoObject) {
			return exit.UsageError("its file's own history has them", "%s is a headline of %s, and pp keeps no versions of it",
				id, n.File)
		}
	}
	if err != nil {
		return r.Memory.Explained(err)
	}
	slices.Reverse(versions)
	return showList(r.App, versions, "", func(v memory.Version) (any, string) {
		origin := strings.ToLower(v.Origin.String())
		data := row{{"version", v.Version}, {"when", v.Time}, {"origin", origin}}.and("session", v.By.Session).
			and("taken_back", v.Taken).and("shown", v.Shown).join(row{{"hash", v.Hash.String()}, {"text", v.Content}})
		end := ""
		if v.By.Session != "" {
			end = "  in " + v.By.Session
		}
		if v.Shown {
			end += "  (shown to a model)"
		}
		if v.Taken {
			end += "  (taken back)"
		}
		return data, fmt.Sprintf("%-3d %s  %s  %.12s%s\n    %s\n", v.Version, output.When(v.Time), origin, v.Hash, end,
			output.OneLine(v.Content, shownContent))
	})
}

// shownContent is how much of a note's text stands on a line, in characters.
const shownContent = 100
