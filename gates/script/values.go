package script

import (
	"strconv"
	"strings"
)

// values are what an expression of a workflow may be, as far as the file says.
type values struct {
	list []string
	open bool // it may be something else too
}

// Bounds on the values that are followed.
const (
	maxPicks      = 64 // values of one expression
	maxExpression = 8  // expressions within one another
)

// texts are what a text may be once the forge wrote the values of its expressions into it, before a shell sees it.
// Where anybody outside can choose a value, the text is whatever they want it to be.
func (f *workflow) texts(t Text, env map[string]string) []Text {
	f.injected(t)
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

// expression is the next ${{ … }} of a text at or after an offset; ok is false where there is none.
func expression(s string, at int) (from, end int, inner string, ok bool) {
	if from = strings.Index(s[at:], "${{") + at; from < at {
		return
	}
	n := strings.Index(s[from:], "}}")
	if n < 0 {
		return
	}
	return from, from + n + 2, strings.TrimSpace(s[from+3 : max(from+3, from+n)]), true
}

// injected reports the expressions of a script that anybody can choose.
func (f *workflow) injected(t Text) {
	for at := 0; ; {
		from, end, inner, ok := expression(t.S, at)
		if !ok {
			return
		}
		line, col := t.Position(from)
		if name := f.outsider(inner); name != "" {
			f.injection(name, line, col)
		} else if name := f.given(inner, 0); name != "" {
			f.givenText(name, line, col)
		}
		at = end
	}
}

// written is a text with a value of each of its expressions, and how many the one with the most has. What is not known
// becomes a variable that nobody knows.
func (f *workflow) written(t Text, env map[string]string, pick int) (Text, int) {
	var w writer
	var q quoting
	at, most, seen := 0, 1, 0
	for w.b.Len() < maxText {
		from, end, inner, ok := expression(t.S, at)
		if !ok {
			break
		}
		v := f.valuesOf(inner, env, 0)
		n := len(v.list)
		if v.open {
			n++
		}
		most = max(most, n)
		line, col := t.Position(from)
		w.add(t.cut(at, from))
		if i := min(pick, n-1); i < len(v.list) && f.spend(len(v.list[i])/64) {
			w.put(v.list[i], line, col)
		} else {
			name := "${" + variable(inner) + "}"
			for ; seen < from; seen++ {
				q.next(t.S[seen])
			}
			if q.literal() {
				name = `'"` + name + `"'`
			}
			w.put(name, line, col)
		}
		at = end
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

// literal reports whether the shell leaves it as it is.
func (q *quoting) literal() bool { return q.quote == '\'' }

// valuesOf are the values of an expression.
func (f *workflow) valuesOf(s string, env map[string]string, depth int) values {
	unknown := values{open: true}
	s = strings.TrimSpace(s)
	if depth > maxExpression {
		f.exhaust()
	}
	if s == "" || !f.spend(1+len(s)/64) {
		return unknown
	}
	if parts := splitOutside(s, "||"); len(parts) > 1 {
		v := values{open: len(parts) > maxPicks}
		for _, p := range parts[:min(len(parts), maxPicks)] {
			one := f.valuesOf(p, env, depth+1)
			v.list, v.open = append(v.list, one.list...), v.open || one.open
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
		return f.called(strings.ToLower(name), splitOutside(args[:len(args)-1], ","), env, depth)
	}
	lower := indexed(strings.ToLower(s))
	if rest, ok := strings.CutPrefix(lower, "env."); ok {
		for _, key := range [...]string{s[len(s)-min(len(s), len(rest)):], rest, strings.ToUpper(rest)} {
			if v, ok := env[key]; ok {
				return values{list: []string{v}}
			}
		}
	}
	if v, ok := f.values[strings.TrimPrefix(lower, "github.event.")]; ok {
		return v
	}
	return unknown
}

// called is what a function gives.
func (f *workflow) called(name string, args []string, env map[string]string, depth int) values {
	first := f.valuesOf(args[0], env, depth+1)
	switch {
	case name == "format" && len(first.list) > 0:
		s := first.list[0]
		for i, a := range args[1:] {
			v := f.valuesOf(a, env, depth+1)
			one := "${" + variable(strings.TrimSpace(a)) + "}"
			if len(v.list) > 0 {
				one = v.list[0]
			}
			mark := "{" + strconv.Itoa(i) + "}"
			if !f.spend(1 + strings.Count(s, mark)*len(one)/64) {
				return values{open: true}
			}
			s = strings.ReplaceAll(s, mark, one)
		}
		return values{list: []string{s}}
	case name == "join":
		inner, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(args[0])), "fromjson(")
		if !ok || !strings.HasSuffix(inner, ")") {
			break
		}
		a := strings.TrimSpace(args[0])
		list := f.parsed(f.valuesOf(a[len("fromjson("):len(a)-1], env, depth+1))
		by := ","
		if len(args) > 1 {
			if v := f.valuesOf(args[1], env, depth+1); len(v.list) > 0 {
				by = v.list[0]
			}
		}
		var words []string
		for _, n := range list.list() {
			words = append(words, n.str())
		}
		if len(words) > 0 && f.spend(len(words)*(1+len(by)/64)) {
			return values{list: []string{strings.Join(words, by)}}
		}
	}
	return values{open: true}
}

// parsed is the value that a text of JSON has.
func (f *workflow) parsed(v values) *yamlNode {
	if len(v.list) == 0 || !f.spend(1+len(v.list[0])/16) {
		return nil
	}
	docs, err := readYAML(v.list[0])
	if err != nil || len(docs) == 0 {
		return nil
	}
	return docs[0]
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

// indexed is a name with its indices written with dots.
func indexed(name string) string {
	return strings.NewReplacer("['", ".", "']", "").Replace(tight(name))
}

// matrix takes what a job's matrix sets its names to.
func (f *workflow) matrix(m *yamlNode) {
	f.literal(m).pairs(func(k, v *yamlNode) {
		v = f.literal(v)
		switch k.text.S {
		case "exclude":
		case "include":
			for _, row := range v.list() {
				f.learn("matrix", row, false, 0)
			}
		default:
			if v.kind == yamlScalar {
				f.learn("matrix."+k.text.S, v, true, 0)
			}
			for _, n := range v.list() {
				f.learn("matrix."+k.text.S, n, false, 0)
			}
		}
	})
}

// literal is a node, or what the JSON is that stands in it as an expression.
func (f *workflow) literal(n *yamlNode) *yamlNode {
	from, end, inner, ok := expression(n.str(), 0)
	if !ok || from > 0 || end < len(strings.TrimSpace(n.str())) {
		return n
	}
	if len(inner) > 10 && strings.EqualFold(inner[:9], "fromJSON(") && inner[len(inner)-1] == ')' {
		if p := f.parsed(f.valuesOf(inner[9:len(inner)-1], nil, 0)); p != nil {
			return p
		}
	}
	return n
}

// defaults takes what inputs are where who starts it gives no other value.
func (f *workflow) defaults(inputs *yamlNode) {
	inputs.pairs(func(k, v *yamlNode) {
		f.declare("inputs."+k.text.S, v)
		if d := v.get("default"); d.str() != "" {
			f.learn("inputs."+k.text.S, d, true, 0)
		}
	})
}

// learn keeps a value of a name, or those of its parts.
func (f *workflow) learn(name string, n *yamlNode, open bool, depth int) {
	name = strings.ToLower(name)
	switch {
	case depth > maxExpression:
		f.exhaust()
	case n == nil || !f.work():
	case n.kind == yamlMap:
		n.pairs(func(k, v *yamlNode) { f.learn(name+"."+k.text.S, v, open, depth+1) })
	case n.kind == yamlScalar:
		f.taint(name, n.text.S)
		v := f.values[name]
		if strings.Contains(n.text.S, "${{") {
			v.open = true
		} else if len(v.list) <= maxPicks {
			v.list = append(v.list[:len(v.list):len(v.list)], n.text.S)
		}
		v.open = v.open || open
		if f.values == nil {
			f.values = map[string]values{}
		}
		f.values[name] = v
	}
}
