package shell

import (
	"cmp"
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
		return expandSlice(ex, p.Slice, v)
	case p.Repl != nil:
		return replace(ex, p.Repl, v)
	case p.Exp == nil:
		return v
	}
	lost := value.Opaque(cause.TextPart.Bare()).Of(v.Origin)
	for _, s := range v.Maybe {
		lost = lost.Suspect(transform(ex, p, value.Text(s)).Text)
	}
	if p.Exp.Op == syntax.OtherParamOps {
		return operator(ex, p, v)
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
	case syntax.UpperFirst, syntax.UpperAll, syntax.LowerFirst, syntax.LowerAll:
		if re = patternOf("^(", cmp.Or(pat, "?"), ")$", 0); re != nil && ascii(s) {
			return value.Text(changeCase(s, re, op)).Of(v.Origin)
		}
		return lost
	}
	if re == nil {
		return lost
	}
	if left := re.FindStringSubmatch(s); left != nil {
		s = left[1]
	}
	return value.Text(s).Of(v.Origin)
}

func changeCase(s string, which *regexp.Regexp, op syntax.ParExpOperator) string {
	change := strings.ToLower
	if op == syntax.UpperFirst || op == syntax.UpperAll {
		change = strings.ToUpper
	}
	var out strings.Builder
	for i := range len(s) {
		c := s[i : i+1]
		if which.MatchString(c) && (i == 0 || op == syntax.UpperAll || op == syntax.LowerAll) {
			c = change(c)
		}
		out.WriteString(c)
	}
	return out.String()
}

// operator is ${x@Q} and its relatives.
func operator(ex *walker, p *syntax.ParamExp, v value.Value) value.Value {
	op := ""
	if p.Exp.Word != nil {
		op = p.Exp.Word.Lit()
	}
	s, single := v.Single()
	if op == "P" {
		evaluatedPrompt(ex, p, v)
	}
	out := value.Opaque(cause.OtherForm.Bare()).Of(v.Origin)
	if !single || !ascii(s) {
		return out
	}
	switch op {
	case "U":
		s = strings.ToUpper(s)
	case "L":
		s = strings.ToLower(s)
	case "u":
		if s != "" {
			s = strings.ToUpper(s[:1]) + s[1:]
		}
	case "E":
		s = ansiC(s)
	default:
		return out
	}
	return value.Text(s).Of(v.Origin)
}

// promptText takes character numbers out of a prompt, as bash does first (manual, "Controlling the Prompt").
func promptText(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if n, used := digits(s[i+1:], 8, 3); s[i] == '\\' && used > 0 {
			b.WriteByte(byte(n))
			i += used
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// expandSlice is ${x:offset:length}.
func expandSlice(ex *walker, sl *syntax.Slice, v value.Value) value.Value {
	from, ok1 := integer(ex, sl.Offset)
	lost := value.Opaque(cause.TextPart.Bare()).Of(v.Origin)
	n, ok2 := 0, true
	if sl.Length != nil {
		n, ok2 = integer(ex, sl.Length)
	}
	s, single := v.Single()
	if !single || !ok1 || !ok2 || !ascii(s) {
		return lost
	}
	if from < 0 {
		from += len(s)
	}
	if from < 0 || from > len(s) {
		return value.Text("").Of(v.Origin)
	}
	end := len(s)
	switch {
	case sl.Length != nil && n < 0:
		end += n
	case sl.Length != nil:
		end = min(end, from+n)
	}
	if end < from {
		return lost
	}
	return value.Text(s[from:end]).Of(v.Origin)
}

func integer(ex *walker, x syntax.ArithmExpr) (int, bool) {
	if x == nil {
		return 0, true
	}
	s, ok := calculateArithmetic(ex, x).Single()
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n > -1<<30 && n < 1<<30
}

// replace is ${x/pattern/text}.
func replace(ex *walker, r *syntax.Replace, v value.Value) value.Value {
	pat, ok := expandPattern(ex, r.Orig)
	ok = ok && r.Orig != nil && len(r.Orig.Parts) > 0 // the parser and bash differ on ${x////y}
	with, ok2 := expandOne(ex, r.With).Single()
	s, single := v.Single()
	lost := value.Opaque(cause.ReplacedText.Bare()).Of(v.Origin)
	// bash 5.2 puts what matched in the place of an ampersand.
	if !ok || !ok2 || !single || len(s) > 2048 || !ex.match(len(s)*(1+len(pat))) || strings.Contains(with, "&") {
		return lost
	}
	before, after := "", ""
	switch {
	case pat == "":
		return v
	case pat[0] == '#' && !r.All:
		before, pat = "^", pat[1:]
	case pat[0] == '%' && !r.All:
		after, pat = "$", pat[1:]
	}
	re := patternOf(before, pat, after, 0)
	if re == nil {
		return lost
	}
	re.Longest()
	if r.All {
		s = re.ReplaceAllLiteralString(s, with)
	} else if at := re.FindStringIndex(s); at != nil {
		s = s[:at[0]] + with + s[at[1]:]
	}
	return value.Text(s).Of(v.Origin)
}
