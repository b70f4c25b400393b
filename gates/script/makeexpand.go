package script

import (
	"maps"
	"regexp"
	"strconv"
	"strings"
)

// Bounds on what is expanded.
const (
	maxExpand = 64 << 10 // bytes of one text
	maxInner  = 20       // variables within variables
)

// expansion is one of the ways in which a text may be expanded.
type expansion struct {
	args      map[string]string // automatic variables, those of loops, and the arguments of a called variable
	pick      int               // which of the values of a variable is taken
	most      int               // how many values the variable with the most has
	size      int               // bytes so far
	depth     int               // of references
	line, col int               // where the outermost reference stands
	naming    []named           // variables that pp is expanding now
}

// named is a variable that pp is expanding, and the index of the value.
type named struct {
	name  string
	value int
}

// within expands a text with further arguments.
func (e *expansion) within(more map[string]string, expand func() string) string {
	outer := e.args
	e.args = maps.Clone(outer)
	if e.args == nil {
		e.args = map[string]string{}
	}
	maps.Copy(e.args, more)
	text := expand()
	e.args = outer
	return text
}

// expansions are what a text may come to: one text for each value of the variable that has the most.
func (m *makefile) expansions(t Text, args map[string]string) (out []Text) {
	e := &expansion{args: args}
	for ; e.pick == 0 || e.pick < e.most; e.pick++ {
		e.size = 0
		text := m.expand(t, e)
		if m.over(e, t) {
			return out
		}
		if len(out) == 0 || out[len(out)-1].S != text.S {
			out = append(out, text)
		}
	}
	return out
}

// over reports a line whose variables came to more text than is looked at.
func (m *makefile) over(e *expansion, line Text) bool {
	if e.size > maxExpand {
		line, col := line.Position(0)
		m.file.problem(line, col, "over-cap", "The variables of this line come to more text than is looked at.")
	}
	return e.size > maxExpand
}

