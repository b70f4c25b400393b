package sandbox

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"pp/engine/effect"
)

// A directory of programs is shown without the secrets in it, however deep they lie.
func TestSecretsInToolDirectories(t *testing.T) {
	w := newMountedWorld(t)
	secrets := []string{".npm-global/etc/.env", ".cargo/.env", ".cargo/registry/.env", ".nvm/.env",
		".nvm/versions/node/v22.1.0/etc/.env", ".nvm/versions/node/v22.1.0/lib/.env",
		".local/share/pnpm/a/b/c/d/e/.env", ".pyenv/.ssh/key", ".pyenv/.env", ".pyenv/versions/own/.env",
		".pyenv/versions/3.9.1/lib/.env",
		".pyenv/versions/3.9.1/share/jupyter/.env", ".rustup/toolchains/stable/lib/.env", "sdk/go1.22.3/.env"}
	for _, name := range secrets {
		w.put(w.home+"/"+name, planted)
	}
	w.put(w.home+"/.npm-global/bin/tool", "#!/bin/sh\n")
	// What was installed in great number hides none of what lies beside it.
	for i := range 300 {
		w.put(fmt.Sprintf("%s/.nvm/versions/node/v22.1.0/lib/node_modules/p%d/.env", w.home, i), "KEY=of-a-test\n")
	}
	published := []string{"go/pkg/mod/example.org/m/testdata/.env", ".pyenv/versions/3.9.1/lib/python3.9/test/.env",
		".rustup/toolchains/stable/share/doc/.env", "sdk/go1.22.3/src/crypto/tls/testdata/.env"}
	for _, name := range published {
		w.put(w.home+"/"+name, "KEY=of-a-test\n")
	}
	out, _ := w.sh(effect.Effects{}, "cd "+w.home+"; for f in "+strings.Join(secrets, " ")+
		"; do cat $f; done 2>&1; cat .npm-global/bin/tool; cat "+strings.Join(published, " "))
	if strings.Contains(out, strings.TrimSpace(planted)) {
		t.Errorf("a secret of a tool was read:\n%s", out)
	}
	if !strings.Contains(out, "#!/bin/sh") || strings.Count(out, "KEY=of-a-test") != len(published) {
		t.Errorf("what a tool needs is not there:\n%s", out)
	}
	begun := time.Now()
	b := w.builder(w.ws, effect.Workspace{Root: w.ws})
	b.visible()
	t.Logf("remembered: %v", time.Since(begun))
}

// The settings of pip are shown unless they hold a credential, in an address or elsewhere.
func TestSettingsOfPip(t *testing.T) {
	w := newMountedWorld(t)
	o := w.options()
	o.Values = func(_ string, text []byte) []string {
		return regexp.MustCompile(`/token-\w+`).FindAllString(string(text), 1)
	}
	w.Sandbox = New(o)
	for text, shown := range map[string]bool{
		"index-url = https://example.org/simple\n":         true,
		"index-url = https://example.org/token-x/simple\n": false,
		"index-url = https://me:pw@example.org/simple\n":   false,
	} {
		w.put(w.home+"/.config/pip/pip.conf", text)
		out, _ := w.sh(effect.Effects{}, "cat "+w.home+"/.config/pip/pip.conf")
		if strings.Contains(out, "index-url") != shown {
			t.Errorf("%q: %s", text, out)
		}
	}
}

// What a build linked from its cache into the workspace is no other name of something that belongs to pp.
func TestLinkFromBuildCache(t *testing.T) {
	w := newMountedWorld(t)
	object, record := w.home+"/.cache/pp/build/a/ccache/object", w.home+"/.cache/pp/record"
	w.put(object, "of a build\n")
	w.put(record, planted)
	if err := errors.Join(os.Link(object, w.ws+"/object"), os.Link(record, w.ws+"/record")); err != nil {
		t.Fatal(err)
	}
	if out, _ := w.sh(effect.Effects{}, "cd "+w.ws+"; cat object record 2>&1"); out != "of a build\n" {
		t.Errorf("only what a build cached is to be read:\n%s", out)
	}
}
