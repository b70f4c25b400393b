package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"pp/sexp"
)

// Composer knows the tools that are made of other tools. It must be safe for concurrent use.
type Composer interface {
	// Composes reports whether a tool is one of them.
	Composes(tool string) bool
	// Compose says what such a tool does next, after what its calls gave so far, the first call's
	// first. It depends on nothing else: asked again with the same, it says the same. An error
	// fails the tool.
	Compose(ctx context.Context, tool string, args sexp.Plist, results []Inner) (Next, error)
}

// Inner is a call that a composed tool made, and what it gave: data that nobody vouches for, like
// any tool's output. Secrets in it are masked.
type Inner struct {
	Tool    string
	Args    sexp.Plist
	Status  string // one of the InnerStatus constants; "" while there is none
	Content string
	Memory  bool // memory gave the content
}

// The statuses of an Inner.
const (
	InnerSuccess = "SUCCESS"
	InnerError   = "ERROR"  // it failed, or not all of it was done
	InnerDenied  = "DENIED" // it was not made
)

// Next is what a composed tool does next. Its zero value ends it with nothing to say.
type Next struct {
	Tool        string // to call; "" ends it
	Args        sexp.Plist
	Explanation string // of the call; "" says that the composed tool makes it
	Failed      bool   // it ends without having done what it is for
	Content     string // what it gives when it ends
}

// Composition is a call of a composed tool that is under way.
type Composition struct {
	Action  Action
	Asked   string  // Verdict.Question that a person said yes to; "" when none was asked
	Results []Inner // what its calls gave so far
	Called  Inner   // the call that it makes now, without what that gives
}

// Bounds of composed tools.
const (
	maxInner    = 20       // calls that one makes
	maxComposed = 3        // of them within each other
	maxContent  = 64 << 10 // bytes of what one gives
)

// composes reports whether an action is a call of a composed tool.
func (l *Loop) composes(a Action) bool {
	call, ok := a.Op.(Call)
	return ok && a.Target == TargetTool && l.Composer != nil && l.Composer.Composes(call.Tool)
}

// compositions are the calls of composed tools that a run makes.
type compositions struct {
	run    *runState
	within []*Composition // the calls that are under way, the outermost first
	inner  int            // calls that they made since the last signal
}

// underWay are the calls of composed tools that are under way, as they are now.
func (cs *compositions) underWay() []Composition {
	var out []Composition
	for _, m := range cs.within {
		now := *m
		now.Results = slices.Clone(m.Results)
		out = append(out, now)
	}
	return out
}

// resume takes up the call of a composed tool where it was suspended. It was cleared then, and
// is judged again: what is denied now, or asked about as it was not then, ends it.
func (cs *compositions) resume(ctx context.Context, t thought, p proposal) (became, error) {
	v := cs.run.judge(p.action)
	cs.run.tellVerdict(ctx, v, false)
	c, why := Cleared{verdict: v}, ""
	switch {
	case v.Decision != Allow && !v.Decision.Asks():
		return cs.run.stopped(p, v), nil
	case v.Decision.Asks() && v.Question() != p.begun.Within[0].Asked:
		why = "by now it needs a person's yes itself; call it again. What it waited for was not done."
	case !cs.run.loop.composes(v.Action):
		why = "there is no such tool any more. What it waited for was not done."
	}
	if why != "" {
		return cs.run.finish(ctx, p, c, unmade(v.Action.Tool(), why), nil, nil)
	}
	if v.Decision.Asks() {
		c.approval.Kind = AnswerOnce
	}
	return cs.perform(ctx, t, p, c)
}

// perform makes the call of a composed tool: each call that the tool makes is an action of its
// own. c goes to no actuator.
func (cs *compositions) perform(ctx context.Context, t thought, p proposal, c Cleared) (became, error) {
	m := &Composition{Action: c.Action(), Asked: c.Verdict().Question()}
	result, waits, err := unmade(c.Action().Tool(), fmt.Sprintf("it is called within %d others; at most %d tools made of "+
		"others can be within each other.", len(cs.within), maxComposed)), false, error(nil)
	if len(cs.within) < maxComposed {
		cs.within = append(cs.within, m)
		result, waits, err = cs.callAll(ctx, t, p.begun, m)
		cs.within = cs.within[:len(cs.within)-1]
	}
	if cs.run.loop.DryRun {
		return p.unreal(), err
	}
	if waits {
		came := p.not("A call that it made waits for a person's approval. It goes on from there once that is given.")
		came.waits = true
		return came, nil
	}
	if err != nil {
		result = unmade(c.Action().Tool(), err.Error())
	}
	came, _ := cs.run.finish(ctx, p, c, result, nil, err)
	came.result.Memory = slices.ContainsFunc(m.Results, func(i Inner) bool { return i.Memory })
	return came, err
}

