package engine

import (
	"context"
	"fmt"
	"strings"

	"pp/engine/cause"
	"pp/sexp"
)

// record writes one entry of the thought trace, redacted. Only the caller that
// needs it durable looks at the error.
func (l *Loop) record(ctx context.Context, rec Record) error {
	if l.Recorder == nil {
		if rec.Durable {
			return fmt.Errorf("no thought trace is kept")
		}
		return nil
	}
	rec.Text = Redact(l.Redactor, rec.Text)
	var fields sexp.Plist
	for k, v := range rec.Fields.All() {
		fields = fields.With(k, l.masked(v))
	}
	rec.Fields = fields
	return l.Recorder.Record(ctx, rec)
}

// masked is a value with its texts redacted; a list of them too.
func (l *Loop) masked(v sexp.Value) sexp.Value {
	switch x := v.(type) {
	case sexp.String:
		return text(Redact(l.Redactor, string(x)))
	case sexp.List:
		items := make([]sexp.Value, 0, x.Len())
		for _, item := range x.All() {
			items = append(items, l.masked(item))
		}
		return sexp.NewList(items...)
	}
	return v
}

func text(s string) sexp.Value { return sexp.String(s) }

// texts are names as a record has them.
func texts(names []string) sexp.Value {
	items := make([]sexp.Value, len(names))
	for i, name := range names {
		items[i] = text(name)
	}
	return sexp.NewList(items...)
}

// withTexts adds names to a property list, if there are any.
func withTexts(p sexp.Plist, key string, names []string) sexp.Plist {
	if len(names) == 0 {
		return p
	}
	return p.With(key, texts(names))
}

func signalRecord(s Signal) Record {
	rec := Record{Kind: RecordSignal, Fields: sexp.Plist{}.
		With("SENSOR", sexp.Keyword(s.Sensor().String())).
		With("SOURCE", sexp.Keyword(string(s.Meta.Source))).
		With("DEPTH", sexp.Int(int64(s.Depth))).With("TURN", sexp.Int(int64(s.Turn)))}
	if s.Meta.Background {
		rec.Fields = rec.Fields.With("BACKGROUND", sexp.T)
	}
	switch p := s.Payload.(type) {
	case Input:
		rec.Text = p.Text
	case Results:
		var tools, said []string
		for _, t := range p.List {
			tools, said = append(tools, t.Tool), append(said, t.Text)
		}
		rec.Fields = rec.Fields.With("TOOL", text(strings.Join(tools, " ")))
		rec.Text = strings.Join(said, "\n")
	case Fault:
		rec.Text = p.Err.Error()
	case Form:
		rec.Text = p.Text
	case Request, Heartbeat, Interruption:
	}
	return rec
}

// recordPrompt records what of a prompt was not in an earlier one: a
// conversation is sent whole each time, and would else fill the trace.
func (r *runState) recordPrompt(ctx context.Context, p Prompt) {
	var b strings.Builder
	if p.System != r.system {
		b.WriteString(p.System)
		r.system = p.System
	}
	from := min(r.recorded, len(p.Turns))
	var pictures []string
	for _, t := range p.Turns[from:] {
		b.WriteString("\n\n[" + t.Role.String() + "]\n" + p.Render(t))
		if t.Picture.Is() {
			pictures = append(pictures, t.Picture.digest())
		}
	}
	r.recorded = len(p.Turns)
	if p.Last != "" {
		b.WriteString("\n\n" + p.Last)
	}
	rec := Record{Kind: RecordPrompt, Text: b.String(),
		Fields: sexp.Plist{}.With("TURNS", sexp.Int(int64(len(p.Turns)))).With("FROM", sexp.Int(int64(from)))}
	rec.Fields = withTexts(rec.Fields, "CONTEXT", memoryShown(p))
	if r.guided.instead != "" {
		rec.Fields = rec.Fields.With("SKILL", text(r.guided.by))
	}
	if len(pictures) > 0 {
		rec.Fields = rec.Fields.With("PICTURES", texts(pictures))
	}
	r.loop.record(ctx, r.loop.byModel(rec))
}

// unmodelled marks a record of something that no model had a part in.
func unmodelled(rec Record) Record {
	rec.Fields = rec.Fields.With(FieldUnmodelled, sexp.T)
	return rec
}

// FieldRecorded is the field of a verdict with its Recorded.
const FieldRecorded = "RECORDED"

