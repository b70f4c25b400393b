package approval

import (
	"errors"
	"fmt"
	"time"

	"pp/engine"
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
	if v.Decision != engine.Ask {
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
	if v.Decision != engine.Ask && v.Decision != engine.Allow {
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
