package undo

import (
	"bytes"
	"errors"
	"io/fs"
	"math"

	"pp/engine"
)

// Errors of a layer.
var (
	// ErrNoLayer says that there can be no layer; the reason is in the message.
	ErrNoLayer = errors.New("no layer is possible")
	// ErrBusy says that another process holds the layer, the workspace or git's own lock.
	ErrBusy = errors.New("another process is at it")
	// ErrState says that a layer is not in the state that was asked for: taken twice, undone untaken.
	ErrState = errors.New("the layer is not in the state for this")
)

// InTree is where, below a tree, data of layers stand that cannot stand in the state directory. No
// command is to see it.
const InTree = ".pp/layers"

// Mask is a path of a tree that the command finds empty, or does not find.
type Mask struct {
	Path   string // relative to the tree
	Absent bool   // it is not found; else it is an empty file or directory
	// Held says that git holds the file just as it is, so that nothing is lost if git replaces or deletes it. Instead
	// of an empty file there is a filler, as large and as old.
	Held bool
}

// MaxFiller is the most bytes that a file has which a filler stands for.
const MaxFiller = 1 << 20

// Filler is what stands for the content of a file that is hidden from a command and as large: spaces and an end of
// line, which mean nothing to what reads settings.
func Filler(size int64) []byte {
	out := bytes.Repeat([]byte{' '}, int(min(max(size, 0), MaxFiller)))
	if len(out) > 0 {
		out[len(out)-1] = '\n'
	}
	return out
}

// Tree is a directory that a command changes through a layer.
type Tree struct {
	Dir   string // absolute, no component a link
	Masks []Mask
}

// LayerOptions say what a layer is over. All must be given but IDs.
type LayerOptions struct {
	Trees []Tree
	State string // the directory of all records
	ID    string // of this one: a name that is not taken
	IDs   bool   // the namespace of the command maps all users and groups, not only this one
}

// Mount is one overlay: the directories it consists of, and the one it stands in for.
// It is plain data, for an order to another process.
type Mount struct {
	Target, Upper, Work string
	Mask                string // "" when nothing is masked
}

// Change is one path that the command changed.
type Change struct {
	Tree          int    // index into LayerOptions.Trees
	Path          string // relative to the tree, "." its root
	Kind          engine.ChangeKind
	Mode, Was     fs.FileMode // with the type; Mode is 0 of what was deleted, Was of what is new
	Size, WasSize int64       // of files, in bytes
	Link          string      // what a link says
	Inside        bool        // below a new directory, which is a change before it
	Entries       int         // below a directory that was deleted
	Linked        bool        // the file below has other names
	Hidden        bool        // it has a masked part that git does not have
	From          string      // the masked path that was moved here
	Conflict      string      // why it is never taken over: somebody else changed what lies below
	Refused       string      // why it is never taken over, else
	ours, theirs  ident
	changed       int64 // when theirs was changed last, in nanoseconds
	strip         bool
	onlyTimes     bool
	fromTree      int // of From
}

// Real reports whether a change is more than that of a directory's times.
func (c *Change) Real() bool {
	return c.Kind != engine.ChangeMetadata || !c.onlyTimes || !c.Mode.IsDir()
}

// takeable reports whether a change can be taken over at all.
func (c *Change) takeable() bool { return c.Conflict == "" && c.Refused == "" }

// Changes are what a command changed, parents before what is in them.
type Changes struct {
	List []Change
	Over bool // there are more than are listed: nothing of it can be taken over
	dirs []dirTimes
}

// Outcome is what came of taking over, or of undoing.
type Outcome struct {
	Done      []string // absolute paths
	Conflicts []Kept
	Withheld  []string // deletions that were chosen, but would have lost a masked file that was moved
}

// Kept is a change that was not taken over since somebody else changed the file.
type Kept struct {
	Path string // absolute
	Ours string // where the command's own is kept until the record is dropped; "" for a deletion
	Why  string
}

// anyTime stands for a time that is left as it is: no file has it.
const anyTime = math.MinInt64

// ident tells whether something is still what it was.
type ident struct {
	Dev, Ino    uint64
	Mode        uint32 // with the type, as the kernel has it
	UID, GID    uint32
	Size, Mtime int64 // bytes, nanoseconds
}

func (i ident) sameOwner(o ident) bool { return i.UID == o.UID && i.GID == o.GID }

// dirTimes is a directory that stays, with what it is to be in the end.
type dirTimes struct {
	tree        int
	path        string
	ours, their ident
	changed     int64 // when theirs was changed last
	foreign     bool  // somebody else changed it
}
