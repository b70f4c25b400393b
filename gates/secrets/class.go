package secrets

// class is a set of kinds of byte. Formats are written in terms of classes, so
// that one table look-up answers "may this byte stand here".
type class uint32

const (
	cDigit27 class = 1 << iota
	cDigit01       // 0 1 8 9, which base32 lacks
	cLowHex        // a-f
	cLow           // g-z
	cUpHex         // A-F
	cUp            // G-Z
	cUnder
	cDash
	cPlus
	cSlash
	cDot
	cEqual
	cSpace // space, tab, CR, LF
	cQuote // " ' `
	cJoin  // what may stand between two halves of a split token
	cTilde
	cConcat   // what may stand between two strings that are concatenated
	cSite     // where joined looks closer
	cEscape   // where unescape looks closer
	cGroupGap // what may stand between bytes in hexadecimal
	cAngle    // <
	cAmp      // & ? : ;
	cLine     // what ends a line or a statement
	cHash     // of a password, beside base64
	cText     // printable ASCII and white space
	cZero     // of ASCII in UTF-16
	cHigh     // not ASCII
	cCell     // what stands between the cells of a table
	cBlank    // space

	cDigit    = cDigit27 | cDigit01
	cLower    = cLowHex | cLow
	cUpper    = cUpHex | cUp
	cLetter   = cLower | cUpper
	cAlnum    = cDigit | cLetter
	cHex      = cDigit | cLowHex | cUpHex
	cWord     = cAlnum | cUnder
	cBase32   = cUpper | cDigit27
	cBase64   = cAlnum | cPlus | cSlash
	cRun      = cBase64 | cUnder | cDash // both alphabets of base64
	cHashed   = cBase64 | cDot | cEqual | cHash
	cGap      = cSpace | cQuote | cJoin
	cIdent    = cWord | cDash | cDot
	cUnquoted = cRun | cDot | cEqual | cTilde
	cPlain    = cText | cZero
)

// classes are the classes of each byte. They are never written to.
var classes = buildClasses()

// buildClasses says which bytes are of which class.
func buildClasses() (t [256]class) {
	for _, set := range [...]struct {
		chars string
		class class
	}{
		{"234567", cDigit27}, {"0189", cDigit01}, {"abcdef", cLowHex}, {"ghijklmnopqrstuvwxyz", cLow},
		{"ABCDEF", cUpHex}, {"GHIJKLMNOPQRSTUVWXYZ", cUp}, {"_", cUnder}, {"-", cDash}, {"+", cPlus}, {"/", cSlash},
		{".", cDot}, {"=", cEqual}, {" \t\r\n", cSpace}, {"\"'`", cQuote}, {",+\\&()[]{}.", cJoin}, {"~!@#$%^*", cTilde},
		{" \t\r\n+.&~|\\()", cConcat}, {"\"'`\\\x7f\xc2\xcd\xd8\xe1\xe2\xef\xf3", cSite}, {"%&\\", cEscape},
		{" :,;\t\r\n-+", cGroupGap}, {"&?:;", cAmp}, {"<", cAngle}, {"\r\n;", cLine}, {"$,-", cHash},
		{"\t\r\n", cText}, {"\x00", cZero}, {",|\t;", cCell}, {" ", cBlank},
	} {
		for i := range len(set.chars) {
			t[set.chars[i]] |= set.class
		}
	}
	for b := range byte(0x7f) {
		if b >= ' ' {
			t[b] |= cText
		} else if t[b]&cSpace == 0 {
			t[b] |= cSite
		}
	}
	for i := 0x80; i < len(t); i++ {
		t[i] |= cHigh
	}
	return t
}

// is reports whether the byte at i belongs to c; no byte is at an i outside t.
func is(t string, i int, c class) bool {
	return uint(i) < uint(len(t)) && classes[t[i]]&c != 0
}

// span returns the end of the bytes of class c that start at i, at most max of them.
func span(t string, i, max int, c class) int {
	end := min(len(t), i+max)
	for i < end && classes[t[i]]&c != 0 {
		i++
	}
	return i
}

// spanBack returns the start of the bytes of class c that end at i, at most max of them.
func spanBack(t string, i, max int, c class) int {
	start := i - min(i, max)
	for i > start && classes[t[i-1]]&c != 0 {
		i--
	}
	return i
}
