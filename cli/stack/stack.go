// Package stack makes room on a goroutine's stack before it is needed.
//
// A stack begins with two kilobytes and is moved at every doubling, which costs
// more the more frames are on it: in a run of a few milliseconds the moves are a
// twentieth of all there is to do. So the main goroutine's stack is made large
// here, by a variable of a package that imports nothing and is therefore
// initialised before nearly all others (The Go Programming Language Specification,
// "Program initialization"), while there is nearly nothing on it.
//
// It must never import a package, or do anything else.
package stack

// room is as much, in bytes, as a run comes to need.
const room = 24 << 10

var _ = Grow(false)

// Grow makes the calling goroutine's stack large enough for a run. Nothing of the
// array is touched, or cleared, as long as touch is false; the result means
// nothing.
//
//go:noinline
func Grow(touch bool) byte {
	if touch {
		var space [room]byte
		return first(&space)
	}
	return 0
}

//go:noinline
func first(space *[room]byte) byte { return space[0] }
