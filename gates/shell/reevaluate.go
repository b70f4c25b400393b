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

// This file has one rule for every text that bash evaluates a second time: expressions, names of variables with
// subscripts, prompts, and values in parentheses for declare and similar builtins. Such a text is opaque, unless it is
// a literal in which bash finds nothing but numbers, operators, and names of variables of which the same holds.

// evaluated judges an expression that bash evaluates when the command runs.
func evaluated(ex *walker, s string, span effect.Span) {
	if containsAny(s, "$(", "`") {
		ex.hazard(RuleArithmetic, cause.Word(s), span)
	}
	ex.work(len(s))
	x, err := ex.gram.parser.Arithmetic(strings.NewReader(s))
	w, plain := x.(*syntax.Word)
	if err == nil && x != nil && !(plain && w.Lit() == s) && int(x.End().Offset()) == len(s) && !strings.Contains(s, "$") {
		ex.within(span, func() {
			ex.src = s
			expression(ex, x, false)
		})
		return
	}
	ex.left |= leftLine // it may be no expression, but bash evaluates what comes before the error
	if containsAny(s, "$", "=", "++", "--") {
		ex.opaqueCommand(s, cause.EvaluatedAgain.Bare(), span)
	}
	for name := range strings.FieldsFuncSeq(s, func(r rune) bool { return r != '#' && !validName("_"+string(r)) }) {
		if validName(name) {
			evaluatedVariable(ex, name, span)
		}
	}
}

// evaluatedVariable judges a variable in an expression: bash evaluates its text too.
func evaluatedVariable(ex *walker, name string, span effect.Span) value.Value {
	if slices.Contains(ex.calculating, name) || !ex.step() || !ex.enter() {
		ex.opaqueCommand(name, cause.RefersToItself.Bare(), span)
		return value.Number(cause.UnknownNumbers.Bare())
	}
	defer ex.leave()
	ex.calculating = append(ex.calculating, name)
	v := lookupVar(ex, name)
	if v.Written == "" {
		v.Written = name
	}
	v = calculate(ex, v, span)
	ex.calculating = ex.calculating[:len(ex.calculating)-1]
	return v
}

// calculate evaluates a value as an expression. Only a number that is written as one is known.
func calculate(ex *walker, v value.Value, span effect.Span) value.Value {
	s, known := v.Single()
	s = strings.TrimSpace(s)
	switch {
	case known && s == "":
		return value.Text("0").Of(v.Origin)
	case known && value.IsNumber(s) && (s == "0" || strings.TrimPrefix(s, "-")[0] != '0'):
		return value.Text(s).Of(v.Origin)
	case known && validName(s):
		return evaluatedVariable(ex, s, span)
	case !known && !v.Number:
		ex.opaqueCommand(v.Written, cause.CalculatedWith.Bare(), span)
	}
	for _, s := range v.Texts() {
		evaluated(ex, s, span)
	}
	return value.Number(cause.UnknownNumbers.Bare()).Of(v.Origin)
}

// evaluatedName judges the name of a variable with a subscript, which bash evaluates.
func evaluatedName(ex *walker, s string, span effect.Span) {
	if containsAny(s, "$(", "`") {
		ex.hazard(RuleArithmetic, cause.Word(s), span)
	}
	name, sub, ok := strings.Cut(s, "[")
	if sub = strings.TrimSuffix(sub, "]"); !ok || sub == "@" || sub == "*" || !validName(name) || lookupVar(ex,
		name).Assoc {
		return
	}
	calculate(ex, value.Text(sub), span)
}

// evaluatedWord judges a word that names a variable, and gives the variable's name if it is known.
func evaluatedWord(ex *walker, w word) (name string, known bool) {
	if !w.Known {
		ex.opaqueCommand(w.Text, cause.SubscriptRuns.Bare(), w.Span)
		for _, s := range w.val().Maybe {
			evaluatedName(ex, s, w.Span)
		}
		return "", false
	}
	evaluatedName(ex, w.Text, w.Span)
	name, _, _ = strings.Cut(w.Text, "[")
	return name, validName(name)
}

// evaluatedPrompt judges ${x@P}: bash expands the text of a prompt again.
func evaluatedPrompt(ex *walker, p *syntax.ParamExp, v value.Value) {
	if !v.Known {
		ex.opaqueCommand(ex.source(p), cause.RunsCommandsIn.Bare(), ex.span(p))
	}
	for _, s := range v.Texts() {
		switch {
		case containsAny(s, "$(", "`"):
			ex.hazard(RuleArithmetic, cause.Word(s), ex.span(p))
		case strings.ContainsAny(s, `$\`):
			ex.opaqueCommand(s, cause.EvaluatedAgain.Bare(), ex.span(p))
		}
	}
}

// compound judges a value in parentheses, in which declare reads the elements of an array with their subscripts and
// commands. It reports whether the value may be one.
func compound(d *declaration, name string, v value.Value, span effect.Span) (value.Value, bool) {
	s, known := v.Single()
	switch {
	case !strings.ContainsAny(d.flags, "aA") && !lookupVar(d.walker, name).Array && !table.Listed("shell-arrays", name),
		known && !strings.HasPrefix(s, "("),
		!known && !v.Array && (v.Plain() || v.Prefix != "" && v.Prefix[0] != '('):
		return v, false
	case containsAny(s, "$(", "`", "<(", ">("):
		d.hazard(RuleArithmetic, cause.Word(s), span)
	case !known || strings.ContainsAny(s, "$["):
		d.opaqueCommand(cmp.Or(s, v.Written), cause.EvaluatedAgain.Bare(), span)
	}
	return elements(lookupVar(d.walker, name), value.Opaque(cause.ArrayUnknown.Bare()).Suspect(strings.Trim(s,
		"()"))).Of(v.Origin), true
}

// nameAndValue splits NAME=VALUE as bash does: an equals sign in the subscript of a name belongs to the name.
func nameAndValue(s string) (name, val string, ok bool) {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '[':
			depth++
		case ']':
			depth--
		case '=':
			if depth <= 0 {
				return s[:i], s[i+1:], true
			}
		}
	}
	return s, "", false
}
