package script

import (
	"slices"
	"strings"
)

// makefile reads a Makefile: which variables it sets to what, and the recipes of its rules.
type makefile struct {
	file      *File
	lines     []string
	at        int               // line, from 0
	vars      map[string][]Text // the values that a variable may have, as written
	defining  map[string]bool   // variables that define…endef sets
	frozen    map[string]bool   // variables whose values so far others have taken over
	recipes   []recipe
	templates []string          // variables that are rules to be written out
	rules     map[string][]Text // the recipes in those that none of them came from yet
	prefix    byte              // what a line of a recipe starts with
	oneShell  bool
	again     bool // what rules depend on is expanded a second time
	depth     int  // of conditionals
	target    []string
	included  []Text   // the names in include lines
	nesting   int      // nesting of lines that variables expand to
	reads     int      // how many files pp has included
	reading   []string // files that pp is including now, the outermost first
	naming    []named  // variables that pp is expanding now
}

// recipe is a line of a recipe, or all of one for .ONESHELL.
type recipe struct {
	text    Text
	targets []string
	deps    string // what it depends on
}

// readMake reads the commands of a Makefile: its recipes, and what $(shell …) runs.
func (f *File) readMake(text string) {
	m := makefile{file: f, lines: lines(text), vars: map[string][]Text{}, defining: map[string]bool{},
		frozen: map[string]bool{}, rules: map[string][]Text{}, prefix: '\t'}
	for _, l := range m.lines {
		m.oneShell = m.oneShell || strings.HasPrefix(l, ".ONESHELL")
		m.again = m.again || strings.HasPrefix(l, ".SECONDEXPANSION")
	}
	for m.at < len(m.lines) {
		m.line()
	}
	other := ""
	if list := m.vars["SHELL"]; len(list) > 0 {
		if s := list[len(list)-1].S; !isShell(s) && !strings.Contains(s, "$") {
			other = s
		}
	}
	run := func(r recipe) {
		for _, t := range m.scripts(r) {
			f.add(Script{Text: t, Other: other})
		}
	}
	for _, r := range m.recipes {
		run(r)
	}
	for _, name := range m.templates { // those that nobody writes out
		for _, r := range m.rules[name] {
			run(recipe{text: unDollar(r)})
		}
		delete(m.rules, name)
	}
	for _, name := range [...]string{"CC", "CXX", "CPP", "AS", "AR", "LD", "FC", "LEX", "YACC"} { // make's own rules
		for _, v := range m.vars[name] {
			if strings.ContainsAny(v.S, ";|&\"'") && !strings.Contains(v.S, "$(shell") {
				f.add(Script{Text: m.expand(v, nil, 0)})
			}
		}
	}
	m.checkIncluded()
}

// logical is the text of a line and of those that it goes on in.
func (m *makefile) logical() Text {
	var w writer
	for {
		line, col := m.lines[m.at], 1
		if w.b.Len() > 0 {
			col += len(line) - len(strings.TrimLeft(line, " \t"))
			line = line[col-1:]
		}
		m.at++
		if !goesOn(line) || m.at == len(m.lines) {
			w.take(line, m.at, col)
			return w.text()
		}
		w.take(strings.TrimRight(line[:len(line)-1], " \t"), m.at, col)
		w.put(" ", m.at, col+len(line)-1)
	}
}

