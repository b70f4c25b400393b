package sandbox

import (
	"sync"
	"time"
)

// Sandbox makes specifications from cleared actions and runs commands under
// them. It is safe for concurrent use.
type Sandbox struct {
	opts   Options
	limits Limits
	tree   *tree
	tools  *tree // of programs and what they need, where no surface is looked for
	probed func() probe
	system func() []Mask

	layerable sync.Map // whether a layer can be mounted over a cache, by its path

	holding sync.Mutex
	held    *holder // of the network that commands share; nil before the first one
	kept    []*kept // what commands left running there
	ended   []*kept // what of that has ended, as long as nobody was told
	ids     int     // how many that were
	spare   *spare  // the child of the next command, if there is one
	spawned int     // commands

	sharedMu sync.Mutex
	shared   *shared // of the last command
}

// New returns a sandbox. It looks at nothing yet: the machine is probed when it
// is first asked about, so that pp pays nothing when no command runs.
func New(o Options) *Sandbox {
	s := &Sandbox{opts: o, limits: o.Limits.filled(physicalMemory()), tree: newTree(o.Secret, o.Surface),
		tools: newTree(o.Secret, nil)}
	if o.MayHold != nil && o.Private != nil {
		s.tree.mayHold, s.tree.private = o.MayHold, o.Private
	}
	s.probed = sync.OnceValue(s.probe)
	s.system = sync.OnceValue(s.systemSecrets)
	return s
}

// holder is that of the network that commands share.
func (s *Sandbox) holder(p probe) (*holder, error) {
	s.holding.Lock()
	defer s.holding.Unlock()
	if s.held != nil {
		return s.held, nil
	}
	h, err := newHolder(p)
	if err == nil {
		s.held = h
	}
	return h, err
}

// sharing reports whether commands share a network by now.
func (s *Sandbox) sharing() bool {
	s.holding.Lock()
	defer s.holding.Unlock()
	return s.held != nil
}

// Close ends the network that commands share, with all that still runs there, and the child of the next command.
func (s *Sandbox) Close() {
	s.dropSpare()
	s.closeHolder()
}

func (s *Sandbox) closeHolder() {
	s.holding.Lock()
	defer s.holding.Unlock()
	if s.held != nil {
		s.held.close()
		s.held = nil
	}
	for _, k := range s.kept {
		select {
		case <-k.gone:
		case <-time.After(keptEnds):
		}
	}
}

// keptEnds is how long the files of what is ended may take to be removed.
const keptEnds = 5 * time.Second
