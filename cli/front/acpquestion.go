package front

import (
	"context"
	"fmt"
	"strings"

	"github.com/coder/acp-go-sdk"

	"pp/cli/ask"
	"pp/cli/setup"
	"pp/engine"
)

// Put asks the person in the client, and waits for the answer to this very request.
func (t *session) Put(ctx context.Context, s ask.Shown) (ask.Choice, error) {
	c := t.begin(s.Question.Verdict, acp.ToolCallStatusPending)
	options, choices := optionsOf(s, t.strict)
	diffs := t.diffs(t.talk.Agent, s.Question.Verdict)
	if len(diffs) > 0 {
		s.Diff = "" // which the client shows
	}
	update := acp.ToolCallUpdate{ToolCallId: c.id, Title: acp.Ptr(t.title(c.action)), Kind: acp.Ptr(c.kind()),
		Status:  acp.Ptr(acp.ToolCallStatusPending),
		Content: append(diffs, acp.ToolContent(acp.TextBlock(fenced(t.strict(s.Text())))))}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(t.server.gone, func() { cancel(ask.ErrNobody) })()
	got, err := acp.SendRequest[acp.RequestPermissionResponse](t.server.conn, ctx,
		acp.ClientMethodSessionRequestPermission,
		acp.RequestPermissionRequest{SessionId: t.id, ToolCall: update, Options: options})
	switch {
	case ctx.Err() != nil:
		return ask.Choice{}, context.Cause(ctx)
	case err != nil:
		t.talk.App.Out.Note("warning", "the editor cannot ask: "+err.Error())
		return ask.Choice{}, ask.ErrNobody
	}
	choice := ask.Choice{Reason: "the question was closed without an answer"}
	if got.Outcome.Selected != nil {
		choice = choices[got.Outcome.Selected.OptionId] // the zero value denies
	}
	if choice.Kind == engine.AnswerDeny {
		t.fail(c, "The person denied it.")
	} else {
		t.status(c, acp.ToolCallStatusInProgress)
	}
	return choice, nil
}

// optionsOf are how a question may be answered, and what each answer means. A client may know nothing of an option but
// its kind, and take the first of one: what allows always is a rule that is kept, and what allows least comes first.
func optionsOf(s ask.Shown, strict func(string) string) ([]acp.PermissionOption,
	map[acp.PermissionOptionId]ask.Choice) {
	var options []acp.PermissionOption
	choices := map[acp.PermissionOptionId]ask.Choice{}
	add := func(id, name string, kind acp.PermissionOptionKind, c ask.Choice) {
		options = append(options, acp.PermissionOption{OptionId: acp.PermissionOptionId(id), Name: name, Kind: kind})
		choices[acp.PermissionOptionId(id)] = c
	}
	add("once", "Allow once", acp.PermissionOptionKindAllowOnce, ask.Choice{Kind: engine.AnswerOnce})
	for _, scope := range []struct {
		id, name string
		kind     engine.AnswerKind
		told     acp.PermissionOptionKind
		offers   []ask.Offer
	}{{"session", "Allow for this session: ", engine.AnswerSession, acp.PermissionOptionKindAllowOnce, s.Session},
		{"always", "Always allow: ", engine.AnswerAlways, acp.PermissionOptionKindAllowAlways, s.Always}} {
		for i, o := range scope.offers {
			add(fmt.Sprintf("%s-%d", scope.id, i+1), scope.name+strict(strings.Join(o.Sentences, " ")),
				scope.told, ask.Choice{Kind: scope.kind, Offer: i})
		}
	}
	add("reject", "Do not allow", acp.PermissionOptionKindRejectOnce, ask.Choice{Kind: engine.AnswerDeny})
	return options, choices
}

// diffs are what a write or an edit would change, as a client shows it.
func (t *session) diffs(m *setup.Agent, v engine.Verdict) []acp.ToolCallContent {
	list, err := ask.Changes(m, v)
	if err != nil { // there is none to show, or a question says why
		return nil
	}
	out := []acp.ToolCallContent{}
	for _, c := range list {
		var before []string // of a file that is there
		if c.Exists {
			before = []string{t.strict(c.Before)}
		}
		out = append(out, acp.ToolDiffContent(t.text(c.Path), t.strict(c.After), before...))
	}
	return out
}

// fenced is a text as it is, in Markdown: no line of it ends the fence.
func fenced(text string) string {
	fence, run := 3, 0
	for _, r := range text {
		if run++; r != '`' {
			run = 0
		}
		fence = max(fence, run+1)
	}
	mark := strings.Repeat("`", fence)
	return mark + "\n" + strings.TrimSuffix(text, "\n") + "\n" + mark
}