// goesOn reports whether a line ends in a backslash that none escapes.
func goesOn(line string) bool {
	return (len(line)-len(strings.TrimRight(line, `\`)))%2 == 1
}

// line takes what stands at the top level, a rule with its recipe whole.
func (m *makefile) line() {
	start := m.lines[m.at]
	if start != "" && start[0] == m.prefix && m.target != nil {
		m.recipes = append(m.recipes, recipe{text: m.recipeText(), targets: m.target})
		return
	}
	t := stripComment(m.logical()).trim()
	m.file.shellCalls(m, t)
	m.statement(t)
	if strings.HasPrefix(t.S, ".RECIPEPREFIX") && strings.Contains(t.S, "$") && strings.HasSuffix(start, " ") &&
		m.prefix == '\t' {
		m.prefix = ' ' // which follows a value that is empty
	}
}

// statement takes a line that is not of a recipe.
func (m *makefile) statement(t Text) {
	first, rest := cutWord(t)
	switch first {
	case "":
		return
	case "ifeq", "ifneq", "ifdef", "ifndef":
		m.depth++
		return
	case "else":
		return
	case "endif":
		m.depth = max(0, m.depth-1)
		return
	case "include", "-include", "sinclude":
		m.include(rest)
		return
	case "load", "-load":
		m.foreignCode(t, "load")
		return
	case "vpath", "unexport", "undefine":
		return
	case "export", "override", "private":
		if rest.S == "" {
			return
		}
		t = rest
		if first, rest = cutWord(t); first == "define" {
			m.define(rest.S)
			return
		}
	case "define":
		m.define(rest.S)
		return
	}
	if name, value, op, ok := assignment(t); ok {
		m.assign(name, value, op)
		return
	}
	m.rule(t)
}

// stripComment is text without a comment at its end, and without the backslash before a sign that starts none.
func stripComment(t Text) Text {
	var w writer
	from := 0
	for i := 0; i < len(t.S); i++ {
		switch {
		case t.S[i] == '#':
			w.add(t.cut(from, i))
			return w.text()
		case strings.HasPrefix(t.S[i:], `\#`):
			w.add(t.cut(from, i))
			i++
			from = i
		case t.S[i] == '\\':
			i++
		}
	}
	w.add(t.cut(from, len(t.S)))
	return w.text()
}

// assignment takes NAME op value apart; ok is false of anything else, such as a rule.
func assignment(t Text) (name string, value Text, op byte, ok bool) {
	depth := 0
	for i := 0; i < len(t.S); i++ {
		switch c := t.S[i]; {
		case c == '$' && i+1 < len(t.S) && (t.S[i+1] == '(' || t.S[i+1] == '{'):
			depth++
			i++
		case depth > 0:
			if c == ')' || c == '}' {
				depth--
			}
		case c == '=':
			op, end := byte('='), i
			if i > 0 && strings.IndexByte("?+!", t.S[i-1]) >= 0 {
				op, end = t.S[i-1], i-1
			}
			name = strings.TrimSpace(t.S[:end])
			return name, t.cut(i+1, len(t.S)).trim(), op, name != "" && !strings.ContainsAny(name, " \t:")
		case c == ':':
			n := len(t.S[i:]) - len(strings.TrimLeft(t.S[i:], ":"))
			if i+n < len(t.S) && t.S[i+n] == '=' {
				name = strings.TrimSpace(t.S[:i])
				return name, t.cut(i+n+1, len(t.S)).trim(), ':', name != "" && !strings.ContainsAny(name, " \t")
			}
			return "", t, 0, false
		}
	}
	return "", t, 0, false
}

// maxValues limits how many values of one variable pp follows. If there are more, pp asks about the Makefile.
const maxValues = 32

// assign keeps what a variable may be. Where a condition decides, each of its values is.
func (m *makefile) assign(name string, value Text, op byte) {
	if strings.Contains(name, "$") {
		name = strings.TrimSpace(m.expand(Text{S: name}, nil, 0).S)
	}
	old := m.vars[name]
	if name == "PATH" && isAnybodys(value.S, "") ||
		name != "ENV" && name != "IFS" && slices.Contains(runningSettings[:], name) {
		m.exported(name, value)
	}
	switch {
	case name == ".RECIPEPREFIX":
		m.setPrefix(value)
		return
	case name == ".SHELLFLAGS":
		m.shellFlags(value)
	case (name == "MAKEFLAGS" || name == "GNUMAKEFLAGS") && strings.Contains(value.S, "-eval"):
		m.foreignCode(value, "--eval")
	case op == '!':
		m.file.add(Script{Text: m.expand(value, nil, 0)})
		delete(m.vars, name)
		return
	case op == '+' && len(old) > 0:
		var w writer
		m.file.spend(len(old[len(old)-1].S) / 1024)
		w.add(old[len(old)-1])
		line, col := value.Position(0)
		w.put(" ", line, col)
		w.add(value)
		value = w.text()
		old = old[:len(old)-1]
	case op == ':' && len(old) > 0 && refersTo(value.S, name): // it refers to its value up to here
		if value = replaceReferences(value, name, old[len(old)-1]); len(value.S) > maxExpand || !m.file.spend(1) {
			m.file.beyond(value, "The variable "+name)
			return
		}
		old = old[:len(old)-1]
	case op == '?' || m.frozen[name] || m.depth > 0 || m.target != nil && len(old) > 0:
	default:
		old = nil
	}
	if op == ':' { // what it names now stays what it is here
		for name := range strings.FieldsFuncSeq(value.S, func(r rune) bool { return r > 127 || !wordByte(byte(r)) }) {
			if len(m.vars[name]) > 0 {
				m.frozen[name] = true
			}
		}
	}
	if slices.ContainsFunc(old, func(t Text) bool { return t.S == value.S }) {
		old = slices.DeleteFunc(slices.Clone(old), func(t Text) bool { return t.S == value.S })
	}
	if len(old) >= maxValues {
		m.file.beyond(value, "The number of values that the variable "+name+" may have")
		return
	}
	m.vars[name] = append(old[:len(old):len(old)], value)
}

// refersTo reports whether a text holds a plain reference to a variable.
func refersTo(s, name string) bool {
	return strings.Contains(s, "$("+name+")") || strings.Contains(s, "${"+name+"}")
}

// replaceReferences replaces the plain references to a variable by a value.
func replaceReferences(t Text, name string, value Text) Text {
	var w writer
	from := 0
	for i := 0; i < len(t.S) && w.b.Len() <= maxExpand; i++ {
		if rest := t.S[i:]; strings.HasPrefix(rest, "$$") {
			i++
		} else if strings.HasPrefix(rest, "$("+name+")") || strings.HasPrefix(rest, "${"+name+"}") {
			w.add(t.cut(from, i))
			w.add(value)
			from = i + len(name) + len("$()")
			i = from - 1
		}
	}
	w.add(t.cut(from, len(t.S)))
	return w.text()
}

// define reads a variable of several lines. Lines of recipes in it are those of a rule that $(eval …) makes later.
func (m *makefile) define(name string) {
	name = strings.TrimRight(strings.TrimSpace(name), " \t:?+=")
	var w writer
	var rules []Text
	for nested, rule := 0, false; m.at < len(m.lines); m.at++ {
		line := m.lines[m.at]
		switch word, _, _ := strings.Cut(strings.TrimSpace(line), " "); {
		case word == "define":
			nested++
		case word == "endef" && nested > 0:
			nested--
		case word == "endef":
			m.at++
			t := w.text()
			m.file.shellCalls(m, t)
			t = t.cut(0, max(0, len(t.S)-1)) // without the end of its last line
			if m.vars[name], m.defining[name] = []Text{t}, true; name == ".RECIPEPREFIX" {
				m.setPrefix(t)
			}
			if len(rules) > 0 {
				m.rules[name], m.templates = rules, append(m.templates, name)
			}
			return
		}
		recipe := line != "" && line[0] == m.prefix
		if rule = recipe && rule || !recipe && topLevel(line, ':') >= 0; recipe && rule {
			at := m.at
			t := m.recipeText()
			m.at, rules = m.at-1, append(rules, t)
			for i := at; i <= m.at; i++ {
				w.take(m.lines[i], i+1, 1)
				w.put("\n", i+1, len(m.lines[i])+1)
			}
			continue
		}
		w.take(line, m.at+1, 1)
		w.put("\n", m.at+1, len(line)+1)
	}
	m.file.problem(len(m.lines), 1, "unreadable", "The definition of "+name+" has no endef.")
}

// unDollar is text after it went through $(eval …), which takes one of two dollar signs.
func unDollar(t Text) Text {
	var w writer
	from := 0
	for {
		i := strings.Index(t.S[from:], "$$")
		if i < 0 {
			break
		}
		w.add(t.cut(from, from+i+1))
		from += i + 2
	}
	w.add(t.cut(from, len(t.S)))
	return w.text()
}

// rule takes the line of a rule, and its recipe.
func (m *makefile) rule(t Text) {
	colon := topLevel(t.S, ':')
	if colon < 0 {
		m.target = nil
		m.made(t)
		return
	}
	targets := strings.Fields(t.S[:colon])
	rest := t.cut(min(len(t.S), colon+1), len(t.S))
	if strings.HasPrefix(rest.S, ":") {
		rest = rest.cut(1, len(rest.S))
	}
	if m.target = targets; len(targets) == 0 {
		m.target = []string{""}
	}
	if m.again {
		m.file.shellCalls(m, unDollar(rest))
	}
	if name, value, op, ok := assignment(rest.trim()); ok {
		m.assign(strings.TrimPrefix(name, "export "), value, op) // for these targets
		return
	}
	m.oneShell = m.oneShell || slices.Contains(targets, ".ONESHELL")
	deps := rest
	if semi := topLevel(rest.S, ';'); semi >= 0 {
		deps = rest.cut(0, semi)
		m.recipes = append(m.recipes, recipe{text: rest.cut(semi+1, len(rest.S)), targets: targets})
	}
	m.recipe(targets, deps.S)
}

// recipe reads the lines of a recipe.
func (m *makefile) recipe(targets []string, deps string) {
	var whole writer
	for m.at < len(m.lines) {
		line := m.lines[m.at]
		trimmed := strings.TrimSpace(line)
		switch word, _, _ := strings.Cut(trimmed, " "); {
		case line != "" && line[0] == m.prefix:
			t := m.recipeText()
			if m.oneShell {
				whole.add(t)
				whole.put("\n", m.at, 1)
				continue
			}
			m.recipes = append(m.recipes, recipe{t, targets, deps})
			continue
		case trimmed == "", trimmed[0] == '#':
		case slices.Contains([]string{"ifeq", "ifneq", "ifdef", "ifndef"}, word), strings.HasPrefix(word, "ifeq("),
			strings.HasPrefix(word, "ifneq("):
			m.depth++
			m.file.shellCalls(m, Text{S: line, pieces: []piece{{line: m.at + 1, col: 1}}})
		case word == "else":
			m.file.shellCalls(m, Text{S: line, pieces: []piece{{line: m.at + 1, col: 1}}})
		case word == "endif":
			m.depth = max(0, m.depth-1)
		default:
			m.recipes = append(m.recipes, recipe{whole.text(), targets, deps})
			m.target = nil
			return
		}
		m.at++
	}
	m.recipes = append(m.recipes, recipe{whole.text(), targets, deps})
}

// recipeText is a line of a recipe and those that it goes on in, as the shell gets them.
func (m *makefile) recipeText() Text {
	var w writer
	for {
		line, col := m.lines[m.at], 1
		if line != "" && line[0] == m.prefix {
			line, col = line[1:], 2
		}
		m.at++
		w.take(line, m.at, col)
		if !goesOn(line) || m.at == len(m.lines) {
			return w.text()
		}
		w.put("\n", m.at, col+len(line))
	}
}

// topLevel is where a byte stands outside of $(…), -1 where it does not.
func topLevel(s string, c byte) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '$' && i+1 < len(s) && (s[i+1] == '(' || s[i+1] == '{'):
			depth++
			i++
		case depth > 0 && (s[i] == '(' || s[i] == '{'):
			depth++
		case depth > 0 && (s[i] == ')' || s[i] == '}'):
			depth--
		case depth == 0 && s[i] == c:
			return i
		}
	}
	return -1
}
