package session

import (
	"encoding/hex"
	"fmt"
	"io"
	"time"
)

// idTime is the part of an ID that sorts it, in UTC.
const idTime = "20060102-150405"

// idRandom is how many random bytes an ID has: enough that sessions begun in
// one second do not meet.
const idRandom = 6

// ID names a session: when it began, to the second, and random digits, as in
// "20260102-030405-00ff10a2b3c4". It is good as a file name, and IDs sort by
// time.
type ID string

// NewID makes the ID of a session that begins now. The error is random's.
func NewID(random io.Reader, now time.Time) (ID, error) {
	var b [idRandom]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("naming the session: %w", err)
	}
	return ID(now.UTC().Format(idTime) + "-" + hex.EncodeToString(b[:])), nil
}

// ParseID reads an ID that a person typed or a file name holds. Anything that
// NewID cannot have made is an error, so that an ID never leads out of the
// directory it is looked up in.
func ParseID(s string) (ID, error) {
	if len(s) != len(idTime)+1+2*idRandom || s[len(idTime)] != '-' {
		return "", fmt.Errorf("%.60q is no session: one looks like 20260102-030405-00ff10a2b3c4", s)
	}
	began, err := time.Parse(idTime, s[:len(idTime)])
	if err != nil || began.Format(idTime) != s[:len(idTime)] {
		return "", fmt.Errorf("%.60q is no session: it does not begin with a date and a time", s)
	}
	for _, c := range []byte(s[len(idTime)+1:]) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return "", fmt.Errorf("%.60q is no session: it does not end with %d lower-case hexadecimal digits", s, 2*idRandom)
		}
	}
	return ID(s), nil
}
