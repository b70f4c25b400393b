package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pp/engine/effect"
	replies "pp/engine/reply"
	"pp/sexp"
)

// thought is what Reason hands to Act.
type thought struct {
	signal    Signal
	said      Reply // what was said beside the proposals, and what goes back with it
	proposals []proposal
	// disputed says how providers disagreed about the proposals; "" when they did not.
	disputed string
}

// proposal is one action of a reply, or why it is none.
type proposal struct {
	call   ToolCall // its Tool is "" when it was no call of the protocol's
	action Action
	denial *Denial  // nil when Act is to decide
	text   string   // what the model said, where that could not be taken as it stands
	allow  bool     // the gates allowed it when they first looked
	reads  bool     // all it would do then was to read
	notes  []string // repairs of the call that do not change its meaning
	// changed says that a person put another action in its place.
	changed bool
	spoken  func(text string) string // has a text name the arguments as the model did; nil where it did as pp does
	inner   bool                     // a composed tool makes it
	begun   Request                  // of a composed tool's call that goes on: where it is
}

// reason thinks and judges, feeding a denial back, for the sensors that want a
// model; any other signal passes through. Of several calls, what is denied is left
// to Act to report, unless all are.
func (r *runState) reason(ctx context.Context, s Signal) (thought, error) {
	t := thought{signal: s}
	if req, ok := s.Payload.(Request); ok {
		t.proposals = []proposal{{action: req.outermost(), begun: req}}
		for _, a := range req.Also {
			t.proposals = append(t.proposals, proposal{action: a})
		}
		return t, nil
	}
	switch s.Sensor() {
	case SensorUserInput, SensorChatMessage, SensorToolOutput, SensorToolError:
	default:
		return t, nil
	}
	r.guide(ctx, s)
	var feedback string
	empty := 0
	for {
		reply, err := r.think(ctx, feedback)
		t.disputed = ""
		if d := dispute(nil); errors.As(err, &d) {
			reply, t.disputed = d.Disputed()
			r.heard(reply)
			err = nil
		}
		if errors.Is(err, ErrNothingToAdd) {
			return t, nil
		}
		if empty++; errors.Is(err, ErrEmptyReply) && empty < mostEmpty {
			feedback = replies.Empty // which denies nothing: where no word comes at all, that is the error
			continue
		}
		empty = 0
		if err != nil {
			return t, err
		}
		if t.said, t.proposals, err = r.consider(ctx, s, reply); err != nil {
			return t, err
		}
		if slices.ContainsFunc(t.proposals, proposal.live) {
			return t, nil
		}
		feedback, err = r.sendBack(t)
		over := false
		if err == nil {
			over, err = r.tally(&t.signal, 1)
		}
		if err != nil || over {
			t.proposals = nil
			return t, err
		}
	}
}

// mostEmpty limits how many replies in a row may be empty.
const mostEmpty = 3

// live reports whether Act has something to decide about it.
func (p proposal) live() bool { return p.denial == nil }

// sendBack denies all that a reply proposed. Its calls get their results in the
// conversation; of what was text, what is returned says why.
func (r *runState) sendBack(t thought) (feedback string, err error) {
	for _, p := range t.proposals {
		r.deny(*p.denial, false)
	}
	if len(t.proposals) == 1 && t.proposals[0].call.Tool == "" {
		return t.proposals[0].rejection(), nil
	}
	if err := r.announce(t); err != nil {
		return "", err
	}
	results := make([]ToolResult, len(t.proposals))
	for i, p := range t.proposals {
		results[i] = p.denied()
	}
	return "", r.keep(results)
}

// denied is what goes back for a call that the gates denied before Act.
func (p proposal) denied() ToolResult {
	return ToolResult{Call: p.call.ID, Tool: p.call.Tool, Failed: true, Denied: true,
		Text: "ERROR [" + p.call.Tool + "]: " + p.rejection()}
}

