package gates

import (
	"pp/engine/cause"
	"pp/engine/effect"
)

// calls applies the rules for the tools of servers outside of pp. What a server says of a tool can only make it ask.
func (j *judgement) calls() {
	for _, c := range j.c.Effects.Calls {
		e := effect.Effect{Kind: effect.KindCall, Subject: c.Address()}
		says := cause.Cause{Kind: cause.Calls, Name: c.Tool, Host: c.Server, Program: j.c.Action.Tool()}
		switch {
		case c.Destroys:
			j.add("call-destroys", e, says.Because(cause.CallDestroys))
		case !c.Granted:
			j.add("call-unknown", e, says.Because(cause.CallUnknown))
		case !j.c.Facts.Confinement.Confined():
			j.add("call-unknown", e, says.Because(cause.CallUnconfined))
		default:
			j.add("call-granted", e, says.Because(cause.CallGranted))
		}
	}
}
