package jobs

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"pp/engine"
	"pp/engine/memory/org"
)

// links checks where the links of a note lead to. Of private ones it only notes which files they connect.
func (g *gardener) links(n *note) {
	for _, l := range n.Links(org.Span{End: len(n.Text)}) {
		g.link(n, l)
		if isFile(l.Description) { // a picture that is clicked
			at := l.End - len("]]") - len(l.Description)
			g.link(n, org.Link{Span: l.Span, At: org.Span{Start: at, End: l.End - 2}, Target: l.Description})
		}
	}
}

func isFile(target string) bool {
	return strings.HasPrefix(target, "file:") || strings.HasPrefix(target, "attachment:")
}

func (g *gardener) link(n *note, l org.Link) {
	check := g.orgLink
	if n.markdown {
		check = g.markdownLink
	}
	private := n.private(l.Start)
	b := check(n, l)
	if b.checked && !private {
		g.report.Links++
	}
	if b.why == "" || private {
		return
	}
	f := Finding{Kind: BrokenLink, What: oneLine(n.Text[l.Start:l.End]), Why: b.why}
	if b.right != "" {
		f.Repair = n.replace(l.At, b.right, b.because)
	}
	g.add(n, l.Start, f)
}

// oneLine is a link as it is told.
func oneLine(text string) string {
	return engine.Clip(strings.Join(strings.Fields(text), " "), 300)
}

// broken says what is wrong with a link; its zero value is of one that is nothing to look into.
type broken struct {
	checked bool
	why     string // "": it works
	right   string // what is to stand in its place; "" where that is not certain
	because string
}

func works() broken { return broken{checked: true} }

func lost(format string, args ...any) broken {
	return broken{checked: true, why: fmt.Sprintf(format, args...)}
}

// orgLink checks a link of an Org file.
func (g *gardener) orgLink(n *note, l org.Link) broken {
	target := n.expand(l.Target)
	switch kind, rest := linkType(target); kind {
	case "file":
		return g.fileLink(n, l, rest)
	case "id":
		return g.idLink(n, rest)
	case "attachment":
		return g.attachment(n, l.Start, rest)
	case "":
		if n.finds(target) {
			return works()
		}
		return n.missing(n, target, "")
	}
	return broken{}
}

// expand puts what an abbreviation of the file stands for.
func (n *note) expand(target string) string {
	name, rest, _ := strings.Cut(target, ":")
	to, ok := n.abbrev[name]
	switch {
	case !ok:
		return target
	case strings.Contains(to, "%("):
		return "unknown:" + rest
	case strings.Contains(to, "%s"):
		return strings.ReplaceAll(to, "%s", rest)
	case strings.Contains(to, "%h"):
		return strings.ReplaceAll(to, "%h", url.QueryEscape(rest))
	}
	return to + rest
}

// linkType tells what a target is: a "file" with its path, another type such as "id", or "" of a place in
// the file itself.
func linkType(target string) (kind, rest string) {
	if target == "" {
		return "none", ""
	}
	if target[0] == '/' || target[0] == '~' || strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../") {
		return "file", target
	}
	if strings.IndexByte("*#(", target[0]) >= 0 {
		return "", target
	}
	name, rest, ok := strings.Cut(target, ":")
	if !ok || name == "" || strings.ContainsAny(name, " \t/<") || rest == "" || rest[0] == ' ' {
		return "", target
	}
	if name == "file+sys" || name == "file+emacs" {
		name = "file"
	}
	return name, rest
}

// resolve gives the absolute path that a note means by one; ok is false of one that only Emacs knows.
func (g *gardener) resolve(n *note, name string) (full string, ok bool) {
	if strings.HasPrefix(name, "//") {
		name = "/" + strings.TrimLeft(name, "/")
	}
	home, inHome := strings.CutPrefix(name, "~/")
	switch {
	case strings.ContainsAny(name, "$\x00"), isRemote(name):
		return "", false
	case inHome && g.Home != "":
		return path.Join(g.Home, home), true
	case strings.HasPrefix(name, "~"):
		return "", false
	case path.IsAbs(name):
		return path.Clean(name), true
	}
	return path.Join(n.dir(), name), true
}

