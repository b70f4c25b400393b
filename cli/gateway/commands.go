package gateway

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pp/actuators/messenger"
	"pp/cli/output"
	"pp/engine/approval"
)

// commandOf is the command that a message is, without its slash, and what stands behind it;
// "" of any other message. What somebody else has written is none, nor is a path.
func commandOf(in messenger.Incoming) (name, rest string) {
	text := strings.TrimSpace(in.Text)
	if in.Forwarded || in.Button != "" || !strings.HasPrefix(text, "/") {
		return "", ""
	}
	name, rest, _ = strings.Cut(text[1:], " ")
	name, _, _ = strings.Cut(name, "@") // /help@name_of_the_bot
	if name == "" || strings.ContainsAny(name, "/\n") {
		return "", ""
	}
	return strings.ToLower(name), strings.TrimSpace(rest)
}

func isStop(in messenger.Incoming) bool {
	name, _ := commandOf(in)
	return name == "stop"
}

const helpText = `Write what you want, or send a file and say what to do with it.
/approve TOKEN carries out an action that waits
/deny TOKEN REASON denies it
/status says what waits here
/stop ends what is being worked on
/new begins a new conversation
/help lists these commands`

// onlyTells reports whether a message is a command that changes nothing.
func onlyTells(in messenger.Incoming) bool {
	name, _ := commandOf(in)
	return name == "status" || name == "help" || name == "start"
}

// command carries out a command, without asking any model.
func (g *Gateway) command(ctx context.Context, e *entry, name, rest string) (record, error) {
	switch name {
	case "help", "start":
		return say(helpText), nil
	case "stop":
		return say("Nothing is being worked on."), nil
	case "new":
		if err := g.book.begin(e.in.Chat); err != nil {
			return record{}, err
		}
		r := say("A new conversation begins.")
		for _, h := range g.book.kept(e.in.Chat) {
			r.with = append(r.with, h.in.ID)
		}
		return r, nil
	case "status":
		return say(g.status(e)), nil
	case "approve", "deny":
		token, reason := tokenOf(rest)
		if token == "" {
			return say("/" + name + " needs a token; /status lists what waits here."), nil
		}
		approves := name == "approve"
		return g.settle(ctx, e, &approves, reason, func(q asked) bool { return q.Plan == token })
	}
	return say("There is no command /" + output.OneLine(name, 40) + "; /help lists them."), nil
}

// tokenOf is the token that some words begin with, which may be written in groups, and the
// rest of them.
func tokenOf(words string) (token, rest string) {
	fields := strings.Fields(words)
	for i := range fields {
		if token, err := approval.ParseToken(strings.Join(fields[:i+1], "")); err == nil {
			return token, strings.Join(fields[i+1:], " ")
		}
	}
	return "", ""
}

// press is what the press of a button comes to.
func (g *Gateway) press(ctx context.Context, e *entry) (record, error) {
	if m, ok := g.Medium.Messenger.(Presses); ok {
		if err := m.Pressed(ctx, e.in); err != nil && g.ctx.Err() == nil {
			g.logf("the press of a button could not be confirmed: %v", err)
		}
	}
	approves := false
	return g.settle(ctx, e, &approves, "", func(q asked) bool {
		approves = e.in.Button == q.yes
		return approves || e.in.Button == q.no
	})
}

// settle answers a question: the one of the chat that is is true of. approves is read once that
// was found.
func (g *Gateway) settle(ctx context.Context, e *entry, approves *bool, reason string,
	is func(asked) bool) (record, error) {
	q, err := g.book.use(e, is)
	if errors.Is(err, errNoQuestion) || errors.Is(err, errExpired) {
		return say(sentence(err.Error())), nil
	}
	if err != nil {
		return record{}, err
	}
	if *approves && q.Text == "" {
		r := say(sentence(q.Why) + "; approve it on the machine: pp approve " + q.Plan)
		return r, g.book.free(e)
	}
	defer g.typing(ctx, e.in.Chat)()
	var reply Reply
	if *approves {
		reply, err = g.Talker.Approve(ctx, q.Question, g.acting(e))
	} else {
		reply, err = g.Talker.Deny(ctx, q.Question, reason)
	}
	r, failed := g.told(ctx, e, reply, err)
	r.session = ""
	if failed == nil && err != nil {
		failed = g.book.free(e) // the flight plan knows whether it can still be answered
	}
	return r, failed
}

// sentence begins with a capital.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// answering reports whether another message of an entry's chat is being answered.
func (g *Gateway) answering(e *entry) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	l := g.lanes[e.in.Chat]
	return l != nil && l.stop != nil && l.now != e
}

// status is how things stand in the chat of a message.
func (g *Gateway) status(e *entry) string {
	var b strings.Builder
	chat := e.in.Chat
	b.WriteString(g.Talker.Status(chat, g.book.session(chat)))
	if g.answering(e) {
		b.WriteString("\nAn answer is being worked on; /stop ends it.")
	}
	if n := len(g.book.kept(chat)); n > 0 {
		fmt.Fprintf(&b, "\n%d messages are kept for your next one", n)
	}
	open := g.book.open(chat)
	if len(open) == 0 {
		b.WriteString("\nNothing waits for approval here.")
	}
	for _, q := range open {
		fmt.Fprintf(&b, "\nwaits for approval: %s (%s, until %s)", q.Summary, q.Plan, output.When(q.Expires))
	}
	return b.String()
}
