package script

import (
	"slices"
	"strings"
)

// makefile reads a Makefile: which variables it sets to what, and the recipes of its rules.
type makefile struct {
	file     *File
	lines    []Text // those that pp is reading now: of the file, of one that it includes, or that variables expand to
	at       int
	vars     map[string][]Text // the values that a variable may have, as written
	defined  []string          // variables that define…endef sets
	used     map[string]bool   // variables that pp has expanded
	recipes  []recipe
	oneShell bool
	again    bool // what rules depend on is expanded a second time
	target   []string
	deps     string   // what the target depends on
	isOpen   bool     // the next line of .ONESHELL belongs to the last recipe
	included []Text   // the names in include lines
	nesting  int      // nesting of lines that variables expand to
	reads    int      // how many files pp has included
	reading  []string // files that pp is including now, the outermost first
}

// recipePrefix is what a line of a recipe starts with.
const recipePrefix = '\t'

// recipe is a line of a recipe, or all of one for .ONESHELL.
type recipe struct {
	lines   []Text
	targets []string
	deps    string // what it depends on
}

// readMake reads the commands of a Makefile: its recipes, and what $(shell …) runs.
func (f *File) readMake(text string) {
	m := makefile{file: f, vars: map[string][]Text{}, used: map[string]bool{}}
	list := lines(text)
	for _, l := range list {
		m.oneShell = m.oneShell || strings.HasPrefix(l, ".ONESHELL")
		m.again = m.again || strings.HasPrefix(l, ".SECONDEXPANSION")
	}
	m.readLines(placed(list))
	other := ""
	if list := m.vars["SHELL"]; len(list) > 0 {
		if s := list[len(list)-1].S; !isShell(s) && !strings.Contains(s, "$") {
			other = s
		}
	}
	run := func() {
		for len(m.recipes) > 0 {
			r := m.recipes[0]
			m.recipes = m.recipes[1:] // expanding one may add some
			for _, t := range m.scripts(r) {
				f.add(Script{Text: t, Other: other})
			}
		}
	}
	run()
	for _, name := range m.defined { // rules that nobody writes out
		if values := m.vars[name]; !m.used[name] && len(values) > 0 {
			m.readLines(split(unDollar(values[0])))
		}
	}
	run()
	for _, name := range [...]string{"CC", "CXX", "CPP", "AS", "AR", "LD", "FC", "LEX", "YACC"} { // make's own rules
		for _, v := range m.vars[name] {
			if strings.ContainsAny(v.S, ";|&\"'") && !strings.Contains(v.S, "$(shell") {
				f.add(Script{Text: m.expand(v, nil)})
			}
		}
	}
	m.checkIncluded()
}

// placed returns the lines of a file with their places.
func placed(list []string) []Text {
	out := make([]Text, len(list))
	for i, l := range list {
		out[i] = Text{l, []piece{{line: i + 1, col: 1}}}
	}
	return out
}

// split returns the lines of a text.
func split(t Text) (out []Text) {
	for from := 0; from < len(t.S); {
		end := from + strings.IndexByte(t.S[from:]+"\n", '\n')
		out = append(out, t.cut(from, end))
		from = end + 1
	}
	return out
}

// readLines reads lines as if they stood where the makefile is read up to now.
func (m *makefile) readLines(list []Text) {
	outer := *m
	for m.lines, m.at, m.target = list, 0, nil; m.at < len(m.lines) && m.file.spend(1); {
		m.line()
	}
	m.lines, m.at, m.target = outer.lines, outer.at, nil
}

// logical is the text of a line and of those that it goes on in.
func (m *makefile) logical() Text {
	var w writer
	for {
		t := m.lines[m.at]
		if m.at++; w.b.Len() > 0 {
			t = t.cut(len(t.S)-len(strings.TrimLeft(t.S, " \t")), len(t.S))
		}
		if !goesOn(t.S) || m.at == len(m.lines) {
			w.add(t)
			return w.text()
		}
		line, col := t.Position(len(t.S) - 1)
		w.add(t.cut(0, len(strings.TrimRight(t.S[:len(t.S)-1], " \t"))))
		w.put(" ", line, col)
	}
}

