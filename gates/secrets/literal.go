package secrets

import (
	"slices"
	"strings"
)

// place is how a value stands beside its name, which tells how likely it is that it is text and not an expression.
type place int

const (
	inOther place = iota
	inLine        // name = value or name: value, which may be code
	inWords       // behind the words of a sentence
	inPlain       // name=value or name: value, all of a line
	inList        // one of several name=value, or a flag's
	inQuotes
)

// placeOf tells how the value of an assignment stands.
func placeOf(t string, a assignment) place {
	gap := t[a.keyEnd:max(a.keyEnd, a.at)]
	switch {
	case a.quoted && !a.code && (!a.said || a.at-a.keyEnd < 4):
		return inQuotes
	case a.code || a.quoted && !a.said || a.grouped:
		return inOther
	case is(t, a.key, cDash) && is(t, a.key-1, cSpace), gap == "=" && listed(t, a):
		return inList
	}
	from := spanBack(t, a.key, maxName, cIdent)
	if is(t, from-1, cQuote) && a.end < len(t) && t[a.end] == t[from-1] && gap == "=" {
		return inPlain
	}
	for from > 0 && (is(t, from-1, cBlank|cQuote) || t[from-1] == '\t') {
		from--
	}
	first, end := from == 0 || t[from-1] == '\n', span(t, a.end, 4, cBlank|cQuote)
	if a.said {
		if containsAny(strings.ToLower(gap), plainWords) {
			return inOther
		}
		if alone := end == len(t) || is(t, end, cLine); first && alone && strings.Trim(gap, " \t") == "" && a.whole(t) &&
			shapeOf(t[a.at:a.end]).kinds() > 1 {
			return inPlain
		}
		return inWords
	}
	if last := end == len(t) || is(t, end, cLine); !last || !first && (gap != ": " || !a.whole(t)) {
		return inOther
	}
	switch strings.Trim(gap, `"'`) {
	case "=", ": ", ":":
		return inPlain
	}
	return inLine
}

// listed reports whether an assignment stands in a list of them, as in a log, in the options of a mount or behind
// the flag of a command.
func listed(t string, a assignment) bool {
	from := spanBack(t, a.key, maxName, cIdent)
	if is(t, from-1, cAmp|cCell|cSpace) && t[from-1] != '\n' {
		word := from - 1
		for word > 0 && from-word < 2*maxName && !is(t, word-1, cSpace|cAmp|cCell) {
			word--
		}
		if before := t[word : from-1]; strings.Contains(before, "=") && !strings.ContainsAny(before, "()<>:{}") ||
			before == "-e" || before == "--env" || before == "export" {
			return true
		}
	}
	next := span(t, a.end, 1, cAmp|cCell|cSpace)
	end := span(t, next, maxName, cWord|cDash)
	return next > a.end && t[a.end] != '\n' && end > next && is(t, end, cEqual) && !is(t, end+1, cSpace|cEqual)
}

// literal reports whether the value of an assignment is a password that a person chose: its name ends with a word for
// one, and it is text that is no placeholder, no reference and no word about passwords.
func literal(t string, a assignment) bool {
	key, value := strings.TrimRight(t[a.key:a.keyEnd], "0123456789"), t[a.at:a.end]
	low, gap := strings.ToLower(key), t[a.keyEnd:max(a.keyEnd, a.at)]
	if low == "secret" || strings.HasSuffix(low, "shared_secret") {
		return !a.said && !a.code && settable(value) && shapeOf(value).symbol == 0
	}
	if !setting(key) || strings.HasSuffix(low, "ask-password") {
		return false
	}
	if verb := strings.HasSuffix(low, "pass") && a.quoted && !strings.ContainsAny(gap, "=:"); verb &&
		strings.ContainsAny(gap, "(` ") && !(a.key > 0 && t[a.key-1] == ':') {
		return false // what is passed
	}
	switch placeOf(t, a) {
	case inQuotes:
		if h := shapeOf(value); h.digit+h.symbol == 0 && h.upper > 1 || segmentedName(value) { // a name, of what holds it
			return false
		}
		fallthrough
	case inList:
		return chosenText(value) || key == strings.ToUpper(key) && t[a.at-1] != '`' && phrase(value)
	case inWords:
		return a.whole(t) && a.told(t)
	case inPlain:
		return chosenText(value) && !segmentedName(value) || gap == "=" && strings.ContainsAny(value, "-_") && wordy(value)
	case inLine:
		return settable(value) || shapeOf(value).kinds() > 2 && chosenText(value)
	}
	return settable(value) && !a.code && (!a.said || a.quoted)
}

