package approval

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/store"
)

// Why an approval cannot be used. A *PlanError wraps one of these.
var (
	ErrUnknown = errors.New("there is no flight plan with this token")
	ErrUsed    = errors.New("the approval was used already")
	ErrExpired = errors.New("the approval has expired")
	ErrChanged = errors.New("something that the approval was bound to has changed")
	ErrDenied  = errors.New("it was denied")
)

// SuspendedLife is how long a flight plan can be approved, unless configured.
const SuspendedLife = 24 * time.Hour

// maxBackwards is how far a clock may be set back before an approval made with
// it counts as expired.
const maxBackwards = 5 * time.Minute

// stamp is how a time is shown to a person.
const stamp = "2006-01-02 15:04:05 MST"

// Seal binds an approval to one action for a time. Its zero value is good for
// nothing.
type Seal struct {
	Digest  Digest
	Created time.Time
	Expires time.Time
}

// NewSeal seals what a verdict asks. Only an ask can be approved: any other
// verdict is an error.
func NewSeal(v engine.Verdict, b Binding, now time.Time, life time.Duration) (Seal, error) {
	if !v.Decision.Asks() {
		return Seal{}, fmt.Errorf("a verdict of %q cannot be approved", v.Decision)
	}
	d, err := DigestOf(v, b)
	if err != nil {
		return Seal{}, err
	}
	return Seal{Digest: d, Created: now, Expires: now.Add(life)}, nil
}

// Check reports whether the approval is still good for a verdict judged now:
// ErrExpired, or ErrChanged when a byte of what it is bound to differs or the
// gates no longer ask or allow. A clock that was set back ends it too.
func (s Seal) Check(v engine.Verdict, b Binding, now time.Time) error {
	if err := s.inTime(now); err != nil {
		return err
	}
	if !v.Decision.Asks() && v.Decision != engine.Allow {
		return fmt.Errorf("%w: the gates now say %s", ErrChanged, v.Sentence())
	}
	d, err := DigestOf(v, b)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrChanged, err)
	}
	if d != s.Digest {
		return ErrChanged
	}
	return nil
}

func (s Seal) inTime(now time.Time) error {
	switch {
	case !now.Before(s.Expires):
		return fmt.Errorf("%w at %s", ErrExpired, s.Expires.In(now.Location()).Format(stamp))
	case now.Before(s.Created.Add(-maxBackwards)):
		return fmt.Errorf("%w: the clock was set back to before %s, when it was made", ErrExpired,
			s.Created.In(now.Location()).Format(stamp))
	}
	return nil
}

// alphabet has no letters that look like digits or like each other (Crockford's
// base 32); a token's 12 characters are 60 random bits.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const (
	tokenLen = 12
	idRandom = 4 // bytes in a plan's ID
)

// newToken makes a token that nobody can guess without knowing random.
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

// isID reports whether s can be a plan's ID, which is safe as a part of a file name.
func isID(s string) bool { return store.IsName(s, idRandom) }