// goesOn reports whether a line ends in a backslash that none escapes.
func goesOn(line string) bool {
	return (len(line)-len(strings.TrimRight(line, `\`)))%2 == 1
}

// line takes a line of a recipe, or what stands at the top level.
func (m *makefile) line() {
	start := m.lines[m.at].S
	if start != "" && start[0] == recipePrefix && m.target != nil {
		t := m.recipeText()
		if n := len(m.recipes); m.oneShell && m.isOpen && n > 0 {
			m.recipes[n-1].lines = append(m.recipes[n-1].lines, t)
		} else {
			m.recipes = append(m.recipes, recipe{[]Text{t}, m.target, m.deps})
		}
		m.isOpen = true
		return
	}
	t := stripComment(m.logical()).trim()
	m.file.shellCalls(m, t)
	m.statement(t)
}

// statement takes a line that is not of a recipe.
func (m *makefile) statement(t Text) {
	first, rest := cutWord(t)
	switch word, _, _ := strings.Cut(first, "("); word {
	case "", "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif": // a recipe may go on
		return
	}
	m.target, m.isOpen = nil, false
	switch first {
	case "include", "-include", "sinclude":
		m.include(rest)
		return
	case "load", "-load":
		m.foreignCode(t, "load")
		return
	case "vpath", "unexport", "undefine":
		return
	case "export", "override", "private":
		if t = rest; t.S == "" {
			return
		}
		first, rest = cutWord(t)
	}
	if first == "define" {
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
	at, colon := topLevel(t.S, '='), topLevel(t.S, ':')
	if at < 0 || colon >= 0 && colon < at && strings.Trim(t.S[colon:at], ":") != "" {
		return "", t, 0, false
	}
	op, end := byte('='), at
	switch {
	case colon >= 0 && colon < at:
		op, end = ':', colon
	case at > 0 && strings.IndexByte("?+!", t.S[at-1]) >= 0:
		op, end = t.S[at-1], at-1
	}
	name = strings.TrimSpace(t.S[:end])
	return name, t.cut(at+1, len(t.S)).trim(), op, name != "" && !strings.ContainsAny(name, " \t")
}

// maxValues limits how many values of one variable pp follows. If there are more, pp asks about the Makefile.
const maxValues = 32

// assign keeps what a variable may be: any of the values that the file gives it, in whatever order make reads them.
func (m *makefile) assign(name string, value Text, op byte) {
	if strings.Contains(name, "$") {
		name = strings.TrimSpace(m.expand(Text{S: name}, nil).S)
	}
	old := m.vars[name]
	if name == "PATH" && isAnybodys(value.S, "") ||
		name != "ENV" && name != "IFS" && slices.Contains(runningSettings[:], name) {
		m.exported(name, value)
	}
	line, col := value.Position(0)
	switch {
	case name == ".RECIPEPREFIX":
		m.asks(line, col, "Make takes other lines than those with a tab for recipes")
		return
	case name == ".SHELLFLAGS" && strings.ContainsAny(value.S, "\"'$`"):
		m.asks(line, col, "The shell of each recipe is given a command of its own")
	case (name == "MAKEFLAGS" || name == "GNUMAKEFLAGS") && strings.Contains(value.S, "-eval"):
		m.foreignCode(value, "--eval")
	case op == '!':
		m.file.add(Script{Text: m.expand(value, nil)})
		return
	case op == '+' && len(old) > 0:
		var w writer
		m.file.spend(len(old[len(old)-1].S) / 1024)
		w.add(old[len(old)-1])
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

// define reads a variable of several lines.
func (m *makefile) define(name string) {
	name = strings.TrimRight(strings.TrimSpace(name), " \t:?+=")
	var w writer
	for nested := 0; m.at < len(m.lines); m.at++ {
		t := m.lines[m.at]
		switch word, _, _ := strings.Cut(strings.TrimSpace(t.S), " "); {
		case word == "define":
			nested++
		case word == "endef" && nested > 0:
			nested--
		case word == "endef":
			m.at++
			t := w.text()
			m.file.shellCalls(m, t)
			t = t.cut(0, max(0, len(t.S)-1)) // without the end of its last line
			m.defined = append(m.defined, name)
			m.assign(name, t, '=')
			return
		}
		line, col := t.Position(len(t.S))
		w.add(t)
		w.put("\n", line, col)
	}
	line, _ := m.lines[len(m.lines)-1].Position(0)
	m.file.problem(line, 1, "unreadable", "The definition of "+name+" has no endef.")
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

// rule takes the line of a rule. The lines of its recipe follow.
func (m *makefile) rule(t Text) {
	colon := topLevel(t.S, ':')
	if colon < 0 {
		m.made(t)
		return
	}
	targets := strings.Fields(t.S[:colon])
	rest := t.cut(colon+1, len(t.S))
	if strings.HasPrefix(rest.S, ":") {
		rest = rest.cut(1, len(rest.S))
	}
	if m.again {
		m.file.shellCalls(m, unDollar(rest))
	}
	if m.target, m.deps = targets, ""; len(targets) == 0 {
		m.target = []string{""}
	}
	if name, value, op, ok := assignment(rest.trim()); ok {
		m.assign(strings.TrimPrefix(name, "export "), value, op) // for these targets
		return
	}
	m.oneShell = m.oneShell || slices.Contains(targets, ".ONESHELL")
	deps := rest
	if semi := topLevel(rest.S, ';'); semi >= 0 {
		deps = rest.cut(0, semi)
		m.recipes = append(m.recipes, recipe{lines: []Text{rest.cut(semi+1, len(rest.S))}, targets: targets})
	}
	m.deps = deps.S
}

// recipeText is a line of a recipe and those that it goes on in, as the shell gets them.
func (m *makefile) recipeText() Text {
	var w writer
	for {
		t := m.lines[m.at]
		if t.S != "" && t.S[0] == recipePrefix {
			t = t.cut(1, len(t.S))
		}
		m.at++
		w.add(t)
		if !goesOn(t.S) || m.at == len(m.lines) {
			return w.text()
		}
		line, col := t.Position(len(t.S))
		w.put("\n", line, col)
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