// told reports whether a sentence tells a password: what may be no word, and is neither a file nor an address.
func (a assignment) told(t string) bool {
	value := t[a.at:a.end]
	h := shapeOf(value)
	if !chosenText(value) || wordShare(value) == 1 || !strings.ContainsAny(value, "0123456789!#^~+@$&%") ||
		is(t, a.end, cSlash|cDash) || is(t, a.end, cDot) && is(t, a.end+1, cAlnum) {
		return false
	}
	if a.sure {
		return h.lower+h.upper > 0 || len(value) > 7
	}
	return is(t, a.at, cAlnum) && h.lower+h.upper > 0 &&
		(settable(value) || h.kinds() > 2 && (h.upper > 0 || strings.ContainsAny(value, "!#^*+@$&")))
}

// whole reports whether the name of an assignment is the word for a password, or ends with it behind a dash.
func (a assignment) whole(t string) bool {
	low := strings.TrimRight(strings.ToLower(t[a.key:a.keyEnd]), "0123456789")
	return slices.ContainsFunc(settingWords, func(w string) bool {
		rest, ok := strings.CutSuffix(low, w)
		return ok && w != "pass" && (rest == "" || rest[len(rest)-1] == '-' || rest[len(rest)-1] == '_' || is(w, 0, cHigh))
	})
}

// chosenText reports whether text that is given as a password may be one.
func chosenText(v string) bool {
	h, low := shapeOf(v), strings.ToLower(v)
	letters := h.lower + h.upper + h.other
	switch {
	case len(v) < 6 || len(v) > 128 || filler(v) || documented(v) || containsAny(low, assignedFillers) ||
		containsAny(low, passwordWords) || containsAny(low, standards) || slices.Contains(technical, low) ||
		strings.IndexByte("$<%{@:/.?&*", v[0]) >= 0 || slices.Contains(commonWords, low) || interpolated(v) ||
		strings.ContainsAny(v, " <>{}()[]\\|\"'`,;:/"):
		return false
	case strings.HasPrefix(low, "0x"),
		h.other > h.lower+h.upper && (h.digit == 0 && !strings.ContainsAny(v, "-_") || len(v) < 10):
		return false
	case letters == 0:
		return h.symbol == 0 && len(v) >= 7
	case h.digit == 0 && h.symbol == 0:
		return letters >= 8 && (h.upper == 0 || jumbled(v) || strings.ContainsAny(v[1:], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") &&
			h.lower > 0)
	case h.digit == 0 && strings.Trim(v, "!#*~^+=&@") == v && span(v, 0, len(v), cLetter|cHigh|cIdent) == len(v):
		// Words with dashes, as many names are.
		return (h.upper > 0 && h.lower > 0 || h.other > 0) && strings.ContainsAny(v, "-_")
	}
	return len(v) >= 7
}

// wordy reports whether v is what chosenText takes, or words with dashes.
func wordy(v string) bool {
	low := strings.ToLower(v)
	return chosenText(v) || !slices.Contains(technical, low) && !slices.Contains(commonWords, low) && chosenText(v+"7")
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

// technical are words that programs, forms and documentation give to a name that says password.
var technical = strings.Fields("required optional encrypted plaintext incorrect disabled disallow username " +
	"validate confirmed validated argument parameter arguments parameters anonymous administrator keyboard interactive " +
	"publickey changeit mongodb masked unchanged forgotten generated function callback undefined nullable " +
	"sensitive readonly")
