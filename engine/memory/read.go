package memory

import (
	"fmt"
	"slices"
)

// look calls f with the journal as it is now, and again where it was written anew
// meanwhile and what f was reading is gone.
func (s *Store) look(f func(v view) error) error {
	for tries := 0; ; tries++ {
		s.mu.Lock()
		err := s.refresh()
		name, v := s.name, view{}
		if err == nil {
			v = s.view()
		}
		s.mu.Unlock()
		if err != nil {
			return fmt.Errorf("reading memory: %w", err)
		}
		if err = f(v); err == nil {
			return nil
		}
		if now, cerr := s.current(); cerr != nil || now == name || tries == 3 {
			return err
		}
	}
}

// Get gives the current version of an object: ErrNoObject when there is none.
func (s *Store) Get(id string) (o Object, err error) {
	err = s.look(func(v view) error {
		now, ok := v.now()[digest(id)]
		if !ok {
			return fmt.Errorf("%.80q: %w", id, ErrNoObject)
		}
		o, err = v.object(now)
		return err
	})
	return o, err
}

func (v view) object(i int) (Object, error) {
	var files segments
	defer files.close()
	r, err := files.record(v.gen, v.rows[i])
	return r.object, err
}

// Version is one version of an object, and how it came about.
type Version struct {
	Object
	By     Author
	Number int64 // of its record
	Shown  bool  // it was shown to a model, and is no version of the store's own
	Taken  bool  // a rollback took it back
}

// History gives the versions of an object, the oldest first: ErrNoObject when there is
// none.
func (s *Store) History(id string) (out []Version, err error) {
	err = s.look(func(v view) error {
		var files segments
		defer files.close()
		out = nil
		for i, w := range v.rows {
			if w.id != digest(id) || !w.ofObject() {
				continue
			}
			r, err := files.record(v.gen, w)
			if err != nil {
				return err
			}
			out = append(out, Version{r.object, r.by, r.number, w.kind == kindShown, v.taken[i]})
		}
		if len(out) == 0 {
			return fmt.Errorf("%.80q: %w", id, ErrNoObject)
		}
		return nil
	})
	return out, err
}

// All gives the current version of every object in reach, in the order in which they were
// kept, until visit reports false. Where another process forgets something meanwhile, it
// may be an error although nothing is wrong.
func (s *Store) All(reach Reach, visit func(Object) bool) error {
	return s.each(reach, func(r record) bool { return visit(r.object) })
}

// Stamp tells one version of an object from all others.
type Stamp [32]byte

// StampOf is the stamp of the version with a hash.
func StampOf(id string, h Hash) (s Stamp) {
	d := digest(id)
	copy(s[copy(s[:], d[:]):], h[:])
	return s
}

// Changed gives the current version of each object that is not known by its stamp, in the order in which they were
// kept, until visit reports false. It asks of all before it reads one, and says how many were not given.
func (s *Store) Changed(known func(Stamp) bool, visit func(Object) bool) (left int, err error) {
	err = s.look(func(v view) error {
		var list []int
		for _, i := range v.current() {
			var at Stamp
			copy(at[copy(at[:], v.rows[i].id[:]):], v.rows[i].hash[:])
			if !known(at) {
				list = append(list, i)
			}
		}
		var files segments
		defer files.close()
		for left = len(list); left > 0; left-- {
			r, err := files.record(v.gen, v.rows[list[len(list)-left]])
			if err != nil {
				return err
			}
			if !visit(r.object) {
				left--
				return nil
			}
		}
		return nil
	})
	return left, err
}

func (s *Store) each(reach Reach, visit func(record) bool) error {
	var failed error
	err := s.look(func(v view) error {
		visited := false
		err := v.each(reach, func(r record) bool { visited = true; return visit(r) })
		if visited { // what was given is not given again
			failed, err = err, nil
		}
		return err
	})
	if err == nil {
		err = failed
	}
	return err
}

func (v view) each(reach Reach, visit func(record) bool) error {
	var files segments
	defer files.close()
	within := reach.words()
	for _, i := range v.current() {
		if w := v.rows[i]; !reach.All && !slices.Contains(within, w.scope) {
			continue
		}
		r, err := files.record(v.gen, v.rows[i])
		if err != nil {
			return err
		}
		if reach.Holds(r.object.Scope) && !visit(r) {
			return nil
		}
	}
	return nil
}

// words are the scopes in reach as rows have them.
func (r Reach) words() []uint64 {
	out := []uint64{word(Scope{}.String())}
	for _, s := range []Scope{{ScopeWorkspace, r.Workspace}, {ScopeConversation, r.Conversation}} {
		if s.Name != "" {
			out = append(out, word(s.String()))
		}
	}
	return out
}
