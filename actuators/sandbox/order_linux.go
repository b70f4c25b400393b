package sandbox

import (
	"encoding/gob"
	"io"

	"pp/actuators/undo"
)

// childArg is the hidden first argument with which pp executes itself.
const childArg = "__sandbox"

// The descriptors that the child gets besides the standard three.
const (
	orderFD  = 3 // the order; its end says that pp is gone
	statusFD = 4 // the report
)

// order holds the instructions for the child. encoding/gob carries it and the reports: JSON cannot represent a name
// that is not UTF-8.
type order struct {
	Namespaces bool // the child is in new namespaces, with all privileges in them
	Steps      []step
	Layers     []undo.Mount
	Caches     []undo.Mount // layers too; without one, the cache is read-only
	Rules      []rule       // of Landlock
	Network    bool         // the machine's network namespace
	Inet       bool         // internet sockets may be made
	Sockets    bool         // local sockets may be made
	Loopback   bool         // 127.0.0.1 of a private network namespace works
	Metadata   bool         // modes, times and owners may be changed where the file system lets it
	Terminals  bool         // pseudo-terminals of its own, where it has mounts of its own
	Empty      []string     // masked files, whose opening is reported
	Traces     bool         // the command may trace its own processes
	SysV       bool         // System V shared memory may be made; the child sees to its bound
	Filter     bool         // system calls must be filtered, else nothing runs
	Disks      []string     // on the file systems that may be written
	shared     *shared      // what watches the directories of the conversation
	Limits     Limits
	Dir        string
	Argv, Env  []string
	Keeps      bool   // what the command leaves running may go on
	Leaves     bool   // what the command leaves is to be reported
	Probe      bool   // set everything up, run nothing, report
	TryLayer   string // an empty directory, in which the child tries an overlay
	// LentSocket says that connected local streams may be made, where no other local sockets may be.
	LentSocket bool
}

// layerWorks is the status of an overlay that was tried.
const layerWorks = "works"

// status is a report of the child: that it is about to start the command, or how the command ended.
type status struct {
	Started bool   // the command is about to start
	Lost    bool   // it was killed after the command had started
	Stage   string // the step of the set-up that failed
	Err     string
	Exit    int
	Signal  int
	Memory  bool     // killed: all its processes together used too much memory
	Disk    bool     // killed: it wrote too much
	Kept    bool     // the command ended, and what it started goes on once pp says so
	Rest    bool     // processes that it had started outlived it and were killed
	Opened  []string // the masked files that were opened
	// Attempts are the hosts that the command tried to reach without a network.
	Attempts []string
	Proc     string // how /proc is: fresh, read-only, empty
	SysV     bool   // the namespace bounds System V shared memory
	PidMax   bool   // the namespace bounds processes
	ABI      int    // of Landlock, 0 when absent
	Filter   bool   // a filter for system calls is active
	LeftDir  []byte // what the command left, as it was written
	LeftEnv  []byte
	Layer    string // why overlays fail, or "works"
}

// report reads the child's reports to the end, and signals when the child has started the command.
func report(from io.Reader, running func()) status {
	reports := gob.NewDecoder(io.LimitReader(from, 64<<10+2*maxLeft))
	var first, last status
	if reports.Decode(&first) != nil {
		return status{Stage: "child", Err: "it ended without a report"}
	}
	if !first.Started {
		return first
	}
	running()
	if reports.Decode(&last) != nil || last.Started {
		return status{Lost: true}
	}
	return last
}
