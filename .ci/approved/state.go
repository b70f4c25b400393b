package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// tree describes files by their path below the home: kind, mode, owner, links,
// content or target, and time.
type tree map[string]file

type file struct {
	what string // all but the time
	time time.Time
	// when is "" when the time is that of the template, else "now" or the time set.
	when string
}

// look describes a home; before is what it was, nil for nothing.
func look(home string, before tree) tree {
	t := tree{}
	now := time.Now().Add(-time.Hour)
	filepath.WalkDir(home, func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(home, name)
		if ownRecord(rel) {
			return skip(d)
		}
		git := gitPath(rel)
		if strings.Contains(git, "/objects/") {
			return nil
		}
		if err != nil {
			t[rel] = file{what: err.Error()}
			return nil
		}
		info, err := d.Info()
		if err != nil || rel == "." || rel == "go" || rel == "go/pkg" { // the way to the module cache
			return nil
		}
		f := file{what: describe(name, git, info), time: info.ModTime()}
		old, was := before[rel]
		switch {
		case git != "", rel == ".config/go", was && old.time.Equal(f.time):
		case f.time.After(now):
			f.when = "now"
		default:
			f.when = f.time.UTC().Format(time.RFC3339Nano)
		}
		t[normal(rel)] = f
		return nil
	})
	return t
}

// ownRecord reports whether a directory of the home holds what programs keep for
// themselves, with times in it: caches, logs, counters. go notes in its telemetry that it ran, and locks its module
// cache even where it takes nothing from it; neither is what a command was run for, and pp keeps both from it.
func ownRecord(rel string) bool {
	switch rel {
	case ".cache", ".npm", ".cargo", ".rustup", ".config/go/telemetry", "go/pkg/mod",
		"ws/target/debug/.fingerprint", "ws/target/debug/incremental",
		"ws/target/.rustc_info.json":
		return true
	}
	return false
}

func skip(d fs.DirEntry) error {
	if d != nil && d.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// gitPath is the path within git's own files, with / at the beginning and the end,
// or "".
func gitPath(rel string) string {
	parts := strings.Split(rel, "/")
	for i, p := range parts[:len(parts)-1] {
		if strings.HasSuffix(p, ".git") {
			return "/" + strings.Join(parts[i+1:], "/") + "/"
		}
	}
	return ""
}

func describe(name, git string, info fs.FileInfo) string {
	st := info.Sys().(*syscall.Stat_t)
	s := fmt.Sprintf("%v %d:%d", info.Mode(), st.Uid, st.Gid)
	switch {
	case info.Mode().IsRegular():
		if git == "" {
			s += fmt.Sprintf(" links %d", st.Nlink)
		}
		return s + " " + content(name, git)
	case info.Mode()&os.ModeSymlink != 0:
		target, _ := os.Readlink(name)
		return s + " -> " + normal(target)
	}
	return s
}

// content is a file's text when it is short, else its sum. Of git's own files, what
// names times and commits is made the same; the index is compared by what git says. What
// python compiled begins with the time of its source.
func content(name, git string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		return err.Error()
	}
	if strings.HasSuffix(name, ".pyc") && len(data) > 16 {
		data = data[16:]
	}
	if git != "" {
		if strings.HasSuffix(git, "/index/") || strings.HasSuffix(git, "/sharedindex/") {
			return ""
		}
		data = []byte(normal(string(data)))
	}
	if len(data) <= 200 && !strings.Contains(string(data), "\x00") {
		return fmt.Sprintf("%q", data)
	}
	sum := sha256.Sum256(data)
	return fmt.Sprintf("%d bytes %s", len(data), hex.EncodeToString(sum[:4]))
}

// gitScript tells the state of the repository that is the working directory, as far
// as its files do not: what refers to what, whether all is there, and the index.
const gitScript = `
section() { printf '\001%s\n' "$1"; }
section HEAD; git log -1 --format='%T %s' 2>&1
section refs; git for-each-ref --format='%(refname) %(objecttype) %(symref) %(tree)%(*tree) %(subject)'
section log; git log --all --topo-order --format='%T %an <%ae> %cn <%ce> %s%n%b%N' 2>&1 | sort
section objects; git count-objects -v; git fsck --no-dangling --no-progress 2>&1
if [ "$1" = tree ]; then
  section index; git ls-files -s
  section stale; git diff-files --name-only
  section status; git status --porcelain
fi
`

// sized are the lines of gitScript that tell sizes, which compression decides.
var sized = regexp.MustCompile(`(?m)^(size.*|dangling .*)\n`)

// gitState tells the state of each repository below the home, by directory and
// section; but for bare ones that are as they were.
func (w *worker) gitState(t *template) map[string]string {
	out := map[string]string{}
	filepath.WalkDir(w.home, func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(w.home, name)
		base := filepath.Base(name)
		switch {
		case err != nil:
			return nil
		case ownRecord(rel):
			return skip(d)
		case base == ".git":
			w.tell(filepath.Dir(name), filepath.Dir(rel), "tree", out)
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.IsDir() && strings.HasSuffix(base, ".git"):
			if t == nil || stamp(name) != stamp(filepath.Join(t.dir, rel)) {
				w.tell(name, rel, "bare", out)
			}
			return fs.SkipDir
		}
		return nil
	})
	return out
}

// stamp sums up the names and times of a tree.
func stamp(dir string) string {
	h := sha256.New()
	filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := d.Info(); err == nil {
			fmt.Fprintln(h, strings.TrimPrefix(name, dir), info.Mode(), info.Size(), info.ModTime().UnixNano())
		}
		return nil
	})
	return hex.EncodeToString(h.Sum(nil))
}

func (w *worker) tell(dir, rel, kind string, out map[string]string) {
	cmd := exec.Command("bash", "-c", gitScript, "state", kind)
	cmd.Dir, cmd.Env = dir, append(w.env, "GIT_OPTIONAL_LOCKS=0")
	text, _ := cmd.CombinedOutput()
	for _, s := range strings.Split(string(text), "\x01")[1:] {
		name, state, _ := strings.Cut(s, "\n")
		state = sized.ReplaceAllString(state, "")
		// Trees and blobs are the same for the same content; commits have the time in them.
		if name != "index" {
			state = normal(state)
		}
		out[rel+" "+name] = state
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
