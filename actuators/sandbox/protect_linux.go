package sandbox

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"syscall"

	"pp/engine/effect"
)

// maxMasks bounds the secrets that are masked for one command; each is a mount.
const maxMasks = 3000

// protect masks secrets and keeps execution surfaces and git data read-only.
func (b *builder) protect() error {
	own, err := b.own()
	if err != nil {
		return err
	}
	searched := slices.Concat(b.roots, b.shown)
	for _, g := range b.spec.Writable {
		if !withinAny(g.Path, searched) && g.Kind == GrantTree && b.parts[g.Path] == nil {
			searched = append(searched, g.Path)
		}
	}
	for _, root := range searched {
		f := b.sandbox.tree.scan(root)
		b.spec.Masked = append(b.spec.Masked, f.secrets...)
		for _, name := range f.pipes {
			b.spec.Masked = append(b.spec.Masked, Mask{Path: name, Pipe: true})
		}
		b.readOnly(f)
		if b.spec.Build {
			b.spec.surfaces = f.looks(b.spec.surfaces)
		}
	}
	b.repositories()
	secrets := slices.Concat(b.spec.Masked, b.homeSecrets())
	// What builds cached tells nobody anything, and is thousands of files; compilers link some into a workspace.
	cached := b.sandbox.opts.CacheDir
	b.spec.Masked = append(b.spec.Masked, b.sandbox.tree.aliases(searched, slices.Concat(own, secrets), cached)...)
	b.spec.Masked = append(b.spec.Masked, b.sandbox.system()...)
	b.spec.Masked = append(b.spec.Masked, own...)
	b.spec.Masked = slices.DeleteFunc(b.spec.Masked, func(m Mask) bool { return !b.spec.seen(m.Path) })
	slices.SortFunc(b.spec.Masked, func(x, y Mask) int { return byDepth(x.Path, y.Path) })
	b.spec.Masked = slices.CompactFunc(b.spec.Masked, func(x, y Mask) bool { return x.Path == y.Path })
	b.hide()
	if n := len(b.spec.Masked); n > maxMasks {
		return fmt.Errorf("%d secret files would have to be masked, and at most %d can be; "+
			"work in a directory with fewer, or run the command yourself", n, maxMasks)
	}
	return nil
}

// readOnly protects what lies in something writable and was not itself approved.
func (b *builder) readOnly(f found) {
	protect := func(name string) {
		if b.spec.changeable(name) {
			b.spec.ReadOnly = append(b.spec.ReadOnly, name)
		}
	}
	for _, s := range f.surfaces {
		if !b.anything && !withinAny(s, b.opened) && !withinAny(s, b.deleted) &&
			!slices.ContainsFunc(b.approved, func(a string) bool { return effect.Within(a, s) }) {
			protect(s)
		}
	}
	for _, g := range f.git {
		switch {
		case b.parts[g] != nil: // by repositories
		case b.anything, slices.ContainsFunc(b.approved, func(a string) bool { return effect.Within(a, g) }):
			for _, name := range gitKept(g, dataParts) {
				protect(name)
			}
			if slices.Contains(b.roots, path.Dir(g)) && isDir(g) {
				b.spec.Writable = append(b.spec.Writable, Grant{Path: g, Kind: GrantTree}) // a mount stays in its place
			}
		default:
			protect(g)
		}
	}
}

// repositories keeps what was not cleared of the repositories of which some parts were.
func (b *builder) repositories() {
	for _, dir := range slices.Sorted(maps.Keys(b.parts)) {
		cleared := b.parts[dir]
		if b.anything {
			cleared = append(slices.Clone(cleared), dataParts...)
		}
		for _, name := range gitKept(dir, cleared) {
			if b.spec.changeable(name) {
				b.spec.ReadOnly = append(b.spec.ReadOnly, name)
			}
		}
	}
}