// callAll makes the calls of a composed tool until it ends, or one of them waits. Those that were
// made before it was suspended are not made again.
func (cs *compositions) callAll(ctx context.Context, t thought, begun Request, m *Composition) (result Result,
	waits bool, err error) {
	var kept Composition
	if len(begun.Within) > 0 {
		kept = begun.Within[0]
	}
	tool := m.Action.Tool()
	var repeats repeatBreaker
	for {
		next, err := cs.next(ctx, m)
		if ctx.Err() != nil {
			return result, false, context.Cause(ctx)
		}
		if err != nil || next.Tool == "" {
			return ended(tool, next, err), false, nil
		}
		n := len(m.Results)
		m.Called = Inner{Tool: next.Tool, Args: next.Args}
		switch {
		case n == maxInner:
			return unmade(tool, fmt.Sprintf("it made %d calls and did not end.", n)), false, nil
		case n < len(kept.Results) && !m.Called.same(kept.Results[n]), begun.waitsAt(n) && !m.Called.same(kept.Called):
			return unmade(tool, "it is not what it was when it began, and cannot go on. Call it again."), false, nil
		case n < len(kept.Results):
			m.Results = append(m.Results, kept.Results[n])
			continue
		}
		came, err := cs.call(ctx, t, begun, m, next)
		if err != nil || came.waits {
			return result, came.waits, err
		}
		if came.made && repeats.seen(came.key) >= cs.run.limits.Repeats {
			return unmade(tool, fmt.Sprintf("it called %s %d times in a row with the same result.", next.Tool,
				cs.run.limits.Repeats)), false, nil
		}
		m.Results = append(m.Results, m.Called.gave(came, cs.run.loop.Redactor))
	}
}

// waitsAt reports whether the call with this number is the one that the action waits in.
func (r Request) waitsAt(n int) bool {
	return len(r.Within) > 0 && n == len(r.Within[0].Results)
}

// next asks what a composed tool does next.
func (cs *compositions) next(ctx context.Context, m *Composition) (next Next, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("unexpected failure: %v", p)
		}
	}()
	op, _ := m.Action.Op.(Call)
	return cs.run.loop.Composer.Compose(ctx, op.Tool, op.Args, slices.Clone(m.Results))
}

// call settles the next call of a composed tool, or the action that it was suspended in.
func (cs *compositions) call(ctx context.Context, t thought, begun Request, m *Composition, next Next) (became, error) {
	p, resumed := proposal{inner: true}, begun.waitsAt(len(m.Results))
	var err error
	switch {
	case resumed && len(begun.Within) > 1:
		p.begun = Request{Action: begun.Action, Within: begun.Within[1:]}
		p.action = p.begun.outermost()
	case resumed:
		p.action = begun.Action
	default:
		p.action, err = cs.run.loop.Decoder.inner(next, m.Action.Tool())
	}
	if err != nil {
		return became{made: true, did: unmade(next.Tool, err.Error())}, nil
	}
	p.call = ToolCall{Tool: p.action.Tool()}
	if err := cs.run.allTurns(t.signal.Turn + 1 + cs.inner); err != nil {
		return became{}, err
	}
	rec := unmodelled(proposalRecord(p.action))
	rec.Fields = rec.Fields.With("BY", text(m.Action.Tool()))
	cs.run.loop.record(ctx, rec)
	settle := cs.run.settle
	if len(p.begun.Within) > 0 {
		settle = cs.resume
	}
	came, err := settle(ctx, t, p)
	if came.made {
		cs.inner++
	}
	return came, err
}

// inner is the action that a call of a composed tool means.
func (d Decoder) inner(n Next, by string) (Action, error) {
	name := strings.ToLower(strings.TrimSpace(n.Tool))
	if spec, known := d.tool(name); d.Tools != nil && (!known || dashed(spec.Name) != dashed(name)) {
		return Action{}, protocolError(n.Tool, "There is no tool %q.", Clip(name, 40))
	}
	a := Action{Target: TargetTool, Explanation: "Called by the tool " + by + "."}
	if said := strings.TrimSpace(n.Explanation); said != "" {
		a.Explanation = "For " + by + ": " + said
	}
	return d.normalise(a, name, n.Args, n.Tool)
}

// same reports whether two calls are the same, whatever they gave.
func (i Inner) same(other Inner) bool {
	return i.Tool == other.Tool && sexp.Print(i.Args.Value()) == sexp.Print(other.Args.Value())
}

// gave is a call with what became of it.
func (i Inner) gave(came became, masks Redactor) Inner {
	did := came.did
	switch {
	case !came.made:
		i.Status, i.Content = InnerDenied, strings.TrimPrefix(came.result.Text, "ERROR ["+came.result.Tool+"]: ")
	case !did.EndedWell():
		i.Status, i.Content = InnerError, cmp.Or(did.Error, did.Text)
	case len(did.Withheld)+len(did.Conflicts) > 0:
		i.Status, i.Content = InnerError, did.Text
	default:
		i.Status, i.Content = InnerSuccess, did.content(came.result.Tool)
	}
	i.Content, i.Memory = Redact(masks, came.note+i.Content), came.result.Memory
	return i
}

// content is the text of a result without what says how it ended.
func (r Result) content(tool string) string {
	text, ok := strings.CutPrefix(r.Text, "TOOL ["+tool+"] RESULT: ")
	if !ok || r.Exit == nil {
		return text
	}
	reader := sexp.NewReader(text, sexp.Limits{})
	if _, err := reader.Next(); err != nil {
		return text
	}
	_, end := reader.Span()
	return strings.TrimPrefix(text[end:], "\n")
}

// ended is what a composed tool gives when it makes no more calls.
func ended(tool string, n Next, err error) Result {
	content := Clip(n.Content, maxContent)
	switch {
	case err != nil:
		return unmade(tool, Clip(err.Error(), maxContent))
	case n.Failed:
		return unmade(tool, content)
	case content == "":
		content = "TOOL [" + tool + "] RESULT: (:STATUS :SUCCESS)"
	}
	return Result{Text: content}
}

// unmade is the result of a tool that did not do what it is for.
func unmade(tool, why string) Result {
	return Result{Text: "ERROR [" + tool + "]: " + why, Error: why, Failed: true}
}
