package script

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// gitHubExpression is what GitHub replaces in a file.
var gitHubExpression = regexp.MustCompile(`(?s)\$\{\{(.*?)\}\}`)

// values are what an expression may be, as far as the file says.
type values struct {
	list  []string
	open  bool   // it may be something else too
	given string // the part whose text is chosen by who starts a run, labels or calls
	// isBuilt is set for text that functions build, and isMade where that could be more than a name.
	isBuilt, isMade bool
}

func (v *values) add(other values) {
	v.list, v.open = append(v.list, other.list...), v.open || other.open
	v.isBuilt, v.isMade = v.isBuilt || other.isBuilt, v.isMade || other.isMade
	if v.given == "" {
		v.given = other.given
	}
}

// Bounds on the values that are followed.
const (
	maxPicks      = 64 // values of one expression
	maxExpression = 8  // expressions within one another
)

// addTexts adds a script for each text that its own may become once the forge wrote the values of its expressions into
// it, before a shell sees it.
func (f *workflow) addTexts(s Script) {
	for _, t := range f.texts(s.Text, s.Env) {
		s.Text = t
		f.add(s)
	}
}

// texts are what a text may become. It reports the expressions whose value others choose: they can make it any text.
func (f *workflow) texts(t Text, env map[string]string) []Text {
	for _, m := range f.marks.FindAllStringSubmatchIndex(t.S, -1) {
		line, col := t.Position(m[0])
		inner := t.S[m[2]:m[3]]
		const instead = " can choose, becomes a part of this script; give it to the step as a variable of the " +
			"environment, and use that."
		if name := f.outsider(inner); name != "" {
			f.problem(line, col, "script-injection", "The text of "+name+", which anybody"+instead)
		} else if v := f.valuesOf(inner, env, 0); v.given != "" {
			f.report(Problem{line, col, "script-input", "The text of " + v.given + ", which whoever starts or calls " +
				"this" + instead, true})
		} else if v.isMade {
			f.report(Problem{line, col, "script-input", madeText, true})
		}
	}
	var out []Text
	for pick, most := 0, 1; pick < min(most, maxPicks) && f.spend(1+len(t.S)/256); pick++ {
		text, n := f.written(t, env, pick)
		if most = max(most, n); len(out) == 0 || out[len(out)-1].S != text.S {
			out = append(out, text)
		}
		if most > maxPicks && pick == 0 {
			f.beyond(t, "The number of values that an expression here may have")
		}
	}
	return out
}

// written is a text with a value of each of its expressions, and how many the one with the most has. What is not known
// becomes a variable that nobody knows.
func (f *workflow) written(t Text, env map[string]string, pick int) (Text, int) {
	var w writer
	var q quoting
	at, most, seen := 0, 1, 0
	for _, m := range f.marks.FindAllStringSubmatchIndex(t.S, -1) {
		inner := t.S[m[2]:m[3]]
		v := f.valuesOf(inner, env, 0)
		n := len(v.list)
		if v.open {
			n++
		}
		most = max(most, n)
		line, col := t.Position(m[0])
		w.add(t.cut(at, m[0]))
		if i := min(pick, n-1); i < len(v.list) && f.spend(len(v.list[i])/64) {
			w.put(v.list[i], line, col)
		} else {
			name := "${" + variable(inner) + "}"
			if v.isBuilt {
				name = unknownValue("computed")
			}
			for ; seen < m[0]; seen++ {
				q.next(t.S[seen])
			}
			if q.isLiteral() {
				name = `'"` + name + `"'`
			}
			w.put(name, line, col)
		}
		if at = m[1]; w.b.Len() > maxText {
			f.exhaust()
			break
		}
	}
	w.add(t.cut(at, len(t.S)))
	return w.text(), most
}

// quoting is how a shell takes what comes next of a text, whose quotes end with their line.
type quoting struct {
	quote   byte
	escaped bool
}

