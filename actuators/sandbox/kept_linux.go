package sandbox

import (
	"context"
	"errors"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"pp/actuators/undo"
	"pp/engine"
	"pp/engine/effect"
)

// Bounds of what commands leave running.
const (
	maxKept       = 8        // commands whose processes go on
	maxKeptTree   = 256      // processes of each
	maxKeptOutput = 16 << 10 // bytes of the output of each
	keptAfter     = 500 * time.Millisecond
)

// errCrowded says that a command left more running than may go on.
var errCrowded = errors.New("it left too many processes running")

// kept is what a command left running: its sandbox goes on, with mounts, processes and a layer of its own, in the
// network that later commands share.
type kept struct {
	Running
	running *running
	output  *engine.Excerpt // guarded by the pump
	layers  []*undo.Lasting
	stop    func()
	gone    chan struct{}
	told    bool // somebody knows that it ends
}

// keep has what a command left go on; it stands still until its layers were copied for what the command itself did. It
// returns its number, or why that is not possible; then it was ended.
func (s *Sandbox) keep(r *running, o order, c Command) (id int, err error) {
	watching, stop := context.WithCancel(context.Background())
	k := &kept{running: r, output: engine.NewExcerpt(maxKeptOutput), stop: stop, gone: make(chan struct{})}
	k.Command, k.Began = c.Argv[len(c.Argv)-1], s.opts.now()
	dir, err := k.keepLayers(o.Layers, path.Join(s.opts.ProbeDir, "running"))
	end := func() {
		r.end()
		_ = r.wait()
		stop()
		r.close()
		if c.release != nil {
			c.release()
		}
		if dir != nil {
			Discard(dir.Name())
			dir.Close()
		}
	}
	o.Limits.Memory /= 4
	u := newUsage(r.pid, o)
	if u.most = maxKeptTree; err == nil && u.crowded() {
		err = errCrowded
	}
	if err != nil {
		end()
		return 0, err
	}
	r.pump.turn(k.output)
	s.holding.Lock()
	s.ids++
	k.ID = s.ids
	s.kept = append(s.kept, k)
	s.holding.Unlock()
	over := make(chan status, 1)
	go u.watch(watching, over)
	go func() {
		select {
		case <-over:
			r.end()
		case <-watching.Done():
		}
	}()
	go func() {
		_ = r.wait()
		end()
		close(k.gone)
	}()
	_, _ = r.order.Write([]byte{1})
	return k.ID, nil
}

// keepLayers moves layers that go on to a directory that it makes, which goes with what was left running.
func (k *kept) keepLayers(layers []undo.Mount, base string) (*os.File, error) {
	dir, err := temporary(base)
	for i, m := range layers {
		to := ""
		if err == nil {
			to = path.Join(dir.Name(), strconv.Itoa(i))
			err = os.Mkdir(to, 0o700)
		}
		if err != nil {
			return dir, err
		}
		var layer *undo.Lasting
		layer, err = undo.Last(m, to)
		k.layers = append(k.layers, layer)
	}
	return dir, err
}

// mayKeep reports whether what a command starts may go on: it was approved nothing that only that command has, and
// what it changes is in layers.
func (s *Sandbox) mayKeep(spec Spec) bool {
	inPlace := func(g Grant) bool {
		return !slices.ContainsFunc(spec.Layers, func(m undo.Mount) bool { return effect.Within(g.Path, m.Target) })
	}
	return !slices.ContainsFunc(spec.Writable, inPlace) && s.opts.ProbeDir != "" && len(spec.Lent) == 0 &&
		!spec.Sockets && !spec.LentSocket && len(s.live()) < maxKept
}

// Running is what commands left running, and what of that has ended since it was last asked for.
func (s *Sandbox) Running() []Running {
	var out []Running
	for _, k := range s.live() {
		out = append(out, k.now())
	}
	s.holding.Lock()
	ended := s.ended
	s.ended = nil
	s.holding.Unlock()
	for _, k := range ended {
		r := k.now()
		r.Ended = true
		out = append(out, r)
	}
	return out
}

// now is what it is with what it wrote so far.
func (k *kept) now() Running {
	r := k.Running
	k.running.pump.mu.Lock()
	defer k.running.pump.mu.Unlock()
	head, gap, tail := k.output.Parts()
	if gap.Bytes > 0 {
		head = strings.TrimSuffix(head, "\n") + "\n[" + gap.String() + " left out]\n"
	}
	r.Output = head + tail
	return r
}

// live are those that have not ended. Of the others the last are kept for Running.
func (s *Sandbox) live() []*kept {
	s.holding.Lock()
	defer s.holding.Unlock()
	s.kept = slices.DeleteFunc(s.kept, func(k *kept) bool {
		select {
		case <-k.gone:
			if !k.told {
				s.ended = append(s.ended[max(0, len(s.ended)+1-maxKept):], k)
			}
			return true
		default:
			return false
		}
	})
	return slices.Clone(s.kept)
}

// End ends what a command left running. It reports whether there was something by that number.
func (s *Sandbox) End(id int) bool {
	for _, k := range s.live() {
		if k.ID == id {
			s.holding.Lock()
			k.told = true
			s.holding.Unlock()
			k.running.end()
			<-k.gone
			return true
		}
	}
	return false
}

// keep reports how the command ended while what it started goes on, as soon as pp has looked at what it did.
func (c *child) keep() error {
	_ = unix.Kill(-1, unix.SIGSTOP)
	st := c.status
	st.Kept, st.Opened, st.Attempts = true, c.empty.read(), c.attempts.seen()
	if c.order.Leaves {
		st.LeftDir, st.LeftEnv = readLeft("dir"), readLeft("env")
	}
	_ = c.reports.Encode(st)
	<-c.goOn
	_ = unix.Kill(-1, unix.SIGCONT)
	for {
		if _, err := unix.Wait4(-1, nil, 0, nil); err == unix.ECHILD {
			return nil
		}
	}
}
