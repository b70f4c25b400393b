package approval

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/effect"
)

// Usage is what a rule has been good for since it was made.
type Usage struct {
	Uses   int // verdicts in which it waived something
	Denied int // of those, how many actions were denied all the same
	Last   time.Time
	// Path is the directory, ending in a slash, or the path, that all uses had in
	// common; Words the words that all commands began with. Both are only known
	// after a use.
	Path  string
	Words []string
}

// minUses is how many uses tell that a rule is wider than it need be.
const minUses = 5

// use is one use of a rule.
type use struct {
	rule   string // the rule's ID
	at     time.Time
	denied bool
	path   string
	words  []string
}

// add counts a use.
func (u *Usage) add(n use) {
	if u.Path == "" {
		u.Path = n.path
	} else if n.path != "" {
		u.Path = commonPath(u.Path, n.path)
	}
	if len(u.Words) == 0 {
		u.Words = slices.Clone(n.words)
	} else if len(n.words) > 0 {
		u.Words = commonWords(u.Words, n.words)
	}
	u.Uses++
	if n.denied {
		u.Denied++
	}
	if n.at.After(u.Last) {
		u.Last = n.at
	}
}

// commonPath is the deepest path pattern that covers both.
func commonPath(a, b string) string {
	if a == b {
		return a
	}
	for dir := dirOf(a); ; dir = path.Dir(dir) {
		if effect.Within(b, dir) {
			return strings.TrimSuffix(dir, "/") + "/"
		}
		if dir == "/" || dir == "." {
			return "/"
		}
	}
}

func dirOf(name string) string {
	if dir, ok := strings.CutSuffix(name, "/"); ok {
		return path.Clean("/" + dir)
	}
	return path.Dir(name)
}

func commonWords(a, b []string) []string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// Advice points out a rule that should perhaps go: one whose every use was
// denied all the same, or that is wider than its uses; "" for others.
func (r Rule) Advice() string {
	u := r.Usage
	id := r.Grant.ID
	if !r.Active() || u.Uses == 0 {
		return ""
	}
	if u.Denied == u.Uses {
		return fmt.Sprintf("every action it was used for was denied all the same; `pp rules revoke %s` takes it back", id)
	}
	if u.Uses < minUses || r.Grant.Edits {
		return ""
	}
	p := r.Grant.Pattern
	if strings.HasSuffix(p.Path, "/") && u.Path != "" && u.Path != p.Path {
		return fmt.Sprintf("wider than its uses: all %d were of %s; revoke %s and learn it anew to narrow it", u.Uses, u.Path,
			id)
	}
	if n := len(p.Words) - 1; n > 0 && p.Words[n] == "*" && len(u.Words) > n {
		return fmt.Sprintf("wider than its uses: all %d began with `%s`; revoke %s and learn it anew to narrow it",
			u.Uses, strings.Join(u.Words, " "), id)
	}
	return ""
}

// maxUseWords is how many words of a command a use keeps.
const maxUseWords = 20

// usesOf are the uses of rules in a verdict, in trace order.
func usesOf(v engine.Verdict, denied bool, now time.Time) (uses []use) {
	for _, s := range v.Trace {
		for _, f := range s.Findings {
			id := f.Grant
			if id == "" || slices.ContainsFunc(uses, func(u use) bool { return u.rule == id }) {
				continue
			}
			u := use{rule: id, at: now, denied: denied}
			switch f.Effect.Kind {
			case effect.KindRead, effect.KindWrite, effect.KindDelete, effect.KindMetadata, effect.KindSocket:
				u.path = f.Effect.Subject
			default:
			}
			if p, ok := v.Effects.Program(f.Effect); ok {
				u.words = p.Words[:min(len(p.Words), maxUseWords)]
			}
			uses = append(uses, u)
		}
	}
	return uses
}