// consider decodes and judges a reply's proposals.
func (r *runState) consider(ctx context.Context, s Signal, reply Reply) (
	said Reply, out []proposal, err error) {
	if len(reply.Calls) == 0 {
		decoded, err := r.loop.Decoder.Said(reply, s.Meta.Source)
		if decoded.Remark != "" {
			r.loop.watch(Remarked{Text: decoded.Remark})
		}
		if len(decoded.Calls) == 0 {
			p, err := r.weigh(ctx, decoded.Action, err, reply.Text)
			p.notes = decoded.Notes
			return Reply{}, []proposal{p}, err
		}
		reply.Calls, reply.Text = decoded.Calls, decoded.Remark
	} else if reply.Text, _ = replies.Answer(reply.Text); strings.TrimSpace(reply.Text) != "" {
		r.loop.watch(Remarked{Text: reply.Text})
	}
	said = Reply{Text: reply.Text, Kept: reply.Kept}
	if len(reply.Calls) > MaxCalls {
		why := fmt.Sprintf("The reply has %d calls; send at most %d at once.", len(reply.Calls), MaxCalls)
		return said, []proposal{r.untaken(ctx, "", why)}, nil
	}
	known := map[string]bool{"": true}
	turns := r.turns()
	for _, t := range turns {
		for _, c := range t.Calls {
			known[c.ID] = true
		}
	}
	for i, c := range reply.Calls {
		if known[c.ID] {
			c.ID = fmt.Sprintf("call_%d_%d", len(turns), i)
		}
		known[c.ID] = true
		decoder, notes := r.loop.Decoder.noting()
		a, err := decoder.Call(c, said.Text)
		p, err := r.weigh(ctx, a, err, c.Tool+" "+c.Args)
		if err != nil {
			return said, nil, err
		}
		if p.denial != nil && p.denial.Action == "" {
			p.denial.Stake = effect.StakeLook
			if !r.loop.Decoder.Plain {
				p.denial.Stake = r.loop.Decoder.stakeOf(c.Tool)
			}
		}
		p.call, p.spoken, p.notes = c, r.loop.Decoder.spoken(c), *notes
		p.call.Tool = cmp.Or(p.call.Tool, "nameless")
		if a.Op != nil {
			p.call.Form = a.Canonical()
		}
		out = append(out, p)
	}
	if last := len(out) - 1; reply.Cut != "" {
		out[last].notes = append(out[last].notes, cutAfter)
	}
	return said, out, nil
}

// weigh judges an action that was decoded, or says why there is none.
func (r *runState) weigh(ctx context.Context, a Action, err error, raw string) (proposal, error) {
	if pe := (*ProtocolError)(nil); errors.As(err, &pe) {
		p := r.untaken(ctx, raw, pe.Message)
		p.denial.Stake = r.loop.Decoder.stakeOf(pe.Tool)
		if p.text == "" { // it says nothing
			p.denial.Stake = effect.StakeLook
		}
		return p, nil
	}
	if err != nil {
		return proposal{}, err
	}
	r.loop.record(ctx, r.loop.byModel(proposalRecord(a)))
	v := r.judge(a)
	r.loop.watch(Judged{Verdict: v})
	r.loop.record(ctx, VerdictRecord(v, "reason"))
	p := proposal{action: a, allow: v.Decision == Allow, reads: v.Effects.Harmless()}
	if !v.Decision.Asks() && v.Decision != Allow {
		d := denialOf(v)
		if call, ok := a.Op.(Call); ok { // of arguments that cannot be used nothing is known
			d.Stake = max(d.Stake, r.loop.Decoder.stakeOf(call.Tool))
		}
		p.denial = &d
	}
	return p, nil
}

// cutAfter tells the model, with the result of the last complete call, that its reply was cut.
const cutAfter = "Your reply was cut at its token limit after this call. The rest is missing; continue from here."

// untaken is a proposal that cannot be taken as one.
func (r *runState) untaken(ctx context.Context, raw, why string) proposal {
	p := proposal{denial: &Denial{Gate: gateDecode, Rule: "form", Reason: why, Stake: effect.StakeCheck, essence: raw}}
	p.text, _ = replies.Answer(raw)
	r.loop.record(ctx, Record{Kind: RecordProposal, Text: raw, Fields: sexp.Plist{}.With("GATE", text(p.denial.Gate)).
		With("RULE", text(p.denial.Rule)).With("REASON", text(why))})
	return p
}

// dispute is the error of providers that were to agree and did not.
type dispute interface {
	error
	// Disputed is the reply to go on with, if a person allows it, and who
	// disagreed and how.
	Disputed() (candidate Reply, why string)
}

// contested is Contested for the providers' words.
func contested(v Verdict, why string) Verdict {
	if why == "" {
		return v
	}
	return Contested(v, "The providers do not agree on this action: "+why+".")
}

// consensus names the step of a verdict in which providers disagree.
const consensus = "consensus"

// Contested adds to a verdict what absence of consensus asks, for a reason: never waivable,
// and only of an action with effects.
func Contested(v Verdict, reason string) Verdict {
	if v.Effects.None() {
		return v
	}
	f := Finding{Decision: Ask, Rule: "majority", Reason: reason}
	v.Trace = append([]Step{{Gate: consensus, Decision: Ask, Rule: f.Rule, Reason: f.Reason, Findings: []Finding{f}}},
		v.Trace...)
	v.Decision = min(v.Decision, Ask)
	return v
}

