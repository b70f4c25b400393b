package shell_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/enginetest"
)

// dataUses are commands that use the text of a variable, by the way in which bash might run a part of it.
func dataUses() map[string][]string {
	return enginetest.Map[[]string]("testdata/data.txt")
}

// dataTexts are what the data may hold: what each of the ways to run a part of it needs.
var dataTexts = []string{
	"a[$(touch ran)]", "-va[$(touch ran)]", "-v a[$(touch ran)]", "-pa[$(touch ran)]", "-n -p a[$(touch ran)]",
	"-x touch ran", "touch ran", "$(touch ran)", "`touch ran`", "a[`touch ran`]=1", "-C touch\\ ran",
	"-W $(touch ran)", "r=a[$(touch ran)]", "-n r=a[$(touch ran)]", "-i n=a[$(touch ran)]", "touch\\ ran EXIT",
	"-s touch ran", "-Ctouch${IFS}ran", "-Ctouch\tran",
}

// dataSources are the ways in which data gets into a variable; USE is what is done with it.
var dataSources = []string{
	"x=$(cat a.txt)\nUSE",
	"read -r x < a.txt\nUSE",
	"cat a.txt | { read -r x; USE\n}",
	"f() { x=$1\nUSE\n}\nf \"$(cat a.txt)\"",
	"mapfile -t m < a.txt; x=${m[0]}\nUSE",
	"while read -r x; do\nUSE\ndone < a.txt",
	"x=1; if test -f a.txt; then x=$(cat a.txt); fi\nUSE",
	"declare -n q=x; q=$(cat a.txt)\nUSE",
	"f() {\nUSE1\n}\nf \"$(cat a.txt)\"",
}

// TestDataNeverRuns gives bash data with a command in it, in every way that bash may run a part of it. Where bash
// does, the gates must not allow the script.
func TestDataNeverRuns(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		enginetest.Skip(t, os.Getenv, true, "no bash")
	}
	for class, uses := range dataUses() {
		t.Run(class, func(t *testing.T) {
			t.Parallel()
			for _, use := range uses {
				dataRuns(t, bash, use)
			}
		})
	}
}

// dataRuns tries one way of running data.
func dataRuns(t *testing.T, bash, use string) {
	i := slices.IndexFunc(dataTexts, func(text string) bool {
		return runsData(t, bash, "x=$(< a.txt)\n"+use, text)
	})
	if i < 0 {
		return // bash runs none of it
	}
	a, f := analyst(), home()
	for _, source := range dataSources {
		parameter := strings.ReplaceAll(use, "$x", "$1")
		script := strings.NewReplacer("USE1", parameter, "USE", use).Replace(source)
		v := judge(t, a, script, f)
		if v.Decision == engine.Allow && runsData(t, bash, script, dataTexts[i]) {
			t.Errorf("bash runs %q, and it is allowed: %s", dataTexts[i], script)
		}
	}
}

// runsData reports whether a script runs the command in its data.
func runsData(t *testing.T, bash, script, data string) bool {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(data+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, bash, "-c", script)
	cmd.Dir, cmd.Env = dir, []string{"PATH=/usr/bin:/bin", "HOME=" + dir}
	_ = cmd.Run() // it may well fail
	_, err := os.Stat(filepath.Join(dir, "ran"))
	return err == nil
}
