package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pp/engine/effect"
)

// act carries out what Reason decided and returns the feedback signal: the calls of a
// reply in their order, those that only read side by side.
func (r *runState) act(ctx context.Context, t thought) (Signal, bool, error) {
	switch p := t.signal.Payload.(type) {
	case Heartbeat, Interruption:
		return Signal{}, false, nil
	case Fault:
		if r.out.Err == nil {
			r.out.Err = p.Err
		}
		return Signal{}, false, nil
	case Input, Results, Form, Request:
	}
	if len(t.proposals) == 0 {
		return Signal{}, false, nil
	}
	r.replies++
	for i := range t.proposals {
		p := &t.proposals[i]
		p.action.Target = cmp.Or(p.action.Target, t.signal.Meta.Source)
		if p.call.Tool == "" && p.live() && !r.ends(p.action, p.call) {
			p.call = CallOf(p.action)
			p.call.ID = fmt.Sprintf("call_%d", len(r.turns())+i)
			t.said.Kept, p.call.Mark = r.thoughtsOf(p.call)
		}
	}
	if err := r.announce(t); err != nil {
		return Signal{}, false, err
	}
	var all []became
	for len(all) < len(t.proposals) {
		rest := t.proposals[len(all):]
		if ctx.Err() != nil && rest[0].call.Tool != "" {
			return Signal{}, false, r.leave(rest, context.Cause(ctx))
		}
		came, err := r.next(ctx, t, rest)
		all = append(all, came...)
		if kerr := r.keep(given(came)); kerr != nil && err == nil {
			err = kerr
		}
		if err != nil {
			return Signal{}, false, r.leave(rest[min(max(len(came), 1), len(rest)):], err)
		}
	}
	return r.feedback(t, all)
}

// thoughtsOf returns the reasoning that goes back to a provider with a call that it proposed before, such as one that a
// person approved later.
func (r *runState) thoughtsOf(call ToolCall) (kept Thoughts, mark string) {
	for _, t := range slices.Backward(r.turns()) {
		for _, c := range t.Calls {
			if c.Form == call.Form {
				return t.Kept, c.Mark
			}
		}
	}
	return Thoughts{}, ""
}

// leave notes the calls that are not begun any more, because of an error, which it returns.
func (r *runState) leave(rest []proposal, err error) error {
	results := make([]ToolResult, 0, len(rest))
	for _, p := range rest {
		if p.call.Tool != "" {
			result := p.not("It was not done: the run ended before it.").result
			result.Tool = p.call.Tool
			results = append(results, result)
		}
	}
	if kerr := r.keep(results); kerr != nil {
		return errors.Join(err, kerr)
	}
	return err
}

// became is what became of one proposal.
type became struct {
	result ToolResult
	back   bool   // the result goes back to the model
	made   bool   // the call was cleared and made
	waits  bool   // it waits for a person
	key    string // the action that was carried out and what came of it, to notice repetition
	did    Result // of a call that was made
	note   string // what else is to be said of it
}

// given are the results that go back.
func given(all []became) []ToolResult {
	var out []ToolResult
	for _, b := range all {
		if b.back {
			out = append(out, b.result)
		}
	}
	return out
}

// announce notes in the conversation what was said and is about to be done, before it
// is: whoever goes on with the conversation after a crash must know of it.
func (r *runState) announce(t thought) error {
	var calls []ToolCall
	for _, p := range t.proposals {
		if p.call.Tool != "" {
			calls = append(calls, p.call)
		}
	}
	if len(calls) == 0 {
		return nil
	}
	return r.note(Turn{Role: RoleAssistant, Origin: OriginAgent, Text: t.said.Text, Calls: calls, Kept: t.said.Kept})
}

// next takes as many proposals as can be carried out side by side, at least one.
func (r *runState) next(ctx context.Context, t thought, rest []proposal) ([]became, error) {
	p := rest[0]
	if !p.live() {
		r.deny(*p.denial, false)
		return []became{{result: p.denied(), back: true}}, nil
	}
	if len(p.begun.Within) > 0 {
		came, err := r.compositions.resume(ctx, t, p)
		return []became{came}, err
	}
	side := 0
	for side < len(rest) && side < sideBySide && rest[side].live() && rest[side].allow && rest[side].reads &&
		!r.ends(rest[side].action, rest[side].call) && !r.loop.composes(rest[side].action) &&
		!leaves(rest[side].action) {
		side++
	}
	if side > 1 && t.disputed == "" && !r.loop.DryRun {
		return r.together(ctx, t, rest[:side])
	}
	if came, shared, err := r.inOneLayer(ctx, t, rest); shared || err != nil {
		return came, err
	}
	came, err := r.settle(ctx, t, p)
	return []became{came}, err
}

