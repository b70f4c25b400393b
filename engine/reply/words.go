package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tidy gives a text without the marks of templates, code in its lines and space around it.
func tidy(text string) string {
	text = strings.ToValidUTF8(text, "")
	if strings.Contains(text, "<") {
		text = templateMark.ReplaceAllString(text, "")
	}
	return strings.TrimSpace(text)
}

// size is how long a text is, roughly.
func size(text string) string {
	for i, most := range [...]int{0, 30, 80, 200, 500} {
		if len(text) <= most {
			return string(rune('0' + i))
		}
	}
	return "9"
}

// nth gives a sentence of several, none where there is none.
func nth(list [][]string, n int) []string {
	if n < 0 || n >= len(list) {
		return nil
	}
	return list[n]
}

// sentences gives the words of each sentence that has some; a line ends one.
func sentences(text string) [][]string {
	var list [][]string
	text = plainCode(text)
	from := 0
	add := func(to int) {
		if w := words(text[from:to]); len(w) > 0 {
			list = append(list, w)
		}
		from = to
	}
	for i, r := range text {
		next := i + utf8.RuneLen(r)
		switch r {
		case '\n', '。', '！', '？':
			add(next)
		case '.', '!', '?':
			if next >= len(text) || strings.IndexByte(" \n*)", text[next]) >= 0 {
				add(next)
			}
		}
	}
	add(len(text))
	return list
}

// plainCode has one word for code in a line, whatever it is.
func plainCode(text string) string {
	parts := strings.Split(text, "`")
	for i := 1; i < len(parts)-1; i += 2 {
		if parts[i] != "" && !strings.Contains(parts[i], "\n") {
			parts[i] = " codespan "
		}
	}
	return strings.Join(parts, "`")
}

// words takes a sentence apart: words in lower case, each character of a script without spaces, numbers, and marks. It
// gives nothing for a text of marks only.
func words(text string) []string {
	var list []string
	from, any := -1, false
	end := func(at int) {
		if from >= 0 {
			list = append(list, strings.ToLower(strings.ReplaceAll(text[from:at], "’", "'")))
			from, any = -1, true
		}
	}
	put := func(s string) {
		if len(list) == 0 || list[len(list)-1] != s {
			list = append(list, s)
		}
	}
	for i, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Hangul):
			end(i)
			list = append(list, string(r))
			any = true
		case unicode.IsLetter(r) || unicode.IsMark(r) || (r == '\'' || r == '’') && from >= 0:
			if from < 0 {
				from = i
			}
		case unicode.IsDigit(r):
			end(i)
			put("0")
			any = true
		default:
			end(i)
			if strings.ContainsRune(",;:?!.…—–()\"“”«»|#*`→✅❌🚫⚠，。：？！；（", r) {
				put(string(r))
			}
		}
	}
	end(len(text))
	if !any {
		return nil
	}
	return list
}
