package memory

import (
	"encoding/hex"
	"time"

	"pp/engine"
)

// Object is one thing that is remembered, in one version.
type Object struct {
	ID         string // random, and never used again
	Type       string // upper case: NOTE, HEADLINE, …
	Scope      Scope
	Origin     engine.Origin // the lowest of what it was made from
	Attributes []Attribute   // sorted by name, each name once
	Content    string        // any bytes
	Parent     string        // an ID; "" of none
	Children   []string      // IDs, in order
	Version    int           // 1, 2, …
	Time       time.Time     // when this version was kept, by the journal
	Hash       Hash          // of all but version, time and parent
}

// Attribute is a name, upper case, and a value of any bytes.
type Attribute struct{ Name, Value string }

// Hash names content: a SHA-256. The zero Hash names none.
type Hash [32]byte

// String returns the hash in lower case hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Scope is whose an object is. The zero Scope is the memex: the person's, everywhere.
type Scope struct {
	Kind ScopeKind
	Name string // the workspace's place, or the conversation's ID; "" of the memex
}

// ScopeKind says how far a note reaches.
type ScopeKind uint8

// The kinds of scope, widest first.
const (
	ScopeMemex ScopeKind = iota
	ScopeWorkspace
	ScopeConversation
)

var scopeNames = [...]string{"memex", "workspace", "conversation"}

// String returns the kind in lower case.
func (k ScopeKind) String() string {
	if int(k) >= len(scopeNames) {
		return "unknown"
	}
	return scopeNames[k]
}

// String is the scope in one word, or with its name behind a colon.
func (s Scope) String() string {
	if s.Name == "" {
		return s.Kind.String()
	}
	return s.Kind.String() + ":" + s.Name
}
