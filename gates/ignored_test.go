package gates_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine/store"
	"pp/gates"
)

// TestIgnored compares what pp takes for ignored with git itself.
func TestIgnored(t *testing.T) {
	dir := repository(t)
	put(t, filepath.Join(dir, ".gitignore"), "# a comment\n*.log\n!keep.log\n/top\nbuild/\nout/**/x\n**/deep/z\n"+
		"docs/*.txt\n"+
		"a?c\n[xy]1\ntrailing   \n\\#odd\n\\!odd\ncr\r\ntracked.log\n\n!\n/\n")
	put(t, filepath.Join(dir, "dir/.gitignore"), "local\n!*.log\nsub/\n")
	put(t, filepath.Join(dir, ".git/info/exclude"), "mine\n")
	put(t, filepath.Join(dir, "tracked.log"), "x")
	gitIn(t, dir, "add", "-f", "tracked.log")
	k := gates.NewKept(store.NewView(), nil)
	for name := range strings.FieldsSeq("a.log keep.log d/a.log d/keep.log top d/top build/ build/x d/build/y " +
		"build/keep.log " +
		"out/x out/a/x out/a/b/x out/y q/deep/z deep/z docs/a.txt docs/b/a.txt abc a/c x1 z1 trailing #odd !odd cr mine " +
		"tracked.log dir/local dir/a.log dir/sub/ dir/sub/f dir/subx local a dir/b new .gitignore dir/mine topx") {
		cmd := exec.Command("git", "check-ignore", "-q", "--", name)
		cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1"}
		want := cmd.Run() == nil
		name, isDir := strings.CutSuffix(name, "/")
		if got := k.Ignored(filepath.Join(dir, name), isDir); got != want {
			t.Errorf("%s: ignored %v, and git says %v", name, got, want)
		}
	}
	for _, name := range []string{"/elsewhere/a.log", filepath.Join(dir, ".git/a.log")} {
		if k.Ignored(name, false) {
			t.Errorf("%s is ignored", name)
		}
	}
}
