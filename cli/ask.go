package cli

import (
	"context"
	"errors"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/approval"
)

// asker asks the person who is there, suspends when nobody is, and denies under
// --deny-all-approvals. It never waits for somebody who is not there.
type asker struct {
	agent *agent
	meta  engine.Meta
}

// Ask implements engine.Approver. What a person has denied in this turn is not
// asked again: nobody is to be worn out.
func (k asker) Ask(ctx context.Context, v engine.Verdict) (engine.Answer, error) {
	if k.agent.settings.denyAll {
		return engine.Answer{Kind: engine.AnswerDeny, Absent: true}, nil
	}
	same := strings.Join(strings.Fields(v.Action.Essence()), " ")
	if k.agent.refused[same] {
		return engine.Answer{Kind: engine.AnswerDeny, Reason: "it was denied in this turn already and was not asked again; do something else"}, nil
	}
	p, ok := present(k.agent.settings.sys, k.agent.out.opts.color)
	if !ok {
		return k.later(ctx, v)
	}
	defer p.close()
	defer holdTimeout(ctx)()
	answer, err := k.inline(ctx, p, v)
	if errors.Is(err, errAway) || errors.Is(err, errHangup) {
		return k.later(context.WithoutCancel(ctx), v)
	}
	if err == nil && answer.Kind == engine.AnswerDeny {
		if k.agent.refused == nil {
			k.agent.refused = map[string]bool{}
		}
		k.agent.refused[same] = true
	}
	return answer, err
}

// later suspends a question, where there is a place for it.
func (k asker) later(ctx context.Context, v engine.Verdict) (engine.Answer, error) {
	if k.agent.settings.opts.ephemeral || k.agent.plans == nil {
		return engine.Answer{Kind: engine.AnswerDeny, Absent: true}, nil
	}
	return k.suspend(ctx, v)
}

// inline shows the whole question and takes one key. An approval is good for
// what was shown, as it was when it was shown.
func (k asker) inline(ctx context.Context, p *person, v engine.Verdict) (engine.Answer, error) {
	seal, err := approval.NewSeal(v, binding(v), k.agent.settings.sys.Now(), k.agent.settings.cfg.Approvals.InlineExpiry)
	if err != nil {
		return engine.Answer{Kind: engine.AnswerDeny, Reason: err.Error()}, nil
	}
	k.show(p, v)
	question := k.question(p, v)
	for {
		p.paper.words(question)
		key, err := p.key(ctx)
		if err != nil {
			p.say("\n")
			return engine.Answer{}, err
		}
		if key >= ' ' && key < 0x7f {
			p.say("%c", key)
		}
		p.say("\n")
		answer, done, err := k.answer(ctx, p, v, key)
		if err != nil || done {
			return k.sealed(answer, seal, v), err
		}
	}
}

// sealed voids an approval when something changed while the question stood.
func (k asker) sealed(answer engine.Answer, seal approval.Seal, v engine.Verdict) engine.Answer {
	if !answer.Approves() {
		return answer
	}
	if err := seal.Check(v, binding(k.agent.judge(v.Action)), k.agent.settings.sys.Now()); err != nil {
		return engine.Answer{Kind: engine.AnswerDeny, Reason: err.Error()}
	}
	return answer
}

// answer acts on one key; done is false for a key that only asks for more.
func (k asker) answer(ctx context.Context, p *person, v engine.Verdict, key byte) (engine.Answer, bool, error) {
	switch key {
	case 'y', 'Y':
		return engine.Answer{Kind: engine.AnswerOnce}, true, nil
	case 's', 'S':
		return k.grant(ctx, p, v, approval.ForSession)
	case 'a', 'A':
		return k.grant(ctx, p, v, approval.ForGood)
	case 'm', 'M':
		return k.modify(ctx, p, v)
	case 'e', 'E', '?':
		k.explain(p, v)
		return engine.Answer{}, false, nil
	case 'd', 'D':
		k.diff(p, v)
		return engine.Answer{}, false, nil
	case 'n', 'N':
		why, err := p.line(ctx, "why not? (told to the model) ")
		return engine.Answer{Kind: engine.AnswerDeny, Reason: why}, true, err
	}
	return engine.Answer{Kind: engine.AnswerDeny}, true, nil
}

