package skills

import (
	"cmp"
	"strings"

	"pp/engine"
	"pp/engine/effect"
	"pp/sexp"
	"pp/sexp/lisp"
)

// given is what a gate gets of a case. All gates of one judgement share it: none can change it.
type given struct {
	action lisp.Value
	of     lisp.Value // the context, once it was asked for
	maker  maker
}

// givenKey is the key of it among what gates share.
type givenKey struct{}

func givenOf(c engine.Case) *given {
	return c.Shared.Get(givenKey{}, func() any {
		g := new(given)
		g.action = g.maker.action(c.Action)
		return g
	}).(*given)
}

// context is the context of the case.
func (g *given) context(c engine.Case) lisp.Value {
	if g.of == nil {
		g.of = g.maker.caseContext(c)
	}
	return g.of
}

// action is the action as data, as its message says it.
func (m *maker) action(a engine.Action) lisp.Value {
	at := m.open()
	m.word("TYPE", "REQUEST")
	m.word("TARGET", string(a.Target))
	inner := m.open()
	for key, v := range a.Payload().All() {
		m.add(key, lisp.Import(v))
	}
	m.add("PAYLOAD", m.close(inner))
	return m.close(at)
}

// maker makes nested property lists: open, the keys with their values, and close.
type maker struct{ stack []lisp.Value }

func (m *maker) open() int {
	return len(m.stack)
}

func (m *maker) close(at int) lisp.Value {
	v := lisp.List(m.stack[at:]...)
	m.stack = m.stack[:at]
	return v
}

func (m *maker) push(v lisp.Value) { m.stack = append(m.stack, v) }

func (m *maker) add(key string, v lisp.Value) { m.stack = append(m.stack, keyword(key), v) }

// keyword is the keyword of a name, upper case.
func keyword(name string) lisp.Value { return lisp.Intern(sexp.Keyword(name)) }

// word adds a keyword.
func (m *maker) word(key, name string) { m.add(key, keyword(name)) }

// text adds a text, unless it is empty.
func (m *maker) text(key, v string) {
	if v != "" {
		m.add(key, lisp.Text(v))
	}
}

// flag adds T, if it is so.
func (m *maker) flag(key string, v bool) {
	if v {
		m.add(key, lisp.Intern(sexp.T))
	}
}

// number adds a number, unless it is 0.
func (m *maker) number(key string, v int) {
	if v != 0 {
		m.add(key, sexp.Int(v))
	}
}

func (m *maker) texts(key string, list []string) {
	at := m.open()
	for _, t := range list {
		m.push(lisp.Text(t))
	}
	m.add(key, m.close(at))
}

// caseContext is what a gate gets besides the action: of the signal only where it came from,
// and of the facts those that other gates decide by, without secrets and the environment.
func (m *maker) caseContext(c engine.Case) lisp.Value {
	f := c.Facts
	sensor := cmp.Or(f.Occasion.Sensor, engine.SensorUserInput)
	at := m.open()
	m.word("TYPE", "EVENT")
	inner := m.open()
	m.word("SOURCE", string(cmp.Or(f.Occasion.Source, engine.TargetCLI)))
	m.add("META", m.close(inner))
	inner = m.open()
	m.word("SENSOR", sensor.String())
	m.add("PAYLOAD", m.close(inner))
	m.add("DEPTH", sexp.Int(f.Occasion.Depth))
	m.add("EFFECTS", m.effects(c.Effects))
	m.text("DIR", f.Dir)
	m.text("WORKSPACE", f.Workspace.Root)
	if len(f.Flows) > 0 {
		m.add("FLOWS", m.flows(f.Flows))
	}
	m.add("CONFINEMENT", m.confinement(f.Confinement))
	return m.close(at)
}

func (m *maker) flows(flows []engine.Flow) lisp.Value {
	at := m.open()
	for _, f := range flows {
		one := m.open()
		if f.Secret {
			m.word("KIND", "SECRET")
		} else {
			m.word("KIND", "UNTRUSTED")
		}
		m.text("SUBJECT", f.Subject)
		m.number("TURN", f.Turn)
		m.push(m.close(one))
	}
	return m.close(at)
}

func (m *maker) confinement(c engine.Confinement) lisp.Value {
	at := m.open()
	m.word("FILES", strings.ToUpper(c.Files.String()))
	m.flag("NETWORK", c.Network)
	m.flag("SOCKETS", c.Sockets)
	m.flag("TREE", c.Tree)
	m.flag("LAYERS", c.Layers)
	return m.close(at)
}

