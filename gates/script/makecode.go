package script

import (
	"slices"
	"strings"
)

// maxNesting is how many lines may be made of one another by variables.
const maxNesting = 8

// shellCalls adds what the functions in a text run and write while the file is read.
func (f *File) shellCalls(m *makefile, t Text) {
	for i := 0; i+1 < len(t.S); i++ {
		if t.S[i] != '$' {
			continue
		}
		if t.S[i+1] != '(' && t.S[i+1] != '{' {
			i++ // $$ among them
			continue
		}
		inner, _ := referenceAt(t, i)
		if !f.spend(1 + len(inner.S)/64) {
			return
		}
		function, args := cutWord(inner.trim())
		if strings.HasPrefix(function, "$") { // a variable names it
			function = m.expand(Text{S: function}, nil).S
		}
		if function == "call" {
			name, given, ok := strings.Cut(args.S, ",")
			if ok && strings.TrimSpace(name) == "shell" {
				function, args = "shell", args.cut(len(args.S)-len(given), len(args.S))
			}
		}
		switch function {
		case "shell":
			f.add(Script{Text: m.expand(args, nil).trim()})
		case "file":
			name, _, _ := strings.Cut(args.S, ",")
			if strings.HasPrefix(strings.TrimSpace(name), ">") {
				var w writer
				line, col := args.Position(0)
				w.put(": ", line, col)
				w.add(m.expand(args.cut(0, len(name)), nil))
				f.add(Script{Text: w.text()})
			}
		case "guile":
			m.foreignCode(inner, function)
		}
	}
}

// foreignCode reports code that make itself runs, in a language that is not judged.
func (m *makefile) foreignCode(t Text, how string) {
	line, col := t.Position(0)
	m.file.problem(line, col, "hidden-execution", "Make runs code of its own with "+how+", which cannot be judged.")
}

// include takes what an include line names.
func (m *makefile) include(names Text) {
	if names.S == "" {
		return
	}
	t := m.expand(names, nil)
	m.included = append(m.included, t)
	read := true
	for _, name := range strings.Fields(t.S) {
		read = m.read(name, names) && read
	}
	if !read {
		m.file.add(Script{Text: names, Other: "a file that is included"})
	}
}

// maxIncludes is how many files one may include, those included themselves among them.
const maxIncludes = 32

// read takes the lines of a file that is included as if they stood where it is included, which is their place.
func (m *makefile) read(name string, where Text) bool {
	if m.file.open == nil {
		return false
	}
	if slices.Contains(m.reading, name) {
		return true // pp is already reading this file
	}
	if m.reads >= maxIncludes {
		m.file.beyond(where, "The number of files that are included")
		return false
	}
	text, apart, ok := m.file.open(name)
	if len(text) > MaxBytes {
		m.file.beyond(where, "The file "+name+", which is included,")
		return false
	}
	if m.reads++; !ok || !m.file.spend(1+len(text)/64) {
		return false
	}
	scripts, problems, recipes := len(m.file.Scripts), len(m.file.Problems), len(m.recipes)
	line, col := where.Position(0)
	var list []Text
	for _, l := range lines(text) {
		list = append(list, Text{l, []piece{{line: line, col: col, fixed: true}}})
	}
	outer := m.reading
	m.reading = append(slices.Clone(outer), name)
	m.readLines(list)
	if m.reading = outer; apart {
		m.file.Scripts, m.file.Problems = m.file.Scripts[:scripts], m.file.Problems[:problems]
		m.recipes = m.recipes[:recipes]
	}
	return true
}

// checkIncluded reports files that are included, and that the file itself downloads.
func (m *makefile) checkIncluded() {
	for _, t := range m.included {
		found := downloads(t.S)
		for _, name := range strings.Fields(t.S) {
			found = found || strings.Trim(name, "${}") != "" && slices.ContainsFunc(m.file.Scripts, func(s Script) bool {
				return s.Other == "" && downloads(s.Text.S) && slices.Contains(strings.FieldsFunc(s.Text.S, betweenNames), name)
			})
		}
		if found {
			line, col := t.Position(0)
			m.file.problem(line, col, "download-execute", "What is downloaded is included, and make runs it.")
		}
	}
}

// betweenNames tells what may stand between the names of files in a command.
func betweenNames(r rune) bool { return strings.ContainsRune(" \t\n;|&<>()\"'=", r) }

// made takes a line that is nothing but what variables and functions come to: lines of their own.
func (m *makefile) made(t Text) {
	if len(t.S) < 2 || t.S[0] != '$' {
		return
	}
	for _, e := range m.expansions(t, nil) {
		if e.S != t.S {
			m.readMade(e)
		}
	}
}

// lineEnd is where a line that starts at an offset ends, with those that it goes on in.
func lineEnd(s string, from int) int {
	end := from
	for end < len(s) && (s[end] != '\n' || end > from && goesOn(s[from:end])) {
		end++
	}
	return end
}

// exported judges a variable for every recipe whose value is code that programs there run.
func (m *makefile) exported(name string, value Text) {
	if value = m.expand(value, nil); value.S == "" || strings.ContainsAny(value.S, "\"'`\\") {
		return
	}
	var w writer
	line, col := value.Position(0)
	w.put("export "+name+"=\"", line, col)
	w.add(value)
	w.put("\"", line, col)
	m.file.add(Script{Text: w.text()})
}
