//go:build !linux

package layer

import (
	"context"
	"fmt"
)

// errNone is what everything fails with here.
var errNone = fmt.Errorf("%w: this system has no overlays", ErrNone)

// Layer is one record. Only Linux has any: none is ever made here, and all that could be
// asked of one fails.
type Layer struct{}

// Create gives ErrNone.
func Create(Options) (*Layer, error) { return nil, errNone }

// Open gives ErrNone.
func Open(string) (*Layer, error) { return nil, errNone }

// Look gives ErrNone.
func Look(string) (*Layer, error) { return nil, errNone }

// Possible says that nothing is.
func Possible(_, _ string, _ bool) Support { return Support{Reason: "this system has no overlays"} }

// Recover finds nothing.
func Recover(string) error { return nil }

// Lock gives ErrNone.
func Lock(context.Context, []string) (unlock func(), err error) { return nil, errNone }

// Mounts are none.
func (*Layer) Mounts() []Mount { return nil }

// Changes gives ErrNone.
func (*Layer) Changes() (Changes, error) { return Changes{}, errNone }

// Kept reports that nothing waits.
func (*Layer) Kept() bool { return false }

// Keep gives ErrNone.
func (*Layer) Keep() error { return errNone }

// Sum gives ErrNone.
func (*Layer) Sum(Changes) (sum [32]byte, err error) { return sum, errNone }

// Diff has none.
func (*Layer) Diff(*Change) (unified string, added, removed int, ok bool) { return "", 0, 0, false }

// Taken is nothing.
func (*Layer) Taken(func(string) bool) string { return "" }

// Take gives ErrNone.
func (*Layer) Take(Changes, func(*Change) bool) (Outcome, error) { return Outcome{}, errNone }

// Undo gives ErrNone.
func (*Layer) Undo(...string) (Outcome, error) { return Outcome{}, errNone }

// Drop gives ErrNone.
func (*Layer) Drop() error { return errNone }

// Close gives ErrNone.
func (*Layer) Close() error { return errNone }

// PutByGit returns false: there is no layer.
func (*Layer) PutByGit(*Change) bool { return false }

// Scratch reports nothing: there is no layer.
func (l *Layer) Scratch(*Change) bool { return false }