// think assembles the prompt and asks the providers.
func (r *runState) think(ctx context.Context, feedback string) (Reply, error) {
	var part partial
	r.loop.watch(Thinking{})
	if r.loop.Provider == nil {
		return Reply{}, &LLMError{Kind: LLMConfig, Err: errors.New("no provider is configured")}
	}
	if err := r.recall(ctx); err != nil {
		return Reply{}, err
	}
	reply, err := r.complete(ctx, func(turns []Turn) Prompt {
		prompt := r.loop.prompt(turns, r.context, feedback, r.guided)
		prompt.Preview, prompt.Stream = part.before(r.loop.Preview), r.loop.Stream
		return prompt
	})
	if ctx.Err() != nil && err != nil {
		return Reply{}, errors.Join(context.Cause(ctx), r.keepPart(part))
	}
	if errors.As(err, new(*LLMError)) || errors.As(err, new(*BudgetError)) {
		if kerr := r.keepPart(part); kerr != nil {
			err = errors.Join(err, kerr)
		}
	}
	if err != nil {
		return Reply{}, err
	}
	r.heard(reply)
	if reply.Cut != "" && reply.Text == "" && len(reply.Calls) == 0 {
		return Reply{}, ErrEmptyReply
	}
	size := len(reply.Text)
	for _, c := range reply.Calls {
		size += len(c.Args)
	}
	if size > r.limits.ReplyBytes {
		return Reply{}, &LLMError{Provider: reply.Provider, Err: fmt.Errorf("the reply has %d bytes, over the limit of %d",
			size, r.limits.ReplyBytes)}
	}
	return reply, nil
}

// prompt is what is sent of a conversation.
func (l *Loop) prompt(turns []Turn, context []Passage, feedback string, g guidance) Prompt {
	prompter := l.Prompter
	prompter.Mandates = append(slices.Clone(prompter.Mandates), g.mandates...)
	p := prompter.Prompt(l.sent(g.said(turns)), feedback, l.Redactor)
	p.Context, p.Nonce = context, l.Nonce
	left := ""
	if l.Left != nil && prompter.Forms != "" {
		left = Redact(l.Redactor, l.Left())
	}
	p.Last = joinLast(Redact(l.Redactor, todoText(Todo(turns))), left, p.Last)
	return p
}

// Prompt is what a provider would be sent first for an input. Memory is asked, and nobody else.
func (l *Loop) Prompt(ctx context.Context, in Input) (Prompt, error) {
	var turns []Turn
	if l.Session != nil {
		turns = l.Session.Turns()
	}
	g := guidance{at: len(turns)}
	turns = append(slices.Clone(turns), in.Turns()...)
	s := Signal{Meta: Meta{Source: l.defaultTarget()}, Payload: in}
	g, _ = l.guidance(ctx, s, g)
	passages, err := l.passages(ctx, in.Text)
	return l.prompt(turns, passages, "", g), err
}

// heard accounts for a reply and shows it.
func (r *runState) heard(reply Reply) {
	r.out.Provider, r.out.Model, r.out.Cut = reply.Provider, reply.Model, reply.Cut
	r.spent(reply)
	r.loop.watch(Answered{Reply: reply})
}

func (r *runState) turns() []Turn {
	if r.loop.Session == nil {
		return nil
	}
	return r.loop.Session.Turns()
}

// judge never returns more than a denial when there is no judge.
func (r *runState) judge(a Action) Verdict {
	if r.loop.Judge == nil {
		return Verdict{Action: a}
	}
	var f Facts
	if r.loop.Facts != nil {
		f = r.loop.Facts(a)
	}
	f.Occasion = r.occasion
	return r.loop.Judge.Judge(a, f)
}

func (r *runState) deny(d Denial, last bool) {
	n := len(r.out.Denials)
	d.reply = r.replies
	again := n > 0 && r.out.Denials[n-1].Same(d)
	r.out.Denials = append(r.out.Denials, d)
	r.loop.watch(Rejected{Denial: d, Last: last, Again: again})
}

func denialOf(v Verdict) Denial {
	step, f := v.Decisive()
	return Denial{Gate: step.Gate, Rule: f.Rule, Reason: f.Reason, Cause: f.Cause, Action: v.Action.Canonical(),
		Stake: v.Effects.Stake(), essence: v.Action.Essence()}
}

// reason is why a call was denied. What is wrong with its arguments names them as the model did; what other gates say
// quotes commands and files, and stays as it is.
func (p proposal) reason(d Denial) string {
	if p.spoken == nil || !d.isFormal() {
		return d.Reason
	}
	return p.spoken(d.Reason)
}

// rejection is the whole reason, for the model to correct itself: what was
// proposed, which gate, which rule, what would pass. A reply that could not be taken is in no turn, so it goes back
// as it was: what is said of it can be answered by nobody who does not see it.
func (p proposal) rejection() string {
	d := *p.denial
	by := "PREVIOUS PROPOSAL REJECTED by " + RuleName(d.Gate, d.Rule)
	if p.text != "" && p.call.Tool == "" {
		return fmt.Sprintf("%s. Your reply was:\n%s\n\n%s", by, Clip(p.text, 4000), d.Reason)
	}
	if p.spoken != nil { // the call stands before it
		return by + ": " + p.reason(d) + " Propose something else, or answer in plain text."
	}
	return fmt.Sprintf("%s: %s Proposed was %s. Propose something else, or answer in plain text.",
		by, p.reason(d), Clip(cmp.Or(d.Action, "your reply"), 2000))
}
