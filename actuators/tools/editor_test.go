package tools

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// desk is an editor with texts of its own, which saves where it can.
type desk struct {
	texts, saved map[string]string
	fails        error // of what it has no text of
	formats      bool  // what it saves
}

func (d desk) Text(_ context.Context, name string) (string, error) {
	if text, ok := d.texts[filepath.Base(name)]; ok {
		return text, nil
	}
	return "", d.fails
}

func (d desk) Save(_ context.Context, name, text string) error {
	if errors.Is(d.fails, os.ErrPermission) {
		return d.fails
	}
	d.saved[filepath.Base(name)] = text
	if d.formats {
		text += "// formatted\n"
	}
	return os.WriteFile(name, []byte(text), 0o644)
}

// What is read and written goes through the editor where it has a part in the file; what it has changed is left alone.
func TestEditor(t *testing.T) {
	const sent = "has changes in the editor that are not saved"
	for name, c := range map[string]struct {
		desk       desk
		tool       string
		args       []any
		want       string
		file, text string // as it is then
		saves      bool
	}{
		"reads what is not saved": {desk{texts: map[string]string{"f": "unsaved\n"}}, "read-file", []any{"FILEPATH", "f"},
			"unsaved", "f", "old\n", false},
		"reads what the editor does not": {desk{fails: os.ErrPermission}, "read-file", []any{"FILEPATH", "f"},
			"old", "f", "old\n", false},
		"reads what is empty there": {desk{texts: map[string]string{"f": ""}}, "read-file", []any{"FILEPATH", "f"},
			"f is empty.", "f", "old\n", false},
		"edits": {desk{texts: map[string]string{"f": "old\n"}}, "edit-file",
			[]any{"FILEPATH", "f", "OLD", "old", "NEW", "new"},
			"Replaced the text at line 1 of f (now 4 bytes).", "f", "new\n", true},
		"edits with other line ends": {desk{texts: map[string]string{"crlf": "a\nb\n"}}, "edit-file",
			[]any{"FILEPATH", "crlf", "OLD", "b", "NEW", "c"}, "Replaced", "crlf", "a\r\nc\r\n", true},
		"edits what is not saved": {desk{texts: map[string]string{"f": "mine\n"}}, "edit-file",
			[]any{"FILEPATH", "f", "OLD", "old", "NEW", "new"}, sent, "f", "old\n", false},
		"writes over what is not saved": {desk{texts: map[string]string{"f": "mine\n"}}, "write-file",
			[]any{"FILEPATH", "f", "CONTENT", "new\n"}, sent, "f", "old\n", false},
		"writes a new file": {desk{fails: os.ErrNotExist}, "write-file", []any{"FILEPATH", "g", "CONTENT", "new\n"},
			"Wrote 4 bytes to g (a new file).", "g", "new\n", true},
		"writes what the editor does not": {desk{fails: os.ErrPermission}, "write-file",
			[]any{"FILEPATH", "f", "CONTENT", "new\n"}, "Wrote 4 bytes", "f", "new\n", false},
		"writes without reading": {desk{fails: ErrNoEditor}, "write-file", []any{"FILEPATH", "f", "CONTENT", "new\n"},
			"Wrote 4 bytes", "f", "new\n", true},
		"writes what is formatted": {desk{texts: map[string]string{"f": "old\n"}, formats: true}, "write-file",
			[]any{"FILEPATH", "f", "CONTENT", "new\n"}, "the file is not the same yet", "f", "new\n// formatted\n", true},
		"writes what is no text": {desk{texts: map[string]string{"bin": "x"}}, "write-file",
			[]any{"FILEPATH", "bin", "CONTENT", "new\n"}, "Wrote 4 bytes", "bin", "new\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := scratch(t, map[string]string{"f": "old\n", "crlf": "a\r\nb\r\n", "bin": "\x00\x01"})
			c.desk.saved = map[string]string{}
			res, err := call(t, Options{Editor: c.desk}, dir, c.tool, c.args...)
			if c.want == sent {
				wantError(t, err, sent, "Ask the person to save")
			} else if err != nil || !strings.Contains(res.Text, c.want) {
				t.Errorf("%q, %v", res.Text, err)
			}
			if got := mustRead(t, filepath.Join(dir, c.file)); got != c.text {
				t.Errorf("%s has %q", c.file, got)
			}
			if _, saved := c.desk.saved[c.file]; saved != c.saves {
				t.Errorf("saved by the editor: %q", c.desk.saved)
			}
			noTemporary(t, dir)
		})
	}
}
