package sandbox

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// Spec derives what a cleared action's command may do. It fails when the action
// was not cleared, or when there are more secrets to mask than a command can
// have masks. It looks at the file system and changes nothing but the private
// caches of a build, which it creates.
func (s *Sandbox) Spec(c engine.Cleared) (Spec, error) {
	if !c.Valid() && !c.Trial() {
		return Spec{}, engine.ErrNotCleared
	}
	v, e := c.Verdict(), c.Effects()
	if c.Trial() { // it is tried without what a layer cannot hold
		e.Connects, e.Listens = nil, nil
		v.Effects = e
	}
	if !c.Approval().Approves() { // what tools write to their caches goes to the private layers
		cached := s.layeredCaches()
		e.Writes = slices.DeleteFunc(slices.Clone(e.Writes), func(p effect.Path) bool { return withinAny(p.Name, cached) })
	}
	b := s.builder(v.Dir, v.Workspace)
	if err := b.share(v.Facts.Scratch); err != nil {
		return Spec{}, err
	}
	b.spec.Network = len(e.Connects)+len(e.Listens) > 0
	b.spec.Env = append(b.spec.Env, s.pathFor(v)...)
	b.effects(e)
	return b.finish()
}

// ReadOnly is the specification for a command that may read the workspace and
// the system and change nothing, as `pp sandbox` runs one.
func (s *Sandbox) ReadOnly(dir string, w effect.Workspace) (Spec, error) {
	return s.builder(dir, w).finish()
}

// Service is the specification for a program that runs for longer than one action, such as a server that the person
// configured: it may do what e says and read the system's programs and settings and its own program, and any other
// place only where e reads or writes it. It fails where nothing keeps a program from other files, and where e names
// what holds secrets.
func (s *Sandbox) Service(dir string, w effect.Workspace, e effect.Effects, program []string) (Spec, error) {
	if s.Probe().Files == engine.FilesNone {
		return Spec{}, fmt.Errorf("%w: nothing would hold it to what it was granted", ErrWeaker)
	}
	for _, p := range slices.Concat(e.Reads, e.Writes, e.Deletes, e.Metadata) {
		if s.tree.secret(p.Name) || slices.ContainsFunc(s.opts.Own, func(d string) bool { return effect.Within(p.Name, d) }) {
			return Spec{}, fmt.Errorf("%s holds secrets, or is pp's own; it is granted to nobody", p.Name)
		}
	}
	touches := func(root string) bool {
		return slices.ContainsFunc(slices.Concat(e.Reads, e.Writes), func(p effect.Path) bool { return p.Name == root })
	}
	var apart []string // roots that are not granted
	granted := effect.Workspace{}
	for _, root := range w.Roots() {
		switch {
		case root == "":
		case !touches(root):
			apart = append(apart, root)
		case root == w.Root:
			granted.Root = root
		default:
			granted.Added = append(granted.Added, root)
		}
	}
	b := s.builder(dir, granted)
	elsewhere := others(b.spec.Hidden)
	b.spec.Hidden = slices.Concat(b.spec.Hidden, elsewhere, mountedElsewhere(elsewhere))
	b.systemLinks()
	for _, root := range apart {
		if !withinAny(root, b.spec.Hidden) && isDir(root) {
			b.spec.Hidden = append(b.spec.Hidden, root)
		}
	}
	b.spec.Network = len(e.Connects)+len(e.Listens) > 0
	b.effects(e)
	for _, name := range program {
		b.program(name)
	}
	for _, d := range filepath.SplitList(s.opts.Env["PATH"]) {
		b.installed(d)
	}
	return b.finish()
}

// builder collects a specification.
type builder struct {
	sandbox  *Sandbox
	spec     Spec
	roots    []string // of the workspace
	grants   map[string]*Grant
	approved []string // the very paths whose change was cleared
	reads    []string
	programs []string                 // that the command runs, by their paths
	shown    []string                 // directories and files that were cleared to be read, below a hidden one
	acts     bool                     // some program does more than read
	anything bool                     // a person cleared anything in the workspace
	opened   []string                 // working trees of which git may change any file
	deleted  []string                 // trees whose deletion was cleared
	gitAlone bool                     // only git can read the files that git tracks
	moves    []string                 // the operands of git mv
	parts    map[string][]effect.Part // what was cleared of each repository, by its directory
	scratch  engine.Scratch           // of the conversation, where it is shared
	// attributesFile is what the person's settings of git name so.
	attributesFile string
}

