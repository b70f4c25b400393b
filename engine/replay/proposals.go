package replay

import (
	"strings"
	"time"

	"pp/engine"
	"pp/engine/audit"
	"pp/sexp"
)

// Proposal is an action that was judged, and what became of it.
type Proposal struct {
	Session string
	Seq     int64 // of the verdict's record
	Time    time.Time
	Action  string // as it was judged, with secrets masked
	// Decision is the last verdict over it, with the gate and rule that decided.
	Decision           engine.Decision
	Gate, Rule, Reason string
	Skills             []string // the versions of the skills' gates, as "skill/NAME VERSION"
	Asked              bool     // a verdict over it was a question
	// Case has the facts of the last verdict; nil where none were recorded.
	Case *Case
}

// Parsed is the action, or why it is not known.
func (p *Proposal) Parsed() (a engine.Action, unknown string) {
	if strings.Contains(p.Action, engine.Masked) {
		return a, "a secret is masked in the action"
	}
	v, err := sexp.Read(p.Action, sexp.Limits{Bytes: audit.MaxLine})
	if err == nil {
		a, err = engine.Decoder{}.Action(v, "")
	}
	if err != nil || a.Canonical() != p.Action {
		return a, "the action cannot be read back from the record"
	}
	return a, ""
}

// Reader finds the proposals in a trace. Each is handed to Visit once what followed it is
// known, in order; an error of it ends the reading.
type Reader struct {
	Session string
	Blob    func(hash string) (string, error) // reads a text that is kept beside the trace
	Visit   func(*Proposal) error

	table Table
	turn  []*Proposal // of the signal that is being answered
}

// Take takes the next record of the trace.
func (r *Reader) Take(e audit.Entry) error {
	switch e.Kind {
	case engine.RecordSignal, audit.KindOpen, audit.KindResume:
		return r.End()
	case engine.RecordVerdict:
		r.verdict(e)
	}
	return nil
}

// End hands over what is left.
func (r *Reader) End() error {
	for _, p := range r.turn {
		if err := r.Visit(p); err != nil {
			return err
		}
	}
	r.turn = r.turn[:0]
	return nil
}

func (r *Reader) verdict(e audit.Entry) {
	p := &Proposal{Session: r.Session, Seq: e.Seq, Time: e.Time, Action: r.text(e, "ACTION"),
		Gate: r.text(e, "GATE"), Rule: r.text(e, "RULE"), Reason: r.text(e, "REASON")}
	said, _ := e.Fields.Keyword("DECISION")
	p.Decision, _ = engine.ParseDecision(string(said))
	p.Asked = p.Decision == engine.Ask
	if v, ok := e.Fields.Get("SKILLS"); ok {
		list, _ := v.(sexp.List)
		for i := range list.Len() {
			p.Skills = append(p.Skills, textAt(list, i))
		}
	}
	if f, ok := e.Facts(r.Blob); ok {
		p.Case = r.table.Take(f)
		p.Case.patterns = strings.ContainsAny(p.Action, "*?[")
	}
	for i, earlier := range r.turn {
		if earlier.Action == p.Action { // it was judged again
			p.Asked = p.Asked || earlier.Asked
			r.turn[i] = p
			return
		}
	}
	r.turn = append(r.turn, p)
}

// text is a text of a record; one that is gone is "".
func (r *Reader) text(e audit.Entry, key string) string {
	v, _ := e.Fields.Get(key)
	t, _ := audit.ParseText(v)
	if t.Blob != "" {
		t.Inline, _ = r.Blob(t.Blob)
	}
	return t.Inline
}
