package script

import "strings"

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
}

// scripts are the command lines that a recipe may run: one for each value of the variable that has the most.
func (m *makefile) scripts(r recipe) []Text {
	m.file.shellCalls(m, r.text)
	var out []Text
	b := &bindings{values: automatic(r)}
	for ; b.pick == 0 || b.pick < b.most; b.pick++ {
		b.size = 0
		t := m.expand(r.text, b, 0)
		if b.size > maxExpand {
			line, col := r.text.Position(0)
			m.file.problem(line, col, "over-cap", "The variables of this line come to more text than is looked at.")
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

// recipeLines takes text apart that variables made several lines of, and drops the signs that are for make.
func recipeLines(t Text, oneShell bool) []Text {
	var out []Text
	for from := 0; from < len(t.S); {
		end := from
		for end < len(t.S) && (t.S[end] != '\n' || oneShell || end > from && goesOn(t.S[from:end])) {
			end++
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

// automatic are the variables that make sets for a recipe, where they are known.
func automatic(r recipe) map[string]Text {
	out := map[string]Text{}
	if len(r.targets) == 1 && known(r.targets[0]) {
		out["@"] = Text{S: r.targets[0]}
	}
	if known(r.first) {
		out["<"] = Text{S: r.first}
	}
	return out
}

func known(name string) bool { return name != "" && !strings.ContainsAny(name, "%$*?[;|&`'\"\\ ()<>") }

// expand replaces references to variables and functions as make does. What is not known becomes a variable of the
// shell that nobody knows.
func (m *makefile) expand(t Text, b *bindings, depth int) Text {
	if b == nil {
		b = &bindings{}
	}
	var w writer
	for {
		i := strings.IndexByte(t.S, '$')
		if i < 0 || i+1 == len(t.S) {
			break
		}
		w.add(t.cut(0, i))
		line, col := t.Position(i)
		inner, end := reference(t, i)
		m.refer(&w, inner, line, col, b, depth)
		if b.size += i + 1; b.size > maxExpand {
			return w.text()
		}
		t = t.cut(end, len(t.S))
	}
	b.size += len(t.S)
	w.add(t)
	return w.text()
}

// reference is what the dollar sign at an offset refers to, and where that ends.
func reference(t Text, at int) (inner Text, end int) {
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
	name := strings.TrimSpace(inner.S)
	if name == "$" {
		w.put("$", line, col)
		return
	}
	if v, ok := b.values[name]; ok {
		w.put(v.S, line, col)
		return
	}
	if function, args := cutWord(inner.trim()); args.S != "" && depth < maxInner {
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
			if b.most = max(b.most, len(parts)); len(parts) > 0 {
				w.add(m.expand(parts[min(b.pick, len(parts)-1)].trim(), b, depth+1))
			}
			return
		case "value":
			name = args.S
		case "eval":
			if name, value, op, ok := assignment(args); ok {
				m.assign(name, value, op)
				return
			}
		case "strip", "abspath", "realpath", "firstword", "lastword":
			w.add(m.expand(args, b, depth+1))
			return
		}
	}
	if strings.HasPrefix(name, "$") && depth < maxInner { // the name is the value of another
		name = strings.TrimSpace(m.expand(Text{S: name}, b, depth+1).S)
	}
	values := m.vars[name]
	if len(values) == 0 || depth >= maxInner {
		w.put(unknownValue(name), line, col)
		return
	}
	b.most = max(b.most, len(values))
	v := m.expand(values[min(b.pick, len(values)-1)], b, depth+1)
	for i := range v.pieces { // it stands where it is used
		v.pieces[i] = piece{at: v.pieces[i].at, line: line, col: col, fixed: true}
	}
	w.add(v)
}

// downloads reports whether a command may give text from elsewhere, which must not be run unseen.
func downloads(command string) bool {
	for _, name := range [...]string{"curl", "wget", "fetch", "base64", "nc ", "xxd", "openssl"} {
		if strings.Contains(command, name) {
			return true
		}
	}
	return false
}

// call writes the value of a variable with arguments.
func (m *makefile) call(w *writer, args Text, line, col int, b *bindings, depth int) {
	parts := arguments(args)
	own := &bindings{values: map[string]Text{}, pick: b.pick, size: b.size}
	for k, v := range b.values {
		own.values[k] = v
	}
	for i, p := range parts[1:] {
		if i < 9 {
			own.values[string(rune('1'+i))] = m.expand(p, b, depth+1)
		}
	}
	m.refer(w, parts[0], line, col, own, depth+1)
	b.size, b.most = max(b.size, own.size), max(b.most, own.most)
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
