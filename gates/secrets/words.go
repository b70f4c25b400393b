package secrets

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed words.txt
var wordsText string

// The word lists of words.txt, which says what each is for.
var (
	wordLists       = readWords(wordsText)
	secretWords     = wordLists["secretWords"]
	settingWords    = wordLists["settingWords"]
	passwordWords   = append(wordLists["passwordWords"], settingWords...)
	plainWords      = wordLists["plainWords"]
	fillers         = wordLists["fillers"]
	assignedFillers = wordLists["assignedFillers"]
	standards       = wordLists["standards"]
	valueWords      = wordLists["valueWords"]
	commonWords     = wordLists["commonWords"]
	publicPrefixes  = wordLists["publicPrefixes"]
	uuidNames       = wordLists["uuidNames"]
	indexNames      = wordLists["indexNames"]
)

// readWords reads lists of words, each below its name in brackets.
func readWords(text string) map[string][]string {
	lists, name := map[string][]string{}, ""
	for line := range dataLines(text) {
		if line[0] == '[' {
			name = strings.Trim(line, "[]")
			continue
		}
		for line != "" {
			word, rest, _ := strings.Cut(line, " ")
			if quoted, err := strconv.QuotedPrefix(line); err == nil {
				word, _ = strconv.Unquote(quoted)
				rest = strings.TrimPrefix(line[len(quoted):], " ")
			}
			lists[name] = append(lists[name], word)
			line = rest
		}
	}
	return lists
}

// dataLines calls yield with each line of a data file that is not a comment.
func dataLines(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, "\n")
			if line != "" && !strings.HasPrefix(line, "# ") && !yield(line) {
				return
			}
		}
	}
}
