package engine

import (
	"fmt"
	"slices"
)

// mostSame is how often the same action may be denied, and how often in a row the same reply that is not an action may
// come.
const mostSame = 5

// denialCount counts what a run's replies were denied.
type denialCount struct {
	denials, actions int            // how many of the outcome are counted already
	row              int            // replies in a row with a call that the gates denied, and none that succeeded
	same             map[string]int // by what the action would do
	form             string         // what the last reply was that was denied for its form alone
	forms            int            // how often that came in a row
}

// tally counts a reply as turns, and what it was denied. It reports whether the run is over, since what is denied will
// not be allowed; a limit that was reached is an error.
func (r *runState) tally(s *Signal, turns int) (over bool, err error) {
	c := &r.denials
	denied, acted := r.out.Denials[c.denials:], r.out.Actions[c.actions:]
	c.denials, c.actions = len(r.out.Denials), len(r.out.Actions)
	form, why, gates := "", "", false
	met := map[string]bool{}
	for _, d := range denied {
		switch {
		case d.formal():
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
		over = over || c.same[d.essence] >= r.mostSame()
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
	s.Turn += turns
	switch {
	case over:
		if !r.byRules() {
			r.watch(Noted{Text: fmt.Sprintf("the run ends, because the same action was denied %d times", mostSame)})
		}
	case c.row >= r.limits.Attempts:
		over = true
		r.watch(Noted{Text: fmt.Sprintf("the run ends, because the gates denied %d replies in a row and no call "+
			"succeeded between them; limits.attempts sets how many", c.row)})
	case c.forms >= r.mostSame():
		return true, fmt.Errorf("%w: %s", ErrForm, why)
	}
	return over, r.allTurns(s.Turn)
}

// mostSame is how often the same may be denied. What goes by rules does not learn from a denial.
func (r *runState) mostSame() int {
	if r.byRules() {
		return 2
	}
	return mostSame
}

// byRules reports whether the provider goes by rules and is no model.
func (l *Loop) byRules() bool { return l.Planned != nil && l.Planned() }
