package shell

import (
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// gitContacts are the repositories that a git command talks to.
type gitContacts struct {
	hosts []effect.Endpoint
	local []string // paths on this machine, as the configuration or the words have them
	top   string   // what local paths are relative to
}

// localAddress is the path of a repository on this machine that an address stands for.
func localAddress(address string) (string, bool) {
	if file, ok := strings.CutPrefix(address, "file://"); ok {
		return file, strings.HasPrefix(file, "/")
	}
	colon := strings.IndexByte(address, ':')
	slash := strings.IndexByte(address, '/')
	return address, address != "" && address[0] != '-' && (colon < 0 || slash >= 0 && slash < colon)
}

// add sorts an address into the contacts; false when it is not known what git makes of it.
func (c *gitContacts) add(address string, span effect.Span) bool {
	if name, ok := localAddress(address); ok {
		c.local = append(c.local, name)
		return true
	}
	e, ok := gitEndpoint(address)
	if e.Span = span; ok {
		c.hosts = append(c.hosts, e)
	}
	return ok
}

// reportLocalRepository reports what git does to a repository on this machine, which a command names or its
// configuration does: it is read, and a push adds objects and moves references there.
func reportLocalRepository(ap *applied, name string, dirs []string, span effect.Span) {
	paths, ok := ap.resolve(name, dirs, false)
	if !ok {
		return
	}
	push := ap.in.Name == "git push"
	for _, p := range paths {
		r := ap.view.repositories().near(p.Name)
		if r.dir == "" {
			reportReadAt(ap, p.Name, false, span)
			continue
		}
		for _, dir := range slices.Compact([]string{r.dir, r.common}) {
			reportReadAt(ap, dir, true, span)
		}
		if r.tree != "" {
			reportReadAt(ap, path.Join(r.tree, ".git"), false, span)
		}
		if push {
			reportPush(ap, r)
		}
	}
}

func reportReadAt(ap *applied, name string, tree bool, span effect.Span) {
	addRead(ap.walker, word{Word: wordFrom(name, span)}, span.Word, name, true, []string{"/"}, tree)
}

// reportPush reports what a push changes in the repository that it goes to, whose hooks run then.
func reportPush(ap *applied, r gitDir) {
	for _, part := range [...]effect.Part{effect.PartObjects, effect.PartRefs} {
		addPart(ap, &table.Operand{Part: part}, part.In(r.common))
	}
	if !ap.view.repositories().hooked(r) {
		return
	}
	p := program(ap.words)
	p.Name, p.Canonical, p.Class = "hooks of the repository", ap.in.Name, effect.ProgramBuilds
	if _, in := ap.facts.Workspace.Contains(r.common); !in {
		p.Name, p.Class = "hooks of "+r.common, effect.ProgramUnknown
	}
	ap.addRun(p)
}

// reportSubtree reports the repositories on this machine that the words of a subtree name: git reads them.
func reportSubtree(ap *applied) {
	subtree := func(w word) bool { return w.Text == "subtree" }
	if !strings.HasPrefix(ap.in.Name, "git ") || len(ap.dirs) != 1 || !anyWord(ap.words, subtree) {
		return
	}
	all := ap.view.repositories()
	for _, w := range ap.words[1:] {
		name, local := localAddress(w.Text)
		if w.Known && local && strings.Contains(name, "/") && all.near(all.absolute(ap.dirs[0], name)).dir != "" {
			reportLocalRepository(ap, name, ap.dirs, w.Span)
		}
	}
}
