package sandbox

import (
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"pp/actuators/undo"
	"pp/engine/effect"
)

// maxEntries bounds one walk for secrets; a tree with more entries is not
// searched to its end, and that is said.
const maxEntries = 300_000

// tree finds the secrets, execution surfaces and git directories below a
// directory. What a directory holds is kept until the directory changes, so
// that only the first walk reads everything. It is safe for concurrent use.
type tree struct {
	secret, surface func(string) bool
	mayHold         func(string) bool // what is asked, each time, whether it has private parts
	private         func(string) bool
	mu              sync.Mutex
	dirs            map[string]listing
	entries         int               // kept in dirs
	watches         map[string]*watch // by their root; nil once a root was walked
	links           int               // changes when a file in a watched tree may have got another name
	known           knownAliases
}

// knownAliases says that no aliases were in trees that are watched.
type knownAliases struct {
	links   int
	roots   []string
	secrets []Mask
	changed []syscall.Timespec // the secrets
}

// listing is what is remembered of one directory.
type listing struct {
	ino          uint64
	mtime, ctime syscall.Timespec
	size         int // entries in it
	dirs         []string
	parts        []string // files that can have private parts
	found
}

// found is what a walk came to.
type found struct {
	secrets  []Mask
	pipes    []string // FIFOs
	surfaces []string
	git      []string // named .git: a repository, or a file that points to one
	complete bool
}

func newTree(secret, surface func(string) bool) *tree {
	never := func(string) bool { return false }
	if secret == nil {
		secret = never
	}
	if surface == nil {
		surface = never
	}
	return &tree{secret: secret, surface: surface, mayHold: never, private: never, dirs: map[string]listing{},
		watches: map[string]*watch{}}
}

// hides reports whether a path is masked.
func (t *tree) hides(name string) bool { return t.secret(name) || t.mayHold(name) && t.private(name) }

// add takes in what one directory holds, but for the files that can have private parts.
func (f *found) add(l listing) {
	f.secrets = append(f.secrets, l.secrets...)
	f.pipes = append(f.pipes, l.pipes...)
	f.surfaces = append(f.surfaces, l.surfaces...)
	f.git = append(f.git, l.git...)
}

// scan finds what is in a directory. Links are not followed, and what lies in a secret directory or in git's own is not
// looked at. What is looked at again is watched from then on, so that what did not change is not walked.
func (t *tree) scan(root string) found {
	t.mu.Lock()
	defer t.mu.Unlock()
	w, again := t.watches[root]
	if !again {
		t.watches[root] = nil
		return t.walk(root)
	}
	changed, ok := true, true
	if w == nil {
		if w = newWatch(root); w == nil {
			return t.walk(root)
		}
		ok = w.walk(t, root)
	} else {
		changed, ok = w.update(t)
	}
	if !ok {
		w.close()
		t.watches[root] = nil
		return t.walk(root)
	}
	if t.watches[root] == nil {
		t.links++
	}
	if t.watches[root] = w; changed {
		w.gather()
	}
	out := w.found
	out.secrets = slices.Concat(out.secrets, t.partly(w.parts))
	return out
}

// partly masks those of the files that have private parts now.
func (t *tree) partly(files []string) (out []Mask) {
	for _, name := range files {
		if t.private(name) {
			out = append(out, Mask{Path: name})
		}
	}
	return out
}

// walk walks a directory.
func (t *tree) walk(root string) found {
	out := found{complete: true}
	queue, budget := []string{root}, maxEntries
	for len(queue) > 0 {
		dir := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		l, ok := t.list(dir, budget)
		budget -= l.size
		if !ok || budget <= 0 {
			out.complete = false
			break
		}
		out.add(l)
		out.secrets = append(out.secrets, t.partly(l.parts)...)
		for _, d := range l.dirs {
			queue = append(queue, path.Join(dir, d))
		}
	}
	return out
}

// Secrets are the files and directories in a workspace that hold secrets, as far as it
// could be searched.
func (s *Sandbox) Secrets(w effect.Workspace) []Mask {
	var out []Mask
	for _, root := range w.Roots() {
		if root != "" {
			out = append(out, s.tree.scan(root).secrets...)
		}
	}
	return out
}

// Bounds of the search of a directory of programs, which is by level: what lies near
// its top is found, however much lies below.
const (
	maxToolEntries = 20_000
	maxToolDepth   = 12
)

