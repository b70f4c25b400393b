package shell_test

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"pp/engine"
)

// TestCorpusBesideSecrets judges every command of the corpora in a workspace that has secrets at its top: what is
// allowed without them is allowed with them, since what a pattern or a tree finds of them is masked, and what is denied
// is denied.
func TestCorpusBesideSecrets(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("../../testdata/corpus/*.jsonl")
	a, plain, beside := analyst(), home(), home()
	w := beside.Dir
	all, more := beside.FS.(*tree), newTree(w+"/.env", w+"/server.key", w+"/id_ed25519", w+"/src/.env.local")
	maps.Copy(all.files, more.files)
	for dir, names := range more.dirs {
		all.dirs[dir] = slices.Compact(slices.Sorted(slices.Values(append(all.dirs[dir], names...))))
	}
	seen := 0
	for _, file := range files {
		for _, l := range readCorpus(t, file) {
			was, is := judge(t, a, l.Cmd, plain), judge(t, a, l.Cmd, beside)
			seen++
			if was.Decision != is.Decision && (was.Decision != engine.Ask || is.Decision != engine.Deny) {
				t.Errorf("%s: %s, and %s beside secrets: %s\n    %s", l.ID, was.Decision, is.Decision, clipped(l.Cmd, 150),
					clipped(is.Sentence(), 200))
			}
		}
	}
	if seen == 0 {
		t.Fatal("there is no corpus")
	}
}
