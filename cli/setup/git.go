package setup

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"pp/actuators/credential"
	"pp/engine"
	"pp/engine/store"
	"pp/gates/paths"
	"pp/gates/secrets"
)

// The bounds of one search through the commits of a repository. The next search goes on from there.
const (
	maxCommitted    = 200_000         // changed files in commits
	maxCommitTips   = 50_000          // commits named by references and their logs
	maxCommitSecret = 10_000          // contents of secret files
	maxCommitFile   = 16 << 20        // bytes kept about one repository
	maxCommonDir    = 1 << 20         // bytes of the file that names the directory of a working tree's repository
	commitTime      = 4 * time.Second // a hook must answer within ten seconds
)

// newCommits returns the commits for a person's settings.
func (s *Settings) newCommits() *commits {
	c := &commits{program: sync.OnceValue(s.Where.Git), in: map[string]*committed{}}
	if !s.Options.Ephemeral && s.Config.Paths.StateDir != "" {
		c.dir = s.Kept("commits")
	}
	return c
}

// commits asks git for the secret files in repositories. It keeps on disk what it has found in a repository, and the
// newest commits that it has searched, to search each commit only once. It is safe for concurrent use.
type commits struct {
	program func() string // the path of git, "" if there is none
	dir     string        // the directory of the records, "" for none
	mu      sync.Mutex
	in      map[string]*committed
}

// committed is the record of one repository.
type committed struct {
	Tips  []string `json:"tips"`  // the newest searched commits: all of their ancestors were searched too
	Files []string `json:"files"` // each in the form of engine.Commits
}

// answered records the answers of commits during one judgement.
type answered struct {
	*commits
	mu   sync.Mutex
	said map[string]commitsAnswer
	ends <-chan time.Time // receives when the time for all questions about single commands is over
	over bool
}

// commitsAnswer is one answer of a Commits.
type commitsAnswer struct {
	files []string
	known bool
}

// Secrets implements engine.Commits.
func (a *answered) Secrets(dir string, shown ...string) ([]string, bool) {
	key := strings.Join(append([]string{dir}, shown...), "\n")
	a.mu.Lock()
	defer a.mu.Unlock()
	if said, ok := a.said[key]; ok {
		return said.files, said.known
	}
	var said commitsAnswer
	if len(shown) == 0 {
		said.files, said.known = a.held(dir)
	} else if !a.isOver() {
		said.files, said.known = a.shown(dir, shown)
	}
	if a.said == nil {
		a.said = map[string]commitsAnswer{}
	}
	a.said[key] = said
	return said.files, said.known
}

// Removed implements engine.Commits.
func (c *commits) Removed(dir string) (files []string, known bool) {
	if c.program() == "" {
		return nil, false
	}
	known = c.lines(dir, "", func(line string) bool {
		files = append(files, unquoted(line))
		return len(files) <= maxCommitted
	}, "diff", "--cached", "--name-only", "--diff-filter=D", "-M", "--no-ext-diff", "--no-textconv",
		"--ignore-submodules=all")
	return files, known
}

// isOver reports whether checking single commands has taken as long as one search would.
func (a *answered) isOver() bool {
	if a.ends == nil {
		a.ends = time.After(commitTime)
	}
	select {
	case <-a.ends:
		a.over = true
	default:
	}
	return a.over
}

// lines runs a git command that starts no configured program, fetches nothing and changes nothing. It passes the lines
// that git prints to take until that returns false, and reports whether it passed all.
func (c *commits) lines(dir, input string, take func(line string) bool, words ...string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), commitTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.program(), append([]string{"--git-dir=" + dir, "--no-pager",
		"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "log.showSignature=false",
		"-c", "core.quotePath=false", "-c", "diff.orderFile=" + os.DevNull, "-c", "core.attributesFile=" + os.DevNull},
		words...)...)
	cmd.Dir, cmd.Stdin, cmd.WaitDelay = dir, strings.NewReader(input), time.Second
	cmd.Env = []string{"PATH=" + filepath.Dir(c.program()), "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1",
		"GIT_ALLOW_PROTOCOL=none"}
	out, err := cmd.StdoutPipe()
	if err != nil || cmd.Start() != nil {
		return false
	}
	in, whole := bufio.NewScanner(out), true
	in.Buffer(nil, 1<<20)
	for whole && in.Scan() {
		whole = take(in.Text())
	}
	if whole = whole && in.Err() == nil; !whole {
		cancel()
	}
	return cmd.Wait() == nil && whole
}

// secrets returns the secret files in the lines that git prints. It returns false if there may be more.
func (c *commits) secrets(dir string, words ...string) (files []string, whole bool) {
	whole = c.lines(dir, "", func(line string) bool {
		files = append(files, secretsIn(line)...)
		return len(files) <= maxCommitSecret
	}, words...)
	return files, whole
}