// feedback returns the signal with the results of a reply's calls. They count as one turn. When all calls failed, the
// signal goes one level deeper; a success takes it back to the level where the run began.
func (r *runState) feedback(t thought, all []became) (Signal, bool, error) {
	s := t.signal
	results := Results{List: given(all)}
	if len(results.List) == 0 || slices.ContainsFunc(all, func(b became) bool { return b.waits }) {
		return Signal{}, false, nil
	}
	next := Signal{Meta: s.Meta, Depth: s.Depth, Turn: s.Turn, Payload: results}
	var keys []string
	for _, b := range all {
		if b.made {
			keys = append(keys, b.key)
		}
	}
	switch {
	case !results.failed():
		next.Depth = r.depth
	case len(keys) > 0:
		next.Depth++
	}
	if len(keys) > 0 && r.repeats.seen(strings.Join(keys, "\n")) >= r.limits.Repeats {
		return Signal{}, false, fmt.Errorf("%w: %s", ErrRepeat, results.List[0].Tool)
	}
	over, err := r.tally(&next, 1+r.compositions.inner)
	r.compositions.inner = 0
	return next, !over, err
}

// allTurns is an error once there were more turns than there may be.
func (r *runState) allTurns(turns int) error {
	if turns <= r.limits.Turns {
		return nil
	}
	return fmt.Errorf("%w (%d); raise it with --max-turns", ErrTurns, r.limits.Turns)
}

// settle judges, asks where needed, judges again, and carries out.
func (r *runState) settle(ctx context.Context, t thought, p proposal) (became, error) {
	a := p.action
	var approved *Verdict // the question a person said yes to
	var approval Answer
	noLayer := false // it could not be tried: the question comes before it
	for range r.limits.Attempts {
		v := contested(r.judge(a), t.disputed)
		same := approved != nil && v.SameQuestion(*approved)
		r.tellVerdict(ctx, v, same)
		switch {
		case r.loop.DryRun && r.loop.Tries && r.preview(ctx, v):
			return p.unreal(), nil
		case v.Decision == Allow, same:
			return r.carryOut(ctx, t, p, v, approval)
		case !v.Decision.Asks():
			return r.stopped(p, v), nil
		case r.loop.DryRun:
			r.out.Pending = append(r.out.Pending, pendingOf(v, Answer{}))
			return p.unreal(), nil
		case v.Decision == Try && !noLayer && !r.known(v) && !r.loop.composes(v.Action):
			came, err := r.carryOut(ctx, t, p, v, Answer{})
			noLayer = errors.Is(err, ErrNoLayer) || errors.Is(err, errOffline)
			if noLayer || errors.Is(err, errVoid) {
				continue
			}
			return came, err
		}
		answer, err := r.ask(ctx, Question{Verdict: v})
		if err != nil {
			return became{}, err
		}
		r.loop.record(ctx, approvalRecord(v, answer))
		switch answer.Kind {
		case AnswerOnce, AnswerSession, AnswerAlways:
			approved, approval = &v, answer
		case AnswerSuspend:
			return r.suspended(p, v, answer), nil
		case AnswerVoid:
			r.loop.watch(Noted{Text: "your answer does not count, so pp asks again: " + answer.Reason})
			approved = nil
		case AnswerModify, AnswerDeny:
			if answer.Kind == AnswerDeny || answer.Revised == nil {
				return r.refused(p, v, answer), nil
			}
			a, approved, p.changed = *answer.Revised, nil, true
		}
	}
	return became{}, errors.New("the question kept changing while it was being answered; nothing was done")
}

// stopped notes what the gates denied, and says so.
func (r *runState) stopped(p proposal, v Verdict) became {
	d := denialOf(v)
	// What a tool, a skill or an approval asks for nobody puts another in the place of.
	if p.inner || p.begun.Action.Op != nil {
		d.Stake = effect.StakeChange
	}
	r.deny(d, p.inner)
	return p.not("The gates denied it: " + RuleName(d.Gate, d.Rule) + ": " + p.reason(d))
}

// suspended notes what waits for a person, and tells the model so.
func (r *runState) suspended(p proposal, v Verdict, answer Answer) became {
	r.out.Pending = append(r.out.Pending, pendingOf(v, answer))
	came := p.not("It waits for a person's approval and was not done.")
	came.waits = true
	return came
}