// looks adds what every surface and git directory looks like.
func (f found) looks(to map[string]string) map[string]string {
	if to == nil {
		to = map[string]string{}
	}
	for _, name := range slices.Concat(f.surfaces, f.git) {
		var st syscall.Stat_t
		if syscall.Lstat(name, &st) == nil {
			to[name] = fmt.Sprint(st.Dev, st.Ino)
			if st.Mode&syscall.S_IFMT != syscall.S_IFDIR {
				to[name] += fmt.Sprint(" ", st.Size, st.Mtim)
			}
		}
	}
	return to
}

// planted finds what a build added to the execution surfaces in what it could
// write, or put in the place of one by moving the directory that holds it. What
// is missing cannot be mounted over, so it is found afterwards.
func (s *Sandbox) planted(spec Spec) []string {
	var out []string
	for _, g := range spec.Writable {
		if g.Kind != GrantTree {
			continue
		}
		for name, look := range s.tree.scan(g.Path).looks(nil) {
			if spec.surfaces[name] != look {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return out
}

// dataParts are what git keeps for itself: nothing of it is executed or trusted.
var dataParts = []effect.Part{effect.PartIndex, effect.PartObjects, effect.PartRefs, effect.PartStash,
	effect.PartWorktrees, effect.PartModules}

// gitKept are the paths in a repository that stay read-only when some of its parts were cleared: what belongs to no
// part, or to another one. What is there is kept; a name that is missing cannot be mounted over.
func gitKept(git string, cleared []effect.Part) []string {
	var out []string
	keep := func(names ...string) {
		for _, n := range names {
			if full := path.Join(git, n); exists(full) {
				out = append(out, full)
			}
		}
	}
	names := readNames(git, maxSiblings)
	for _, n := range names {
		part := effect.PartOf(n)
		stash := part == effect.PartRefs && slices.Contains(cleared, effect.PartStash) // it is a reference among others
		switch {
		case slices.Contains(cleared, part) || stash:
		case n == "info":
			below := readNames(path.Join(git, n), maxSiblings)
			for _, i := range below {
				if i != "refs" {
					keep(path.Join(n, i))
				}
			}
		default:
			keep(n)
		}
	}
	keep("objects/info/alternates", "objects/info/http-alternates")
	modules := readNames(path.Join(git, "modules"), 200)
	for _, m := range modules {
		keep(path.Join("modules", m, "config"), path.Join("modules", m, "hooks"))
	}
	return out
}

// homeSecrets are the secrets in the person's home that another name could give
// away: those at its top, in .config, and in secret directories.
func (b *builder) homeSecrets() []Mask {
	if b.sandbox.opts.Home == "" {
		return nil
	}
	home := b.sandbox.opts.Home
	return slices.Concat(b.sandbox.secretsIn(home), b.sandbox.secretsIn(path.Join(home, ".config")))
}

// secretsIn are the secrets among the entries of a directory.
func (s *Sandbox) secretsIn(dir string) []Mask {
	var out []Mask
	names := readNames(dir, 2000)
	for _, n := range names {
		if full := path.Join(dir, n); s.tree.secret(full) {
			out = append(out, Mask{Path: full, Dir: isDir(full)})
		}
	}
	return out
}

// systemSecrets are the system's own secrets that the user running pp could
// read: for anybody but root the modes of the files keep them.
func (s *Sandbox) systemSecrets() []Mask {
	var out []Mask
	dirs := []string{"/etc", "/etc/ssh"} // the keys of the machine, which have no list
	var named []string
	if s.opts.SystemSecrets != nil {
		named = s.opts.SystemSecrets()
	}
	for _, name := range named {
		if dir := path.Dir(name); !kernelPath(dir) && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	for _, dir := range dirs {
		out = append(out, s.secretsIn(dir)...)
	}
	for _, dir := range [...]string{"/sys/kernel/debug", "/sys/kernel/tracing", "/sys/firmware", "/sys/fs/bpf",
		"/sys/fs/pstore"} {
		if isDir(dir) {
			out = append(out, Mask{Path: dir, Dir: true})
		}
	}
	return slices.DeleteFunc(out, func(m Mask) bool { return isLink(m.Path) || !readable(m.Path) })
}
