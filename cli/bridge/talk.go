package bridge

import (
	"context"
	"fmt"
	"strings"

	"pp/cli/ask"
	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/sexp"
	"pp/sexp/lisp"
)

// talk is a conversation over frames. It does one thing at a time.
type talk struct {
	*server
	agent  *setup.Agent
	loop   *engine.Loop
	id     string // of the conversation
	lisp   *lisp.Session
	values []string // of the forms that were evaluated in this turn
}

// begin opens the first conversation, as the flags say.
func (s *server) begin() error {
	m, err := s.app.Agent()
	if err != nil {
		return err
	}
	m.CheckState()
	s.talk, err = s.open(m)
	return err
}

// open opens a conversation with an agent.
func (s *server) open(m *setup.Agent) (*talk, error) {
	id, err := m.Converse()
	if err != nil {
		return nil, err
	}
	m.Skills.Follow = true
	m.Recall.On = m.Recall.On || m.Settings.Config.MemexDir != ""
	t := &talk{server: s, agent: m, id: id, lisp: lisp.NewSession(lisp.Options{Limits: command.PersonLimits()})}
	if t.loop, err = t.wire(m, t.meta()); err != nil {
		return nil, err
	}
	t.loop.Handlers[engine.SensorReplEval] = t.evaluate
	s.now.set(func(n *situation) {
		n.state, n.session, n.dir, n.asked = "idle", id, m.Settings.Where.Dir, m.Providers.Asked()
	})
	return t, nil
}

// wire makes the loop of an agent tell the client what happens, and ask it.
func (t *talk) wire(m *setup.Agent, meta engine.Meta) (*engine.Loop, error) {
	m.Live = notes{t.server, "OUTPUT"}
	l, err := m.Loop(meta.Session, ask.Remote{Asker: ask.Asker{Agent: m, Meta: meta}, Put: t.put})
	if err == nil {
		l.Watch = t.watch(l.Watch)
	}
	return l, err
}

// meta is what the signals of this conversation carry.
func (t *talk) meta() engine.Meta { return engine.Meta{Source: engine.TargetCLI, Session: t.id} }

func (t *talk) close() {
	if err := t.agent.Close(); err != nil {
		t.app.Out.Note("warning", err.Error())
	}
}

// do does what a message asks for, and says what came of it with a :DONE, or another answer, or an error.
func (t *talk) do(ctx context.Context, m message) {
	err := t.app.Signals.Turn(ctx, func(ctx context.Context) error { return t.obeys(ctx, m.request) })
	s := t.server
	pending := 0
	if store := s.talk.agent.Plans; store != nil {
		if list, err := store.Pending(); err == nil {
			pending = len(list)
		}
	}
	if err != nil {
		s.frames.fail(s.now.tag(), err)
	}
	s.now.set(func(n *situation) { n.pending, n.id = pending, nil })
	s.enter("idle")
}

func (t *talk) obeys(ctx context.Context, r request) error {
	switch r := r.(type) {
	case input:
		return t.hear(ctx, r)
	case form:
		return t.turn(ctx, engine.Form{Text: r.text})
	case sessions:
		return t.listSessions()
	case anew:
		return t.change("")
	case resume:
		return t.change(r.id)
	case plans:
		return t.listPlans(ctx)
	case approve:
		return t.approve(ctx, r.token)
	case deny:
		return t.deny(ctx, r)
	case hello, interrupt, status, answer:
	}
	return fmt.Errorf("a %T does not wait its turn", r)
}

// hear takes what the person says. What they approve or deny there is no matter of a model's.
func (t *talk) hear(ctx context.Context, in input) error {
	words := strings.Fields(in.text)
	switch {
	case words[0] == "/approve":
		token, _, err := command.TokenOf(words[1:]) // it is asked about all the same
		if err != nil {
			return err
		}
		return t.approve(ctx, token)
	case words[0] == "/deny" && len(words) > 1:
		return t.deny(ctx, deny{words[1], strings.Join(words[2:], " ")})
	case words[0] == "/deny":
		return wrong("/deny needs a token")
	}
	said := engine.Input{Text: in.text, Origin: engine.OriginPerson}
	limits := t.agent.Settings.InputLimits()
	for _, d := range in.data {
		data, err := limits.Given(d.label, d.files, d.tags, d.text)
		if err != nil {
			return err
		}
		command.Attach(t.app, &said, data)
	}
	command.NoteRead(t.agent, said)
	return t.turn(ctx, said)
}

// turn runs one signal through the loop, and says what came of it.
func (t *talk) turn(ctx context.Context, p engine.Payload) error {
	ctx, cancel := system.WithTimeout(ctx, t.agent.Settings.Timeout)
	defer cancel()
	t.agent.Answers, t.agent.Refused, t.values = nil, nil, nil
	t.agent.Refit(t.loop)
	out := t.loop.Run(ctx, engine.Signal{Type: engine.TypeEvent, Meta: t.meta(), Payload: p})
	return t.conclude(t.app.Out, t.agent.Answers, out)
}

