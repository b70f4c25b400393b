package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"pp/cli/exit"
	"pp/cli/setup"
	"pp/gates/script"
)

// stagedTime bounds each run of git.
const stagedTime = time.Minute

// maxIndex bounds what git says of an index, in bytes.
const maxIndex = 64 << 20

// index is what git has staged.
type index struct {
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
func (x *index) read(name string, max int) ([]byte, error) {
	f := x.named(name)
	if x.taken++; f.err == nil && x.taken > maxTaken {
		f.err = errors.New("too many files are named by others")
	}
	if f.err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: f.err}
	}
	list := []commandFile{f}
	if err := x.contents(x.ctx, list); err != nil {
		return nil, err
	}
	return []byte(list[0].text)[:min(max, len(list[0].text))], list[0].err
}

// blob is a file of the index.
type blob struct {
	mode, id string
	conflict bool
}

// stagedFiles gives the content that files have in the index; without names, of those that differ from the last
// commit and that commands stand in. Nothing that the repository configures is run: no hook, filter or monitor.
func stagedFiles(ctx context.Context, s *setup.Settings, names []string) ([]commandFile, error) {
	x := &index{settings: s, blobs: map[string]blob{}, ctx: ctx}
	if err := x.open(ctx); err != nil {
		return nil, err
	}
	var list []commandFile
	if len(names) > 0 {
		for _, name := range names {
			list = append(list, x.named(name))
		}
	} else {
		changed, err := x.changed(ctx)
		if err != nil {
			return nil, err
		}
		for _, name := range changed {
			f := x.named(filepath.Join(x.root, name))
			if rel, err := filepath.Rel(s.Where.Dir, f.path); err == nil {
				f.name = rel
			}
			list = append(list, f)
		}
	}
	if len(list) > maxFiles {
		return nil, exit.UsageError("name them with --file", "more than %d files are staged", maxFiles)
	}
	if err := x.contents(ctx, list); err != nil || len(names) > 0 {
		return list, err
	}
	return ofCommands(list), nil
}

// ofCommands are the files that commands stand in.
func ofCommands(list []commandFile) []commandFile {
	out := list[:0]
	for _, f := range list {
		if f.err != nil {
			f.kind = script.KindOf(filepath.ToSlash(f.path), f.text)
		}
		if f.kind != script.KindNone && f.err != errNoFile {
			out = append(out, f)
		}
	}
	return out
}

// errConflicts is of a file that is not merged, whose kind one side of it tells.
var errConflicts = errors.New("it has conflicts")

// errNoFile is of a link or a submodule, whose content is judged where it stands itself.
var errNoFile = errors.New("the index holds a link or a submodule there; name what it leads to")

