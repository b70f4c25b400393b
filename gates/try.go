package gates

import (
	"slices"

	"pp/engine"
	"pp/engine/effect"
	"pp/gates/paths"
)

// tries reports whether a command that asks runs first, in a layer: the machine confines it, and everything that it
// asks about is gone when the layer is dropped.
func tries(v engine.Verdict) bool {
	f := v.Facts
	if v.Decision != engine.Ask || f.AskBefore || !f.Confinement.Layers || !f.Confinement.Confined() ||
		f.Confinement.Assumed || v.Action.Command() == "" || f.Workspace.Root == "" || leaves(v.Effects, f) {
		return false
	}
	cached := fetches(v.Effects)
	return !slices.ContainsFunc(v.Asks(), func(asks engine.Finding) bool {
		_, chosen := f.Rules[asks.Row]
		return chosen || asks.Floor || !stays(v.Effects, asks) && !(cached && fetched(asks))
	})
}

// shown are the rules of hazards whose harm is what somebody gets to see.
var shown = [...]string{"secret", "exfiltration", "environment-shown"}

// stays reports whether what a question is about is gone with the layer.
func stays(e effect.Effects, asks engine.Finding) bool {
	if asks.Row != "hazard-ask" {
		return builtIn()[asks.Row].Tried
	}
	if len(e.Connects) > 0 { // what it changes may be on the other side
		return false
	}
	return !slices.Contains(shown[:], asks.Effect.Subject) && !slices.ContainsFunc(e.Hazards, func(h effect.Hazard) bool {
		return h.Asks && h.Rule == asks.Effect.Subject && h.Span == asks.Effect.Span && !h.Stays
	})
}

// fetches reports whether a command needs no connection when a cache has what it wants: it is tried without a network
// first, and asked about once that failed.
func fetches(e effect.Effects) bool {
	named := func(c effect.Endpoint) bool { return c.Host != effect.AnyHost }
	return len(e.Connects) > 0 && len(e.Writes) > 0 && !slices.ContainsFunc(e.Connects, named)
}

// fetched reports whether a question is about what a command installs, or connects for.
func fetched(f engine.Finding) bool {
	return f.Effect.Kind == effect.KindConnect || f.Row == "hazard-ask" && f.Effect.Subject == "install"
}

// leaves reports whether an action may have an effect outside the workspace that nothing
// could drop.
func leaves(e effect.Effects, f engine.Facts) bool {
	if fetches(e) {
		e.Connects = nil
	}
	if len(e.Connects)+len(e.Listens)+len(e.Sockets)+len(e.Escalates)+len(e.Messages)+len(e.Calls) > 0 {
		return true
	}
	for i, list := range [...][]effect.Path{e.Writes, e.Deletes, e.Metadata} {
		for _, p := range list {
			_, inside := f.Workspace.Contains(p.Name)
			at := paths.Locate(p, f)
			if !inside && at.Area != paths.AreaSink && !(i == 0 && at.Cache) && !f.Scratch.Has(p.Name) {
				return true
			}
		}
	}
	return false
}
