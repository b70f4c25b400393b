package engine

import "testing"

// TestRenamed: names of arguments are those of the protocol, and nothing that only looks like one is touched.
func TestRenamed(t *testing.T) {
	names := map[string]string{"FILEPATH": "filepath", "CMD": "command", "NUMBERS": "numbers"}
	for in, want := range map[string]string{
		"unknown argument :FILE. read-file takes :FILEPATH path [:NUMBERS boolean]": `unknown argument :FILE. ` +
			`read-file takes "filepath" path ["numbers" boolean]`,
		":NUMBERS must be T or NIL.":                     `"numbers" must be true or false.`,
		`no HEAD:CMD, a:FILEPATH, x::CMD, :CMDS or :cmd`: `no HEAD:CMD, a:FILEPATH, x::CMD, :CMDS or :cmd`,
		`:CMD is "echo :CMD \"(:CMD" now; :CMD is text`:  `"command" is "echo :CMD \"(:CMD" now; "command" is text`,
		"":      "",
		"a: ":   "a: ",
		" :CMD": ` "command"`,
	} {
		if got := renamed(in, names); got != want {
			t.Errorf("%q\ngave %q\nwant %q", in, got, want)
		}
	}
}