func (s *Sandbox) builder(dir string, w effect.Workspace) *builder {
	b := &builder{sandbox: s, grants: map[string]*Grant{}, parts: map[string][]effect.Part{}}
	b.spec.Dir = dir
	if w.Root != "" {
		b.roots = append(b.roots, w.Root)
	}
	b.roots = append(b.roots, w.Added...)
	b.spec.roots = b.roots
	b.spec.Hidden, b.spec.Scratch = s.hidden(), s.scratch()
	// A file that is hidden or masked at one path must not be seen at another.
	b.spec.Hidden = append(b.spec.Hidden, mountedElsewhere(slices.Concat(b.spec.Hidden, b.roots))...)
	return b
}

// effects takes what was cleared.
func (b *builder) effects(e effect.Effects) {
	inPlace := true // nothing but redirections writes
	for _, r := range e.Runs {
		inPlace = inPlace && r.Class == effect.ProgramReads
		b.acts = b.acts || r.Class != effect.ProgramReads
		b.spec.Build = b.spec.Build || r.Class == effect.ProgramBuilds
		if path.IsAbs(r.Name) {
			b.programs = append(b.programs, r.Name)
		}
	}
	if b.anything = e.Unbounded(); b.anything {
		inPlace, b.spec.Build = false, true
	}
	e = b.besideScratch(e)
	for _, p := range slices.Concat(e.Writes, e.Deletes, e.Metadata) {
		if p.Part == effect.PartNone {
			b.approved = append(b.approved, p.Name)
		}
	}
	b.changes(e, inPlace)
	b.gitAlone = b.onlyGit(e)
	b.spec.Metadata = b.spec.Metadata || len(b.approved)+len(b.opened)+len(b.parts) > 0 || b.spec.Build
	b.spec.Terminals = b.spec.Metadata
	b.reading(e)
	for _, p := range e.Sockets {
		b.spec.Sockets = true
		if name, err := filepath.EvalSymlinks(p.Name); err == nil && path.IsAbs(name) {
			b.reads = append(b.reads, name)
		}
	}
	if slices.ContainsFunc(e.Runs, clones) {
		for _, p := range e.Reads {
			if objects := path.Join(p.Name, "objects"); p.Tree && withinAny(objects, b.roots) && isDir(objects) {
				b.spec.Apart = append(b.spec.Apart, objects)
			}
		}
	}
}

// reading takes what was cleared to be read.
func (b *builder) reading(e effect.Effects) {
	for _, p := range e.Reads {
		if p.Exists && !b.private(p.Name, e.Opaque) {
			b.reads = append(b.reads, p.Name)
		}
		// Where there is too much to search for secrets, what was cleared for being masked is masked all the same.
		if p.Exists && p.Access != effect.AccessContent && b.sandbox.tree.hides(p.Name) {
			b.spec.Masked = append(b.spec.Masked, Mask{Path: p.Name, Dir: p.Dir})
		}
	}
}

// changes grants what was cleared to be written, deleted or changed.
func (b *builder) changes(e effect.Effects, inPlace bool) {
	for _, p := range e.Writes {
		if p.Part != effect.PartNone {
			b.part(p)
			continue
		}
		b.write(p, inPlace)
		link := p.Given
		if !path.IsAbs(link) {
			link = path.Join(b.spec.Dir, link)
		}
		if p.Given != "" && link != p.Name && withinAny(link, b.roots) && isLink(link) {
			b.entry(link) // what it leads to is written, or it is replaced itself
		}
	}
	emptied := slices.ContainsFunc(e.Runs, func(r effect.Program) bool { return r.Canonical == "git rm" })
	for _, p := range e.Deletes {
		name := p.Name
		for dir := path.Dir(name); emptied && b.empties(dir, e.Deletes); dir = path.Dir(dir) {
			name = dir // git removes it as well
		}
		b.entry(name)
		if p.Tree {
			b.deleted = append(b.deleted, p.Name)
		}
	}
	for _, p := range e.Metadata {
		b.metadata(p)
	}
	if b.spec.Build {
		// A build, a test, or a program that nobody could look into: no other place.
		for _, r := range b.roots {
			b.grant(r, GrantTree)
		}
	}
}

