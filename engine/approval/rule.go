package approval

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/effect"
)

// Rule is a waiver that a person gave, with where it came from. It is made by
// Generalise or from a Suggestion; it has no ID until Rules or SessionGrants
// take it in.
type Rule struct {
	Grant engine.Grant
	// Place is where it holds: the root of a workspace, or a working directory
	// that is in none; "" is everywhere.
	Place string
	// Program is the program and subcommand that it is for, such as "git commit";
	// "" for a tool.
	Program string
	// Script is the file whose content Grant.Script is the hash of; "" for none.
	Script string
	// Repository and FileHash bind an imported rule to the file that suggested it.
	Repository, FileHash string

	From    string // the approval or the file it came from
	Example string // the action it was made of, as text, perhaps cut
	Why     string // a suggestion's reason, as its author wrote it
	Since   time.Time
	Revoked time.Time // zero while it is in force
	Note    string    // why it was revoked

	action engine.Action // what it was made of, while that is known
}

// Active reports whether the rule was not revoked.
func (r Rule) Active() bool { return r.Revoked.IsZero() }

// Sentence says what the rule allows, for a person to decide about: all that it
// covers and all that it is bound to.
func (r Rule) Sentence() string {
	if r.Grant.Edits {
		return r.editsSentence()
	}
	return r.subject() + " may " + r.does() + r.holds()
}

// Sentences say what rules allow together: those for one subject in one sentence.
func Sentences(rules []Rule) []string {
	var out []string
	for i := 0; i < len(rules); {
		r, does := rules[i], []string{rules[i].does()}
		for i++; i < len(rules) && !r.Grant.Edits && rules[i].subject() == r.subject() && rules[i].holds() == r.holds(); i++ {
			does = append(does, rules[i].does())
		}
		if len(does) == 1 {
			out = append(out, r.Sentence())
			continue
		}
		out = append(out, r.subject()+" may "+strings.Join(does, ", ")+r.holds())
	}
	return out
}

// does says which effects the rule allows.
func (r Rule) does() string {
	p := r.Grant.Pattern
	s := strings.Join(verbs(r.Grant.Kinds), " and ")
	switch {
	case p.Host != "":
		s += " " + p.Host
	case strings.HasSuffix(p.Path, "/"):
		s += " anything below " + p.Path
	case p.Path != "":
		s += " " + p.Path
	}
	return s
}

// holds says where, and while what is so, the rule allows it.
func (r Rule) holds() string {
	s := " without asking"
	if r.Place != "" {
		s += ", in " + r.Place
	}
	if r.Script != "" {
		s += ", while " + r.Script + " stays as it is"
	}
	if r.Repository != "" {
		s += ", while " + path.Join(r.Repository, SuggestionFile) + " stays as it is"
	}
	return s + "."
}

func (r Rule) subject() string {
	words := r.Grant.Pattern.Words
	switch {
	case len(words) == 0 && r.Grant.Pattern.Tool == "":
		return "Anything"
	case len(words) == 0:
		return r.Grant.Pattern.Tool
	case words[len(words)-1] == "*":
		return "A command that begins with `" + strings.Join(words[:len(words)-1], " ") + "`"
	}
	return "The command `" + strings.Join(words, " ") + "`"
}

// kindVerbs say what the kinds of effect are that a rule may waive, as words that take
// the pattern's path or host after them.
var kindVerbs = [...]string{
	effect.KindAction: "run", effect.KindRun: "run", effect.KindRead: "read", effect.KindWrite: "write",
	effect.KindDelete: "delete", effect.KindMetadata: "change the mode, owner or times of",
	effect.KindConnect: "connect to", effect.KindListen: "listen", effect.KindSocket: "talk to the socket",
	effect.KindSignal: "send signals", effect.KindHazard: "change the repository",
}

func verbs(list []effect.Kind) []string {
	var out []string
	for _, k := range list {
		verb := "do what nobody can waive (" + k.String() + ")"
		if int(k) < len(kindVerbs) {
			verb = cmp.Or(kindVerbs[k], verb)
		}
		out = append(out, verb)
	}
	return slices.Compact(out)
}

// Explain is all that is known of a rule, for `pp rules explain`.
func (r Rule) Explain(now time.Time) string {
	var b strings.Builder
	line := func(label, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%-9s %s\n", label, text)
		}
	}
	line(r.Grant.ID, r.Sentence())
	line("from", r.From)
	if !r.Since.IsZero() {
		line("since", r.Since.In(now.Location()).Format(stamp))
	}
	line("made of", r.Example)
	line("why", r.Why)
	if !r.Active() {
		line("revoked", strings.TrimSuffix(r.Revoked.In(now.Location()).Format(stamp)+": "+r.Note, ": "))
	}
	return b.String()
}

// PlaceOf is the place of a workspace, as a rule is bound to it: its root, or
// the working directory where there is none.
func PlaceOf(w effect.Workspace, dir string) string {
	if w.Root != "" {
		return w.Root
	}
	return dir
}

// inForce reports whether a rule holds in a place, with the files it is bound
// to as they are now.
func (r Rule) inForce(place string, view effect.FS) bool {
	if !r.Active() || r.Place != "" && r.Place != place {
		return false
	}
	if r.Script != "" {
		if hash, err := hashFile(view, r.Script); err != nil || hash != r.Grant.Script {
			return false
		}
	}
	if r.Repository == "" {
		return true
	}
	hash, err := hashFile(view, path.Join(r.Repository, SuggestionFile))
	return err == nil && hash == r.FileHash
}

// same reports whether two rules allow the same.
func (r Rule) same(s Rule) bool {
	p, q := r.Grant.Pattern, s.Grant.Pattern
	return p.Tool == q.Tool && r.Grant.Edits == s.Grant.Edits && slices.Equal(p.Words, q.Words) &&
		p.Path == q.Path && p.Host == q.Host &&
		slices.Equal(r.Grant.Kinds, s.Grant.Kinds) && r.Grant.Script == s.Grant.Script && r.Place == s.Place &&
		r.Script == s.Script && r.Repository == s.Repository && r.FileHash == s.FileHash
}
