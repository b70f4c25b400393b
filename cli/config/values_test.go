package config

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pp/engine"
)

func TestGet(t *testing.T) {
	c := mustLoad(t, input(`limits = {max_cost = 0.5}
cascade = ["ollama", "offline"]
[permissions]
"shell x *" = "deny"
fetch-url = "allow"
[aliases]
'a.b' = "openai/m"
[providers.local]
protocol = "openai"
base_url = "http://127.0.0.1:1"
prices.input = 0
[templates.x]
prompt = "a\tb\nc"
flags = ["--no-tools"]
[programs]
p = '(args "read*")'
`, "OPENAI_API_KEY=fake\n", "[permissions]\nfetch-url = 'ask'\n'shell x *' = 'ask'\n[programs]\np = false\n", nil))
	for _, tc := range []struct{ key, text, json string }{
		{"assistant", `"Agent"`, `"Agent"`},
		{"limits.max_cost", `0.5`, `0.5`},
		{"limits.command_time", `"2m"`, `"2m"`},
		{"cascade", `["ollama", "offline"]`, `["ollama","offline"]`},
		{"permissions.shell x *", `"deny"`, `"deny"`},
		{`permissions."fetch-url"`, `"ask"`, `"ask"`},
		{"permissions", `{ "shell x *" = "deny", "fetch-url" = "ask" }`, `{"fetch-url":"ask","shell x *":"deny"}`},
		{"programs.p", `false`, `false`},
		{"aliases", `{ "a.b" = "openai/m" }`, `{"a.b":"openai/m"}`},
		{"providers.local.prices", `{ input = 0 }`, `{"input":0}`},
		{"providers.openai", `{ protocol = "openai", base_url = "https://api.openai.com/v1", key_env = "OPENAI_API_KEY" }`,
			`{"base_url":"https://api.openai.com/v1","key_env":"OPENAI_API_KEY","protocol":"openai"}`},
		{"templates.x", `{ prompt = "a\tb\nc", flags = ["--no-tools"] }`, `{"flags":["--no-tools"],"prompt":"a\tb\nc"}`},
	} {
		v, err := c.Get(tc.key)
		if err != nil || v.Text != tc.text {
			t.Errorf("%s: %v\ngot  %s\nwant %s", tc.key, err, v.Text, tc.text)
		}
		if data, err := v.JSON(); err != nil || string(data) != tc.json {
			t.Errorf("%s: %s, %v; want %s", tc.key, data, err, tc.json)
		}
	}
	if v, _ := c.Get("limits.max_cost"); v.Origin.String() != userPath+":1" {
		t.Errorf("it came from %s", v.Origin)
	}
	for _, key := range []string{"", "limit", "assistant.x", "providers.openai.key", "providers.local.x", "no such key"} {
		var unknown *UnknownKeyError
		if v, err := c.Get(key); !errors.As(err, &unknown) || v.Text != "" {
			t.Errorf("%q: %+v, %v", key, v, err)
		}
	}
}

func TestTemplates(t *testing.T) {
	c := mustLoad(t, input("templates.commit.model = 'fast'\ntemplates.review = {prompt = 'Look at this:', flags = []}\n"+
		"[templates.new]\nsystem = '''\nYou are terse.\nVery.\n'''\n", "", "[templates.commit]\nprompt = 'rm'\n", nil))
	built := builtInTemplates()
	if len(built) != 5 {
		t.Errorf("%d templates come with pp", len(built))
	}
	want := map[string]Template{
		"commit":  {Name: "commit", Model: "fast", Prompt: built["commit"].Prompt, Flags: built["commit"].Flags},
		"review":  {Name: "review", Prompt: "Look at this:", Flags: []string{}},
		"new":     {Name: "new", System: "You are terse.\nVery.\n"},
		"explain": built["explain"], "fix": built["fix"], "summarize": built["summarize"],
	}
	if diff := cmp.Diff(want, c.Templates); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if w := c.Warnings; len(w) != 1 || !strings.HasSuffix(w[0].Message, "stricter: templates.commit.prompt") {
		t.Errorf("warnings %v", w)
	}
	for text, want := range map[string]string{
		"[templates.x]\nmodel = 'm'":          "config.toml:1:2: template x has no prompt",
		"[templates.x]\nprompt = \"\\u001b\"": "must not contain control characters",
		"[templates.commit]\nflags = '-x'":    "must be a list of texts",
		"[templates.commit]\nflags = ['x']":   "config.toml:2:1: templates.commit.flags must start with a flag",
		"[templates.commit]\npromt = 'x'":     "Did you mean templates.commit.prompt?",
		"[templates.commit.prompt]\nx = 1":    "must be a value, not a table",
		"[template.commit]\nprompt = 'x'":     "Did you mean templates.commit?",
	} {
		loadError(t, input(text, "", "", nil), want)
	}
}

func TestVariables(t *testing.T) {
	for _, tc := range []struct {
		environ []string
		want    string
	}{
		{[]string{"PP_MODEL=m", "PATH=/bin", "pp_x=1", "PPX=1", "PP_MY_KEY=fake", "PP_X="}, "[]"},
		{[]string{"PP_MODLE=secret", "PP_MODLE=x"},
			"[environment: pp knows no variable PP_MODLE (did you mean PP_MODEL?); `pp help config` lists them]"},
		{[]string{"PP_Z", "PP_A\x1b=1"},
			`[environment: pp knows no variable "PP_A\x1b", PP_Z; ` + "`pp help config` lists them]"},
	} {
		in := input("[providers.x]\nprotocol='offline'\nkey_env='PP_MY_KEY'\n", "", "", nil)
		in.Environ = tc.environ
		if got := fmt.Sprint(mustLoad(t, in).Warnings); got != tc.want {
			t.Errorf("%q: %s, want %s", tc.environ, got, tc.want)
		}
	}
}

func TestReadPolicy(t *testing.T) {
	p, err := ReadPolicy("p", []byte("[rules]\nx = 'ask'\n[permissions]\n'shell ls' = 'allow'\n"))
	at := func(line int) Origin { return Origin{Source: SourceFlag, Name: "p", Line: line, Column: 1} }
	want := Policy{Rules: []Rule{{"x", engine.Ask, at(2)}}, Permissions: []Permission{{"shell ls", engine.Allow, at(4)}}}
	if diff := cmp.Diff(want, p); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	for text, want := range map[string]string{
		"[rules]\nx = 'ASK'":        `p:2:1: rules.x: "ASK" is not a decision`,
		"[rules]\nx = 'revise'":     "is not a decision",
		"[rules]\nx = 1":            `p:2:1: rules.x must be "allow", "ask" or "deny", not 1`,
		"[rules.x]\ny = 'ask'":      `p:1:2: rules.x must be "allow", "ask" or "deny", not a table`,
		"[permissions]\n'' = 'ask'": "must not be empty",
		"model = 'm'":               "p:1:1: unknown key model. A policy has [rules] and [permissions]",
		"x = = 1":                   "p:1:5: ",
	} {
		if _, err := ReadPolicy("p", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

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
