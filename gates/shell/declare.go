package shell

import (
	"cmp"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// declaration is a declare, local, export or readonly while it is carried out, with the flags it has so far.
type declaration struct {
	*analysis
	variant, flags string
}

// declare walks declare, local, export, readonly as bash parses them.
func (a *analysis) declare(c *syntax.DeclClause) {
	if v := c.Variant.Value; v == "declare" || v == "typeset" {
		a.bashOnly++
		defer func() { a.bashOnly-- }()
	}
	d := declaration{analysis: a, variant: c.Variant.Value}
	if d.variant == "local" && len(a.calls) == 0 {
		a.opaqueCommand(a.source(c), cause.LocalOutsideFunction.Bare(), a.span(c))
	}
	a.work(len(c.Args) * 2 * wordWork)
	words := []word{a.literal(c.Variant.Value, c.Variant)}
	for _, as := range c.Args {
		if as.Naked && as.Name == nil { // -x, or $name
			for _, w := range a.word(nil, as.Value) {
				words = append(words, w)
				d.word(w)
			}
			continue
		}
		words = append(words, a.literal(a.source(as), as))
		d.assign(as)
	}
	a.reads(words)
	d.dump(words)
}

// word walks an argument that was not written as an assignment.
func (d *declaration) word(w word) {
	switch {
	case !w.Known:
		d.opaqueCommand(w.Text, cause.DeclaredNameUnknown.Bare(), w.Span)
	case strings.HasPrefix(w.Text, "-"):
		d.flags += declareFlags(d.variant, w.Text[1:])
	case strings.HasPrefix(w.Text, "+") && strings.Contains(w.Text, "n"):
		d.flags += "+" // declare +n takes a reference away
	default:
		d.text(w)
	}
}

// let walks an expression of let. The parser reads all of it as arithmetic, where bash reads redirections,
// patterns and what else is no word, unless it is quoted.
func (a *analysis) let(x syntax.ArithmExpr) {
	if _, quoted := x.(*syntax.Word); !quoted && strings.ContainsAny(a.source(x), "<>&|()*?") {
		a.opaqueCommand(a.source(x), cause.NotArithmetic.Bare(), a.span(x))
	}
	a.arithmetic(x)
}

// declareFlags are the flags that mean what they do to declare: export -n and readonly -n make no reference.
func declareFlags(variant, flags string) string {
	if variant == "export" || variant == "readonly" {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune("nilu", r) {
				return -1
			}
			return r
		}, flags)
	}
	return flags
}

// dump marks the output of commands that print all variables.
func (d *declaration) dump(words []word) {
	if len(words) == 1 || strings.Contains(d.flags, "p") && len(words) == 2 || len(words) == 2 && d.flags == "x" {
		d.out.add(value.Opaque(cause.AllVariables.Bare()).With(value.Secret, environment))
		return
	}
	if strings.Contains(d.flags, "p") {
		for _, w := range words[1:] {
			if secretName(w.Text) {
				d.out.add(value.Opaque(cause.ShellVariable.Bare()).With(value.Secret, "$"+w.Text))
			}
		}
	}
}

// assign walks an argument that is written as an assignment.
func (d *declaration) assign(as *syntax.Assign) {
	name := as.Name.Value
	if strings.Contains(d.flags, "f") {
		if f := d.state.function(name); len(f.list) > 0 {
			f.exported = f.exported || d.variant == "export" || strings.Contains(d.flags, "x")
			f.readonly = f.readonly || d.variant == "readonly" || strings.Contains(d.flags, "r")
			d.state.define(name, f)
		}
		return
	}
	var text value.Value
	plain := as.Array == nil && as.Index == nil && !as.Naked
	if plain {
		text = d.one(as.Value) // before the name means a new variable
		text.Written = cmp.Or(text.Written, d.source(as))
	}
	if as.Index != nil {
		d.subscript(name, as.Index, d.span(as))
	}
	d.variable(name, d.span(as), text, as.Naked, func(fresh bool) {
		switch {
		case as.Naked:
		case plain && d.array(name, text, d.span(as)):
		case fresh && plain:
			d.analysis.assign(name, text, d.span(as))
		default:
			d.assignment(as)
		}
	})
}

// subscript checks NAME[SUBSCRIPT]=VALUE, a word that declare evaluates again.
func (d *declaration) subscript(name string, index syntax.ArithmExpr, span effect.Span) {
	w, ok := index.(*syntax.Word)
	if !ok {
		return // bash calculates it without expanding it again
	}
	v := d.one(w)
	if s, known := v.Single(); known {
		d.evaluatedName(name+"["+s+"]", span)
	} else if !v.Plain() {
		d.opaqueCommand(d.source(w), cause.EvaluatedAgain.Bare(), span)
	}
}

