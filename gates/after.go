package gates

import (
	"slices"

	"pp/engine"
	"pp/engine/effect"
	"pp/gates/paths"
)

// layeredHazards are the rules of asking hazards whose harm is in the workspace, and
// is gone with the layer.
var layeredHazards = [...]string{"acts", "history", "settings", "destruction"}

// layeredRows are the rules whose asking is about nothing but what is dropped with the layer.
var layeredRows = [...]string{"write-workspace", "write-temporary", "write-surface", "write-linked", "write-git-data",
	"git-index", "git-objects", "git-refs", "git-stash", "git-config", "git-worktrees", "git-modules", "git-tree",
	"write-anything", "write-manifest", "delete-workspace", "metadata-workspace",
	"run-unconfined", "run-build-unconfined",
	"run-unknown",
	"opaque"}

// when says when a person is asked what a verdict asks: afterwards where the command
// stays on this machine and in the workspace, and everything it asks about can be dropped
// with the layer that it is done in.
func when(v engine.Verdict) engine.When {
	f := v.Facts
	if v.Decision != engine.Ask || f.AskBefore || !f.Confinement.Layers || !f.Confinement.Confined() ||
		f.Confinement.Assumed || v.Action.Command() == "" || f.Workspace.Root == "" || leaves(v.Effects, f) {
		return engine.AskBefore
	}
	cached := fetches(v.Effects)
	for _, asks := range v.Asks() {
		if _, chosen := f.Rules[asks.Row]; chosen || asks.Floor || !layered(asks) && !(cached && fetched(asks)) {
			return engine.AskBefore
		}
	}
	return engine.AskAfter
}

func layered(f engine.Finding) bool {
	if f.Row == "hazard-ask" {
		return slices.Contains(layeredHazards[:], f.Effect.Subject)
	}
	return slices.Contains(layeredRows[:], f.Row)
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
	if len(e.Connects)+len(e.Listens)+len(e.Sockets)+len(e.Signals)+len(e.Escalates)+len(e.Messages)+len(e.Calls) > 0 {
		return true
	}
	for i, list := range [...][]effect.Path{e.Writes, e.Deletes, e.Metadata} {
		for _, p := range list {
			_, inside := f.Workspace.Contains(p.Name)
			if at := paths.Locate(p, f); !inside && at.Area != paths.AreaSink && !(i == 0 && at.Cache) {
				return true
			}
		}
	}
	return false
}