// effects is a list of property lists, one for each effect, by kind and then as found.
func (m *maker) effects(e effect.Effects) lisp.Value {
	at := m.open()
	each(m, "READS", e.Reads, (*maker).path)
	each(m, "WRITES", e.Writes, (*maker).path)
	each(m, "DELETES", e.Deletes, (*maker).path)
	each(m, "METADATA", e.Metadata, (*maker).path)
	each(m, "RUNS", e.Runs, (*maker).program)
	each(m, "CONNECTS", e.Connects, (*maker).endpoint)
	each(m, "LISTENS", e.Listens, (*maker).endpoint)
	each(m, "SOCKET", e.Sockets, func(m *maker, s effect.Socket) { m.text("NAME", s.Name) })
	each(m, "SIGNALS", e.Signals, func(m *maker, p effect.Process) { m.text("PROCESS", p.Name) })
	each(m, "ESCALATES", e.Escalates, func(m *maker, x effect.Escalation) { m.text("BY", x.How) })
	each(m, "REMEMBERS", e.Remembers, (*maker).scope)
	each(m, "RECALLS", e.Recalls, (*maker).scope)
	each(m, "MESSAGES", e.Messages, func(m *maker, x effect.Message) {
		m.text("MEDIUM", x.Medium)
		m.text("TO", x.To)
		m.texts("FILES", x.Files)
	})
	each(m, "CALLS", e.Calls, func(m *maker, c effect.Call) {
		m.text("SERVER", c.Server)
		m.text("TOOL", c.Tool)
		m.flag("GRANTED", c.Granted)
		m.flag("DESTROYS", c.Destroys)
	})
	each(m, "OPAQUE", e.Opaque, func(m *maker, o effect.Opaque) {
		m.text("TEXT", o.Text)
		m.text("WHY", o.Cause.String())
	})
	each(m, "HAZARD", e.Hazards, func(m *maker, h effect.Hazard) {
		m.word("RULE", strings.ToUpper(h.Rule))
		m.text("WHY", h.Cause.String())
	})
	return m.close(at)
}

// each pushes a property list for each effect of a kind.
func each[E any](m *maker, kind string, list []E, fill func(*maker, E)) {
	for _, e := range list {
		at := m.open()
		m.word("KIND", kind)
		fill(m, e)
		m.push(m.close(at))
	}
}

func (m *maker) path(p effect.Path) {
	m.text("PATH", p.Name)
	m.flag("EXISTS", p.Exists)
	m.flag("DIRECTORY", p.Dir)
	m.flag("TREE", p.Tree)
}

func (m *maker) program(r effect.Program) {
	classes := [...]string{"UNKNOWN", "READS", "ACTS", "BUILDS", "COMPUTES"}
	m.texts("WORDS", r.Words)
	m.text("PROGRAM", r.Path)
	m.text("COMMAND", r.Canonical)
	m.word("CLASS", classes[min(int(r.Class), len(classes)-1)])
	m.text("SCRIPT", r.Script)
}

func (m *maker) endpoint(e effect.Endpoint) {
	m.text("HOST", e.Host)
	m.number("PORT", e.Port)
	m.text("SCHEME", e.Scheme)
	m.text("ODD", string(e.Odd))
}

func (m *maker) scope(r effect.Memory) { m.word("SCOPE", strings.ToUpper(r.Scope.String())) }

// signalContext is what everything but a gate gets: the signal as a property list, with the
// secrets in its texts masked.
func (s *Set) signalContext(sig engine.Signal) lisp.Value {
	m := maker{}
	at := m.open()
	m.word("TYPE", "EVENT")
	inner := m.open()
	m.word("SOURCE", string(sig.Meta.Source))
	m.text("SESSION-ID", sig.Meta.Session)
	m.add("META", m.close(inner))
	m.add("PAYLOAD", m.payload(sig, func(text string) string { return engine.Redact(s.redactor, text) }))
	m.add("DEPTH", sexp.Int(sig.Depth))
	return m.close(at)
}

func (m *maker) payload(sig engine.Signal, mask func(string) string) lisp.Value {
	at := m.open()
	m.word("SENSOR", sig.Sensor().String())
	switch p := sig.Payload.(type) {
	case engine.Input:
		m.text("TEXT", mask(p.Text))
		m.word("ORIGIN", p.Origin.String())
		var labels []string
		for _, a := range p.Attachments {
			labels = append(labels, mask(a.Label))
		}
		if len(labels) > 0 {
			m.texts("ATTACHMENTS", labels)
		}
	case engine.Results:
		list := m.open()
		for _, t := range p.List {
			one := m.open()
			m.text("TOOL", t.Tool)
			m.word("STATUS", status(t))
			m.text("CONTENT", mask(t.Text))
			m.push(m.close(one))
		}
		m.add("RESULTS", m.close(list))
	case engine.Fault:
		m.text("MESSAGE", mask(p.Err.Error()))
	case engine.Form:
		m.text("CODE", mask(p.Text))
	case engine.Request:
		m.text("ACTION", mask(p.Action.Canonical()))
	case engine.Heartbeat, engine.Interruption:
	}
	return m.close(at)
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
