package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEscape(t *testing.T) {
	cases := []struct{ name, in, text, strict string }{
		{"ASCII", "a\tb\n~", "a\tb\n~", "a\tb\n~"},
		{"escape sequence", "\x1b[31mred\x1b[0m", `\u{1b}[31mred\u{1b}[0m`, `\u{1b}[31mred\u{1b}[0m`},
		{"backspace and delete", "a\bb\x7f", `a\u{08}b\u{7f}`, `a\u{08}b\u{7f}`},
		{"C1", "\u009b31m\u0085", `\u{9b}31m\u{85}`, `\u{9b}31m\u{85}`},
		{"CR", "ok\rno", `ok\u{0d}no`, `ok\u{0d}no`},
		{"CR LF", "a\r\nb\r\r\n\r", "a\nb\\u{0d}\n\\u{0d}", "a\\u{0d}\nb\\u{0d}\\u{0d}\n\\u{0d}"},
		{"bidi", "a\u202eb\u202c\u2066\u2069\u200e\u200f\u061c",
			`a\u{202e}b\u{202c}\u{2066}\u{2069}\u{200e}\u{200f}\u{61c}`,
			`a\u{202e}b\u{202c}\u{2066}\u{2069}\u{200e}\u{200f}\u{61c}`},
		{"zero width", "a\u200bb\u2060\ufeff\u00ad\u034f\u180e", `a\u{200b}b\u{2060}\u{feff}\u{ad}\u{34f}\u{180e}`,
			`a\u{200b}b\u{2060}\u{feff}\u{ad}\u{34f}\u{180e}`},
		{"separators", "a\u2028b\u2029", `a\u{2028}b\u{2029}`, `a\u{2028}b\u{2029}`},
		{"fillers", "\u115f\u3164\uffa0\u2800\u17b5", `\u{115f}\u{3164}\u{ffa0}\u{2800}\u{17b5}`,
			`\u{115f}\u{3164}\u{ffa0}\u{2800}\u{17b5}`},
		{"tags", "\U000e0041\U000e007f\U000e0001", `\u{e0041}\u{e007f}\u{e0001}`, `\u{e0041}\u{e007f}\u{e0001}`},
		{"not UTF-8", "a\xffb\xc3(\xe2\x82", `a\xffb\xc3(\xe2\x82`, `a\xffb\xc3(\xe2\x82`},
		{"noncharacter", "\uffff\U0010ffff", `\u{ffff}\u{10ffff}`, `\u{ffff}\u{10ffff}`},
		{"replacement character", "\ufffd", "\ufffd", "\ufffd"},
		{"accents", "déjà vu, Straße", "déjà vu, Straße", "déjà vu, Straße"},
		{"Arabic", "كتب ١", "كتب ١", `كتب \u{661}`},
		{"Persian non-joiner", "می‌خواهم", "می‌خواهم", `می\u{200c}خواهم`},
		{"Hindi joiner", "क्‍ष", "क्‍ष", `क्\u{200d}ष`},
		{"joiner in Latin", "ad\u200cmin\u200d", `ad\u{200c}min\u{200d}`, `ad\u{200c}min\u{200d}`},
		{"joiner before an escaped letter", "ب\u200c\u061c", `ب\u{200c}\u{61c}`, `ب\u{200c}\u{61c}`},
		{"emoji family", "👩‍👩‍👧", "👩‍👩‍👧", `👩\u{200d}👩\u{200d}👧`},
		{"rainbow flag", "🏳️‍🌈", "🏳️‍🌈", `🏳\u{fe0f}\u{200d}🌈`},
		{"keycap", "1️⃣", "1️⃣", `1\u{fe0f}\u{20e3}`},
		{"selector after a digit", "1\ufe0f0", `1\u{fe0f}0`, `1\u{fe0f}0`},
		{"selector after a letter", "a\ufe00b\U000e0100", `a\u{fe00}b\u{e0100}`, `a\u{fe00}b\u{e0100}`},
		{"ideographic variant", "葛\U000e0100", "葛\U000e0100", `葛\u{e0100}`},
		{"Mongolian variant", "ᠠ\u180bx\u180b", "ᠠ\u180bx\\u{180b}", `ᠠ\u{180b}x\u{180b}`},
		{"Cyrillic", "сat", "сat", `\u{441}at`},
		{"full width", "ｒｍ", "ｒｍ", `\u{ff52}\u{ff4d}`},
		{"spaces", "a\u00a0b\u2003c\u3000d", "a\u00a0b\u2003c\u3000d", `a\u{a0}b\u{2003}c\u{3000}d`},
		{"overlay", "a\u0338=\u0338", "a\u0338=\u0338", `a\u{338}=\u{338}`},
		{"private use", "\ue0b0", "\ue0b0", `\u{e0b0}`},
		{"unassigned", "\u0378", "\u0378", `\u{378}`},
		{"spelled escape", `\u{202e}`, `\u{202e}`, `\u{202e}`},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			if got := Escape(tc.in, Text); got != tc.text {
				t.Errorf("text: got %+q, want %+q", got, tc.text)
			}
			if got := Escape(tc.in, Strict); got != tc.strict {
				t.Errorf("strict: got %+q, want %+q", got, tc.strict)
			}
		})
	}
}

