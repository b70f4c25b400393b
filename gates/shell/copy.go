package shell

import (
	"path"
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/value"
)

// copyInto reports the destination of a copy or move: the path, or the names of the sources in it if a directory.
func copyInto(o *operand) {
	name, known := o.op.Text, o.op.Known && !o.op.Many
	if does(o.applied, "links") && len(o.targets) == 0 { // one operand: a link to it is made here
		recordTarget(o)
		name = "./" + path.Base(name)
	}
	if !known {
		addWrite(o.walker, o.w, o.op.Word+1, name, false, o.dirs, false)
		return
	}
	if sinkDevice(name) && does(o.applied, "moves") {
		o.hazard(RuleTruncate, cause.MovedIsGone.OfPath(name), o.span)
	}
	if name == "" || sinkDevice(name) {
		return
	}
	for _, p := range o.located(o.w, name, o.dirs, false, effect.OpaqueWrite, o.span) {
		p.Span = o.span
		if hasExactFlag(o.applied, "-T", "--no-target-directory", "-rT", "-aT", "-rfT") {
			copyIntoFile(o, p)
			continue
		}
		dir := p.Exists && p.Dir || strings.HasSuffix(name, "/") || len(o.sources)+len(o.targets) > 1 ||
			o.view.madeDir(p.Name)
		if !dir {
			copyIntoFile(o, p)
			continue
		}
		copyIntoDir(o, p)
	}
}

func copyIntoFile(o *operand, p effect.Path) {
	p.Tree = p.Tree || slices.ContainsFunc(o.sources, func(s source) bool { return s.tree && !does(o.applied, "moves") })
	if sinkDevice(p.Name) {
		return
	}
	if len(o.targets) == 1 {
		p.LinkOut = leadsOut(o, o.targets[0], p.Name)
	}
	o.addPath(&o.eff.Writes, effect.KindWrite, p)
	o.danger(p, o.span)
	o.wrote = append(o.wrote, p)
	if len(o.sources) == 1 {
		s := o.sources[0]
		if s.known {
			o.view.write(p.Name, s.content)
		} else if s.path != "" {
			o.view.copied(p.Name, s.path)
		}
		if s.content.Taint&value.Endless != 0 {
			o.hazard(RuleDiskFiller, cause.Path(p.Name), o.span)
		}
		o.truncated(p, s.content, o.span)
	}
	recordLink(o.applied, p)
}

func copyIntoDir(o *operand, p effect.Path) {
	if len(o.sources)+len(o.targets) == 0 {
		o.addPath(&o.eff.Writes, effect.KindWrite, p)
		return
	}
	for _, s := range o.sources {
		q := p
		switch {
		case s.base == "", s.base == "/", s.base == "*", s.base == ".", s.base == "..":
			q.Tree = true
		default:
			if r, err := effect.Resolve(o.view, p.Name, s.base); err == nil {
				r.Given, r.Span = p.Given, o.span
				q = r
				q.Tree = s.tree && !does(o.applied, "moves")
			}
		}
		o.addPath(&o.eff.Writes, effect.KindWrite, o.contents(q))
		o.danger(q, o.span)
		o.wrote = append(o.wrote, q)
		if s.known && s.base != "" {
			o.view.write(q.Name, s.content)
		} else if s.path != "" {
			o.view.copied(q.Name, s.path)
		}
	}
	for _, l := range o.targets {
		q := p
		if r, err := effect.ResolveParent(o.view, p.Name, path.Base(l)); err == nil {
			r.Given, r.Span = p.Given, o.span
			q = r
		}
		q.LinkOut = leadsOut(o, l, q.Name)
		o.addPath(&o.eff.Writes, effect.KindWrite, q)
		o.view.link(q.Name, l)
	}
}

// leadsOut reports whether a link may lead to outside the workspace: as it stands there, or as what is found from here,
// which is meant with -r. What goes up behind a name may go up from where that is a link to.
func leadsOut(o *operand, link, name string) bool {
	there := link
	if !path.IsAbs(there) {
		there = path.Join(path.Dir(name), there)
	}
	_, in := o.facts.Workspace.Contains(path.Clean(there))
	if relative := slices.ContainsFunc(o.words[1:], relativeLink); relative {
		to, ok := o.resolve(link, o.dirs, false)
		in = ok && len(to) == 1 && inWorkspace(o.walker, to[0].Name)
	}
	return !in || strings.Contains(strings.TrimLeft(link, "./")+"/", "/../")
}

func relativeLink(w word) bool {
	return strings.HasPrefix(w.Text, "--r") || strings.HasPrefix(w.Text, "-") && strings.Contains(w.Text, "r") &&
		!strings.HasPrefix(w.Text, "--")
}

// linksHard reports whether the program creates hard links: other names of the files themselves.
func linksHard(o *operand) bool {
	return !anyWord(o.words[1:], func(w word) bool {
		if strings.HasPrefix(w.Text, "--sy") {
			return strings.HasPrefix("--symbolic-link", w.Text)
		}
		flags, short := strings.CutPrefix(w.Text, "-")
		if end := strings.IndexAny(flags, "tS"); end >= 0 { // these flags take the rest of the word
			flags = flags[:end]
		}
		return short && !strings.HasPrefix(flags, "-") && strings.Contains(flags, "s")
	})
}

// recordTarget notes the target of a link. An existing file outside is as good as read through it.
func recordTarget(o *operand) {
	if !o.op.Known || o.op.Many {
		o.addOpaque(o.w.Text, reason(o.w), effect.OpaqueWrite, o.span)
		o.targets = append(o.targets, "/")
		return
	}
	o.targets = append(o.targets, o.op.Text)
	if linksHard(o) { // a hard link gives the file's content, so this is a read
		addRead(o.walker, o.w, o.op.Word+1, o.op.Text, true, o.dirs, o.in.Name == "cp" || o.in.Name == "gcp")
		return
	}
	if strings.HasPrefix(o.op.Text, "/") {
		if paths, ok := o.resolve(o.op.Text, o.dirs, false); ok && !paths[0].Dir && !sinkDevice(paths[0].Name) {
			addRead(o.walker, o.w, o.op.Word+1, o.op.Text, true, o.dirs, false)
		}
	}
}

// recordLink records that a path now is a link.
func recordLink(ap *applied, p effect.Path) {
	if len(ap.targets) == 1 {
		ap.view.link(p.Name, ap.targets[0])
	}
}

// recordLinks records links whose name was an ordinary write operand, or for which no name was given.
func recordLinks(ap *applied) {
	if len(ap.targets) == 0 {
		return
	}
	if len(ap.targets) == 1 && len(ap.wrote) == 1 {
		recordLink(ap, ap.wrote[0])
		return
	}
	if len(ap.wrote) == 0 {
		for _, l := range ap.targets {
			paths, _ := ap.resolve(path.Base(l), ap.dirs, true)
			for _, p := range paths {
				if !ap.view.linked(p.Name) && p.Name != "/" {
					ap.view.link(p.Name, l)
				}
			}
		}
	}
}
