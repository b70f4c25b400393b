package setup

import (
	"slices"
	"sync"

	"pp/engine"
	"pp/engine/cause"
)

// attemptsInARow is after how many commands with attempts pp asks before the next one.
const attemptsInARow = 3

// Attempts counts the commands in a row that tried to reach what the sandbox keeps away. What a person saw in a
// question counts no more. It is safe for concurrent use.
type Attempts struct {
	mu    sync.Mutex
	row   int
	list  []cause.Cause        // of the row
	known map[cause.Cause]bool // that a person saw
}

// note counts a command that ran. One that only reads can reach nothing, and does not end a row.
func (a *Attempts) note(c engine.Cleared, r engine.Result) {
	if !c.Effects().Harmless() {
		a.tell(r.Attempts)
	}
}

// tell counts a command with its attempts.
func (a *Attempts) tell(list []cause.Cause) {
	a.mu.Lock()
	defer a.mu.Unlock()
	fresh := slices.DeleteFunc(slices.Clone(list), func(c cause.Cause) bool { return a.known[c] })
	if len(fresh) == 0 {
		a.row, a.list = 0, nil
		return
	}
	a.row++
	for _, c := range fresh {
		if !slices.Contains(a.list, c) {
			a.list = append(a.list, c)
		}
	}
}

// inARow are the attempts once there were enough commands with some in a row.
func (a *Attempts) inARow() []cause.Cause {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.row < attemptsInARow {
		return nil
	}
	return slices.Clone(a.list)
}

// Answered begins a new row: a person answered a question.
func (a *Attempts) Answered(q engine.Question) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known == nil {
		a.known = map[cause.Cause]bool{}
	}
	for _, c := range slices.Concat(q.Verdict.Facts.Attempts, q.Came.Attempts) {
		a.known[c] = true
	}
	a.row, a.list = 0, nil
}
