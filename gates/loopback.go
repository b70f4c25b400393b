package gates

import (
	"slices"

	"pp/engine"
	"pp/engine/effect"
)

// keepLoopback moves to Loopback what a command connects to and serves, if all of it is in the network of its
// conversation: pp confines the command, it needs no other network, and no program of the machine has a port that it
// connects to. A port of the machine stays a connection, which needs the machine's network and asks.
func keepLoopback(a engine.Action, e effect.Effects, f engine.Facts) effect.Effects {
	all := slices.Concat(e.Connects, e.Listens)
	if len(all) == 0 || f.Listening == nil || !f.Confinement.Confined() || a.Command() == "" || len(e.Sockets) > 0 {
		return e
	}
	for _, c := range e.Connects {
		if !c.Loopback() || c.Port == 0 || c.Odd != "" {
			return e
		}
		if isOpen, err := f.Listening(c.Port); err != nil || isOpen {
			return e
		}
	}
	e.Connects, e.Listens, e.Loopback = nil, nil, all
	return e
}
