package providers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"pp/engine"
)

// Consensus asks several providers at once and gives the reply that most of them
// agree on: replies that propose the same actions, their explanations aside, are one
// vote, whether in text or as calls, in whatever order, and so are all messages, of
// which the first provider's counts. It implements engine.Provider and is safe for concurrent use.
type Consensus struct {
	members []Member
	decode  Decode
	options Options
}

var _ engine.Provider = (*Consensus)(nil)

// Decode gives the essences of the actions that a reply proposes, as engine.Action has
// them; none of a message.
type Decode func(engine.Reply) (essences []string, err error)

// NewConsensus returns a consensus of these providers. decode is the loop's
// decoder. It is an error to ask fewer than two, or, without CrossLocal, a
// remote one beside a local one that comes first.
func NewConsensus(members []Member, decode Decode, o Options) (*Consensus, error) {
	if len(members) < 2 {
		return nil, errors.New("a consensus needs at least two providers")
	}
	for _, m := range members[1:] {
		if members[0].Local && !m.Local && !o.CrossLocal {
			return nil, fmt.Errorf("a consensus of the local provider %s with the remote one %s takes the prompt off this "+
				"machine; set cascade_cross = true to allow that", quote(members[0].Name), quote(m.Name))
		}
	}
	return &Consensus{members: members, decode: decode, options: o.orDefault()}, nil
}

// Vote is what one provider proposed.
type Vote struct {
	Provider string
	// Proposal is the canonical actions without their explanations, sorted; "" is
	// a message.
	Proposal string
	Err      error // of a provider that failed: it has no vote
}

// NoMajorityError says that the providers do not agree on an action. It is to
// be decided by a person: see Disputed.
type NoMajorityError struct {
	Candidate engine.Reply // the first reply that proposes an action
	Votes     []Vote       // in the order of the providers
}

// Error implements error. It shows who proposed what.
func (e *NoMajorityError) Error() string {
	return "the providers do not agree:\n  " + strings.Join(countedVotes(e.Votes), "\n  ")
}

// Disputed is the reply that a person may be asked about, and why.
func (e *NoMajorityError) Disputed() (candidate engine.Reply, why string) {
	return e.Candidate, strings.Join(countedVotes(e.Votes), "; ")
}

// countedVotes says of each provider what it proposed, or why nothing.
func countedVotes(votes []Vote) []string {
	out := make([]string, 0, len(votes))
	for _, v := range votes {
		what := v.Proposal
		switch {
		case v.Err != nil:
			what = strings.TrimPrefix(v.Err.Error(), v.Provider+": ")
		case what == "":
			what = "a message"
		}
		out = append(out, v.Provider+": "+engine.Clip(what, 300))
	}
	return out
}

// ballot is one provider's reply and vote.
type ballot struct {
	Vote
	reply  engine.Reply
	broken bool // it does not decode
}

// Complete implements engine.Provider. The reply's usage and cost are those of
// all. When most do not agree, the error is a *NoMajorityError; when none of
// the providers answers, an *engine.LLMError with every cause.
func (c *Consensus) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	ballots := c.poll(ctx, p)
	if ctx.Err() != nil {
		return engine.Reply{}, context.Cause(ctx)
	}
	var failed []engine.Attempt
	votes := make([]Vote, len(ballots))
	count := map[string]int{}
	for i, b := range ballots {
		votes[i] = b.Vote
		if b.Err == nil {
			count[b.Proposal]++
			continue
		}
		if final(b.Err) {
			return engine.Reply{}, b.Err
		}
		failed = append(failed, engine.Attempt{Provider: b.Provider, Err: b.Err})
	}
	if len(failed) == len(ballots) {
		return engine.Reply{}, exhausted(namesOf(c.members), failed)
	}
	chosen, agreed := choose(ballots, count)
	reply := total(ballots, ballots[chosen].reply)
	reply.Failed = append(failed, reply.Failed...)
	if !agreed {
		return engine.Reply{}, &NoMajorityError{Candidate: reply, Votes: votes}
	}
	if n := count[ballots[chosen].Proposal]; n < len(ballots) {
		reply.Note = joinNotes(reply.Note, fmt.Sprintf("%d of %d providers agree:\n  %s", n, len(ballots),
			strings.Join(countedVotes(votes), "\n  ")))
	}
	return reply, nil
}

// choose is the first reply of the majority of all that were asked. Without one
// it is the first reply when that is a message, which harms nobody, else the
// first action, which is then not agreed on. Replies of which none decodes are
// for the loop to send back.
func choose(ballots []ballot, count map[string]int) (index int, agreed bool) {
	first, action := -1, -1
	for i, p := range ballots {
		if p.Err != nil {
			continue
		}
		if 2*count[p.Proposal] > len(ballots) {
			return i, true
		}
		if first < 0 {
			first = i
		}
		if action < 0 && p.Proposal != "" && !p.broken {
			action = i
		}
	}
	if action < 0 || ballots[first].Proposal == "" {
		return first, true
	}
	return action, false
}

// total is a reply with what all of them used.
func total(ballots []ballot, reply engine.Reply) engine.Reply {
	reply.Usage, reply.Cost, reply.Priced = engine.Usage{}, 0, true
	for _, p := range ballots {
		if p.Err == nil {
			reply.Usage = reply.Usage.Add(p.reply.Usage)
			reply.Cost += p.reply.Cost
			reply.Priced = reply.Priced && p.reply.Priced
		}
	}
	return reply
}

// poll asks everybody at once. Only the first is previewed.
func (c *Consensus) poll(ctx context.Context, p engine.Prompt) []ballot {
	ballots := make([]ballot, len(c.members))
	var all sync.WaitGroup // each ends soon after ctx is cancelled
	for i, m := range c.members {
		prompt := p
		prompt.Stream = nil // which of them is the answer is not known before all are there
		if i > 0 {
			prompt.Preview = nil
		}
		all.Go(func() { ballots[i] = c.vote(ctx, m, prompt) })
	}
	all.Wait()
	return ballots
}

func (c *Consensus) vote(ctx context.Context, m Member, p engine.Prompt) ballot {
	b := ballot{Vote: Vote{Provider: m.Name}}
	if b.reply, b.Err = c.options.ask(ctx, m, p); b.Err != nil {
		return b
	}
	essences, err := c.decode(b.reply)
	if err != nil {
		// What does not decode proposes nothing; two that do not are not of one
		// mind, so each votes for itself.
		b.broken = true
		b.Proposal = "a reply that does not decode (" + m.Name + "): " + err.Error()
		return b
	}
	slices.Sort(essences)
	b.Proposal = strings.Join(essences, "\n    ")
	return b
}
