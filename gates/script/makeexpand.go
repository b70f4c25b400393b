package script

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Bounds on what is expanded.
const (
	maxExpand = 64 << 10 // bytes of one text
	maxInner  = 20       // variables within variables
)

// bindings are what a line of a recipe, or a call, gives names to for itself.
type bindings struct {
	values map[string]Text
	pick   int // which of the values of a variable is taken
	most   int // how many values the variable with the most had
	size   int
	calls  bool // the next name is that of a called variable
	lines  bool // it comes to lines of a Makefile, those of $(eval …) among them, which keep their places
}

// within are bindings for a text of its own, which has those around it too.
func (b *bindings) within() *bindings {
	own := &bindings{values: map[string]Text{}, pick: b.pick, size: b.size, lines: b.lines}
	maps.Copy(own.values, b.values)
	return own
}

// took takes over what a text of its own came to.
func (b *bindings) took(own *bindings) { b.size, b.most = max(b.size, own.size), max(b.most, own.most) }

// scripts are the command lines that a recipe may run: one for each value of the variable that has the most.
func (m *makefile) scripts(r recipe) []Text {
	var whole writer
	for _, t := range r.lines {
		whole.add(t)
		if m.oneShell {
			line, col := t.Position(len(t.S))
			whole.put("\n", line, col)
		}
	}
	text := whole.text()
	m.file.shellCalls(m, text)
	var out []Text
	b := &bindings{most: len(r.targets)}
	for ; b.pick == 0 || b.pick < b.most; b.pick++ {
		b.size, b.values = 0, m.automatic(r, b.pick)
		t := m.expand(text, b, 0)
		if m.over(b, text) {
			return out
		}
		for _, t := range recipeLines(t, m.oneShell) {
			if len(out) == 0 || out[len(out)-1].S != t.S {
				out = append(out, t)
			}
		}
	}
	return out
}

// full reports whether variables came to more text than is looked at. All rules of a loop are looked at together.
func (b *bindings) full() bool { return b.size > maxExpand && (!b.lines || b.size > 8*maxExpand) }

// over reports a line whose variables came to more text than is looked at.
func (m *makefile) over(b *bindings, line Text) bool {
	if b.full() {
		line, col := line.Position(0)
		m.file.problem(line, col, "over-cap", "The variables of this line come to more text than is looked at.")
	}
	return b.full()
}

// recipeLines takes text apart that variables made several lines of, and drops the signs that are for make.
func recipeLines(t Text, oneShell bool) []Text {
	var out []Text
	for from := 0; from < len(t.S); {
		end := len(t.S)
		if !oneShell {
			end = lineEnd(t.S, from)
		}
		line := t.cut(from, end)
		n := 0
		for n < len(line.S) && strings.IndexByte("@-+ \t", line.S[n]) >= 0 {
			n++
		}
		if n < len(line.S) {
			out = append(out, line.cut(n, len(line.S)))
		}
		from = end + 1
	}
	return out
}

// automatic are the variables that make sets for a recipe, where they are known, for one of its targets.
func (m *makefile) automatic(r recipe, pick int) map[string]Text {
	out := map[string]Text{}
	if !m.file.spend(1 + len(r.deps)/64) {
		return out
	}
	set := func(name, value string) {
		all := &bindings{}
		if value = strings.TrimSpace(m.expand(Text{S: value}, all, 0).S); all.full() {
			return // the value is unknown
		}
		if all := strings.Fields(value); name == "@" || name == "<" {
			value = strings.Join(all[:min(1, len(all))], "")
		}
		if known(strings.ReplaceAll(strings.ReplaceAll(value, "${HOME}", "h"), " ", "_")) {
			out[name] = Text{S: value}
		}
	}
	if len(r.targets) > 0 {
		set("@", r.targets[min(pick, len(r.targets)-1)])
	}
	names, _, _ := strings.Cut(r.deps, "|")
	set("^", names)
	set("+", names)
	if first := strings.Fields(names); len(first) > 0 {
		set("<", first[0])
	}
	return out
}

func known(name string) bool { return name != "" && !strings.ContainsAny(name, "%$*?[;|&`'\"\\ ()<>") }

// expand replaces references to variables and functions as make does. What is not known becomes a variable of the
// shell that nobody knows.
func (m *makefile) expand(t Text, b *bindings, depth int) Text {
	if b == nil {
		b = &bindings{}
		defer func() { m.over(b, t) }()
	}
	var w writer
	from := 0
	for !b.full() {
		i := strings.IndexByte(t.S[from:], '$') + from
		if i < from || i+1 == len(t.S) {
			break
		}
		w.add(t.cut(from, i))
		line, col := t.Position(i)
		inner, end := referenceAt(t, i)
		if b.size += i - from + 1; !m.file.spend(1 + len(inner.S)/64) {
			return w.text()
		}
		var part writer
		(&reference{m, &part, line, col, b, depth}).refer(inner)
		// In front of a bracket it can only be nothing, or signs that are for make.
		if made := part.b.String(); end == len(t.S) || t.S[end] != '(' || !strings.HasPrefix(made, "${") ||
			strings.IndexByte(made, '}') != len(made)-1 {
			w.add(part.text())
		}
		from = end
	}
	b.size += len(t.S) - from
	w.add(t.cut(from, len(t.S)))
	return w.text()
}

