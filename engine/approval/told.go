package approval

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// tell adds the files that tell a build what to run: those that its arguments name, and those that it looks for. It
// looks in the directories that it runs in or that its arguments name, and above these up to the root of the workspace.
func tell(v engine.Verdict, r effect.Program, view effect.FS, names map[string]bool) error {
	if len(r.Told) == 0 || view == nil {
		return nil
	}
	dirs := slices.Clone(r.In)
	named := func(p effect.Path) {
		if p.Tree || p.Dir {
			dirs = append(dirs, p.Name)
			return
		}
		dirs = append(dirs, path.Dir(p.Name))
		bind(names, p.Name)
	}
	for _, p := range v.Effects.Reads {
		q, ok := v.Effects.Program(effect.Effect{Kind: effect.KindRead, Subject: p.Name, Span: p.Span})
		if ok && q.Span == r.Span && q.Name == r.Name {
			named(p)
		}
	}
	for _, dir := range r.In {
		for _, word := range r.Words[min(1, len(r.Words)):] {
			_, value, _ := strings.Cut(word, "=")
			test, _, _ := strings.Cut(word, "::")
			for _, name := range [...]string{word, value, test} {
				if p, err := effect.Resolve(view, dir, name); err == nil && name != "" && p.Exists {
					named(p)
				}
			}
		}
	}
	seen := map[string]bool{}
	for _, dir := range dirs {
		for above := false; !seen[dir]; dir, above = path.Dir(dir), true {
			if _, inside := v.Workspace.Contains(dir); above && !inside {
				break
			}
			seen[dir] = true
			if err := look(view, dir, r.Told, names); err != nil {
				return contentError(dir, err)
			}
		}
	}
	return nil
}

// bind adds a file, unless the action overwrites it: then the approval is already bound to it.
func bind(names map[string]bool, name string) {
	if _, bound := names[name]; !bound {
		names[name] = false
	}
}

// look adds the files of a directory that have one of the names, and the targets of links among them.
func look(view effect.FS, dir string, told []string, names map[string]bool) error {
	there, err := view.ReadDir(dir)
	if err != nil {
		if info, lost := view.Lstat(dir); errors.Is(lost, fs.ErrNotExist) || lost == nil && !info.Mode.IsDir() {
			return nil
		}
		return err
	}
	for _, pattern := range told {
		if strings.Contains(pattern, "/") {
			if _, err := view.Lstat(path.Join(dir, pattern)); err == nil {
				bind(names, path.Join(dir, pattern))
			}
			continue
		}
		for _, name := range there {
			if match, err := path.Match(pattern, strings.ToLower(name)); err != nil || !match {
				continue
			}
			bind(names, path.Join(dir, name))
			if p, err := effect.Resolve(view, dir, name); err == nil {
				bind(names, p.Name)
			}
		}
	}
	return nil
}
