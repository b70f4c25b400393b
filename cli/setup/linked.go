package setup

import (
	"sync"
	"time"

	"pp/engine/effect"
	"pp/gates/paths"
)

// linkedLife is how long what is known of files by their other names is good for.
const linkedLife = time.Second

// linked tells whether a file with several names is secret, private or pp's, by one of
// the others. A name that tells of private parts is not enough: they are left out. It is safe for concurrent use.
func (s *Settings) linked() func(n effect.Node, name string) bool {
	var mu sync.Mutex
	var known map[effect.Node]paths.Place
	var until time.Time
	return func(n effect.Node, name string) bool {
		mu.Lock()
		defer mu.Unlock()
		if now := s.System.Now(); known == nil || now.After(until) {
			known, until = paths.LinkedFiles(s.Facts(nil)), now.Add(linkedLife)
		}
		is, found := known[n]
		return found && (is.Secret != paths.PrivatePart || !s.Private.MayHold(name))
	}
}
