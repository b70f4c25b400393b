package sandbox

import (
	"cmp"
	"slices"
	"strings"

	"pp/actuators/undo"
	"pp/engine/effect"
)

// GrantKind says how much of a path may be changed.
type GrantKind uint8

// The kinds, narrowest first.
const (
	// GrantFile is one existing file: content and metadata, but not its name.
	GrantFile GrantKind = iota
	// GrantEntries is some names in a directory, made, changed, renamed or
	// deleted; what else is in the directory stays as it is.
	GrantEntries
	// GrantTree is everything below a directory.
	GrantTree
)

// Grant is one place that a command may change.
type Grant struct {
	Path    string
	Kind    GrantKind
	Entries []string // of GrantEntries, sorted
}

// Mask is a path that is replaced by an empty file or directory.
type Mask struct {
	Path string
	Dir  bool
	// Held says that git holds the file just as it is. It is replaced by a filler, as large and as old.
	Held bool
	// Pipe says that it is a FIFO, which could connect the command to any process outside. In a layer it needs no
	// mask: there the command has a pipe of its own under that name.
	Pipe bool
}

// hidden are the masked files in repositories, as patterns of git's attributes.
type hidden struct {
	person string // the person's own attributes
	files  []hiddenMask
	tops   []string // of the working trees
	put    []string // masked files that git tracks and may replace
}

// hiddenMask is a masked file in a repository: the pattern of its path there, its whole path, and the object of git's
// that is just as it, "-" for none.
type hiddenMask struct {
	pattern, name, object string
}

// privateCaches are the layers over tools' caches that the commands of a workspace share.
type privateCaches struct {
	base   string   // of pp's own, with what commands wrote; "" for none
	dirs   []string // the caches, with links resolved
	layers []undo.Mount
	binds  []Bind // for caches that are not there
}

// maxOpened bounds the masked files whose opening is noticed.
const maxOpened = 100

// Bind is something from outside that a command finds at another path.
type Bind struct{ From, To string }

// Spec is what one command may do: everything not named here is read-only,
// hidden or absent. It is derived from cleared effects and from nothing else.
type Spec struct {
	Dir      string
	Writable []Grant
	Hidden   []string // replaced by an empty private directory
	Scratch  []string // of those, and below them: private directories that may be written
	Shared   []Bind   // of those: what all commands of a conversation find there, with mounts only
	Visible  []string // below a hidden directory, but readable
	ReadOnly []string // below something writable, but read-only
	Masked   []Mask   // secrets, and pp's own files
	Apart    []string // mounts of their own, out of which no hard link can be made
	Caches   []string // private directories that may be written
	Network  bool     // the machine's network
	Sockets  bool     // local sockets
	Build    bool
	// Lent is what the command finds in the place of what is there, with mounts only; it wins over masks. LentSocket
	// says that one of it is a socket that it may connect to, though no other.
	Lent       []Bind
	LentSocket bool
	// Metadata says that modes, times and owners may be changed somewhere.
	Metadata bool
	// Terminals says that the command finds pseudo-terminals of its own, with mounts only: one that may change something.
	Terminals bool
	// Env is added to the environment: the private caches.
	Env []string
	// Git is added to the settings of git that the environment has, and wins over all others.
	Git    [][2]string
	hidden hidden
	caches privateCaches
	empty  []string // the masked files in layers
	// Layers are mounted over trees of the workspace, and catch what is changed there.
	Layers []undo.Mount
	roots  []string // of the workspace
	// surfaces are the execution surfaces and git directories that were there
	// before, and what they looked like.
	surfaces map[string]string
}

// maxSiblings is how many other entries of a directory are protected one by one
// when some of its names may be changed.
const maxSiblings = 1000

// Trees are the trees of the workspace in which the command may change something, each
// with what a layer over it has to hide; none when it may change nothing there. A layer that it joins is over those
// of mounts too.
func (s *Spec) Trees(mounts ...undo.Mount) []undo.Tree {
	var out []undo.Tree
	for _, root := range s.roots {
		inside := func(g Grant) bool { return effect.Within(g.Path, root) }
		mounted := slices.ContainsFunc(mounts, func(m undo.Mount) bool { return m.Target == root })
		if !mounted && !slices.ContainsFunc(s.Writable, inside) || withinAny(root, s.rootsBut(root)) {
			continue
		}
		t := undo.Tree{Dir: root}
		for _, m := range s.Masked {
			if rel, below := strings.CutPrefix(m.Path, strings.TrimSuffix(root, "/")+"/"); below && !m.Pipe {
				t.Masks = append(t.Masks, undo.Mask{Path: rel, Held: m.Held})
			}
		}
		out = append(out, t)
	}
	return out
}

// rootsBut are the other roots.
func (s *Spec) rootsBut(root string) []string {
	return slices.DeleteFunc(slices.Clone(s.roots), func(r string) bool { return r == root })
}

// Over is the specification for a command whose changes go to layers: in their trees
// everything may be changed, since nothing of it is there until it was looked at.
func (s Spec) Over(mounts []undo.Mount) Spec {
	var trees []string
	for _, m := range mounts {
		trees = append(trees, m.Target)
	}
	s.Layers, s.surfaces = mounts, nil
	s.Writable = slices.DeleteFunc(slices.Clone(s.Writable), func(g Grant) bool { return withinAny(g.Path, trees) })
	for _, t := range trees {
		s.Writable = append(s.Writable, Grant{Path: t, Kind: GrantTree})
	}
	slices.SortFunc(s.Writable, func(x, y Grant) int { return byDepth(x.Path, y.Path) })
	s.ReadOnly = slices.DeleteFunc(slices.Clone(s.ReadOnly), func(r string) bool { return withinAny(r, trees) })
	s.Masked = slices.DeleteFunc(slices.Clone(s.Masked), func(m Mask) bool {
		if inside := withinAny(m.Path, trees); !inside || m.Dir || len(s.empty) == maxOpened {
			return inside
		}
		s.empty = append(s.empty, m.Path)
		return true
	})
	s.Metadata = true
	return s
}

// layered reports whether a path is a tree that a layer stands in for.
func (s *Spec) layered(name string) bool {
	return slices.ContainsFunc(s.Layers, func(m undo.Mount) bool { return m.Target == name })
}

// byDepth orders paths so that a directory comes before what is below it.
func byDepth(a, b string) int {
	return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
}

// withinAny reports whether a path is one of the directories, or below one.
func withinAny(name string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(d string) bool { return effect.Within(name, d) })
}