// referenceAt is what the dollar sign at an offset refers to, and where that ends.
func referenceAt(t Text, at int) (inner Text, end int) {
	switch t.S[at+1] {
	case '(', '{':
	default:
		return t.cut(at+1, at+2), at + 2
	}
	depth := 0
	for i := at + 1; i < len(t.S); i++ {
		switch t.S[i] {
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth == 0 {
				return t.cut(at+2, i), i + 1
			}
		}
	}
	return t.cut(at+2, len(t.S)), len(t.S)
}

// reference is a variable or a function that a text refers to, and where its value goes.
type reference struct {
	*makefile
	w         *writer
	line, col int
	b         *bindings
	depth     int
}

func (r *reference) put(s string) { r.w.put(s, r.line, r.col) }

// value is what an argument comes to.
func (r *reference) value(t Text) Text { return r.expand(t, r.b, r.depth+1) }

// refer writes what a reference comes to.
func (r *reference) refer(inner Text) {
	name, called := strings.TrimSpace(inner.S), r.b.calls
	r.b.calls = false
	v, isBound := r.b.values[name]
	function, args := cutWord(inner.trim())
	isDeep := r.depth >= maxInner
	switch {
	case name == "$":
		r.put("$")
		return
	case isBound:
		r.put(v.S)
		return
	case isDeep && (args.S != "" || strings.Contains(name, "$") || len(r.vars[name]) > 0) && !r.callsItself():
		r.file.beyond(Text{S: name, pieces: []piece{{line: r.line, col: r.col, fixed: true}}}, "A variable within "+
			strconv.Itoa(maxInner)+" others")
	}
	if f := functionOf(function); f.write != nil && args.S != "" && !isDeep {
		parts := arguments(args, f.most)
		if len(parts) >= f.least && f.write(r, parts) {
			return
		}
	}
	r.variable(name, called)
}

// variable writes the value of a variable, which is for one place where the variable is called.
func (r *reference) variable(name string, called bool) {
	if strings.Contains(name, "$") && r.depth < maxInner { // the name is made of the values of others, or of nothing
		name = strings.TrimSpace(unknownName.ReplaceAllString(r.value(Text{S: name}).S, ""))
	}
	values := r.vars[name]
	at := min(r.b.pick, len(values)-1)
	if i := r.lastNamed(name); i >= 0 && !called { // the value before the one that pp is expanding
		at = min(r.naming[i].value, len(values)) - 1
	}
	if r.b.most = max(r.b.most, len(values)); at < 0 || r.depth >= maxInner {
		r.put(unknownValue(name))
		return
	}
	r.naming = append(r.naming, named{name, at})
	v := r.value(values[at])
	r.naming = r.naming[:len(r.naming)-1]
	r.used[name] = true
	for i := 0; !r.b.lines && i < len(v.pieces); i++ { // it stands where it is used
		v.pieces[i] = piece{at: v.pieces[i].at, line: r.line, col: r.col, fixed: true}
	}
	r.w.add(v)
}

// unknownName is a variable of the shell that stands for what is not known.
var unknownName = regexp.MustCompile(`\$\{[^}]*\}?`)

// named is a variable that pp is expanding, and the index of the value.
type named struct {
	name  string
	value int
}

// lastNamed returns the index of the innermost expansion of a variable, -1 if there is none.
func (m *makefile) lastNamed(name string) int {
	for i := len(m.naming) - 1; i >= 0; i-- {
		if m.naming[i].name == name {
			return i
		}
	}
	return -1
}

// callsItself reports whether a variable's expansion contains a call of the same variable.
func (m *makefile) callsItself() bool {
	for i, n := range m.naming {
		if slices.Contains(m.naming[:i], n) {
			return true
		}
	}
	return false
}

// downloader is a command that may give text from elsewhere, which must not be run unseen.
var downloader = regexp.MustCompile(`(^|[^\w-])(curl|wget|base64|xxd|nc |fetch |openssl )`)

func downloads(command string) bool { return downloader.MatchString(command) }

// unknownValues are those of variables that make sets by itself.
var unknownValues = map[string]string{
	"MAKE": "make", "RM": "rm -f", "CC": "cc", "CXX": "c++", "AR": "ar", "CURDIR": ".", "SHELL": "/bin/sh",
}

// unknownValue stands for a value that is not known: what make sets by itself, or a variable of the environment.
func unknownValue(name string) string {
	if v, ok := unknownValues[name]; ok {
		return v
	}
	if !word(name) || name == "shell" {
		name = "make_" + wordsOnly(name)
	}
	return "${" + name + "}"
}
