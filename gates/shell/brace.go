package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// Bounds on the braces of one word, and on the words that memory holds.
const (
	maxBraces = 64
	maxMemory = 1 << 20
)

// braces makes the words that a word with braces stands for. It makes none, but an error, when they are too many, and
// where bash finds an expression and the parser none.
func braces(w *syntax.Word) ([]*syntax.Word, *braceError) {
	if !slices.ContainsFunc(w.Parts, opensBrace) {
		return []*syntax.Word{w}, nil
	}
	split, found := *w, 0
	syntax.SplitBraces(&split)
	n, numbers := countBraces(split.Parts, &found)
	if n > maxFields || found > maxBraces {
		return nil, &braceError{huge: n > maxMemory, numbers: numbers}
	}
	var words []*syntax.Word
	for word := range expand.BracesSeq(nil, &split) {
		if word.Parts = named(word.Parts); bashBraces(word.Parts) {
			return nil, &braceError{}
		}
		words = append(words, word)
	}
	return words, nil
}

// braceError says of the words that a word stands for that memory does not hold them, or that they are numbers.
type braceError struct{ huge, numbers bool }

func opensBrace(p syntax.WordPart) bool {
	lit, ok := p.(*syntax.Lit)
	return ok && strings.Contains(lit.Value, "{")
}

// countBraces counts the words that the braces of a word make, up to more than memory holds, and the braces. It reports
// whether they are a sequence of numbers.
func countBraces(parts []syntax.WordPart, found *int) (words int, numbers bool) {
	words = 1
	for _, p := range parts {
		b, ok := p.(*syntax.BraceExp)
		if !ok {
			continue
		}
		*found++
		n := 0
		for _, e := range b.Elems {
			more, _ := countBraces(e.Parts, found)
			n += more
		}
		if b.Sequence {
			from, err := strconv.ParseInt(b.Elems[0].Lit(), 10, 40)
			to, err2 := strconv.ParseInt(b.Elems[1].Lit(), 10, 40)
			switch numbers = len(parts) == 1; {
			case err == nil && err2 == nil:
				step := int64(1)
				if len(b.Elems) > 2 {
					step, _ = strconv.ParseInt(b.Elems[2].Lit(), 10, 64)
				}
				n = int(max(to-from, from-to)/max(step, -step, 1)) + 1
			case len(b.Elems[0].Lit()) > 1 || len(b.Elems[1].Lit()) > 1:
				n = 2 * maxMemory
			default: // letters
				n, numbers = 1<<7, false
			}
		}
		words = min(words*min(n, 2*maxMemory), 2*maxMemory)
	}
	return words, numbers
}

// named makes letters behind an expansion a part of its name, since braces come before names are read: $x{a,b} is
// $xa $xb.
func named(parts []syntax.WordPart) []syntax.WordPart {
	out := make([]syntax.WordPart, 0, len(parts))
	for _, p := range parts {
		lit, ok := p.(*syntax.Lit)
		if ok && len(out) > 0 {
			if x, short := out[len(out)-1].(*syntax.ParamExp); short && x.Short && x.Index == nil && validName(x.Param.Value) {
				n := 0
				for n < len(lit.Value) && validName("_"+lit.Value[n:n+1]) {
					n++
				}
				longer, name, rest := *x, *x.Param, *lit
				name.Value, rest.Value = name.Value+lit.Value[:n], lit.Value[n:]
				longer.Param = &name
				if out[len(out)-1] = &longer; rest.Value == "" {
					continue
				}
				p = &rest
			}
		}
		out = append(out, p)
	}
	return out
}

// bashBraces reports whether an expression is left in a word. Bash ends one behind a comma or two dots only, so that
// {x},y} is one.
func bashBraces(parts []syntax.WordPart) bool {
	var b strings.Builder
	for _, p := range parts {
		if lit, ok := p.(*syntax.Lit); ok {
			b.WriteString(strings.NewReplacer(`\\`, "", `\{`, "", `\}`, "", `\,`, "").Replace(lit.Value))
		}
	}
	s := b.String()
	for ; strings.Contains(s, "{"); s = s[1:] {
		s = s[strings.IndexByte(s, '{'):]
		depth, parts := 0, false
		for _, c := range s[1:] {
			switch {
			case c == '}' && depth == 0 && parts:
				return true
			case c == '{':
				depth++
			case c == '}' && depth > 0:
				depth--
			case c == ',' && depth == 0:
				parts = true
			}
		}
	}
	return false
}
