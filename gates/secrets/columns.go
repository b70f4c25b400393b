package secrets

import (
	"slices"
	"strings"
)

// maxTable bounds how far below its name the values of a column are looked for.
const maxTable = 4 << 10

// column matches the values below a name that heads a column: in CSV, in tables that programs and Markdown print, and
// in the rows of an INSERT.
func (chosen nameOf) column(s *scanner, v *view, key, end int) {
	t := v.text
	left, right := spanBack(t, key, maxBlank, cBlank|cQuote), span(t, end, maxBlank, cBlank|cQuote)
	delim := cell(t, left-1) | cell(t, right)
	if delim == 0 || delim != cell(t, left-1) && delim != cell(t, right) {
		return
	}
	from := max(0, left-maxTable) + strings.LastIndexAny(t[max(0, left-maxTable):left], "\n(") + 1
	to := right + strings.IndexAny(t[right:min(len(t), right+maxTable)]+"\n", "\n)")
	s.effort -= to - from
	head := strings.Split(t[from:to], string(delim))
	if span(t, from, to-from, cWord|cDash|cDot|cBlank|cQuote|cCell) != to || delim != '|' && slices.Contains(head, "") {
		return
	}
	below, row := t[to:min(len(t), to+maxTable)], "\n"
	if rest, ok := strings.CutPrefix(below, ")"); ok {
		if row = "("; !foldPrefix(strings.TrimLeft(rest, " \n"), "values") {
			return
		}
	}
	s.effort -= len(below)
	n := strings.Count(t[from:left], string(delim))
	persons := containsAny(strings.ToLower(t[from:to]), []string{"user", "login", "mail", "name"})
	for rest, ok := below, true; ok; {
		if _, rest, ok = strings.Cut(rest, row); !ok {
			return
		}
		line := rest[:strings.IndexAny(rest+"\n", "\n)")]
		switch cells := strings.Split(line, string(delim)); {
		case len(cells) == len(head):
			if value := strings.Trim(cells[n], " \t\r\"'`"); value != "" &&
				(secretValue(value, true, bool(chosen)) || bool(chosen) && setting(t[key:end]) &&
					(settable(value) || persons && shapeOf(value).kinds() > 1 && chosenText(value))) {
				at := to + len(below) - len(rest) + strings.Index(line, value)
				s.addGeneric(v, at, at+len(value))
			}
		case line == "" || strings.Trim(line, "-+|=: \r") != "": // no line between rows
			return
		}
	}
}

func foldPrefix(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// cell returns the byte at i where it ends a cell of a table, 0 where it does not.
func cell(t string, i int) byte {
	if is(t, i, cCell) {
		return t[i]
	}
	return 0
}

// below returns the word that stands alone on the line below a name that ends at end, as what a program generates.
func below(t string, end int) (at, stop int, ok bool) {
	eol := lineEnd(t, end, min(len(t), end+2*maxName))
	if strings.HasSuffix(strings.TrimRight(t[end:eol], " \r"), "?") && eol < len(t) { // a question, and its answer
		stop := lineEnd(t, eol+1, min(len(t), eol+1+2*maxName))
		at := eol + 1 + strings.LastIndex(t[eol+1:stop], " ") + 1
		said := strings.TrimRight(t[eol+1:at], " ")
		return at, stop, (said == "" || strings.HasSuffix(said, ":") || said == "-" || said == ">") && stop > at &&
			chosenText(t[at:stop]) && shapeOf(t[at:stop]).digit > 0
	}
	if said := strings.TrimRight(t[end:eol], " \r"); said != "" &&
		(said[len(said)-1] != ':' || strings.ContainsAny(said, "=\"'{}[]+/")) {
		return 0, 0, false
	}
	at = span(t, eol, 8, cSpace)
	stop = span(t, at, 2*maxName, cRun)
	alone := stop == len(t) || t[stop] == '\n'
	return at, stop, at > eol && stop-at >= 16 && alone && looksRandom(t[at:stop])
}
