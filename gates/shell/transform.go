package shell

import (
	"strconv"
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/syntax"

	"pp/gates/shell/value"
)

func length(v value.Value) value.Value {
	if s, ok := v.Single(); ok && ascii(s) {
		return value.Text(strconv.Itoa(len(s)))
	}
	return value.Number("the length of an unknown text")
}

func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// transform applies the operators of ${…} to one value.
func (ex *expander) transform(p *syntax.ParamExp, v value.Value) value.Value {
	switch {
	case p.Slice != nil:
		return ex.slice(p.Slice, v)
	case p.Repl != nil:
		return ex.replace(p.Repl, v)
	case p.Exp == nil:
		return v
	}
	lost := value.Opaque("a part of a text that is not known").Of(v.Origin)
	if p.Exp.Op == syntax.OtherParamOps {
		return ex.operator(p, v)
	}
	pattern, ok := ex.pattern(p.Exp.Word)
	s, single := v.Single()
	if !ok || !single || len(s) > 2048 || !ex.match(len(s)*(len(s)+len(pattern))) ||
		!ascii(s) && !strings.HasPrefix(p.Exp.Op.String(), "#") && !strings.HasPrefix(p.Exp.Op.String(), "%") {
		return lost
	}
	var out string
	switch p.Exp.Op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix:
		out = trimPrefix(s, pattern, p.Exp.Op == syntax.RemLargePrefix)
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		out = trimSuffix(s, pattern, p.Exp.Op == syntax.RemLargeSuffix)
	case syntax.UpperFirst, syntax.UpperAll, syntax.LowerFirst, syntax.LowerAll:
		out = changeCase(s, pattern, p.Exp.Op)
	default:
		return lost
	}
	v.Set = []string{out}
	v.Unset = false
	return v
}

func trimPrefix(s, pattern string, longest bool) string {
	for i := 0; i <= len(s); i++ {
		n := i
		if longest {
			n = len(s) - i
		}
		if matchPattern(pattern, s[:n]) {
			return s[n:]
		}
	}
	return s
}

func trimSuffix(s, pattern string, longest bool) string {
	for i := 0; i <= len(s); i++ {
		n := len(s) - i
		if longest {
			n = i
		}
		if matchPattern(pattern, s[n:]) {
			return s[:n]
		}
	}
	return s
}

func changeCase(s, pattern string, op syntax.ParExpOperator) string {
	out := []byte(s)
	for i := range out {
		if pattern == "" || matchPattern(pattern, s[i:i+1]) {
			if op == syntax.UpperFirst || op == syntax.UpperAll {
				out[i] = strings.ToUpper(s[i : i+1])[0]
			} else {
				out[i] = strings.ToLower(s[i : i+1])[0]
			}
		}
		if op == syntax.UpperFirst || op == syntax.LowerFirst {
			break
		}
	}
	return string(out)
}

// operator is ${x@Q} and its relatives.
func (ex *expander) operator(p *syntax.ParamExp, v value.Value) value.Value {
	op := ""
	if p.Exp.Word != nil {
		op = p.Exp.Word.Lit()
	}
	s, single := v.Single()
	if op == "P" {
		if !single {
			ex.opaqueCommand(ex.source(p), "bash runs the commands in it", ex.span(p))
			return value.Opaque("a prompt that is not known")
		}
		ex.checkSubscript(promptText(s), ex.span(p))
	}
	out := value.Opaque("a text in another form").Of(v.Origin)
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

// slice is ${x:offset:length}.
func (ex *expander) slice(sl *syntax.Slice, v value.Value) value.Value {
	from, ok1 := ex.integer(sl.Offset)
	lost := value.Opaque("a part of a text that is not known").Of(v.Origin)
	n, ok2 := 0, true
	if sl.Length != nil {
		n, ok2 = ex.integer(sl.Length)
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

func (ex *expander) integer(x syntax.ArithmExpr) (int, bool) {
	if x == nil {
		return 0, true
	}
	s, ok := ex.arithmetic(x).Single()
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n > -1<<30 && n < 1<<30
}

// replace is ${x/pattern/text}.
func (ex *expander) replace(r *syntax.Replace, v value.Value) value.Value {
	pattern, ok := ex.pattern(r.Orig)
	ok = ok && r.Orig != nil && len(r.Orig.Parts) > 0 // the parser and bash differ on ${x////y}
	with, ok2 := ex.one(r.With).Single()
	s, single := v.Single()
	// bash 5.2 puts what matched in the place of an ampersand.
	if !ok || !ok2 || !single || len(s) > 512 || !ex.match(len(s)*len(s)*(1+len(s)/8)) || strings.Contains(with, "&") {
		return value.Opaque("a text in which something is replaced").Of(v.Origin)
	}
	anchor := byte(0)
	if !r.All && pattern != "" && (pattern[0] == '#' || pattern[0] == '%') {
		anchor, pattern = pattern[0], pattern[1:]
	}
	if pattern == "" && anchor == 0 {
		return v
	}
	return value.Text(replaceAll(s, pattern, with, anchor, r.All)).Of(v.Origin)
}

// replaceAll replaces the first or all matches of a pattern, or the one at the start (#) or the end (%).
func replaceAll(s, pattern, with string, anchor byte, all bool) string {
	switch anchor {
	case '#':
		if n := longestMatch(pattern, s); n >= 0 {
			return with + s[n:]
		}
		return s
	case '%':
		for i := 0; i <= len(s); i++ {
			if matchPattern(pattern, s[i:]) {
				return s[:i] + with
			}
		}
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		n := longestMatch(pattern, s[i:])
		if n <= 0 {
			b.WriteByte(s[i])
			i++
			continue
		}
		b.WriteString(with)
		i += n
		if !all {
			b.WriteString(s[i:])
			break
		}
	}
	return b.String()
}

// longestMatch is the length of the longest match at the start of s, or -1.
func longestMatch(pattern, s string) int {
	for n := len(s); n >= 0; n-- {
		if matchPattern(pattern, s[:n]) {
			return n
		}
	}
	return -1
}
