package summary

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// form is a kind of text that is not prose, and what is worth telling of it.
type form struct {
	name    string            // with its article
	label   string            // what its names are
	names   string            // pattern of a line that names a part, in group 1
	tallies []tally           // lines worth counting
	says    func(text) string // what else it says; may be nil
}

type tally struct {
	noun    string
	pattern string
}

// text is a text and its lines, or the first of them.
type text struct {
	whole string
	lines []string
}

const (
	sampleLines, longestLine = 300, 1000 // lines that are looked at, bytes of each

	comment     = `^\s*(?://[/!]?|#+!?|/\*+|\*/?|--|;+|"""|''')`
	declaration = `^\s*(?:(?:pub(?:\(\w+\))?|public|private|protected|static|export|async|default|abstract|final)\s+)*` +
		`(?:func|def|class|type|fn|struct|enum|trait|interface|function|module|impl|` +
		`\(def\w+)\s+(?:\([^)]*\)\s*)?\(?([\w?!-]+)`
	codeLine = `[{};(\[]\s*$|^\s*[)}]|` + declaration + `|\S[(=\[].*[)\]:]\s*$|^\s*[\w.\[\]]+ *[:+]?= ?\S|^\s*<.*>\s*$|` +
		`^\s*(?:import|package|return|elif|else|end|fi|done|esac|then|local|let|const|var|raise|assert|defer|try|export|` +
		`from \S+ import)\b|^\s*\(.*\)\)\s*$`
	errorLine = `\b(?:ERROR|FATAL|PANIC|CRIT(?:ICAL)?|EMERG|ALERT|SEVERE)\b|[\[<](?:error|fatal|crit)[\]>]|` +
		`"?level"?[=:] ?"?(?:error|fatal)`
	warningLine = `\bWARN(?:ING)?\b|[\[<]warn(?:ing)?[\]>]|"?level"?[=:] ?"?warn`
	clock       = `(?:^|[ \[T"])\d\d:\d\d:\d\d|\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d|"(?:ts|time|timestamp)":`
)

// formOf is the form of a normalized text, nil for prose. It looks at the first
// lines that are neither blank nor in a fence.
func formOf(whole string) *form {
	t := text{whole: whole}
	fenced := false
	for line := range strings.Lines(whole) {
		trimmed := strings.ToLower(strings.TrimSpace(line))
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "#+begin_") ||
			strings.HasPrefix(trimmed, "#+end_") {
			fenced = !fenced
		} else if trimmed != "" && !fenced {
			t.lines = append(t.lines, strings.TrimSuffix(line[:min(len(line), longestLine)], "\n"))
		}
		if len(t.lines) == sampleLines {
			break
		}
	}
	trimmed := strings.TrimSpace(whole)
	n := len(t.lines)
	switch {
	case n < 3:
		return nil
	case strings.Contains(whole, "\n@@ -") && t.count(`^(?:\+\+\+ |diff --git )`) > 0:
		return &form{"A diff", "Files", `^(?:\+\+\+ b/|\+\+\+ |--- a/)([^/\s]\S*)`,
			[]tally{{"added line", `^\+(?:[^+]|$)`}, {"removed line", `^-(?:[^-]|$)`},
				{"new file", `^--- /dev/null`}, {"deleted file", `^\+\+\+ /dev/null`}}, nil}
	case n >= 5 && t.where(func(line string) bool { return strings.Count(line, ":") > 1 })*2 >= n && t.count(clock)*2 >= n:
		return &form{"A log", "", "", []tally{{"error", errorLine}, {"warning", warningLine}}, text.loudLines}
	case strings.ContainsRune("{[", rune(trimmed[0])) && json.Valid([]byte(trimmed)):
		return &form{"JSON", "Members", `"([^"\\]+)"\s*:`, nil, text.frequentWords}
	case t.delimited():
		return &form{"Delimited data", "Columns", `^\s*(.*\S)\s*$`, nil, text.frequentWords}
	}
	if t.where(func(line string) bool {
		return strings.ContainsAny(line[len(line)-1:], "{}()[];:,=") || strings.ContainsAny(line[:1], "/#*;") ||
			strings.Contains(line, " = ")
	})*3 < n {
		return nil
	}
	comments := t.count(comment)
	if code := t.count(codeLine) - t.count(comment+`.*[{};(\[]\s*$`); n-comments >= 6 && code*2 > n-comments {
		return &form{"Source code", "It declares", declaration, []tally{{"comment line", comment}}, text.comments}
	}
	return nil
}

// where is how many lines pass a test; count is how many match, which costs more.
func (t text) where(test func(line string) bool) (n int) {
	for _, line := range t.lines {
		if test(line) {
			n++
		}
	}
	return n
}

func (t text) count(pattern string) int { return t.where(regexp.MustCompile(pattern).MatchString) }