// published are directories of programs and packages as they were published, by the last two names of their path, of
// which each may end with a star: no secrets of the person are in them, and many keys that tests need. They are nearly
// all that the tools of a developer consist of, and the first command of every start would wait for a search of them.
// What lies beside them is searched.
var published = [...][2]string{
	{"*", "node_modules"}, {"*", "site-packages"}, {"*", "dist-packages"}, {"*", "include"},
	{"pkg", "mod"}, {".m2", "repository"}, {".nuget", "packages"},
	{"registry", "src"}, {"registry", "cache"}, {"registry", "index"}, {"git", "checkouts"}, // of cargo
	{"install", "cache"}, {"store", "v3"}, {"store", "v10"}, // of bun and pnpm
	{".julia", "packages"}, {".julia", "registries"}, {".julia", "artifacts"}, {".opam", "repo"},
	{".dotnet", "sdk"}, {".dotnet", "shared"}, {".nvm", "test"}, {"share", "python-build"},
	{"lib", "python*"}, {"lib", "ruby"}, {"lib", "rustlib"}, {"lib", "ocaml"}, {"lib", "ghc*"},
	{"go1.*", "src"}, {"go1.*", "test"}, {"share", "doc"}, {"share", "man"},
}

// isPublished reports whether a directory is one of those.
func isPublished(dir string) bool {
	like := func(name, pattern string) bool {
		start, open := strings.CutSuffix(pattern, "*")
		return name == pattern || open && strings.HasPrefix(name, start)
	}
	above, name := path.Split(dir)
	above = path.Base(above)
	return slices.ContainsFunc(published[:], func(p [2]string) bool { return like(name, p[1]) && like(above, p[0]) })
}

// shallow finds the secrets in a directory of programs.
func (t *tree) shallow(root string) []Mask {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []Mask
	level, budget := []string{root}, maxToolEntries
	for depth := 0; len(level) > 0 && depth < maxToolDepth; depth++ {
		var next []string
		for _, dir := range level {
			if isPublished(dir) {
				continue
			}
			l, ok := t.list(dir, budget)
			if budget -= l.size; !ok || budget <= 0 {
				return out
			}
			out = append(out, l.secrets...)
			for _, d := range l.dirs {
				next = append(next, path.Join(dir, d))
			}
		}
		level = next
	}
	return out
}

// list reads one directory, or remembers it. One that cannot be read holds
// nothing that a command without privileges could read.
func (t *tree) list(dir string, budget int) (listing, bool) {
	var st syscall.Stat_t
	if syscall.Lstat(dir, &st) != nil || st.Mode&syscall.S_IFMT != syscall.S_IFDIR {
		return listing{}, true
	}
	if l, ok := t.dirs[dir]; ok && l.ino == st.Ino && l.mtime == st.Mtim && l.ctime == st.Ctim {
		return l, true
	}
	f, err := openDir(dir)
	if err != nil {
		return listing{}, true
	}
	defer f.Close()
	entries, err := f.ReadDir(budget + 1)
	if len(entries) > budget || (err != nil && len(entries) > 0) {
		return listing{size: len(entries)}, false
	}
	l := listing{ino: st.Ino, mtime: st.Mtim, ctime: st.Ctim, size: len(entries) + 1}
	for _, e := range entries {
		t.sort(&l, dir, e)
	}
	t.keep(dir, l)
	return l, true
}

// keep remembers a listing, and forgets all when there would be too many.
func (t *tree) keep(dir string, l listing) {
	if t.entries += l.size; t.entries > 2*maxEntries {
		clear(t.dirs)
		t.entries = l.size
	}
	t.dirs[dir] = l
}

func (t *tree) sort(l *listing, dir string, e os.DirEntry) {
	name := path.Join(dir, e.Name())
	switch {
	case e.Name() == ".git":
		l.git = append(l.git, name)
	case e.Type()&os.ModeSymlink != 0:
		if t.surface(name) {
			l.surfaces = append(l.surfaces, name)
		}
	case t.secret(name), isLayers(name):
		l.secrets = append(l.secrets, Mask{Path: name, Dir: e.IsDir()})
	case e.Type()&os.ModeNamedPipe != 0:
		l.pipes = append(l.pipes, name)
	case !e.IsDir() && t.mayHold(name):
		l.parts = append(l.parts, name)
	case e.IsDir():
		// A directory whose every entry is a surface is one: .vscode, .husky.
		if t.surface(name) || t.surface(path.Join(name, "x")) {
			l.surfaces = append(l.surfaces, name)
		}
		l.dirs = append(l.dirs, e.Name())
	case t.surface(name):
		l.surfaces = append(l.surfaces, name)
	}
}

