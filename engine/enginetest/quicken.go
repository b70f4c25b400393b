package enginetest

import (
	"flag"
	"runtime"
	"strconv"
)

// Quicken is the first thing that a program of tests does, where it is not one that a test started: as many
// tests at once as are given here run in parallel, since they wait more than they work, and what they write to
// the temporary directory is kept in memory, where that can be. The program begins anew for that.
func Quicken(atOnce int) {
	if f := flag.Lookup("test.parallel"); f != nil && runtime.GOMAXPROCS(0) < atOnce {
		_ = f.Value.Set(strconv.Itoa(atOnce)) // the arguments, which are read later, can say otherwise
	}
	_ = writeToMemory() // or else to the disk, which takes longer
}
