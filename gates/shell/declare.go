package shell

import (
	"cmp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// declaration is a declare, local, export or readonly while it is carried out, with the flags it has so far.
type declaration struct {
	*walker
	variant, flags string
}

// declare walks declare, local, export, readonly as bash parses them.
func declare(a *walker, c *syntax.DeclClause) {
	if v := c.Variant.Value; v == "declare" || v == "typeset" {
		a.bashOnly++
		defer func() { a.bashOnly-- }()
	}
	d := declaration{walker: a, variant: c.Variant.Value}
	if d.variant == "local" && len(a.calls) == 0 {
		a.opaqueCommand(a.source(c), cause.LocalOutsideFunction.Bare(), a.span(c))
	}
	a.work(len(c.Args) * 2 * wordWork)
	words := []word{expandLiteral(a, c.Variant.Value, c.Variant)}
	for _, as := range c.Args {
		if as.Naked && as.Name == nil { // -x, or $name
			for _, w := range expandWord(a, nil, as.Value) {
				words = append(words, w)
				declareWord(&d, w)
			}
			continue
		}
		words = append(words, expandLiteral(a, a.source(as), as))
		declareAssign(&d, as)
	}
	a.reads(words)
	dump(&d, words)
}

// declareWord walks an argument that was not written as an assignment.
func declareWord(d *declaration, w word) {
	switch {
	case !w.Known:
		d.opaqueCommand(w.Text, cause.DeclaredNameUnknown.Bare(), w.Span)
	case strings.HasPrefix(w.Text, "-"):
		d.flags += declareFlags(d.variant, w.Text[1:])
	case strings.HasPrefix(w.Text, "+") && strings.Contains(w.Text, "n"):
		notFollowed(d.walker, w.Text, w.Span)
	default:
		declareText(d, w)
	}
}

// walkLet walks an expression of let. The parser reads all of it as arithmetic, where bash reads redirections,
// patterns and what else is no word, unless it is quoted.
func walkLet(a *walker, x syntax.ArithmExpr) {
	if _, quoted := x.(*syntax.Word); !quoted && strings.ContainsAny(a.source(x), "<>&|()*?") {
		a.opaqueCommand(a.source(x), cause.NotArithmetic.Bare(), a.span(x))
	}
	calculateArithmetic(a, x)
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
func dump(d *declaration, words []word) {
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

// declareAssign walks an argument that is written as an assignment.
func declareAssign(d *declaration, as *syntax.Assign) {
	name := as.Name.Value
	if strings.Contains(d.flags, "f") {
		if f := d.state.function(name); len(f.list) > 0 {
			f.exported = f.exported || d.variant == "export" || strings.Contains(d.flags, "x")
			d.state.define(name, f)
		}
		if d.variant == "readonly" || strings.Contains(d.flags, "r") {
			notFollowed(d.walker, d.source(as), d.span(as)) // what defines it later fails
		}
		return
	}
	var text value.Value
	plain := as.Array == nil && as.Index == nil && !as.Naked
	if plain {
		text = expandOne(d.walker, as.Value) // before the name means a new variable
		text.Written = cmp.Or(text.Written, d.source(as))
	}
	if as.Index != nil {
		subscript(d, name, as.Index, d.span(as))
	}
	declareVariable(d, name, d.span(as), text, func() {
		switch {
		case as.Naked:
		case plain && declareArray(d, name, text, d.span(as)):
		case plain && !as.Append:
			assignParameter(d.walker, name, text, d.span(as))
		default:
			walkAssignment(d.walker, as)
		}
	})
}

// subscript checks NAME[SUBSCRIPT]=VALUE, a word that declare evaluates again.
func subscript(d *declaration, name string, index syntax.ArithmExpr, span effect.Span) {
	w, ok := index.(*syntax.Word)
	if !ok {
		return // bash calculates it without expanding it again
	}
	v := expandOne(d.walker, w)
	if s, known := v.Single(); known {
		evaluatedName(d.walker, name+"["+s+"]", span)
	} else if !v.Plain() {
		d.opaqueCommand(d.source(w), cause.EvaluatedAgain.Bare(), span)
	}
}

// declareVariable declares a variable, and gives it a value.
func declareVariable(d *declaration, name string, span effect.Span, text value.Value, give func()) {
	local := isLocal(d.walker, name)
	localize(d, name)
	if strings.Contains(d.flags, "n") || local && strings.Contains(d.flags, "g") {
		notFollowed(d.walker, name, span)
		refer(d.walker, name, text, span)
		return
	}
	setAttributes(d, name)
	give()
	finishDeclaration(d, name, span)
}

// refer makes a variable another name for one, or for the first that it is given as a value.
func refer(a *walker, name string, target value.Value, span effect.Span) {
	now, _ := a.state.get(name)
	a.state.set(name, value.Opaque(cause.NotFollowed.Bare()).Suspect(now.Maybe...).Suspect(target.Texts()...))
	for _, s := range target.Texts() {
		evaluatedName(a, s, span)
		if table.Default().Variable(s).Acts() {
			a.hazard(RuleHidden, cause.Cause{Kind: cause.OtherName, Name: name, Word: s}, span)
		}
	}
}

// declareArray gives a variable a value in parentheses, and reports whether the value may be one.
func declareArray(d *declaration, name string, text value.Value, span effect.Span) bool {
	v, ok := compound(d, name, text, span)
	if ok {
		assignParameter(d.walker, name, v, span)
	}
	return ok
}

// isLocal reports whether a variable is local to a function that is running.
func isLocal(m *walker, name string) bool {
	return slices.ContainsFunc(m.calls, func(c call) bool { _, ok := c.locals[name]; return ok })
}

// localize remembers what a local variable hides.
func localize(d *declaration, name string) {
	if len(d.calls) == 0 || d.variant == "export" || d.variant == "readonly" || strings.ContainsAny(d.flags, "gpF") {
		return
	}
	call, old := d.calls[len(d.calls)-1], lookupVar(d.walker, name)
	now, hidden := value.Unset(), old
	now.Exported, now.Readonly = old.Exported, old.Readonly
	if other, again := call.locals[name]; again || strings.Contains(d.flags, "I") {
		now, hidden = value.Join(now, old), value.Join(other, old)
	}
	call.locals[name] = hidden
	setState(d.walker, name, now)
}

// setAttributes applies flags that change what later assignments mean.
func setAttributes(d *declaration, name string) {
	v := lookupVar(d.walker, name)
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

// finishDeclaration applies the flags that act on what the variable has now.
func finishDeclaration(d *declaration, name string, span effect.Span) {
	v := lookupVar(d.walker, name)
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
		v.Exported = true // without a value too, for the value that it gets later
		d.state.set(name, v)
	}
}

// declareText walks a variable that a word of declare names, with the value behind an equals sign.
func declareText(d *declaration, w word) {
	name, val, ok := nameAndValue(w.Text)
	evaluatedName(d.walker, strings.TrimSuffix(name, "+"), w.Span)
	if array, _, sub := strings.Cut(name, "["); sub && ok && validName(array) {
		assignElement(d.walker, array, value.Text(val), w.Span)
		return
	}
	name, more := strings.CutSuffix(name, "+")
	if !validName(name) {
		return
	}
	v := value.Text(val).Of(w.val().Origin)
	declareVariable(d, name, w.Span, v, func() {
		if !ok || declareArray(d, name, v, w.Span) {
			return
		}
		if more {
			v = value.Opaque(cause.GrowingText.Bare()).Of(v.And(lookupVar(d.walker, name).Origin)).Suspect(val)
		}
		assignParameter(d.walker, name, v, w.Span)
	})
}

// declareWords is declare when it was not parsed as a declaration.
func declareWords(sc *simple) {
	d := declaration{walker: sc.walker, variant: sc.words[0].Text}
	for _, w := range sc.words[1:] {
		declareWord(&d, w)
	}
	dump(&d, sc.words)
}
