package memory

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"pp/engine"
)

// Run is the store as one conversation writes to it. It implements engine.Memory: taking a
// mark touches nothing, and what is first written after one is written behind a snapshot,
// taken automatically. It is safe for concurrent use.
type Run struct {
	store *Store
	by    Author

	mu    sync.Mutex
	marks []int64 // the snapshot that is each mark's; 0 while nothing was written after it
}

var _ engine.Memory = (*Run)(nil)

// Run gives the store to a conversation.
func (s *Store) Run(by Author) *Run { return &Run{store: s, by: by} }

// Snapshot implements engine.Memory.
func (r *Run) Snapshot() (engine.Mark, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.marks = append(r.marks, 0)
	return engine.Mark(len(r.marks)), nil
}

// Put is Store.Put.
func (r *Run) Put(ctx context.Context, o Object) (Object, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var taken int64
	before := func(v view) []record {
		if len(r.marks) == 0 || r.marks[len(r.marks)-1] != 0 {
			return nil
		}
		taken = v.gen.number + 1
		return []record{{kind: kindSnapshot}}
	}
	o, err := r.store.put(ctx, r.by, o, before)
	if err != nil {
		return o, err
	}
	for i := len(r.marks) - 1; i >= 0 && r.marks[i] == 0; i-- {
		r.marks[i] = taken
	}
	return o, nil
}

// Rollback implements engine.Memory: it takes back what this conversation wrote after the
// mark, and writes nothing where that is nothing.
func (r *Run) Rollback(m engine.Mark) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m < 1 || m > engine.Mark(len(r.marks)) {
		return fmt.Errorf("there is no mark %d in memory", m)
	}
	to := r.marks[m-1]
	if to == 0 {
		return nil
	}
	if r.by.Session == "" {
		return errors.New("memory cannot be rolled back for a conversation without an ID")
	}
	_, err := r.store.Rollback(context.Background(), r.by, to, RollbackOptions{Session: r.by.Session})
	return err
}
