package talk

import (
	"context"
	"fmt"
	"io"
	"strings"

	"pp/cli/ask"
	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/sexp/lisp"
)

// Front is where the person is. Its methods are called by the goroutine that has something done, one at a time.
type Front interface {
	// Watch is told what happens in the loop.
	Watch(e engine.Event)
	// Concluded says what a run came to, whose answer was shown already: the text of it is "" where there was none.
	Concluded(out *output.Printer, answer string, came engine.Outcome) error
}

// Put asks the person of a front, as ask.Asker has it; nil asks at the terminal.
type Put func(ctx context.Context, s ask.Shown) (ask.Choice, error)

// Talk is a conversation. It does one thing at a time.
type Talk struct {
	App   command.App // whose Out may show an answer in pieces, as its Chunks
	Agent *setup.Agent
	Loop  *engine.Loop
	ID    string // of the conversation
	Front Front
	Put   Put
	Live  io.Writer // gets a command's output as it comes
}

// Open opens the conversation of an agent, as its settings say: a new one, or one that goes on.
func Open(a command.App, m *setup.Agent, front Front, put Put, live io.Writer) (*Talk, error) {
	id, err := m.Records.Converse()
	if err != nil {
		return nil, err
	}
	m.Skills.Follow = true
	m.Recall.On = m.Recall.On || m.Settings.Config.MemexDir != ""
	t := &Talk{App: a, Agent: m, ID: id, Front: front, Put: put, Live: live}
	t.Loop, err = t.wire(m, t.Meta())
	m.Out.Onward = output.Conversing
	return t, err
}

// wire makes the loop of an agent tell the front what happens, and ask there.
func (t *Talk) wire(m *setup.Agent, meta engine.Meta) (*engine.Loop, error) {
	m.Live, m.Attended = t.Live, t.Put != nil
	l, err := m.Loop(meta.Session, ask.Asker{Agent: m, Meta: meta, Put: t.Put})
	if err == nil {
		watch := l.Watch
		l.Watch = func(e engine.Event) {
			watch(e)
			t.Front.Watch(e)
		}
	}
	return l, err
}

// Meta is what the signals of this conversation carry.
func (t *Talk) Meta() engine.Meta { return engine.Meta{Source: engine.TargetCLI, Session: t.ID} }

// Close closes what the conversation writes.
func (t *Talk) Close() error { return t.Agent.Close() }

// Hear takes what the person says, with data. What they approve or deny there is no matter of a model's: a text that
// is "/approve TOKEN" or "/deny TOKEN [REASON]". A text that names a prompt of a server, "/SERVER:PROMPT", is for that.
func (t *Talk) Hear(ctx context.Context, in engine.Input) error {
	words := strings.Fields(in.Text)
	switch {
	case len(words) == 0:
	case words[0] == "/approve":
		token, _, err := command.TokenOf(words[1:]) // it is asked about all the same
		if err != nil {
			return err
		}
		return t.Approve(ctx, token, false)
	case words[0] == "/deny" && len(words) > 1:
		return t.Deny(ctx, words[1], strings.Join(words[2:], " "))
	case words[0] == "/deny":
		return exit.UsageError("`pp approvals` lists the tokens", "/deny needs a token")
	case command.ServerPrompt(t.Agent, in.Text):
		if err := command.TakePrompt(t.App, ctx, t.Agent, &in); err != nil {
			return err
		}
	}
	in.Origin = engine.OriginPerson
	command.NoteRead(t.Agent, in)
	return t.Turn(ctx, in)
}

// Turn runs one signal through the loop, and says what came of it.
func (t *Talk) Turn(ctx context.Context, p engine.Payload) error {
	ctx, cancel := system.WithTimeout(ctx, t.Agent.Settings.Timeout)
	defer cancel()
	t.Agent.Answers, t.Agent.Refused = nil, nil
	t.Agent.InForce.Refit(t.Loop)
	out := t.Loop.Run(ctx, engine.Signal{Meta: t.Meta(), Payload: p})
	return t.conclude(t.App.Out, t.Agent.Answers, out)
}

// conclude passes on the rest of an answer, and has the front say what a run came to.
func (t *Talk) conclude(out *output.Printer, answers []string, came engine.Outcome) error {
	if came.Err != nil {
		out.Cut()
	}
	out.From = came.Provider
	for _, answer := range answers {
		if out.Chunks != nil {
			break
		}
		if err := out.Answer(answer); err != nil {
			return err
		}
	}
	answer := strings.Join(answers, "\n")
	if out.Chunks != nil {
		if len(answers) > 0 {
			if err := out.Deliver(answer); err != nil {
				return err
			}
		}
		if err := out.Chunks(""); err != nil {
			return err
		}
	}
	return t.Front.Concluded(out, answer, came)
}

// Evaluates has forms of Lisp evaluated without a model: show gets each value. What they define lasts as long as the
// conversation.
func (t *Talk) Evaluates(show func(value string) error) {
	session := command.NewLisp()
	t.Loop.Handlers[engine.SensorReplEval] = func(ctx context.Context, s engine.Signal) (engine.Signal, bool, error) {
		f, ok := s.Payload.(engine.Form)
		if !ok {
			return s, false, fmt.Errorf("a %T is no form", s.Payload)
		}
		forms, err := session.Eval(ctx, lisp.Source{Name: "form", Text: f.Text})
		for _, values := range forms {
			for _, value := range values {
				if err := show(value); err != nil {
					return s, false, err
				}
			}
		}
		if err == nil || ctx.Err() != nil {
			return s, false, err
		}
		return s, false, exit.UsageError("put a word before it to ask the model", "%w", err)
	}
}
