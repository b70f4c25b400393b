//go:build !linux

package undo

import (
	"context"
	"fmt"
)

// errNoLayer is what everything fails with here.
var errNoLayer = fmt.Errorf("%w: this system has no overlays", ErrNoLayer)

// Layer is one record. Only Linux has any: none is ever made here, and all that could be
// asked of one fails.
type Layer struct{}

// CreateLayer gives ErrNoLayer.
func CreateLayer(LayerOptions) (*Layer, error) { return nil, errNoLayer }

// OpenLayer gives ErrNoLayer.
func OpenLayer(string) (*Layer, error) { return nil, errNoLayer }

// LookAtLayer gives ErrNoLayer.
func LookAtLayer(string) (*Layer, error) { return nil, errNoLayer }

// Impossible returns why no tree can have a layer on this system.
func Impossible(_, _ string, _ bool) string { return "this system has no overlays" }

// RecoverLayers finds nothing.
func RecoverLayers(string) error { return nil }

// LockTrees gives ErrNoLayer.
func LockTrees(context.Context, []string) (unlock func(), err error) { return nil, errNoLayer }

// Mounts are none.
func (*Layer) Mounts() []Mount { return nil }

// Changes gives ErrNoLayer.
func (*Layer) Changes() (Changes, error) { return Changes{}, errNoLayer }

// Kept reports that nothing waits.
func (*Layer) Kept() bool { return false }

// again gives ErrNoLayer.
func (*Layer) again() error { return errNoLayer }

// Keep gives ErrNoLayer.
func (*Layer) Keep() error { return errNoLayer }

// Sum gives ErrNoLayer.
func (*Layer) Sum(Changes) (sum [32]byte, err error) { return sum, errNoLayer }

// Diff has none.
func (*Layer) Diff(*Change) (unified string, ok bool) { return "", false }

// Taken is nothing.
func (*Layer) Taken(func(string) bool) string { return "" }

// Take gives ErrNoLayer.
func (*Layer) Take(Changes, func(*Change) bool) (Outcome, error) { return Outcome{}, errNoLayer }

// Undo gives ErrNoLayer.
func (*Layer) Undo(...string) (Outcome, error) { return Outcome{}, errNoLayer }

// Drop gives ErrNoLayer.
func (*Layer) Drop() error { return errNoLayer }

// Close gives ErrNoLayer.
func (*Layer) Close() error { return errNoLayer }

// PutByGit returns false: there is no layer.
func (*Layer) PutByGit(*Change) bool { return false }

// Scratch reports nothing: there is no layer.
func (l *Layer) Scratch(*Change) bool { return false }
