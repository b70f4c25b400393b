package secrets

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"net/url"
	"slices"
	"strings"

	"pp/engine"
)

// entropy is Shannon's, in bits a byte.
func entropy(s string) float64 {
	if s == "" {
		return 0
	}
	var count [256]int
	for i := range len(s) {
		count[s[i]]++
	}
	h, n := 0.0, float64(len(s))
	for _, c := range count {
		if c > 0 {
			p := float64(c) / n
			h -= p * math.Log2(p)
		}
	}
	return h
}

// filler reports whether a value stands for one: it holds a word that says so,
// or it counts up or repeats itself for half of its length.
func filler(s string) bool {
	if containsAny(strings.ToLower(s), fillers) {
		return true
	}
	steps := 0
	for i := 1; i < len(s); i++ {
		if d := s[i] - s[i-1]; d <= 1 {
			steps++
		}
	}
	return steps*2 >= len(s) && len(s) > 2
}

// commonPairs lists, for each letter, the letters that often follow it in
// English words and in identifiers; about four in five pairs of such words are
// listed and one in three of all pairs.
var commonPairs = [26]string{
	"bcdgiklmnprstuvy", "aeilou", "acehiklorstu", "adeilorsu", "abcdefgilmnpqrstvwxye", "aefilorfu", "ehinors", "aeiot",
	"abcdefglmnoprstvz", "", "aeis", "adeilostuy", "aeimopsu", "acdefgiknostuv", "bcdfgilmnoprstuvw", "aeiloprstuy", "u",
	"acdegikmnorstuvy", "acehilopstuy", "acehiloprstuy", "abceilmnprst", "aei", "aehior", "pt", "ps", "e",
}

// wordShare is the part of s, 0 to 1, that consists of English-like words of at
// least four letters, in one case or capitalised.
func wordShare(s string) float64 {
	if s == "" {
		return 0
	}
	total := 0
	for i := 0; i < len(s); {
		end := wordEnd(s, i)
		if n := end - i; n >= 4 && commonEnough(s[i:end]) {
			total += n
		}
		i = max(end, i+1)
	}
	return float64(total) / float64(len(s))
}

// wordEnd returns the end of the word that starts at i.
func wordEnd(s string, i int) int {
	end := i
	if is(s, end, cUpper) {
		end++
		if is(s, end, cUpper) {
			return span(s, end, len(s), cUpper)
		}
	}
	return span(s, end, len(s), cLower)
}

func commonEnough(word string) bool {
	hits := 0
	for i := 1; i < len(word); i++ {
		if usualPair(word[i-1], word[i]) {
			hits++
		}
	}
	return hits*10 >= (len(word)-1)*7
}

// usualPair reports whether the second of two letters often follows the first.
func usualPair(a, b byte) bool {
	a, b = a|0x20, b|0x20
	return a == b || strings.IndexByte(commonPairs[a-'a'], b) >= 0
}

// shape counts the kinds of byte in a value.
type shape struct{ lower, upper, digit, symbol, other int }

func shapeOf(s string) (h shape) {
	for i := range len(s) {
		switch c := classes[s[i]]; {
		case c&cLower != 0:
			h.lower++
		case c&cUpper != 0:
			h.upper++
		case c&cDigit != 0:
			h.digit++
		case c&cText != 0 && c&cSpace == 0:
			h.symbol++
		default:
			h.other++
		}
	}
	return h
}

// kinds is how many of lower case, upper case, digits and symbols there are.
func (h shape) kinds() int {
	n := 0
	for _, c := range []int{h.lower, h.upper, h.digit, h.symbol} {
		if c > 0 {
			n++
		}
	}
	return n
}

// looksRandom reports whether s looks drawn at random rather than written:
// letters and digits mixed, varied, and not made of words.
func looksRandom(s string) bool {
	h := shapeOf(s)
	if h.digit == 0 && !jumbled(s) || h.lower+h.upper == 0 || h.other > 0 {
		return false
	}
	floor := 2.75
	if len(s) >= 16 {
		floor = 3
	}
	return entropy(s) >= floor && wordShare(s) < 0.5
}

// jumbled reports whether s is letters in both cases by turns, as no word or name has them: in names a capital begins a
// word, and the pairs of letters are those of words.
func jumbled(s string) bool {
	turns, odd, pairs, usual := 0, 0, 0, 0
	for i := 1; i < len(s); i++ {
		switch upper := is(s, i, cUpper); {
		case upper && is(s, i-1, cUpper):
			odd++
		case upper && is(s, i-1, cLower):
			turns++
			if is(s, i-2, cUpper) {
				odd++
			}
		case is(s, i, cLower) && is(s, i-1, cUpper) && is(s, i-2, cUpper):
			turns++
		}
		if is(s, i, cLetter) && is(s, i-1, cLetter) {
			pairs++
			if usualPair(s[i-1], s[i]) {
				usual++
			}
		}
	}
	share := wordShare(s)
	return len(s) >= 12 && turns*3 >= len(s) && share < 0.3 ||
		len(s) >= 10 && turns > 1 && odd*6 >= len(s) && usual*20 <= pairs*13 && share < 0.5
}