func (q *quoting) next(c byte) {
	switch {
	case c == '\n':
		*q = quoting{}
	case q.escaped:
		q.escaped = false
	case c == '\\' && q.quote != '\'':
		q.escaped = true
	case q.quote == 0 && (c == '\'' || c == '"'):
		q.quote = c
	case c == q.quote:
		q.quote = 0
	}
}

// isLiteral reports whether the shell leaves what comes next as it is.
func (q *quoting) isLiteral() bool { return q.quote == '\'' }

// valuesOf are the values of an expression.
func (f *workflow) valuesOf(s string, env map[string]string, depth int) values {
	s = strings.TrimSpace(s)
	if depth > maxExpression {
		f.exhaust()
	}
	if s == "" || !f.spend(1+len(s)/64) {
		return values{open: true}
	}
	if parts := splitOutside(s, "||"); len(parts) > 1 {
		v := values{open: len(parts) > maxPicks}
		for _, p := range parts[:min(len(parts), maxPicks)] {
			v.add(f.valuesOf(p, env, depth+1))
		}
		return v
	}
	if parts := splitOutside(s, "&&"); len(parts) > 1 {
		return f.valuesOf(parts[len(parts)-1], env, depth+1)
	}
	name, args, call := strings.Cut(s, "(")
	switch {
	case s[0] == '\'' && len(s) > 1 && s[len(s)-1] == '\'' && strings.Count(s, "'")%2 == 0:
		return values{list: []string{strings.ReplaceAll(s[1:len(s)-1], "''", "'")}}
	case s[0] == '(' && s[len(s)-1] == ')':
		return f.valuesOf(s[1:len(s)-1], env, depth+1)
	case call && s[len(s)-1] == ')':
		return f.called(strings.ToLower(strings.TrimSpace(name)), splitOutside(args[:len(args)-1], ","), env, depth)
	}
	lower := withDots(s)
	for _, key := range [...]string{s, lower, strings.ToUpper(lower)} {
		if v, ok := env[key[min(len(key), len("env.")):]]; ok && strings.HasPrefix(lower, "env.") {
			return values{list: []string{v}}
		}
	}
	v, ok := f.values[strings.TrimPrefix(lower, "github.event.")]
	v.open = v.open || !ok
	if !strings.ContainsAny(lower, "=<>!") && f.isByRight(lower) {
		v.given = s
	}
	return v
}

// called is what a function gives. Text that one builds of what stands in the file is not known.
func (f *workflow) called(name string, args []string, env map[string]string, depth int) values {
	out := values{open: true}
	for i, a := range args {
		v := f.valuesOf(a, env, depth+1)
		isSeparator := name == "join" && i > 0
		if !isSeparator {
			out.isBuilt = out.isBuilt || v.isBuilt || len(v.list) > 0
			out.isMade = out.isMade || v.isMade || slices.ContainsFunc(v.list, func(s string) bool {
				return !isPlain(name == "fromjson", s)
			})
		}
		out.given = cmp.Or(out.given, v.given)
	}
	switch name {
	case "tojson", "join", "format", "fromjson", "":
		return out
	}
	return values{open: true} // a comparison, or a sum
}

// isPlain reports whether text that a function is given can be but names of files and words: no signs of a shell, no
// flag and no absolute path. The signs of JSON may stand around it.
func isPlain(json bool, text string) bool {
	if json {
		text = strings.Map(func(r rune) rune {
			if strings.ContainsRune("[]{}\",:", r) {
				return ' '
			}
			return r
		}, text)
	}
	isFlagOrPath := func(w string) bool { return w[0] == '-' || w[0] == '/' }
	return !strings.ContainsAny(text, ";|&<>()`\"'\\$\n~") && !slices.ContainsFunc(strings.Fields(text), isFlagOrPath)
}

// splitOutside takes an expression apart at a sign that stands neither in quotes nor in brackets.
func splitOutside(s, sign string) []string {
	var parts []string
	from, depth, quoted := 0, 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'':
			quoted = !quoted
		case quoted:
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case depth == 0 && strings.HasPrefix(s[i:], sign):
			parts = append(parts, s[from:i])
			i += len(sign) - 1
			from = i + 1
		}
	}
	return append(parts, s[from:])
}

