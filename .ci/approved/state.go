package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// state describes a home. It maps the path of a file to its kind, mode, owner, links, content or target, and time, and
// the path of a repository, with the name of a listing, to git's output.
type state map[string]string

// The two times that a state tells apart: that of the fixture, and any since the command began.
const (
	oldTime = " old"
	nowTime = " now"
)

// differences compares the states after two runs. It ignores the time of a directory in which the command created and
// removed something: a layer keeps no trace of such a file.
func (s state) differences(other state) (out []string) {
	keys := maps.Clone(s)
	maps.Copy(keys, other)
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		a, b := s[k], other[k]
		if before, now := strings.CutSuffix(a, nowTime); a != b && !(now && a[0] == 'd' && b == before+oldTime) {
			out = append(out, fmt.Sprintf("%s: %q, not %q", k, b, a))
		}
	}
	return out
}

// look reads the state of the home.
func (w *worker) look() state {
	out := state{}
	began := time.Now().Add(-time.Hour)
	filepath.WalkDir(w.home, func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(w.home, name)
		git := gitPath(rel)
		switch {
		case slices.Contains(ownRecords, rel) && d != nil && d.IsDir():
			return fs.SkipDir
		case slices.Contains(ownRecords, rel), strings.Contains(git, "/objects/"), rel == ".", rel == "go", rel == "go/pkg":
			return nil
		case err != nil:
			out[rel] = err.Error()
			return nil
		}
		switch {
		case filepath.Base(rel) == ".git":
			w.tell(filepath.Dir(name), filepath.Dir(rel), "tree", out)
		case d.IsDir() && strings.HasSuffix(rel, ".git"):
			w.tell(name, rel, "bare", out)
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		when := " " + info.ModTime().UTC().Format(time.RFC3339Nano)
		switch {
		case git != "", rel == ".config/go":
			when = ""
		case info.ModTime().After(began):
			when = nowTime
		case info.ModTime().Equal(fixtureTime):
			when = oldTime
		}
		out[normal(rel)] = describe(name, git, info) + when
		return nil
	})
	return out
}

// ownRecords matches files that programs keep for themselves, with times in them: caches, logs, counters. go records
// each run in its telemetry, and locks its module cache even if it reads nothing from it. pp's sandbox prevents both,
// and no command is run for either.
var ownRecords = []string{".cache", ".npm", ".cargo", ".rustup", ".config/go/telemetry", "go/pkg/mod",
	"ws/target/debug/.fingerprint", "ws/target/debug/incremental", "ws/target/.rustc_info.json"}

// gitPath is the path within git's own files, with / at the beginning and the end,
// or "".
func gitPath(rel string) string {
	_, within, found := strings.Cut(rel, ".git/")
	if !found {
		return ""
	}
	return "/" + within + "/"
}

// describe returns everything except the time. It replaces times and commit names in git's own files, and leaves the
// index to git's output. It skips the source's time at the beginning of python's compiled files.
func describe(name, git string, info fs.FileInfo) string {
	st := info.Sys().(*syscall.Stat_t)
	s := fmt.Sprintf("%v %d:%d", info.Mode(), st.Uid, st.Gid)
	switch {
	case info.Mode()&os.ModeSymlink != 0:
		target, _ := os.Readlink(name)
		return s + " -> " + normal(target)
	case !info.Mode().IsRegular(), strings.HasSuffix(git, "index/"):
		return s
	case git == "":
		s += fmt.Sprintf(" links %d", st.Nlink)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return s + " " + err.Error()
	}
	if strings.HasSuffix(name, ".pyc") && len(data) > 16 {
		data = data[16:]
	}
	if git != "" {
		data = []byte(normal(string(data)))
	}
	if len(data) <= 200 && !strings.Contains(string(data), "\x00") {
		return s + fmt.Sprintf(" %q", data)
	}
	sum := sha256.Sum256(data)
	return s + fmt.Sprintf(" %d bytes %s", len(data), hex.EncodeToString(sum[:4]))
}

// gitScript tells the state of the repository that is the working directory, as far
// as its files do not: what refers to what, whether all is there, and the index.
const gitScript = `
section() { printf '\001%s\n' "$1"; }
section HEAD; git log -1 --format='%T %s' 2>&1
section refs; git for-each-ref --format='%(refname) %(objecttype) %(symref) %(tree)%(*tree) %(subject)'
section log; git log --all --topo-order --format='%T %an <%ae> %cn <%ce> %s%n%b%N' 2>&1 | sort
section objects; git count-objects -v | grep -v ^size; git fsck --no-dangling --no-progress 2>&1 | grep -v ^dangling
if [ "$1" = tree ]; then
  section index; git ls-files -s
  section stale; git diff-files --name-only
  section status; git status --porcelain
fi
`

func (w *worker) tell(dir, rel, kind string, out state) {
	cmd := exec.Command("bash", "-c", gitScript, "state", kind)
	cmd.Dir, cmd.Env = dir, append(w.env, "GIT_OPTIONAL_LOCKS=0")
	text, _ := cmd.CombinedOutput()
	for _, s := range strings.Split(string(text), "\x01")[1:] {
		name, says, _ := strings.Cut(s, "\n")
		// Trees and blobs are the same for the same content; commits have the time in them.
		if name != "index" {
			says = normal(says)
		}
		out["git "+rel+" "+name] = says
	}
}

// normals are what differs between any two runs.
var normals = []struct {
	what *regexp.Regexp
	by   string
}{
	{regexp.MustCompile(`bash: line \d+:`), "bash: line N:"},
	{regexp.MustCompile(`\b1[6-9]\d{8}\b`), "TIME"},
	{regexp.MustCompile(`\b[0-9a-f]{7,40}\b`), "ID"},
	{regexp.MustCompile(`\b\d{4}-\d\d-\d\d[T ]\d\d[:_]\d\d[:_]\d\d[\d._]*Z?\b`), "DATE"},
	{regexp.MustCompile(`(?m)\b[A-Z][a-z]{2} [A-Z][a-z]{2} +\d+ \d\d:\d\d:\d\d \d{4}\b`), "DATE"},
	{regexp.MustCompile(`\b\d\d:\d\d:\d\d\b`), "CLOCK"},
	{regexp.MustCompile(`\b\d+([.,]\d+)?(e-\d+)? ?(m|µ|n)?s(ec(onds)?)?\b|\(cached\)`), "TOOK"},
	{regexp.MustCompile(`\b\d+([.,]\d+)? (k|M|G|Ki|Mi|Gi)?(B|bytes)/s`), "SPEED"},
	{regexp.MustCompile(`\btmp\.\w{10}\b`), "tmp.RANDOM"},
}

func normal(text string) string {
	for _, n := range normals {
		text = n.what.ReplaceAllString(text, n.by)
	}
	return strings.TrimRight(text, "\n")
}