// tellVerdict tells of a verdict, which was seen already when its question was asked.
func (r *runState) tellVerdict(ctx context.Context, v Verdict, seen bool) {
	if !seen {
		r.loop.watch(Judged{Verdict: v, Final: true})
	}
	r.loop.record(ctx, VerdictRecord(v, "act"))
	if v.Action.Command() != "" { // nothing else is confined, such as the answer after it
		r.out.Confinement = v.Confinement
	}
}

// known reports whether the approver has its answer already.
func (r *runState) known(v Verdict) bool {
	k, ok := r.loop.Approver.(Knowing)
	return ok && k.Knows(v)
}

// errUnanswered is what a run ends with when a question was left without an answer.
var errUnanswered = errors.New("asking for approval")

func (r *runState) ask(ctx context.Context, q Question) (Answer, error) {
	if r.loop.Approver == nil {
		return Answer{Kind: AnswerDeny, Absent: true}, nil
	}
	q.Within = r.compositions.underWay()
	answer, err := r.loop.Approver.Ask(ctx, q)
	if err != nil {
		return Answer{}, fmt.Errorf("%w: %w", errUnanswered, err)
	}
	return answer, nil
}

// refused reports a person's denial, or that no person was there.
func (r *runState) refused(p proposal, v Verdict, answer Answer) became {
	step, f := v.Decisive()
	d := Denial{Gate: step.Gate, Rule: f.Rule, Reason: f.Reason, Cause: f.Cause,
		Action: v.Action.Canonical(), ByPerson: true,
		Refused: !answer.Absent, essence: v.Action.Essence()}
	told := "The person denied it."
	if answer.Absent {
		told = "It needs a person's approval and no person is present, so it was denied; " +
			"nothing that asks will run. Asked by " +
			RuleName(step.Gate, f.Rule) + ": " + f.Reason
	} else if answer.Reason != "" {
		told = "The person denied it: " + answer.Reason
	}
	r.deny(d, false)
	return p.not(told)
}

// not is what goes back of a call that was not made, and why.
func (p proposal) not(why string) became {
	tool := p.action.Tool()
	return became{back: true, result: ToolResult{Call: p.call.ID, Tool: tool, Text: "ERROR [" + tool + "]: " + why,
		Failed: true, Denied: true}}
}

// unreal is what becomes of a call in a dry run, which ends with it.
func (p proposal) unreal() became {
	if p.call.Tool == "" {
		return became{}
	}
	came := p.not("It was not done: this is a dry run.")
	came.waits = true
	return came
}

// carryOut clears the action, records the intent, does, and records the result.
func (r *runState) carryOut(ctx context.Context, t thought, p proposal, v Verdict, answer Answer) (became, error) {
	c, err := r.begin(ctx, v, answer)
	if err != nil {
		return became{}, err
	}
	if r.loop.composes(c.Action()) {
		return r.compositions.perform(ctx, t, p, c)
	}
	if r.loop.DryRun {
		if m, ok := c.Action().Op.(Message); ok && c.Action().Target == r.loop.defaultTarget() {
			r.out.Answers = append(r.out.Answers, m.Text)
		} else {
			r.out.Unreal = append(r.out.Unreal, c.Action())
		}
		return p.unreal(), nil
	}
	result, err := r.perform(ctx, c)
	return r.settled(ctx, p, c, result, err)
}

// settled decides about what an action did, and reports what came of it.
func (r *runState) settled(ctx context.Context, p proposal, c Cleared, result Result, err error) (became, error) {
	result, after, err := r.decide(ctx, c, result, err)
	if denied := (*deniedNow)(nil); errors.As(err, &denied) {
		r.tellVerdict(ctx, denied.verdict, false)
		return r.stopped(p, denied.verdict), nil
	}
	if c.Trial() && (errors.Is(err, ErrNoLayer) || errors.Is(err, errVoid) || errors.Is(err, errOffline)) {
		return became{}, err
	}
	return r.finish(ctx, p, c, result, after, err)
}

// begin clears an action and records that it will be done.
func (r *runState) begin(ctx context.Context, v Verdict, answer Answer) (Cleared, error) {
	c, err := newCleared(v, answer)
	if trial := v.Decision.Asks() && !answer.Approves(); trial {
		c, err = newTrial(v)
	}
	if err != nil {
		return c, err
	}
	if r.loop.DryRun {
		r.correct(stake(r.occasion, c))
		return c, nil
	}
	intent := intentRecord(c)
	intent.Durable = !c.Effects().Harmless()
	if err := r.loop.record(ctx, intent); err != nil && intent.Durable {
		return c, fmt.Errorf("the action was not carried out, because its record could not be written: %w", err)
	}
	return c, nil
}

