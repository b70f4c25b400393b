// Package stack makes the stack of the main goroutine large enough for a run, by being imported.
//
// A stack begins with a few kilobytes and is moved at every doubling, which costs more the more frames are on it. Where
// nothing is on it yet it costs next to nothing, and that is before the other packages begin: what they compile and
// register takes two doublings. It saves 3 % of `pp version`. It must never import anything: the first packages to
// begin are those that wait for none.
package stack

// room is as much stack, in bytes, as a run comes to need.
const room = 48 << 10

var _ = grow(false)

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