// empties reports whether nothing may be left in a directory below the roots of which these go.
func (b *builder) empties(dir string, deletes []effect.Path) bool {
	names := readNames(dir, maxSiblings+1)
	goes := func(name string) bool {
		return slices.ContainsFunc(deletes, func(p effect.Path) bool {
			return p.Name == name || p.Name == path.Join(dir, "*")
		}) || isDir(name) && !isLink(name) && b.empties(name, deletes)
	}
	left := func(name string) bool { return !goes(path.Join(dir, name)) }
	return len(names) <= maxSiblings && withinAny(dir, b.roots) && !slices.Contains(b.roots, dir) &&
		!slices.ContainsFunc(names, left)
}

// private reports whether a directory for temporary files stays a private one: the command makes a file there whose
// name nobody knows before it runs, so that the directory itself cannot be the machine's.
func (b *builder) private(name string, opaque []effect.Opaque) bool {
	return slices.Contains(b.spec.Scratch, name) && slices.ContainsFunc(opaque, func(o effect.Opaque) bool {
		return o.Place == effect.OpaqueWrite && strings.HasPrefix(o.Text, name+"/")
	})
}

// clones reports whether a program copies repositories. From one in the workspace git would make hard links, find that
// in an overlay they do not look like what they are links of, and give up; where links cannot be made, it copies.
func clones(r effect.Program) bool {
	return r.Canonical == "git clone" || strings.HasPrefix(r.Canonical, "git submodule ")
}

func (b *builder) write(p effect.Path, inPlace bool) {
	switch {
	case p.Exists && p.Dir:
		b.grant(p.Name, GrantTree)
	case p.Exists && inPlace && isRegular(p.Name):
		b.grant(p.Name, GrantFile)
	default:
		b.entry(p.Name)
	}
}

func (b *builder) metadata(p effect.Path) {
	switch {
	case p.Exists && p.Dir && p.Tree:
		b.grant(p.Name, GrantTree)
	case p.Exists && p.Dir:
		b.grant(p.Name, GrantEntries)
	case p.Exists:
		b.grant(p.Name, GrantFile)
	default:
		b.entry(p.Name)
	}
}

// entry lets one name be made, changed or deleted in its directory; if that is
// not there yet, the first missing one on the way.
func (b *builder) entry(name string) {
	if name == "/" {
		return
	}
	dir, base := path.Dir(name), path.Base(name)
	if base == "*" && isDir(dir) && !b.holdsHome(dir) {
		b.grant(dir, GrantTree) // some of what is below, chosen when it runs
		return
	}
	for dir != "/" && !isDir(dir) {
		dir, base = path.Dir(dir), path.Base(dir)
	}
	if dir == "/" {
		return // names in / cannot be made or deleted
	}
	g := b.grant(dir, GrantEntries)
	if g.Kind == GrantEntries && !slices.Contains(g.Entries, base) {
		g.Entries = append(g.Entries, base)
	}
}

// grant records a grant, the wider when there are two for one path.
func (b *builder) grant(name string, kind GrantKind) *Grant {
	g, ok := b.grants[name]
	if !ok {
		g = &Grant{Path: name, Kind: kind}
		b.grants[name] = g
	}
	g.Kind = max(g.Kind, kind)
	return g
}

// finish puts the specification together.
func (b *builder) finish() (Spec, error) {
	b.grantList()
	b.visible()
	if b.acts || b.spec.Build {
		b.caches()
	}
	if err := b.protect(); err != nil {
		return Spec{}, err
	}
	return b.spec, nil
}

// grantList drops what a wider grant contains, and sorts.
func (b *builder) grantList() {
	for _, g := range b.grants {
		if kernelPath(g.Path) || b.coveredByTree(g) && b.parts[g.Path] == nil {
			continue // what belongs to the kernel stays read-only; a repository is a mount, so that it stays in its place
		}
		slices.Sort(g.Entries)
		b.spec.Writable = append(b.spec.Writable, *g)
	}
	slices.SortFunc(b.spec.Writable, func(x, y Grant) int { return byDepth(x.Path, y.Path) })
}

func (b *builder) coveredByTree(g *Grant) bool {
	for _, w := range b.grants {
		if w != g && w.Kind == GrantTree && effect.Within(g.Path, w.Path) {
			return true
		}
	}
	return false
}

// changeable reports whether a path lies in what may be changed.
func (s Spec) changeable(name string) bool {
	for _, g := range s.Writable {
		switch g.Kind {
		case GrantFile:
			if g.Path == name {
				return true
			}
		case GrantTree:
			if effect.Within(name, g.Path) {
				return true
			}
		case GrantEntries:
			for _, e := range g.Entries {
				if effect.Within(name, path.Join(g.Path, e)) {
					return true
				}
			}
		}
	}
	return false
}