// secretsIn returns the secret files in a line of git's raw format or of ls-files --stage.
func secretsIn(line string) (files []string) {
	about, name, ok := strings.Cut(line, "\t")
	if !ok {
		return nil
	}
	name = unquoted(name)
	if _, secret := paths.Secret("/"+name, false); !secret {
		return nil
	}
	for _, word := range strings.Fields(about) {
		if len(word) >= 40 && strings.Trim(word, "0") != "" {
			files = append(files, word+" "+name)
		}
	}
	return files
}

// unquoted returns a path that git printed, without the quotes around one with special characters.
func unquoted(name string) string {
	if plain, err := strconv.Unquote(name); err == nil && strings.HasPrefix(name, `"`) {
		return plain
	}
	return name
}

// rawFormat makes git print the files that commits changed.
var rawFormat = [...]string{"--raw", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv",
	"--ignore-submodules=all"}

// held returns the secret files in all commits and in the index.
func (c *commits) held(dir string) ([]string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.program() == "" {
		return nil, false
	}
	common := dir
	if text, err := store.Whole(filepath.Join(dir, "commondir"), maxCommonDir); err == nil {
		if common = strings.TrimSpace(string(text)); !filepath.IsAbs(common) {
			common = filepath.Join(dir, common)
		}
	}
	kept := c.in[common]
	if kept == nil {
		kept = c.load(common)
		c.in[common] = kept
	}
	known := c.extend(dir, common, kept)
	staged, whole := c.secrets(dir, "ls-files", "--stage")
	files := slices.Concat(kept.Files, staged)
	slices.Sort(files)
	return slices.Compact(files), known && whole
}

// extend searches the commits that are not known yet, the oldest first. It returns false if some are left.
func (c *commits) extend(dir, common string, kept *committed) bool {
	var tips []string
	take := func(line string) bool { tips = append(tips, line); return len(tips) <= maxCommitTips }
	words := []string{"rev-list", "--no-walk=unsorted", "--all", "--reflog", "--ignore-missing"}
	for _, name := range [...]string{"FETCH_HEAD", "ORIG_HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD",
		"REBASE_HEAD", "AUTO_MERGE"} {
		if Exists(filepath.Join(dir, name)) {
			words = append(words, name)
		}
	}
	if !c.lines(dir, "", take, words...) {
		return false
	}
	looked := map[string]bool{}
	for _, tip := range kept.Tips {
		looked[tip] = true
	}
	var input strings.Builder
	for _, tip := range tips {
		if !looked[tip] {
			input.WriteString(tip + "\n")
		}
	}
	if input.Len() == 0 {
		return true
	}
	if looked = c.present(dir, kept.Tips); len(looked) == 0 {
		*kept = committed{} // another repository is at this path now, or somebody rewrote all commits
	}
	for tip := range looked {
		input.WriteString("^" + tip + "\n")
	}
	whole := c.look(dir, input.String(), kept, looked)
	if len(looked) > maxCommitTips || len(kept.Files) > maxCommitSecret {
		return false
	}
	kept.Tips = slices.Sorted(maps.Keys(looked))
	if whole {
		kept.Tips = tips // pp has searched each of them, and all before it
	}
	c.save(common, kept)
	return whole
}

// present returns the tips that the repository still has: git log fails if it should exclude a missing commit.
func (c *commits) present(dir string, tips []string) map[string]bool {
	out := map[string]bool{}
	c.lines(dir, strings.Join(tips, "\n")+"\n", func(line string) bool {
		if tip, ok := strings.CutSuffix(line, " commit"); ok {
			out[tip] = true
		}
		return true
	}, "cat-file", "--batch-check=%(objectname) %(objecttype)")
	return out
}

// look collects the secret files of the commits that input names, and notes the newest searched commits in looked.
func (c *commits) look(dir, input string, kept *committed, looked map[string]bool) bool {
	names, files, at := 0, []string(nil), ""
	var parents []string
	done := func() {
		if kept.Files = append(kept.Files, files...); at != "" {
			for _, p := range parents {
				delete(looked, p)
			}
			looked[at] = true
		}
		files = files[:0]
	}
	words := append([]string{"log", "--stdin", "--ignore-missing", "--topo-order", "--reverse", "--no-notes",
		"--format=%x01%H %P", "-c", "--root"}, rawFormat[:]...)
	whole := c.lines(dir, input, func(line string) bool {
		head, is := strings.CutPrefix(line, "\x01")
		if !is {
			names++
			files = append(files, secretsIn(line)...)
			return true
		}
		if ids := strings.Fields(head); len(ids) > 0 && ids[0] != at {
			done()
			at, parents = ids[0], ids[1:]
			return names <= maxCommitted
		}
		return true // the next parent of the same commit
	}, words...)
	if whole {
		done()
	}
	slices.Sort(kept.Files)
	kept.Files = slices.Compact(kept.Files)
	return whole
}

