package setup

import (
	"maps"
	"slices"
	"sync"

	"pp/engine"
	"pp/gates"
)

// maxEvaluated bounds the names that are remembered as evaluated.
const maxEvaluated = 10_000

// evaluated are the names of what was defined in this run by evaluating it. Its zero value
// has none. It is safe for concurrent use.
type evaluated struct {
	mu    sync.Mutex
	names map[string]bool
}

// note takes over what a form that was evaluated defines.
func (e *evaluated) note(ev engine.Acted) {
	op, ok := ev.Cleared.Action().Op.(engine.Eval)
	if !ok || ev.Result.Failed {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.names == nil {
		e.names = map[string]bool{}
	}
	for _, name := range gates.Definitions(op.Code) {
		if len(e.names) < maxEvaluated {
			e.names[name] = true
		}
	}
}

// list gives the names, sorted; it is never nil.
func (e *evaluated) list() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]string{}, slices.Sorted(maps.Keys(e.names))...)
}
