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
