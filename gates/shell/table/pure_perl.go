package table

import "strings"

// purePerl reads code in Perl. Its grammar cannot be read without running it, so the code is looked at as bytes: what
// acts has a word of its own, which must stand nowhere, in strings and patterns neither; and the forms that reach a
// function or a variable by a name put together while it runs are refused, as are those that run a command without a
// word.
func purePerl(text string) bool {
	for i := 0; i < len(text); i++ {
		c := text[i]
		next, before := byteAt(text, i+1), byteAt(text, i-1)
		switch {
		case c == '`', c == '-' && next == '>':
			return false
		case c == '&':
			// && is an operator; & calls what a name or a value says.
			if next != '&' || byteAt(text, i+2) == '&' {
				return false
			}
			i++
		case (c == '$' || c == '@' || c == '%') && (next == '{' || next == '^' || next == '$'):
			return false // a variable whose name is a value
		case c == '*' && (next == '{' || (next == '$' || isNameStart(next)) && before != '*' && before != '.' &&
			!isValueEnd(text, i)):
			return false // a symbol table entry; behind a dot it only repeats, or is text
		case c == '(' && next == '?' && (byteAt(text, i+2) == '{' || byteAt(text, i+2) == '?'):
			return false // code in a pattern
		case c == ':' && next == ':', c == '<' && strings.Contains(text[i:min(len(text), i+64)], "|"):
			return false // another package; a command in a file's place
		case isNameByte(c):
			end := i
			for end < len(text) && isNameByte(text[end]) {
				end++
			}
			if !harmlessPerl(strings.TrimLeft(text[i:end], "0123456789"), before, byteAt(text, end)) {
				return false
			}
			i = end - 1
		}
	}
	return true
}

// harmlessPerl judges a word by what stands around it. A quoting operator that a space follows may have a letter for
// its delimiter, which would hide the words that follow.
func harmlessPerl(word string, before, after byte) bool {
	if in(" q qq qr qw m s y tr ", word) {
		return before == '$' || after != ' ' && after != '\t' && after != '\n'
	}
	return !Listed("perl/acts", word) && !evaluatesTwice(word, before)
}

func byteAt(s string, i int) byte {
	if i < 0 || i >= len(s) {
		return 0
	}
	return s[i]
}

func isNameByte(c byte) bool { return c != '$' && isNameStart(c) || isDigit(c) }

// isValueEnd reports whether what stands before i, spaces aside, ends a value, so that a star there multiplies.
func isValueEnd(s string, i int) bool {
	before := strings.TrimRight(s[:i], " ")
	start := len(before)
	for start > 0 && isNameByte(before[start-1]) {
		start--
	}
	switch {
	case before == "":
		return false
	case start == len(before):
		return before[start-1] == ')' || before[start-1] == ']'
	}
	return isDigit(before[start]) || byteAt(before, start-1) == '$'
}

// evaluatesTwice reports whether a substitution has the flag e twice, so that its result is run as code.
func evaluatesTwice(word string, before byte) bool {
	return before != 0 && before != ' ' && strings.Count(word, "e") > 1 && strings.Trim(word, "msixpodualngcre") == ""
}
