package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// act carries out what Reason decided and returns the feedback signal.
func (r *runState) act(ctx context.Context, t thought) (Signal, bool, error) {
	s := t.signal
	switch p := s.Payload.(type) {
	case Heartbeat, Interruption:
		return Signal{}, false, nil
	case Fault:
		if r.out.Err == nil {
			r.out.Err = p.Err
		}
		return Signal{}, false, nil
	case Input, ToolResult, Form, Request:
	}
	if !t.has {
		return Signal{}, false, nil
	}
	if t.action.Target == "" {
		t.action.Target = s.Meta.Source
	}
	return r.settle(ctx, s, t)
}

// settle judges, asks where needed, judges again, and carries out.
func (r *runState) settle(ctx context.Context, s Signal, t thought) (Signal, bool, error) {
	a := t.action
	var approved *Verdict // the question a person said yes to
	var approval Answer
	noLayer := false // it could not be tried: the question comes before it
	for range r.limits.Attempts {
		v := contested(r.judge(a), t.disputed)
		same := approved != nil && v.SameQuestion(*approved)
		r.tellVerdict(ctx, v, same)
		switch {
		case r.DryRun && r.Tries && r.preview(ctx, v):
			return Signal{}, false, nil
		case v.Decision == Allow, same:
			return r.carryOut(ctx, s, t, v, approval)
		case v.Decision != Ask:
			d := denialOf(v)
			r.deny(d, false)
			return r.toldNo(s, v.Action, "The gates denied it: "+d.Gate+"/"+d.Rule+": "+d.Reason)
		case r.DryRun:
			r.out.Pending = append(r.out.Pending, pendingOf(v, Answer{}))
			return Signal{}, false, nil
		case v.When == AskAfter && !noLayer && !r.known(v):
			next, more, err := r.carryOut(ctx, s, t, v, Answer{})
			if noLayer = errors.Is(err, ErrNoLayer); noLayer {
				continue
			}
			return next, more, err
		}
		answer, err := r.ask(ctx, Question{Verdict: v})
		if err != nil {
			return Signal{}, false, err
		}
		r.record(ctx, approvalRecord(v, answer))
		switch answer.Kind {
		case AnswerOnce, AnswerSession, AnswerAlways:
			approved, approval = &v, answer
		case AnswerSuspend:
			r.out.Pending = append(r.out.Pending, pendingOf(v, answer))
			return Signal{}, false, nil
		case AnswerModify, AnswerDeny:
			if answer.Kind == AnswerDeny || answer.Revised == nil {
				return r.refused(s, v, answer)
			}
			a, approved = *answer.Revised, nil
		}
	}
	return Signal{}, false, errors.New("the question kept changing while it was being answered; nothing was done")
}

// tellVerdict tells of a verdict, which was seen already when its question was asked.
func (r *runState) tellVerdict(ctx context.Context, v Verdict, seen bool) {
	if !seen {
		r.watch(Judged{Verdict: v, Final: true})
	}
	r.record(ctx, verdictRecord(v, "act"))
	if v.Action.Command() != "" { // nothing else is confined, such as the answer after it
		r.out.Confinement = v.Confinement
	}
}

// known reports whether the approver has its answer already.
func (r *runState) known(v Verdict) bool {
	k, ok := r.Approver.(Knowing)
	return ok && k.Knows(v)
}

// errUnanswered is what a run ends with when a question was left without an answer.
var errUnanswered = errors.New("asking for approval")

func (r *runState) ask(ctx context.Context, q Question) (Answer, error) {
	if r.Approver == nil {
		return Answer{Kind: AnswerDeny, Absent: true}, nil
	}
	answer, err := r.Approver.Ask(ctx, q)
	if err != nil {
		return Answer{}, fmt.Errorf("%w: %w", errUnanswered, err)
	}
	return answer, nil
}

// refused reports a person's denial, or that no person was there.
func (r *runState) refused(s Signal, v Verdict, answer Answer) (Signal, bool, error) {
	step, f := v.Decisive()
	d := Denial{Gate: step.Gate, Rule: f.Rule, Reason: f.Reason, Action: v.Action.Canonical(), ByPerson: true}
	told := "The person denied it."
	if answer.Absent {
		told = "It needs a person's approval and no person is present, so it was denied; " +
			"nothing that asks will run. Asked by " +
			step.Gate + "/" + f.Rule + ": " + f.Reason
	} else if answer.Reason != "" {
		told = "The person denied it: " + answer.Reason
	}
	r.deny(d, false)
	return r.toldNo(s, v.Action, told)
}

// toldNo feeds a denial in Act back, one deeper.
func (r *runState) toldNo(s Signal, a Action, why string) (Signal, bool, error) {
	if err := r.say(a.Canonical()); err != nil {
		return Signal{}, false, err
	}
	return Signal{Type: TypeEvent, Meta: s.Meta, Depth: s.Depth + 1, Turn: s.Turn,
		Payload: ToolResult{Tool: a.Tool(), Text: "ERROR [" + a.Tool() + "]: " + why, Failed: true, Denied: true}}, true, nil
}

