package setup

import (
	"slices"
	"sync"

	"pp/engine"
)

// flows remembers what this session has read that must not leave unasked:
// untrusted text from outside, and anything secret. It is safe for concurrent
// use.
type flows struct {
	mu   sync.Mutex
	read []engine.Flow
}

// add takes note of flows, and returns those that are new.
func (f *flows) add(more ...engine.Flow) []engine.Flow {
	f.mu.Lock()
	defer f.mu.Unlock()
	var fresh []engine.Flow
	for _, flow := range more {
		if !slices.ContainsFunc(f.read, func(g engine.Flow) bool {
			return g.Subject == flow.Subject && g.Secret == flow.Secret
		}) {
			f.read = append(f.read, flow)
			fresh = append(fresh, flow)
		}
	}
	return fresh
}

func (f *flows) list() []engine.Flow {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.read)
}

// readBy is what a cleared action read: what the actuator says it was, and every file
// outside the workspace.
func readBy(c engine.Cleared, r engine.Result, turn int) []engine.Flow {
	var seen []engine.Flow
	for _, flow := range r.Flows {
		flow.Turn = turn
		seen = append(seen, flow)
	}
	return append(seen, readOutside(c.Verdict(), turn)...)
}

// readOutside is what a verdict's action reads that is not of the workspace.
func readOutside(v engine.Verdict, turn int) (out []engine.Flow) {
	for _, p := range v.Effects.Reads {
		if _, in := v.Workspace.Contains(p.Name); !in {
			out = append(out, engine.Flow{Subject: p.Name, Turn: turn})
		}
	}
	for _, e := range v.Effects.Connects {
		out = append(out, engine.Flow{Subject: e.Host, Turn: turn})
	}
	return out
}
