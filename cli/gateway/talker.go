package gateway

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"pp/actuators/messenger"
	"pp/cli/ask"
	"pp/cli/command"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/session"
)

// conversations are those that chats have with models: each message is one run of the loop, as
// a prompt on the command line is, and leaves nothing open between two of them.
type conversations struct {
	app      command.App
	settings *setup.Settings // of where the gateway runs
	target   engine.Target
	chats    map[string]config.Chat
	sender   setup.Sender // to anybody else than who asked
}

// turn is one run of the loop for a chat, and what it gave.
type turn struct {
	app     command.App
	agent   *setup.Agent
	meta    engine.Meta
	said    *lockedBuffer // what a person at a terminal would read
	sender  setup.Sender
	acting  func() error
	answers bool // what was judged last is an answer in the chat
	reply   Reply
}

// lockedBuffer is a buffer that several goroutines may write to.
type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

// Write implements io.Writer.
func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

// newTurn is a turn without an agent yet.
func (c *conversations) newTurn(chat string, acting func() error) *turn {
	t := &turn{said: &lockedBuffer{}, sender: c.sender, acting: acting,
		meta: engine.Meta{Source: c.target, Chat: chat}}
	of, opts := c.chats[chat], *c.app.Options
	opts.Quiet, opts.Format, opts.NoStdin, opts.GoOn, opts.Resume = true, "text", true, false, ""
	opts.Model = cmp.Or(opts.Model, of.Model)
	if opts.MaxCost == "" && of.MaxCost != nil {
		opts.MaxCost = fmt.Sprint(*of.MaxCost)
	}
	if opts.MaxTokens == "" && of.MaxTokens != nil {
		opts.MaxTokens = fmt.Sprint(*of.MaxTokens)
	}
	opts.MaxTurns = cmp.Or(opts.MaxTurns, of.MaxTurns)
	if opts.Timeout == 0 && of.Timeout != nil {
		opts.Timeout = *of.Timeout
	}
	t.app = c.app
	t.app.Options = &opts
	t.app.System.Stdin, t.app.System.Stdout, t.app.System.Stderr = nil, io.Discard, t.said
	t.app.Out = output.New(t.app.System, &opts.Options)
	t.app.Out.Redactor = c.settings.Redactor
	return t
}

// dir is the directory that a chat works in.
func (c *conversations) dir(chat string) (string, error) {
	dir := cmp.Or(c.chats[chat].Workspace, c.settings.Where.Dir)
	resolved, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", fmt.Errorf("the workspace of this chat: %w", err)
	}
	return resolved, nil
}

// Answer implements Talker.
func (c *conversations) Answer(ctx context.Context, m Message, acting func() error, fetch FetchFile) (Reply, error) {
	t := c.newTurn(m.Chat, acting)
	dir, err := c.dir(m.Chat)
	if err != nil {
		return Reply{}, err
	}
	s, err := setup.Load(t.app.System, t.app.Options, setup.At(dir, setup.Home(t.app.System)))
	if err != nil {
		return Reply{}, err
	}
	in, err := c.input(ctx, s, m, fetch)
	if err != nil {
		return Reply{}, err
	}
	if err := t.open(s, m.Session); err != nil {
		return Reply{}, err
	}
	l, err := t.loop()
	if err != nil {
		return Reply{}, errors.Join(err, t.agent.Close())
	}
	command.NoteRead(t.agent, in)
	ctx, cancel := system.WithTimeout(ctx, s.Timeout)
	defer cancel()
	out := t.agent.Runner(l)(ctx, engine.Signal{Meta: t.meta, Payload: in})
	return t.came(out), nil
}

// input is a message with what came with it, as data.
func (c *conversations) input(ctx context.Context, s *setup.Settings, m Message, fetch FetchFile) (engine.Input,
	error) {
	in := engine.Input{Text: m.Text, Chat: true, Origin: engine.OriginPerson}
	limits := s.InputLimits()
	for _, d := range m.Data {
		raw, label := []byte(d.Text), d.Label
		if d.File != nil {
			label = output.OneLine(output.Escape(path.Base(d.Label), output.Strict), 100)
			var err error
			if raw, err = fetch(ctx, *d.File); err != nil {
				return in, fmt.Errorf("the file %s: %w", label, err)
			}
		}
		data, err := limits.Bytes(label, raw)
		if err != nil {
			return in, err
		}
		in.Attachments = append(in.Attachments, engine.Attachment{Label: data.Label, Text: data.Text, Picture: data.Picture})
	}
	return in, nil
}

