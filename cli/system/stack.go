package system

// stackRoom is as much stack, in bytes, as a run comes to need.
const stackRoom = 48 << 10

// GrowStack makes the stack of the calling goroutine large enough for a run. A stack
// begins with a few kilobytes and is moved at every doubling, which costs more the more
// frames are on it: where nothing is on it yet, that saves 3 % of a short run.
func GrowStack() { grow(false) }

// grow has a frame that needs the room. Nothing of it is touched or cleared as long as
// touch is false; the result means nothing.
//
//go:noinline
func grow(touch bool) byte {
	if touch {
		var space [stackRoom]byte
		return first(&space)
	}
	return 0
}

//go:noinline
func first(space *[stackRoom]byte) byte { return space[0] }