// isRemote reports whether Emacs would ask another machine for a file, as for /ssh:host:name.
func isRemote(name string) bool {
	first, rest, _ := strings.Cut(strings.TrimPrefix(name, "/"), "/")
	method, host, ok := strings.Cut(first, ":")
	return ok && name[0] == '/' && method != "" && (host != "" || rest == "")
}

// exists reports whether anything is at an absolute path.
func (g *gardener) exists(full string) bool {
	if g.there[full] {
		return true
	}
	return g.Exists == nil || g.Exists(full)
}

// connect notes that one note links to another.
func (n *note) connect(to *note) {
	if to != nil && to != n {
		n.out, to.in = true, true
	}
}

// fileLink checks a link to a file, and to what in it stands behind "::".
func (g *gardener) fileLink(n *note, l org.Link, target string) broken {
	name, what, _ := strings.Cut(target, "::")
	if name == "" {
		if n.finds(what) {
			return works()
		}
		return n.missing(n, what, "file:::")
	}
	full, ok := g.resolve(n, name)
	if !ok {
		return broken{}
	}
	if g.exists(full) {
		to := g.byName[full]
		if n.connect(to); to == nil || to.finds(what) {
			return works()
		}
		return n.missing(to, what, strings.TrimSuffix(l.Target, what))
	}
	b := lost("there is no file %s", g.shown(full))
	moved, ok := g.moved(n, full, what)
	if !ok {
		return b
	}
	to := g.inStyle(n, name, moved)
	if strings.ContainsAny(to, `[]\`) || strings.Contains(to, "::") || l.Plain && strings.ContainsAny(to, " ()<>\"") {
		return b
	}
	if raw := n.Text[l.At.Start:l.At.End]; strings.Count(raw, name) == 1 {
		b.right = strings.Replace(raw, name, to, 1)
		b.because = fmt.Sprintf("The only file of that name is %s.", g.shown(moved))
	}
	return b
}

// moved is where a file is now: the only one of that name, if it is not private.
func (g *gardener) moved(n *note, full, what string) (string, bool) {
	list := g.bases[path.Base(full)]
	if len(list) != 1 || list[0] == n.Name || g.Private.Whole(list[0]) {
		return "", false
	}
	if to := g.byName[list[0]]; to != nil && (to.private(0) || !to.finds(what)) {
		return "", false
	}
	return list[0], true
}

// inStyle writes a path as another one was written: absolute, from the home directory, or from where the note is.
func (g *gardener) inStyle(n *note, was, full string) string {
	if strings.HasPrefix(was, "~/") {
		if rest, ok := strings.CutPrefix(full, g.Home+"/"); ok {
			return "~/" + rest
		}
	}
	if path.IsAbs(was) || was[0] == '~' {
		return full
	}
	to := relative(n.dir(), full)
	if strings.HasPrefix(was, "./") && !strings.HasPrefix(to, "../") || strings.HasPrefix(was, "../") && to[0] != '.' {
		to = "./" + to
	}
	return to
}

// relative is the way from a directory to a file.
func relative(dir, file string) string {
	up := ""
	for {
		if rest, ok := strings.CutPrefix(file, strings.TrimSuffix(dir, "/")+"/"); ok {
			return up + rest
		}
		dir, up = path.Dir(dir), up+"../"
	}
}

// idLink checks a link to an ID.
func (g *gardener) idLink(n *note, id string) broken {
	what := ""
	list, ok := g.ids[id]
	if !ok {
		if name, rest, cut := strings.Cut(id, "::"); cut {
			id, what = name, rest
			list, ok = g.ids[id]
		}
	}
	if ok {
		found := false
		for _, h := range list {
			n.connect(h.note)
			found = found || h.finds(what)
		}
		if found {
			return works()
		}
		return lost("%s has no %s", g.shown(list[0].Name), what)
	}
	b := lost("no headline has this ID")
	if near, ok := g.nearID(id); ok {
		b.right = "id:" + near
		if what != "" {
			b.right += "::" + what
		}
		b.because = "The only ID that differs from it in one character is this one."
	}
	return b
}

// attachment checks a link to a file that is attached to the headline.
func (g *gardener) attachment(n *note, at int, name string) broken {
	name, _, _ = strings.Cut(name, "::")
	for _, dir := range g.attached(n, n.headline(at)) {
		if full, ok := g.resolve(n, path.Join(dir, name)); !ok || g.exists(full) {
			return works()
		}
	}
	return lost("there is no such attachment")
}

// attached are the directories where a headline's attachments may be, its own and those it inherits.
func (g *gardener) attached(n *note, at int) (dirs []string) {
	for {
		for _, name := range [...]string{"DIR", "ATTACH_DIR"} {
			if dir, ok := n.Property(at, name, true); ok {
				dirs = append(dirs, dir)
			}
		}
		if id, ok := n.Property(at, "ID", false); ok {
			for _, cut := range [...]int{2, 6} {
				for _, base := range [...]string{n.dir() + "/data", g.Root + "/data", g.Root + "/.attach"} {
					if len(id) > cut {
						dirs = append(dirs, path.Join(base, id[:cut], id[cut:]))
					}
				}
			}
		}
		if at < 0 {
			return dirs
		}
		at = n.Headlines[at].Parent
	}
}

// missing says that a file does not have what a link names in it, with what stands before that in the link.
func (n *note) missing(in *note, what, before string) broken {
	kind := "headline, target or name"
	from := in.anchors().titles
	name := what
	switch what[0] {
	case '*':
		kind, name = "headline", what[1:]
	case '#':
		kind, name, from = "CUSTOM_ID", what[1:], in.anchors().custom
	case '(':
		kind, from = "label of a line of code", nil
	}
	where := "this file"
	if in != n {
		where = path.Base(in.Name)
	}
	b := lost("there is no %s %q in %s", kind, name, where)
	if in != n && in.private(0) {
		b = lost("what it names is not there")
	}
	if near, ok := nearest(name, from); ok && !strings.ContainsAny(near, `[]\`) && len(in.hidden) == 0 {
		b.right = before + strings.TrimSuffix(what, name) + near
		b.because = "Nothing else there differs from it by so little."
	}
	return b
}

// markdownLink checks a link of a Markdown file.
func (g *gardener) markdownLink(n *note, l org.Link) broken {
	target, anchor, _ := strings.Cut(l.Target, "#")
	if name, rest, ok := strings.Cut(target, ":"); ok && !strings.ContainsAny(name, "/?") {
		if !strings.EqualFold(name, "file") {
			return broken{}
		}
		target = rest
	}
	name, err := url.PathUnescape(target)
	if err != nil {
		name = target
	}
	if name == "" {
		return n.anchored(n, anchor)
	}
	full, ok := g.resolve(n, name)
	if !ok || strings.HasPrefix(target, "//") && !strings.HasPrefix(l.Target, "file:") {
		return broken{}
	}
	bare, _, _ := strings.Cut(full, "?")
	for _, form := range [...]string{full, bare, full + ".md", path.Join(g.Root, name), path.Join(n.dir(), target)} {
		if form != "/" && g.exists(form) {
			to := g.byName[form]
			if n.connect(to); to == nil || !to.markdown {
				return works()
			}
			return n.anchored(to, anchor)
		}
	}
	b := lost("there is no file %s", g.shown(full))
	moved, ok := g.moved(n, full, "")
	raw := n.Text[l.At.Start:l.At.End]
	if !ok || !strings.HasPrefix(raw, target) {
		return b
	}
	if to := g.inStyle(n, name, moved); !strings.ContainsAny(to, "#%<>\\\n") {
		b.right = strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29").Replace(to) + raw[len(target):]
		b.because = fmt.Sprintf("The only file of that name is %s.", g.shown(moved))
	}
	return b
}

// anchored checks what stands behind "#".
func (n *note) anchored(in *note, anchor string) broken {
	if name, err := url.PathUnescape(anchor); err == nil {
		anchor = name
	}
	a := in.anchors()
	if anchor == "" || anchor == "top" || a.has('#', strings.ToLower(anchor)) {
		return works()
	}
	return lost("there is no headline #%s in %s", anchor, path.Base(in.Name))
}