// shown returns the secret files that git log, show or diff shows. words are the subcommand, revisions and a count;
// the gates have checked that they are nothing else.
func (c *commits) shown(dir string, words []string) (files []string, known bool) {
	args := append([]string{words[0]}, rawFormat[:]...)
	if words[0] != "diff" {
		args = append(args, "-m", "--root", "--format=", "--no-notes")
	}
	return c.secrets(dir, append(append(args, words[1:]...), "--")...)
}

// file returns the path of the record of a repository.
func (c *commits) file(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return filepath.Join(c.dir, hex.EncodeToString(sum[:16])+".json")
}

// load returns the record of a repository, empty if there is none.
func (c *commits) load(dir string) *committed {
	kept := &committed{}
	if c.dir == "" {
		return kept
	}
	text, err := store.Whole(c.file(dir), maxCommitFile)
	if err != nil || json.Unmarshal(text, kept) != nil {
		return &committed{}
	}
	return kept
}

// save writes the record of a repository. If that fails, the next run searches again.
func (c *commits) save(dir string, kept *committed) {
	text, err := json.Marshal(kept)
	if c.dir == "" || err != nil || os.MkdirAll(c.dir, 0o700) != nil {
		return
	}
	_ = store.Replace(c.file(dir), text, store.Fresh{})
}

// gitTime bounds what the person's git is asked: a helper may have to unlock a store.
const gitTime = 30 * time.Second

// personalGit runs the person's own git, with their environment and outside any repository, so that no workspace
// influences its answer. It implements credential.Git.
type personalGit struct {
	where environment
}

var _ credential.Git = personalGit{}

var errNoPassword = errors.New("no helper of git knows a password")

// Fill implements credential.Git. What helpers print is never shown, their errors neither.
func (g personalGit) Fill(ctx context.Context, u credential.Use) (name, password string, err error) {
	var request strings.Builder
	for _, field := range [...][2]string{{"protocol", u.Scheme}, {"host", u.Address()}, {"path", u.Path},
		{"username", u.User}} {
		if strings.ContainsAny(field[1], "\n\x00") {
			return "", "", errNoPassword
		}
		if field[1] != "" {
			fmt.Fprintf(&request, "%s=%s\n", field[0], field[1])
		}
	}
	if !g.trusted(ctx) {
		return "", "", errNoPassword
	}
	out, err := g.run(ctx, request.String()+"\n", "-c", "core.askPass=", "credential", "fill")
	if err != nil {
		return "", "", errNoPassword
	}
	for line := range strings.Lines(out) {
		switch key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "="); key {
		case "username":
			name = value
		case "password":
			password = value
		}
	}
	if password == "" {
		return "", "", errNoPassword
	}
	return name, password, nil
}

// trusted reports whether no file that the person's git is configured by lies in the workspace, nor a helper that it
// names: what a command may have written must not run outside the sandbox.
func (g personalGit) trusted(ctx context.Context) bool {
	out, err := g.run(ctx, "", "config", "--list", "--show-origin", "-z")
	if err != nil {
		return false
	}
	within := func(name string) bool {
		resolved, err := filepath.EvalSymlinks(name)
		_, in := g.where.Workspace.Contains(resolved)
		return err == nil && in
	}
	fields := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		key, value, _ := strings.Cut(fields[i+1], "\n")
		if name, ok := strings.CutPrefix(fields[i], "file:"); ok && within(name) {
			return false
		}
		for word := range strings.FieldsSeq(value) {
			if strings.HasPrefix(key, "credential.") && within(strings.TrimLeft(word, `!"'`)) {
				return false
			}
		}
	}
	return true
}

func (g personalGit) run(ctx context.Context, input string, words ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, gitTime)
	defer cancel()
	program := g.where.Git()
	if program == "" {
		return "", errNoPassword
	}
	cmd := exec.CommandContext(ctx, program, words...)
	cmd.Dir, cmd.WaitDelay = "/", time.Second
	cmd.Env = append(cmd.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "SSH_ASKPASS=", "GCM_INTERACTIVE=never",
		"GIT_DIR=/nonexistent", "LC_ALL=C", "PATH="+g.where.Programs())
	cmd.Stdin = strings.NewReader(input)
	out := &Bounded{Most: maxShort}
	cmd.Stdout = out
	err := cmd.Run()
	return out.String(), err
}

// newLender is what lends commands the person's credentials.
func newLender(s *Settings) *credential.Lender {
	return credential.NewLender(credential.Options{Home: s.Where.Home, AgentSocket: s.System.Env("SSH_AUTH_SOCK"),
		Git: personalGit{s.Where}, Values: secrets.Values, Mask: func(values []engine.Secret) func(string) string {
			return secrets.NewRedactor(secrets.NewVault(values)).Redact
		}})
}
