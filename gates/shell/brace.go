package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
)

// Bounds on the braces of one word, and on the words that memory holds.
const (
	maxBraces = 64
	maxMemory = 1 << 20
)

// braces makes the words that a word with braces stands for. It makes none, but gives a cause, where they are too many,
// and where the parser and bash may not read the same in them. huge says that memory does not hold the words.
func braces(w *syntax.Word, may func(words int) bool) (words []*syntax.Word, why cause.Cause, huge bool) {
	opens := func(p syntax.WordPart) bool {
		lit, ok := p.(*syntax.Lit)
		return ok && strings.Contains(lit.Value, "{")
	}
	if !slices.ContainsFunc(w.Parts, opens) || !isWrittenWith(w, ",", "..") {
		return []*syntax.Word{w}, why, false
	}
	split, found := *w, 0
	syntax.SplitBraces(&split)
	n, plain := countBraces(split.Parts, &found)
	switch {
	case n > maxFields || found > maxBraces || !may(n):
		return nil, cause.TooManyWords.Bare(), n > maxMemory
	case !plain:
		return nil, cause.OwnBraces.Bare(), false
	}
	for word, err := range expand.BracesSeq(nil, &split) {
		if err != nil || slices.ContainsFunc(word.Parts, opens) { // bash finds an expression where the parser finds none
			return nil, cause.OwnBraces.Bare(), false
		}
		words = append(words, word)
	}
	return words, why, false
}

// isWrittenWith reports whether one of some texts is in a word as it is written, in quotes and commands too.
func isWrittenWith(w *syntax.Word, texts ...string) bool {
	var b strings.Builder
	return syntax.NewPrinter().Print(&b, w) != nil || containsAny(b.String(), texts...)
}

// countBraces counts the words that the braces of a word make, up to more than memory holds, and the braces. It reports
// whether they are plain: braces come before names are read, so that $x{a,b} is $xa $xb, and {$,x}HOME is $HOME.
func countBraces(parts []syntax.WordPart, found *int) (words int, plain bool) {
	words, plain = 1, true
	for i, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			plain = plain && !strings.ContainsAny(p.Value, "$`\\")
		case *syntax.ParamExp:
			plain = plain && (!p.Short || i == len(parts)-1)
		case *syntax.BraceExp:
			*found++
			n := 0
			for _, e := range p.Elems {
				more, ok := countBraces(e.Parts, found)
				n, plain = n+more, plain && ok
			}
			if p.Sequence {
				var ok bool
				n, ok = countSequence(p.Elems)
				plain = plain && ok
			}
			words = min(words*min(n, 2*maxMemory), 2*maxMemory)
		}
	}
	return words, plain
}

// countSequence counts the numbers, or letters of one case, of a sequence.
func countSequence(elems []*syntax.Word) (n int, plain bool) {
	first, last, step := elems[0].Lit(), elems[1].Lit(), int64(1)
	if len(elems) > 2 {
		step, _ = strconv.ParseInt(elems[2].Lit(), 10, 40)
	}
	from, err := strconv.ParseInt(first, 10, 40)
	to, err2 := strconv.ParseInt(last, 10, 40)
	if err == nil && err2 == nil {
		return int(max(to-from, from-to)/max(step, -step, 1)) + 1, true
	}
	if len(first) > 1 || len(last) > 1 {
		return 2 * maxMemory, false
	}
	return 1 << 7, strings.ToLower(first) == first == (strings.ToLower(last) == last)
}