// grant shows the rule it would keep and asks again.
func (k asker) grant(ctx context.Context, p *person, v engine.Verdict, scope approval.Scope) (engine.Answer, bool, error) {
	rules, err := approval.GeneraliseAll(v, scope, v.Facts.FS)
	if err != nil {
		p.say("%s.\n", flat(strings.TrimSuffix(err.Error(), ".")))
		return engine.Answer{}, false, nil
	}
	for i := range rules {
		rules[i].Place = approval.PlaceOf(v.Workspace, v.Dir)
		p.say("  %s\n", flat(rules[i].Sentence()))
	}
	p.say("keep that? y yes, anything else no ")
	key, err := p.key(ctx)
	p.say("\n")
	if err != nil || key != 'y' && key != 'Y' {
		return engine.Answer{}, false, err
	}
	for _, r := range rules {
		if scope == approval.ForSession {
			k.agent.grants.Give(r, "the prompt", k.agent.settings.sys.Now())
			continue
		}
		if _, err := k.agent.rules.Learn(ctx, r, "the prompt", k.agent.judgeWith); err != nil {
			p.say("it was not kept: %s\n", flat(err.Error()))
			return engine.Answer{}, false, nil
		}
	}
	if scope == approval.ForSession {
		return engine.Answer{Kind: engine.AnswerSession}, true, nil
	}
	return engine.Answer{Kind: engine.AnswerAlways}, true, nil
}

// modify lets the person write another command, which is judged from the start.
func (k asker) modify(ctx context.Context, p *person, v engine.Verdict) (engine.Answer, bool, error) {
	op, ok := v.Action.Op.(engine.Run)
	if !ok {
		p.say("only a command can be modified here.\n")
		return engine.Answer{}, false, nil
	}
	text, err := p.line(ctx, "the command instead: ")
	if err != nil || text == "" {
		return engine.Answer{}, false, err
	}
	revised := v.Action
	op.Command = text
	revised.Op, revised.Explanation = op, "Written by the person in place of the proposal."
	return engine.Answer{Kind: engine.AnswerModify, Revised: &revised}, true, nil
}

// suspend keeps an action as a flight plan and shows it in the Org file. Plans
// that ended long ago make place for it.
func (k asker) suspend(ctx context.Context, v engine.Verdict) (engine.Answer, error) {
	answer, err := k.agent.plans.Suspend(ctx, v, binding(v), k.agent.conversation(k.meta))
	if err != nil {
		return answer, err
	}
	if _, err := k.agent.plans.Prune(ctx, planKept); err != nil {
		k.agent.out.note("warning", err.Error())
	}
	syncPlans(ctx, k.agent.plans, k.agent.out)
	return answer, nil
}

// planKept is how long a flight plan that came to its end is still shown.
const planKept = 30 * 24 * time.Hour

// confirmPlan shows a flight plan and asks whether it is to be carried out.
func confirmPlan(ctx context.Context, a *agent, plan approval.Plan, v engine.Verdict, yes bool) error {
	if yes {
		return nil
	}
	p, ok := present(a.settings.sys, a.out.opts.color)
	if !ok {
		return usageError("give --yes to carry it out without being asked", "nobody is at the terminal to confirm it")
	}
	defer p.close()
	asker{a, plan.Meta}.show(p, v)
	p.say("in %s; it goes on with %s\n", flat(plan.Dir), flat(strings.Join(a.providers.asked(), ", then ")))
	return p.confirm(ctx, "carry it out?", "not carried out; it still waits")
}
