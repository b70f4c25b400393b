package ask

import (
	"fmt"
	"slices"
	"strings"

	"pp/cli/output"
	"pp/engine"
	"pp/engine/effect"
)

// look shows more of what is asked about, where the key is one for that.
func (k Asker) look(p *Person, q engine.Question, key byte) {
	switch key {
	case 'l':
		showEach(p, q)
	case 'd':
		if q.Did != nil {
			showDiffs(p, q)
		} else {
			k.diff(p, q.Verdict)
		}
	case 'e', '?':
		k.explain(p, q.Verdict)
	}
}

// showTaking shows an action, and what it did.
func (k Asker) showTaking(p *Person, q engine.Question) {
	p.Say("\n")
	if how, said, _ := strings.Cut(q.Came.Failure(), "\n"); how != "" {
		p.pager.write(p.pager.palette.Red, "it failed: %s\n", oneLine(how))
		if said != "" {
			p.Quote(said)
		}
	}
	p.pager.write(p.pager.palette.Yellow, "it was done in a layer, and nothing of it is there yet:\n")
	p.pager.quote(nil, ActionText(q.Verdict.Action))
	k.showDid(p, q)
}

// lookKeys are the keys for looking at what was done, and for no.
func lookKeys(q engine.Question) string {
	keys := "d diff, e explain, n no"
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

// didLines are what an action did, a line each: its hazards, such as the files that a commit deletes, the commits, and
// the changes as ChangeLines lists them.
func didLines(q engine.Question) (lines []string) {
	for _, h := range q.Verdict.Effects.Hazards {
		if line := fmt.Sprintf("%-9s %s", effect.KindHazard, h.Cause); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	changes, _ := output.ChangeLines(q.Did)
	return slices.Concat(lines, output.Commits(q.Did, q.Diff), changes)
}

// showDid lists what an action did, and says why that asks.
func (k Asker) showDid(p *Person, q engine.Question) {
	did := q.Did
	for _, line := range didLines(q) {
		p.Say("  %s\n", oneLine(line))
	}
	for _, why := range output.WhyAsked(did) {
		p.pager.write(p.pager.palette.Yellow, "asks %s\n", oneLine(why))
	}
}