var (
	aroundDots = regexp.MustCompile(`\s*([\[.\]])\s*`)
	index      = regexp.MustCompile(`\['([^']*)'\]`)
)

// withDots is an expression in small letters with its indices written with dots.
func withDots(expression string) string {
	return index.ReplaceAllString(aroundDots.ReplaceAllString(strings.ToLower(expression), "$1"), ".$1")
}

// matrix takes what a job's matrix sets its names to.
func (f *workflow) matrix(m *yaml.Node) {
	f.made(m)
	for k, v := range pairs(m) {
		f.made(v)
		switch str(k) {
		case "exclude":
		case "include":
			for _, row := range items(v) {
				f.learn("matrix", row, false, 0)
			}
		default:
			if v.Kind == yaml.ScalarNode {
				f.learn("matrix."+str(k), v, true, 0)
			}
			for _, n := range items(v) {
				f.learn("matrix."+str(k), n, false, 0)
			}
		}
	}
}

// made reports a part of a matrix that functions build of what stands in the file.
func (f *workflow) made(n *yaml.Node) {
	for _, m := range f.marks.FindAllStringSubmatch(str(n), -1) {
		if f.valuesOf(m[1], nil, 0).isMade {
			line, col := f.place(n)
			f.report(Problem{line, col, "script-input", madeText, true})
		}
	}
}

// madeText is why text that functions build asks.
const madeText = "Functions put together a part of this script; write it out."

// defaults takes the default values of inputs, and which inputs are no free text: numbers, or one of the texts that
// the file lists.
func (f *workflow) defaults(inputs *yaml.Node) {
	for k, v := range pairs(inputs) {
		name := "inputs." + strings.ToLower(str(k))
		closed := get(v, "regex") != nil || len(items(get(v, "options"))) > 0 ||
			slices.Contains([]string{"boolean", "number", "environment"}, str(get(v, "type")))
		if f.closed == nil {
			f.closed = map[string]bool{}
		}
		before, twice := f.closed[name]
		f.closed[name] = closed && (before || !twice)
		if d := get(v, "default"); str(d) != "" {
			f.learn(name, d, true, 0)
		}
	}
}

// learn keeps a value of a name, or those of its parts.
func (f *workflow) learn(name string, n *yaml.Node, open bool, depth int) {
	name = strings.ToLower(name)
	switch {
	case depth > maxExpression:
		f.exhaust()
	case n == nil || !f.spend(1):
	case n.Kind == yaml.MappingNode:
		for k, v := range pairs(n) {
			f.learn(name+"."+str(k), v, open, depth+1)
		}
	case n.Kind == yaml.ScalarNode:
		s := str(n)
		f.taint(name, s)
		v := f.values[name]
		if f.marks.MatchString(s) {
			v.open = true
		} else if len(v.list) <= maxPicks {
			v.list = append(slices.Clip(v.list), s)
		}
		v.open = v.open || open
		if f.values == nil {
			f.values = map[string]values{}
		}
		f.values[name] = v
	}
}

// variable is a name for the value of an expression.
func variable(expression string) string {
	expression = strings.TrimSpace(expression)
	switch expression {
	case "github.workspace":
		return "GITHUB_WORKSPACE"
	case "runner.temp":
		return "RUNNER_TEMP"
	}
	if name, ok := strings.CutPrefix(expression, "env."); ok && word(name) {
		return name
	}
	if isAddress(expression) {
		return "expr_address"
	}
	return "expr_" + wordsOnly(expression)
}

// wordsOnly is the start of a text with what can be in no name replaced.
func wordsOnly(s string) string {
	b := []byte(s[:min(len(s), 60)])
	for i, c := range b {
		if !wordByte(c) {
			b[i] = '_'
		}
	}
	return string(b)
}
