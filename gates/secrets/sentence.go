package secrets

import "strings"

// copulas are what stands between what is called a password and the password, in the languages whose words for it are
// known; behind any other word a value must be more random.
var copulas = []string{
	"is ", ": ", "→ ", "= ", "lautet ", "ist ", "est ", "es ", "è ", "é ", "jest ", "är ", "er ", "on ",
	"je ", "είναι ", "هي ", "هو ", "là ", "adalah ", "olan ", "now ", "jetzt ", "nu ", "maintenant ",
	"ahora ", "adesso ", "agora ", "sekarang ", "теперь ", "это ", "— ", "：", "は", "是", "to ",
	"na ", "e ",
}

// unsure is how many of the copulas, the last ones, something else may follow.
const unsure = 3

// loosely are words before what is no password itself.
const loosely = " for user username by from with in at version of as and or via using port account host on type "

// laterWord returns where the first word of a line is that has letters and numbers as a password has, and that no
// preposition stands before; -1 when none of the first six is.
func laterWord(line string) int {
	at, before := 0, ""
	for range 6 {
		at = span(line, at, len(line), cBlank)
		end := at
		for end < len(line) && !is(line, end, cBlank) {
			end++
		}
		word := strings.TrimRight(line[at:end], ",.;!")
		if settable(word) && shapeOf(word).digit > 1 && !strings.Contains(loosely, " "+before+" ") && wordShare(word) < 0.9 &&
			span(word, 0, len(word), cAlnum|cUnder|cTilde) == len(word) {
			return at
		} else if len(word) < end-at && word == strings.TrimRight(line[at:end], ".;!") {
			return -1
		}
		at, before = end, strings.ToLower(word)
	}
	return -1
}

// sentence returns where the value may start that a line names behind "is", "to" or a colon, or at once, and whether
// what stands there is surely what the line is about. Of several such words it is the first one that something
// with a digit, a mark or a quote follows, else the last.
func sentence(t string, at int) (pos int, sure bool) {
	line := t[at:lineEnd(t, at, min(len(t), at+maxName*2))]
	last, said, odd := 0, 0, false
	for i, verb := range copulas {
		for from := 0; ; {
			n := strings.Index(line[from:], verb)
			if n < 0 || strings.ContainsAny(line[:from+n], ".;?!") {
				break
			}
			n += from
			from = n + len(verb)
			if is(verb, 0, cLetter|cHigh) && verb[len(verb)-1] == ' ' && is(line, n-1, cLetter|cHigh) {
				continue
			}
			word, _, _ := strings.Cut(line[from:], " ")
			unusual := strings.ContainsAny(word, "0123456789!#^*+@$&%\"'`")
			if unusual && (!odd || from < last) || !odd && from > last && i < len(copulas)-unsure {
				last, odd = from, unusual
				sure, said = i < len(copulas)-unsure, n
			}
		}
	}
	sure = sure && !containsAny(strings.ToLower(line[:said]), plainWords)
	if n := laterWord(line); last == 0 && n > 0 {
		return at + n, true
	}
	return at + last, sure
}
