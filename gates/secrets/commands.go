package secrets

import (
	_ "embed"
	"slices"
	"strings"
)

// program is a command in whose arguments a password stands.
type program struct {
	names string // separated by commas
	flags string // the flags that take the password; see programs.txt
}

//go:embed programs.txt
var programsText string

// programs lists the commands and calls that take a password without a telling name.
var programs = readPrograms(programsText)

func readPrograms(text string) (list []program) {
	for line := range dataLines(text) {
		names, flags, _ := strings.Cut(line, " | ")
		list = append(list, program{names, flags})
	}
	return list
}

// registerPrograms adds the passwords of command lines and of calls.
func registerPrograms(t triggers) {
	for i := range programs {
		for name := range strings.SplitSeq(programs[i].names, ",") {
			if !strings.ContainsAny(name[len(name)-1:], "(:.") {
				name += " "
			}
			t.add(name, false, programs[i].match)
		}
	}
}

// takenEffort is how many steps it takes to judge one byte of a value.
const takenEffort = 16

// maxCommand bounds the arguments that are looked at.
const maxCommand = 512

func (p *program) match(s *scanner, v *view, at, end int) {
	t := v.text
	if is(t, at-1, cWord|cDash) && is(t, at, cAlnum) && t[end-1] == ' ' || is(t, at-1, cSlash) && p.flags == ":" {
		return // a part of a longer name, or of a path
	}
	line := t[:lineEnd(t, end, min(len(t), end+maxCommand))]
	before := ""
	for a, z := nextWord(line, end); a < z; a, z = nextWord(line, z) {
		s.effort -= (z - a + 1) * (1 + strings.Count(p.flags, " "))
		if line[a] == '|' {
			return
		}
		for flag := range strings.SplitSeq(p.flags, " ") {
			if from, ok := argument(before, line[a:z], flag); ok {
				s.effort -= takenEffort * (z - a)
				p.take(s, v, a+from, z, flag)
			}
		}
		if before = line[a:z]; t[end-1] == '(' && strings.IndexByte(before, ')') >= 0 {
			return
		}
	}
}

// nextWord returns the next word of a command line, a quoted one to its last quote.
func nextWord(t string, at int) (int, int) {
	at = span(t, at, len(t), cSpace)
	end := at
	for quote := byte(0); end < len(t) && (quote != 0 || !is(t, end, cSpace)); end++ {
		switch {
		case quote == t[end]:
			quote = 0
		case quote == 0 && is(t, end, cQuote):
			quote = t[end]
		}
	}
	return at, end
}

// argument reports where in a word the value of a flag starts: behind the flag or, when
// the word before is the flag or ends with its letter, at the start.
func argument(before, word, flag string) (int, bool) {
	flag, joined := strings.CutSuffix(flag, "*")
	name := strings.TrimRight(flag, ":%,=")
	short := len(name) == 2 && name[0] == '-'
	switch {
	case name == "" || name == "/" && flag == "/":
		return 0, word[0] != '-' || mixed(word)
	case !joined && (before == name || short && len(before) > 2 && before[0] == '-' && before[1] != '-' &&
		before[len(before)-1] == name[1] && span(before, 1, len(before), cLetter) == len(before)):
		return 0, word[0] != '-' || mixed(word)
	case strings.HasPrefix(word, name+"="):
		return len(name) + 1, true
	case name[0] == '+':
		return len(flag) - 1, strings.HasPrefix(strings.TrimLeft(word, "'\""), flag[1:])
	}
	return len(name), short && strings.HasPrefix(word, name)
}

// take matches the password in the value at [at,end) of a flag.
func (p *program) take(s *scanner, v *view, at, end int, flag string) {
	t := v.text
	at = span(t, at, 1, cQuote)
	for end > at && (is(t, end-1, cQuote|cLine) || t[end-1] == ',' || t[end-1] == ')') {
		end--
	}
	user := ""
	if n := len(flag); n > 0 && strings.IndexByte(":%,/=", flag[n-1]) >= 0 && flag[0] != '+' {
		i := strings.IndexByte(t[at:end], flag[n-1])
		if i < 0 {
			return
		}
		user, at = t[at:at+i], at+i+1
		if i := strings.IndexByte(t[at:end], '@'); i >= 0 && flag[n-1] == '/' {
			end = at + i
		}
	}
	if flag == "" && strings.Contains(t[at:end], " -") { // a command line, as of an alias of git
		return
	}
	h := shapeOf(t[at:end])
	if h.lower == 0 && strings.Contains(t[at:end], "-") {
		return // the name of a mechanism, as CRAM-MD5
	}
	least, rule := 2, "command-password"
	if (flag == "" || flag == ":") && (end-at < 16 || !looksRandom(t[at:end])) {
		least = 3
	}
	if strings.HasSuffix(flag, ":") {
		rule = "url-password"
	}
	value := t[at:end]
	if h.lower+h.upper == 0 || strings.Contains(value, "://") || strings.HasPrefix(value, "//") {
		return
	}
	odd := jumbled(value)
	varied := odd || h.digit > 0 || marked(value, true) || strings.HasSuffix(flag, "*") ||
		len(flag) == 2 && h.kinds() > 2 && wordShare(value) < 0.5
	named := len(flag) > 2 && flag[0] == '-' || slices.Contains([]string{"-p", "-P", "-w", "-N"}, flag)
	if varied && (odd || h.kinds() >= least) && hostPassword(user, value) ||
		named && h.lower+h.upper > 5 && chosenText(value) {
		s.add(v, rule, at, end)
	}
}