// FieldUnmodelled is the field of a prompt or a proposal that no model had a part in.
const FieldUnmodelled = "UNMODELLED"

// byModel is a record as it is where a model is asked, and marked where rules are.
func (l *Loop) byModel(rec Record) Record {
	if l.byRules() {
		return unmodelled(rec)
	}
	return rec
}

func proposalRecord(a Action) Record {
	return Record{Kind: RecordProposal, Fields: sexp.Plist{}.With("ACTION", text(a.Canonical()))}
}

// VerdictRecord is the record of a verdict, with what it rests on; stage says when it was judged.
func VerdictRecord(v Verdict, stage string) Record {
	step, f := v.Decisive()
	fields := sexp.Plist{}.
		With("STAGE", sexp.Keyword(strings.ToUpper(stage))).
		With("DECISION", sexp.Keyword(strings.ToUpper(v.Decision.String()))).
		With("GATE", text(step.Gate)).With("RULE", text(f.Rule)).With("REASON", text(f.Reason)).
		With("CAUSE", text(string(f.Cause.Kind))).With("ACTION", text(v.Action.Canonical()))
	if i := v.revised(); i >= 0 {
		fields = fields.With("REVISED", text(v.Trace[i].Gate))
	}
	if kept := recordedOf(v); kept != "" {
		fields = fields.With(FieldRecorded, text(kept))
	}
	return Record{Kind: RecordVerdict, Fields: withTexts(fields, "SKILLS", versions(v.Trace))}
}

// versions names the gates that are made of something that changes, with the hash of it.
func versions(trace []Step) []string {
	var out []string
	for _, s := range trace {
		if s.Version != "" {
			out = append(out, s.Gate+" "+s.Version)
		}
	}
	return out
}

// DeniedRecord is the record of what waited, and was denied by a person.
func DeniedRecord(a Action, reason string) Record {
	return approvalRecord(Verdict{Action: a}, Answer{Kind: AnswerDeny, Reason: reason})
}

func approvalRecord(v Verdict, a Answer) Record {
	kinds := [...]string{"DENY", "ONCE", "SESSION", "ALWAYS", "MODIFY", "SUSPEND", "VOID"}
	f := sexp.Plist{}.With("ANSWER", sexp.Keyword(nameOf(kinds[:], int(a.Kind)))).
		With("REASON", text(a.Reason)).With("ACTION", text(v.Action.Canonical()))
	if a.Absent {
		f = f.With("ABSENT", sexp.T)
	}
	return Record{Kind: RecordApproval, Fields: f}
}

func intentRecord(c Cleared) Record {
	return Record{Kind: RecordIntent, Fields: sexp.Plist{}.With("ACTION", text(c.Action().Canonical()))}
}

func resultRecord(c Cleared, res Result) Record {
	status := "SUCCESS"
	if !res.EndedWell() {
		status = "ERROR"
	}
	f := sexp.Plist{}.With("STATUS", sexp.Keyword(status)).With("TOOL", text(c.Action().Tool()))
	if e := res.Exit; e != nil {
		if e.Signal == "" {
			f = f.With("EXIT", sexp.Int(int64(e.Code)))
		} else {
			f = f.With("SIGNAL", text(e.Signal))
		}
		if e.TimedOut {
			f = f.With("TIMED-OUT", sexp.Symbol{Name: "T"})
		}
	}
	if ms := res.Duration.Milliseconds(); ms > 0 {
		f = f.With("MILLISECONDS", sexp.Int(ms))
	}
	f = withTexts(withTexts(withTexts(f, "CHANGED", res.Changed), "MADE", res.Made), "DELETED", res.Deleted)
	if res.Added+res.Removed > 0 {
		f = f.With("ADDED", sexp.Int(int64(res.Added))).With("REMOVED", sexp.Int(int64(res.Removed)))
	}
	f = withTexts(f, "WITHHELD", res.Withheld)
	f = withTexts(f, "ATTEMPTS", cause.Texts(res.Attempts))
	return Record{Kind: RecordResult, Fields: f, Text: res.Text}
}

func faultRecord(s Signal, err error) Record {
	return Record{Kind: RecordFault, Fields: sexp.Plist{}.
		With("SENSOR", sexp.Keyword(s.Sensor().String())).With("DEPTH", sexp.Int(int64(s.Depth))), Text: logText(err)}
}
