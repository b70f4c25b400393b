package session

import (
	"fmt"
	"io"
	"time"

	"pp/engine/store"
)

// idRandom is how many random bytes an ID has: enough that sessions begun in
// one second do not meet.
const idRandom = 6

// ID names a session: when it began, to the second, and random digits, as in
// "20260102-030405-00ff10a2b3c4". It is good as a file name, and IDs sort by
// time.
type ID string

// NewID makes the ID of a session that begins now. The error is random's.
func NewID(random io.Reader, now time.Time) (ID, error) {
	name, err := store.NewName(random, now, idRandom)
	if err != nil {
		return "", fmt.Errorf("naming the session: %w", err)
	}
	return ID(name), nil
}

// ParseID reads an ID that a person typed or a file name holds. Anything that
// NewID cannot have made is an error, so that an ID never leads out of the
// directory it is looked up in.
func ParseID(s string) (ID, error) {
	if !store.IsName(s, idRandom) {
		return "", fmt.Errorf("%.60q is no session: one looks like 20260102-030405-00ff10a2b3c4", s)
	}
	return ID(s), nil
}