// finish records and reports what came of an action.
func (r *runState) finish(ctx context.Context, p proposal, c Cleared, result Result, after *Answer, err error) (became,
	error) {
	r.loop.record(ctx, resultRecord(c, result))
	if c.Trial() && after != nil && !after.Approves() { // nothing of it is there
		if after.Kind == AnswerSuspend {
			came := r.suspended(p, c.Verdict(), *after)
			waits := &r.out.Pending[len(r.out.Pending)-1]
			waits.Did, waits.Reason, waits.Failed = len(result.Withheld), result.Because, r.masked(result).Failure()
			return came, nil
		}
		return r.refused(p, c.Verdict(), Answer{Reason: after.Reason, Absent: after.Absent}), nil
	}
	r.loop.watch(Acted{Cleared: c, Result: result})
	r.report(p, c, result, err, after != nil && after.Approves())
	cut := err != nil && (ctx.Err() != nil || errors.Is(err, errUnanswered))
	if m, ok := c.Action().Op.(Message); r.ends(c.Action(), p.call) && !p.inner {
		if result.Failed && err == nil {
			err = errors.New(result.Text)
		}
		if ok && err == nil {
			err = r.note(Turn{Role: RoleAssistant, Origin: OriginAgent, Text: m.Text})
		}
		return became{}, err
	}
	came := became{back: true, made: true, key: c.Action().Essence() + "\x00" + strings.TrimSpace(result.Text),
		did: result}
	by := "The person"
	if i := c.Verdict().revised(); i >= 0 {
		by, p.changed = "The gate "+c.Verdict().Trace[i].Gate, true
	}
	if p.changed {
		came.note = by + " changed it before it was done, to " + c.Action().Canonical() + "\n"
	}
	for _, note := range p.notes {
		came.note = "[" + note + "]\n" + came.note
	}
	came.result = ToolResult{Call: p.call.ID, Tool: c.Action().Tool(), Text: came.note + result.Text,
		Failed: result.Failed, Memory: len(c.Effects().Recalls) > 0, Pictures: result.Pictures}
	if !cut {
		err = nil
	}
	return came, err
}

// perform hands a cleared action to its actuator.
func (r *runState) perform(ctx context.Context, c Cleared) (Result, error) {
	actuator, ok := r.loop.find(c.Action().Target)
	if !ok {
		return Result{}, fmt.Errorf("no actuator is registered for :%s", c.Action().Target)
	}
	start := r.loop.now()
	result, err := actuator.Do(ctx, c)
	result.Duration = cmp.Or(result.Duration, r.loop.now().Sub(start))
	return result, err
}

// decide is what of that which an action did in a layer becomes real; after is the answer
// to the question about it, nil when there was none. An error is a failed result too;
// that of an action that was cut off is the cause.
func (r *runState) decide(ctx context.Context, c Cleared, done Result, err error) (Result, *Answer, error) {
	var after *Answer
	if err == nil && c.Trial() && len(c.Effects().Connects) > 0 && !done.EndedWell() {
		r.loop.watch(Noted{Text: "it failed without a network: " + lastLine(r.masked(done).Error)})
		err = errOffline
		if done.Held != nil {
			err = dropped(done.Held, err)
		}
	}
	if held := done.Held; err == nil && held != nil {
		done.Held = nil
		deeds := []deed{{c: c, result: done}}
		after, err = r.conclude(ctx, held, deeds)
		done = deeds[0].result
	}
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		done = failedWith(ctx, c, err, done)
	}
	return done, after, err
}

// ends reports whether nothing comes back of an action: it is for a silent actuator, or an answer that
// was no call.
func (r *runState) ends(a Action, call ToolCall) bool {
	return r.loop.silent(a.Target) || a.Target.Messenger() && call.Tool == "" && answers(r.occasion, a)
}

func (l *Loop) silent(t Target) bool {
	if l.Silent == nil {
		return t == TargetCLI || t == TargetSystemMessage || t == TargetEmacs
	}
	return slices.Contains(l.Silent, t)
}

func (l *Loop) find(t Target) (Actuator, bool) {
	if l.Actuators == nil {
		return nil, false
	}
	return l.Actuators.Find(t)
}

func pendingOf(v Verdict, answer Answer) Pending {
	step, f := v.Decisive()
	return Pending{Token: answer.Token, Expires: answer.Expires, Action: v.Action,
		Reason: RuleName(step.Gate, f.Rule) + ": " + f.Reason}
}
