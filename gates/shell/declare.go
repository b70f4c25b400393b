package shell

import (
	"strings"

	"pp/gates/shell/value"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/effect"
)

// declare walks declare, local, export, readonly as bash parses them.
func (a *analysis) declare(c *syntax.DeclClause) {
	if v := c.Variant.Value; v == "declare" || v == "typeset" {
		a.bashOnly++
		defer func() { a.bashOnly-- }()
	}
	flags := ""
	words := []word{a.literal(c.Variant.Value, c.Variant, false)}
	for _, as := range c.Args {
		if as.Naked && as.Name == nil { // -x, or $name
			for _, w := range a.word(nil, as.Value) {
				words = append(words, w)
				if w.Known && strings.HasPrefix(w.Text, "-") {
					flags += declareFlags(c.Variant.Value, w.Text[1:])
					continue
				}
				if w.Known && strings.HasPrefix(w.Text, "+") && strings.Contains(w.Text, "n") {
					flags += "+" // declare +n takes a reference away
					continue
				}
				if w.Known {
					a.declareText(c.Variant.Value, flags, w)
				} else {
					a.opaqueCommand(w.Text, "the name of the variable is not known, and bash runs commands in it", w.Span)
				}
			}
			continue
		}
		words = append(words, a.literal(a.source(as), as, false))
		a.declareOne(c.Variant.Value, flags, as)
	}
	a.reads(words)
	a.dump(words, flags)
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
func (a *analysis) dump(words []word, flags string) {
	if len(words) == 1 || strings.Contains(flags, "p") && len(words) == 2 || len(words) == 2 && flags == "x" {
		a.out.add(value.Opaque("the variables of the shell").With(value.Secret, environment))
		return
	}
	if strings.Contains(flags, "p") {
		for _, w := range words[1:] {
			if secretName(w.Text) {
				a.out.add(value.Opaque("a variable of the shell").With(value.Secret, "$"+w.Text))
			}
		}
	}
}

func (a *analysis) declareOne(variant, flags string, as *syntax.Assign) {
	name := as.Name.Value
	if strings.Contains(flags, "f") {
		if f := a.state.function(name); len(f.list) > 0 {
			f.exported = f.exported || variant == "export" || strings.Contains(flags, "x")
			f.readonly = f.readonly || variant == "readonly" || strings.Contains(flags, "r")
			a.state.define(name, f)
		}
		return
	}
	var text value.Value
	plain := as.Array == nil && as.Index == nil && !as.Naked
	if plain && (len(a.calls) > 0 || strings.Contains(flags, "n")) {
		text = a.one(as.Value) // before the name means a new variable
	}
	fresh := a.localize(variant, flags, name)
	if strings.Contains(flags, "n") {
		if as.Naked { // what it has already is the name
			text = a.current(name)
		}
		a.reference(name, text, a.span(as))
		return
	}
	before := a.lookup(name)
	a.attributes(flags, name)
	switch {
	case as.Naked:
	case fresh && plain:
		a.assign(name, text, a.span(as))
	default:
		a.assignment(as)
	}
	a.afterDeclare(variant, flags, name, a.span(as))
	if strings.Contains(flags, "g") {
		a.beneath(name, before)
	}
}

// beneath gives a global variable its value where local ones of that name hide it.
func (a *analysis) beneath(name string, before value.Value) {
	now, hidden := a.lookup(name), false
	for _, c := range a.calls {
		if old, ok := c.locals[name]; ok {
			c.locals[name], hidden = value.Join(old, now), true
		}
	}
	if hidden {
		a.setState(name, value.Join(before, now))
	}
}

// localize remembers what a local variable hides, and reports whether there is a new one, without a value yet.
func (a *analysis) localize(variant, flags, name string) bool {
	if len(a.calls) == 0 || variant != "local" && variant != "declare" && variant != "typeset" ||
		strings.ContainsAny(flags, "gpF") {
		return false
	}
	call := &a.calls[len(a.calls)-1]
	mark := local{call.number, name}
	was := a.state.local(mark)
	if was == value.On {
		return false
	}
	put(&a.state.locals, mark, value.On)
	old := a.current(name)
	if _, ok := call.locals[name]; !ok {
		call.locals[name] = old
	}
	if old.Readonly.May() {
		return false // it stays
	}
	now := value.Unset()
	if was == value.Either || strings.Contains(flags, "I") || a.may(localvarInherit) {
		now = value.Join(now, old)
	}
	a.setState(name, now)
	return true
}

// attributes applies flags that change what later assignments mean.
func (a *analysis) attributes(flags, name string) {
	if v, ok := a.state.get(name); ok && v.Nameref.May() && strings.Contains(flags, "+") {
		v.Nameref = value.Off // its value is a name, and no longer a reference
		a.state.set(name, v)
	}
	if !strings.ContainsAny(flags, "iAalu") {
		return
	}
	v := a.lookup(name)
	if strings.Contains(flags, "i") {
		v.Integer = value.On
	}
	integer := v.Integer
	switch {
	case strings.Contains(flags, "A"):
		v = value.OpaqueArray("an associative array")
		v.Integer, v.Assoc = integer, value.On
	case strings.Contains(flags, "a") && !v.Array:
		v = value.Array(nil)
		v.Integer = integer
	}
	a.state.set(name, v)
}

// reference makes a variable another name for one.
func (ex *expander) reference(name string, target value.Value, span effect.Span) {
	if !target.Known && !target.Plain() {
		ex.opaqueCommand(name, "the variable it refers to is not known, and bash runs commands in a subscript", span)
	}
	for _, s := range target.Set {
		ex.checkName(s, span)
		if envKindOf(s) != envHarmless {
			ex.hazard(RuleHidden, name+" is another name for "+s, span)
		}
	}
	target.Nameref = value.On
	ex.state.set(name, target)
}

func (a *analysis) afterDeclare(variant, flags, name string, span effect.Span) {
	v := a.lookup(name)
	if strings.ContainsAny(flags, "lu") {
		v = value.Opaque("a variable that changes case").Of(v.Origin)
		a.state.set(name, v)
	}
	if variant == "readonly" || strings.Contains(flags, "r") {
		v.Readonly = value.On
		a.state.set(name, v)
	}
	if variant == "export" || strings.Contains(flags, "x") {
		a.checkEnv(name, v, span)
		if r, ok := a.state.get(name); ok {
			r.Exported = value.On
			a.state.set(name, r)
		}
	}
}

// declareText walks an argument of declare that was not written as an assignment.
func (a *analysis) declareText(variant, flags string, w word) {
	name, val, ok := strings.Cut(w.Text, "=")
	a.checkName(name, w.Span)
	if array, _, sub := strings.Cut(name, "["); sub && ok && validName(array) {
		a.assignElement(array, value.Text(val), w.Span)
		return
	}
	if !validName(strings.TrimSuffix(name, "+")) {
		return
	}
	name = strings.TrimSuffix(name, "+")
	a.localize(variant, flags, name)
	if strings.Contains(flags, "n") {
		target := value.Text(val)
		if !ok {
			target = a.current(name)
		}
		a.reference(name, target, w.Span)
		return
	}
	before := a.lookup(name)
	a.attributes(flags, name)
	if ok {
		v := value.Text(val)
		if strings.HasPrefix(val, "(") {
			v = value.OpaqueArray("an array that is not known")
			a.checkSubscript(val, w.Span)
		}
		v.Origin = w.val().Origin
		a.assign(name, v, w.Span)
	}
	a.afterDeclare(variant, flags, name, w.Span)
	if strings.Contains(flags, "g") {
		a.beneath(name, before)
	}
}

// declareWords is declare when it was not parsed as a declaration.
func (a *analysis) declareWords(words []word) {
	flags := ""
	for _, w := range words[1:] {
		switch {
		case !w.Known:
			a.opaqueCommand(w.Text, "the name of the variable is not known, and bash runs commands in it", w.Span)
		case strings.HasPrefix(w.Text, "-"):
			flags += w.Text[1:]
		default:
			a.declareText(words[0].Text, flags, w)
		}
	}
	a.dump(words, flags)
}
