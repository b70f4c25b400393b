package summary

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestSentence, in bytes: text without any end is cut at a space before it.
const longestSentence = 2000

// eachSentence cuts text, which is free of markup, into sentences and hands
// them to visit trimmed, in order. A newline always ends one. It is linear.
func eachSentence(text string, visit func(string)) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		for line != "" {
			end := sentenceEnd(line)
			if s := strings.TrimSpace(line[:end]); s != "" {
				visit(s)
			}
			line = line[end:]
		}
	}
}

// sentenceEnd is where the first sentence of line ends.
func sentenceEnd(line string) int {
	for i, r := range line {
		if i >= longestSentence {
			if at := strings.LastIndexByte(line[:i], ' '); at > 0 {
				return at
			}
			return i
		}
		if before, _ := utf8.DecodeLastRuneInString(line[:i]); isTerminal(r) && !isTerminal(before) {
			if end := endOfMarks(line, i); isBoundary(line[:i], line[i:end], line[end:]) {
				return end
			}
		}
	}
	return len(line)
}

// isInside reports that before, with the marks after it, opens code, or a
// quotation or bracket of a script without spaces, which rest closes.
func isInside(before, marks, rest string, wide bool) bool {
	if strings.Count(before, "`")%2 == 1 && strings.Contains(rest[:min(len(rest), markReach)], "`") {
		return true
	}
	for _, pair := range [...][2]string{{"「", "」"}, {"『", "』"}, {"（", "）"}, {"《", "》"}, {"“", "”"}} {
		if n := strings.Count(before, pair[0]); wide && n > 0 && n > strings.Count(before+marks, pair[1]) {
			return strings.Contains(rest[:min(len(rest), markReach)], pair[1])
		}
	}
	return false
}

// goesOn reports that what follows a quoted sentence says who spoke it, or
// binds it to more: Japanese particles, Chinese verbs of saying.
func goesOn(rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	return unicode.Is(unicode.Hiragana, next) || strings.ContainsRune("说說道称稱问問喊，、,", next)
}

func isTerminal(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '.' || r == '!' || r == '?'
	}
	return r == '…' || r == '‼' || unicode.Is(unicode.Sentence_Terminal, r)
}

func isCloser(r rune) bool { return strings.ContainsRune("\"')]*_”’»」』）】》〉〕", r) }

// endOfMarks is where the end marks at i end, the closing quotation marks and
// brackets after them included.
func endOfMarks(line string, i int) int {
	rest := strings.TrimLeftFunc(line[i:], isTerminal)
	return len(line) - len(strings.TrimLeftFunc(rest, isCloser))
}

// isBoundary judges the end marks between before and rest.
func isBoundary(before, marks, rest string) bool {
	if rest == "" {
		return true
	}
	mark, size := utf8.DecodeRuneInString(marks)
	wide := mark >= utf8.RuneSelf && mark != '…' && mark != '‼'
	if isInside(before, marks, rest, wide) {
		return false
	}
	if wide { // no space needs to follow
		return size == len(marks) || !goesOn(rest)
	}
	next, _ := utf8.DecodeRuneInString(rest)
	if !unicode.IsSpace(next) {
		// "End.「" and "終わり!次" go on without a space; "3.14", "main.go" do not end.
		return mark != '.' && isWide(next)
	}
	rest = strings.TrimLeft(rest, " \t\"'([*_“‘«„")
	first, _ := utf8.DecodeRuneInString(rest)
	token := lastToken(before)
	switch {
	case rest == "":
		return true
	case unicode.IsLower(first):
		return marks == "." && endsPlainly(token)
	case mark != '.' || strings.HasPrefix(marks, ".."):
		return !strings.HasSuffix(token, "/") && first != ',' && first != ';'
	}
	return fullStop(token, rest, strings.TrimSpace(before) == token)
}

// lastToken is what stands between the last space and the mark.
func lastToken(s string) string {
	s = s[max(0, len(s)-100):]
	return strings.TrimLeft(s[strings.LastIndexAny(s, " \t")+1:], "\"'([*_“‘«„")
}

// fullStop judges a single full stop after token and before rest, which does
// not begin in lower case. alone says that token is all there is so far.
func fullStop(token, rest string, alone bool) bool {
	if token == "" {
		return false
	}
	word, _, _ := strings.Cut(rest, " ")
	if known, mayEnd := abbreviation(token); known {
		return mayEnd && isStarter(word)
	}
	letters := utf8.RuneCountInString(token)
	switch first, _ := utf8.DecodeRuneInString(token); {
	case letters == 1 && unicode.IsUpper(first):
		return token != "A" && isStarter(word) // an initial, or "so did I. Then"
	case letters <= 2 && unicode.IsDigit(first):
		return !alone && isStarter(word) // "3. Oktober", "1. Install"
	case letters > 1 && letters == 2*strings.Count(token, ".")+1: // U.S, z.B
		return isStarter(word)
	}
	return true
}

// endsPlainly judges a full stop before a word in lower case, which may be a
// name ("tidewatch reads …") or hasty writing: the word before it must be one,
// and not shortened.
func endsPlainly(token string) bool {
	known, _ := abbreviation(token)
	return utf8.RuneCountInString(token) >= 4 && !known &&
		!strings.ContainsFunc(token, func(r rune) bool { return !unicode.IsLetter(r) }) &&
		strings.ContainsAny(strings.ToLower(token), "aeiouyäöüéèаеиоуыэюя")
}
