package sandbox

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"pp/actuators/layer"
	"pp/engine/gitindex"
	"pp/engine/regular"
)

// attributesFile is where a command finds the attributes that git gives to what is masked.
const attributesFile = "/run/pp/gitattributes"

// maxIndex bounds an index of git that is read, in bytes.
const maxIndex = 64 << 20

// The filters through which git takes files that are masked into a repository. For a filler there is what git holds
// already, so that it takes the file for unchanged; what else stands there by then is taken as it is. What it does not
// hold it cannot take at all: it would keep an empty file.
const (
	heldFilter = `t=/tmp/.pp-$$; cat >"$t"; if [ -s "$t" ] && ! LC_ALL=C grep -qa '[^ ]' "$t"; ` +
		`then git cat-file blob :%f; else cat "$t"; fi; r=$?; rm -f "$t"; exit $r`
	hiddenFilter = `echo pp: %f is hidden from this command, and git does not hold it: add it by hand >&2; exit 1`
)

// repository is one that has masked files.
type repository struct {
	top   string         // of the working tree
	masks map[string]int // by their path below it: where they are in Spec.Masked
}

// hide looks which of the masked files git holds just as they are.
func (b *builder) hide() {
	if !isDir(path.Dir(path.Dir(attributesFile))) {
		return
	}
	tops, repositories := map[string]string{}, map[string]repository{}
	for i, m := range b.spec.Masked {
		if m.Dir || !withinAny(m.Path, b.roots) || !isRegular(m.Path) {
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
	for _, r := range repositories {
		b.spec.hidden.tops = append(b.spec.hidden.tops, r.top)
		b.hold(r)
	}
	if len(repositories) > 0 {
		b.spec.hidden.person, _ = readSettings(b.attributes())
		slices.Sort(b.spec.hidden.held)
		slices.Sort(b.spec.hidden.other)
	}
}

// hold compares what is masked in a repository with what its index holds.
func (b *builder) hold(r repository) {
	var x gitindex.Index
	if data, err := regular.Read(context.Background(), indexOf(r.top), maxIndex); err == nil {
		x, _ = gitindex.Parse(data)
	}
	for _, e := range x.Entries {
		i, masked := r.masks[e.Name]
		if !masked || !x.Merged(e) {
			continue
		}
		content, err := regular.Read(context.Background(), b.spec.Masked[i].Path, layer.MaxFiller)
		if err == nil && len(content) < layer.MaxFiller && x.Holds(e, content, false) {
			b.spec.Masked[i].Held = true
		}
	}
	for name, i := range r.masks {
		if b.spec.Masked[i].Held {
			b.spec.hidden.held = append(b.spec.hidden.held, pattern(name))
		} else {
			b.spec.hidden.other = append(b.spec.hidden.other, pattern(name))
		}
	}
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
	return path.Join(b.opts.Home, ".config/git/attributes")
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

// refuses reports whether git must not take in what is hidden and what it does not hold. In a layer it is seen
// afterwards.
func (s *Spec) refuses() bool {
	return len(s.hidden.other) > 0 && len(s.Writable) > 0 && len(s.Layers) == 0
}

// attributes is the text of the file of attributes, "" when there need be none.
func (s *Spec) attributes() string {
	if len(s.hidden.held) == 0 && !s.refuses() {
		return ""
	}
	var out strings.Builder
	out.WriteString(s.hidden.person + "\n")
	for _, p := range s.hidden.held {
		out.WriteString(p + " filter=pp-held\n")
	}
	if s.refuses() {
		for _, p := range s.hidden.other {
			out.WriteString(p + " filter=pp-hidden\n")
		}
	}
	return out.String()
}

// refresh has git's indexes tell the files that fillers stood for, as git would by itself once it looks at them.
func (s *Spec) refresh(since int64) {
	for _, top := range s.hidden.tops {
		layer.RefreshIndex(indexOf(top), top, since, func(name string) bool {
			return slices.ContainsFunc(s.Masked, func(m Mask) bool { return m.Held && m.Path == path.Join(top, name) })
		})
	}
}

// filters are the settings by which git goes by those attributes.
func (s *Spec) filters() [][2]string {
	if s.attributes() == "" {
		return nil
	}
	return [][2]string{{"core.attributesFile", attributesFile}, {"filter.pp-held.clean", heldFilter},
		{"filter.pp-hidden.clean", hiddenFilter}, {"filter.pp-hidden.required", "true"}}
}
