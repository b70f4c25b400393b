package reply

import (
	"slices"
	"strings"
)

// Command finds the one command that a reply gives in writing, for where one was asked for and nothing runs: what its
// only block of shell holds, or the whole reply where that is a line that begins with a program. Said is what stands
// beside it.
func Command(text string, program func(word string) bool) (command, said string, ok bool) {
	text, _ = Answer(text)
	text = strings.TrimSpace(text)
	blocks, only := fences{src: text}, fence{}
	for at := 0; at < len(text); at++ {
		f, fenced := blocks.at(at)
		switch {
		case fenced && only.end > 0:
			return "", "", false
		case fenced:
			only, at = f, f.end-1
		}
	}
	if only.end == 0 {
		command = strings.Trim(text, "`")
		prose := strings.Contains(text, "\n") || strings.ContainsAny(command[max(0, len(command)-1):], ".?!:`")
		return unprompted(command), "", !prose && program(firstOf(unprompted(command)))
	}
	command = unprompted(text[only.body:only.rest])
	switch shell := []string{"sh", "bash", "shell", "zsh", "console", "shell-session"}; {
	case command == "", strings.HasPrefix(command, "(:"):
		return "", "", false
	case only.tag != "" && !slices.Contains(shell, only.tag), only.tag == "" && !program(firstOf(command)):
		return "", "", false
	}
	return command, remark(text[:only.start], text[only.end:]), true
}

// firstOf is the first word of a text as it is written.
func firstOf(s string) string {
	words := strings.Fields(s)
	return strings.Join(words[:min(1, len(words))], "")
}

// unprompted is a command without the marks of a shell's prompt; of what stands among its output, the commands.
func unprompted(s string) string {
	s = strings.TrimSpace(s)
	if !strings.HasPrefix(s, "$ ") {
		return s
	}
	var typed []string
	for line := range strings.Lines(s) {
		if line, marked := strings.CutPrefix(line, "$ "); marked {
			typed = append(typed, strings.TrimSpace(line))
		}
	}
	return strings.Join(typed, "\n")
}
