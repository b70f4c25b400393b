package approval

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"pp/engine"
	"pp/sexp"
)

// corpusText is the built-in corpus: actions of every sort that a person may be
// asked about, which no rule for something else may waive.
//
//go:embed corpus.lisp
var corpusText string

// Judge judges an action as the gates would here and now, with these grants and
// no other permission, --accept-edits or grant.
type Judge func(a engine.Action, grants []engine.Grant) engine.Verdict

// WideError says that a rule would waive asks outside its own tool, or program
// and subcommand.
type WideError struct {
	Rule  Rule
	Leaks []engine.Action // whose asks it would waive
}

// Error implements error.
func (e *WideError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "the rule is too wide (%s); it would also allow:", e.Rule.Sentence())
	for i, l := range e.Leaks {
		if i == 3 {
			fmt.Fprintf(&b, "\n  and %d more", len(e.Leaks)-i)
			break
		}
		b.WriteString("\n  " + engine.Clip(l.Essence(), 200))
	}
	return b.String()
}

// ErrNotCovered says that a rule would not waive the very ask it was made of.
var ErrNotCovered = errors.New("the rule would not cover what was asked; answer once, or write a permission")

// Corpus is the built-in corpus.
func Corpus() ([]engine.Action, error) {
	reader := sexp.NewReader(corpusText, sexp.Limits{})
	var out []engine.Action
	for {
		v, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading the built-in corpus: %w", err)
		}
		a := engine.Action{Target: engine.TargetShell, Explanation: "an action of the built-in corpus"}
		if cmd, ok := v.(sexp.String); ok {
			a.Op = engine.Run{Command: string(cmd)}
		} else if a, err = (engine.Decoder{}).Action(v, engine.TargetCLI); err != nil {
			return nil, fmt.Errorf("reading the built-in corpus: %s: %w", sexp.Print(v), err)
		}
		out = append(out, a)
	}
}

// Trial tests a rule before it is saved, and any time after: it must be of a
// form that can be learned, must waive no ask of the built-in corpus outside its
// own tool or program and subcommand, or of ordinary edits, if it is for those
// (*WideError), must leave every denial one,
// and must waive what it was made of, where that is known (ErrNotCovered).
func (r Rule) Trial(judge Judge) error {
	if err := r.check(); err != nil {
		return err
	}
	corpus, err := Corpus()
	if err != nil {
		return err
	}
	grants := []engine.Grant{r.Grant}
	var leaks []engine.Action
	for _, a := range corpus {
		without, with := judge(a, nil), judge(a, grants)
		other := func(f engine.Finding) bool { return !r.owns(without, f) }
		if without.Decision == engine.Deny && with.Decision != engine.Deny ||
			slices.ContainsFunc(waived(without, with), other) {
			leaks = append(leaks, a)
		}
	}
	if len(leaks) > 0 {
		return &WideError{Rule: r, Leaks: leaks}
	}
	if r.action.Op == nil {
		return nil
	}
	if len(waived(judge(r.action, nil), judge(r.action, grants))) == 0 {
		return ErrNotCovered
	}
	return nil
}

// waived are the asks of one verdict that another, of the same action, has not.
func waived(without, with engine.Verdict) []engine.Finding {
	left := with.Asks()
	return slices.DeleteFunc(without.Asks(), func(f engine.Finding) bool {
		return slices.ContainsFunc(left, func(g engine.Finding) bool {
			return g.Rule == f.Rule && g.Effect == f.Effect && g.Why() == f.Why()
		})
	})
}

// owns reports whether an ask is of the rule's own tool, or program and
// subcommand, or an ordinary edit in the rule's own place, if that is what it is for.
func (r Rule) owns(v engine.Verdict, f engine.Finding) bool {
	if r.Grant.Edits {
		return ordinaryEdit(f, r.Place)
	}
	if v.Action.Tool() != r.Grant.Pattern.Tool {
		return false
	}
	if v.Action.Command() == "" {
		return true
	}
	p, ok := v.Effects.Program(f.Effect)
	return ok && r.Program != "" && programName(p) == r.Program
}
