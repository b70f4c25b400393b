package skills

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pp/engine"
	"pp/sexp"
	"pp/sexp/lisp"
)

// example is an action with what the gate is to say of it.
type example struct {
	line   int
	input  string
	action engine.Action
	want   string
}

// verdictWords are what a gate can say.
var verdictWords = [...]string{engine.Deny: "deny", engine.Ask: "ask", engine.Revise: "revise", engine.Allow: "pass"}

// examples is (defexamples :name ("git push --force" :ask) ((:TYPE :REQUEST …) :pass)).
func (d *definer) examples(f *lisp.Form) error {
	if f.Len() < 2 {
		return errors.New(`it takes the skill's name and examples: (defexamples :no-force-push ("git push --force" :ask))`)
	}
	name, err := nameOf(f.Item(1))
	if err != nil {
		return err
	}
	if d.k.called != "" && name != d.k.called {
		return fmt.Errorf("the examples are of %s, and the skill in this file is %s", name, d.k.called)
	}
	for i := 2; i < f.Len(); i++ {
		item := f.Item(i)
		l, ok := item.(sexp.List)
		if !ok || l.Len() != 2 {
			return fmt.Errorf(`%s is no example; write ("git push --force" :ask)`, sexp.Print(item))
		}
		want, _ := l.At(1).(sexp.Symbol)
		e := example{line: f.Line, want: strings.ToLower(want.Name)}
		if e.want == "" || !slices.Contains(verdictWords[:], e.want) {
			return fmt.Errorf("an example ends in :pass, :ask, :deny or :revise, not in %s", sexp.Print(l.At(1)))
		}
		if e.input, e.action, err = exampleAction(l.At(0)); err != nil {
			return err
		}
		d.k.examples = append(d.k.examples, e)
	}
	return nil
}

// exampleAction is a command, or a request.
func exampleAction(v sexp.Value) (string, engine.Action, error) {
	if command, ok := v.(sexp.String); ok {
		return string(command), engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: string(command)},
			Explanation: "An example of a skill."}, nil
	}
	if l, ok := v.(sexp.List); ok && l.Len() == 2 && l.At(0) == sexp.Value(sexp.Sym("QUOTE")) {
		v = l.At(1)
	}
	a, err := engine.Decoder{}.Action(v, engine.TargetCLI)
	if err != nil {
		return "", a, fmt.Errorf("the example %s is neither a command nor a request: %w", sexp.Print(v), err)
	}
	return a.Canonical(), a, nil
}

// try runs a skill's examples. One that comes out otherwise fails the skill.
func (l *loader) try(ctx context.Context, k *skill) {
	if len(k.examples) > 0 && k.gate == nil {
		k.fail(k.examples[0].line, "it has examples and no gate; give DEFSKILL a :DETERMINISTIC")
		return
	}
	k.Examples = make([]ExampleResult, len(k.examples))
	for i, e := range k.examples {
		k.Examples[i] = ExampleResult{Line: e.line, Input: e.input, Want: e.want}
	}
	for i, e := range k.examples {
		if ctx.Err() != nil {
			k.fail(e.line, "its examples were not run: %v", context.Cause(ctx))
			return
		}
		result := &k.Examples[i]
		result.Got, result.Reason = l.say(k, e.action)
		if !result.Passed() && k.State == Ready {
			k.fail(e.line, "the example %q gives %s, not %s: %s%s", e.input, result.Got, e.want, result.Reason,
				map[bool]string{true: " (a gate asks by :LEVEL :APPROVAL-REQUIRED)"}[result.Got+e.want == "denyask"])
		}
	}
}

// say is what a skill's gate says of an action, and why.
func (l *loader) say(k *skill, a engine.Action) (word, reason string) {
	c := engine.Case{Action: a}
	if l.o.Analyse != nil {
		c = l.o.Analyse(a)
	}
	c.Facts.Occasion = engine.Occasion{}
	findings, err := gate{k}.Check(c)
	if err != nil {
		return fault, err.Error()
	}
	least := slices.MinFunc(findings, func(a, b engine.Finding) int { return int(a.Decision) - int(b.Decision) })
	for _, f := range findings {
		if f.Decision == engine.Revise { // its ask is only that of a repository
			least = f
		}
	}
	if least.Rule == fault { // an example wants nothing of it, not even that it denies
		return fault, least.Reason
	}
	return verdictWords[least.Decision], least.Reason
}
