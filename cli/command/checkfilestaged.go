package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine"
	"pp/gates/script"
)

// stagedTime bounds each run of git.
const stagedTime = time.Minute

// maxIndex bounds what git says of an index, in bytes.
const maxIndex = 64 << 20

// gitIndex is what git has staged.
type gitIndex struct {
	settings *setup.Settings
	program  string
	root     string // of the working tree
	blobs    map[string]blob
	ctx      context.Context // of the run that it was read for
	taken    int             // files that were read besides those that are judged
}

// maxTaken is how many of those there may be.
const maxTaken = 500

// read is what a file holds in the index.
func (x *gitIndex) read(name string, max int) ([]byte, error) {
	if x.taken++; x.taken > maxTaken {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("too many files are named by others")}
	}
	f := x.file(x.ctx, name)
	if f.err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: f.err}
	}
	return []byte(f.text)[:min(max, len(f.text))], nil
}

// blob is a file of the index.
type blob struct {
	mode, id string
	conflict bool
}

// stagedFiles gives the content that files have in the index; without names, of those that differ from the last
// commit and that commands stand in. Nothing that the repository configures is run: no hook, filter or monitor.
func stagedFiles(ctx context.Context, s *setup.Settings, names []string) ([]commandFile, error) {
	x := &gitIndex{settings: s, blobs: map[string]blob{}, ctx: ctx}
	if err := x.open(ctx); err != nil {
		return nil, err
	}
	given := len(names) > 0
	if !given {
		var err error
		if names, err = x.changed(ctx); err != nil {
			return nil, err
		}
	}
	if len(names) > maxFiles {
		return nil, exit.UsageError("name them with --file", "more than %d files are staged", maxFiles)
	}
	var list []commandFile
	for _, name := range names {
		if f := x.file(ctx, name); given || f.err != errNoFile && f.kind != script.KindNone {
			list = append(list, f)
		}
	}
	return list, ctx.Err()
}

// errNoFile is of a link or a submodule, whose content is judged where it stands itself.
var errNoFile = errors.New("the index holds a link or a submodule there; name what it leads to")

// open finds the working tree and reads the index.
func (x *gitIndex) open(ctx context.Context) error {
	if x.program = x.settings.Where.Git(); x.program == "" {
		return exit.New(exit.Failed, "install git, or leave --staged out",
			errors.New("--staged needs git, which is not installed"))
	}
	root, err := x.git(ctx, maxIndex, "rev-parse", "--show-toplevel")
	if err != nil {
		return exit.UsageError("run it in a repository", "--staged cannot read the index: %v", err)
	}
	if x.root, err = filepath.EvalSymlinks(strings.TrimSuffix(string(root), "\n")); err != nil {
		return err
	}
	out, err := x.git(ctx, maxIndex, "ls-files", "--stage", "-z", "--full-name", "--", ":/")
	if err != nil {
		return exit.UsageError("look at it with git status", "--staged cannot read the index: %v", err)
	}
	for entry := range strings.SplitSeq(string(out), "\x00") {
		head, name, ok := strings.Cut(entry, "\t")
		if f := strings.Fields(head); ok && len(f) == 3 {
			x.blobs[name] = blob{f[0], f[1], f[2] != "0"}
		}
	}
	return nil
}

// changed are the names, below the working directory or absolute, of what differs from the last commit.
func (x *gitIndex) changed(ctx context.Context) ([]string, error) {
	args := []string{"diff-index", "--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv",
		"--ignore-submodules=all", "--diff-filter=d", "HEAD", "--"}
	if _, err := x.git(ctx, maxIndex, "rev-parse", "--quiet", "--verify", "HEAD^{commit}"); err != nil {
		args = []string{"ls-files", "-z", "--full-name", "--", ":/"}
	}
	out, err := x.git(ctx, maxIndex, args...)
	if err != nil {
		return nil, fmt.Errorf("reading what is staged: %w", err)
	}
	var names []string
	for name := range strings.SplitSeq(string(out), "\x00") {
		if name == "" {
			continue
		}
		name = filepath.Join(x.root, name)
		if rel, err := filepath.Rel(x.settings.Where.Dir, name); err == nil {
			name = rel
		}
		names = append(names, name)
	}
	return slices.Compact(names), nil
}

// file is a file of the index.
func (x *gitIndex) file(ctx context.Context, name string) commandFile {
	f := commandFile{name: name, path: name, staged: x}
	if !filepath.IsAbs(f.path) {
		f.path = filepath.Join(x.settings.Where.Dir, f.path)
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(f.path)); err == nil {
		f.path = filepath.Join(dir, filepath.Base(f.path))
	}
	rel, err := filepath.Rel(x.root, f.path)
	b, ok := x.blobs[filepath.ToSlash(rel)]
	switch {
	case err != nil:
	case !ok:
		err = errors.New("it is not in the index")
	case b.conflict:
		f.kind, err = script.KindShell, errors.New("it has conflicts") // whatever it is: git commits none that has
	case b.mode != "100644" && b.mode != "100755":
		err = errNoFile
	default:
		var data []byte
		data, err = x.git(ctx, script.MaxBytes, "cat-file", "blob", b.id)
		f.text = string(data)
		f.kind = script.KindOf(filepath.ToSlash(f.path), f.text)
	}
	f.err = err
	return f
}

// git runs one of git's own programs and returns at most as many bytes, with nothing that could start another.
func (x *gitIndex) git(ctx context.Context, most int, words ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, stagedTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, x.program, append([]string{"-c", "core.fsmonitor=false",
		"-c", "protocol.allow=never", "-c", "core.hooksPath=" + os.DevNull, "--no-pager",
		"--no-replace-objects"}, words...)...)
	cmd.Dir, cmd.WaitDelay = cmp.Or(x.root, x.settings.Where.Dir), time.Second
	cmd.Env = append(x.settings.System.Environ[:len(x.settings.System.Environ):len(x.settings.System.Environ)],
		"GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_LITERAL_PATHSPECS=0", "LC_ALL=C",
		"GIT_TRACE=0", "GIT_EXTERNAL_DIFF=")
	out, said := &setup.Bounded{Most: most}, engine.NewExcerpt(4096)
	cmd.Stdout, cmd.Stderr = out, said
	err := cmd.Run()
	text, _, _ := said.Parts()
	switch {
	case out.Over:
		return nil, fmt.Errorf("it has more than %d bytes, which is more than pp looks at", most)
	case err != nil && text != "":
		first, _, _ := strings.Cut(strings.TrimPrefix(text, "fatal: "), "\n")
		return nil, errors.New(first)
	}
	return []byte(out.String()), err
}
