package system

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"pp/engine/enginetest"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ name, data, text, from string }{
		{"nothing", "", "", encodingUTF8},
		{"UTF-8", "grün 世界", "grün 世界", encodingUTF8},
		{"UTF-8 with a mark", "\ufeffa", "a", encodingUTF8},
		{"UTF-8 with a bad byte", strings.Repeat("é", 99) + "\xff", strings.Repeat("é", 99) + "\ufffd", damagedUTF8},
		{"UTF-16LE with a mark", "\xff\xfeg\x00r\x00\xfc\x00", "grü", encodingUTF16LE},
		{"a mark alone", "\xff\xfe", "", encodingUTF16LE},
		{"UTF-16 beyond the plane", "\xff\xfe\x3d\xd8\x00\xde", "😀", encodingUTF16LE},
		{"Latin-1", "caf\xe9 cr\xe8me", "café crème", encodingLatin1},
		{"Windows-1252", "\x93quoted\x94 \x80 5", "“quoted” € 5", encodingWindows1252},
		{"colours of a terminal", "\x1b[31mgr\xfcn", "\x1b[31mgrün", encodingLatin1},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, from, err := decodeText([]byte(c.data))
			if err != nil || text != c.text || from != c.from {
				t.Errorf("got %q, %q, %v", text, from, err)
			}
		})
	}
}

func TestTextRefuses(t *testing.T) {
	for _, c := range []struct{ name, data, hint string }{
		{"a zero byte", "ab\x00cd", "iconv"},
		{"UTF-16 without a mark", "a\x00b\x00\n\x00", "iconv"},
		{"ELF", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x02\x00\x3e\x00", "iconv"},
		{"a picture", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "iconv"},
		{"UTF-32", "\xff\xfe\x00\x00a\x00\x00\x00", "UTF-32"},
		{"UTF-16 with half a character", "\xff\xfe\x3d\xd8a\x00", "UTF-16"},
		{"Cyrillic in one byte", "\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0", "ENCODING"},
		{"a byte without a character", "abc\x81defgh", "ENCODING"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, _, err := decodeText([]byte(c.data))
			var binary *binaryError
			if !errors.As(err, &binary) || !strings.Contains(binary.Hint, c.hint) || text != "" {
				t.Errorf("got %q, %v", text, err)
			}
		})
	}
}

// What iconv writes is read back.
func TestTextReadsWhatIconvWrites(t *testing.T) {
	if _, err := exec.LookPath("iconv"); err != nil {
		enginetest.Skip(t, os.Getenv, true, "iconv is not there: %v", err)
	}
	const text = "Grüße aus Zürich: 12 € für “Käse”, naïve façade – und mehr…\n"
	for _, to := range []string{"UTF-8", "UTF-16", "WINDOWS-1252"} {
		cmd := exec.Command("iconv", "-f", "UTF-8", "-t", to)
		cmd.Stdin = strings.NewReader(text)
		data, err := cmd.Output()
		if err != nil {
			t.Fatal(to, err)
		}
		if got, from, err := decodeText(data); got != text || err != nil {
			t.Errorf("%s: %q as %s, %v", to, got, from, err)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{"", "a", "\xff\xfea\x00", "\x00a\x00b", "caf\xe9", "\x93a\x94",
		"\x00\x01", "\xff\xfe\x00\x00", "é\xff"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		text, from, err := decodeText(data)
		switch {
		case err != nil && (text != "" || from != ""):
			t.Errorf("%q: %q of %s with an error", data, text, from)
		case err == nil && (!utf8.ValidString(text) || strings.ContainsRune(text, 0)):
			t.Errorf("%q became %q", data, text)
		case from == encodingUTF8 && text != string(bytes.TrimPrefix(data, []byte("\ufeff"))):
			t.Errorf("%q was changed to %q", data, text)
		}
	})
}
