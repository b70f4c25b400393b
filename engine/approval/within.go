package approval

import (
	"pp/engine"
	"pp/engine/session/journal"
	"pp/sexp"
)

// The calls of composed tools that a suspended action is a part of, as a flight plan keeps them.

func compositionFields(m *engine.Composition) func(*journal.Fields) {
	return func(f *journal.Fields) {
		journal.Field(f, "ACTION", &m.Action, engine.Action.Value, actionOf)
		f.OptionalText("ASKED", &m.Asked)
		journal.Records(f, "RESULTS", &m.Results, innerFields)
		innerFields(&m.Called)(f)
	}
}

func innerFields(i *engine.Inner) func(*journal.Fields) {
	return func(f *journal.Fields) {
		f.Text("TOOL", &i.Tool)
		if f.Has("ARGS", i.Args.Len() > 0) {
			journal.Field(f, "ARGS", &i.Args, sexp.Plist.Value, sexp.AsPlist)
		}
		f.OptionalText("STATUS", &i.Status)
		f.OptionalText("CONTENT", &i.Content)
		f.Flag("MEMORY", &i.Memory)
	}
}

// withinText is what is kept of such calls, to compare.
func withinText(list []engine.Composition) string {
	return sexp.Print(journal.Encode(func(f *journal.Fields) {
		journal.Records(f, "WITHIN", &list, compositionFields)
	}).Value())
}