// delimited reports rows of the same number of cells. Prose has commas too, so
// nearly all lines must agree, and not end as sentences do.
func (t text) delimited() bool {
	quoted := regexp.MustCompile(`"[^"]*"`)
	for _, sep := range []string{"\t", ",", ";", "|"} {
		cells, rows := strings.Count(t.lines[0], sep), 0
		for _, line := range t.lines {
			if strings.Count(quoted.ReplaceAllString(line, ""), sep) == cells && !strings.HasSuffix(line, ".") {
				rows++
			}
		}
		if cells > 0 && rows >= 4 && rows*10 >= len(t.lines)*9 && cells+rows >= 7 {
			return true
		}
	}
	return false
}

// describe says in a paragraph what a text holds that is not prose: its form and
// length, what it names, and its lines that stand out. It is "" for prose, and
// for what is shorter than its description.
func describe(whole string) string {
	f := formOf(whole)
	if f == nil {
		return ""
	}
	t := text{whole: whole, lines: strings.Split(strings.TrimSuffix(whole, "\n"), "\n")}
	counts := []string{f.name + " of " + plural(len(t.lines), "line")}
	for _, c := range f.tallies {
		if n := t.count(c.pattern); n > 0 {
			counts = append(counts, plural(n, c.noun))
		}
	}
	said := strings.Replace(strings.Join(counts, ", "), ", ", ": ", 1) + "."
	if names := t.names(f); len(names) > 0 {
		said += " " + f.label + ": " + strings.Join(names, ", ") + "."
	}
	if f.says != nil {
		said = strings.TrimSpace(said + " " + f.says(t))
	}
	if len(said) > len(whole) {
		return ""
	}
	return said
}

// names are the first distinct parts that the text names.
func (t text) names(f *form) []string {
	const most = 12
	lines := t.lines
	switch f.label {
	case "":
		return nil
	case "Columns": // the first line alone names them
		lines = lines[:1]
	}
	re := regexp.MustCompile(f.names)
	var names []string
	for _, line := range lines {
		for _, m := range re.FindAllStringSubmatch(line, most) {
			if name := shorten(m[1], 100); slices.Contains(names, name) {
				continue
			} else if len(names) == most {
				return append(names, "and more")
			} else {
				names = append(names, name)
			}
		}
	}
	return names
}

// frequentWords are the words and phrases a text uses most.
func (t text) frequentWords() string {
	var words []string
	for _, k := range Keywords(t.whole, 6) {
		if k.Count > 1 {
			words = append(words, fmt.Sprintf("%s (%d times)", k.Text, k.Count))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return "It often says " + strings.Join(words, ", ") + "."
}

// loudLines are the lines that tell of errors, and the words used most. Of lines
// that differ only in their numbers the first is told.
func (t text) loudLines() string {
	const most = 4
	loud, number := regexp.MustCompile(errorLine), regexp.MustCompile(`\S*\d\S*`)
	count, first := map[string]int{}, map[string]int{}
	var kinds []string
	for i, line := range t.lines {
		if !loud.MatchString(line) {
			continue
		}
		kind := number.ReplaceAllString(line[:min(len(line), 200)], "#")
		if count[kind]++; count[kind] == 1 && len(kinds) < most {
			kinds, first[kind] = append(kinds, kind), i
		}
	}
	said := ""
	for _, kind := range kinds {
		times := ""
		if n := count[kind]; n > 1 {
			times = plural(n, "time") + ", first "
		}
		line := shorten(strings.TrimSpace(t.lines[first[kind]]), 140)
		said += fmt.Sprintf("“%s” (%sin line %d). ", line, times, first[kind]+1)
	}
	return said + t.frequentWords()
}

// comments are the sentences that carry the comments of a program; the paragraphs
// that say who may copy the file do not.
func (t text) comments() string {
	mark, licence := regexp.MustCompile(comment), regexp.MustCompile(`(?i)copyright|licen[cs]e|spdx`)
	var said strings.Builder
	for _, line := range t.lines {
		if mark.MatchString(line) {
			said.WriteString(strings.TrimSpace(strings.TrimSuffix(mark.ReplaceAllString(line, ""), "*/")))
		}
		said.WriteByte('\n')
	}
	prose := strings.Join(slices.DeleteFunc(strings.Split(said.String(), "\n\n"), licence.MatchString), "\n\n")
	doc := readDocument(prose)
	var chosen []string
	for _, at := range chooseSentences(doc, detectLanguage(prose), 3) {
		if s := doc.sentences[at].text; strings.Contains(s, " ") {
			chosen = append(chosen, s)
		}
	}
	return strings.Join(chosen, " ")
}

// shorten cuts text to at most limit characters, at a space where there is one.
func shorten(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	cut := string(runes[:limit-1])
	if at := strings.LastIndexByte(cut, ' '); at > len(cut)/2 {
		cut = cut[:at]
	}
	return cut + "…"
}