// open wires an agent, and opens its conversation: the one of the chat, as long as that is
// kept.
func (t *turn) open(s *setup.Settings, id string) error {
	t.app.Options.Resume = id
	s.Options.Resume = id
	t.app.Out.Redactor = s.Redactor
	t.agent = setup.NewAgent(s, t.app.Out, t.app.Signals)
	fresh, err := t.agent.Records.Converse()
	if errors.Is(err, session.ErrNoSession) {
		err = errors.Join(t.agent.Close(), t.open(s, ""))
		return err
	}
	if err != nil {
		return errors.Join(err, t.agent.Close())
	}
	t.meta.Session, t.reply.Session = fresh, fresh
	return nil
}

// loop wires the loop of an agent: it answers into the chat, and asks there.
func (t *turn) loop() (*engine.Loop, error) {
	t.agent.Messengers = map[engine.Target]setup.Sender{t.meta.Source: t}
	t.agent.Attended = true
	l, err := t.agent.Loop(t.meta.Session, ask.Asker{Agent: t.agent, Meta: t.meta, Put: t.put})
	if err != nil {
		return nil, err
	}
	t.app.Out.Onward = output.Conversing
	l.Approver = suspending{l.Approver, t}
	watch := l.Watch
	l.Watch = func(e engine.Event) {
		if j, ok := e.(engine.Judged); ok && j.Final {
			m, says := j.Verdict.Action.Op.(engine.Message)
			t.answers = says && m.To == t.meta.Chat && len(m.Files) == 0
		}
		watch(e)
	}
	l.Recorder = announced{l.Recorder, t}
	return l, nil
}

// announced is a thought trace that has the gateway note that something is about to be done.
type announced struct {
	engine.Recorder
	turn *turn
}

// Record implements engine.Recorder.
func (a announced) Record(ctx context.Context, r engine.Record) error {
	if r.Durable && !a.turn.answers {
		if err := a.turn.acting(); err != nil {
			return err
		}
	}
	if a.Recorder == nil {
		return nil
	}
	return a.Recorder.Record(ctx, r)
}

// Send implements setup.Sender: an answer waits until the turn is over, since it is sent once
// it is recorded; anything else is an action, and is sent now.
func (t *turn) Send(ctx context.Context, m messenger.Outgoing) error {
	if m.Chat == t.meta.Chat && len(m.Files) == 0 {
		t.reply.Texts = append(t.reply.Texts, m.Text)
		return nil
	}
	return t.sender.Send(ctx, m)
}

// put takes what is to be shown of a question. Nobody answers it now: it waits.
func (t *turn) put(_ context.Context, s ask.Shown) (ask.Choice, error) {
	t.reply.Questions = append(t.reply.Questions, t.question(s))
	return ask.Choice{}, ask.ErrNobody
}

// suspending tells a question which flight plan it became.
type suspending struct {
	engine.Approver
	turn *turn
}

// Ask implements engine.Approver.
func (k suspending) Ask(ctx context.Context, q engine.Question) (engine.Answer, error) {
	before := len(k.turn.reply.Questions)
	answer, err := k.Approver.Ask(ctx, q)
	list := k.turn.reply.Questions
	if len(list) == before {
		return answer, err
	}
	last := &list[len(list)-1]
	if err == nil && answer.Kind == engine.AnswerSuspend {
		var plan approval.Plan
		if plan, err = k.turn.agent.Plans.Find(answer.Token); err == nil {
			last.Plan, last.Expires, last.Digest = plan.Token, plan.Expires, digestOf(plan)
			return answer, nil
		}
	}
	k.turn.reply.Questions = list[:before]
	return answer, err
}

func digestOf(p approval.Plan) string { return fmt.Sprintf("%x", p.Digest) }

// came is what a run of the loop came to, for the person: what was answered, then what a
// person at a terminal would be told.
func (t *turn) came(out engine.Outcome) Reply {
	put := t.reply.Questions
	out.Pending = slices.DeleteFunc(slices.Clone(out.Pending), func(p engine.Pending) bool {
		return slices.ContainsFunc(put, func(q Question) bool { return q.Plan == p.Token })
	})
	if errors.Is(out.Err, errStopped) { // which the person knows
		out.Err = nil
	}
	if err := t.app.Out.Conclude(t.reply.Texts, out); err != nil {
		t.sayError(exit.Classify(err))
	}
	if said := strings.TrimSpace(t.said.String()); said != "" {
		said = strings.TrimPrefix(strings.ReplaceAll("\n"+said, "\npp: ", "\n"), "\n")
		t.reply.Texts = append(t.reply.Texts, said)
	}
	return t.reply
}

