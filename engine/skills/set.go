package skills

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"pp/engine"
	"pp/sexp/lisp"
)

// State is how far a skill has come.
type State uint8

// The states. Only the gates of a skill that is ready judge.
const (
	Discovered State = iota
	Loading
	Ready
	Failed
	Disabled
)

var states = [...]string{"discovered", "loading", "ready", "failed", "disabled"}

// String returns the state in lower case.
func (s State) String() string { return states[min(int(s), len(states)-1)] }

// Problem is why a skill did not load, and where. It is an error.
type Problem struct {
	File         string
	Line, Column int    // from 1; 0 where unknown
	Form         string // its beginning, "" where unknown
	Reason       string // a sentence or two, with what would pass
}

// Error gives file, line, column, reason and form, as much of it as is known.
func (p *Problem) Error() string {
	text := p.File
	if p.Line > 0 {
		text += fmt.Sprintf(":%d", p.Line)
		if p.Column > 0 {
			text += fmt.Sprintf(":%d", p.Column)
		}
	}
	text += ": " + p.Reason
	if p.Form != "" {
		text += ", in " + p.Form
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) { // a skill's own words may have any
			return ' '
		}
		return r
	}, text)
}

// Skill is what is known of one file.
type Skill struct {
	Name    string // that of its DEFSKILL, else the file's, lower case
	Path    string
	Hash    string // of its text, in hexadecimal: what trust is bound to
	Version string // of its text and of all that it depends on
	State   State
	Problem *Problem // of a skill that is failed; of a disabled one why, or nil
	Trust   Trust
	// Inert says that it has parts besides a gate that do nothing, as nobody trusted the
	// repository's file yet.
	Inert bool
	// Untrusted are the files that are to be trusted for all of it to be used: its own, and
	// those of the repository that it depends on.
	Untrusted                      []string
	Depends, Exports, Tools        []string
	Priority                       int
	Gate, Prompt, Mandate, Trigger bool
	Recovers                       bool
	Sensors                        []engine.Sensor // that it answers
	Examples                       []ExampleResult
	// Asks says of a failed one that every action asks, since it has or may have a gate.
	Asks bool
	// Shared says of a failed one that another skill goes by the name of its file too, and would be switched off with it.
	Shared bool
}

// ExampleResult is what became of one of the examples of a skill.
type ExampleResult struct {
	Line      int    // of the form that it stands in
	Input     string // the command, or the action printed
	Want, Got string // "pass", "ask", "deny" or "revise"; Got "error" where the gate failed, "" if it was not run
	Reason    string // what the gate said
}

// Passed reports whether the gate said what it was to say.
func (e ExampleResult) Passed() bool { return e.Got == e.Want }

// Options are how skills are loaded. The zero Options load all of them and run no example
// that needs effects.
type Options struct {
	// Disabled reports whether a skill of this name is switched off; nil: none is.
	Disabled func(name string) bool
	// Trusted reports whether a person trusted this file of a repository, with this
	// content; nil: none is.
	Trusted func(f File) bool
	// Analyse makes the case of an action that an example is about; nil: it has no effects.
	Analyse func(a engine.Action) engine.Case
	// Tools are the tools that exist: no skill may take one of their names.
	Tools engine.ToolTable
	// Limits of one call, of a gate's or any other function; zero fields are CallLimits.
	Limits lisp.Limits
	// Redactor masks secrets in the signals and errors that functions are given; a gate sees
	// the action as the other gates do. nil masks none.
	Redactor engine.Redactor
	// Decoder reads the requests with which skills answer signals.
	Decoder engine.Decoder
	// Prior is an earlier set. A file that is being written keeps its content there, and notes do not repeat.
	Prior *Set
}

// CallLimits are what one call of a skill's function may use, unless it is told otherwise. Whoever makes values up to
// that limit allocates at most about twice that on the way.
func CallLimits() lisp.Limits { return lisp.Limits{Steps: 50_000, Depth: 500, Bytes: 3 << 18} }

// Set is the skills of one version. It is immutable and safe for concurrent use. The nil Set
// has no skills.
type Set struct {
	skills  []*skill // by priority, the highest first, then by name
	version string
	noted   *sync.Map // what was noted already

	redactor engine.Redactor
	decoder  engine.Decoder
}

// Skills lists all of them by name, those that failed or are disabled too.
func (s *Set) Skills() []Skill {
	if s == nil {
		return nil
	}
	out := make([]Skill, 0, len(s.skills))
	for _, k := range s.skills {
		out = append(out, k.Skill)
	}
	slices.SortFunc(out, func(a, b Skill) int { return compareNames(a.Name, a.Path, b.Name, b.Path) })
	return out
}

// Version is a hash of all that the set was loaded from, "" of no skills.
func (s *Set) Version() string {
	if s == nil {
		return ""
	}
	return s.version
}

// Session gives a session in which what a skill that is ready defines may be called.
func (s *Set) Session(ctx context.Context, name string, lim lisp.Limits) (*lisp.Session, error) {
	i := -1
	if s != nil {
		i = slices.IndexFunc(s.skills, func(k *skill) bool { return k.Name == name && k.State == Ready })
	}
	if i < 0 {
		return nil, fmt.Errorf("there is no skill %s that is ready; pp skills list tells which are", name)
	}
	k := s.skills[i]
	forms := (&definer{k: k}).forms()
	for name := range forms {
		forms[name] = func(*lisp.Form) error { return nil }
	}
	o := lisp.Options{Package: "PP.SKILLS." + strings.ToUpper(k.file.Name), Toplevel: forms, Limits: lim,
		Near: engine.Near}
	for _, dep := range k.after {
		o.Uses = append(o.Uses, dep.program)
	}
	session := lisp.NewSession(o)
	parts, err := sources(k.file)
	if err != nil {
		return nil, err
	}
	for _, src := range parts {
		if _, err := session.Eval(ctx, src); err != nil {
			return nil, err
		}
	}
	return session, nil
}
