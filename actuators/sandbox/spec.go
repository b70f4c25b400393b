package sandbox

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
}

// Bind is something from outside that a command finds, read-only, at another path.
type Bind struct{ From, To string }

// Spec is what one command may do: everything not named here is read-only,
// hidden or absent. It is derived from cleared effects and from nothing else.
type Spec struct {
	Dir      string
	Writable []Grant
	Hidden   []string // replaced by an empty private directory
	Scratch  []string // of those, and below them: private directories that may be written
	Visible  []string // below a hidden directory, but readable
	ReadOnly []string // below something writable, but read-only
	Masked   []Mask   // secrets, and pp's own files
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
	// Env is added to the environment: the private caches.
	Env []string
	// surfaces are the execution surfaces and git directories that were there
	// before, and what they looked like.
	surfaces map[string]string
}

// maxSiblings is how many other entries of a directory are protected one by one
// when some of its names may be changed.
const maxSiblings = 1000
