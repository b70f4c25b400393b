package ask

import (
	"strings"

	"pp/cli/output"
	"pp/engine"
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

// showDid lists the commits, and the changes, as ChangeLines does: what asks by its reason, what is never taken over
// so.
func (k Asker) showDid(p *Person, q engine.Question) {
	did := q.Did
	lines, _ := output.ChangeLines(did)
	lines = append(output.Commits(did, q.Diff), lines...)
	for _, line := range lines {
		p.Say("  %s\n", oneLine(line))
	}
	for _, why := range output.WhyAsked(did) {
		p.pager.write(p.pager.palette.Yellow, "asks %s\n", oneLine(why))
	}
}
