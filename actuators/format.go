package actuators

import (
	"pp/engine"
	"pp/sexp"
)

// maxResult is the longest text of one result, in bytes.
// Notes a tool adds to a text that is already at the limit come on top.
const (
	maxResult = 64 << 10
	maxNotes  = 4_000
)

// resultPrefix begins a result that is not plain content.
func resultPrefix(tool string) string { return "TOOL [" + tool + "] RESULT: " }

// errorText is a failure as the conversation shows it.
func errorText(tool, message string) string { return "ERROR [" + tool + "]: " + message }

// format gives a tool's result the form that a model reads: content
// as it is, a failure's message after ERROR, and anything else as a printed plist.
func format(tool string, r engine.Result) string {
	switch {
	case r.Text != "" && r.Failed:
		return errorText(tool, bounded(r.Text))
	case r.Text != "":
		return bounded(r.Text)
	}
	status := "SUCCESS"
	if r.Failed {
		status = "ERROR"
	}
	p := r.AddChanges(sexp.NewPlist().With("STATUS", sexp.Keyword(status)), "")
	return resultPrefix(tool) + bounded(sexp.Print(p.Value()))
}

// bounded cuts the middle out of a text that a tool forgot to bound.
func bounded(text string) string {
	if len(text) <= maxResult+maxNotes {
		return text
	}
	e := engine.NewExcerpt(maxResult)
	e.WriteString(text)
	return e.String()
}
