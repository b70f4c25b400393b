package approval

import (
	"fmt"
	"io"
	"strings"

	"pp/engine/store"
)

// alphabet has no letters that look like digits or like each other (Crockford's
// base 32); a token's 12 characters are 60 random bits.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const (
	tokenLen = 12
	idRandom = 4 // bytes in a plan's ID
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

// isID reports whether s can be a plan's ID, good as a part of a file name.
func isID(s string) bool { return store.IsName(s, idRandom) }
