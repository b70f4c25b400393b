package undo

import (
	"errors"
	"fmt"
	"os"
	"path"
	"slices"

	"golang.org/x/sys/unix"
)

// Take takes over the changes that keep chooses, which Changes gave, and makes the layer one
// that can be undone. It is called once. What somebody else changed stays, and is told. With an error
// nothing is taken over, unless the error says that it could not be taken back either; ErrBusy is
// of git's own locks, and leaves the layer as it was.
func (l *Layer) Take(changes Changes, keep func(*Change) bool) (Outcome, error) {
	if l.state != stateReady && l.state != stateKept {
		return Outcome{}, ErrState
	}
	p := l.plan(changes, keep)
	if err := l.makeAside(p.steps); err != nil {
		return Outcome{}, err
	}
	for begin := 0; begin < len(p.steps); begin += maxSteps {
		steps := p.steps[begin:min(len(p.steps), begin+maxSteps)]
		l.at()
		if err := l.append(layerRecord{state: stateSteps, steps: steps}); err != nil {
			return Outcome{}, err
		}
	}
	l.at()
	if err := l.append(layerRecord{state: stateTaking}); err != nil {
		return Outcome{}, err
	}
	if err := l.finish(); err != nil {
		return Outcome{}, err
	}
	out := p.out
	lost := map[string]bool{}
	for n, why := range l.skipped {
		s, t := l.steps[n], l.trees[l.steps[n].tree]
		if s.op == opDir || s.op == opLock {
			continue
		}
		lost[t.lower(s.path)] = true
		kept := Kept{Path: t.lower(s.path), Why: why}
		if s.op != opDrop && s.op != opMove {
			kept.Ours = t.upper(s.path)
		}
		out.Conflicts = append(out.Conflicts, kept)
	}
	out.Done = slices.DeleteFunc(out.Done, func(name string) bool { return lost[name] })
	return out, nil
}

// makeAside makes the places for what goes aside, and the files that will be git's locks, where nobody sees
// them yet, so that the journal can say which they are.
func (l *Layer) makeAside(steps []step) error {
	for i := range steps {
		s := &steps[i]
		if s.slot == 0 {
			continue
		}
		name := l.trees[s.tree].aside(s.slot)
		if err := os.Mkdir(path.Dir(name), 0o700); err != nil && !errors.Is(err, unix.EEXIST) {
			return err
		}
		if s.op != opLock {
			continue
		}
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			return err
		}
		var st unix.Stat_t
		if err := unix.Lstat(name, &st); err != nil {
			return err
		}
		s.ours = identOf(&st)
	}
	return nil
}

// finish does the steps that are not done yet, and says that all are. When one cannot be done
// all are taken back.
func (l *Layer) finish() error {
	r := newRunner(l)
	defer r.close()
	r.open()
	l.skipped = map[int]string{}
	locked := true
	for i := range l.steps {
		if locked && l.steps[i].op == opDir { // the times of directories come last
			locked = false
			r.unlock()
		}
		why, err := r.do(&l.steps[i])
		if err == nil && why == "" {
			continue
		}
		if err == nil && l.steps[i].op == opLock {
			err = fmt.Errorf("%w: %s: %s", ErrBusy, l.steps[i].path, why)
		}
		if err != nil {
			return l.takeBack(err)
		}
		l.skipped[i] = why
	}
	r.unlock()
	var times []int64
	for _, t := range l.trees {
		now, exact, err := stamp(t.work())
		if err != nil {
			return l.takeBack(err)
		}
		if !exact {
			now++ // else what was taken over just now would look changed
		}
		times = append(times, now)
	}
	l.at()
	return l.append(layerRecord{state: stateTaken, times: times, notes: notes(l.skipped)})
}

// takeBack undoes what of the steps is done, after one failed.
func (l *Layer) takeBack(cause error) error {
	l.at()
	if err := l.append(layerRecord{state: stateBack, text: cause.Error()}); err != nil {
		return errors.Join(cause, err)
	}
	r := newRunner(l)
	defer r.close()
	if err := r.reverse(nil); err != nil {
		return fmt.Errorf("%w; and taking back what was done: %w", cause, err)
	}
	l.at()
	err := errors.Join(cause, l.append(layerRecord{state: stateFailed, text: cause.Error()}))
	if errors.Is(cause, ErrBusy) {
		return errors.Join(err, l.append(layerRecord{state: stateKept}))
	}
	return err
}

// Undo puts back what taking over changed: all of it, or with ErrChanged nothing, and the outcome says
// which paths somebody changed since. Paths that were conflicts when taking over are left alone. What the layers of
// others put back since is not changed by that; they are given by their records.
func (l *Layer) Undo(others ...string) (Outcome, error) {
	if l.state != stateTaken {
		return Outcome{}, ErrState
	}
	l.learn(others)
	r := newRunner(l)
	defer r.close()
	left := map[int]string{}
	var out Outcome
	var renewed []step
	for i := range l.steps {
		s, was := &l.steps[i], l.steps[i].ours
		if _, ok := l.skipped[i]; ok {
			continue
		}
		why := r.changedSince(s)
		if s.ours != was {
			renewed = append(renewed, *s)
		}
		switch {
		case why != "" && s.op == opDir:
			left[i] = why
		case why != "":
			out.Conflicts = append(out.Conflicts, Kept{Path: l.trees[s.tree].lower(s.path), Why: why})
		case s.op != opPrune && s.op != opLock && s.op != opDir: // of a directory that stays only times are put back
			out.Done = append(out.Done, l.trees[s.tree].lower(s.path))
		}
	}
	if len(out.Conflicts) > 0 {
		out.Done = nil
		return out, fmt.Errorf("%s: %w", out.Conflicts[0].Path, ErrChanged)
	}
	l.at()
	if err := l.append(layerRecord{state: stateUndoing, notes: notes(left), steps: renewed}); err != nil {
		return Outcome{}, err
	}
	return out, l.undo()
}

// undo does what of the undoing is not done yet.
func (l *Layer) undo() error {
	r := newRunner(l)
	defer r.close()
	r.open()
	for i := range l.steps {
		if s := &l.steps[i]; s.op == opLock {
			if why, err := r.do(s); err != nil || why != "" {
				r.unlock()
				err = errors.Join(fmt.Errorf("%w: %s %s", ErrBusy, s.path, why), err)
				return errors.Join(err, l.append(layerRecord{state: stateTaken, times: l.taken,
					notes: notes(l.skipped)}))
			}
		}
	}
	if err := r.reverse(l.left); err != nil {
		return err
	}
	l.at()
	for _, text := range l.putBack() {
		if err := l.append(layerRecord{state: stateUndone, text: text}); err != nil {
			return err
		}
	}
	return nil
}
