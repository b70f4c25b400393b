package sandbox

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"pp/actuators/undo"
	"pp/engine/effect"
	"pp/engine/store"
)

// Where a command finds the attributes that git gives to what is masked, and by path what git holds of it: the name of
// an object, or "-" for what it does not hold.
const (
	attributesFile = "/run/pp/gitattributes"
	hiddenFile     = "/run/pp/githidden"
)

// hiddenFilter is the filter through which git takes files that are masked into a repository. For a filler there is
// what git held when the command began, whatever its index says by now; what else stands there by then is taken as it
// is. What git does not hold it cannot take at all: it would keep an empty file. Other repositories have other files by
// that name, which are as they are. The filter is required, else git would take the filler where the filter fails.
const hiddenFilter = `cd -P . && p=$PWD/%f && o= && ` +
	`while IFS= read -r l; do [ "${l#* }" != "$p" ] || o=${l%%%% *}; done <` + hiddenFile + ` || exit 1; case $o in ` +
	`'') exec cat;; -) echo pp: %f is hidden from this command, and git does not hold it: add it by hand >&2; exit 1;; ` +
	`*) t=/tmp/.pp-$$; cat >"$t"; if [ -s "$t" ] && ! LC_ALL=C grep -qa '[^ ]' "$t"; ` +
	`then git cat-file blob $o; else cat "$t"; fi; r=$?; rm -f "$t"; exit $r;; esac`

// repository is one that has masked files.
type repository struct {
	top   string         // of the working tree
	masks map[string]int // by their path below it: where they are in Spec.Masked
}

// hide finds the masked files that git tracks. If only git can read them, they stay unmasked; otherwise fillers replace
// those that are unchanged in git.
func (b *builder) hide() {
	if b.apart(); !isDir(path.Dir(path.Dir(attributesFile))) {
		return
	}
	tops, repositories := map[string]string{}, map[string]repository{}
	looked := slices.Concat(b.roots, b.shown, b.opened)
	for i, m := range b.spec.Masked {
		if m.Dir || strings.Contains(m.Path, "\n") || !withinAny(m.Path, looked) || !isRegular(m.Path) ||
			withinAny(m.Path, b.sandbox.opts.Own) {
			continue
		}
		if top := topOf(path.Dir(m.Path), tops); top != "" {
			r, ok := repositories[top]
			if !ok {
				r = repository{top, map[string]int{}}
				repositories[top] = r
			}
			r.masks[strings.TrimPrefix(m.Path, strings.TrimSuffix(top, "/")+"/")] = i
		}
	}
	b.gitAlone = b.gitAlone && !b.movesAway()
	for _, r := range repositories {
		if withinAny(r.top, b.roots) {
			b.spec.hidden.tops = append(b.spec.hidden.tops, r.top)
		}
		b.hold(r)
	}
	b.spec.Masked = slices.DeleteFunc(b.spec.Masked, func(m Mask) bool { return m.Path == "" })
	if len(repositories) > 0 {
		b.spec.hidden.person, _ = readSettings(b.attributes())
		slices.SortFunc(b.spec.hidden.files, func(x, y hiddenMask) int { return cmp.Compare(x.name, y.name) })
	}
}

// hold compares what is masked in a repository with what its index holds.
func (b *builder) hold(r repository) {
	x, _ := undo.ReadIndex(indexOf(r.top))
	alone := b.gitAlone && b.startsNothing(path.Dir(indexOf(r.top)))
	for _, e := range x.Entries {
		i, masked := r.masks[e.Name]
		if !masked {
			continue
		}
		m := &b.spec.Masked[i]
		if alone {
			m.Path = "" // removed after the loop
			delete(r.masks, e.Name)
			continue
		}
		if withinAny(m.Path, b.opened) {
			b.spec.hidden.put = append(b.spec.hidden.put, m.Path)
		}
		if !x.Merged(e) || filtered(r.top, e.Name) {
			continue
		}
		content, err := store.Read(context.Background(), m.Path, undo.MaxFiller)
		if err == nil && len(content) < undo.MaxFiller && x.Holds(e, content, false) {
			m.Held = true
			b.spec.hidden.files = append(b.spec.hidden.files,
				hiddenMask{pattern(e.Name), m.Path, hex.EncodeToString([]byte(x.Object(e)[4:]))})
		}
	}
	for name, i := range r.masks {
		if !b.spec.Masked[i].Held {
			b.spec.hidden.files = append(b.spec.hidden.files, hiddenMask{pattern(name), b.spec.Masked[i].Path, "-"})
		}
	}
}

