package store

import (
	"encoding/hex"
	"io"
	"time"
)

// nameTime is the part of a name that sorts it, in UTC.
const nameTime = "20060102-150405"

// NewName makes a name that sorts by time, good as a file name: the time to the
// second, and random bytes in hexadecimal, as in "20260102-030405-00ff10a2". The
// error is random's.
func NewName(random io.Reader, now time.Time, bytes int) (string, error) {
	b := make([]byte, bytes)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", err
	}
	return now.UTC().Format(nameTime) + "-" + hex.EncodeToString(b), nil
}

// IsName reports whether NewName can have made s with so many random bytes, so that
// it never leads out of the directory it is looked up in.
func IsName(s string, bytes int) bool {
	if len(s) != len(nameTime)+1+2*bytes || s[len(nameTime)] != '-' {
		return false
	}
	at, err := time.Parse(nameTime, s[:len(nameTime)])
	if err != nil || at.Format(nameTime) != s[:len(nameTime)] {
		return false
	}
	digits := s[len(nameTime)+1:]
	b, err := hex.DecodeString(digits)
	return err == nil && hex.EncodeToString(b) == digits
}
