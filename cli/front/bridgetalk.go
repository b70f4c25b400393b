package front

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/talk"
	"pp/engine"
	"pp/sexp"
)

// conversation is a conversation over frames. It implements talk.Front.
type conversation struct {
	*bridgeServer
	*talk.Talk
	values []string // of the forms that were evaluated in this turn
}

// begin opens the first conversation, as the flags say.
func (s *bridgeServer) begin() error {
	m, err := s.app.Agent()
	if err != nil {
		return err
	}
	m.Records.CheckState()
	s.talk, err = s.open(m)
	return err
}

// open opens a conversation with an agent.
func (s *bridgeServer) open(m *setup.Agent) (*conversation, error) {
	t := &conversation{bridgeServer: s}
	var err error
	if t.Talk, err = talk.Open(s.app, m, t, s.Put, notes{s, "OUTPUT"}); err != nil {
		return nil, err
	}
	t.Evaluates(func(value string) error {
		t.values = append(t.values, value)
		return nil
	})
	s.now.set(func(n *situation) {
		n.state, n.session, n.dir, n.asked = "idle", t.ID, m.Settings.Where.Dir, m.Providers.Asked()
	})
	return t, nil
}

func (t *conversation) close() {
	if err := t.Close(); err != nil {
		t.app.Out.Note("warning", err.Error())
	}
}

