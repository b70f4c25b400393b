package sandbox

import (
	"encoding/json"
	"fmt"
	"io"

	"pp/actuators/layer"
)

// childArg is the hidden first argument with which pp executes itself.
const childArg = "__sandbox"

// The descriptors that the child gets besides the standard three.
const (
	orderFD  = 3 // the order; its end says that pp is gone
	statusFD = 4 // the report
)

// maxOrder bounds an order's size in bytes.
const maxOrder = 16 << 20

// order is what the child is told to do.
type order struct {
	Namespaces bool // the child is in new namespaces, with all privileges in them
	Steps      []step
	Layers     []layer.Mount
	Rules      []rule   // of Landlock
	Network    bool     // the machine's network namespace
	Inet       bool     // internet sockets may be made
	Sockets    bool     // local sockets may be made
	Loopback   bool     // 127.0.0.1 of a private network namespace works
	Metadata   bool     // modes, times and owners may be changed where the file system lets it
	SysV       bool     `json:"-"` // System V shared memory may be made; the child sees to its bound
	Filter     bool     // system calls must be filtered, else nothing runs
	Disks      []string `json:"-"` // on the file systems that may be written
	Limits     Limits
	Dir        string
	Argv, Env  []string
	Probe      bool   // set everything up, run nothing, report
	TryLayer   string // an empty directory, in which the child tries an overlay
	// LentSocket says that connected local streams may be made, where no other local sockets may be.
	LentSocket bool
}

// layerWorks is the status of an overlay that was tried.
const layerWorks = "works"

// startedMark comes before the status when the command is about to be started.
const startedMark = "started\n"

// status is what the child reports.
type status struct {
	Lost   bool   `json:"-"`          // it was killed after the command had started
	Stage  string `json:",omitempty"` // what failed while setting up
	Err    string `json:",omitempty"`
	Exit   int
	Signal int    `json:",omitempty"`
	Memory bool   `json:",omitempty"` // ended for the memory of the whole tree
	Disk   bool   `json:"-"`          // ended for what it wrote
	Proc   string `json:",omitempty"` // how /proc is: fresh, read-only, empty
	SysV   bool   `json:",omitempty"` // System V shared memory is bounded by the namespace
	PidMax bool   `json:",omitempty"` // processes are bounded in the namespace
	ABI    int    `json:",omitempty"` // of Landlock, 0 when absent
	Filter bool   `json:",omitempty"` // system calls are filtered
	Layer  string `json:",omitempty"` // why there are no overlays, "works" when there are
}

func writeOrder(w io.Writer, o order) error {
	data, err := json.Marshal(o)
	if err == nil && len(data) > maxOrder {
		err = fmt.Errorf("the order for the sandbox has %d bytes, over %d", len(data), maxOrder)
	}
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// readOrder reads as far as the order goes; what it comes from stays open.
func readOrder(r io.Reader) (o order, err error) {
	return o, json.NewDecoder(io.LimitReader(r, maxOrder)).Decode(&o)
}
