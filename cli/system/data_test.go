package system

import (
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"
)

// A text that is cut, in the middle of a character too, is the beginning of the text.
func TestCutTextIsABeginning(t *testing.T) {
	name := filepath.Join(t.TempDir(), "data")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("abc äöü €日本 😀\n")), 40, 200, -1).Draw(t, "text")
		raw := []byte(text)
		if rapid.Bool().Draw(t, "UTF-16") {
			raw = []byte{0xff, 0xfe}
			for _, unit := range utf16.Encode([]rune(text)) {
				raw = binary.LittleEndian.AppendUint16(raw, unit)
			}
		}
		if err := os.WriteFile(name, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		l := InputLimits{most: rapid.IntRange(8, len(raw)-1).Draw(t, "most"), head: true}
		data, err := l.Files(context.Background(), name)
		if err != nil || len(data) != 1 {
			t.Fatal(err)
		}
		if got := data[0]; !strings.HasPrefix(text, got.Text) || got.Text == "" || !strings.Contains(got.Label,
			", its first ") {
			t.Errorf("%q of %q is %q (%s)", raw[:l.most], text, got.Text, got.Note)
		}
		if l.left() != 0 {
			t.Errorf("%d bytes are left", l.left())
		}
	})
}
