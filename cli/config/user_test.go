package config

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestUserFileErrors(t *testing.T) {
	cases := []struct {
		name, text   string
		line, column int
		want         []string
	}{
		{"syntax", "a = 1\nb = = 2\n", 2, 5, []string{"Correct it there"}},
		{"unknown", "\nasistant = 'x'", 2, 1, []string{"unknown key asistant", "Did you mean assistant?"}},
		{"wrong table", "max_cost = 1", 1, 1, []string{"Did you mean limits.max_cost?"}},
		{"nested", "[limits]\n  max_turn = 1", 2, 3,
			[]string{"unknown key limits.max_turn", "Did you mean limits.max_turns?"}},
		{"dot in a quoted key", "\"limits.max_turns\" = 5", 1, 1, []string{`unknown key "limits.max_turns"`}},
		{"array of tables", "[[providers]]\nprotocol='openai'", 1, 3, []string{"unknown key providers"}},
		{"type", "assistant = 5", 1, 1, []string{"assistant must be text, not 5"}},
		{"nobody's account", "[gateway.telegram]\nallow = [7, 0]", 2, 1, []string{"person's account: digits, above 0"}},
		{"nobody's chat", "[gateway.telegram.chats.0]", 1, 2, []string{`name "0" must be the number of a person`}},
		{"table for a value", "[assistant]", 1, 2, []string{"assistant must be a value"}},
		{"range", "[limits]\nmax_turns = 0", 2, 1, []string{"must be from 1 to 1000000, not 0"}},
		{"huge duration", "[timeouts]\nidle = 9223372036854775807", 2, 1, []string{"a duration like"}},
		{"choice", "[sandbox]\nunconfined = 'no'", 2, 1, []string{`must be "read-only" or "ask", not "no"`}},
		{"path", "memex_dir = 'org'", 1, 1, []string{"absolute"}},
		{"decision", "[permissions]\n\"x\" = 'maybe'", 2, 1,
			[]string{`"maybe" is not a decision`, `"allow", "ask" or "deny"`}},
		{"permission table", "[permissions.x]\ny='ask'", 1, 2, nil},
		{"unquoted pattern", "[permissions]\nshell.git = 'ask'", 2, 1, []string{"quotes"}},
		{"host", "[hosts]\nallow = ['https://x.org']", 2, 1, []string{"without scheme"}},
		{"hosts of a registry", "[hosts]\nallow = ['*.co.uk']", 2, 1, []string{"many owners"}},
		{"host look-alike", "[hosts]\nallow = ['gіthub.com']", 2, 1, []string{"xn--"}},
		{"cascade", "cascade = ['opnai']", 1, 1, []string{`"opnai"`, `Did you mean "openai"?`}},
		{"provider without protocol", "\n[providers.x]\n", 2, 2, []string{"has no protocol"}},
		{"provider without url", "[providers.x]\nprotocol='openai'", 1, 2, []string{"has no base_url"}},
		{"other protocol keeps no address", "[providers.openai]\nprotocol='anthropic'", 1, 2, []string{"has no base_url"}},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			err := loadError(t, input(tc.text, "", "", nil), append(tc.want, userPath)...)
			var file *Error
			if !errors.As(err, &file) || file.Origin.Line != tc.line || file.Origin.Column != tc.column {
				t.Errorf("error %v is not at %d:%d", err, tc.line, tc.column)
			}
		})
	}
}

func TestAllProblemsAtOnce(t *testing.T) {
	err := loadError(t, input("assistent = 'x'\nmodle = 'y'\n", "", "", nil), "assistent", "modle", ":2:1")
	if n := strings.Count(err.Error(), "unknown key"); n != 2 {
		t.Errorf("%d problems in %v", n, err)
	}
	err = loadError(t, input(manyKeys(500), "", "", nil))
	if n := strings.Count(err.Error(), "unknown key"); n != maxProblems {
		t.Errorf("%d problems are reported of 500", n)
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "k%d = 1\n", i)
	}
	return b.String()
}

func TestErrorsNeverShowKeys(t *testing.T) {
	const secret = "sk-fake-000-not-a-real-key"
	for name, in := range map[string]Input{
		"key in key_env":   input("[providers.x]\nkey_env = '"+secret+"'", "", "", nil),
		"key in file":      input("[providers.openai]\napi_key = '"+secret+"'", "", "", nil),
		"top level key":    input("key = '"+secret+"'", "", "", nil),
		"key as list":      input("[providers.openai]\nkey_env = ['"+secret+"']", "", "", nil),
		"key in url":       input("[providers.openai]\nbase_url = 'https://"+secret+"@x.org'", "", "", nil),
		"url variable":     input("", "", "", map[string]string{"OPENAI_BASE_URL": "https://x:" + secret + "@x.org"}),
		"broken .env":      input("", "OPENAI_API_KEY=\""+secret+"\n", "", nil),
		"no name in .env":  input("", secret+"\n", "", nil),
		"text after quote": input("", "OPENAI_API_KEY='"+secret+"' x\n", "", nil),
	} {
		t.Run(name, func(t *testing.T) {
			err := loadError(t, in)
			if strings.Contains(err.Error(), secret) {
				t.Errorf("the key is in %q", err)
			}
		})
	}
}

// The directory of skills holds gates: one that cannot be read is no reason to go on without them.
func TestSkillsDirectory(t *testing.T) {
	loadError(t, input("", "", "", map[string]string{"SKILLS_DIR": "skills"}), "SKILLS_DIR: the value must be an absolute")
	loadError(t, input("[skills]\ndisable = ['a b']", "", "", nil), "must be a name of letters")
	c := mustLoad(t, input("", "", "skills_dir = '/evil'\n[skills]\ndisable = ['mine']\nenable = ['x']\n", nil))
	if c.SkillsHere() != strings.TrimSuffix(userPath, "config.toml")+"skills" || c.Skills.Disable != nil ||
		len(c.Warnings) != 1 || !strings.HasSuffix(c.Warnings[0].Message, ": skills_dir, skills.disable, skills.enable") {
		t.Errorf("%s %+v %v", c.SkillsHere(), c.Skills, c.Warnings)
	}
	if c := Defaults(); c.SkillsHere() != "" {
		t.Error(c.SkillsHere())
	}
}