// Look-alikes of every ASCII character that matters in a command, by hand.
func TestLookalikes(t *testing.T) {
	for ascii, alike := range map[string]string{
		"a": "аɑαａ𝐚ᴀ", "b": "Ьｂ𝐛", "c": "сϲｃⅽ", "d": "ԁｄⅾ", "e": "еｅ℮", "g": "ɡｇց",
		"h": "һհｈℎ", "i": "іıｉⅰι",
		"j": "јϳｊ", "k": "κｋ", "l": "ⅼｌӏǀ", "m": "ｍⅿ", "n": "ոｎռ", "o": "оοօｏ०", "p": "рρｐ",
		"q": "ԛｑ", "r": "гｒ",
		"s": "ѕｓꜱ", "t": "ｔ𝐭", "u": "սυｕ", "v": "νѵｖⅴ", "w": "ԝｗ", "x": "хｘⅹ×", "y": "уγｙ",
		"z": "ｚᴢ",
		"A": "АΑＡᎪ", "B": "ВΒＢ", "C": "СϹＣ", "E": "ЕΕＥ", "H": "НΗＨ", "I": "ІΙＩⅠ", "J": "ЈＪ",
		"K": "КΚＫ\u212a", "M": "МΜＭ",
		"N": "ΝＮ", "O": "ОΟＯ", "P": "РΡＰ", "S": "ЅＳ", "T": "ТΤＴ", "X": "ХΧＸ", "Y": "ҮΥＹ",
		"Z": "ΖＺ",
		"/": "⁄∕／╱⧸", "\\": "＼∖⧵﹨", "-": "‐‑‒–—−﹣－", ".": "․．。",
		";": "\u037e；﹔", ":": "：∶ː꞉", "|": "｜∣│ǀ❘",
		"&": "＆﹠", "$": "＄﹩", "`": "｀ˋ\u1fef", "'": "’‘′＇ʼ", "\"": "“”″＂", "*": "∗⁎＊",
		"~": "∼˜～", "!": "！ǃ", "#": "＃﹟",
		"<": "＜‹", ">": "＞›", "=": "＝﹦", "(": "（❨", ")": "）❩", "%": "％﹪", "@": "＠﹫",
		"?": "？﹖", " ": "\u00a0\u2000\u202f\u3000\u1680",
	} {
		for _, r := range alike {
			if got := Escape(string(r), Strict); got[0] != '\\' {
				t.Errorf("%U, which looks like %q, is shown as it is", r, ascii)
			}
			if got := Escape(string(r), Text); got != string(r) {
				t.Errorf("%U is escaped in text", r)
			}
		}
	}
}

// deceives is what no escaped text may hold, written independently of hidden.
func deceives(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < ' ' || r >= 0x7f && r < 0xa0:
		return true
	case r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f || r == 0x061c:
		return true
	case r == 0x200b || r >= 0x2060 && r <= 0x2064 || r == 0xfeff || r == 0xad || r == 0x2028 || r == 0x2029:
		return true
	}
	return r >= 0xe0000 && r <= 0xe007f || r == 0x115f || r == 0x1160 || r == 0x3164 || r == 0xffa0
}

