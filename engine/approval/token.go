package approval

import (
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"
)

// alphabet has no letters that look like digits or like each other (Crockford's
// base 32); a token's 12 characters are 60 random bits.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const (
	tokenLen = 12
	idTime   = "20060102-150405"
	idRandom = 4
)

// newToken makes a token, which nobody can guess who does not know random.
func newToken(random io.Reader) (string, error) {
	var b [tokenLen]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("making a token: %w", err)
	}
	for i := range b {
		b[i] = alphabet[b[i]%32]
	}
	return string(b[:4]) + "-" + string(b[4:8]) + "-" + string(b[8:]), nil
}

// ParseToken reads a token as a person may type it: in any case, with or
// without hyphens and spaces, with o for 0 and i or l for 1.
func ParseToken(s string) (string, error) {
	if len(s) > 100 {
		return "", &PlanError{Err: ErrUnknown}
	}
	var b []byte
	for _, c := range []byte(strings.ToLower(s)) {
		switch c {
		case '-', ' ':
			continue
		case 'o':
			c = '0'
		case 'i', 'l':
			c = '1'
		}
		if strings.IndexByte(alphabet, c) < 0 {
			return "", &PlanError{Err: ErrUnknown}
		}
		b = append(b, c)
	}
	if len(b) != tokenLen {
		return "", &PlanError{Err: ErrUnknown}
	}
	return string(b[:4]) + "-" + string(b[4:8]) + "-" + string(b[8:]), nil
}

// newID names a plan made now; IDs sort by time.
func newID(random io.Reader, now time.Time) (string, error) {
	var b [idRandom]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("naming a flight plan: %w", err)
	}
	return now.UTC().Format(idTime) + "-" + hex.EncodeToString(b[:]), nil
}

// isID reports whether s can be a plan's ID, good as a part of a file name.
func isID(s string) bool {
	if len(s) != len(idTime)+1+2*idRandom || s[len(idTime)] != '-' {
		return false
	}
	at, err := time.Parse(idTime, s[:len(idTime)])
	if err != nil || at.Format(idTime) != s[:len(idTime)] {
		return false
	}
	b, err := hex.DecodeString(s[len(idTime)+1:])
	return err == nil && hex.EncodeToString(b) == s[len(idTime)+1:]
}
