package setup

import (
	"sync"
	"time"

	"pp/engine/effect"
	"pp/gates/paths"
)

// linkedLife is how long what is known of files by their other names is good for.
const linkedLife = time.Second

// linked tells whether a file with several names is secret, or pp's, by one of the
// others. It is safe for concurrent use.
func (s *Settings) linked() func(effect.Node) bool {
	var mu sync.Mutex
	var known map[effect.Node]paths.Place
	var until time.Time
	return func(n effect.Node) bool {
		mu.Lock()
		defer mu.Unlock()
		if now := s.System.Now(); known == nil || now.After(until) {
			known, until = paths.LinkedFiles(s.Facts(nil)), now.Add(linkedLife)
		}
		_, found := known[n]
		return found
	}
}
