// Package stack makes a goroutine's stack large enough at once: that of the main goroutine by being imported.
//
// A stack begins with a few kilobytes and is moved at every doubling, which costs more the more frames are on it. Where
// nothing is on it yet it costs next to nothing. For the main goroutine that is before the other packages begin: what
// they compile and register takes two doublings, 3 % of `pp version`. This package must never import anything: the
// first packages to begin are those that wait for none.
package stack

// room is as much stack, in bytes, as a run comes to need.
const room = 48 << 10

var _ = grow(false)

// Grow makes room on the stack of a goroutine that has just begun and will call deeply: what sends a
// request, or makes the decoder of the reply.
func Grow() { grow(false) }

// grow has a frame that needs the room. Nothing of it is touched or cleared as long as
// touch is false; the result means nothing.
//
//go:noinline
func grow(touch bool) byte {
	if touch {
		var space [room]byte
		return first(&space)
	}
	return 0
}

//go:noinline
func first(space *[room]byte) byte { return space[0] }