// scripts are the command lines that a recipe may run.
func (m *makefile) scripts(r recipe) (out []Text) {
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
	for _, t := range m.expansions(text, m.automatic(r, text)) {
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

// automatic are the variables that make sets for a recipe: the target and what it depends on, where those are literal.
// A recipe that uses others asks where they could be more than names.
func (m *makefile) automatic(r recipe, recipe Text) map[string]string {
	out := map[string]string{}
	names, _, _ := strings.Cut(r.deps, "|")
	for name, text := range map[string]string{"@": strings.Join(r.targets, " "), "^": names, "+": names, "<": names} {
		if !strings.Contains(recipe.S, name) || !m.file.spend(1+len(text)/64) {
			continue
		}
		value := strings.TrimSpace(m.expand(Text{S: text}, nil).S)
		if first, more, _ := strings.Cut(value, " "); name == "<" || name == "@" && more == "" {
			value = first
		}
		list := strings.ReplaceAll(value, "${HOME}", "h")
		if name != "@" {
			list = strings.ReplaceAll(list, " ", "_")
		}
		if list != "" && !strings.ContainsAny(list, "%$*?[;|&`'\"\\ ()<>") {
			out[name] = value
		} else if !isPlain(false, unknownName.ReplaceAllString(value, "_")) {
			line, col := recipe.Position(0)
			m.asks(line, col, "Make puts names together in this command")
		}
	}
	return out
}

// expand replaces references to variables and functions as make does. What is not known becomes a variable of the
// shell that nobody knows.
func (m *makefile) expand(t Text, e *expansion) Text {
	if e == nil {
		e = &expansion{}
		defer func() { m.over(e, t) }()
	}
	var w writer
	from := 0
	for e.size <= maxExpand {
		i := strings.IndexByte(t.S[from:], '$') + from
		if i < from || i+1 == len(t.S) {
			break
		}
		w.add(t.cut(from, i))
		line, col := t.Position(i)
		if e.depth == 0 {
			e.line, e.col = line, col
		}
		inner, end := referenceAt(t, i)
		if e.size += i - from + 1; !m.file.spend(1 + len(inner.S)/64) {
			return w.text()
		}
		// In front of a bracket it can only be nothing, or signs that are for make.
		if made := m.refer(inner, e); end == len(t.S) || t.S[end] != '(' || !strings.HasPrefix(made, "${") ||
			strings.IndexByte(made, '}') != len(made)-1 {
			w.put(made, line, col)
		}
		from = end
	}
	e.size += len(t.S) - from
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

// refer returns what a reference comes to.
func (m *makefile) refer(inner Text, e *expansion) string {
	name := strings.TrimSpace(inner.S)
	v, isArgument := e.args[name]
	function, args := cutWord(inner.trim())
	switch {
	case name == "$":
		return "$"
	case isArgument:
		e.size += len(v)
		return v
	case e.depth >= maxInner:
		if args.S != "" || strings.Contains(name, "$") || len(m.vars[name]) > 0 {
			m.asks(e.line, e.col, "A variable stands here within "+strconv.Itoa(maxInner)+" others")
		}
		return unknownValue(name)
	}
	e.depth++
	defer func() { e.depth-- }()
	if args.S != "" {
		if v, ok := m.function(function, args, e); ok {
			return v
		}
	}
	return m.variable(name, e)
}

// variable returns the value of a variable.
func (m *makefile) variable(name string, e *expansion) string {
	if strings.Contains(name, "$") { // the name is made of the values of others, or of nothing
		name = strings.TrimSpace(unknownName.ReplaceAllString(m.expand(Text{S: name}, e).S, ""))
	}
	values := m.vars[name]
	at := min(e.pick, len(values)-1)
	if i := e.lastNamed(name); i >= 0 { // the value before the one that pp is expanding
		at = min(e.naming[i].value, len(values)) - 1
	}
	if e.most = max(e.most, len(values)); at < 0 {
		return unknownValue(name)
	}
	m.used[name] = true
	e.naming = append(e.naming, named{name, at})
	v := m.expand(values[at], e).S
	e.naming = e.naming[:len(e.naming)-1]
	return v
}

// lastNamed returns the index of the innermost expansion of a variable, -1 if there is none.
func (e *expansion) lastNamed(name string) int {
	for i := len(e.naming) - 1; i >= 0; i-- {
		if e.naming[i].name == name {
			return i
		}
	}
	return -1
}

// function returns what a function comes to; ok is false where the name is of none.
func (m *makefile) function(name string, args Text, e *expansion) (text string, ok bool) {
	value := func(t Text) string { return m.expand(t, e).S }
	switch name {
	case "shell":
		if e.depth > 1 && !downloads(args.S) { // it stands in a variable, which may stand in quotes
			return unknownValue("shell"), true
		}
		return "$(" + value(args) + ")", true
	case "call":
		return m.call(arguments(args, 0), e), true
	case "foreach":
		parts := arguments(args, 3)
		if len(parts) < 3 {
			return "", false
		}
		var list []string
		for _, word := range strings.Fields(value(parts[1])) {
			if e.size <= maxExpand {
				one := map[string]string{strings.TrimSpace(parts[0].S): word}
				list = append(list, e.within(one, func() string { return value(parts[2]) }))
			}
		}
		return strings.Join(list, " "), true
	case "if", "or":
		parts := arguments(args, map[string]int{"if": 3}[name])
		if name == "if" {
			parts = parts[1:]
		}
		if e.most = max(e.most, len(parts)); len(parts) == 0 {
			return "", true
		}
		for i := min(e.pick, len(parts)-1); i < len(parts) && text == ""; i++ { // "or" takes one that is not empty
			if text = value(parts[i].trim()); name == "if" {
				break
			}
		}
		return text, true
	case "info", "warning", "error":
		return "", true
	case "eval":
		m.evaluate(args, e)
		return "", true
	case "value":
		return m.variable(strings.TrimSpace(args.S), e), true
	case "strip", "abspath", "realpath", "firstword", "lastword", "sort", "wildcard": // the shell finds the same
		return value(args.trim()), true
	case "addprefix", "addsuffix", "and", "basename", "dir", "filter", "filter-out", "findstring", "join", "let",
		"notdir", "patsubst", "subst", "suffix", "word", "wordlist", "words":
		var list []string
		for _, a := range arguments(args, 0) {
			list = append(list, value(a))
		}
		return m.computed(list, e), true
	}
	return "", false
}

// call returns the value of a variable with arguments. One that calls itself is not followed.
func (m *makefile) call(parts []Text, e *expansion) string {
	own, list := map[string]string{}, []string(nil)
	for i, p := range parts[1:min(len(parts), 10)] {
		list = append(list, m.expand(p, e).S)
		own[strconv.Itoa(i+1)] = list[i]
	}
	name := strings.TrimSpace(parts[0].S)
	if e.lastNamed(name) >= 0 {
		return m.computed(list, e)
	}
	return e.within(own, func() string { return m.refer(Text{S: name}, e) })
}

// computed returns a value that is not known. pp asks where it could be more than names, because it is made of signs of
// the shell, a flag or an absolute path; then each of the texts is judged too.
func (m *makefile) computed(list []string, e *expansion) string {
	isMore := false
	for _, v := range list {
		if !isPlain(false, unknownName.ReplaceAllString(v, "_")) {
			isMore = true
			m.file.add(Script{Text: Text{v, []piece{{line: e.line, col: e.col, fixed: true}}}})
		}
	}
	if isMore {
		m.asks(e.line, e.col, "Make computes a part of this command")
	}
	return unknownValue("computed")
}

// evaluate reads a text as a part of the Makefile.
func (m *makefile) evaluate(t Text, e *expansion) {
	if name, value, op, ok := assignment(t); ok {
		m.assign(name, value, op)
		return
	}
	m.readMade(m.expand(t, e))
}

// readMade reads the lines that a text comes to.
func (m *makefile) readMade(t Text) {
	if m.nesting >= maxNesting {
		m.file.beyond(t, "A line that other lines make")
		return
	}
	m.nesting++
	m.readLines(split(t))
	m.nesting--
}

// asks reports a place of the Makefile that a person has to read.
func (m *makefile) asks(line, col int, what string) {
	m.file.report(Problem{Line: max(line, 1), Col: max(col, 1), Rule: "make-computes", Asks: true,
		Reason: what + ", which pp does not follow; write it out, or read it."})
}

// arguments are those of a function, at its commas: at most as many, or 0 for any number.
func arguments(args Text, most int) []Text {
	var parts []Text
	for {
		i := topLevel(args.S, ',')
		if i < 0 || len(parts) == most-1 {
			return append(parts, args)
		}
		parts, args = append(parts, args.cut(0, i)), args.cut(i+1, len(args.S))
	}
}

// unknownName is a variable of the shell that stands for what is not known.
var unknownName = regexp.MustCompile(`\$\{[^}]*\}?`)

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
