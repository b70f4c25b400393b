package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/audit"
)

// replayJSON is what a replay found.
type replayJSON struct {
	Judged   int             `json:"judged"`
	Unknown  int             `json:"unknown"`
	Changes  []redecidedJSON `json:"changes"`
	Unknowns []whyUnknown    `json:"unknown_because"`
}

// redecidedJSON is a proposal that is decided otherwise today.
type redecidedJSON struct {
	Then    string    `json:"then"`
	Now     string    `json:"now"`
	Why     string    `json:"why"` // the rule that decides today, and its reason
	Action  string    `json:"action"`
	WhyThen string    `json:"why_then"`
	Session string    `json:"session"`
	Seq     int64     `json:"seq"` // of the record of the verdict then
	Time    time.Time `json:"time"`
}

// whyUnknown counts the proposals that cannot be judged for one reason.
type whyUnknown struct {
	Why   string `json:"why"`
	Count int    `json:"count"`
}

// replay judges the recorded effects by the rules of today, and says what they decide otherwise.
func (r *traceRun) replay() error {
	found := replayJSON{Changes: []redecidedJSON{}, Unknowns: []whyUnknown{}}
	today := setup.NewReplayer(setup.NewAgent(r.settings, r.Out, r.Signals))
	damaged, err := eachProposal(r.run, r.dir, r.words, r.from, func(p *audit.Proposal) {
		v, unknown := today.Judge(p)
		found.add(p, v, unknown, today.Why)
	})
	if err != nil {
		return err
	}
	found.sort()
	if err := r.Show(found, found.text()); err != nil {
		return err
	}
	if damaged || r.failOnChange && len(found.Changes) > 0 {
		return exit.Silent(exit.Failed)
	}
	return nil
}

// eachProposal visits the proposals of one session, or of all sessions that were written since from. It warns of a
// damaged trace, and goes on with the next.
func eachProposal(r run, dir string, words []string, from time.Time, visit func(*audit.Proposal)) (damaged bool,
	err error) {
	stores, err := tracesSince(dir, words, from)
	if err != nil {
		return false, err
	}
	for _, store := range stores {
		err := store.Proposals(func(p *audit.Proposal) error {
			if !p.Time.Before(from) {
				visit(p)
			}
			return context.Cause(r.ctx)
		})
		var damage *audit.DamageError
		switch {
		case err == nil, len(words) == 0 && errors.Is(err, fs.ErrNotExist): // pruned meanwhile
		case len(words) == 0 && errors.As(err, &damage):
			r.Out.Note("warning", fmt.Sprintf("%s: %v", store.Path(), err))
			damaged = true
		default:
			return damaged, traceError(store, err)
		}
	}
	return damaged, nil
}

// tracesSince are the parts of one session's trace, or the traces that were written since from.
func tracesSince(dir string, words []string, from time.Time) (out []*audit.FileStore, err error) {
	if len(words) > 0 {
		return partsOf(dir, words[0])
	}
	list, err := traces(dir)
	for _, t := range list {
		if !t.Changed.Before(from) && err == nil {
			var store *audit.FileStore
			store, err = audit.NewFileStore(dir, t.Session)
			out = append(out, store)
		}
	}
	return out, err
}

// sort puts what was found in an order that is always the same: changes by time, and the
// reasons that most have first.
func (j *replayJSON) sort() {
	slices.SortFunc(j.Changes, func(a, b redecidedJSON) int {
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Session, b.Session), cmp.Compare(a.Seq, b.Seq))
	})
	slices.SortFunc(j.Unknowns, func(a, b whyUnknown) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Why, b.Why))
	})
}

// add counts a proposal; why says what decides a verdict of today.
func (j *replayJSON) add(p *audit.Proposal, v engine.Verdict, unknown string, why func(engine.Verdict) string) {
	if unknown != "" {
		j.Unknown++
		i := slices.IndexFunc(j.Unknowns, func(w whyUnknown) bool { return w.Why == unknown })
		if i < 0 {
			i, j.Unknowns = len(j.Unknowns), append(j.Unknowns, whyUnknown{Why: unknown})
		}
		j.Unknowns[i].Count++
		return
	}
	j.Judged++
	if v.Decision == p.Decision {
		return
	}
	c := redecidedJSON{Then: p.Decision.String(), Now: v.Decision.String(), Action: p.Action, Session: p.Session,
		Seq: p.Seq, Time: p.Time, Why: why(v),
		WhyThen: engine.RuleName(p.Gate, p.Rule) + ": " + p.Reason}
	j.Changes = append(j.Changes, c)
}

// text is what a replay found, for a reader.
func (j replayJSON) text() string {
	var b strings.Builder
	for _, c := range j.Changes {
		fmt.Fprintf(&b, "%s  %s -> %s  %s\n    then: %s\n    now:  %s\n", c.Time.Local().Format(time.DateTime),
			c.Then, c.Now, output.OneLine(gist(c.Action), 200), output.OneLine(c.WhyThen, 300), output.OneLine(c.Why, 300))
	}
	fmt.Fprintf(&b, "judged %d, changed %d, unknown %d\n", j.Judged, len(j.Changes), j.Unknown)
	for _, w := range j.Unknowns {
		fmt.Fprintf(&b, "  unknown %d: %s\n", w.Count, output.OneLine(w.Why, 200))
	}
	return b.String()
}

// gist is an action as a person would call it: a command alone, else the form.
func gist(action string) string {
	p := audit.Proposal{Action: action}
	if a, unknown := p.Parsed(); unknown == "" && a.Command() != "" {
		return a.Command()
	}
	return action
}

// maxQuestions bounds the questions on record that a rule is tested on, the last ones.
const maxQuestions = 1000

// testOnRecord says how many of the questions on record a rule would have answered.
func testOnRecord(r run, m *setup.Agent, rule approval.Rule) error {
	dir := m.Settings.Kept("audit")
	if dir == "" {
		return exit.NoPlace("thought traces")
	}
	type question struct {
		at       time.Time
		answered bool
	}
	var asked []question
	unknown := 0
	today := setup.NewReplayer(m)
	_, err := eachProposal(r, dir, nil, time.Time{}, func(p *audit.Proposal) {
		if !p.Asked {
			return
		}
		switch without, with, why := today.JudgeRule(p, rule); {
		case why != "":
			unknown++
		case without.Decision.Asks():
			asked = append(asked, question{p.Time, with.Decision == engine.Allow})
		}
	})
	if err != nil {
		return err
	}
	slices.SortFunc(asked, func(a, b question) int { return b.at.Compare(a.at) })
	asked = asked[:min(maxQuestions, len(asked))]
	answered := 0
	for _, q := range asked {
		if q.answered {
			answered++
		}
	}
	text := fmt.Sprintf("this rule would have answered %d of the last %d questions", answered, len(asked))
	if unknown > 0 {
		text += fmt.Sprintf("; of %d more the record does not tell", unknown)
	}
	return r.Out.Print(text + "\n")
}
