//go:build !linux

package layer

import (
	"fmt"
	"time"
)

// Layer is one record. Only Linux has any.
type Layer struct{}

// Create gives ErrNone.
func Create(Options) (*Layer, error) {
	return nil, fmt.Errorf("%w: this system has no overlays", ErrNone)
}

// Possible says that nothing is.
func Possible(_, _ string, _ bool) Support { return Support{Reason: "this system has no overlays"} }

// Recover finds nothing.
func Recover(string) ([]Recovered, error) { return nil, nil }

// Prune finds nothing.
func Prune(string, Limits, time.Time) ([]string, error) { return nil, nil }