// sayError says what a run ended with.
func (t *turn) sayError(f *exit.Error) {
	t.app.Out.Say(f)
	if f.Code == exit.Limit {
		t.app.Out.Note("hint", "/new begins a new conversation")
	}
}

// Approve implements Talker.
func (c *conversations) Approve(ctx context.Context, q Question, acting func() error) (Reply, error) {
	t := c.newTurn(q.Chat, acting)
	store, err := setup.PlanStore(t.app.System)
	if err != nil {
		return Reply{}, err
	}
	plan, err := c.plan(store, q)
	if err != nil {
		return Reply{}, err
	}
	defer setup.SyncPlans(context.WithoutCancel(ctx), t.app.System, store, t.app.Out, nil)
	if t.agent, err = setup.Resumed(t.app.System, t.app.Options, t.app.Out, t.app.Signals, plan); err != nil {
		return Reply{}, err
	}
	t.meta = plan.Meta
	l, err := t.loop()
	if err != nil {
		return Reply{}, errors.Join(err, t.agent.Close())
	}
	ctx, cancel := system.WithTimeout(ctx, t.agent.Settings.Timeout)
	defer cancel()
	out, err := t.agent.Resume(ctx, plan, l, t.agent.Runner(l), func(engine.Question, error) error { return nil })
	if err != nil {
		return Reply{}, errors.Join(err, t.agent.Close())
	}
	return t.came(out), nil
}

// plan is the flight plan of a question, if it still is what the question was about, and
// was made in the chat of it.
func (c *conversations) plan(store *approval.Store, q Question) (approval.Plan, error) {
	plan, err := store.Find(q.Plan)
	if err != nil {
		return plan, setup.PlanError(err)
	}
	if digestOf(plan) != q.Digest || plan.Meta.Source != c.target || plan.Meta.Chat != q.Chat {
		return plan, exit.New(exit.Denied, "", errors.New("it is not what was asked about here; nothing was done"))
	}
	return plan, nil
}

// Deny implements Talker.
func (c *conversations) Deny(ctx context.Context, q Question, reason string) (Reply, error) {
	t := c.newTurn(q.Chat, func() error { return nil })
	store, err := setup.PlanStore(t.app.System)
	if err != nil {
		return Reply{}, err
	}
	if _, err := c.plan(store, q); err != nil {
		return Reply{}, err
	}
	if err := command.DenyPlan(t.app, ctx, store, q.Plan, reason, nil); err != nil {
		return Reply{}, err
	}
	return Reply{Texts: []string{"Denied: " + output.OneLine(q.Summary, 120)}}, nil
}

// Status implements Talker.
func (c *conversations) Status(chat, id string) string {
	dir, err := c.dir(chat)
	if err != nil {
		return err.Error()
	}
	text := "in " + dir
	if model := c.chats[chat].Model; model != "" {
		text += ", with " + model
	}
	if id != "" {
		text += ", conversation " + id
	}
	return text
}

// Redact implements Talker.
func (c *conversations) Redact(text string) string { return c.settings.Redactor.Redact(text) }

// question formats a whole question for a person, or says why it cannot be shown.
func (t *turn) question(s ask.Shown) Question {
	a := s.Question.Verdict.Action
	redact := t.app.Out.Redact
	q := Question{Chat: t.meta.Chat, Summary: redact(output.OneLine(a.Essence(), 200))}
	action := ask.ActionText(a)
	if redact(action) != action {
		q.Why = "it holds a secret, which is shown nowhere"
		return q
	}
	if t.private(s.Question) {
		q.Why, q.Summary = "it is about private notes, which leave this machine nowhere", a.Tool()
		return q
	}
	q.Text = redact(s.Text())
	return q
}

// private reports whether a question is about a file that is private or has private parts,
// since a diff would show the lines around the change.
func (t *turn) private(q engine.Question) bool {
	rules := t.agent.Settings.Private
	names := []string{}
	for _, p := range q.Verdict.Effects.Writes {
		names = append(names, p.Name)
	}
	for _, d := range q.Did {
		names = append(names, d.Path.Name)
	}
	for _, name := range names {
		if rules.Whole(name) {
			return true
		}
		if !rules.MayHold(name) {
			continue
		}
		text, err := q.Verdict.Facts.FS.ReadFile(name, 1<<20)
		if err == nil && rules.Parts(string(text)) > 0 {
			return true
		}
	}
	return false
}
