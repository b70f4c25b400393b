package reply_test

import (
	"slices"
	"testing"

	"pp/engine/reply"
)

func TestCommand(t *testing.T) {
	t.Parallel()
	program := func(word string) bool { return slices.Contains([]string{"du", "git", "rm", "find"}, word) }
	for text, want := range map[string][2]string{
		"```sh\ndu -a | sort -n\n```":                         {"du -a | sort -n"},
		"Here it is:\n\n```bash\ndu -a\n```\n\nIt lists all.": {"du -a", "Here it is:\n\nIt lists all."},
		"<think>Use ls?</think>```\ndu -a\n```":               {"du -a"},
		"~~~shell\ncd x &&\n  du\n~~~":                        {"cd x &&\n  du"},
		"```console\n$ du -a\n4 x\n$ git log\n```":            {"du -a\ngit log"},
		"du -a | sort -n":                                     {"du -a | sort -n"},
		"`du -a`":                                             {"du -a"},
		"$ du -a\n":                                           {"du -a"},
		"```sh\nrm a\n```\nor\n```sh\nrm b\n```":              {},
		"```python\nprint(1)\n```":                            {},
		"```\nfirst of all\n```":                              {},
		"```sh\n(:TYPE :REQUEST)\n```":                        {},
		"```sh\n\n```":                                        {},
		"```sh\nrm a":                                         {},
		"You could use git log.":                              {},
		"find it with du, please.":                            {},
		"find\nit":                                            {},
		"I cannot do that":                                    {},
		"Use `du -a`":                                         {},
		"":                                                    {},
		"(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD \"du\"))": {},
	} {
		command, said, ok := reply.Command(text, program)
		if command != want[0] && ok || said != want[1] || ok != (want[0] != "") {
			t.Errorf("%q: %q, %q, %v", text, command, said, ok)
		}
	}
}
