package sandbox

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
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

// maxOrder bounds an order's size in bytes.
const maxOrder = 16 << 20

// order is what the child is told to do.
type order struct {
	Namespaces bool // the child is in new namespaces, with all privileges in them
	Steps      []step
	Layers     []undo.Mount
	Rules      []rule   // of Landlock
	Network    bool     // the machine's network namespace
	Inet       bool     // internet sockets may be made
	Sockets    bool     // local sockets may be made
	Loopback   bool     // 127.0.0.1 of a private network namespace works
	Metadata   bool     // modes, times and owners may be changed where the file system lets it
	Terminals  bool     // pseudo-terminals of its own, where it has mounts of its own
	SysV       bool     // System V shared memory may be made; the child sees to its bound
	Filter     bool     // system calls must be filtered, else nothing runs
	Disks      []string // on the file systems that may be written
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

// What a report consists of: that the command is about to be started, if it is, and the status in the end.
const (
	startedMark byte = 's'
	endedMark   byte = 'e'
)

// status is what the child reports.
type status struct {
	Lost   bool   // it was killed after the command had started
	Stage  string // what failed while setting up
	Err    string
	Exit   int
	Signal int
	Memory bool   // ended for the memory of the whole tree
	Disk   bool   // ended for what it wrote
	Rest   bool   // what it had started went on without it, and was ended
	Proc   string // how /proc is: fresh, read-only, empty
	SysV   bool   // System V shared memory is bounded by the namespace
	PidMax bool   // processes are bounded in the namespace
	ABI    int    // of Landlock, 0 when absent
	Filter bool   // system calls are filtered
	Layer  string // why there are no overlays, "works" when there are
}

// encode gives a value as bytes. JSON would not do: it has no word for a name that is not UTF-8.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

// decode reads what encode gave, and nothing else.
func decode(data []byte, v any) error {
	r := bytes.NewReader(data)
	if err := gob.NewDecoder(r).Decode(v); err != nil || r.Len() > 0 {
		return errNotAnOrder
	}
	return nil
}

// orderHead is the size of what comes before an order, which is its own size, in bytes.
const orderHead = 4

func writeOrder(w io.Writer, o order) error {
	data, err := encode(o)
	if err != nil {
		return err
	}
	if len(data) > maxOrder {
		return fmt.Errorf("the order for the sandbox has %d bytes, over %d", len(data), maxOrder)
	}
	_, err = w.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), data...))
	return err
}

// readOrder reads as far as the order goes; what it comes from stays open.
func readOrder(r io.Reader) (o order, err error) {
	var head [orderHead]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return o, err
	}
	size := binary.BigEndian.Uint32(head[:])
	if size > maxOrder {
		return o, errNotAnOrder
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(r, data); err != nil {
		return o, err
	}
	return o, decode(data, &o)
}

// errNotAnOrder says that the child was given something else than an order.
var errNotAnOrder = errors.New("this is no order for a sandbox")
