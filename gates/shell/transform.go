package shell

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/pattern"
	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/gates/shell/value"
)

func length(v value.Value) value.Value {
	if s, ok := v.Single(); ok && ascii(s) {
		return value.Text(strconv.Itoa(len(s)))
	}
	return value.Number(cause.UnknownLength.Bare())
}

func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// transform applies the operators of ${…} to one value.
func transform(ex *walker, p *syntax.ParamExp, v value.Value) value.Value {
	switch {
	case p.Slice != nil:
		for _, x := range []syntax.ArithmExpr{p.Slice.Offset, p.Slice.Length} {
			if x != nil {
				calculateArithmetic(ex, x)
			}
		}
		return value.Opaque(cause.TextPart.Bare()).Of(v.Origin)
	case p.Repl != nil:
		expandPattern(ex, p.Repl.Orig)
		expandOne(ex, p.Repl.With)
		return value.Opaque(cause.ReplacedText.Bare()).Of(v.Origin)
	case p.Exp == nil:
		return v
	}
	lost := value.Opaque(cause.TextPart.Bare()).Of(v.Origin)
	for _, s := range v.Maybe {
		lost = lost.Suspect(transform(ex, p, value.Text(s)).Text)
	}
	if p.Exp.Op == syntax.OtherParamOps && p.Exp.Word != nil && p.Exp.Word.Lit() == "P" {
		evaluatedPrompt(ex, p, v)
	}
	pat, ok := expandPattern(ex, p.Exp.Word)
	s, single := v.Single()
	if !ok || !single || len(s) > 2048 || !ex.match(len(s)*(1+len(pat))) {
		return lost
	}
	var re *regexp.Regexp // the first group of which is what is left
	switch op := p.Exp.Op; op {
	case syntax.RemSmallPrefix:
		re = patternOf("^", pat, "(?s:(.*))$", pattern.Shortest)
	case syntax.RemLargePrefix:
		re = patternOf("^", pat, "(?s:(.*))$", 0)
	case syntax.RemSmallSuffix:
		re = patternOf("^(?s:(.*))", pat, "$", pattern.Shortest)
	case syntax.RemLargeSuffix:
		re = patternOf("^(?s:(.*?))", pat, "$", 0)
	}
	if re == nil {
		return lost
	}
	if left := re.FindStringSubmatch(s); left != nil {
		s = left[1]
	}
	return value.Text(s).Of(v.Origin)
}
