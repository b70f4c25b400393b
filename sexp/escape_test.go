package sexp

import "testing"

// The strings that JSON's escapes give, and those that stay as they were written.
func TestJSONEscapes(t *testing.T) {
	for _, tc := range []struct{ written, want string }{
		{`a\nb`, "a\nb"}, {`\t\r`, "\t\r"}, {`\"`, `"`}, {`\\`, `\`}, {`\\n`, `\n`}, {`\\\n`, "\\\n"},
		{`caf\u00e9`, "café"}, {`\u005C\u0022`, `\"`}, {`\u0000`, "\x00"}, {`\ud83d\ude00`, "😀"},
		{`\uD83D\uDE00!`, "😀!"},
		{`\ud83d`, `\ud83d`}, {`\ude00`, `\ude00`}, {`\ud83dx`, `\ud83dx`}, {`\ud83d\u0041`, `\ud83dA`},
		{`\ud83d\ud83d\ude00`, `\ud83d😀`}, {`\u12`, `\u12`}, {`\uzzzz`, `\uzzzz`}, {`\u+123`, `\u+123`}, {`\u`, `\u`},
		{`\d+\.\(`, `\d+\.\(`}, {`\bfoo\b`, `\bfoo\b`}, {`\/\f\'\0\x41`, `\/\f\'\0\x41`}, {"a\\\nb", "a\\\nb"},
		{`\é`, `\é`},
		{"plain", "plain"}, {"", ""},
	} {
		v, err := NewReader(`"`+tc.written+`"`, Limits{}).WithJSONEscapes().Next()
		if err != nil || v != String(tc.want) {
			t.Errorf("%s: got %#v, %v; want %q", tc.written, v, err, tc.want)
		}
	}
	for _, open := range []string{`"\`, `"\u12`, `"a\"`} {
		if _, err := NewReader(open, Limits{}).WithJSONEscapes().Next(); !IsIncomplete(err) {
			t.Errorf("%s: %v", open, err)
		}
	}
	// A reader that was not asked keeps Lisp's rule.
	if v, err := Read(`"a\nb\u0041"`, Limits{}); err != nil || v != String("anbu0041") {
		t.Errorf("Lisp's rule: %#v, %v", v, err)
	}
}
