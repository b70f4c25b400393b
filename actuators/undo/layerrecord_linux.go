package undo

import (
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"pp/engine/store"
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
	changed      int64    // when theirs was changed last, in nanoseconds; 0 if it is not known
}

// layerRecord is one record of the journal; only what its state needs is there.
type layerRecord struct {
	state state
	trees []tree
	text  string // what marks a mask, why it failed, or what was put back
	times []int64
	steps []step
	notes []note
}

// note is what is to be said of a step.
type note struct {
	step int
	why  string
}

func notes(of map[int]string) (out []note) {
	for n, why := range of {
		out = append(out, note{n, why})
	}
	return out
}

func noted(list []note) map[int]string {
	out := make(map[int]string, len(list))
	for _, n := range list {
		out[n.step] = n.why
	}
	return out
}

const maxSteps = 2000 // in one record

func (r *layerRecord) form(f *store.Fields) {
	f.Format("LAYER", 1, "a layer's record")
	store.Keyword(f, "STATE", &r.state, stateOpen, stateReady, stateKept, stateSteps, stateTaking, stateTaken, stateBack,
		stateFailed, stateUndoing, stateUndone)
	f.OptionalText("TEXT", &r.text)
	switch r.state {
	case stateOpen:
		lines(f, "TREES", &r.trees, printTree, parseTree)
	case stateReady, stateTaken:
		lines(f, "TIMES", &r.times, func(n int64) string { return strconv.FormatInt(n, 10) },
			func(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) })
	case stateSteps, stateUndoing:
		lines(f, "STEPS", &r.steps, printStep, parseStep)
	case stateKept, stateTaking, stateBack, stateFailed, stateUndone:
	}
	if r.state != stateTaken && r.state != stateUndoing {
		return
	}
	lines(f, "NOTES", &r.notes, func(n note) string { return fmt.Sprintf("%d %q", n.step, n.why) },
		func(s string) (n note, err error) { _, err = fmt.Sscanf(s, "%d %q", &n.step, &n.why); return n, err })
}

// append writes a layerRecord, and takes it up.
func (l *Layer) append(r layerRecord) error {
	if err := l.file.Append(store.Encode(r.form), false); err != nil {
		return fmt.Errorf("the journal of a layer: %w", err)
	}
	l.take(r)
	return nil
}

func (l *Layer) take(r layerRecord) {
	l.state = r.state
	switch r.state {
	case stateOpen:
		l.trees, l.mark = r.trees, r.text
	case stateReady:
		l.since = r.times
	case stateSteps:
		l.steps = append(l.steps, r.steps...)
	case stateTaken:
		l.taken, l.skipped = r.times, noted(r.notes)
	case stateUndoing:
		l.left = noted(r.notes)
		for _, s := range r.steps {
			for i := range l.steps {
				if o := &l.steps[i]; o.op == s.op && o.tree == s.tree && o.path == s.path {
					*o = s
				}
			}
		}
	case stateKept:
		l.steps, l.kept = nil, true
	case stateUndone:
		l.takePutBack(r.text)
	case stateTaking, stateBack, stateFailed:
	}
}

// Open opens the record of an earlier process. ErrBusy says that another one has it.
func OpenLayer(dir string) (*Layer, error) {
	l := &Layer{dir: dir, at: func() {}}
	var err error
	l.file, _, err = store.OpenJournal(path.Join(dir, journalName), store.Limits{}, l.read)
	if errors.Is(err, store.ErrBusy) {
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

// read takes up a record as it stands in the journal.
func (l *Layer) read(p sexp.Plist) error {
	var r layerRecord
	if err := store.Decode(p, r.form); err != nil {
		return err
	}
	l.take(r)
	return nil
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

// lines is a field of texts, each of which holds one item.
func lines[T any](f *store.Fields, key string, v *[]T, print func(T) string, parse func(string) (T, error)) {
	encode := func(item T) sexp.Value { return store.Text(print(item)) }
	store.List(f, key, v, encode, func(v sexp.Value) (item T, err error) {
		text, ok := store.ParseText(v)
		if ok {
			item, err = parse(text)
		}
		if !ok || err != nil {
			err = fmt.Errorf("%.80q does not fit", sexp.Print(v))
		}
		return item, err
	})
}

// A tree is its directories and masks, each but the first with a letter before it.
func printTree(t tree) string {
	out := t.dir + "\x00d" + t.data + "\x00m" + t.mask
	for _, m := range t.masks {
		kind := "\x00e"
		switch {
		case m.Absent:
			kind = "\x00a"
		case m.Held:
			kind = "\x00h"
		}
		out += kind + m.Path
	}
	return out
}

func parseTree(text string) (t tree, err error) {
	for i, part := range strings.Split(text, "\x00") {
		switch {
		case i == 0:
			t.dir = part
		case part == "":
			return t, ErrState
		case part[0] == 'd':
			t.data = part[1:]
		case part[0] == 'm':
			t.mask = part[1:]
		default:
			t.masks = append(t.masks, Mask{part[1:], part[0] == 'a', part[0] == 'h'})
		}
	}
	return t, nil
}

const (
	identForm = "%d %d %d %d %d %d %d"
	stepForm  = "%d %d %d %q %q %q %q " + identForm + " " + identForm + " %d"
)

func printStep(s step) string {
	a, b := s.ours, s.theirs
	return fmt.Sprintf(stepForm, uint8(s.op), s.tree, s.slot, s.path, s.from, s.why, strings.Join(s.strip, "\x00"),
		a.Dev, a.Ino, a.Mode, a.UID, a.GID, a.Size, a.Mtime, b.Dev, b.Ino, b.Mode, b.UID, b.GID, b.Size, b.Mtime, s.changed)
}

func parseStep(text string) (s step, err error) {
	a, b, strip := &s.ours, &s.theirs, ""
	n, err := fmt.Sscanf(text, stepForm, (*uint8)(&s.op), &s.tree, &s.slot, &s.path, &s.from, &s.why, &strip,
		&a.Dev, &a.Ino, &a.Mode, &a.UID, &a.GID, &a.Size, &a.Mtime, &b.Dev, &b.Ino, &b.Mode, &b.UID, &b.GID,
		&b.Size, &b.Mtime, &s.changed)
	err = scanned(n, 7+7+7+1, err)
	if strip != "" {
		s.strip = strings.Split(strip, "\x00")
	}
	if err == nil && s.op > opDir {
		err = ErrState
	}
	return s, err
}