// secretValue judges a value that is assigned to a name that says it is secret, and
// with chosen that it is what people choose.
func secretValue(v string, quoted, chosen bool) bool {
	v = strings.ReplaceAll(v, engine.Masked, "")
	if len(v) < 8 || len(v) > maxValue || filler(v) || documented(v) || strings.IndexByte("${<", v[0]) >= 0 ||
		len(v) > 120 && strings.HasPrefix(v, "Ag") { // sealed for a cluster, with its public key
		return false
	}
	if varied(v) || otpSeed(v) {
		return true
	}
	if strings.IndexByte("@/%", v[0]) >= 0 && !(quoted && chosen && v[0] != '/') ||
		containsAny(strings.ToLower(v), assignedFillers) {
		return false
	}
	return chosen && marked(v, quoted) || (chosen || len(v) >= 16) && mixed(v) ||
		looksRandom(v) && (quoted || bareSecret(v, chosen)) && !segmented(v)
}

// marked reports whether v has three kinds of character and one of them is a symbol that stands in no name, number or
// path; where nothing quotes it, in no expression either.
func marked(v string, quoted bool) bool {
	h, symbols := shapeOf(v), "!#%^*~"
	if quoted {
		symbols += "+=$@"
	}
	return h.kinds() >= 3 && h.other == 0 && strings.ContainsAny(v, symbols) && wordShare(v) < 0.7 &&
		!strings.ContainsAny(v, "(){}[]<>\\|&?:/., ")
}

// settable reports whether v can be a password that is given in an environment variable: a word and a number are,
// unless they name a standard.
func settable(v string) bool {
	h := shapeOf(v)
	// In a name, what follows the only digit is a word of its own, or nothing.
	few := h.digit == 1 && h.upper == 1 && is(v, strings.IndexAny(v, "0123456789")+1, cLower)
	return len(v) >= 8 && h.lower > 2 && (h.digit > 1 || few) && h.other == 0 &&
		!strings.ContainsAny(v, "$<>(){}[]/:.") && !filler(v) && !documented(v) &&
		!containsAny(strings.ToLower(v), assignedFillers) && !containsAny(strings.ToLower(v), standards)
}

// otpSeed reports whether v is a seed of one-time passwords, as long as programs make them and no words.
func otpSeed(v string) bool {
	n := len(v)
	return (n == 26 || n == 32 || n == 52) && span(v, 0, n, cBase32) == n && entropy(v) >= 3 && wordShare(v) < 0.5
}

// phrase reports whether v is words drawn for a passphrase, and no sentence about one.
func phrase(v string) bool {
	words := strings.FieldsFunc(v, func(r rune) bool { return r == ' ' || r == '-' || r == '_' || r == '.' })
	for i, w := range words {
		n := span(w, 0, len(w), cLetter|cHigh)
		if n == 0 {
			n = span(w, 0, 4, cDigit)
		}
		if len(w) > 12 || n != len(w) || i == 0 && is(w, 0, cUpper) ||
			strings.Contains(tyingWords, " "+strings.ToLower(w)+" ") {
			return false
		}
	}
	return len(words) >= 3 && len(v) >= 12
}

// tyingWords are of sentences, and not of passphrases.
const tyingWords = " the and for with without your you not must this that enter type use used wrong bad empty " +
	"passphrase password required key keys was are can has have will when new again short too does protect is be to " +
	"or if it of a an as by we no i my don't set sets from used using cannot could should invalid expected before after "

// mixed reports whether v has what rules for passwords ask for: digits, letters of
// both cases and symbols. A path or a name with dots has them too, and words.
func mixed(v string) bool {
	h := shapeOf(v)
	return h.kinds() == 4 && h.other == 0 && !strings.ContainsAny(v, "(){}[]<>\\|") &&
		(!strings.ContainsAny(v, "./:") || wordShare(v) < 0.4 || h.digit > 1 && !strings.ContainsAny(v, "/:"))
}

// varied reports whether v is longer and more varied than any name or text.
func varied(v string) bool {
	h, floor := shapeOf(v), 4.4
	if h.other > 0 {
		floor = 5
	}
	return len(v) >= 32 && h.kinds() >= 3 && h.digit > 0 && entropy(v) >= floor && wordShare(v) < 0.3
}

