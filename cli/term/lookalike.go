package term

import "unicode"

// misleads reports whether a character can be read as an ASCII one, as nothing
// or as a space, for Strict mode. The table is of blocks and single letters
// that common fonts draw like ASCII (after the confusables of Unicode
// Technical Standard 39, reduced to those whose target is ASCII). Letters of
// Arabic and Hebrew are left out: their direction shows what they are.
func misleads(r rune) bool {
	// What Unicode leaves unassigned or to private use may be drawn as anything.
	return unicode.Is(lookalikes, r) || unicode.In(r, unicode.Zs, unicode.Co, unicode.Cn)
}

var lookalikes = &unicode.RangeTable{
	R16: []unicode.Range16{
		// Latin-1 and modifiers: broken bar, diaeresis, macron, acute, middle dot, cedilla, times.
		{Lo: 0x00a6, Hi: 0x00a6, Stride: 1}, {Lo: 0x00a8, Hi: 0x00a8, Stride: 1}, {Lo: 0x00af, Hi: 0x00af, Stride: 1},
		{Lo: 0x00b4, Hi: 0x00b4, Stride: 1}, {Lo: 0x00b7, Hi: 0x00b8, Stride: 1}, {Lo: 0x00d7, Hi: 0x00d7, Stride: 1},
		// Latin: dotless i and j, long s, clicks, IPA letters, modifier letters.
		{Lo: 0x0131, Hi: 0x0131, Stride: 1}, {Lo: 0x017f, Hi: 0x017f, Stride: 1}, {Lo: 0x01c0, Hi: 0x01c3, Stride: 1},
		{Lo: 0x0237, Hi: 0x0237, Stride: 1}, {Lo: 0x0251, Hi: 0x0251, Stride: 1}, {Lo: 0x0261, Hi: 0x0263, Stride: 1},
		{Lo: 0x0269, Hi: 0x026a, Stride: 1}, {Lo: 0x026f, Hi: 0x026f, Stride: 1}, {Lo: 0x028b, Hi: 0x028b, Stride: 1},
		{Lo: 0x028f, Hi: 0x028f, Stride: 1}, {Lo: 0x02b0, Hi: 0x02ff, Stride: 1},
		// Greek: question mark, tonos, capitals and letters.
		{Lo: 0x037a, Hi: 0x037a, Stride: 1}, {Lo: 0x037e, Hi: 0x037f, Stride: 1}, {Lo: 0x0384, Hi: 0x0385, Stride: 1},
		{Lo: 0x0387, Hi: 0x0387, Stride: 1}, {Lo: 0x0391, Hi: 0x0392, Stride: 1}, {Lo: 0x0395, Hi: 0x0397, Stride: 1},
		{Lo: 0x0399, Hi: 0x039a, Stride: 1}, {Lo: 0x039c, Hi: 0x039d, Stride: 1}, {Lo: 0x039f, Hi: 0x039f, Stride: 2},
		{Lo: 0x03a1, Hi: 0x03a1, Stride: 1}, {Lo: 0x03a4, Hi: 0x03a5, Stride: 1}, {Lo: 0x03a7, Hi: 0x03a7, Stride: 1},
		{Lo: 0x03b1, Hi: 0x03b1, Stride: 1}, {Lo: 0x03b3, Hi: 0x03b3, Stride: 1}, {Lo: 0x03b9, Hi: 0x03ba, Stride: 1},
		{Lo: 0x03bd, Hi: 0x03bd, Stride: 1}, {Lo: 0x03bf, Hi: 0x03bf, Stride: 1}, {Lo: 0x03c1, Hi: 0x03c1, Stride: 1},
		{Lo: 0x03c3, Hi: 0x03c3, Stride: 1}, {Lo: 0x03c5, Hi: 0x03c5, Stride: 1}, {Lo: 0x03dc, Hi: 0x03dc, Stride: 1},
		{Lo: 0x03f2, Hi: 0x03f3, Stride: 1}, {Lo: 0x03f9, Hi: 0x03fa, Stride: 1},
		// Cyrillic.
		{Lo: 0x0405, Hi: 0x0406, Stride: 1}, {Lo: 0x0408, Hi: 0x0408, Stride: 1}, {Lo: 0x0410, Hi: 0x0410, Stride: 1},
		{Lo: 0x0412, Hi: 0x0412, Stride: 1}, {Lo: 0x0415, Hi: 0x0415, Stride: 1}, {Lo: 0x0417, Hi: 0x0417, Stride: 1},
		{Lo: 0x041a, Hi: 0x041a, Stride: 1}, {Lo: 0x041c, Hi: 0x041e, Stride: 1}, {Lo: 0x0420, Hi: 0x0423, Stride: 1},
		{Lo: 0x0425, Hi: 0x0425, Stride: 1}, {Lo: 0x042c, Hi: 0x042c, Stride: 1}, {Lo: 0x0430, Hi: 0x0430, Stride: 1},
		{Lo: 0x0433, Hi: 0x0433, Stride: 1}, {Lo: 0x0435, Hi: 0x0435, Stride: 1}, {Lo: 0x043e, Hi: 0x043e, Stride: 1},
		{Lo: 0x0440, Hi: 0x0441, Stride: 1}, {Lo: 0x0443, Hi: 0x0443, Stride: 1}, {Lo: 0x0445, Hi: 0x0445, Stride: 1},
		{Lo: 0x0455, Hi: 0x0456, Stride: 1}, {Lo: 0x0458, Hi: 0x0458, Stride: 1}, {Lo: 0x0474, Hi: 0x0475, Stride: 1},
		{Lo: 0x04ae, Hi: 0x04af, Stride: 1}, {Lo: 0x04bb, Hi: 0x04bb, Stride: 1}, {Lo: 0x04bd, Hi: 0x04bd, Stride: 1},
		{Lo: 0x04c0, Hi: 0x04c0, Stride: 1}, {Lo: 0x04cf, Hi: 0x04cf, Stride: 1}, {Lo: 0x0501, Hi: 0x0501, Stride: 1},
		{Lo: 0x050c, Hi: 0x050d, Stride: 1}, {Lo: 0x051a, Hi: 0x051d, Stride: 1},
		// Armenian letters; Hebrew and Arabic marks and digits.
		{Lo: 0x054d, Hi: 0x054d, Stride: 1}, {Lo: 0x0555, Hi: 0x0555, Stride: 1}, {Lo: 0x0563, Hi: 0x0563, Stride: 1},
		{Lo: 0x0566, Hi: 0x0566, Stride: 1}, {Lo: 0x0570, Hi: 0x0570, Stride: 1}, {Lo: 0x0578, Hi: 0x0578, Stride: 1},
		{Lo: 0x057c, Hi: 0x057d, Stride: 1}, {Lo: 0x0581, Hi: 0x0581, Stride: 1}, {Lo: 0x0584, Hi: 0x0585, Stride: 1},
		{Lo: 0x0589, Hi: 0x058a, Stride: 1}, {Lo: 0x05c0, Hi: 0x05c0, Stride: 1}, {Lo: 0x05c3, Hi: 0x05c3, Stride: 1},

		{Lo: 0x05f3, Hi: 0x05f4, Stride: 1},
		{Lo: 0x0660, Hi: 0x0661, Stride: 1}, {Lo: 0x0665, Hi: 0x0665, Stride: 1},
		{Lo: 0x066a, Hi: 0x066d, Stride: 1}, {Lo: 0x06d4, Hi: 0x06d4, Stride: 1}, {Lo: 0x06f0, Hi: 0x06f1, Stride: 1},
		// Digits and vowel signs of Indic scripts that are drawn as o or 0.
		{Lo: 0x0966, Hi: 0x0966, Stride: 1}, {Lo: 0x09e6, Hi: 0x09e6, Stride: 1}, {Lo: 0x0a66, Hi: 0x0a66, Stride: 1},
		{Lo: 0x0ae6, Hi: 0x0ae6, Stride: 1}, {Lo: 0x0b20, Hi: 0x0b20, Stride: 1}, {Lo: 0x0b66, Hi: 0x0b66, Stride: 1},
		{Lo: 0x0be6, Hi: 0x0be6, Stride: 1}, {Lo: 0x0c66, Hi: 0x0c66, Stride: 1}, {Lo: 0x0ce6, Hi: 0x0ce6, Stride: 1},
		{Lo: 0x0d20, Hi: 0x0d20, Stride: 1}, {Lo: 0x0d66, Hi: 0x0d66, Stride: 1}, {Lo: 0x0e50, Hi: 0x0e50, Stride: 1},
		{Lo: 0x0ed0, Hi: 0x0ed0, Stride: 1}, {Lo: 0x101d, Hi: 0x101d, Stride: 1}, {Lo: 0x1040, Hi: 0x1040, Stride: 1},
		{Lo: 0x10ff, Hi: 0x10ff, Stride: 1},
		// Blocks drawn like Latin: Cherokee, small capitals, Ogham space, Runic strokes.
		{Lo: 0x13a0, Hi: 0x13fd, Stride: 1}, {Lo: 0x1680, Hi: 0x1680, Stride: 1}, {Lo: 0x16b7, Hi: 0x16b7, Stride: 1},
		{Lo: 0x16c1, Hi: 0x16c1, Stride: 1}, {Lo: 0x16cc, Hi: 0x16cc, Stride: 1}, {Lo: 0x16d5, Hi: 0x16d6, Stride: 1},
		{Lo: 0x1d00, Hi: 0x1dbf, Stride: 1}, {Lo: 0x1e9d, Hi: 0x1e9d, Stride: 1}, {Lo: 0x1eff, Hi: 0x1eff, Stride: 1},
		{Lo: 0x1fbd, Hi: 0x1fc1, Stride: 1}, {Lo: 0x1fcd, Hi: 0x1fcf, Stride: 1}, {Lo: 0x1fdd, Hi: 0x1fdf, Stride: 1},
		{Lo: 0x1fed, Hi: 0x1fef, Stride: 1}, {Lo: 0x1ffd, Hi: 0x1ffe, Stride: 1},
		// General punctuation (dashes, quotes, dots, primes, slash, asterisk), super- and subscripts.
		{Lo: 0x2010, Hi: 0x2027, Stride: 1}, {Lo: 0x2032, Hi: 0x2037, Stride: 1}, {Lo: 0x2039, Hi: 0x203a, Stride: 1},
		{Lo: 0x203c, Hi: 0x203c, Stride: 1}, {Lo: 0x2041, Hi: 0x2041, Stride: 1}, {Lo: 0x2043, Hi: 0x2044, Stride: 1},
		{Lo: 0x2047, Hi: 0x2049, Stride: 1}, {Lo: 0x204e, Hi: 0x2053, Stride: 1}, {Lo: 0x2055, Hi: 0x205e, Stride: 1},
		{Lo: 0x2070, Hi: 0x209f, Stride: 1},
		// Letter-like symbols and Roman numerals.
		{Lo: 0x2100, Hi: 0x2125, Stride: 1}, {Lo: 0x2128, Hi: 0x2129, Stride: 1}, {Lo: 0x212a, Hi: 0x2138, Stride: 1},
		{Lo: 0x2139, Hi: 0x214f, Stride: 1}, {Lo: 0x2160, Hi: 0x2188, Stride: 1},
		// Operators, box drawing and others drawn as strokes, stars, colons, brackets.
		{Lo: 0x2212, Hi: 0x2212, Stride: 1}, {Lo: 0x2215, Hi: 0x2219, Stride: 1}, {Lo: 0x2223, Hi: 0x2223, Stride: 1},
		{Lo: 0x2227, Hi: 0x2228, Stride: 1}, {Lo: 0x2236, Hi: 0x2236, Stride: 1}, {Lo: 0x223c, Hi: 0x223c, Stride: 1},
		{Lo: 0x22c0, Hi: 0x22c1, Stride: 1}, {Lo: 0x22c5, Hi: 0x22c6, Stride: 1}, {Lo: 0x22ff, Hi: 0x22ff, Stride: 1},
		{Lo: 0x2329, Hi: 0x232a, Stride: 1}, {Lo: 0x2373, Hi: 0x237a, Stride: 1}, {Lo: 0x23fd, Hi: 0x23fd, Stride: 1},
		{Lo: 0x2460, Hi: 0x24ff, Stride: 1}, {Lo: 0x2500, Hi: 0x2503, Stride: 1}, {Lo: 0x2571, Hi: 0x2573, Stride: 1},
		{Lo: 0x2758, Hi: 0x2758, Stride: 1}, {Lo: 0x2768, Hi: 0x2775, Stride: 1}, {Lo: 0x27cb, Hi: 0x27cd, Stride: 2},
		{Lo: 0x27d9, Hi: 0x27d9, Stride: 1}, {Lo: 0x2985, Hi: 0x2986, Stride: 1}, {Lo: 0x29f5, Hi: 0x29f9, Stride: 1},
		{Lo: 0x2a2f, Hi: 0x2a2f, Stride: 1}, {Lo: 0x2c60, Hi: 0x2cff, Stride: 1}, {Lo: 0x2d38, Hi: 0x2d39, Stride: 1},
		{Lo: 0x2d4f, Hi: 0x2d4f, Stride: 1}, {Lo: 0x2d54, Hi: 0x2d55, Stride: 1}, {Lo: 0x2d5d, Hi: 0x2d5d, Stride: 1},
		{Lo: 0x2e12, Hi: 0x2e60, Stride: 1},
		// CJK strokes, punctuation and compatibility forms.
		{Lo: 0x2f02, Hi: 0x2f03, Stride: 1}, {Lo: 0x3001, Hi: 0x3003, Stride: 1}, {Lo: 0x3007, Hi: 0x301f, Stride: 1},
		{Lo: 0x30a0, Hi: 0x30a0, Stride: 1}, {Lo: 0x30fb, Hi: 0x30fc, Stride: 1}, {Lo: 0x31d3, Hi: 0x31d4, Stride: 1},
		{Lo: 0x3200, Hi: 0x33ff, Stride: 1}, {Lo: 0x4e36, Hi: 0x4e36, Stride: 1}, {Lo: 0x4e3f, Hi: 0x4e3f, Stride: 1},
		// Lisu, modifier letters, Latin extended D and E with Cherokee small letters, presentation forms.
		{Lo: 0xa4d0, Hi: 0xa4ff, Stride: 1}, {Lo: 0xa60e, Hi: 0xa60e, Stride: 1}, {Lo: 0xa644, Hi: 0xa647, Stride: 1},
		{Lo: 0xa6df, Hi: 0xa6df, Stride: 1}, {Lo: 0xa6ef, Hi: 0xa6ef, Stride: 1}, {Lo: 0xa700, Hi: 0xa7ff, Stride: 1},
		{Lo: 0xab30, Hi: 0xabbf, Stride: 1}, {Lo: 0xfb00, Hi: 0xfb29, Stride: 1},
		{Lo: 0xfd3e, Hi: 0xfd3f, Stride: 1}, {Lo: 0xfe10, Hi: 0xfe19, Stride: 1}, {Lo: 0xfe30, Hi: 0xfe6f, Stride: 1},
		{Lo: 0xff00, Hi: 0xff9f, Stride: 1},
		{Lo: 0xffa1, Hi: 0xffef, Stride: 1},
	},
	R32: []unicode.Range32{
		// Old Italic, Lycian, Carian, Elbasan, Deseret and others drawn like capitals.
		{Lo: 0x10280, Hi: 0x1031f, Stride: 1}, {Lo: 0x10400, Hi: 0x1044f, Stride: 1}, {Lo: 0x104b0, Hi: 0x10563, Stride: 1},
		{Lo: 0x114d0, Hi: 0x114d0, Stride: 1}, {Lo: 0x118a0, Hi: 0x118ff, Stride: 1}, {Lo: 0x16f00, Hi: 0x16f9f, Stride: 1},
		{Lo: 0x1ccd6, Hi: 0x1ccf9, Stride: 1}, {Lo: 0x1d16d, Hi: 0x1d16d, Stride: 1}, {Lo: 0x1d20f, Hi: 0x1d20f, Stride: 1},
		// Mathematical and enclosed letters and digits, segmented digits.
		{Lo: 0x1d400, Hi: 0x1d7ff, Stride: 1}, {Lo: 0x1ee00, Hi: 0x1eeff, Stride: 1}, {Lo: 0x1f100, Hi: 0x1f1ff, Stride: 1},
		{Lo: 0x1fbf0, Hi: 0x1fbf9, Stride: 1},
	},
}