func FuzzEscape(f *testing.F) {
	for _, s := range []string{"", "plain\n", "a\u202eb", "👩‍👩‍👧 1️⃣", "می‌خواهم",
		"\xff\xe2\x82", "a\r\nb\r", "\x1b[0m", "ب\u200c\u061c",
		"❤\ufe0f\u200d🔥", "葛\U000e0100", "\u200d\u200d", "𝐫𝐦", "\U0001d159\u200d\U0001d159"} {
		f.Add(s, uint(3))
	}
	f.Fuzz(func(t *testing.T, s string, seed uint) {
		for _, mode := range []Mode{Text, Strict} {
			out := Escape(s, mode)
			for _, r := range out {
				if deceives(r) {
					t.Fatalf("mode %d: %U is left in %+q", mode, r, out)
				}
			}
			if !utf8.ValidString(out) {
				t.Fatalf("mode %d: %+q is not UTF-8", mode, out)
			}
			if again := Escape(out, mode); again != out {
				t.Fatalf("mode %d: escaped again: %+q, then %+q", mode, out, again)
			}
			if split := writeSplit(t, s, mode, seed); split != out {
				t.Fatalf("mode %d: split %+q, whole %+q", mode, split, out)
			}
		}
	})
}

// writeSplit writes s in pieces whose sizes come from seed.
func writeSplit(t *testing.T, s string, mode Mode, seed uint) string {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b, mode)
	for rest := []byte(s); len(rest) > 0; {
		seed = seed*1664525 + 1013904223
		n := min(int(seed>>8%4), len(rest))
		if wrote, err := w.Write(rest[:n]); wrote != n || err != nil {
			t.Fatalf("Write: %d %v", wrote, err)
		}
		rest = rest[n:]
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriterLargeOutput(t *testing.T) {
	for _, unit := range []string{"plain text\n", "é\u202e👩‍👧\xff"} {
		s := strings.Repeat(unit, 3*chunk/len(unit)+7)
		var b bytes.Buffer
		w := NewWriter(&b, Text)
		if n, err := w.Write([]byte(s)); n != len(s) || err != nil {
			t.Fatalf("Write: %d %v", n, err)
		}
		_ = w.Flush()
		if b.String() != Escape(s, Text) {
			t.Errorf("%+q: a large write differs", unit)
		}
	}
}

func TestStyled(t *testing.T) {
	var b bytes.Buffer
	w := NewWriter(&b, Text)
	fmt.Fprint(w, "ok \xe2\x82")
	if err := w.Styled(NewPalette(true).Red, "no\x1b[0m"); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(w, "\xac")
	_ = w.Flush()
	want := `ok \xe2\x82` + "\x1b[31mno" + `\u{1b}` + "[0m\x1b[0m" + `\xac`
	if b.String() != want {
		t.Errorf("got  %q\nwant %q", b.String(), want)
	}
}

type failing struct{ after int }

func (f *failing) Write(p []byte) (int, error) {
	if f.after -= len(p); f.after < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(p), nil
}

type short struct{}

func (short) Write(p []byte) (int, error) { return len(p) - 1, nil }

func TestWriterErrors(t *testing.T) {
	w := NewWriter(&failing{after: chunk}, Text)
	n, err := w.Write(make([]byte, 3)) // 18 bytes when escaped
	if n != 3 || err != nil {
		t.Fatalf("first: %d %v", n, err)
	}
	n, err = w.Write([]byte(strings.Repeat("a", 2*chunk)))
	if n != 0 || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("second: %d %v", n, err)
	}
	if _, err := w.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("third: %v", err)
	}
	if err := w.Styled(NewPalette(false).Bold, "x"); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Styled: %v", err)
	}
	if _, err := NewWriter(short{}, Text).Write([]byte("ab")); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("short: %v", err)
	}
}

func TestShowsColours(t *testing.T) {
	for _, tc := range []struct {
		flag string
		env  map[string]string
		want bool
	}{
		{"auto", map[string]string{"TERM": "xterm"}, true},
		{"auto", map[string]string{"TERM": "dumb"}, false},
		{"auto", nil, false},
		{"auto", map[string]string{"TERM": "xterm", "NO_COLOR": "1"}, false},
		{"auto", map[string]string{"TERM": "xterm", "NO_COLOR": ""}, true},
		{"always", map[string]string{"NO_COLOR": "1"}, true},
		{"never", map[string]string{"TERM": "xterm"}, false},
	} {
		env := func(name string) (string, bool) { v, set := tc.env[name]; return v, set }
		if got := ShowsColours(tc.flag, env); got != tc.want {
			t.Errorf("%+v: got %v", tc, got)
		}
	}
}
