package index

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"pp/engine/memory"
)

// Options say what an index is of. The zero Options give one of nothing.
type Options struct {
	// Dir is the directory of the index, made when it is first written. What is in it may be
	// deleted at any time.
	Dir string
	// Roots are directories of Org and Markdown files, absolute. Links below them are not followed.
	Roots   []string
	Objects Objects // of the store; nil: none
	Private Privacy
	Now     func() time.Time
	Vectors Vectors // nil: words and trigrams alone
}

// Objects are what the store keeps.
type Objects interface {
	// Head changes whenever something was kept, forgotten or taken back. It is cheap.
	Head() (string, error)
	// Changed gives the last version of each object that is not known by its stamp, until visit returns false. It asks
	// of all before it reads one, and says how many were not given.
	Changed(known func(memory.Stamp) bool, visit func(memory.Object) bool) (left int, err error)
	// Get gives the last version of an object.
	Get(id string) (memory.Object, error)
}

// Vectors know what texts mean. Implementations are safe for concurrent use.
type Vectors interface {
	// Nearest gives the n contents nearest to a text by their hashes as [Index.Contents]
	// gives them, with the cosine. It gives none where there are no vectors.
	Nearest(ctx context.Context, text string, n int) (map[memory.Hash]float64, error)
}

// Privacy says what never enters an index. The zero Privacy keeps out what is encrypted.
type Privacy struct {
	Tags  []string               // subtrees with one of them, their own or inherited
	Paths func(path string) bool // whether the whole file is private; nil: none is
}

// Index finds notes. It is safe for concurrent use, and several processes may use the same
// directory.
type Index struct {
	o Options

	writing   sync.Mutex // held by who looks for changes; guards what follows
	damage    error      // why the index on disk was not used, until that was said
	unwritten bool       // that it cannot be written was said

	broken atomic.Bool // that gen is damaged was found as it was read

	mu      sync.RWMutex // held for reading while gen is read
	gen     *generation
	edition uint64 // of gen, guarded by mu
}

// Errors of looking up.
var (
	ErrNone    = errors.New("there is no such note")
	ErrGone    = errors.New("the note is no longer there")
	ErrDamaged = errors.New("the index is damaged")
)

// SeveralError says that a name stands for more than one note.
type SeveralError struct {
	Name  string
	Notes []memory.Note // at most 20
}

// Error lists them.
func (e *SeveralError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q stands for several notes:", e.Name)
	for _, n := range e.Notes {
		fmt.Fprintf(&b, " {%s} %s;", n.Handle, n.Title)
	}
	return strings.TrimSuffix(b.String(), ";")
}

// Stat is what an index holds.
type Stat struct {
	memory.Freshness // its Faults are all that stand
	Bytes            int64
	Built            time.Time // when it was last written
}
