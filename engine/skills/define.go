package skills

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pp/engine"
	"pp/sexp"
	"pp/sexp/lisp"
)

const (
	defaultPriority = 50
	lowestPriority  = 1
	highestPriority = 599
)

// survive makes a panic the skill's failure: nothing that is wrong with one stops pp.
func (k *skill) survive() {
	if p := recover(); p != nil {
		k.fail(0, "unexpected failure while it was loaded: %v", p)
	}
}

// load reads, compiles and runs a file.
func (k *skill) load(ctx context.Context) {
	defer k.survive()
	k.State = Loading
	d := &definer{k: k}
	o := lisp.Options{Package: "PP.SKILLS." + strings.ToUpper(k.file.Name),
		Exports: strings.ToUpper(shortName(k.file.Name)), Toplevel: d.forms(), Near: engine.Near}
	for _, dep := range k.after {
		o.Uses = append(o.Uses, dep.program)
	}
	parts, err := sources(k.file)
	if err == nil {
		k.program, err = lisp.Load(ctx, parts, o)
	}
	if err == nil {
		k.Exports = k.program.Exports()
		err = d.resolve()
	}
	if err != nil {
		p, unread := problem(k.Path, err), (*sexp.Error)(nil)
		if k.foreign && !errors.As(err, &unread) { // what its code says is not pp's to say
			p.Form, p.Reason = "", k.quoted(p.Reason)
		}
		k.failed(p)
		return
	}
	if !k.Gate {
		if line, err := k.strayed(); err == nil && line > 0 {
			k.fail(line, "something stands by itself here, outside of a form; does a parenthesis close DEFSKILL too early?")
			return
		}
	}
	if len(k.tools) > 0 {
		k.calls = callsOf(parts)
	}
	k.Inert = k.foreign && k.more()
	k.State = Ready
}

// finish gives a skill that loaded its name, and runs its examples.
func (l *loader) finish(ctx context.Context, k *skill) {
	defer k.survive()
	if k.State != Ready {
		return
	}
	if l.rename(k); k.State == Ready {
		l.try(ctx, k)
	}
}

// rename gives a skill the name that its form says, by which it may be switched off.
func (l *loader) rename(k *skill) {
	if k.Name = k.file.Name; k.called != "" {
		k.Name = k.called
	}
	if l.disabled(k.Name) {
		k.State = Disabled
	}
}

// more reports whether a skill has something besides a gate.
func (k *skill) more() bool {
	return k.Prompt || k.Mandate || k.Recovers || len(k.tools)+len(k.handlers) > 0
}

// problem is an error of loading, with its place.
func problem(file string, err error) *Problem {
	if p := (*Problem)(nil); errors.As(err, &p) {
		return p
	}
	p := &Problem{File: file, Reason: err.Error()}
	if at, ok := errors.AsType[*lisp.Error](err); ok {
		p.File, p.Line, p.Column, p.Form = at.File, at.Line, at.Column, at.Form
		if at.Err != nil {
			p.Reason = at.Err.Error()
		}
	}
	return p
}

// definer takes the forms of one file that mean something to pp.
type definer struct {
	k    *skill
	late []func() error // what can be looked up only when all is loaded
}

func (d *definer) forms() map[string]lisp.Toplevel {
	nothing := func(*lisp.Form) error { return nil }
	return map[string]lisp.Toplevel{
		"IN-PACKAGE":                  nothing,
		"DEFSKILL":                    d.skill,
		"DEF-COGNITIVE-TOOL":          d.tool,
		"DEFEXAMPLES":                 d.examples,
		"REGISTER-PRE-REASON-HANDLER": d.handler,
		"HANDLER-BIND":                d.recovery,
	}
}

