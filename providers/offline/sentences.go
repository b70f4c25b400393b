package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// longestSentence, in bytes: text without any end is cut at a space before it.
	longestSentence = 2000
	// quoteReach is how many bytes a closing quotation mark of a script without
	// spaces may be away.
	quoteReach = 600
)

// eachSentence cuts text, which is free of markup, into sentences and hands
// them to visit trimmed, in order. A newline always ends one. It is linear.
func eachSentence(text string, visit func(string)) {
	for line := range strings.Lines(text) {
		sentencesOfLine(strings.TrimSpace(line), visit)
	}
}

func sentencesOfLine(line string, visit func(string)) {
	start := 0
	emit := func(end int) {
		if s := strings.TrimSpace(line[start:end]); s != "" {
			visit(s)
		}
		start = end
	}
	for i := 0; i < len(line); {
		if i-start >= longestSentence {
			emit(cutPoint(line, start, i))
			i = max(i, start)
			continue
		}
		c := line[i]
		if c < utf8.RuneSelf {
			switch c {
			case '`':
				i += codeLength(line[i:])
				continue
			case '.', '!', '?':
				end := endRun(line, i)
				if isBoundary(line, start, i, end) {
					emit(end)
				}
				i = end
				continue
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(line[i:])
		if n := quotedLength(line[i:], r); n > 0 {
			i += n
			if quoteEnds(line, i) {
				emit(i)
			}
			continue
		}
		if r != '…' && r != '‼' && !unicode.Is(unicode.Sentence_Terminal, r) {
			i += size
			continue
		}
		end := endRun(line, i)
		if r == '…' || r == '‼' {
			if isBoundary(line, start, i, end) {
				emit(end)
			}
		} else if wideBoundary(line, i+size, end) {
			emit(end)
		}
		i = end
	}
	emit(len(line))
}

// cutPoint is the last space before i, or i at a character's edge.
func cutPoint(line string, start, i int) int {
	if at := strings.LastIndexByte(line[start:i], ' '); at > 0 {
		return start + at + 1
	}
	for i > start && !utf8.RuneStart(line[i]) {
		i--
	}
	return i
}

// codeLength is the length of the `code` line begins with, 1 if it is not closed.
func codeLength(line string) int {
	if end := strings.IndexByte(line[1:min(len(line), markReach)], '`'); end >= 0 {
		return end + 2
	}
	return 1
}

// endRun is where the marks that end a sentence at i end, closing quotation
// marks and brackets included.
func endRun(line string, i int) int {
	for i < len(line) {
		r, size := utf8.DecodeRuneInString(line[i:])
		if r != '…' && r != '‼' && !unicode.Is(unicode.Sentence_Terminal, r) {
			break
		}
		i += size
	}
	for i < len(line) {
		r, size := utf8.DecodeRuneInString(line[i:])
		if !isCloser(r) {
			break
		}
		i += size
	}
	return i
}

func isCloser(r rune) bool {
	return strings.ContainsRune("\"')]*_”’»」』）】》〉〕", r)
}

// wideBoundary judges an end mark of a script that writes no space after it.
func wideBoundary(line string, mark, end int) bool {
	return end == len(line) || mark == end || !goesOn(line[end:])
}

// goesOn reports that what follows a quoted sentence says who spoke it, or
// binds it to more: Japanese particles, Chinese verbs of saying.
func goesOn(rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	return unicode.Is(unicode.Hiragana, next) || strings.ContainsRune("说說道称稱问問喊，、,", next)
}

// quotedLength is the length of a quotation or bracket that r opens in a script
// without spaces; the ends of sentences inside it are its own.
func quotedLength(line string, r rune) int {
	closer := ""
	switch r {
	case '「':
		closer = "」"
	case '『':
		closer = "』"
	case '（':
		closer = "）"
	case '《':
		closer = "》"
	case '“':
		// Latin text uses these too; there the rule for full stops is enough.
		next, _ := utf8.DecodeRuneInString(line[len("“"):])
		if !isWide(next) {
			return 0
		}
		closer = "”"
	default:
		return 0
	}
	limit := min(len(line), quoteReach)
	if end := strings.Index(line[:limit], closer); end >= 0 {
		return end + len(closer)
	}
	return 0
}

// quoteEnds reports that a quotation which ended before i ended its sentence
// too: it closes on an end mark, and another quotation or a space follows.
func quoteEnds(line string, i int) bool {
	_, size := utf8.DecodeLastRuneInString(line[:i])
	last, _ := utf8.DecodeLastRuneInString(line[:i-size])
	if !unicode.Is(unicode.Sentence_Terminal, last) || i == len(line) {
		return false
	}
	return !goesOn(line[i:])
}

// isBoundary judges the end marks at [i, end) of a script with spaces.
func isBoundary(line string, start, i, end int) bool {
	if end == len(line) {
		return true
	}
	next, size := utf8.DecodeRuneInString(line[end:])
	if !unicode.IsSpace(next) {
		// "End.「" and "終わり!次" go on without a space; "3.14", "main.go" do not end.
		return line[i] != '.' && isWide(next)
	}
	word := strings.TrimLeft(line[end+size:], " \t\"'([*_“‘«„")
	first, _ := utf8.DecodeRuneInString(word)
	if word == "" {
		return true
	}
	if unicode.IsLower(first) {
		return end == i+1 && line[i] == '.' && endsPlainly(lastToken(line[start:i]))
	}
	if line[i] != '.' || end > i+1 && line[i+1] == '.' {
		token := lastToken(line[start:i])
		return !strings.HasSuffix(token, "/") && first != ',' && first != ';'
	}
	return fullStop(lastToken(line[start:i]), word, i == start || strings.TrimSpace(line[start:i]) == lastToken(line[start:i]))
}

// lastToken is what stands between the last space and the mark.
func lastToken(s string) string {
	if len(s) > 100 {
		s = s[len(s)-100:]
	}
	if at := strings.LastIndexAny(s, " \t"); at >= 0 {
		s = s[at+1:]
	}
	return strings.TrimLeft(s, "\"'([*_“‘«„")
}

// fullStop judges a single full stop after token and before rest, which does
// not begin in lower case. alone says that token is all there is so far.
func fullStop(token, rest string, alone bool) bool {
	if token == "" {
		return false
	}
	word, _, _ := strings.Cut(rest, " ")
	switch abbreviation(token) {
	case abbreviates:
		return false
	case abbreviatesNumber:
		return word == "" || !strings.ContainsAny(word[:1], "0123456789IVXLC§(")
	case mayEnd:
		return isStarter(word)
	}
	letters := utf8.RuneCountInString(token)
	switch first, _ := utf8.DecodeRuneInString(token); {
	case letters == 1 && unicode.IsUpper(first):
		return token != "A" && isStarter(word) // an initial, or "so did I. Then"
	case letters <= 2 && unicode.IsDigit(first):
		return !alone && isStarter(word) // "3. Oktober", "1. Install"
	case strings.Contains(token, ".") && dotted(token):
		return isStarter(word)
	}
	return true
}

// endsPlainly judges a full stop before a word in lower case, which may be a
// name ("tidewatch reads …") or hasty writing: the word before it must be one,
// and not shortened.
func endsPlainly(token string) bool {
	return utf8.RuneCountInString(token) >= 4 && abbreviation(token) == notAbbreviated &&
		strings.IndexFunc(token, func(r rune) bool { return !unicode.IsLetter(r) }) < 0 &&
		strings.ContainsAny(strings.ToLower(token), "aeiouyäöüéèаеиоуыэюя")
}

// dotted reports single letters joined by full stops: U.S, e.g, z.B.
func dotted(token string) bool {
	for part := range strings.SplitSeq(token, ".") {
		if utf8.RuneCountInString(part) != 1 || !unicode.IsLetter([]rune(part)[0]) {
			return false
		}
	}
	return true
}
