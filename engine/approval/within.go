package approval

import (
	"pp/engine"
	"pp/engine/store"
	"pp/sexp"
)

// The calls of composed tools that a suspended action is a part of, as a flight plan keeps them.

func compositionFields(m *engine.Composition) func(*store.Fields) {
	return func(f *store.Fields) {
		store.Field(f, "ACTION", &m.Action, engine.Action.Value, actionOf)
		f.OptionalText("ASKED", &m.Asked)
		store.Records(f, "RESULTS", &m.Results, innerFields)
		innerFields(&m.Called)(f)
	}
}

func innerFields(i *engine.Inner) func(*store.Fields) {
	return func(f *store.Fields) {
		f.Text("TOOL", &i.Tool)
		if f.Has("ARGS", i.Args.Len() > 0) {
			store.Field(f, "ARGS", &i.Args, sexp.Plist.Value, sexp.AsPlist)
		}
		f.OptionalText("STATUS", &i.Status)
		f.OptionalText("CONTENT", &i.Content)
		f.Flag("MEMORY", &i.Memory)
	}
}

// withinText is what is kept of such calls, to compare.
func withinText(list []engine.Composition) string {
	return sexp.Print(store.Encode(func(f *store.Fields) {
		store.Records(f, "WITHIN", &list, compositionFields)
	}).Value())
}
