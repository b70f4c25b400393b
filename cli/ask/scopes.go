package ask

import (
	"context"
	"fmt"
	"strings"

	"pp/engine"
	"pp/engine/approval"
)

// offers are the scopes of s or a; of the latter there are none where no rule is kept.
func (k Asker) offers(q engine.Question, scope approval.Scope) []approval.Offer {
	v := q.Verdict
	if scope == approval.ForGood && k.Agent.Rules == nil {
		return []approval.Offer{{Err: approval.LearnError("there is no place where rules are kept")}}
	}
	var did []engine.Finding
	for _, d := range q.Did {
		if d.Asks() {
			did = append(did, d.Finding)
		}
	}
	return approval.Offers(v, did, scope, v.Facts.FS)
}

// scopeKeys are the keys for more than this once that there is a scope for.
func (k Asker) scopeKeys(q engine.Question) (keys []string) {
	for _, s := range [...]struct {
		scope approval.Scope
		key   string
	}{{approval.ForSession, "s this session"}, {approval.ForGood, "a always"}} {
		for _, o := range k.offers(q, s.scope) {
			if o.Err == nil {
				keys = append(keys, s.key)
				break
			}
		}
	}
	return keys
}

// grant shows the scopes that there are, narrow to wide, and keeps the one that is chosen.
func (k Asker) grant(ctx context.Context, p *Person, q engine.Question, scope approval.Scope) (
	answer engine.Answer, done bool, err error) {
	var choice [][]approval.Rule
	for _, o := range k.offers(q, scope) {
		if o.Err != nil {
			p.Say("  -  %s\n", oneLine(strings.TrimSuffix(o.Err.Error(), ".")))
			continue
		}
		choice = append(choice, o.Rules)
		for i, text := range approval.Sentences(o.Rules) {
			mark := "   "
			if i == 0 {
				mark = fmt.Sprintf("%d  ", len(choice))
			}
			p.Say("  %s%s\n", mark, oneLine(text))
		}
	}
	rules, err := chosenOf(ctx, p, choice)
	if err != nil || rules == nil {
		return engine.Answer{}, false, err
	}
	if err := k.keep(ctx, rules, scope); err != nil {
		p.Say("it was not kept: %s\n", oneLine(err.Error()))
		return engine.Answer{}, false, nil
	}
	return engine.Answer{Kind: kindOf(scope)}, true, nil
}

// kindOf is the answer that a scope belongs to.
func kindOf(scope approval.Scope) engine.AnswerKind {
	if scope == approval.ForSession {
		return engine.AnswerSession
	}
	return engine.AnswerAlways
}

// chosenOf takes the key for one of several scopes, which is its number and nothing else: none is kept unread.
func chosenOf(ctx context.Context, p *Person, choice [][]approval.Rule) ([]approval.Rule, error) {
	if len(choice) == 0 {
		return nil, nil
	}
	n := min(len(choice), 9)
	numbers := "1"
	if n > 1 {
		numbers = fmt.Sprintf("1 to %d", n)
	}
	key, err := p.choice(ctx, "123456789"[:n], "keep which? "+numbers+", n none")
	if err != nil || key < '1' || key > '9' {
		return nil, err
	}
	return choice[key-'1'], nil
}

// keep keeps rules for the session, or for good once each was tried.
func (k Asker) keep(ctx context.Context, rules []approval.Rule, scope approval.Scope) error {
	for _, r := range rules {
		if scope == approval.ForSession {
			k.Agent.Judge.Grants.Give(r, "the prompt", k.Agent.Settings.System.Now())
		} else if _, err := k.Agent.Rules.Learn(ctx, r, "the prompt", k.Agent.Judge.With); err != nil {
			return err
		}
	}
	return nil
}
