package shell

import (
	"pp/engine/cause"
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
func braces(w *syntax.Word, may func(words int) bool) ([]*syntax.Word, *braceError) {
	if !slices.ContainsFunc(w.Parts, opensBrace) {
		return []*syntax.Word{w}, nil
	}
	commas := writtenWith(w, ",")
	split, found := *w, 0
	syntax.SplitBraces(&split)
	n, numbers := countBraces(split.Parts, &found)
	if n > maxFields || found > maxBraces || !may(n) {
		return nil, &braceError{cause: cause.TooManyWords.Bare(), huge: n > maxMemory, numbers: numbers}
	}
	var words []*syntax.Word
	for word, err := range expand.BracesSeq(nil, &split) {
		if err != nil { // a step that overflows never ends
			return nil, &braceError{cause: cause.TooManyWords.Bare()}
		}
		if word.Parts = named(word.Parts); expandsAnew(word.Parts) || bashBraces(word.Parts, commas) {
			return nil, &braceError{cause: cause.OwnBraces.Bare()}
		}
		words = append(words, word)
	}
	return words, nil
}

// braceError is why it is not known what words a word stands for: that memory does not hold them, or that they are
// numbers.
type braceError struct {
	cause         cause.Cause
	huge, numbers bool
}

// writtenWith reports whether some text is anywhere in a word as it is written, in quotes and commands too.
func writtenWith(w *syntax.Word, text string) bool {
	var b strings.Builder
	return syntax.NewPrinter().Print(&b, w) != nil || strings.Contains(b.String(), text)
}

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

// expandsAnew reports whether braces made an expansion of what is none: {$,x}HOME is $HOME, and {Z..a} has a backslash.
func expandsAnew(parts []syntax.WordPart) bool {
	dollar := false
	for _, p := range parts {
		lit, ok := p.(*syntax.Lit)
		switch {
		case !ok && dollar, ok && (lit.Value == `\` || lit.Value == "`"):
			return true
		case !ok || lit.Value == "":
			continue
		case dollar && strings.IndexByte(`%+,./:=]}^~\`, lit.Value[0]) < 0:
			return true
		}
		dollar = strings.HasSuffix(strings.NewReplacer(`\\`, "", `\$`, "").Replace(lit.Value), "$")
	}
	return false
}

// bashBraces reports whether an expression is left in a word. Bash ends one behind a comma or two dots only, so that
// {x},y} is one, and takes one of two dots that is no sequence for a list of one, without its braces, if there is
// a comma anywhere in it, be it quoted or in a list that comes first: {..","} and {{a,b}..c} are.
func bashBraces(parts []syntax.WordPart, commas bool) bool {
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
		for i := 1; i < len(s); i++ {
			switch {
			case s[i] == '}' && depth == 0 && parts:
				return true
			case s[i] == '{':
				depth++
			case s[i] == '}' && depth > 0:
				depth--
			case depth == 0 && (s[i] == ',' || commas && strings.HasPrefix(s[i:], "..")):
				parts = true
			}
		}
	}
	return false
}
