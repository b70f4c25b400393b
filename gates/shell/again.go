package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// This file has one rule for every text that bash evaluates a second time: names of variables with subscripts, prompts,
// and values of arrays for declare and similar builtins. Such a text is opaque unless pp knows it and can read what
// bash makes of it. Expressions follow the same rule in arith.go.

// checkSubscript looks for expansions in a text that bash expands again, and walks them.
func (ex *expander) checkSubscript(name string, span effect.Span) {
	if !containsAny(name, "$(", "`", "${", "$[") {
		return
	}
	if containsAny(name, "$(", "`") {
		ex.hazard(RuleArithmetic, cause.Word(name), span)
	}
	ex.work(len(name))
	w, err := ex.gram.parser.Document(strings.NewReader(name))
	if err != nil {
		ex.opaqueCommand(name, cause.EvaluatedAgain.Bare(), span)
		return
	}
	ex.within(span, func() { ex.document(w) })
}

// checkName checks a computed name. Bash runs the commands in its subscript, and evaluates the subscript as an
// expression, including commands in the values of its variables.
func (ex *expander) checkName(s string, span effect.Span) {
	ex.checkSubscript(s, span)
	name, sub, ok := strings.Cut(s, "[")
	if sub = strings.TrimSuffix(sub, "]"); !ok || sub == "" || sub == "@" || sub == "*" || !validName(name) ||
		ex.lookup(name).Assoc == value.On {
		return
	}
	calculation{ex}.text(sub, span)
}

// checkWord checks a word that names a variable.
func (ex *expander) checkWord(w word) {
	if !w.Known {
		ex.unknownName(w)
		return
	}
	ex.checkName(w.Text, w.Span)
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

// literalSubscript reports whether a variable's name has no subscript, or one that bash need not evaluate.
func literalSubscript(name string) bool {
	_, sub, ok := strings.Cut(name, "[")
	sub = strings.TrimSuffix(sub, "]")
	return !ok || sub == "@" || sub == "*" || value.IsNumber(sub)
}

// takesArray reports whether declare reads a value in parentheses as that of an array.
func (d *declaration) takesArray(name string) bool {
	return strings.ContainsAny(d.flags, "aA") || d.lookup(name).Array || table.Listed("shell-arrays", name)
}

// compound walks a quoted value in which bash reads the elements of an array, with their subscripts and commands. It
// reports whether the value may be an array.
func (d *declaration) compound(name string, v value.Value, span effect.Span) (value.Value, bool) {
	texts := v.Set
	if !v.Known || v.Array {
		if !v.Array && (v.Plain() || v.Prefix != "" && v.Prefix[0] != '(') {
			return v, false
		}
		d.opaqueCommand(v.Written, cause.EvaluatedAgain.Bare(), span)
		texts = []string{"("}
	}
	found := false
	out := value.OpaqueArray(cause.ArrayUnknown.Bare()).Of(v.Origin)
	for _, s := range texts {
		if !strings.HasPrefix(s, "(") {
			continue
		}
		list, ok := d.elements(name, s, span)
		if found = true; ok && len(texts) == 1 {
			out = list.Of(v.Origin)
		}
	}
	return out, found
}

// elements reads the elements of an array from a text that bash evaluates again.
func (d *declaration) elements(name, s string, span effect.Span) (out value.Value, ok bool) {
	if containsAny(s, "$(", "`", "<(", ">(") {
		d.hazard(RuleArithmetic, cause.Word(s), span)
	}
	d.work(len(s))
	file, err := d.gram.parse("x=" + s)
	if err != nil || len(file.Stmts) != 1 || len(file.Stmts[0].Redirs) > 0 {
		d.opaqueCommand(s, cause.EvaluatedAgain.Bare(), span)
		return out, false
	}
	c, ok := file.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) > 0 || len(c.Assigns) != 1 || c.Assigns[0].Array == nil {
		d.opaqueCommand(s, cause.EvaluatedAgain.Bare(), span)
		return out, false
	}
	d.within(span, func() {
		out = d.arrayValue(c.Assigns[0].Array, d.lookup(name).Assoc, d.counts(name), span)
	})
	return out, true
}
