package command

import (
	"testing"

	"pp/cli/config"
)

func TestWithSetting(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"empty", "", "k = 1\n"},
		{"no newline", "a = 2", "a = 2\nk = 1\n"},
		{"replaced with its remark", "k = \"a # b\" # why\r\n", "k = 1  # why\n"},
		{"a literal string", "k='#' #x\n", "k = 1  #x\n"},
		{"the template's", "# k is a key\n#k = 5   # doc\n", "# k is a key\nk = 1  # doc\n"},
		{"the one in force comes first", "#k = 5\nk = 6\n", "#k = 5\nk = 1\n"},
		{"a longer name", "kk = 1\n", "kk = 1\nk = 1\n"},
		{"in a table", "[t]\nk = 2\n", "k = 1\n\n[t]\nk = 2\n"},
	} {
		if got := withSetting(tc.text, "k", "1"); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestOnlyChanged(t *testing.T) {
	before, after := config.Defaults(), config.Defaults()
	after.Assistant = "Ann"
	if err := onlyChanged(before, after, "assistant"); err != nil {
		t.Error(err)
	}
	after.Model = "x"
	if err := onlyChanged(before, after, "assistant"); err == nil {
		t.Error("an edit that changed another key was taken")
	}
}