// bareSecret asks more of a value without quotes, which may be code.
func bareSecret(v string, chosen bool) bool {
	if strings.HasPrefix(v, "0x") && len(v) <= 18 {
		return false
	}
	h := shapeOf(v)
	share := wordShare(v)
	return (h.digit >= 2 || chosen && (share < 0.3 || share < 0.5 && h.symbol == 0) ||
		len(v) >= 20 && h.upper > 3 && h.lower > 3 && share < 0.3) &&
		(h.kinds() >= 3 || len(v) >= 16 || chosen && h.digit == 0)
}

// alternating reports whether letters and digits take turns at least three times,
// as in few names.
func alternating(v string) bool {
	turns, was := 0, class(0)
	for i := range len(v) {
		c := classes[v[i]]
		switch digit := c & cDigit; {
		case c&cAlnum == 0:
			continue
		case was != 0 && (digit == 0) != (was&cDigit == 0):
			turns++
		}
		was = c
	}
	return turns >= 3
}

// segmented reports whether v is a name or a path: parts of words and short
// numbers between dots, slashes, colons, underscores and dashes.
func segmented(v string) bool {
	parts := strings.FieldsFunc(v, func(r rune) bool { return strings.ContainsRune("./:_-,;=+@", r) })
	if len(parts) < 2 {
		return false
	}
	odd := 0
	for _, p := range parts {
		h := shapeOf(p)
		letters := h.lower + h.upper
		if h.digit > 0 && letters > 2 && wordShare(p) < 0.5 || h.digit > 8 ||
			letters > 3 && h.lower > 0 && h.upper > 0 && wordShare(p) == 0 {
			odd += len(p)
		}
	}
	return odd*3 < len(v) && !uuid(v)
}

// uuid reports whether v has the form of one.
func uuid(v string) bool {
	if len(v) != 36 {
		return false
	}
	for i := range len(v) {
		if dash := i == 8 || i == 13 || i == 18 || i == 23; dash != (v[i] == '-') || !dash && !is(v, i, cHex) {
			return false
		}
	}
	return true
}

// hostPassword judges the password of a URL.
func hostPassword(user, v string) bool {
	v = strings.ReplaceAll(v, engine.Masked, "")
	if len(v) < 5 || v == user || filler(v) || reference(v) || strings.ContainsAny(v, "<>{}()[]") || v[0] == '%' {
		return false
	}
	if plain, err := url.PathUnescape(v); err == nil {
		v = plain
	}
	low := strings.ToLower(v)
	letters := strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return -1
		}
		return r
	}, low)
	for _, w := range assignedFillers {
		if low == w || letters == w || strings.HasPrefix(low, w) && len(v)-len(w) <= 4 {
			return false
		}
	}
	h := shapeOf(v)
	if h.kinds() == 1 {
		return h.digit == 0 && len(v) >= 8 && wordShare(v) < 0.5
	}
	if h.digit == 0 && h.upper == 0 && wordShare(v) >= 0.5 {
		return false // words with something between them
	}
	if mixed(v) && h.digit > 1 {
		return true
	}
	if len(v) >= 8 && h.digit > 0 && h.upper > 0 && h.lower > 0 && settable(v+"00") {
		return true // a word and a number
	}
	return len(v) >= 6 && (h.digit > 0 || h.symbol > 0 || len(v) >= 10) && wordShare(v) < 0.75
}

// documentedDigests are the first bytes of SHA-256 of keys that vendors
// publish in their documentation and emulators: well known, hence no secrets.
var documentedDigests = []uint64{
	0x3543c50b0cb9cea8, // the GitHub token in GitHub's announcement of the format
	0x2cafc0970149a84f, // Stripe's test key
	0xf2d6ca16515033e5, // Stripe's older test key
	0x7e8de44ea9ecf6d5, // Stripe's test key of API references
	0xf5375a46365089a8, // Slack's bot token
	0xed967197261c16a9, // the Azurite emulator's account key
	0x0011cc25eb432071, // the Azurite emulator's account key, padded
	0xeaa6a9190faf5587, // the Cosmos DB emulator's key
	0xaa6547439583c3a2, // the Cosmos DB emulator's key, padded
	0xb8e148545b13c78b, // the token of RFC 6750
	0x6c96130f130ab0d6, // the token of RFC 6749
	0x00cf4c781dc37003, // the refresh token of RFC 6749
	0xa35b81a7d7927b70, // the authorization code of RFC 6749
	0x0b5dd075ccdd03c4, // Telegram's bot token
}

// documented reports whether a value is one that vendors publish.
func documented(v string) bool {
	sum := sha256.Sum256([]byte(v))
	return slices.Contains(documentedDigests, binary.BigEndian.Uint64(sum[:]))
}
