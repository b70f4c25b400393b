package secrets

import (
	"strconv"
	"strings"
)

// format is a token that starts with a literal and goes on as its body says.
type format struct {
	name   string
	before []step // precedes the literal: one step or none
	// literals are alternatives, separated by a space.
	literals string
	body     []step  // follows the literal
	floor    float64 // the least entropy of the body, in bits per character
	check    func(token string) bool
	keep     bool // mask only the body: the literal is a name, not a part of the token
	fold     bool // the literal, written in lower case, matches any case
}

// maxBody bounds a step that says "+".
const maxBody = "4096"

// step is one part of a body.
type step struct {
	text     string // literal text, or
	class    class  // from min to max of this class
	min, max int
}

// stepClasses are the classes that the letters of a body stand for.
var stepClasses = [128]class{
	'd': cDigit, 'h': cDigit | cLowHex, 'H': cHex, 'l': cLower | cDigit, 'U': cUpper | cDigit, 'a': cAlnum, 'A': cLetter,
	'w': cWord, 'u': cWord | cDash, 'v': cWord | cDash | cDot, 'b': cBase64, 'B': cBase32, 'c': cHashed,
	's': cRun | cEqual, 'z': cWord | cDash | cDot | cTilde, 'e': cRun | cEqual | cTilde, // 'e' may be escaped for a URL
}

// stepsOf reads the steps of a body.
func stepsOf(body string) (list []step) {
	for s := range strings.FieldsSeq(body) {
		list = append(list, parseStep(s))
	}
	return list
}

// parseStep reads one step. The formats are part of the program, so an error panics.
func parseStep(f string) step {
	if f[0] == '\'' {
		return step{text: f[1 : len(f)-1]}
	}
	st := step{class: stepClasses[f[0]]}
	low, high, ranged := strings.Cut(f[1:], "-")
	if least, open := strings.CutSuffix(low, "+"); open {
		low, high = least, maxBody
	} else if !ranged {
		high = low
	}
	var err, err2 error
	st.min, err = strconv.Atoi(low)
	st.max, err2 = strconv.Atoi(high)
	if st.class == 0 || err != nil || err2 != nil {
		panic("secrets: " + f + " is no step of a body")
	}
	return st
}

// register adds the format's literals, and each of them backwards.
func (f *format) register(t triggers) {
	for lit := range strings.FieldsSeq(f.literals) {
		t.add(lit, f.fold, f.match)
	}
	for lit := range strings.FieldsSeq(reverse(f.literals)) {
		t.add(lit, f.fold, reversedToken)
	}
}

func (f *format) match(s *scanner, v *view, at, end int) {
	t := v.text
	if len(f.before) > 0 {
		st := f.before[0]
		from := spanBack(t, at, st.max, st.class)
		if at-from < st.min || is(t, from-1, st.class) {
			return
		}
		at = from
	} else if is(t, at-1, cAlnum) && !f.keep {
		return
	}
	b := walk(t, f.body, at, end)
	s.effort -= b.end - at
	if b.end == 0 {
		return
	}
	token, body := t[at:b.end], t[end:b.end]
	if len(f.before) > 0 {
		body = token
	}
	if b.gapEnd > 0 {
		token = t[at:b.gap] + t[b.gapEnd:b.end]
		body = token[end-at:]
		if !looksRandom(body) {
			return
		}
	}
	if !f.accept(token, body) {
		return
	}
	if f.keep {
		at = end
	}
	s.add(v, f.name, at, b.end)
	if f.name == awsKeyID {
		awsSecretAfter(s, v, b.end)
	}
}

// accept judges a token whose structure is right.
func (f *format) accept(token, body string) bool {
	return entropy(body) >= f.floor && (f.check == nil || f.check(token)) && !filler(body) && !documented(token) &&
		!documented(body)
}

// body is where a walk ended and where it stepped over a gap.
type body struct{ end, gap, gapEnd int }

// minHalf is how many characters of a split token must stand before the gap.
const minHalf = 8

// walk follows the steps of a body from end on; the zero body when they do not fit. One
// gap of white space, quotes and joining characters is stepped over where the
// token would be too short without what follows it.
func walk(t string, steps []step, at, end int) (b body) {
	pos := end
	var last step
	for _, st := range steps {
		last = st
		if st.text != "" {
			if !strings.HasPrefix(t[pos:], st.text) {
				return body{}
			}
			pos += len(st.text)
			continue
		}
		stop := span(t, pos, st.max, st.class)
		n := stop - pos
		pos = stop
		if g := span(t, pos, 32, cGap); n < st.min && b.gapEnd == 0 && pos-at >= minHalf && g > pos && is(t, g, st.class) {
			b.gap, b.gapEnd = pos, g
			pos = span(t, g, st.max-n, st.class)
			n += pos - g
		}
		if n < st.min {
			return body{}
		}
	}
	if last.class&cDot != 0 {
		for t[pos-1] == '.' {
			pos--
		}
	}
	if is(t, pos, last.class|cAlnum) && last.text == "" && t[pos] != '.' {
		return body{}
	}
	b.end = pos
	return b
}
