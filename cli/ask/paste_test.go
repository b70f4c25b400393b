package ask

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestPasteReader(t *testing.T) {
	for _, tc := range []struct{ name, in, out, line string }{
		{"typed", "a\x1b[Ab\r", "a\x1b[Ab\r", "a\x1b[Ab\r"},
		{"pasted", "x\x1b[200~one\ttwo\r\nthree\rfour\x1b[201~y\r", "", "xone\ttwo\nthree\nfoury\r"},
		{"keys in a paste", "\x1b[200~\x1b[A\x03\x04\x1b[201~", "", "\x1b[A\x03\x04"},
		{"a mark in a paste", "\x1b[200~a\x1b[200~b\x1b[201~", "", "a\x1b[200~b"},
		{"nearly marks", "\x1b\x1b[200\x1b[200~é\x1b\x1b[201~\x1b[201~", "", "\x1b\x1b[200é\x1b\x1b[201~"},
		{"Alt-Enter", "one\x1b\rtwo\x1b\x1b\nthree\r", "", "one\ntwo\x1b\nthree\r"},
		{"Ctrl-Z", "a\x1ab\x1b[200~\x1a\x1b[201~", "", "ab\x1a"},
	} {
		for _, from := range []io.Reader{strings.NewReader(tc.in), iotest.OneByteReader(strings.NewReader(tc.in))} {
			suspended := 0
			r := &pasteReader{from: io.NopCloser(from), suspend: func() { suspended++ }}
			got, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			if tc.out != "" && string(got) != tc.out {
				t.Errorf("%s: gives %q", tc.name, got)
			}
			if tc.name == "pasted" && bytes.Count(got, []byte("\r")) != 1 {
				t.Errorf("a pasted line's end is not text: %q", got)
			}
			if line := unpaste(string(got)); line != tc.line {
				t.Errorf("%s: %q, want %q", tc.name, line, tc.line)
			}
			if (suspended == 1) != (tc.name == "Ctrl-Z") {
				t.Errorf("%s: suspended %d times", tc.name, suspended)
			}
			if !r.ended() {
				t.Errorf("%s: not ended", tc.name)
			}
		}
	}
	const text = "a\nb\tc\x7f\x1b[31m"
	if one := HistoryLine(text); unpaste(one) != text || bytes.ContainsAny([]byte(one), "\n\x1b") {
		t.Errorf("%q", one)
	}
}

func TestPainterShowsWhatIsHidden(t *testing.T) {
	line := []rune("a\u202eb" + HistoryLine("\n\x7f") + "é")
	if got := string(painter{}.Paint(line, 0)); got != "a\ufffdb\u240a\u2421é" {
		t.Errorf("%q", got)
	}
}

// What is typed and pasted means the same however the terminal cuts it up, and
// no pasted byte can end a line.
func FuzzPasteReader(f *testing.F) {
	for _, seed := range []string{"", "a\r", "\x1b[200~one\r\ntwo\x1b[201~\r", "\x1b[200~\x1b[200~",
		"\x1b\x1b[201~\x1a\x1b[20",
		"\x1b[200~\x1b\x1b[201~x\r\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		in = in[:min(len(in), 64<<10)]
		whole, err := io.ReadAll(&pasteReader{from: io.NopCloser(bytes.NewReader(in))})
		if err != nil {
			t.Fatal(err)
		}
		cut, err := io.ReadAll(&pasteReader{from: io.NopCloser(iotest.OneByteReader(bytes.NewReader(in)))})
		if err != nil || !bytes.Equal(whole, cut) {
			t.Fatalf("%q, cut %q: %v", whole, cut, err)
		}
		endless := append(bytes.Clone(pasteBegins), bytes.ReplaceAll(in, pasteEnds[:1], nil)...)
		pasted, err := io.ReadAll(&pasteReader{from: io.NopCloser(bytes.NewReader(endless))})
		if err != nil || bytes.ContainsAny(pasted, "\r\n\x03\x04\t") {
			t.Fatalf("pasted: %q: %v", pasted, err)
		}
	})
}
