package memory

import (
	"time"

	"pp/engine"
)

// Note is a headline of a person's files, or an object of the store, as it is searched,
// listed and shown: the same to whoever reads it. Private ones are never made.
type Note struct {
	Key    Key    // in the index that gave it, and until that is refreshed
	Handle string // what a person and a model call it by, such as "k3f"; it stays the same
	ID     string // the Org ID or the object's; "" where it has none
	Type   string // upper case: HEADLINE, NOTE, …
	File   string // absolute; "" of an object
	Start  int    // byte offset of its subtree in File
	End    int
	Level  int // of the headline, from 1; 0 of a file without one
	Title  string
	TODO   string // its keyword, "" of none
	Done   bool
	Tags   []string // with those it inherits
	Scope  Scope
	Origin engine.Origin
	When   time.Time // :CREATED:, else the file's time; of an object the journal's
	// Hash is an object's own, and of a headline SHA-256 of its subtree's bytes; zero but in a Text.
	Hash Hash
	// Parent is the note above it; 0 of none. Children is how many stand below it.
	Parent   Key
	Children int
}

// Key is a note's place in an index, from 1.
type Key int64

// Text is a note with all that it says.
type Text struct {
	Note
	// Body is the headline's own text, without the property drawer and without what
	// stands below it; of an object its content.
	Body string
	// Whole is the subtree, byte for byte, without what is private in it.
	Whole      string
	Properties []Attribute
	Private    int // headlines left out of Whole
}

// Query says what is searched for. Zero fields do not narrow.
type Query struct {
	Text  string
	Tags  []string // all of them
	TODO  string   // the keyword
	Since time.Time
	Scope Reach
	Limit int  // 0 is 20
	Bare  bool // what is found needs no excerpts
}

// Reach says whose notes are given. The zero Reach gives the memex's alone.
type Reach struct {
	Workspace    string // the place of the workspace whose notes are given too
	Conversation string // likewise, by its ID
	All          bool   // everybody's
}

// Holds reports whether notes of a scope are given.
func (r Reach) Holds(s Scope) bool {
	switch s.Kind {
	case ScopeMemex:
		return true
	case ScopeWorkspace:
		return r.All || s.Name != "" && s.Name == r.Workspace
	case ScopeConversation:
		return r.All || s.Name != "" && s.Name == r.Conversation
	}
	return false
}

// Hit is a note that was found.
type Hit struct {
	Note
	// Score orders hits, higher first; Similar is how near the text is to what was asked, from 0 to 1: the cosine of
	// vectors where there are some, else how much of what was asked the note has, and the titles above it.
	Score, Similar float64
	Excerpt        string // the lines that fit best, at most 300 bytes
}

// Freshness is how an index stands to what it is of.
type Freshness struct {
	Files, Notes, Private int
	Behind                int     // files that have not been looked at again
	Faults                []Fault // of files that cannot be read, each said once
}

// Fault is a file that is not in an index, and why.
type Fault struct {
	File string
	Why  string
}
