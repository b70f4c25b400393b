package skills

import (
	"cmp"
	"strings"

	"pp/engine"
	"pp/engine/effect"
	"pp/sexp"
)

// record builds a property list without empty values.
type record struct{ sexp.Plist }

// word adds a keyword.
func (r record) word(key, name string) record {
	return record{r.With(key, sexp.Keyword(strings.ToUpper(name)))}
}

// text adds a text, unless it is empty.
func (r record) text(key, v string) record {
	if v == "" {
		return r
	}
	return record{r.With(key, sexp.String(v))}
}

// flag adds T if the value is true.
func (r record) flag(key string, v bool) record {
	if !v {
		return r
	}
	return record{r.With(key, sexp.T)}
}

// number adds a number, unless it is 0.
func (r record) number(key string, v int) record {
	if v == 0 {
		return r
	}
	return record{r.With(key, sexp.Int(v))}
}

func (r record) texts(key string, list []string) record {
	return record{r.With(key, values(list, func(t string) sexp.Value { return sexp.String(t) }))}
}

// values returns the list of the results of each.
func values[T any](list []T, value func(T) sexp.Value) sexp.Value {
	out := make([]sexp.Value, len(list))
	for i, x := range list {
		out[i] = value(x)
	}
	return sexp.NewList(out...)
}

// caseContext returns the context of a gate besides the action: only the origin of the signal,
// and the facts that other gates use, without secrets and the environment.
func caseContext(c engine.Case) sexp.Value {
	f := c.Facts
	r := record{record{}.word("TYPE", "EVENT").
		With("META", record{}.word("SOURCE", string(cmp.Or(f.Occasion.Source, engine.TargetCLI))).Value()).
		With("PAYLOAD", record{}.word("SENSOR", cmp.Or(f.Occasion.Sensor, engine.SensorUserInput).String()).Value()).
		With("DEPTH", sexp.Int(f.Occasion.Depth)).With("EFFECTS", sexp.NewList(effects(c.Effects)...))}
	r = r.text("DIR", f.Dir).text("WORKSPACE", f.Workspace.Root)
	if len(f.Flows) > 0 {
		r = record{r.With("FLOWS", values(f.Flows, flow))}
	}
	is := f.Confinement
	return r.With("CONFINEMENT", record{}.word("FILES", is.Files.String()).flag("NETWORK", is.Network).
		flag("SOCKETS", is.Sockets).flag("TREE", is.Tree).flag("LAYERS", is.Layers).Value()).Value()
}

func flow(f engine.Flow) sexp.Value {
	kind := "UNTRUSTED"
	if f.Secret {
		kind = "SECRET"
	}
	return record{}.word("KIND", kind).text("SUBJECT", f.Subject).number("TURN", f.Turn).Value()
}

// effects returns a property list for each effect, sorted by kind and then in order of discovery.
func effects(e effect.Effects) (out []sexp.Value) {
	path := func(r record, p effect.Path) record {
		return r.text("PATH", p.Name).flag("EXISTS", p.Exists).flag("DIRECTORY", p.Dir).flag("TREE", p.Tree)
	}
	endpoint := func(r record, e effect.Endpoint) record {
		return r.text("HOST", e.Host).number("PORT", e.Port).text("SCHEME", e.Scheme).text("ODD", string(e.Odd))
	}
	scope := func(r record, m effect.Memory) record { return r.word("SCOPE", m.Scope.String()) }
	each(&out, "READS", e.Reads, path)
	each(&out, "WRITES", e.Writes, path)
	each(&out, "DELETES", e.Deletes, path)
	each(&out, "METADATA", e.Metadata, path)
	each(&out, "RUNS", e.Runs, program)
	each(&out, "CONNECTS", e.Connects, endpoint)
	each(&out, "LISTENS", e.Listens, endpoint)
	each(&out, "LOOPBACK", e.Loopback, endpoint)
	each(&out, "SOCKET", e.Sockets, func(r record, s effect.Socket) record { return r.text("NAME", s.Name) })
	each(&out, "SIGNALS", e.Signals, func(r record, p effect.Process) record { return r.text("PROCESS", p.Name) })
	each(&out, "ESCALATES", e.Escalates, func(r record, x effect.Escalation) record { return r.text("BY", x.How) })
	each(&out, "REMEMBERS", e.Remembers, scope)
	each(&out, "RECALLS", e.Recalls, scope)
	each(&out, "MESSAGES", e.Messages, func(r record, x effect.Message) record {
		return r.text("MEDIUM", x.Medium).text("TO", x.To).texts("FILES", x.Files)
	})
	each(&out, "CALLS", e.Calls, func(r record, c effect.Call) record {
		return r.text("SERVER", c.Server).text("TOOL", c.Tool).flag("GRANTED", c.Granted).flag("DESTROYS", c.Destroys)
	})
	each(&out, "OPAQUE", e.Opaque, func(r record, o effect.Opaque) record {
		return r.text("TEXT", o.Text).text("WHY", o.Cause.String())
	})
	each(&out, "HAZARD", e.Hazards, func(r record, h effect.Hazard) record {
		return r.word("RULE", h.Rule).text("WHY", h.Cause.String())
	})
	return out
}

// each adds a property list for each effect of a kind.
func each[E any](out *[]sexp.Value, kind string, list []E, fill func(record, E) record) {
	for _, e := range list {
		*out = append(*out, fill(record{}.word("KIND", kind), e).Value())
	}
}

func program(r record, p effect.Program) record {
	classes := [...]string{"UNKNOWN", "READS", "ACTS", "BUILDS", "COMPUTES"}
	return r.texts("WORDS", p.Words).text("PROGRAM", p.Path).text("COMMAND", p.Canonical).
		word("CLASS", classes[min(int(p.Class), len(classes)-1)]).text("SCRIPT", p.Script)
}

// signalContext returns the context of all skill functions except gates: the signal as a property
// list, with secrets masked.
func (s *Set) signalContext(sig engine.Signal) sexp.Value {
	payload := payload(sig, func(text string) string { return engine.Redact(s.redactor, text) })
	meta := record{}.word("SOURCE", string(sig.Meta.Source)).text("SESSION-ID", sig.Meta.Session)
	return record{}.word("TYPE", "EVENT").With("META", meta.Value()).With("PAYLOAD", payload.Value()).
		With("DEPTH", sexp.Int(sig.Depth)).Value()
}

func payload(sig engine.Signal, mask func(string) string) record {
	r := record{}.word("SENSOR", sig.Sensor().String())
	switch p := sig.Payload.(type) {
	case engine.Input:
		r = r.text("TEXT", mask(p.Text)).word("ORIGIN", p.Origin.String())
		if len(p.Attachments) > 0 {
			r = record{r.With("ATTACHMENTS", values(p.Attachments, func(a engine.Attachment) sexp.Value {
				return sexp.String(mask(a.Label))
			}))}
		}
	case engine.Results:
		r = record{r.With("RESULTS", values(p.List, func(t engine.ToolResult) sexp.Value {
			return record{}.text("TOOL", t.Tool).word("STATUS", status(t)).text("CONTENT", mask(t.Text)).Value()
		}))}
	case engine.Fault:
		return r.text("MESSAGE", mask(p.Err.Error()))
	case engine.Form:
		return r.text("CODE", mask(p.Text))
	case engine.Request:
		return r.text("ACTION", mask(p.Action.Canonical()))
	case engine.Heartbeat, engine.Interruption:
	}
	return r
}

func status(t engine.ToolResult) string {
	switch {
	case t.Denied:
		return engine.InnerDenied
	case t.Failed:
		return engine.InnerError
	}
	return engine.InnerSuccess
}
