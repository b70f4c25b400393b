package hook

import (
	"errors"
	"strings"
)

// Line is the command that an agent runs before a call.
type Line struct {
	Program string   // the path of pp
	Flags   []string // of `pp hook AGENT`
}

// guard makes everything that goes wrong before pp could say anything block the call: the shell that
// cannot find it, a signal that ends it, an exit code that an agent takes for no objection.
const guard = " || exit 2"

// saying is the guard for those who let a call happen after an exit code 2 without a word. It is written for
// every shell that a person may have.
const saying = " || sh -c 'echo pp did not let this happen >&2; exit 2'"

var errName = errors.New("the path of pp has a line end in it")

// text is the line for an agent.
func (a Agent) text(l Line) (string, error) {
	words := []string{quoted(l.Program), "hook", a.Name}
	for _, f := range l.Flags {
		words = append(words, quoted(f))
	}
	end := guard
	if a.silent {
		end = saying
	}
	text := strings.Join(words, " ") + end
	if strings.ContainsAny(text, "\n\r\x00") {
		return "", errName
	}
	return text, nil
}

// ReadLine reads a line that runs pp for an agent, with or without what guards it. What else a shell
// would do in it makes it another's.
func ReadLine(text, agent string) (Line, bool) {
	text = strings.TrimSpace(text)
	line, spoken := strings.CutSuffix(text, saying)
	if !spoken {
		line = strings.TrimSuffix(text, guard)
	}
	words, ok := split(line)
	if !ok || len(words) < 3 || words[1] != "hook" || words[2] != agent {
		return Line{}, false
	}
	return Line{words[0], words[3:]}, true
}

// safe reports whether every shell reads a character as itself.
func safe(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("/._-+:@%,=", r)
}

// quoted is a word that every shell reads back as this text.
func quoted(word string) string {
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !safe(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// split are the words of a line that quoted wrote.
func split(line string) ([]string, bool) {
	var words []string
	var b strings.Builder
	open, begun := false, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\'':
			open, begun = !open, true
		case open:
			b.WriteByte(c)
		case strings.HasPrefix(line[i:], `\'`):
			b.WriteByte('\'')
			i++
		case c == ' ':
			if begun {
				words = append(words, b.String())
			}
			b.Reset()
			begun = false
		case safe(rune(c)):
			b.WriteByte(c)
			begun = true
		default:
			return nil, false
		}
	}
	if begun {
		words = append(words, b.String())
	}
	return words, !open
}
