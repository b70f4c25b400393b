package config

import (
	"errors"
	"strings"
	"testing"
)

func TestParseEnvFile(t *testing.T) {
	cases := []struct{ text, name, value string }{
		{"A=b", "A", "b"},
		{"\ufeffA=b\r\n", "A", "b"},
		{"  export\tA =  b  ", "A", "b"},
		{"export=1", "export", "1"},
		{"A=", "A", ""},
		{"A=b # remark", "A", "b"},
		{"A=b#c", "A", "b#c"},
		{"A=#c", "A", ""},
		{"A=b c", "A", "b c"},
		{"A='b # $c \\n'", "A", `b # $c \n`},
		{`A="b # \"c\" \\ \$d\n\t"  # remark`, "A", "b # \"c\" \\ $d\n\t"},
		{"A=$HOME", "A", "$HOME"},
		{"A=1\nA=2", "A", "2"},
		{"A=é", "A", "é"},
		{"A=b=c", "A", "b=c"},
	}
	for _, tc := range cases {
		f, err := parseEnvFile(Origin{Name: "e"}, []byte(tc.text))
		if err != nil {
			t.Errorf("%q: %v", tc.text, err)
		} else if got := f.values[tc.name].text.Reveal(); got != tc.value || len(f.values) != 1 {
			t.Errorf("%q: got %q in %v", tc.text, got, f.order)
		}
	}
	f, err := parseEnvFile(Origin{Name: "e"}, []byte("\n# x\n  # y\n\n"))
	if err != nil || len(f.values) != 0 {
		t.Errorf("comments: %v %v", f, err)
	}
}

func TestEnvFileErrors(t *testing.T) {
	for text, line := range map[string]int{
		"A=1\n=2": 2, "A": 1, "A B=1": 1, "1A=2": 1, "A-B=2": 1, "A='x": 1, "A=\"x": 1, "A=\"x\\": 1, "A=\"\\q\"": 1,
		"A='x'y": 1, "A=a\x00b": 1, "A=\xff": 1,
	} {
		_, err := parseEnvFile(Origin{Name: "e"}, []byte(text))
		var file *Error
		if !errors.As(err, &file) || file.Origin.Line != line {
			t.Errorf("%q: %v, want line %d", text, err, line)
		}
	}
}

func TestSetVariable(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"", "K=\"v\\\"\\\\\\$x\"\n"},
		{"# a\nA=1", "# a\nA=1\nK=\"v\\\"\\\\\\$x\"\n"},
		{"export K = 'old'\r\nKK=2\n K=older\n#K=3\n", "K=\"v\\\"\\\\\\$x\"\nKK=2\n#K=3\n"},
		{"\ufeffK=1\nexportK=2\n", "K=\"v\\\"\\\\\\$x\"\nexportK=2\n"},
	} {
		got := SetVariable(tc.text, "K", `v"\$x`)
		if got != tc.want {
			t.Errorf("%q: %q, want %q", tc.text, got, tc.want)
		}
		if f, err := parseEnvFile(Origin{Name: "e"}, []byte(got)); err != nil || f.values["K"].text.Reveal() != `v"\$x` {
			t.Errorf("%q reads %v, %v", got, f, err)
		}
	}
}

func FuzzEnvFile(f *testing.F) {
	for _, s := range []string{"", "A=b\n", "export A='b'\n#c\nB=\"\\n\\\"\"", "A=\"x", "=\n", "A=\xff", "A=1\r\nA=2",
		"\ufeffA=b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := parseEnvFile(Origin{Name: "e"}, []byte(text))
		if err != nil {
			var at *Error
			if !errors.As(err, &at) || at.Origin.Line < 1 || at.Origin.Line > strings.Count(text, "\n")+1 {
				t.Fatalf("error without a position: %#v", err)
			}
			return
		}
		if len(file.order) != len(file.values) {
			t.Fatalf("%d names in order, %d values", len(file.order), len(file.values))
		}
		for name, value := range file.values {
			if checkVariable(name) != "" || value.line < 1 {
				t.Fatalf("bad entry %q %+v", name, value)
			}
			// Written back in quotes, a value reads as itself.
			escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`)
			again, err := parseEnvFile(Origin{Name: "e"}, []byte(name+`="`+escape.Replace(value.text.Reveal())+`"`))
			if err != nil || again.values[name].text.Reveal() != value.text.Reveal() {
				t.Fatalf("%q does not read back: %v", value.text.Reveal(), err)
			}
		}
	})
}
