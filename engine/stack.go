package engine

import "runtime"

// RoomyStack makes the calling goroutine's stack as large as a run comes to need,
// while there is nearly nothing on it to move: else it would be moved at every
// doubling. Nothing of the array is touched, or cleared, as long as touch is false.
//
//go:noinline
func RoomyStack(touch bool) {
	if touch {
		var room [24 << 10]byte
		runtime.KeepAlive(&room)
	}
}
