package sandbox

import (
	"encoding/binary"
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

// parts names what is sent of an order.
func (o *order) parts(f *form) {
	f.flags(&o.Namespaces, &o.Network, &o.Inet, &o.Sockets, &o.Loopback, &o.Metadata, &o.Terminals, &o.Filter,
		&o.Probe, &o.LentSocket)
	listed(f, &o.Steps, func(s *step) {
		whole(f, &s.Kind)
		f.text(&s.Path)
		f.flag(&s.Write)
		f.text(&s.From)
		f.text(&s.Text)
	})
	listed(f, &o.Layers, func(m *undo.Mount) { f.text(&m.Target); f.text(&m.Upper); f.text(&m.Work); f.text(&m.Mask) })
	listed(f, &o.Rules, func(r *rule) { f.text(&r.Path); whole(f, &r.Can) })
	l := &o.Limits
	whole(f, &l.Processes)
	whole(f, &l.Files)
	for _, n := range [...]*int64{&l.FileSize, &l.Data, &l.Disk, &l.Memory} {
		f.number(n)
	}
	f.text(&o.Dir)
	f.texts(&o.Argv)
	f.texts(&o.Env)
	f.text(&o.TryLayer)
}

// parts names what is sent of a status.
func (s *status) parts(f *form) {
	f.flags(&s.Memory, &s.Rest, &s.SysV, &s.PidMax, &s.Filter)
	whole(f, &s.Exit)
	whole(f, &s.Signal)
	whole(f, &s.ABI)
	for _, text := range [...]*string{&s.Stage, &s.Err, &s.Proc, &s.Layer} {
		f.text(text)
	}
}

// orderHead is the size of what comes before an order, which is its own size, in bytes.
const orderHead = 4

func writeOrder(w io.Writer, o order) error {
	f := form{data: make([]byte, orderHead, 4<<10)}
	o.parts(&f)
	size := len(f.data) - orderHead
	if size > maxOrder {
		return fmt.Errorf("the order for the sandbox has %d bytes, over %d", size, maxOrder)
	}
	binary.BigEndian.PutUint32(f.data, uint32(size))
	_, err := w.Write(f.data)
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
	f := form{data: make([]byte, size), reads: true}
	if _, err := io.ReadFull(r, f.data); err != nil {
		return o, err
	}
	if o.parts(&f); f.bad || len(f.data) > 0 {
		return o, errNotAnOrder
	}
	return o, nil
}

// errNotAnOrder says that the child was given something else than an order.
var errNotAnOrder = errors.New("this is no order for a sandbox")
