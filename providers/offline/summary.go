package offline

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Summarize returns the sentences that carry a text, one a line, in their order: three, and up to seven of a longer
// text. It chooses those that lead the text or a paragraph, and those with the words that the text uses most. Code
// blocks, tables and metadata of Markdown and Org are left out. A text of up to three sentences comes back whole;
// binary data gives "".
func Summarize(text string) string {
	if isBinary(text) {
		return ""
	}
	all := sentences(normalize(text))
	over, _ := slices.BinarySearch([]int{10, 24, 60, 200}, len(all))
	var lines []string
	for _, s := range choose(all, 3+over) {
		lines = append(lines, s.text)
	}
	return strings.Join(lines, "\n")
}

// sentence is a sentence and whether it leads its paragraph.
type sentence struct {
	text  string
	leads bool
}

var (
	skippedLine = lazy(`^\s*(?:\||#\+|:[\w-]+:|CLOCK:|[-=*_+]{3,}\s*$|<!--.*-->\s*$)`)
	headingLine = lazy(`^(?:#{1,6}|\*+)\s+(.*)`)
	itemLine    = lazy(`^\s*(?:[-+*•]|\d{1,3}[.)])\s+(?:\[[ xX-]\]\s+)?(.*)`)
	link        = lazy(`!?\[([^\[\]\n]*)\]\([^()\n]*\)|\[\[[^\[\]\n]*\]\[([^\[\]\n]*)\]\]`)
	emphasis    = lazy(`\*\*|__|<!--[^\n]*?-->|</?(?:b|i|em|strong|br|p)/?>`)
)

// sentences returns the sentences of a normalized text. A text of headings alone has them for sentences.
func sentences(text string) (all []sentence) {
	var paragraph, headings []string
	end := func() {
		joined := emphasis().ReplaceAllString(link().ReplaceAllString(strings.Join(paragraph, " "), "$1$2"), "")
		for i, s := range split(html.UnescapeString(joined)) {
			all = append(all, sentence{text: s, leads: i == 0})
		}
		paragraph = nil
	}
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(strings.TrimLeft(line, "> \t"), " \t\n")
		lower := strings.ToLower(line)
		switch {
		case strings.HasPrefix(line, "```"), strings.HasPrefix(lower, "#+begin_"), strings.HasPrefix(lower, "#+end_"):
			end()
			fenced = !fenced
		case fenced:
		case line == "", skippedLine().MatchString(line):
			end()
		default:
			if m := headingLine().FindStringSubmatch(line); m != nil && (line[0] == '#' || strings.HasPrefix(line, "**")) {
				end()
				headings = append(headings, m[1])
				continue
			}
			if m := itemLine().FindStringSubmatch(line); m != nil {
				end()
				line = m[1]
			}
			paragraph = append(paragraph, line)
		}
	}
	end()
	if all == nil {
		for _, h := range headings {
			all = append(all, sentence{text: h, leads: true})
		}
	}
	return all
}

// longestSentence is where a sentence that does not end is cut, in bytes.
const longestSentence = 1000

// split cuts a paragraph into its sentences.
func split(text string) (all []string) {
	from := 0
	add := func(to int) {
		if s := strings.TrimSpace(text[from:to]); strings.ContainsFunc(s, isWordRune) {
			all = append(all, s)
		}
		from = to
	}
	for i, r := range text {
		next := i + utf8.RuneLen(r)
		switch {
		case i < from:
		case strings.ContainsRune("。！？．｡؟۔।", r):
			rest := text[next:]
			add(next + len(rest) - len(strings.TrimLeft(rest, "」』）”’\"")))
		case strings.ContainsRune(".!?…", r):
			rest := text[next:]
			closed := strings.TrimLeft(rest, ".!?…\"'”’»)]")
			after := strings.TrimLeft(closed, " ")
			first, _ := utf8.DecodeRuneInString(after)
			goesOn := unicode.IsLower(first) || r == '.' && isAbbreviation(text[from:i])
			if after == "" || len(after) < len(closed) && !goesOn {
				add(next + len(rest) - len(closed))
			}
		case i-from > longestSentence && r == ' ':
			add(next)
		}
	}
	add(len(text))
	return all
}

var abbreviation = lazy(`(?:^|[\s("'“])(?:\pL|(?:\pL\.)+\pL|\p{Lu}\pL{1,2})$`)

// isAbbreviation reports whether a period after a text belongs to its last word: one letter, letters with periods
// between them, or a capitalized word of at most three letters.
func isAbbreviation(text string) bool { return abbreviation().MatchString(text[max(0, len(text)-30):]) }

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// What counts for a sentence; the rest is how much it has of the words that the text uses most.
const (
	leadText, leadParagraph = 0.6, 0.2
	fragment                = 0.4 // of its score, for one that does not end as a sentence does
)

// choose returns the n sentences that carry a text, in their order.
func choose(all []sentence, n int) []sentence {
	uses := map[string]float64{}
	of := make([][]string, len(all))
	for i, s := range all {
		of[i] = keywords(s.text)
		for _, w := range of[i] {
			uses[w]++
		}
	}
	scores, top := make([]float64, len(all)), 0.0
	for i := range all {
		for _, w := range of[i] {
			scores[i] += uses[w] - 1
		}
		scores[i] /= float64(len(of[i]) + 3)
		top = max(top, scores[i])
	}
	order, told, led := make([]int, 0, len(all)), map[string]bool{}, false
	for i, s := range all {
		if top > 0 {
			scores[i] /= top
		}
		switch ended := strings.ContainsAny(s.text[max(0, len(s.text)-6):], ".!?。！？؟۔।…"); {
		case !ended:
			scores[i] *= fragment
		case !led:
			scores[i] += leadText
			led = true
		case s.leads:
			scores[i] += leadParagraph
		}
		if len(all) <= n || !told[s.text] {
			order = append(order, i)
		}
		told[s.text] = true
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case scores[a] > scores[b]:
			return -1
		case scores[a] < scores[b]:
			return 1
		}
		return 0
	})
	order = order[:min(n, len(order))]
	slices.Sort(order)
	chosen := make([]sentence, len(order))
	for i, at := range order {
		chosen[i] = all[at]
	}
	return chosen
}

// keywords are the words of a sentence that may say what it is about, each once: those of at least four letters, and
// the characters of scripts without spaces.
func keywords(text string) (all []string) {
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !isWordRune(r) }) {
		r, _ := utf8.DecodeRuneInString(word)
		parts := []string{word}
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
			parts = strings.Split(word, "")
		} else if utf8.RuneCountInString(word) < 4 {
			continue
		}
		all = append(all, parts...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
