package talk

import (
	"os"
	"testing"

	"pp/actuators/tools"
	"pp/cli/config"
	"pp/cli/setup"
)

func TestSlashCompletion(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"notes.txt", "notes-\u202etxt", ".hidden"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("deep", 0o700); err != nil {
		t.Fatal(err)
	}
	agent := &setup.Agent{Settings: &setup.Settings{Config: config.Defaults()}, Judge: &setup.Judge{},
		InForce: &setup.InForce{Tools: tools.Builtin(tools.Options{})}}
	completes := completer{&conversation{Talk: &Talk{Agent: agent}}}
	for _, tc := range []struct {
		line, want string
		shared     int
	}{
		{"/und", "o", 4}, {"/cascade off", "line", 3}, {"/model oll", "ama/", 3}, {"/cost x", "", 1}, {"und", "", 3},
		{"/etc/host x", "", 1}, {"show notes", ".txt", 5}, {"show .hid", "den", 4}, {"look in de", "ep/", 2},
		{"run valid", "ate-lisp", 5},
		{"(:TOOL \"fetch", "-url", 5}, {"/rules rev", "oke", 3}, {"./de", "ep/", 4}, {"", "", 0},
	} {
		list, shared := completes.Do([]rune(tc.line), len(tc.line))
		got := ""
		if len(list) == 1 {
			got = string(list[0])
		}
		if got != tc.want || shared != tc.shared || len(list) > 1 {
			t.Errorf("%q: %q, %d", tc.line, list, shared)
		}
	}
}

func TestIsSlash(t *testing.T) {
	for line, want := range map[string]bool{"/help": true, "/x y/z": true, "/etc/hosts says what?": false,
		"(/)": false, "/help\nme": false, "": false} {
		if isSlash(line) != want {
			t.Errorf("%q: %v", line, !want)
		}
	}
}

func TestGoesOn(t *testing.T) {
	for _, tc := range []struct {
		text, begun string
		open        bool
	}{
		{"(+ 1", "(+ 1", true}, {" (a \"x", " (a \"x", true}, {"(+ 1 2)", "(+ 1 2)", false}, {"(+ 1))", "(+ 1))", false},
		{"a (b", "a (b", false}, {"", "", false}, {"(#.x", "(#.x", false},
		{`one \`, "one ", true}, {`one \\`, `one \`, false}, {`one \\\`, `one \\`, true}, {"one\x1b", "one", true},
		{`/deny x \`, `/deny x \`, false}, {`(list \`, `(list \`, true},
		{`"""`, `"""`, true}, {"\"\"\"one\ntwo\\", "\"\"\"one\ntwo\\", true},
		{"\"\"\"one\n\"\"\"", "\"\"\"one\n\"\"\"", false},
	} {
		begun, open := continues(tc.text)
		if open != tc.open || open && begun != tc.begun {
			t.Errorf("%q: %q, %v", tc.text, begun, open)
		}
	}
}
