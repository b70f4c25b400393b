package ask

import (
	"context"
	"strings"

	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/approval"
)

// SealShown binds the person's choice to what was shown; a command that nothing
// asks about needs no seal.
func (k Asker) SealShown(v engine.Verdict) (approval.Seal, error) {
	if v.Decision != engine.Ask {
		return approval.Seal{}, nil
	}
	return k.seal(v)
}

// Choose takes keys until one decides: done to run the command, or the verdict
// over another one that is to be shown. To leave is a denial by the person.
func (k Asker) Choose(ctx context.Context, p *Person, v engine.Verdict) (
	next engine.Verdict, done bool, err error) {
	keys, asked := "rme?", "r run, m modify, e explain, q quit"
	if v.Decision == engine.Deny {
		keys, asked = keys[1:], strings.TrimPrefix(asked, "r run, ")
	}
	for {
		key, err := p.choice(ctx, keys, asked)
		if err != nil {
			return v, false, err
		}
		switch key {
		case 'r':
			return v, true, nil
		case 'e', '?':
			k.explain(p, v)
		case 'm':
			answer, written, err := k.modify(ctx, p, v)
			if err != nil {
				return v, false, err
			}
			if written {
				return k.Agent.Judge.Now(*answer.Revised), false, nil
			}
		default:
			return v, false, exit.Silent(exit.Denied)
		}
	}
}

// Chosen approves the command that a person chose to run, as it was shown, and asks
// as usual about anything else.
func (k Asker) Chosen(shown engine.Verdict, seal approval.Seal) engine.Approver {
	return chosen{k, shown, seal}
}

type chosen struct {
	Asker
	shown engine.Verdict
	seal  approval.Seal
}

// Ask implements engine.Approver.
func (k chosen) Ask(ctx context.Context, q engine.Question) (engine.Answer, error) {
	if v := q.Verdict; k.Knows(v) && q.Did == nil &&
		k.seal.Check(v, setup.Binding(v), k.Agent.Settings.System.Now()) == nil {
		return engine.Answer{Kind: engine.AnswerOnce}, nil
	}
	return k.Asker.Ask(ctx, q)
}

// Knows implements engine.Knowing.
func (k chosen) Knows(v engine.Verdict) bool { return v.SameQuestion(k.shown) }
