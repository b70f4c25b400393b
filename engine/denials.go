package engine

import (
	"fmt"
	"slices"
)

// mostSame limits how often the same action may be denied, and how often in a row the model may give the same reply
// that is not an action.
const mostSame = 5

// denialCount counts the denials of a run.
type denialCount struct {
	denials, actions int            // how many of the outcome's are counted already
	row              int            // replies in a row with a call that the gates denied, and none that succeeded
	same             map[string]int // denials by what the action would do
	form             string         // the last reply, if it was denied for its form alone
	forms            int            // how often the model gave it in a row
}

// tally counts a reply as turns, and its denials. It reports whether the run is over because the model does not get
// past its denials; reaching another limit is an error.
func (r *runState) tally(s *Signal, turns int) (over bool, err error) {
	over, note, err := r.denials.count(&r.out, r.loop.byRules(), r.limits.Attempts)
	if note != "" {
		r.loop.watch(Noted{Text: note})
	}
	if s.Turn += turns; err == nil {
		err = r.allTurns(s.Turn)
	}
	return over, err
}

// count counts the denials and actions of out that are new. It reports whether the run is over, because one action was
// denied too often or inRow replies were denied, with a note for the person; a form repeated too often is an error.
func (c *denialCount) count(out *Outcome, byRules bool, inRow int) (over bool, note string, err error) {
	same := mostSame
	if byRules { // such a planner does not learn from a denial
		same = 2
	}
	denied, acted := out.Denials[c.denials:], out.Actions[c.actions:]
	c.denials, c.actions = len(out.Denials), len(out.Actions)
	form, why, gates := "", "", false
	met := map[string]bool{}
	for _, d := range denied {
		switch {
		case d.isFormal():
			form, why = form+d.essence+"\x00", d.Reason
			continue
		case !met[d.essence]:
			met[d.essence] = true
			if c.same == nil {
				c.same = map[string]int{}
			}
			c.same[d.essence]++
		}
		gates = gates || !d.Refused
		over = over || c.same[d.essence] >= same
	}
	switch succeeded := func(a ActionReport) bool { return a.Acts() && a.EndedWell() }; {
	case slices.ContainsFunc(acted, succeeded):
		c.row, form = 0, ""
	case gates:
		c.row++
	}
	if c.forms++; form == "" || form != c.form {
		c.form, c.forms = form, min(1, len(form))
	}
	switch {
	case over && byRules:
	case over:
		note = fmt.Sprintf("the run ends because the same action was denied %d times", same)
	case c.row >= inRow:
		over = true
		note = fmt.Sprintf("the run ends because the gates denied %d replies in a row and no call succeeded in "+
			"between; limits.attempts sets this limit", c.row)
	case c.forms >= same:
		return true, "", fmt.Errorf("%w: %s", ErrForm, why)
	}
	return over, note, nil
}

// byRules reports whether the provider follows rules and is not a model.
func (l *Loop) byRules() bool { return l.Planned != nil && l.Planned() }
