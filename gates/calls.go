package gates

import (
	"fmt"

	"pp/engine/effect"
)

// calls applies the rules for the tools of servers outside of pp. What a server says of a tool can only make it ask.
func (j *judgement) calls() {
	for _, c := range j.c.Effects.Calls {
		e := effect.Effect{Kind: effect.KindCall, Subject: c.Address()}
		says := fmt.Sprintf("Calls %s of the MCP server %s", quote(c.Tool), quote(c.Server))
		allow := fmt.Sprintf(" Allow it with the permission %q.", j.c.Action.Tool())
		switch {
		case c.Destroys:
			j.add("call-destroys", e, says+", which says itself that it destroys or overwrites something."+allow)
		case !c.Granted:
			j.add("call-unknown", e, says+", whose effects are not known: its entry grants none, or it is remote."+allow)
		case !j.c.Facts.Confinement.Confined():
			j.add("call-unknown", e, says+", and nothing holds the server to its effects on this machine."+allow)
		default:
			j.add("call-granted", e, says+", which its sandbox holds to the effects that are granted to it.")
		}
	}
}
