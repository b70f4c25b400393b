package credential

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"pp/engine/effect"
)

func TestValuesOfFiles(t *testing.T) {
	docker := base64.StdEncoding.EncodeToString([]byte("me:hunter2-docker"))
	for text, want := range map[string]string{
		"//registry.npmjs.org/:_authToken=npm_abc123DEF456\n":              "npm_abc123DEF456",
		"github.com:\n    oauth_token: gho_16C7e42F292c6912E7710c83\n":     "gho_16C7e42F292c6912E7710c83",
		"[default]\naws_secret_access_key = wJalrXUtnFEMI/K7MDENG+bPx\n":   "wJalrXUtnFEMI/K7MDENG+bPx",
		"machine h.example login me password s3cret\n":                     "s3cret",
		"[pypi]\nusername = __token__\npassword = pypi-AgEIcHlwaS5vcmc\n":  "pypi-AgEIcHlwaS5vcmc",
		"{\"auths\": {\"reg.example\": {\"auth\": \"" + docker + "\"}}}\n": "hunter2-docker",
		"[registry]\ntoken = \"cioXYZabcdef\"\n":                           "cioXYZabcdef",
		"users:\n- name: a\n  user:\n    token: eyJhbGciOi.J9\n":           "eyJhbGciOi.J9",
	} {
		got := valuesIn(text)
		if !slices.Contains(got, want) {
			t.Errorf("%q is not among %q of %q", want, got, text)
		}
		for _, plain := range []string{"github.com:", "reg.example", "registry", "default", "me", "__token__"} {
			if slices.Contains(got, plain) {
				t.Errorf("%q is taken for a secret in %q", plain, text)
			}
		}
		l := NewLender(Options{Values: func(_ string, text []byte) []string {
			if _, token, ok := strings.Cut(string(text), "/token-"); ok { // as in an address without a user
				return []string{token}
			}
			return nil
		}})
		left := string(l.withoutSecrets(".npmrc", []byte("registry=http://r/\nindex=http://r/token-x/simple\n"+text)))
		if strings.Contains(left, want) || strings.Contains(left, "token-x") ||
			!strings.Contains(left, "registry=http://r/") {
			t.Errorf("%q is left of %q", left, text)
		}
	}
}

// What a text holds is told of all of it: a line alone may look like the secret of a file that is nothing else.
func TestHarmlessSettingsStay(t *testing.T) {
	l := NewLender(Options{Values: func(_ string, text []byte) []string {
		if all := strings.TrimSpace(string(text)); !strings.Contains(all, "\n") {
			return []string{all}
		}
		return nil
	}})
	const text = "[global]\nno-index = true\ndisable-pip-version-check = true\n"
	if left := string(l.withoutSecrets(".config/pip/pip.conf", []byte(text))); left != text {
		t.Errorf("%q is left", left)
	}
}

func TestUsesOfFiles(t *testing.T) {
	run := func(words ...string) effect.Program {
		return effect.Program{Name: words[0], Words: words, Canonical: strings.Join(words[:min(2, len(words))], " "),
			Class: effect.ProgramActs, Span: effect.Span{End: 10}}
	}
	unknown := effect.Program{Name: "./x.sh", Words: []string{"./x.sh"}, Span: effect.Span{Start: 20, End: 30}}
	does := func(runs ...effect.Program) effect.Effects {
		return effect.Effects{Runs: runs, Connects: []effect.Endpoint{{Host: "any host", Span: effect.Span{End: 3}}}}
	}
	for name, c := range map[string]struct {
		e     effect.Effects
		files string // of those that are given
	}{
		"gh":                  {does(run("gh", "pr", "create")), ".config/gh"},
		"gh without network":  {effect.Effects{Runs: []effect.Program{run("gh", "alias")}}, ""},
		"gh and a script":     {does(run("gh", "pr"), unknown), ""},
		"npm ci":              {does(run("npm", "ci")), ""},
		"npm ci, no scripts":  {does(run("npm", "ci", "--ignore-scripts")), ".npmrc"},
		"npm publish":         {does(run("npm", "publish")), ".npmrc"},
		"npm of another sub":  {does(run("npm", "test")), ""},
		"a program it is not": {does(run("ghx", "pr")), ""},
	} {
		var given []string
		for _, u := range Of(c.e) {
			if u.Kind == File && u.Withheld == "" {
				given = append(given, u.File)
			}
		}
		if got := strings.Join(given, " "); got != c.files {
			t.Errorf("%s: %q, not %q", name, got, c.files)
		}
	}
}
