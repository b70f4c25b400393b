package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func (z *zshReader) words(list []*syntax.Word) bool {
	return !slices.ContainsFunc(list, func(w *syntax.Word) bool { return !z.word(w) })
}

// word checks a word that may be a pattern of file names.
func (z *zshReader) word(w *syntax.Word) bool {
	var text strings.Builder // the unquoted text, with a NUL for each other part, and a 1 behind those with a value
	pure := true
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			text.WriteString(withoutEscapes(p.Value))
			continue
		case *syntax.ParamExp, *syntax.CmdSubst, *syntax.ArithmExp:
			text.WriteString("\x00\x01")
		default:
			text.WriteByte(0)
		}
		pure = false
	}
	s := text.String()
	return !oddWord.MatchString(s) && !(expansible.MatchString(s) && oddBraces.MatchString(s)) && !z.mayMatch(s, pure)
}

// mayMatch reports whether a word with ^, # or ~ may match the names of files if zsh's extended patterns are on: the
// text before that character begins the name of a file.
func (z *zshReader) mayMatch(s string, pure bool) bool {
	if s == "~" || strings.HasPrefix(s, "~/") {
		s = z.a.facts.Home + s[1:]
	}
	s = strings.ReplaceAll(s, "[^", "[!")
	i := strings.IndexAny(s, "^#~")
	if i < 0 {
		return false
	}
	dir, ok := workDir(z.a)
	if !pure || !ok || strings.ContainsAny(s, "*?[<\x00") || s[0] == '^' {
		return true
	}
	if s[i] == '#' && i > 0 {
		i--
	}
	name := s[:i]
	if !path.IsAbs(name) {
		name = dir + "/" + name
	}
	at, begin := path.Split(name)
	names, err := z.a.view.ReadDir(path.Clean(at))
	return err == nil && slices.ContainsFunc(names, func(n string) bool {
		return strings.HasPrefix(n, begin) && z.a.match(len(n))
	})
}

// sameParts checks neighbouring parts of a word, which zsh may read together.
func sameParts(parts []syntax.WordPart) bool {
	for i, p := range parts[:max(0, len(parts)-1)] {
		switch next := parts[i+1].(type) {
		case *syntax.SglQuoted:
			if q, ok := p.(*syntax.SglQuoted); ok && !q.Dollar && !next.Dollar {
				return false
			}
		case *syntax.Lit:
			if lit, ok := p.(*syntax.Lit); ok && dollar.MatchString(withoutEscapes(lit.Value+next.Value)) {
				return false
			}
			if param, ok := p.(*syntax.ParamExp); ok && param.Short && (afterName.MatchString(next.Value) ||
				param.Param.Value == "#" && afterCount.MatchString(next.Value) ||
				afterDigit.MatchString(param.Param.Value) && afterDigit.MatchString(next.Value)) {
				return false
			}
		}
	}
	return true
}

// sameParameter checks an expansion of a parameter.
func sameParameter(p *syntax.ParamExp) bool {
	if p.Param == nil || specialInZsh(p.Param.Value) || p.Excl || p.Width || p.Names != 0 || p.Flags != nil ||
		p.NestedParam != nil || len(p.Modifiers) > 0 || p.IsSet {
		return false
	}
	if w, ok := p.Index.(*syntax.Word); p.Index != nil && (!ok || w.Lit() != "@" && w.Lit() != "*") {
		return false
	}
	name := p.Param.Value
	if p.Slice != nil && (!isDigits(p.Slice.Offset) || !isDigits(p.Slice.Length) || name == "@" || name == "*") {
		return false
	}
	if p.Repl != nil && !(samePattern(p.Repl.Orig) && samePattern(p.Repl.With)) {
		return false
	}
	switch {
	case p.Exp == nil:
		return true
	case p.Exp.Op <= syntax.AssignUnsetOrNull:
		return plainStarts(p.Exp.Word)
	case p.Exp.Op <= syntax.RemLargePrefix:
		return samePattern(p.Exp.Word)
	}
	return false
}

func isDigits(x syntax.ArithmExpr) bool {
	w, ok := x.(*syntax.Word)
	return x == nil || ok && w.Lit() != "" && strings.Trim(w.Lit(), "0123456789") == ""
}

// samePattern checks a pattern within an expansion.
func samePattern(w *syntax.Word) bool {
	return w == nil || !slices.ContainsFunc(w.Parts, func(p syntax.WordPart) bool {
		switch p := p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return false
		case *syntax.Lit:
			return oddPattern.MatchString(withoutEscapes(p.Value))
		}
		return true
	})
}

// plainNumbers reports whether the numbers in an expression mean the same in zsh, which has other bases.
func plainNumbers(x syntax.ArithmExpr) bool {
	same := true
	if x != nil {
		syntax.Walk(x, func(n syntax.Node) bool {
			w, ok := n.(*syntax.Word)
			same = same && !(ok && oddInteger.MatchString(w.Lit()))
			return same
		})
	}
	return same
}