// do does what a message asks for, and says what came of it with a :DONE, or another answer, or an error.
func (t *conversation) do(ctx context.Context, m message) {
	err := t.app.Signals.Turn(ctx, func(ctx context.Context) error { return t.obeys(ctx, m) })
	s := t.bridgeServer
	pending := 0
	if store := s.talk.Agent.Plans; store != nil {
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

func (t *conversation) obeys(ctx context.Context, m message) error {
	t.values = nil
	switch m.kind {
	case "USER-INPUT":
		return t.hear(ctx, m)
	case "REPL-EVAL":
		return t.Turn(ctx, engine.Form{Text: m.text})
	case "SESSIONS":
		return t.listSessions()
	case "NEW", "RESUME":
		return t.change(m.session)
	case "PLANS":
		return t.listPlans(ctx)
	case "APPROVE":
		return t.Approve(ctx, m.token, false)
	case "DENY":
		return t.Deny(ctx, m.token, m.reason)
	}
	return fmt.Errorf("%s does not wait its turn", m.kind)
}

// hear takes what the person says, with data.
func (t *conversation) hear(ctx context.Context, in message) error {
	said := engine.Input{Text: in.text}
	limits := t.Agent.Settings.InputLimits()
	for _, d := range in.data {
		data, err := limits.Given(d.label, d.files, d.tags, d.text)
		if err != nil {
			return err
		}
		command.Attach(t.app, &said, data)
	}
	return t.Hear(ctx, said)
}

// Concluded implements talk.Front.
func (t *conversation) Concluded(out *output.Printer, answer string, came engine.Outcome) error {
	code := exit.Of(came, out.Options.AllowDenials)
	var fault sexp.Value
	if came.Err != nil {
		f := output.Ended(out, came)
		fault = list("KIND", keyword(f.Kind), "MESSAGE", f.Message(), "HINT", f.Hint).Value()
	} else if failed, ok := came.Unmended(); ok {
		fault = list("KIND", keyword("action"), "MESSAGE", output.Failure(failed, answer, out.Redact)).Value()
	}
	payload := list("ACTION", keyword("done"), "STATUS", keyword(output.StatusOf(code)), "EXIT-CODE", code,
		"ANSWER", answer, "VALUES", t.values, "ERROR", fault, "DENIALS", deniedOf(came.Denied()),
		"PROVIDER", came.Provider, "MODEL", came.Model, "INPUT-TOKENS", came.Usage.Input,
		"OUTPUT-TOKENS", came.Usage.Output, "PENDING", pendingOf(came.Pending))
	if came.Priced {
		payload = payload.With("COST", sexp.String(fmt.Sprintf("%.6f", came.Cost)))
	}
	t.frames.send("RESPONSE", t.now.tag(), payload)
	return nil
}

// deniedOf is what stayed denied.
func deniedOf(denials []engine.Denial) (out []sexp.Plist) {
	for _, d := range denials {
		out = append(out, list("GATE", d.Gate, "RULE", d.Rule, "REASON", d.Reason, "REQUEST", d.Action))
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
func (t *conversation) change(id string) error {
	old := t.Agent
	m := old.Anew()
	m.Settings.Options.Resume = id
	fresh, err := t.open(m)
	if err != nil {
		return errors.Join(err, m.Close())
	}
	t.bridgeServer.talk = fresh
	t.frames.send("RESPONSE", t.now.tag(), list("ACTION", keyword("done"), "STATUS", keyword("done"), "EXIT-CODE", 0,
		"TURNS", turnsOf(fresh.Agent.Records.Session)))
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

// listSessions lists the conversations, the newest first.
func (t *conversation) listSessions() error {
	dir, ok := t.Agent.Settings.Sessions()
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

// listPlans lists the flight plans that wait, and names the Org file that shows them.
func (t *conversation) listPlans(ctx context.Context) error {
	waiting, err := t.Waiting(ctx)
	if err != nil {
		return err
	}
	var out []sexp.Plist
	for _, p := range waiting {
		out = append(out, list("TOKEN", p.Token, "STATE", keyword(p.State.String()), "EXPIRES", p.Expires,
			"DIRECTORY", p.Dir, "SESSION", p.Meta.Session, "REQUEST", p.Action.Canonical(), "REASON", p.Why(),
			"CHANGES", p.Did.Count()))
	}
	t.frames.send("RESPONSE", t.now.tag(), list("ACTION", keyword("plans"), "FILE", t.Agent.Plans.OrgFile(),
		"PLANS", plists(out)))
	return nil
}

// Watch implements talk.Front: it tells the client what happens in the loop.
func (t *conversation) Watch(e engine.Event) {
	switch ev := e.(type) {
	case engine.Thinking:
		t.enter("thinking")
	case engine.Judged:
		if !ev.Final && ev.Verdict.Decision != engine.Deny { // it is judged once more
			return
		}
		t.enter("acting")
		if t.now.wants("GATE-TRACE") {
			t.frames.send("LOG", t.now.tag(), traceOf(ev.Verdict, ev.Final))
		}
	case engine.Acted:
		if _, said := ev.Cleared.Action().Op.(engine.Message); !said && t.now.wants("TOOL-OUTPUT") {
			t.frames.send("EVENT", t.now.tag(), resultOf(ev))
		}
	case engine.Remarked:
		_ = t.chunk("") // the end mark; it detects a lost client at once
	case engine.Answered, engine.Noted, engine.Shortened, engine.Unremembered, engine.Rejected,
		engine.Tried:
	}
}

// resultOf returns the result of an action, a :TOOL-ERROR if it failed.
func resultOf(ev engine.Acted) sexp.Plist {
	a, r, dir := ev.Cleared.Action(), ev.Result, ev.Cleared.Verdict().Dir
	sensor := "tool-output"
	if !r.EndedWell() {
		sensor = "tool-error"
	}
	var places []sexp.Plist
	for _, p := range talk.Places(a, r, dir) {
		places = append(places, list("FILE", p.File, "LINE", p.Line))
	}
	return list("SENSOR", keyword(sensor), "TOOL", a.Tool(), "REQUEST", a.Canonical(), "ENDING", r.Ending(),
		"TEXT", r.Text, "SECONDS", strconv.FormatFloat(r.Duration.Seconds(), 'f', 3, 64), "CHANGED", r.Changed,
		"MADE", r.Made, "DELETED", r.Deleted, "WITHHELD", r.Withheld, "CONFLICTS", r.Conflicts,
		"PLACES", places)
}