// isLayers reports whether a path is the directory of layers in a workspace, where only pp puts files, at each command.
func isLayers(name string) bool { return strings.HasSuffix(name, "/"+undo.InTree) }

// node identifies a file whatever its name.
type node struct{ dev, ino uint64 }

// aliases finds files below the roots that are other names of secret files.
// Each file has to be looked at, but those of one side only, as long as none of them has several names: of the roots,
// if they are small, since pp's own state grows. Below except there are none.
func (t *tree) aliases(roots []string, secrets []Mask, except string) []Mask {
	t.mu.Lock()
	defer t.mu.Unlock()
	watched := !slices.ContainsFunc(roots, func(r string) bool { return t.watches[r] == nil })
	changed := make([]syscall.Timespec, len(secrets))
	for i, m := range secrets {
		var st syscall.Stat_t
		if !isLayers(m.Path) && syscall.Lstat(m.Path, &st) == nil {
			changed[i] = st.Ctim
		}
	}
	if k := &t.known; watched && k.links == t.links && slices.Equal(k.roots, roots) &&
		slices.Equal(k.secrets, secrets) && slices.Equal(k.changed, changed) {
		return nil
	}
	found := t.findAliases(roots, secrets, except)
	if t.known = (knownAliases{}); watched && len(found) == 0 {
		t.known = knownAliases{t.links, slices.Clone(roots), slices.Clone(secrets), changed}
	}
	return found
}

func (t *tree) findAliases(roots []string, secrets []Mask, except string) []Mask {
	known := map[string]bool{}
	for _, m := range secrets {
		known[m.Path] = true
	}
	inRoots := func(limit int) (several []alias, whole bool) {
		for _, root := range roots {
			limit = linkedFiles(root, limit, known, func(name string, n node) { several = append(several, alias{name, n}) })
		}
		return several, limit > 0
	}
	several, whole := inRoots(fewEntries)
	if whole && len(several) == 0 {
		return nil
	}
	linked := map[node]bool{}
	for _, m := range secrets {
		linkedFiles(m.Path, maxSecretFiles, map[string]bool{except: true}, func(_ string, n node) { linked[n] = true })
	}
	if len(linked) == 0 {
		return nil
	}
	if !whole {
		several, _ = inRoots(maxEntries)
	}
	var out []Mask
	for _, a := range several {
		if linked[a.node] {
			out = append(out, Mask{Path: a.name})
		}
	}
	return out
}

// alias is a file that has other names.
type alias struct {
	name string
	node node
}

// fewEntries is how many entries of the roots are looked at before those of the secrets.
const fewEntries = 500

// maxSecretFiles bounds the files of one secret directory whose other names are looked for.
const maxSecretFiles = 5000

// linkedFiles visits the files at and below a path that have several names, within the
// first limit entries, and gives what is left of the limit, 0 or less when there may be more. It follows no link, and
// leaves out what is known. pp's own state grows to thousands of files, of which each costs one system call with a
// short name.
func linkedFiles(root string, limit int, known map[string]bool, visit func(name string, n node)) (left int) {
	var queue []string
	look := func(at int, dir, name string) {
		var st unix.Stat_t
		if limit--; limit < 0 || unix.Fstatat(at, name, &st, unix.AT_SYMLINK_NOFOLLOW) != nil {
			return
		}
		kind := st.Mode & unix.S_IFMT
		if kind != unix.S_IFDIR && (kind != unix.S_IFREG || st.Nlink < 2) {
			return
		}
		switch full := path.Join(dir, name); {
		case known[full]:
		case kind == unix.S_IFDIR:
			queue = append(queue, full)
		default:
			visit(full, node{uint64(st.Dev), st.Ino})
		}
	}
	look(unix.AT_FDCWD, "", root)
	for len(queue) > 0 && limit > 0 {
		dir := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		f, err := openDir(dir)
		if err != nil {
			continue
		}
		names, _ := f.Readdirnames(limit + 1)
		at := int(f.Fd())
		for _, name := range names {
			look(at, dir, name)
		}
		f.Close()
	}
	return limit
}