// conclude passes on the rest of an answer, and says what a run came to.
func (t *talk) conclude(out *output.Printer, answers []string, came engine.Outcome) error {
	if came.Err != nil {
		out.Broken()
	}
	answer := strings.Join(answers, "\n")
	if len(answers) > 0 {
		if err := out.Deliver(answer); err != nil {
			return err
		}
	}
	if err := t.chunk(""); err != nil {
		return err
	}
	code := exit.Of(came, out.Options.AllowDenials)
	var fault sexp.Value
	if came.Err != nil {
		f := exit.Classify(came.Err)
		fault = list("KIND", keyword(f.Kind), "MESSAGE", f.Message(), "HINT", f.Hint).Value()
	} else if failed, ok := came.Unmended(); ok {
		fault = list("KIND", keyword("action"), "MESSAGE", output.Failure(failed, answer, out.Redact)).Value()
	}
	payload := list("ACTION", keyword("done"), "STATUS", keyword(output.StatusOf(code)), "EXIT-CODE", code,
		"ANSWER", answer, "VALUES", t.values, "ERROR", fault, "DENIALS", deniedOf(came.Denials),
		"PROVIDER", came.Provider, "MODEL", came.Model, "INPUT-TOKENS", came.Usage.Input,
		"OUTPUT-TOKENS", came.Usage.Output, "PENDING", pendingOf(came.Pending))
	if came.Priced {
		payload = payload.With("COST", sexp.String(fmt.Sprintf("%.6f", came.Cost)))
	}
	t.frames.send("RESPONSE", t.now.tag(), payload)
	return nil
}

// deniedOf is what was denied and not corrected.
func deniedOf(denials []engine.Denial) (out []sexp.Plist) {
	for _, d := range denials {
		if !d.Corrected {
			out = append(out, list("GATE", d.Gate, "RULE", d.Rule, "REASON", d.Reason, "REQUEST", d.Action))
		}
	}
	return out
}

// pendingOf is what waits for approval.
func pendingOf(pending []engine.Pending) (out []sexp.Plist) {
	for _, p := range pending {
		out = append(out, list("TOKEN", p.Token, "EXPIRES", p.Expires, "REQUEST", p.Action.Canonical(), "REASON", p.Reason,
			"CHANGES", p.Did))
	}
	return out
}

// change goes over to another conversation: the one of an ID, or a new one. The present one stays where that cannot be
// opened.
func (t *talk) change(id string) error {
	old := t.agent
	m := old.Anew()
	m.Settings.Options.Resume = id
	fresh, err := t.open(m)
	if err != nil {
		return err
	}
	if id == "" {
		fresh.agent.Providers.Order, fresh.agent.Providers.Models = old.Providers.Order, old.Providers.Models
		if err := fresh.agent.Provide(fresh.loop); err != nil {
			return err
		}
	}
	t.server.talk = fresh
	t.frames.send("RESPONSE", t.now.tag(), list("ACTION", keyword("done"), "STATUS", keyword("done"), "EXIT-CODE", 0,
		"TURNS", turnsOf(fresh.agent.Session)))
	return old.Close()
}

// shownTurns is how many of the last turns of a conversation are shown when it is resumed.
const shownTurns = 50

// turnsOf are the last things that were said in a conversation.
func turnsOf(s engine.SessionStore) (out []sexp.Plist) {
	for _, turn := range s.Turns() {
		if turn.Role == engine.RoleUser || turn.Role == engine.RoleAssistant {
			out = append(out, list("ROLE", keyword(turn.Role.String()), "TEXT", turn.Text))
		}
	}
	return out[max(0, len(out)-shownTurns):]
}

// evaluate answers :REPL-EVAL without a model: the values of pure forms. What they define lasts as long as the
// conversation.
func (t *talk) evaluate(ctx context.Context, s engine.Signal) (engine.Signal, bool, error) {
	f, ok := s.Payload.(engine.Form)
	if !ok {
		return s, false, fmt.Errorf("a %T is no form", s.Payload)
	}
	forms, err := t.lisp.Eval(ctx, lisp.Source{Name: "form", Text: f.Text})
	for _, values := range forms {
		t.values = append(t.values, values...)
	}
	return s, false, err
}

// listSessions lists the conversations, the newest first.
func (t *talk) listSessions() error {
	dir, ok := t.agent.Settings.Sessions()
	if !ok {
		return exit.NoPlace("conversations")
	}
	found, err := dir.List()
	if err != nil {
		t.app.Out.Note("warning", err.Error())
	}
	var out []sexp.Plist
	for _, s := range found[:min(len(found), command.NewestShown)] {
		out = append(out, list("ID", string(s.ID), "LAST", s.Last, "WORKSPACE", s.Workspace, "TITLE", s.Title))
	}
	t.frames.send("RESPONSE", t.now.tag(), list("ACTION", keyword("sessions"), "SESSIONS", plists(out)))
	return nil
}
