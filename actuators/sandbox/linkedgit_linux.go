package sandbox

import (
	"context"
	"path"
	"path/filepath"
	"strings"

	"pp/engine/effect"
	"pp/engine/store"
)

// linkedGit shows the repository of which a root is a worktree or a submodule. Its
// file .git could name any repository; only one that names the root in turn is
// its own.
func (b *builder) linkedGit(root string) {
	if isDir(path.Join(root, ".git")) {
		return
	}
	dir := pointed(root, ".git", "gitdir: ")
	if dir == "" {
		return
	}
	// git worktree: COMMON/worktrees/NAME, where the file gitdir names the worktree's .git.
	if common := pointed(dir, "commondir", ""); common != "" {
		if path.Dir(dir) == path.Join(common, "worktrees") && pointed(dir, "gitdir", "") == path.Join(root, ".git") {
			b.show(common)
		}
		return
	}
	// A submodule: .git/modules/NAME of a repository around it, whose setting
	// core.worktree names the root.
	above, _, found := strings.Cut(dir, "/.git/modules/")
	if found && above != root && effect.Within(root, above) && worktreeOf(dir) == root {
		b.show(dir)
	}
}

// pointed is the path that a short file in a directory names after a mark, with its
// links resolved; "" when there is no such file or nothing where it points.
func pointed(dir, name, mark string) string {
	data, err := store.Read(context.Background(), path.Join(dir, name), 4097)
	if err != nil || len(data) > 4096 {
		return ""
	}
	target, ok := strings.CutPrefix(strings.TrimRight(string(data), "\r\n"), mark)
	if !ok || target == "" {
		return ""
	}
	return resolvedFrom(dir, target)
}

// worktreeOf is the directory that core.worktree names in a module's configuration.
func worktreeOf(dir string) string {
	data, err := store.Read(context.Background(), path.Join(dir, "config"), 64<<10)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		key, value, ok := strings.Cut(line, "=")
		if ok && strings.EqualFold(strings.TrimSpace(key), "worktree") {
			return resolvedFrom(dir, strings.Trim(strings.TrimSpace(value), `"`))
		}
	}
	return ""
}

func resolvedFrom(dir, target string) string {
	if !path.IsAbs(target) {
		target = path.Join(dir, target)
	}
	resolved, err := filepath.EvalSymlinks(target)
	if err != nil {
		return ""
	}
	return resolved
}
