package secrets

import (
	"slices"
	"strings"
)

// isText reports whether the value of an assignment is text rather than an expression: a quoted string, the value of a
// flag, one of several in a list, or all that stands on its line behind the name.
func (a assignment) isText(t string) bool {
	gap := t[a.keyEnd:max(a.keyEnd, a.at)]
	switch {
	case a.code:
		return false
	case a.quoted, is(t, a.key, cDash) && is(t, a.key-1, cSpace), gap == "=" && a.isListed(t):
		return true
	}
	from := spanBack(t, a.key, maxName, cIdent)
	for from > 0 && (is(t, from-1, cBlank|cQuote) || t[from-1] == '\t') {
		from--
	}
	end := span(t, a.end, 4, cBlank|cQuote)
	if end < len(t) && !is(t, end, cLine) || from > 0 && t[from-1] != '\n' {
		return false
	}
	return slices.Contains([]string{"=", ":", ": "}, strings.Trim(gap, `"'`))
}

// isListed reports whether an assignment stands in a list of them, as in a log, in the options of a mount, in a URL or
// before a command.
func (a assignment) isListed(t string) bool {
	from := spanBack(t, a.key, maxName, cIdent)
	if is(t, from-1, cAmp|cCell|cSpace) && t[from-1] != '\n' {
		word := from - 1
		for word > 0 && from-word < 2*maxName && !is(t, word-1, cSpace|cAmp|cCell) {
			word--
		}
		if before := t[word : from-1]; strings.Contains(before, "=") && !strings.ContainsAny(before, "()<>:{}") ||
			slices.Contains([]string{"-e", "--env", "export"}, before) {
			return true
		}
	}
	next := span(t, a.end, 1, cAmp|cCell|cSpace)
	end := span(t, next, maxName, cWord|cDash)
	return next > a.end && t[a.end] != '\n' && end > next && is(t, end, cEqual) && !is(t, end+1, cSpace|cEqual)
}

// isPassword reports whether the value of an assignment is a password that a person chose: its name ends with a word
// for one, and it is text that is no placeholder, no reference and no word about passwords.
func (a assignment) isPassword(t string) bool {
	key, value := strings.TrimRight(t[a.key:a.keyEnd], "0123456789"), t[a.at:a.end]
	gap := t[a.keyEnd:max(a.keyEnd, a.at)]
	passes := strings.HasSuffix(strings.ToLower(key), "pass") && !strings.ContainsAny(gap, "=:,>") // a verb
	if !setting(key) || passes {
		return false
	}
	if a.isText(t) {
		return chosenText(value) && !segmentedName(value)
	}
	return settable(value) && !a.code && (!a.said || a.quoted)
}

// chosenText reports whether text that is given as a password may be one.
func chosenText(v string) bool {
	h, low := shapeOf(v), strings.ToLower(v)
	switch {
	case len(v) < 6 || len(v) > 128 || filler(v) || documented(v) || containsAny(low, assignedFillers) ||
		containsAny(low, passwordWords) || containsAny(low, standards) || slices.Contains(commonWords, low) ||
		strings.IndexByte("$<%{@:/.?&*", v[0]) >= 0 || interpolated(v) || strings.ContainsAny(v, " <>{}()[]\\|\"'`,;:/") ||
		strings.HasPrefix(low, "0x") || h.other > 0:
		return false
	case h.lower+h.upper == 0:
		return h.symbol == 0 && len(v) >= 7
	case h.digit == 0 && strings.Trim(v, "!#*~^+=&@") == v && span(v, 0, len(v), cLetter|cIdent) == len(v):
		return h.upper > 0 && h.lower > 0 && strings.ContainsAny(v, "-_") || jumbled(v)
	}
	return len(v) >= 7
}

// interpolated reports whether a part of v stands for something else.
func interpolated(v string) bool {
	for i := range len(v) - 1 {
		if v[i] == '%' && is(v, i+1, cLetter) || v[i] == '$' && (is(v, i+1, cLetter|cUnder) || v[i+1] == '{') {
			return true
		}
	}
	return false
}

// segmentedName reports whether a number stands in v as in a name of a program: between two words that begin with
// capitals.
func segmentedName(v string) bool {
	h, i := shapeOf(v), strings.IndexAny(v, "0123456789")
	if i <= 0 || h.upper < 2 || h.symbol > 0 {
		return false
	}
	end := span(v, i, len(v), cDigit)
	return is(v, i-1, cLower) && (end-i == h.digit && is(v, end, cUpper) || end == len(v) && h.digit == 1)
}
