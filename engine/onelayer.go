package engine

import (
	"context"
	"errors"
)

// inOneLayer makes calls of a reply in one layer, so that a person is asked once about what all of them did: the first,
// which is tried, and those after it that may join its layer. shared is false where nothing was done: the first call is
// none that is tried, or nothing may join it.
func (r *runState) inOneLayer(ctx context.Context, t thought, rest []proposal) (all []became, shared bool, err error) {
	if len(rest) < 2 || !rest[0].joins() || !rest[1].joins() || rest[0].allow || t.disputed != "" || r.loop.DryRun {
		return nil, false, nil
	}
	p := rest[0]
	v := r.judge(p.action)
	if v.Decision != Try || len(v.Effects.Connects) > 0 || r.known(v) {
		return nil, false, nil
	}
	r.tellVerdict(ctx, v, false)
	c, err := r.begin(ctx, v, Answer{})
	if err != nil {
		return nil, false, err
	}
	result, err := r.perform(ctx, c)
	held := result.Held
	if err != nil || held == nil || !asksOf(r.loop, c, held) {
		came, err := r.settled(ctx, p, c, result, err)
		again := errors.Is(err, ErrNoLayer) || errors.Is(err, errVoid)
		if again {
			came, err = r.settle(ctx, t, p)
		}
		return []became{came}, true, err
	}
	result.Held = nil
	deeds := []deed{{p, c, result, changedIn(held)}}
	for _, p := range rest[1:] {
		next, lost, joined := r.join(ctx, p, held)
		if !joined {
			break
		}
		if err, held = lost, next.result.Held; held != nil {
			next.owns = changedIn(held)
		}
		next.result.Held = nil
		if deeds = append(deeds, next); held == nil { // nothing is left of what they did
			break
		}
	}
	all, err = r.concludeAll(ctx, deeds, held, err)
	return all, true, err
}

// joins reports whether a call could be made in the layer of another.
func (p proposal) joins() bool {
	return p.live() && p.action.Command() != "" && len(p.begun.Within) == 0
}

// asksOf reports whether a person has to be asked about what an action did.
func asksOf(l *Loop, c Cleared, held Held) bool {
	for _, d := range l.Review(c.Verdict(), c.Valid(), held.Changes()) {
		if d.Asks() {
			return true
		}
	}
	return false
}

// changedIn are the paths that were changed in a layer.
func changedIn(held Held) map[string]bool {
	out := map[string]bool{}
	for _, c := range held.Changes() {
		out[c.Path.Name] = true
	}
	return out
}

// join makes a call in the layer of those before it, if nothing that it does could leave that layer. A call that could
// not be made there is made after the question. lost says why nothing of the layer is left.
func (r *runState) join(ctx context.Context, p proposal, held Held) (next deed, lost error, joined bool) {
	if ctx.Err() != nil || !p.joins() {
		return next, nil, false
	}
	v := r.judge(p.action)
	if v.Decision != Try && v.Decision != Allow || len(v.Effects.Connects)+len(v.Effects.Sockets) > 0 || r.known(v) {
		return next, nil, false
	}
	r.tellVerdict(ctx, v, false)
	c, err := r.begin(ctx, v, Answer{})
	if err != nil {
		return next, nil, false
	}
	c.layer = held
	result, err := r.perform(ctx, c)
	switch held := result.Held; {
	case errors.Is(err, ErrNoLayer):
		return next, nil, false
	case err != nil && held == nil:
		lost = err
	case err != nil: // it failed alone: what the others did is still there
		result = failedWith(ctx, c, err, result)
		result.Held = held
	}
	return deed{proposal: p, c: c, result: result}, lost, true
}

// concludeAll decides about what the calls did, and reports what came of each. With an error nothing of it is left.
func (r *runState) concludeAll(ctx context.Context, deeds []deed, held Held, err error) ([]became, error) {
	var after *Answer
	if held != nil && err == nil {
		after, err = r.conclude(ctx, held, deeds)
	}
	var out []became
	var failed error
	for i, d := range deeds {
		result, by := d.result, after
		switch {
		case err != nil:
			result = failedWith(ctx, d.c, err, result)
		case i > 0 && after != nil && after.Kind == AnswerSuspend:
			came := d.not("It waits for a person's approval, together with the calls before it, and was not done.")
			came.waits = true
			out = append(out, came)
			continue
		case after != nil && !after.Approves() && !d.c.Trial():
			result.Text += "\n[pp ran it in the same layer as the calls before it. Their changes were denied, so pp discarded " +
				"its changes too]"
			result.Withheld = nil
		}
		came, ferr := r.finish(ctx, d.proposal, d.c, result, by, err)
		if out = append(out, came); failed == nil {
			failed = ferr
		}
	}
	if after != nil && after.Kind == AnswerSuspend {
		waits := &r.out.Pending[len(r.out.Pending)-1]
		for _, d := range deeds[1:] {
			waits.Also = append(waits.Also, d.c.Action())
			waits.Did += len(d.result.Withheld)
		}
	}
	return out, failed
}

// failedWith is the result of an action that ended with an error.
func failedWith(ctx context.Context, c Cleared, err error, done Result) Result {
	return Result{Text: "ERROR [" + c.Action().Tool() + "]: " + err.Error(), Error: err.Error(), Failed: true,
		Interrupted: ctx.Err() != nil, Duration: done.Duration}
}