// open finds the working tree and reads the index.
func (x *index) open(ctx context.Context) error {
	if x.program = x.settings.Where.Git(); x.program == "" {
		return exit.New(exit.Failed, "install git, or leave --staged out",
			errors.New("--staged needs git, which is not installed"))
	}
	root, err := x.git(ctx, nil, "rev-parse", "--show-toplevel")
	if err != nil {
		return exit.UsageError("run it in a repository", "--staged cannot read the index: %v", err)
	}
	if x.root, err = filepath.EvalSymlinks(strings.TrimSuffix(string(root), "\n")); err != nil {
		return err
	}
	out, err := x.git(ctx, nil, "ls-files", "--stage", "-z", "--full-name", "--", ":/")
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

// changed are the names below the root that differ from the last commit.
func (x *index) changed(ctx context.Context) ([]string, error) {
	args := []string{"diff-index", "--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv",
		"--ignore-submodules=all", "--diff-filter=d", "HEAD", "--"}
	if _, err := x.git(ctx, nil, "rev-parse", "--quiet", "--verify", "HEAD^{commit}"); err != nil {
		args = []string{"ls-files", "-z", "--full-name", "--", ":/"}
	}
	out, err := x.git(ctx, nil, args...)
	if err != nil {
		return nil, fmt.Errorf("reading what is staged: %w", err)
	}
	var names []string
	for name := range strings.SplitSeq(string(out), "\x00") {
		if name != "" && (len(names) == 0 || names[len(names)-1] != name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// named is a file of the index, without its content.
func (x *index) named(name string) commandFile {
	f := commandFile{name: name, path: name, staged: x}
	if !filepath.IsAbs(f.path) {
		f.path = filepath.Join(x.settings.Where.Dir, f.path)
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(f.path)); err == nil {
		f.path = filepath.Join(dir, filepath.Base(f.path))
	}
	rel, err := filepath.Rel(x.root, f.path)
	if err != nil {
		f.err = err
		return f
	}
	switch b, ok := x.blobs[filepath.ToSlash(rel)]; {
	case !ok:
		f.err = errors.New("it is not in the index")
	case b.conflict:
		f.err, f.text = errConflicts, b.id
	case b.mode != "100644" && b.mode != "100755":
		f.err = errNoFile
	default:
		f.text = b.id // until contents
	}
	return f
}

// contents reads the objects of files.
func (x *index) contents(ctx context.Context, list []commandFile) error {
	var ask bytes.Buffer
	for _, f := range list {
		if f.err == nil {
			ask.WriteString(f.text + "\n")
		}
	}
	sizes, err := x.git(ctx, ask.Bytes(), "cat-file", "--batch-check=%(objecttype) %(objectsize)")
	if err != nil {
		return fmt.Errorf("reading the sizes of what is staged: %w", err)
	}
	lines := strings.Split(string(sizes), "\n")
	for i := range list {
		f := &list[i]
		if f.err == errConflicts {
			data, err := x.git(ctx, nil, "cat-file", "blob", f.text)
			if f.text = ""; err == nil {
				f.text = string(data[:min(len(data), 4096)])
			}
		}
		if f.err != nil {
			continue
		}
		var kind string
		var size int64
		if len(lines) > 0 {
			_, _ = fmt.Sscanf(lines[0], "%s %d", &kind, &size)
			lines = lines[1:]
		}
		switch {
		case kind != "blob":
			f.err = errors.New("its content is not in the repository")
		case size > script.MaxBytes:
			f.err = fmt.Errorf("it has %d bytes; at most %d are looked at", size, script.MaxBytes)
		default:
			data, err := x.git(ctx, nil, "cat-file", "blob", f.text)
			f.text, f.err = string(data), err
			f.kind = script.KindOf(filepath.ToSlash(f.path), f.text)
		}
	}
	return nil
}

// git runs one of git's own programs in the working directory, with nothing that could start another.
func (x *index) git(ctx context.Context, input []byte, words ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, stagedTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, x.program, append([]string{"-c", "core.fsmonitor=false",
		"-c", "protocol.allow=never", "-c", "core.hooksPath=" + os.DevNull, "--no-pager",
		"--no-replace-objects"}, words...)...)
	cmd.Dir, cmd.WaitDelay = cmp.Or(x.root, x.settings.Where.Dir), time.Second
	cmd.Env = append(x.settings.System.Environ[:len(x.settings.System.Environ):len(x.settings.System.Environ)],
		"GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_LITERAL_PATHSPECS=0", "LC_ALL=C",
		"GIT_TRACE=0", "GIT_EXTERNAL_DIFF=")
	cmd.Stdin = bytes.NewReader(input)
	out, said := &boundedText{most: maxIndex}, &boundedText{most: 4096}
	cmd.Stdout, cmd.Stderr = out, said
	err := cmd.Run()
	switch {
	case out.over:
		return nil, errors.New("git says more than is looked at")
	case err != nil && len(said.b) > 0:
		first, _, _ := strings.Cut(strings.TrimPrefix(string(said.b), "fatal: "), "\n")
		return nil, errors.New(first)
	}
	return out.b, err
}

// boundedText keeps the first bytes of what is written.
type boundedText struct {
	b    []byte
	most int
	over bool
}

// Write implements io.Writer.
func (t *boundedText) Write(p []byte) (int, error) {
	n := min(len(p), t.most-len(t.b))
	t.b = append(t.b, p[:n]...)
	t.over = t.over || n < len(p)
	return len(p), nil
}
