package script

import (
	"maps"
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
	m.file.shellCalls(m, r.text)
	var out []Text
	b := &bindings{most: len(r.targets)}
	for ; b.pick == 0 || b.pick < b.most; b.pick++ {
		b.size, b.values = 0, m.automatic(r, b.pick)
		t := m.expand(r.text, b, 0)
		if m.over(b, r.text) {
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
		m.refer(&part, inner, line, col, b, depth)
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

// refer writes what a reference comes to.
func (m *makefile) refer(w *writer, inner Text, line, col int, b *bindings, depth int) {
	name, called := strings.TrimSpace(inner.S), b.calls
	if b.calls = false; name == "$" {
		w.put("$", line, col)
		return
	}
	if v, ok := b.values[name]; ok {
		w.put(v.S, line, col)
		return
	}
	function, args := cutWord(inner.trim())
	if depth >= maxInner && (args.S != "" || strings.Contains(name, "$") ||
		len(m.vars[name]) > 0) && !m.callsItself() {
		m.file.beyond(Text{S: name, pieces: []piece{{line: line, col: col, fixed: true}}}, "A variable within "+
			strconv.Itoa(maxInner)+" others")
	}
	if args.S != "" && depth < maxInner {
		switch function {
		case "shell":
			if depth > 0 && !downloads(args.S) { // it may stand in quotes there
				w.put(unknownValue("shell"), line, col)
				return
			}
			w.put("$(", line, col)
			w.add(m.expand(args, b, depth+1))
			w.put(")", line, col)
			return
		case "call":
			m.call(w, args, line, col, b, depth)
			return
		case "if", "or":
			parts := arguments(args)
			if function == "if" {
				parts = parts[1:]
			}
			for i := 1; b.lines && i < len(parts); i++ {
				w.add(m.expand(parts[i].trim(), b, depth+1))
				w.put("\n", line, col)
			}
			b.most = max(b.most, len(parts))
			for i := min(b.pick, len(parts)-1); i >= 0 && i < len(parts); i++ {
				t := m.expand(parts[i].trim(), b, depth+1)
				if w.add(t); function == "if" || t.S != "" {
					break // of several, the first that is not empty
				}
			}
			return
		case "value":
			name = args.S
		case "eval":
			if name, value, op, ok := assignment(args); ok {
				m.assign(name, value, op)
				return
			}
			if b.lines {
				w.add(m.expand(args, b, depth+1))
				w.put("\n", line, col)
				return
			}
		case "foreach":
			m.forEach(w, args, line, col, b, depth)
			return
		case "subst":
			if parts := arguments(args); len(parts) == 3 && parts[0].S != "" {
				t, old := m.expand(parts[2], b, depth+1).S, m.expand(parts[0], b, depth+1).S
				by := m.expand(parts[1], b, depth+1).S
				if b.size += len(t) + strings.Count(t, old)*len(by); !b.full() {
					w.put(strings.ReplaceAll(t, old, by), line, col)
				}
				return
			}
		case "let":
			m.let(w, args, b, depth)
			return
		case "join", "patsubst", "filter", "filter-out", "word", "addprefix", "addsuffix", "notdir", "dir",
			"wildcard":
			var parts []string
			for _, p := range arguments(args) {
				parts = append(parts, m.expand(p, b, depth+1).S)
			}
			if b.size += wordsSize(parts); b.full() {
				return
			}
			if s, ok := wordFunction(function, parts); ok {
				w.put(s, line, col)
				return
			}
			fallthrough
		case "wordlist", "sort", "and":
			parts := arguments(args)
			w.add(m.expand(parts[len(parts)-1].trim(), b, depth+1))
			return
		case "info", "warning", "error":
			return
		case "strip", "abspath", "realpath", "firstword", "lastword":
			w.add(m.expand(args, b, depth+1))
			return
		}
	}
	if strings.Contains(name, "$") && depth < maxInner { // the name is made of the values of others, or of nothing
		name = m.expand(Text{S: name}, b, depth+1).S
		for strings.Contains(name, "${") {
			from := strings.Index(name, "${")
			end := strings.IndexByte(name[from:], '}')
			name = name[:from] + name[from+max(2, end+1):]
		}
		name = strings.TrimSpace(name)
	}
	values := m.vars[name]
	if len(values) == 0 || depth >= maxInner {
		w.put(unknownValue(name), line, col)
		return
	}
	b.most = max(b.most, len(values))
	at := min(b.pick, len(values)-1)
	if i := m.lastNamed(name); i >= 0 && !called { // the value before the one that pp is expanding
		if at = m.naming[i].value - 1; at < 0 || at >= len(values) {
			w.put(unknownValue(name), line, col)
			return
		}
	}
	m.naming = append(m.naming, named{name, at})
	v := m.expand(values[at], b, depth+1)
	m.naming = m.naming[:len(m.naming)-1]
	delete(m.rules, name)
	for i := 0; !b.lines && i < len(v.pieces); i++ { // it stands where it is used
		v.pieces[i] = piece{at: v.pieces[i].at, line: line, col: col, fixed: true}
	}
	w.add(v)
}

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

// forEach writes a text for each word of a list.
func (m *makefile) forEach(w *writer, args Text, line, col int, b *bindings, depth int) {
	parts := arguments(args)
	if len(parts) < 3 {
		return
	}
	own := b.within()
	words := strings.Fields(m.expand(parts[1], b, depth+1).S)
	for i, word := range words {
		if own.full() {
			break
		}
		if i > 0 {
			w.put(" ", line, col)
		}
		own.values[strings.TrimSpace(parts[0].S)] = Text{S: word}
		w.add(m.expand(args.cut(len(parts[0].S)+len(parts[1].S)+2, len(args.S)), own, depth+1))
	}
	b.took(own)
}

// downloads reports whether a command may give text from elsewhere, which must not be run unseen.
func downloads(command string) bool {
	for _, name := range [...]string{"curl", "wget", "fetch", "base64", "nc ", "xxd", "openssl"} {
		for rest := command; ; {
			i := strings.Index(rest, name)
			if i < 0 {
				break
			}
			after := rest[i+len(name):]
			if (name != "openssl" && name != "fetch" || after != "" && after[0] == ' ') &&
				(i == 0 || !wordByte(rest[i-1]) && rest[i-1] != '-') {
				return true
			}
			rest = after
		}
	}
	return false
}

// call writes the value of a variable with arguments.
func (m *makefile) call(w *writer, args Text, line, col int, b *bindings, depth int) {
	parts := arguments(args)
	own := b.within()
	for i, p := range parts[1:min(len(parts), 10)] {
		own.values[strconv.Itoa(i+1)] = m.expand(p, b, depth+1)
	}
	own.calls = true
	m.refer(w, parts[0], line, col, own, depth+1)
	b.took(own)
}

// unknownValue stands for a value that is not known: what make sets by itself, or a variable of the environment.
func unknownValue(name string) string {
	switch name {
	case "MAKE":
		return "make"
	case "RM":
		return "rm -f"
	case "CC":
		return "cc"
	case "CXX":
		return "c++"
	case "AR":
		return "ar"
	case "CURDIR":
		return "."
	case "SHELL":
		return "/bin/sh"
	}
	if !word(name) || name == "shell" {
		name = "make_" + strings.Map(func(r rune) rune {
			if r < 128 && wordByte(byte(r)) {
				return r
			}
			return '_'
		}, name[:min(len(name), 60)])
	}
	return "${" + name + "}"
}
