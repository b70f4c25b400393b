package script

import (
	"path"
	"slices"
	"strings"
)

// shells are those whose text is judged.
var shells = [...]string{"sh", "bash", "dash", "ash", "ksh"}

// isShell reports whether a command line starts a shell whose text is judged.
func isShell(command string) bool {
	words := strings.Fields(command)
	named := func(w string) bool { return slices.Contains(shells[:], path.Base(w)) }
	for i, w := range words {
		if named(w) {
			return true
		}
		if i == 0 && path.Base(w) != "env" || i > 0 && !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") {
			break
		}
	}
	for i := len(words) - 1; i > 0; i-- { // another program starts it
		if named(words[i]) {
			return true
		}
		if w := words[i]; w[0] != '-' && w != "pipefail" && w != "{0}" {
			break
		}
	}
	return false
}

// shebang is the command line after #! that a text starts with, "" where it is none of a shell.
func shebang(text string) string {
	if line, _, _ := strings.Cut(text, "\n"); strings.HasPrefix(line, "#!") && isShell(line[2:]) {
		return strings.TrimSpace(line[2:])
	}
	return ""
}

// readShell reads a file that is a script. One that starts with #! and no shell is another language's.
func (f *File) readShell(text string) {
	s := Script{}
	first, _, _ := strings.Cut(text, "\n")
	if strings.HasPrefix(first, "#!") && shebang(text) == "" {
		s.Other = strings.TrimSpace(first[2:])
	}
	var w writer
	if _, command, ok := strings.Cut(first, " -S "); ok && shebang(text) != "" && strings.Contains(command, "-c") {
		w.put(command+"\n", 1, 1) // instead of the script
	}
	for i, line := range strings.SplitAfter(text, "\n") {
		takePlain(&w, line, i+1)
	}
	s.Text = w.text()
	f.add(s)
}

func wordEnd(s string) int {
	n := 0
	for n < len(s) && wordByte(s[n]) {
		n++
	}
	return n
}

// unknownPrograms adds what a program that is not known may carry out: the words behind it, and each that is a text. A
// variable such as $SUDO or $SH names what runs them.
func (f *File) unknownPrograms() {
	for _, s := range f.Scripts {
		if s.Other != "" || !strings.Contains(s.Text.S, "$") || !f.spend(1+len(s.Text.S)/64) {
			continue
		}
		for _, c := range Locate(s.Text, s.Text.S).Commands {
			if len(c.words) < 2 || !strings.HasPrefix(c.words[0], "$") {
				continue
			}
			texts := []string{strings.TrimSpace(strings.TrimPrefix(unquotedStart(c.Text), c.words[0]))}
			for _, w := range c.words[1:] {
				if strings.ContainsAny(w, " \t\n") {
					texts = append(texts, w)
				}
			}
			for _, text := range texts {
				if text[0] != '$' && len(Locate(Text{}, text).Commands) > 0 && text[0] != '-' {
					var w writer
					w.put(text, c.Line, c.Col)
					s.Text = w.text()
					f.add(s)
				}
			}
		}
	}
}

// unquotedStart is a command without the quotes around its first word.
func unquotedStart(command string) string {
	if rest, ok := strings.CutPrefix(command, `"`); ok {
		return strings.Replace(rest, `"`, "", 1)
	}
	return command
}
