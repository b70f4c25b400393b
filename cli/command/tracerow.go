package command

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pp/cli/output"
	"pp/engine"
	"pp/engine/audit"
	"pp/sexp"
)

// traceTextMax bounds a text of a record that is shown, in bytes.
const traceTextMax = 4 << 10

// traceRow is one record as it is shown.
type traceRow struct {
	Seq    int64             `json:"seq"`
	Time   time.Time         `json:"time"`
	Kind   string            `json:"kind"`
	Lost   int64             `json:"lost,omitempty"`
	Fields map[string]string `json:"fields"`
	Text   string            `json:"text"`
	Blob   string            `json:"blob,omitempty"` // the hash of a text that is kept beside the trace
	Bytes  int64             `json:"bytes,omitempty"`
	// Quadrant is whether a person asked for it now, and whether a model had a part in it.
	Quadrant string `json:"quadrant"`
}

// wants reports whether a record is one of those asked for.
func (r *traceRun) wants(e audit.Entry) bool {
	if e.Time.Before(r.from) {
		return false
	}
	gate, _ := e.Fields.Text("GATE")
	if r.gate != "" && gate != r.gate {
		return false
	}
	return !r.denied || denied(e)
}

// none says that nothing was found.
func (r *traceRun) none() string {
	if r.denied && r.gate == "" && r.since == "" {
		return "nothing was denied"
	}
	return "there is no such record"
}

// denied reports whether a record is a denial: of a gate, of a person, or of what cannot be taken as an action.
func denied(e audit.Entry) bool {
	if _, untaken := e.Fields.Get("REASON"); e.Kind == engine.RecordProposal {
		return untaken
	}
	key := map[engine.RecordKind]string{engine.RecordVerdict: "DECISION", engine.RecordApproval: "ANSWER"}[e.Kind]
	said, _ := e.Fields.Keyword(key)
	return key != "" && string(said) == "DENY"
}

// rowOf is a record as it is shown; background says so of the signal that it followed.
func rowOf(e audit.Entry, background bool) traceRow {
	r := traceRow{Seq: e.Seq, Time: e.Time, Kind: strings.ToLower(string(e.Kind)), Lost: e.Lost,
		Quadrant: e.Kind.Quadrant(background, !e.Fields.True(engine.FieldUnmodelled)).String(),
		Fields:   map[string]string{},
		Text:     engine.Clip(e.Text.Inline, traceTextMax), Blob: e.Text.Blob, Bytes: e.Text.Bytes}
	for key, v := range e.Fields.All() {
		if audit.IsForReplay(key) {
			continue
		}
		r.Fields[strings.ToLower(key)] = engine.Clip(fieldText(v), traceTextMax)
	}
	if said, known := e.Fields.Keyword("SENSOR"); known && said == "" { // as of a request
		r.Fields["sensor"] = "request"
		if e.Kind == engine.RecordSignal && e.Fields.True("BACKGROUND") {
			r.Fields["sensor"] = "request, in the background"
		}
	}
	return r
}

func fieldText(v sexp.Value) string {
	if t, ok := audit.ParseText(v); ok {
		if t.Blob != "" {
			return fmt.Sprintf("%d bytes, %s", t.Bytes, t.Blob)
		}
		return t.Inline
	}
	printed := sexp.Print(v)
	if word, ok := strings.CutPrefix(printed, ":"); ok {
		return strings.ToLower(word)
	}
	return printed
}

// gist is what a record says in one line.
func (r traceRow) gist() string {
	f := r.Fields
	text := r.Text
	if r.Blob != "" {
		text = fmt.Sprintf("%d bytes", r.Bytes)
	}
	switch engine.RecordKind(strings.ToUpper(r.Kind)) {
	case engine.RecordSignal:
		text = strings.TrimSpace(f["sensor"] + " from " + f["source"] + ": " + text)
	case engine.RecordPrompt:
		text = f["turns"] + " turns: " + strings.TrimSpace(text)
	case engine.RecordProposal, engine.RecordIntent:
		text = f["action"]
		if f["reason"] != "" {
			text = "deny " + engine.RuleName(f["gate"], f["rule"]) + ": " + f["reason"] + " " + r.Text
		}
	case engine.RecordVerdict:
		text = f["decision"] + " " + engine.RuleName(f["gate"], f["rule"]) + ": " + f["reason"] + " " + f["action"]
		if f["skills"] != "" {
			text += " " + f["skills"]
		}
	case engine.RecordApproval:
		text = f["answer"] + " " + strings.TrimSpace(f["reason"]+" "+f["action"])
	case engine.RecordResult:
		text = strings.TrimSpace(f["status"]+" "+f["tool"]) + endingText(f) + ": " + text
	case engine.RecordFault:
		text = f["sensor"] + ": " + text
	case audit.KindOpen:
		text = "session " + f["session"]
	case audit.KindResume, audit.KindLimit:
		text = f["cut"] + f["limit"]
	}
	if r.Lost > 0 {
		text = fmt.Sprintf("(%d records before it could not be written) ", r.Lost) + text
	}
	return text
}

// endingText is what a result's record says of the action's end and of what it left.
func endingText(f map[string]string) string {
	text := ""
	for _, part := range []struct{ key, label string }{{"exit", ", exit "}, {"signal", ", killed by "},
		{"changed", ", changed "}, {"withheld", ", withheld "}} {
		if f[part.key] != "" {
			text += part.label + f[part.key]
		}
	}
	return text
}

// text is the record on one line.
func (r traceRow) text() string {
	line := fmt.Sprintf("%s  %-24s  %-8s  %s", r.Time.Local().Format(time.DateTime), r.Quadrant, r.Kind,
		output.OneLine(r.gist(), 300))
	return strings.TrimRight(line, " ") + "\n"
}

// org is the record as an Org node. Lines that Org would take for its own are
// guarded by a comma (Org manual, "Literal Examples").
func (r traceRow) org() string {
	var b strings.Builder
	fmt.Fprintf(&b, "* %s %s\n:PROPERTIES:\n:SEQ: %d\n:TIME: %s\n:QUADRANT: %s\n", r.Kind, output.OneLine(r.gist(), 120),
		r.Seq, r.Time.Format(time.RFC3339Nano), r.Quadrant)
	for _, key := range slices.Sorted(maps.Keys(r.Fields)) {
		fmt.Fprintf(&b, ":%s: %s\n", strings.ToUpper(key), output.OneLine(r.Fields[key], traceTextMax))
	}
	if r.Blob != "" {
		fmt.Fprintf(&b, ":BLOB: %s\n", r.Blob)
	}
	b.WriteString(":END:\n")
	if r.Text == "" {
		return b.String()
	}
	b.WriteString("#+begin_example\n")
	for line := range strings.SplitSeq(strings.TrimRight(r.Text, "\n"), "\n") {
		if bare := strings.TrimLeft(line, ","); strings.HasPrefix(bare, "*") ||
			strings.HasPrefix(strings.TrimLeft(bare, " \t"), "#+") {
			line = "," + line
		}
		b.WriteString(line + "\n")
	}
	b.WriteString("#+end_example\n")
	return b.String()
}
