package layer

import (
	"errors"
	"fmt"
	"path"
	"strconv"

	"pp/engine/session/journal"
	"pp/sexp"
)

// state is what a record of the journal brought the layer to.
type state uint8

const (
	stateOpen    state = iota // the directories are being made
	stateReady                // the command may run, or ran
	stateKept                 // it waits for a decision
	stateSteps                // some of the steps that are to be done are known
	stateTaking               // all are known, and are being done
	stateTaken                // all are done
	stateBack                 // they failed, and are being taken back
	stateFailed               // they are taken back
	stateUndoing              // they are being undone
	stateUndone               // they are undone
)

var stateNames = [...]string{"open", "ready", "kept", "steps", "taking", "taken", "back", "failed", "undoing", "undone"}

// String names the state.
func (s state) String() string { return stateNames[s] }

// op is what a step does; src and dst are where what it renames is before and after.
type op uint8

const (
	opLock  op = iota // git's lock: from aside into the tree, and back in the end
	opPrune           // what is withheld: from upper to aside
	opPut             // from upper into the tree
	opMove            // from one place in the tree to another
	opSwap            // exchange upper and tree
	opMeta            // set mode, owner and time of a file in the tree
	opDrop            // from the tree to aside
	opDir             // set mode, owner and time of a directory in the tree
)

var opNames = [...]string{"lock", "prune", "put", "move", "swap", "meta", "drop", "dir"}

// String names the operation.
func (o op) String() string { return opNames[o] }

// step is one thing that taking over does.
type step struct {
	op           op
	tree         int
	path, from   string // relative to the tree
	slot         int    // in aside
	ours, theirs ident
	strip        []string // relative to path: what has attributes of the overlay
	why          string   // of a change that is not taken over: a conflict
}

// record is one record of the journal; only what its state needs is there.
type record struct {
	state state
	trees []tree
	text  string // what marks a mask, or why it failed
	times []int64
	steps []step
	notes map[int]string // by number of step
}

const maxSteps = 2000 // in one record

func (r *record) form(f *journal.Fields) {
	f.Format("LAYER", 1, "a layer's record")
	journal.Keyword(f, "STATE", &r.state, stateOpen, stateReady, stateKept, stateSteps, stateTaking, stateTaken, stateBack,
		stateFailed, stateUndoing, stateUndone)
	f.OptionalText("TEXT", &r.text)
	switch r.state {
	case stateOpen:
		journal.List(f, "TREES", &r.trees, encodeTree, decodeTree)
	case stateReady, stateTaken:
		journal.List(f, "TIMES", &r.times, func(n int64) sexp.Value { return sexp.Int(n) }, decodeInt)
	case stateSteps:
		journal.List(f, "STEPS", &r.steps, encodeStep, decodeStep)
	case stateUndoing:
		journal.List(f, "STEPS", &r.steps, encodeStep, decodeStep)
	case stateKept, stateTaking, stateBack, stateFailed, stateUndone:
	}
	if r.state != stateTaken && r.state != stateUndoing {
		return
	}
	var notes []string
	for n, why := range r.notes {
		notes = append(notes, strconv.Itoa(n)+" "+why)
	}
	f.Texts("NOTES", &notes)
	for _, line := range notes {
		var n int
		if at, err := fmt.Sscanf(line, "%d", &n); at == 1 && err == nil {
			if r.notes == nil {
				r.notes = map[int]string{}
			}
			r.notes[n] = line[min(len(line), len(strconv.Itoa(n))+1):]
		}
	}
}

// append writes a record, and takes it up.
func (l *Layer) append(r record) error {
	if err := l.file.Append(journal.Encode(r.form), false); err != nil {
		return fmt.Errorf("the journal of a layer: %w", err)
	}
	l.take(r)
	return nil
}

func (l *Layer) take(r record) {
	l.state = r.state
	switch r.state {
	case stateOpen:
		l.trees, l.mark = r.trees, r.text
	case stateReady:
		l.since = r.times
	case stateSteps:
		l.steps = append(l.steps, r.steps...)
	case stateTaken:
		l.taken, l.skipped = r.times, r.notes
	case stateUndoing:
		l.left = r.notes
		for _, s := range r.steps {
			for i := range l.steps {
				if o := &l.steps[i]; o.op == s.op && o.tree == s.tree && o.path == s.path {
					*o = s
				}
			}
		}
	case stateKept:
		l.steps, l.kept = nil, true
	case stateTaking, stateBack, stateFailed, stateUndone:
	}
}

// Open opens the record of an earlier process. ErrBusy says that another one has it.
func Open(dir string) (*Layer, error) {
	l := &Layer{dir: dir, at: func() {}}
	var err error
	l.file, _, err = journal.OpenWriter(path.Join(dir, journalName), journal.Limits{}, func(p sexp.Plist) error {
		var r record
		if err := journal.Decode(p, r.form); err != nil {
			return err
		}
		l.take(r)
		return nil
	})
	if errors.Is(err, journal.ErrBusy) {
		err = fmt.Errorf("%w: %w", ErrBusy, err)
	}
	if err != nil {
		return nil, err
	}
	if err := l.check(); err != nil {
		return nil, errors.Join(fmt.Errorf("the record %s: %w", dir, err), l.Close())
	}
	return l, nil
}

