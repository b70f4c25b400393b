package ask

import (
	"context"
	"strings"

	"pp/cli/output"
	"pp/engine"
	"pp/engine/approval"
)

// taking shows what an action did in a layer, and asks whether it is to become real.
func (k Asker) taking(ctx context.Context, p *Person, q engine.Question) (engine.Answer, error) {
	k.showTaking(p, q)
	keys := append([]string{"y yes"}, k.scopeKeys(q)...)
	for {
		p.pager.write(p.pager.palette.Bold, "take it over? %s, %s ", strings.Join(keys, ", "), lookKeys(q))
		key, err := p.echoedKey(ctx)
		if err != nil {
			return engine.Answer{}, err
		}
		switch key {
		case 'y', 'Y':
			return engine.Answer{Kind: engine.AnswerOnce}, nil
		case 's', 'S', 'a', 'A':
			scope := approval.ForSession
			if key|0x20 == 'a' {
				scope = approval.ForGood
			}
			if answer, done, err := k.grant(ctx, p, q, scope); err != nil || done {
				return answer, err
			}
		case 'l', 'L':
			showEach(p, q)
		case 'd', 'D':
			showDiffs(p, q)
		case 'e', 'E', '?':
			k.explain(p, q.Verdict)
		case 'n', 'N':
			why, err := p.line(ctx, "why not? (told to the model) ")
			return engine.Answer{Kind: engine.AnswerDeny, Reason: why}, err
		default:
			return engine.Answer{Kind: engine.AnswerDeny}, nil
		}
	}
}

// showTaking shows an action, and what it did.
func (k Asker) showTaking(p *Person, q engine.Question) {
	p.Say("\n")
	p.pager.write(p.pager.palette.Yellow, "it was done in a layer, and nothing of it is there yet:\n")
	quoteAction(p, q.Verdict.Action)
	k.showDid(p, q.Did)
}

// lookKeys are the keys for looking at what was done, and for no.
func lookKeys(q engine.Question) string {
	keys := "d diff, e explain, n no [n]"
	if _, folded := output.ChangeLines(q.Did); folded {
		return "l list all, " + keys
	}
	return keys
}

// showEach shows each change on a line of its own.
func showEach(p *Person, q engine.Question) {
	for _, d := range q.Did {
		p.Say("  %s\n", oneLine(output.ChangeLine(d)))
	}
}

// showDiffs shows what became of each text.
func showDiffs(p *Person, q engine.Question) {
	for _, d := range q.Did {
		if d.Finding.Decision == engine.Deny { // a new secret file is known to nothing that masks
			continue
		}
		if text := q.Diff(d.Change, output.MaxDiff); text != "" {
			p.Diff(text)
		}
	}
}

// showDid lists the changes, as ChangeLines does: what asks by its reason, what is never taken over so.
func (k Asker) showDid(p *Person, did []engine.Reviewed) {
	reasons := map[string]bool{}
	lines, _ := output.ChangeLines(did)
	for _, line := range lines {
		p.Say("  %s\n", oneLine(line))
	}
	for _, d := range did {
		if d.Asks() && !reasons[d.Finding.Row] {
			reasons[d.Finding.Row] = true
			p.pager.write(p.pager.palette.Yellow, "asks %s: %s\n", d.Finding.Rule, oneLine(d.Finding.Reason))
		}
	}
}
