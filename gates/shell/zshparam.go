package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// parts checks neighbouring parts of a word, which zsh may read together.
func (z *zshReader) parts(w syntax.Node, parts []syntax.WordPart) {
	for i, p := range parts[:max(0, len(parts)-1)] {
		switch next := parts[i+1].(type) {
		case *syntax.SglQuoted:
			if q, ok := p.(*syntax.SglQuoted); ok && !q.Dollar && !next.Dollar {
				z.ask(w, "the quotes")
			}
		case *syntax.Lit:
			if lit, ok := p.(*syntax.Lit); ok && !hasPlainDollars(lit.Value+next.Value) {
				z.ask(w, "the expansion")
			}
			if param, ok := p.(*syntax.ParamExp); ok && param.Short && next.Value != "" {
				z.behind(w, param.Param.Value, next.Value)
			}
		}
	}
}

// behind checks the text after a variable, which zsh may read as a subscript or a modifier.
func (z *zshReader) behind(w syntax.Node, name, text string) {
	switch c := text[0]; {
	case c == '[', c == ':' && len(text) > 1 && isModifier(text[1]):
		z.ask(w, "an element or a modifier of $"+name)
	case name == "#" && strings.IndexByte(" /.,)\n", c) < 0, isDigit(name[0]) && isDigit(c):
		z.ask(w, "the expansion")
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isModifier reports whether a character after a colon may begin a modifier.
func isModifier(c byte) bool { return c == '&' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// hasPlainDollars reports whether zsh reads each $ in a literal text as a plain character.
func hasPlainDollars(s string) bool {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '$' && i+1 < len(s) && strings.IndexByte(" \n\t/.,)|;%]}\\'\"", s[i+1]) < 0:
			return false
		}
	}
	return true
}

// hasSameEscapes reports whether the escapes in $'…' mean the same in zsh.
func hasSameEscapes(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '\\' {
			i++
			if strings.IndexByte(`nrtaebfv\'"x01234567`, s[i]) < 0 {
				return false
			}
		}
	}
	return true
}

// param checks an expansion of a parameter.
func (z *zshReader) param(p *syntax.ParamExp) {
	if p.Param == nil {
		z.ask(p, "the expansion")
		return
	}
	name := p.Param.Value
	all := false
	if w, ok := p.Index.(*syntax.Word); ok {
		text := w.Lit()
		all = text == "@" || text == "*"
	}
	if table.Listed("zsh/variables", name) || strings.HasSuffix(name, "_functions") || p.Excl || p.Width || p.Names != 0 ||
		p.Flags != nil || p.NestedParam != nil || len(p.Modifiers) > 0 || p.IsSet || p.Index != nil && !all {
		z.ask(p, "the expansion")
		return
	}
	if p.Slice != nil {
		number := func(x syntax.ArithmExpr) bool {
			w, ok := x.(*syntax.Word)
			return x == nil || ok && value.IsNumber(w.Lit())
		}
		if !number(p.Slice.Offset) || !number(p.Slice.Length) || name == "@" || name == "*" {
			z.ask(p, "a part of a variable")
		}
	}
	if p.Exp != nil {
		switch p.Exp.Op {
		case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
			z.pattern(p, p.Exp.Word)
		case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AlternateUnset, syntax.AlternateUnsetOrNull,
			syntax.AssignUnset, syntax.AssignUnsetOrNull, syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
			z.named(p, p.Exp.Word)
		default:
			z.ask(p, "the expansion")
		}
	}
	if p.Repl != nil {
		z.pattern(p, p.Repl.Orig)
		z.pattern(p, p.Repl.With)
	}
}

// pattern checks a pattern within an expansion.
func (z *zshReader) pattern(p *syntax.ParamExp, w *syntax.Word) {
	if w == nil {
		return
	}
	for _, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
		case *syntax.Lit:
			if strings.ContainsAny(unquotedPart(part.Value), "(|<^#~&") {
				z.ask(p, "the pattern")
			}
		default:
			z.ask(p, "the pattern")
		}
	}
}

// hasSameNumbers reports whether the numbers in an expression mean the same in zsh, which has other bases.
func hasSameNumbers(x syntax.ArithmExpr) bool {
	same := true
	if x == nil {
		return same
	}
	syntax.Walk(x, func(n syntax.Node) bool {
		if w, ok := n.(*syntax.Word); ok {
			text := w.Lit()
			same = same && !(len(text) > 1 && text[0] == '0') && !strings.ContainsAny(text, "#.'")
		}
		return same
	})
	return same
}
