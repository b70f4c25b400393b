package shell

import (
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// into reports the destination of a copy or move: the path, or the names of the sources in it if a directory.
func (ap *applied) into(op *table.Operand) {
	w := ap.word(op)
	span := ap.spanOf(op)
	name, known := op.Text, op.Known && !op.Many
	if !known {
		ap.addWrite(w, op.Word+1, name, false, ap.dirs, false)
		return
	}
	if sinkDevice(name) && ap.does("moves") {
		ap.hazard(RuleTruncate, "what is moved to "+name+" is gone", span)
	}
	if name == "" || sinkDevice(name) {
		return
	}
	for _, p := range ap.located(w, name, ap.dirs, false, effect.OpaqueWrite, span) {
		p.Span = span
		if ap.flag("-T", "--no-target-directory", "-rT", "-aT", "-rfT") {
			ap.intoFile(p, span)
			continue
		}
		dir := p.Exists && p.Dir || strings.HasSuffix(name, "/") || len(ap.sources)+len(ap.targets) > 1 ||
			ap.view.madeDir(p.Name)
		if !dir {
			ap.intoFile(p, span)
			continue
		}
		ap.intoDir(p, span)
	}
}

func (ap *applied) intoFile(p effect.Path, span effect.Span) {
	p.Tree = p.Tree || slices.ContainsFunc(ap.sources, func(s source) bool { return s.tree && !ap.does("moves") })
	if sinkDevice(p.Name) {
		return
	}
	ap.addPath(&ap.eff.Writes, effect.KindWrite, p)
	ap.danger(p, span)
	ap.wrote = append(ap.wrote, p)
	if len(ap.sources) == 1 {
		s := ap.sources[0]
		if s.known {
			ap.view.write(p.Name, s.content)
		} else if s.path != "" {
			ap.view.copied(p.Name, s.path)
		}
		if s.content.Taint&value.Endless != 0 {
			ap.hazard(RuleDiskFiller, p.Name, span)
		}
		ap.truncated(p, s.content, span)
	}
	ap.linkAt(p)
}

func (ap *applied) intoDir(p effect.Path, span effect.Span) {
	if len(ap.sources)+len(ap.targets) == 0 {
		ap.addPath(&ap.eff.Writes, effect.KindWrite, p)
		return
	}
	for _, s := range ap.sources {
		q := p
		switch {
		case listed(" / * . .. ", s.base), s.base == "":
			q.Tree = true
		default:
			if r, err := effect.Resolve(ap.view, p.Name, s.base); err == nil {
				r.Given, r.Span = p.Given, span
				q = r
				q.Tree = s.tree && !ap.does("moves")
			}
		}
		ap.addPath(&ap.eff.Writes, effect.KindWrite, ap.contents(q))
		ap.danger(q, span)
		ap.wrote = append(ap.wrote, q)
		if s.known && s.base != "" {
			ap.view.write(q.Name, s.content)
		} else if s.path != "" {
			ap.view.copied(q.Name, s.path)
		}
	}
	for _, l := range ap.targets {
		q := p
		if r, err := effect.ResolveParent(ap.view, p.Name, path.Base(l.text)); err == nil {
			r.Given, r.Span = p.Given, span
			q = r
		}
		ap.addPath(&ap.eff.Writes, effect.KindWrite, q)
		ap.view.link(q.Name, l.text)
	}
}

// linkOperand notes the target of a link. An existing file outside is as good as read through it.
func (ap *applied) linkOperand(op *table.Operand, w word) {
	if !op.Known || op.Many {
		ap.addOpaque(w.Text, reason(w), effect.OpaqueWrite, ap.spanOf(op))
		ap.targets = append(ap.targets, link{text: "/"})
		return
	}
	ap.targets = append(ap.targets, link{text: op.Text})
	if strings.HasPrefix(op.Text, "/") {
		if paths, ok := ap.resolve(op.Text, ap.dirs, false); ok && !paths[0].Dir && !sinkDevice(paths[0].Name) {
			ap.addRead(w, op.Word+1, op.Text, true, ap.dirs, false)
		}
	}
}

// linkAt records that a path now is a link.
func (ap *applied) linkAt(p effect.Path) {
	if len(ap.targets) == 1 {
		ap.view.link(p.Name, ap.targets[0].text)
	}
}

// links records links whose name was an ordinary write operand, or for which no name was given.
func (ap *applied) links() {
	if len(ap.targets) == 0 {
		return
	}
	if len(ap.targets) == 1 && len(ap.wrote) == 1 {
		ap.linkAt(ap.wrote[0])
		return
	}
	if len(ap.wrote) == 0 {
		for _, l := range ap.targets {
			paths, _ := ap.resolve(path.Base(l.text), ap.dirs, true)
			for _, p := range paths {
				if _, ok := ap.view.linkText(p.Name); !ok && p.Name != "/" {
					ap.view.link(p.Name, l.text)
				}
			}
		}
	}
}