// resolve finds the functions that were named before they were defined.
func (d *definer) resolve() error {
	for _, do := range d.late {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

// skill is (defskill :name :priority 120 :trigger … :probabilistic … :deterministic … :mandate …).
func (d *definer) skill(f *lisp.Form) error {
	k := d.k
	if k.defined {
		return errors.New("a file has one DEFSKILL; put the other one in a file of its own")
	}
	k.defined, k.line, k.Priority = true, f.Line, defaultPriority
	if f.Len() < 2 {
		return errors.New("DEFSKILL needs a name: (defskill :no-force-push …)")
	}
	name, err := nameOf(f.Item(1))
	if err != nil {
		return err
	}
	if !isName(name) {
		return fmt.Errorf("%q is no name for a skill: letters, digits, dots, hyphens and underscores, at most 64", name)
	}
	k.called = name
	err = d.options(f, 2, map[string]func(lisp.Value) error{
		"PRIORITY":              d.priority,
		"TRIGGER":               d.part(f, "(ctx)", &k.trigger, &k.Trigger),
		"DETERMINISTIC":         d.part(f, "(action ctx)", &k.gate, &k.Gate),
		"PROBABILISTIC":         d.part(f, "(ctx)", &k.prompt, &k.Prompt),
		"MANDATE":               d.mandate(f),
		"SYSTEM-PROMPT-AUGMENT": d.mandate(f),
	})
	k.taken = err == nil
	return err
}

// options gives the values of keys, which begin at an item, to what takes them; each key is given once.
func (d *definer) options(f *lisp.Form, from int, known map[string]func(lisp.Value) error) error {
	seen := map[string]bool{}
	for i := from; i < f.Len(); i += 2 {
		key, ok := f.Item(i).(sexp.Symbol)
		take := known[key.Name]
		if !ok || !key.IsKeyword() || take == nil {
			keys := make([]string, 0, len(known))
			for name := range known {
				keys = append(keys, ":"+name)
			}
			slices.Sort(keys)
			return fmt.Errorf("there is no key %s; there are %s", sexp.Print(f.Item(i)), strings.Join(keys, " "))
		}
		if seen[key.Name] {
			return fmt.Errorf(":%s is given twice", key.Name)
		}
		seen[key.Name] = true
		if i+1 == f.Len() {
			return fmt.Errorf(":%s has no value", key.Name)
		}
		v, err := f.Eval(i + 1)
		if err != nil {
			return err
		}
		if err := take(v); err != nil {
			return fmt.Errorf(":%s %w", key.Name, err)
		}
	}
	return nil
}

func (d *definer) priority(v lisp.Value) error {
	n, ok := v.(sexp.Int)
	if !ok || n < lowestPriority || n > highestPriority {
		return fmt.Errorf("is a number from %d to %d", lowestPriority, highestPriority)
	}
	d.k.Priority = int(n)
	return nil
}

// function takes a function of such arguments, or the name of one, which may be defined later in the file.
func (d *definer) function(f *lisp.Form, arguments string, set func(*lisp.Function)) func(lisp.Value) error {
	what := "is a function: (lambda " + arguments + " …), or #'NAME of one in this file"
	take := func(fn *lisp.Function) error {
		if !fn.Takes(strings.Count(arguments, " ") + 1) {
			return errors.New(what + "; this one does not take as many arguments")
		}
		set(fn)
		return nil
	}
	return func(v lisp.Value) error {
		switch v := v.(type) {
		case *lisp.Function:
			return take(v)
		case lisp.Symbol:
			if v.Name().IsKeyword() {
				break
			}
			at := lisp.Error{File: f.File, Line: f.Line, Form: sexp.Print(v.Name()),
				Err: errors.New("there is no function of this name; it " + what)}
			d.late = append(d.late, func() error {
				fn, ok := d.k.program.Function(v.Name().Name)
				if !ok {
					return &at
				}
				if err := take(fn); err != nil {
					at.Err = fmt.Errorf("it %w", err)
					return &at
				}
				return nil
			})
			return nil
		}
		return errors.New(what)
	}
}

// part takes a function of DEFSKILL, or nil for none; has says that there is one.
func (d *definer) part(f *lisp.Form, arguments string, to **lisp.Function, has *bool) func(lisp.Value) error {
	take := d.function(f, arguments, func(fn *lisp.Function) { *to = fn })
	return func(v lisp.Value) error {
		*has = v != nil
		if v == nil {
			return nil
		}
		return take(v)
	}
}

// mandate takes a text, or what a function takes.
func (d *definer) mandate(f *lisp.Form) func(lisp.Value) error {
	fn := d.part(f, "(ctx)", &d.k.mandate, &d.k.Mandate)
	return func(v lisp.Value) error {
		if d.k.Mandate {
			return errors.New("means the same as the other key; give one of them")
		}
		text, ok := textOf(v)
		if !ok {
			if err := fn(v); err != nil {
				return fmt.Errorf("is a text, or %w", err)
			}
			return nil
		}
		if len(text) > mandateBytes {
			return fmt.Errorf("has %d bytes, and may have %d", len(text), mandateBytes)
		}
		d.k.standing, d.k.Mandate = text, text != ""
		return nil
	}
}

// textOf is a string, if it is one.
func textOf(v lisp.Value) (string, bool) {
	if _, ok := v.(*lisp.Str); !ok {
		return "", false
	}
	data, err := lisp.Export(v, lisp.Limits{})
	text, ok := data.(sexp.String)
	return string(text), ok && err == nil
}

// nameOf is a name that is written as a keyword, a symbol or a string, in lower case.
func nameOf(v sexp.Value) (string, error) {
	switch v := v.(type) {
	case sexp.Symbol:
		if v != sexp.NIL {
			return strings.ToLower(v.Name), nil
		}
	case sexp.String:
		return strings.ToLower(string(v)), nil
	}
	return "", fmt.Errorf("%s is no name; write a keyword such as :NO-FORCE-PUSH", sexp.Print(v))
}

// handler is (register-pre-reason-handler :heartbeat function).
func (d *definer) handler(f *lisp.Form) error {
	d.k.line = cmp.Or(d.k.line, f.Line)
	if f.Len() != 3 {
		return errors.New("it takes a sensor and a function: (register-pre-reason-handler :heartbeat (lambda (ctx) …))")
	}
	symbol, _ := f.Item(1).(sexp.Symbol)
	sensor, ok := engine.ParseSensor(symbol.Name)
	if !ok {
		return fmt.Errorf("%s is no sensor; there are %s", sexp.Print(f.Item(1)), sensorNames())
	}
	if _, twice := d.k.handlers[sensor]; twice {
		return fmt.Errorf("there is a handler of %s already", sexp.Print(f.Item(1)))
	}
	v, err := f.Eval(2)
	if err != nil {
		return err
	}
	if d.k.handlers == nil {
		d.k.handlers = map[engine.Sensor]*lisp.Function{}
	}
	d.k.handlers[sensor] = nil
	d.k.Sensors = append(d.k.Sensors, sensor)
	if err := d.function(f, "(ctx)", func(fn *lisp.Function) { d.k.handlers[sensor] = fn })(v); err != nil {
		return fmt.Errorf("the second argument %w", err)
	}
	return nil
}

func sensorNames() string {
	var all []string
	for s := engine.SensorUserInput; ; s++ {
		name := s.String()
		if _, ok := engine.ParseSensor(name); !ok {
			return strings.Join(all, " ")
		}
		all = append(all, ":"+name)
	}
}
