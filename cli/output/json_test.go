package output

import (
	"encoding/json"
	"regexp"
	"testing"
)

// What masks a text never eats what stands between two of them, and a secret by the name of its key is masked too.
func TestMaskJSON(t *testing.T) {
	greedy := regexp.MustCompile(`(?s)credentials.*|hunter2|password: \S+`)
	mask := func(s string) string {
		return greedy.ReplaceAllStringFunc(s, func(m string) string {
			if m[:4] == "pass" {
				return "password: [MASKED]"
			}
			return "[MASKED]"
		})
	}
	for _, c := range []struct{ in, want string }{
		{`{"command":"cat ~/.aws/credentials","line":3,"why":"no"}`, `{"command":"cat ~/.aws/[MASKED]","line":3,"why":"no"}`},
		{`[{"a":["hunter2","b"],"credentials":"x"}]`, `[{"a":["[MASKED]","b"],"credentials":"x"}]`},
		{`{"password":"a b","n":null}`, `{"password":"[MASKED] b","n":null}`},
		{`{"a":"\"hunter2\\\n","b":"<\\"}`, `{"a":"\"[MASKED]\\\n","b":"\u003c\\"}`},
		{`{}`, `{}`}, {`12`, `12`}, {`"hunter2"`, `"[MASKED]"`},
	} {
		got := maskJSON(c.in, mask)
		if got != c.want || !json.Valid([]byte(got)) {
			t.Errorf("%s became %s, want %s", c.in, got, c.want)
		}
	}
}
