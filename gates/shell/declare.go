package shell

import (
	"strings"

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
		a.out.add(opaque("the variables of the shell").with(fromSecret, environment))
		return
	}
	if strings.Contains(flags, "p") {
		for _, w := range words[1:] {
			if secretName(w.Text) {
				a.out.add(opaque("a variable of the shell").with(fromSecret, "$"+w.Text))
			}
		}
	}
}

func (a *analysis) declareOne(variant, flags string, as *syntax.Assign) {
	name := as.Name.Value
	if strings.Contains(flags, "f") {
		if v, ok := a.state.get(keyFunc + name); ok && (variant == "export" || strings.Contains(flags, "x")) {
			v.exported = true
			a.state.set(keyFunc+name, v)
		}
		if v, ok := a.state.get(keyFunc + name); ok && (variant == "readonly" || strings.Contains(flags, "r")) {
			v.readonly = true
			a.state.set(keyFunc+name, v)
		}
		return
	}
	var text value
	plain := as.Array == nil && as.Index == nil && !as.Naked
	if plain && (len(a.calls) > 0 || strings.Contains(flags, "n")) {
		text = a.one(as.Value) // before the name means a new variable
	}
	fresh := a.localize(variant, flags, name)
	if strings.Contains(flags, "n") {
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
func (a *analysis) beneath(name string, before value) {
	now, hidden := a.lookup(name), false
	for _, c := range a.calls {
		if old, ok := c.locals[name]; ok {
			c.locals[name], hidden = join(old, now), true
		}
	}
	if hidden {
		a.setState(name, join(before, now))
	}
}

// localize remembers what a local variable hides, and reports whether there is a new one, without a value yet.
func (a *analysis) localize(variant, flags, name string) bool {
	if len(a.calls) == 0 || variant != "local" && variant != "declare" && variant != "typeset" ||
		strings.ContainsAny(flags, "gpF") {
		return false
	}
	call := &a.calls[len(a.calls)-1]
	mark := keyLocal + call.number + ":" + name
	was := a.lookup(mark)
	if !was.unset {
		return false
	}
	a.state.set(mark, text("1"))
	old, ok := a.state.get(name)
	if !ok {
		old = a.lookupInitial(name)
	}
	if _, ok := call.locals[name]; !ok {
		call.locals[name] = old
	}
	if old.readonly {
		return false // it stays
	}
	now := unsetValue()
	if len(was.set) > 1 || strings.Contains(flags, "I") || strings.Contains(a.options(), " localvar_inherit ") {
		now = join(now, old)
	}
	a.setState(name, now)
	return true
}

// attributes applies flags that change what later assignments mean.
func (a *analysis) attributes(flags, name string) {
	if v, ok := a.state.get(name); ok && v.nameref && strings.Contains(flags, "+") {
		v.nameref = false // its value is a name, and no longer a reference
		a.state.set(name, v)
	}
	if !strings.ContainsAny(flags, "iAalu") {
		return
	}
	v := a.lookup(name)
	v.integer = v.integer || strings.Contains(flags, "i")
	switch {
	case strings.Contains(flags, "A"):
		v = value{array: true, why: assocWhy, integer: v.integer}
	case strings.Contains(flags, "a") && !v.array:
		v = value{array: true, known: true, integer: v.integer}
	}
	a.state.set(name, v)
}

// reference makes a variable another name for one.
func (a *analysis) reference(name string, target value, span effect.Span) {
	for _, s := range target.set {
		a.checkName(s, span)
		if envKindOf(s) != envHarmless {
			a.hazard(RuleHidden, name+" is another name for "+s, span)
		}
	}
	target.nameref = true
	a.state.set(name, target)
}

func (a *analysis) afterDeclare(variant, flags, name string, span effect.Span) {
	v := a.lookup(name)
	if strings.ContainsAny(flags, "lu") {
		v = value{why: "a variable that changes case", taint: v.taint, from: v.from}
		a.state.set(name, v)
	}
	if variant == "readonly" || strings.Contains(flags, "r") {
		v.readonly = true
		a.state.set(name, v)
	}
	if variant == "export" || strings.Contains(flags, "x") {
		a.checkEnv(name, v, span)
		if r, ok := a.state.get(name); ok {
			r.exported = true
			a.state.set(name, r)
		}
	}
}

// declareText walks an argument of declare that was not written as an assignment.
func (a *analysis) declareText(variant, flags string, w word) {
	name, val, ok := strings.Cut(w.Text, "=")
	a.checkName(name, w.Span)
	if array, _, sub := strings.Cut(name, "["); sub && ok && validName(array) {
		a.assignElement(array, text(val), w.Span)
		return
	}
	if !validName(strings.TrimSuffix(name, "+")) {
		return
	}
	name = strings.TrimSuffix(name, "+")
	a.localize(variant, flags, name)
	if strings.Contains(flags, "n") {
		a.reference(name, text(val), w.Span)
		return
	}
	before := a.lookup(name)
	a.attributes(flags, name)
	if ok {
		v := text(val)
		if strings.HasPrefix(val, "(") {
			v = value{array: true, why: "an array that is not known"}
			a.checkSubscript(val, w.Span)
		}
		v.taint, v.from = w.val().taint, w.val().from
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