// carryOut clears the action, records the intent, does, and records the result.
func (r *runState) carryOut(ctx context.Context, s Signal, t thought, v Verdict, answer Answer) (Signal, bool, error) {
	c, err := newCleared(v, answer)
	if trial := v.Decision == Ask && !answer.Approves(); trial {
		c, err = newTrial(v)
	}
	if err != nil {
		return Signal{}, false, err
	}
	r.correct(t.first)
	if r.DryRun {
		if m, ok := c.Action().Op.(Message); ok && c.Action().Target == r.defaultTarget() {
			r.out.Answers = append(r.out.Answers, m.Text)
		}
		return Signal{}, false, nil
	}
	intent := intentRecord(c)
	intent.Durable = !c.Effects().Harmless()
	if err := r.record(ctx, intent); err != nil && intent.Durable {
		return Signal{}, false, fmt.Errorf("the action was not carried out, because its record could not be written: %w", err)
	}
	result, after, err := r.do(ctx, c)
	if c.Trial() && errors.Is(err, ErrNoLayer) {
		return Signal{}, false, err
	}
	r.record(ctx, resultRecord(c, result))
	if c.Trial() && after != nil && !after.Approves() { // nothing of it is there
		if after.Kind == AnswerSuspend {
			p := pendingOf(v, *after)
			p.Did = len(result.Withheld)
			r.out.Pending = append(r.out.Pending, p)
			return Signal{}, false, nil
		}
		return r.refused(s, v, Answer{Reason: after.Reason, Absent: after.Absent})
	}
	r.watch(Acted{Cleared: c, Result: result})
	r.report(c, result, err, after != nil && after.Approves())
	if err != nil && (ctx.Err() != nil || errors.Is(err, errUnanswered)) {
		return Signal{}, false, err
	}
	return r.feedback(s, c, result, err)
}

// do hands a cleared action to its actuator, and decides about what that did in a layer;
// after is the answer to the question about it, nil when there was none. An error is a
// failed result too; that of an action that was cut off is the cause.
func (r *runState) do(ctx context.Context, c Cleared) (result Result, after *Answer, err error) {
	start := r.now()
	err = fmt.Errorf("no actuator is registered for :%s", c.Action().Target)
	if actuator, ok := r.find(c.Action().Target); ok {
		result, err = actuator.Do(ctx, c)
	}
	result.Duration = cmp.Or(result.Duration, r.now().Sub(start))
	if err == nil && result.Held != nil {
		result, after, err = r.conclude(ctx, c, result)
	}
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		result = Result{Text: "ERROR [" + c.Action().Tool() + "]: " + err.Error(), Error: err.Error(), Failed: true}
	}
	result.Duration = cmp.Or(result.Duration, r.now().Sub(start))
	return result, after, err
}

// report notes what came of an action.
func (r *runState) report(c Cleared, result Result, err error, approved bool) {
	report := ActionReport{Action: c.Action(), Gate: "allow", Harmless: c.Effects().Harmless(), Result: result}
	report.Text, report.Flows = "", nil
	if approved || c.Approval().Approves() {
		report.Gate = "approved"
	}
	r.out.Actions = append(r.out.Actions, report)
	if m, ok := c.Action().Op.(Message); ok && err == nil && c.Action().Target != TargetSystem {
		r.out.Answers = append(r.out.Answers, m.Text)
	}
}

// feedback is the signal that an actuation gives back, unless the actuator is
// silent. The result of a cleared call keeps the depth and counts a turn;
// a failure goes one deeper.
func (r *runState) feedback(s Signal, c Cleared, result Result, err error) (Signal, bool, error) {
	if r.silent(c.Action().Target) {
		if err != nil {
			return Signal{}, false, err
		}
		if result.Failed {
			return Signal{}, false, errors.New(result.Text)
		}
		if m, ok := c.Action().Op.(Message); ok {
			return Signal{}, false, r.say(m.Text)
		}
		return Signal{}, false, nil
	}
	if err := r.say(c.Action().Canonical()); err != nil {
		return Signal{}, false, err
	}
	next := Signal{Type: TypeEvent, Meta: s.Meta, Depth: s.Depth, Turn: s.Turn + 1,
		Payload: ToolResult{Tool: c.Action().Tool(), Text: result.Text, Failed: result.Failed}}
	if result.Failed {
		next.Depth++
	}
	r.out.Turns = next.Turn
	if r.repeats.seen(c.Action().Essence(), result.Text) >= r.limits.Repeats {
		return Signal{}, false, fmt.Errorf("%w: %s", ErrRepeat, c.Action().Tool())
	}
	if next.Turn > r.limits.Turns {
		return Signal{}, false, fmt.Errorf("%w (%d); raise it with --max-turns", ErrTurns, r.limits.Turns)
	}
	return next, true, nil
}

// say notes in the conversation what the agent said or called.
func (r *runState) say(text string) error {
	if r.Session == nil {
		return nil
	}
	if err := r.Session.Append(Turn{Role: RoleAssistant, Origin: OriginAgent, Text: text}); err != nil {
		return fmt.Errorf("keeping the conversation: %w", err)
	}
	return nil
}

// correct marks the gate denials since first as corrected: an action of the
// same turn was cleared after them.
func (r *runState) correct(first int) {
	for i := first; i < len(r.out.Denials); i++ {
		r.out.Denials[i].Corrected = !r.out.Denials[i].ByPerson
	}
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
		Reason: step.Gate + "/" + f.Rule + ": " + f.Reason}
}

// repeatBreaker counts equal calls with equal results in a row.
type repeatBreaker struct {
	last  string
	count int
}

func (b *repeatBreaker) seen(essence, result string) int {
	key := essence + "\x00" + strings.TrimSpace(result)
	if key != b.last {
		b.last, b.count = key, 0
	}
	b.count++
	return b.count
}
