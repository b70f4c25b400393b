package system

import (
	"runtime"
	"runtime/debug"
)

// CollectLater lets memory grow to 16 MiB before it is collected for the first time, where a process usually
// begins at 4: most runs are over by then. From then on all is as usual. Someone who sets GOGC has it as they set it.
func CollectLater() {
	const usual = 100
	if was := debug.SetGCPercent(4 * usual); was != usual {
		debug.SetGCPercent(was)
		return
	}
	first := new([64]byte) // that nothing refers to, so that the first collection finds it
	runtime.SetFinalizer(first, func(*[64]byte) { debug.SetGCPercent(usual) })
}
