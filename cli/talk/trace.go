package talk

import (
	"context"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/engine"
)

// watch remembers the last verdict for /trace.
func (c *conversation) watch(next func(engine.Event)) func(engine.Event) {
	return func(e engine.Event) {
		if j, ok := e.(engine.Judged); ok && (j.Final || j.Verdict.Decision == engine.Deny) {
			c.verdict, c.judged = j.Verdict, true
		}
		if r, ok := e.(engine.Rejected); ok && c.typed != "" && r.Denial.Action == c.typed {
			r.Last = true // a model goes on, but who typed it has to know
			e = r
		}
		next(e)
	}
}

// trace shows the last verdict, or says how much of each is shown from now on.
func (c *conversation) trace(_ context.Context, words []string) error {
	styles := map[string]output.TraceStyle{"off": output.TraceOff, "on": output.TraceLine, "full": output.TraceFull}
	if len(words) > 0 {
		style, ok := styles[words[0]]
		if !ok || len(words) > 1 {
			return exit.UsageError("write /trace off, /trace on or /trace full", "/trace cannot do that")
		}
		c.App.Out.Trace = style
		return nil
	}
	if !c.judged {
		return c.App.Out.Print("nothing was judged yet\n")
	}
	c.App.Out.PrintTrace(c.verdict)
	return nil
}
