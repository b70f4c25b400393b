package audit

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"pp/engine"
	"pp/sexp"
)

// replayFields are the fields of a record that only a replay reads, those of older versions included.
var replayFields = [...]string{engine.FieldRecorded, "FACTS", "NEW", "FROM"}

// IsForReplay reports whether nothing but a replay reads a field of a record.
func IsForReplay(key string) bool { return slices.Contains(replayFields[:], key) }

// Proposal is an action that was judged, with the last verdict over it.
type Proposal struct {
	Session string
	Seq     int64 // of the verdict's record
	Time    time.Time
	Action  string // as it was judged, with secrets masked

	Decision           engine.Decision
	Gate, Rule, Reason string           // which decided
	Asked              bool             // a verdict over it was a question
	Recorded           *engine.Recorded // nil where it is not on record
}

// Parsed returns the action. Otherwise unknown says why it cannot be read.
func (p *Proposal) Parsed() (a engine.Action, unknown string) {
	if strings.Contains(p.Action, engine.Masked) {
		return a, "a secret is masked in the action"
	}
	v, err := sexp.Read(p.Action, sexp.Limits{Bytes: MaxLine})
	if err == nil {
		a, err = engine.Decoder{}.Action(v, "")
	}
	if err != nil || a.Canonical() != p.Action {
		return a, "the action cannot be read from the record"
	}
	return a, ""
}

// Proposals visits what was judged in the trace. Verdicts over one action while one signal is answered are one
// proposal.
func (s *FileStore) Proposals(visit func(*Proposal) error) error {
	var turn []*Proposal // since the last signal
	flush := func() error {
		for _, p := range turn {
			if err := visit(p); err != nil {
				return err
			}
		}
		turn = nil
		return nil
	}
	_, err := s.Scan(func(e Entry) error {
		switch e.Kind {
		case engine.RecordSignal, KindOpen, KindResume:
			return flush()
		case engine.RecordVerdict:
			p := s.proposal(e)
			i := slices.IndexFunc(turn, func(q *Proposal) bool { return q.Action == p.Action })
			if i < 0 {
				turn = append(turn, p)
				return nil
			}
			p.Asked = p.Asked || turn[i].Asked
			turn[i] = p
		}
		return nil
	})
	if last := flush(); err == nil {
		err = last
	}
	return err
}

// proposal reads the record of a verdict.
func (s *FileStore) proposal(e Entry) *Proposal {
	text := func(key string) string {
		v, _ := e.Fields.Get(key)
		t, _ := ParseText(v)
		if t.Blob != "" {
			t.Inline, _ = s.ReadBlob(t.Blob)
		}
		return t.Inline
	}
	p := &Proposal{Session: s.Session(), Seq: e.Seq, Time: e.Time, Action: text("ACTION"), Gate: text("GATE"),
		Rule: text("RULE"), Reason: text("REASON")}
	said, _ := e.Fields.Keyword("DECISION")
	p.Decision = engine.DecisionOf(string(said))
	p.Asked = p.Decision.Asks()
	kept := text(engine.FieldRecorded)
	var r engine.Recorded
	err := json.Unmarshal([]byte(kept), &r)
	if err == nil && !strings.Contains(kept, engine.Masked) && r.Format == engine.RecordedFormat {
		p.Recorded = &r
	}
	return p
}
