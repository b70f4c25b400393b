package config

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// uncomment switches every setting of the template on.
func uncomment(template string) string {
	lines := strings.Split(template, "\n")
	for i, line := range lines {
		if len(line) > 1 && line[0] == '#' && line[1] != ' ' {
			lines[i] = line[1:]
		}
	}
	return strings.Join(lines, "\n")
}

func TestTemplateIsTheDefaults(t *testing.T) {
	ignore := cmpopts.IgnoreFields(Config{}, "Paths")
	for name, template := range map[string]string{"commented": SampleFile(), "uncommented": uncomment(SampleFile())} {
		c := mustLoad(t, input(template, "", "", nil))
		if diff := cmp.Diff(Defaults(), c, ignoreOrigins, ignore); diff != "" {
			t.Errorf("%s (-defaults +template):\n%s", name, diff)
		}
		if name == "commented" {
			continue
		}
		for i := range keyTable {
			k := &keyTable[i]
			if has := c.Origin(k.name).Source == SourceUser; has != (showField(k.field(Defaults())) != "") {
				t.Errorf("%s stands in the template: %v", k.name, has)
			}
		}
	}
	for i := range keyTable {
		name := keyTable[i].name
		if !strings.Contains(SampleFile(), lastPart(name)) || keyTable[i].doc == "" {
			t.Errorf("%s is not explained", name)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"assistant", "cascade", "limits.max_cost"}
	for name, want := range map[string]string{
		"asistant": "assistant", "max_cost": "limits.max_cost", "limts.max_cost": "limits.max_cost",
		"zzz": "", "": "", strings.Repeat("a", 100): "",
	} {
		if got := nearest(name, known); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func FuzzUserConfig(f *testing.F) {
	f.Add(SampleFile())
	f.Add(uncomment(SampleFile()))
	for _, s := range []string{"", "a=1", "[[x]]\n[x.y]", "limits={max_turns=1}", "[permissions]\n'a.b'='deny'",
		"x=1979-05-27", "providers.a.protocol='offline'", "\xff", "\ufeffassistant='x'", "[limits]\nmax_turns=0b1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, in := range []Input{input(text, "", "", nil), input("", "", text, nil)} {
			c, err := Load(in)
			if err != nil {
				checkPositions(t, err, text)
				continue
			}
			if len(c.Values()) < len(keyTable) {
				t.Fatal("values are missing")
			}
		}
	})
}

func checkPositions(t *testing.T, err error, text string) {
	var file *Error
	if !errors.As(err, &file) {
		t.Fatalf("error %T: %v", err, err)
	}
	o := file.Origin
	if len(text) <= maxFileBytes && (o.Line < 1 || o.Line > strings.Count(text, "\n")+1 || o.Column < 1) {
		t.Fatalf("error without a position in %q: %v", text, err)
	}
}