// apart replaces each masked directory that has tracked files by masks of the single files: git would take an empty
// directory for the deletion of all of them.
func (b *builder) apart() {
	tops, indexes := map[string]string{}, map[string]store.GitIndex{}
	for i, m := range b.spec.Masked {
		top := topOf(path.Dir(m.Path), tops)
		if !m.Dir || top == "" || !withinAny(m.Path, b.roots) || withinAny(m.Path, b.sandbox.opts.Own) ||
			isLayers(m.Path) {
			continue
		}
		x, ok := indexes[top]
		if !ok {
			x, _ = undo.ReadIndex(indexOf(top))
			indexes[top] = x
		}
		tracked := func(e store.GitEntry) bool { return effect.Within(path.Join(top, e.Name), m.Path) }
		if !slices.ContainsFunc(x.Entries, tracked) {
			continue
		}
		var files []Mask
		err := filepath.WalkDir(m.Path, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case len(files) > maxMasks:
				return fs.SkipAll
			case !d.IsDir() && d.Type()&fs.ModeSymlink == 0:
				files = append(files, Mask{Path: name})
			}
			return nil
		})
		if err == nil {
			b.spec.Masked[i].Path = ""
			b.spec.Masked = append(b.spec.Masked, files...)
		}
	}
	b.spec.Masked = slices.DeleteFunc(b.spec.Masked, func(m Mask) bool { return m.Path == "" })
	slices.SortFunc(b.spec.Masked, func(x, y Mask) int { return byDepth(x.Path, y.Path) })
}

// filtered reports whether a repository may give a file a filter of its own, through which a filler would go.
func filtered(top, name string) bool {
	files := []string{".git/info/attributes", ".gitattributes"}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		files = append(files, path.Join(dir, ".gitattributes"))
	}
	for _, f := range files {
		text, _ := readSettings(path.Join(top, f))
		for line := range strings.Lines(text) {
			words := strings.Fields(line)
			if len(words) < 2 || !strings.Contains(line, "filter") {
				continue
			}
			matches, err := path.Match(path.Base(words[0]), path.Base(name))
			if matches || err != nil || strings.HasPrefix(words[0], "[attr]") || strings.HasPrefix(words[0], `"`) {
				return true
			}
		}
	}
	return false
}

// topOf is the directory of the repository that a directory is in, "" for none.
func topOf(dir string, known map[string]string) string {
	top, ok := known[dir]
	switch {
	case ok:
	case exists(path.Join(dir, ".git")):
		top = dir
	case dir != "/":
		top = topOf(path.Dir(dir), known)
	}
	known[dir] = top
	return top
}

// indexOf is the index of a working tree.
func indexOf(top string) string {
	if git := path.Join(top, ".git"); isDir(git) {
		return path.Join(git, "index")
	}
	return path.Join(pointed(top, ".git", "gitdir: "), "index")
}

// attributes is the file of attributes that the person has for all repositories.
func (b *builder) attributes() string {
	if b.attributesFile != "" {
		return b.attributesFile
	}
	return path.Join(b.sandbox.opts.Home, ".config/git/attributes")
}

// pattern is the pattern of one path from the top of a repository.
func pattern(name string) string {
	var out strings.Builder
	out.WriteString(`"/`)
	for _, c := range []byte(name) {
		switch {
		case strings.IndexByte(`*?[`, c) >= 0:
			out.WriteString(`\\`)
			out.WriteByte(c)
		case c == '\\':
			out.WriteString(`\\\\`)
		case c == '"':
			out.WriteString(`\"`)
		case c < ' ', c == 127:
			fmt.Fprintf(&out, `\%03o`, c)
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// attributes is the text of the file of attributes, "" when there need be none, and that of hiddenFile. What git does
// not hold is seen afterwards in a layer.
func (s *Spec) attributes() (attributes, files string) {
	refuses := len(s.Writable) > 0 && len(s.Layers) == 0
	for _, f := range s.hidden.files {
		if f.object != "-" || refuses {
			attributes += f.pattern + " filter=pp-hidden\n"
			files += f.object + " " + f.name + "\n"
		}
	}
	if files != "" {
		attributes = s.hidden.person + "\n" + attributes
	}
	return attributes, files
}

// replaceable returns ErrNotAlone if git may want to replace a masked file. Git cannot replace a file under a mount and
// only warns about it, so the next commit would contain the old file.
func (s *Spec) replaceable() error {
	for _, m := range s.Masked {
		if slices.Contains(s.hidden.put, m.Path) {
			return fmt.Errorf("%w: %s is hidden from the other programs that this command runs. Run git in a command of "+
				"its own; if the repository has hooks or filters, run it yourself", ErrNotAlone, m.Path)
		}
	}
	return nil
}

// refresh has git's indexes tell the files that fillers stood for, as git would by itself once it looks at them.
func (s *Spec) refresh(since int64) {
	for _, top := range s.hidden.tops {
		if !isDir(path.Join(top, ".git")) {
			continue // a file could name anybody's index
		}
		undo.RefreshIndex(indexOf(top), top, since, func(name string) bool {
			return slices.ContainsFunc(s.Masked, func(m Mask) bool { return m.Held && m.Path == path.Join(top, name) })
		})
	}
}

// filters are the settings by which git goes by those attributes, and writes an index in one file, in which one sees
// what it took in.
func (s *Spec) filters() [][2]string {
	if len(s.hidden.files) == 0 {
		return nil
	}
	whole := [2]string{"core.splitIndex", "false"}
	if _, files := s.attributes(); files == "" {
		return [][2]string{whole}
	}
	return [][2]string{whole, {"core.attributesFile", attributesFile}, {"filter.pp-hidden.clean", hiddenFilter},
		{"filter.pp-hidden.smudge", "cat"}, {"filter.pp-hidden.required", "true"}}
}