func (l *Layer) check() error {
	bad := l.state != stateOpen && len(l.since) != len(l.trees)
	for _, s := range l.steps {
		bad = bad || s.tree < 0 || s.tree >= len(l.trees)
	}
	if bad {
		return errors.New("it does not fit together")
	}
	return nil
}

func encodeTree(t tree) sexp.Value {
	masks := make([]sexp.Value, 0, len(t.masks))
	for _, m := range t.masks {
		name := sexp.Value(journal.Text(m.Path))
		if m.Absent {
			name = sexp.NewList(name)
		}
		masks = append(masks, name)
	}
	return sexp.NewList(journal.Text(t.dir), journal.Text(t.data), journal.Text(t.mask), sexp.NewList(masks...))
}

func decodeTree(v sexp.Value) (t tree, err error) {
	r := reader{v: v}
	t.dir, t.data, t.mask = r.text(), r.text(), r.text()
	masks := r.list()
	for range masks.rest() {
		m := Mask{}
		if text, ok := journal.ParseText(masks.peek()); ok {
			m.Path, _ = text, masks.next()
		} else {
			inner := masks.list()
			m.Path, m.Absent = inner.text(), true
		}
		t.masks = append(t.masks, m)
	}
	return t, r.err()
}

func encodeStep(s step) sexp.Value {
	strip := make([]sexp.Value, 0, len(s.strip))
	for _, name := range s.strip {
		strip = append(strip, journal.Text(name))
	}
	return sexp.NewList(sexp.Int(s.op), sexp.Int(s.tree), journal.Text(s.path), journal.Text(s.from), sexp.Int(s.slot),
		encodeIdent(s.ours), encodeIdent(s.theirs), sexp.NewList(strip...), journal.Text(s.why))
}

func decodeStep(v sexp.Value) (s step, err error) {
	r := reader{v: v}
	s.op, s.tree, s.path, s.from, s.slot = op(r.int()), int(r.int()), r.text(), r.text(), int(r.int())
	s.ours, s.theirs = r.ident(), r.ident()
	strip := r.list()
	for range strip.rest() {
		s.strip = append(s.strip, strip.text())
	}
	s.why = r.text()
	if r.err() == nil && s.op > opDir {
		r.bad = true
	}
	return s, r.err()
}

func encodeIdent(i ident) sexp.Value {
	if i.Ino == 0 {
		return sexp.NewList()
	}
	return sexp.NewList(sexp.Int(i.Dev), sexp.Int(i.Ino), sexp.Int(i.Mode), sexp.Int(i.UID), sexp.Int(i.GID),
		sexp.Int(i.Size), sexp.Int(i.Mtime))
}

func decodeInt(v sexp.Value) (int64, error) {
	n, ok := v.(sexp.Int)
	if !ok {
		return 0, fmt.Errorf("%.40q is no number", sexp.Print(v))
	}
	return int64(n), nil
}

// reader reads the elements of a list one after the other; what does not fit makes it bad.
type reader struct {
	v     sexp.Value
	at    int
	bad   bool
	outer *reader
}

func (r *reader) rest() int {
	list, _ := sexp.AsList(r.v)
	return list.Len() - r.at
}

func (r *reader) peek() sexp.Value {
	list, _ := sexp.AsList(r.v)
	if r.at >= list.Len() {
		r.fail()
		return sexp.Int(0)
	}
	return list.At(r.at)
}

func (r *reader) next() sexp.Value {
	v := r.peek()
	r.at++
	return v
}

func (r *reader) fail() {
	for ; r != nil; r = r.outer {
		r.bad = true
	}
}

func (r *reader) int() int64 {
	n, err := decodeInt(r.next())
	if err != nil {
		r.fail()
	}
	return n
}

func (r *reader) text() string {
	s, ok := journal.ParseText(r.next())
	if !ok {
		r.fail()
	}
	return s
}

func (r *reader) list() *reader {
	v := r.next()
	if _, ok := sexp.AsList(v); !ok {
		r.fail()
	}
	return &reader{v: v, outer: r}
}

func (r *reader) ident() ident {
	l := r.list()
	if l.rest() == 0 {
		return ident{}
	}
	return ident{Dev: uint64(l.int()), Ino: uint64(l.int()), Mode: uint32(l.int()), UID: uint32(l.int()),
		GID: uint32(l.int()), Size: l.int(), Mtime: l.int()}
}

func (r *reader) err() error {
	if r.bad || r.rest() != 0 {
		return fmt.Errorf("%.80q does not fit", sexp.Print(r.v))
	}
	return nil
}

// firstTrees is a visitor that finds where the data of a layer are.
func firstTrees(data *[]string) func(sexp.Plist) error {
	return func(p sexp.Plist) error {
		var r record
		if err := journal.Decode(p, r.form); err != nil {
			return err
		}
		for _, t := range r.trees {
			*data = append(*data, t.data)
		}
		return nil
	}
}
