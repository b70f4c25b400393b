package sandbox

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
)

// A directory of programs is shown without the secrets in it, however deep they lie.
func TestSecretsInToolDirectories(t *testing.T) {
	w := newWorld(t)
	w.needs(engine.FilesMounts)
	secrets := []string{".npm-global/etc/.env", ".cargo/.env", ".nvm/versions/node/v22.1.0/etc/.env",
		".local/share/pnpm/a/b/c/d/e/.env", ".pyenv/.ssh/key"}
	for _, name := range secrets {
		w.put(w.home+"/"+name, planted)
	}
	w.put(w.home+"/.npm-global/bin/tool", "#!/bin/sh\n")
	// What was installed in great number hides none of what lies beside it.
	for i := range 300 {
		w.put(fmt.Sprintf("%s/.nvm/versions/node/v22.1.0/lib/node_modules/p%d/.env", w.home, i), "KEY=of-a-test\n")
	}
	w.put(w.home+"/go/pkg/mod/example.org/m/testdata/.env", "KEY=of-a-test\n")
	out, _ := w.sh(effect.Effects{}, "cd "+w.home+"; for f in "+strings.Join(secrets, " ")+
		"; do cat $f; done 2>&1; cat .npm-global/bin/tool; cat go/pkg/mod/example.org/m/testdata/.env")
	if strings.Contains(out, strings.TrimSpace(planted)) {
		t.Errorf("a secret of a tool was read:\n%s", out)
	}
	if !strings.Contains(out, "#!/bin/sh") || !strings.Contains(out, "KEY=of-a-test") {
		t.Errorf("what a tool needs is not there:\n%s", out)
	}
	begun := time.Now()
	b := w.builder(w.ws, effect.Workspace{Root: w.ws})
	b.visible()
	t.Logf("remembered: %v", time.Since(begun))
}