// variable declares a variable, and gives it a value unless it is named alone. What refers to another is given the name
// of that, or has it already.
func (d *declaration) variable(name string, span effect.Span, named value.Value, alone bool, give func(fresh bool)) {
	fresh := d.localize(name)
	if strings.Contains(d.flags, "n") {
		if alone {
			named = d.current(name)
		}
		d.reference(name, named, span)
		return
	}
	before := d.lookup(name)
	d.attributes(name)
	give(fresh)
	d.finish(name, span)
	if strings.Contains(d.flags, "g") {
		d.beneath(name, before)
	}
}

// array gives a variable a value in parentheses, and reports whether the value may be one.
func (d *declaration) array(name string, text value.Value, span effect.Span) bool {
	v, ok := d.compound(name, text, span)
	if ok {
		d.analysis.assign(name, v, span)
	}
	return ok
}

// beneath gives a global variable its value where local ones of that name hide it.
func (d *declaration) beneath(name string, before value.Value) {
	now, hidden := d.lookup(name), false
	for _, c := range d.calls {
		if old, ok := c.locals[name]; ok {
			c.locals[name], hidden = value.Join(old, now), true
		}
	}
	if hidden {
		d.setState(name, value.Join(before, now))
	}
}

// localize remembers what a local variable hides, and reports whether there is a new one, without a value yet.
func (d *declaration) localize(name string) bool {
	if len(d.calls) == 0 || d.variant != "local" && d.variant != "declare" && d.variant != "typeset" ||
		strings.ContainsAny(d.flags, "gpF") {
		return false
	}
	call := &d.calls[len(d.calls)-1]
	mark := local{call.number, name}
	sure, may := d.state.local(mark)
	if sure {
		return false
	}
	put(&d.state.locals, mark, true)
	old := d.current(name)
	if _, ok := call.locals[name]; !ok {
		call.locals[name] = old
	}
	if old.Readonly {
		return false // it stays
	}
	now := value.Unset()
	if may || strings.Contains(d.flags, "I") || d.may(localvarInherit) {
		now = value.Join(now, old)
	}
	d.setState(name, now)
	return true
}

// attributes applies flags that change what later assignments mean.
func (d *declaration) attributes(name string) {
	if v, ok := d.state.get(name); ok && v.Nameref && strings.Contains(d.flags, "+") {
		v.Nameref = false // its value is a name, and no longer a reference
		d.state.set(name, v)
	}
	v := d.lookup(name)
	array := strings.ContainsAny(d.flags, "aA") && !v.Array
	if !array && !strings.Contains(d.flags, "i") {
		return
	}
	if array {
		// Bash does not make an associative array of one that is none, and none of its own.
		assoc := strings.Contains(d.flags, "A") && !table.Listed("shell-arrays", name)
		v = elements(v)
		v.Assoc = assoc
	}
	v.Integer = v.Integer || strings.Contains(d.flags, "i")
	d.state.set(name, v)
}

// finish applies the flags that act on what the variable has now.
func (d *declaration) finish(name string, span effect.Span) {
	v := d.lookup(name)
	if strings.ContainsAny(d.flags, "lu") {
		v = value.Opaque(cause.ChangesCase.Bare()).Of(v.Origin)
		d.state.set(name, v)
	}
	if d.variant == "readonly" || strings.Contains(d.flags, "r") {
		v.Readonly = true
		d.state.set(name, v)
	}
	if d.variant == "export" || strings.Contains(d.flags, "x") {
		d.checkEnv(name, v, span)
		r := d.current(name) // one without a value too, for the value that it gets later
		r.Exported = true
		d.state.set(name, r)
	}
}

// text walks a variable that a word of declare names, with the value behind an equals sign.
func (d *declaration) text(w word) {
	name, val, ok := nameAndValue(w.Text)
	d.evaluatedName(strings.TrimSuffix(name, "+"), w.Span)
	if array, _, sub := strings.Cut(name, "["); sub && ok && validName(array) {
		d.assignElement(array, value.Text(val), w.Span)
		return
	}
	name, more := strings.CutSuffix(name, "+")
	if !validName(name) {
		return
	}
	v := value.Text(val).Of(w.val().Origin)
	d.variable(name, w.Span, v, !ok, func(bool) {
		if !ok || d.array(name, v, w.Span) {
			return
		}
		if more {
			v = value.Opaque(cause.GrowingText.Bare()).Of(v.And(d.lookup(name).Origin)).Suspect(val)
		}
		d.analysis.assign(name, v, w.Span)
	})
}

// declareWords is declare when it was not parsed as a declaration.
func (sc *simple) declareWords() {
	d := declaration{analysis: sc.analysis, variant: sc.words[0].Text}
	for _, w := range sc.words[1:] {
		d.word(w)
	}
	d.dump(sc.words)
}
