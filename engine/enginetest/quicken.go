package enginetest

import (
	"flag"
	"runtime"
	"runtime/debug"
	"strconv"
)

// Quicken is the first thing that a program of tests does, where it is not one that a test started; getenv looks into
// its environment. Garbage is collected a quarter as often, for there is hardly anything else in memory. As many tests
// at once as are given here run in parallel, since they wait more than they work. What they write to the temporary
// directory, and to others that are there, is kept in memory, where that can be: the program begins anew for that, and
// no other sees what it writes there. With PP_LONG=1 all of it goes to the disk, which may be of another kind.
func Quicken(getenv func(string) string, atOnce int, others ...string) {
	if f := flag.Lookup("test.parallel"); f != nil && runtime.GOMAXPROCS(0) < atOnce {
		_ = f.Value.Set(strconv.Itoa(atOnce)) // the arguments, which are read later, can say otherwise
	}
	if getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if getenv("PP_LONG") != "1" {
		_ = writeToMemory(others) // or else to the disk, which takes longer
	}
}
