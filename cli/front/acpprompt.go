package front

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/coder/acp-go-sdk"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/system"
	"pp/engine"
)

// slashCommands are what a prompt may begin with that is answered without a model.
func slashCommands() []acp.AvailableCommand {
	with := func(name, does, hint string) acp.AvailableCommand {
		c := acp.AvailableCommand{Name: name, Description: does}
		if hint != "" {
			c.Input = &acp.AvailableCommandInput{Unstructured: &acp.UnstructuredCommandInput{Hint: hint}}
		}
		return c
	}
	return []acp.AvailableCommand{with("approvals", "list what waits for approval", ""),
		with("approve", "show what waits again, and carry it out", "TOKEN"),
		with("deny", "do not carry out what waits", "TOKEN [REASON]")}
}

// prompt takes what the person says, and answers once all of it is done. begun lets the client's next message be read.
func (s *acpServer) prompt(ctx context.Context, p acp.PromptRequest, begun func()) (any, error) {
	t, err := s.find(p.SessionId)
	if err != nil {
		return nil, err
	}
	turn, wait, leave, err := t.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	begun()
	if err = wait(); err == nil {
		t.mu.Lock()
		t.said, t.ended, t.result, t.fault = false, false, acp.PromptResponse{}, nil
		t.mu.Unlock()
		t.obeyMode()
		err = t.hear(turn, p.Prompt)
		t.settle("It was not done.")
	}
	switch {
	case ctx.Err() != nil: // the request was, and not what it asks for
		return nil, acp.NewRequestCancelled(nil)
	case errors.Is(context.Cause(turn), exit.ErrInterrupted):
		return acp.PromptResponse{StopReason: acp.StopReasonCancelled}, nil
	case err == nil:
		err = t.fault
	}
	if err != nil {
		told := errorOf(err)
		told.Message = t.text(told.Message)
		return nil, told
	}
	return t.result, nil
}

// hear takes what the person says, with what goes with it.
func (t *session) hear(ctx context.Context, blocks []acp.ContentBlock) error {
	said, err := t.input(ctx, blocks)
	if err != nil {
		return err
	}
	if strings.TrimSpace(said.Text) == "" {
		return invalid("the prompt has no text")
	}
	if strings.TrimSpace(said.Text) == "/approvals" {
		return t.listPlans(ctx)
	}
	return t.talk.Hear(ctx, said)
}

// listPlans says what waits for approval.
func (t *session) listPlans(ctx context.Context) error {
	waiting, err := t.talk.Waiting(ctx)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, p := range waiting {
		fmt.Fprintf(&b, "- `%s` until %s, in %s: %s\n", p.Token, output.When(p.Expires), output.OneLine(p.Dir, 200),
			strings.ReplaceAll(output.OneLine(p.Action.Essence(), 400), "`", "'"))
	}
	if len(waiting) == 0 {
		b.WriteString("Nothing waits for approval.\n")
	}
	t.say(strings.TrimSuffix(b.String(), "\n"))
	return t.talk.Front.Concluded(t.talk.App.Out, "", engine.Outcome{})
}

// input is what the person says. Only texts are: all else is data, to which the text refers by its number.
func (t *session) input(ctx context.Context, blocks []acp.ContentBlock) (engine.Input, error) {
	var said engine.Input
	var words strings.Builder
	limits := t.talk.Agent.Settings.InputLimits()
	pending := ""
	for _, b := range blocks {
		if b.Text != nil {
			words.WriteString(pending + b.Text.Text)
			pending = ""
			continue
		}
		data, err := t.data(ctx, &limits, b)
		if err != nil {
			return said, err
		}
		command.Attach(t.talk.App, &said, data)
		last := &said.Attachments[len(said.Attachments)-1]
		n := len(said.Attachments)
		last.Label = fmt.Sprintf("attachment %d: %s", n, last.Label)
		if words.Len() > 0 { // else nothing is said before it that would need it
			pending += fmt.Sprintf(" (attachment %d) ", n)
		}
	}
	said.Text = words.String()
	return said, nil
}

// label is a name that a client gave, on one line in which nothing deceives.
func label(name string) string { return output.OneLine(output.Escape(name, output.Strict), 200) }

// data reads one block that is not plain text. It reads a file only if a model may read that file by itself.
func (t *session) data(ctx context.Context, limits *system.InputLimits, b acp.ContentBlock) (system.Data, error) {
	uri, name, text, isText := "", "picture", "", false
	switch {
	case b.ResourceLink != nil:
		return t.linked(ctx, limits, *b.ResourceLink)
	case b.Image != nil:
		text = b.Image.Data
		if b.Image.Uri != nil {
			uri = *b.Image.Uri
		}
	case b.Resource != nil && b.Resource.Resource.TextResourceContents != nil:
		uri, text = b.Resource.Resource.TextResourceContents.Uri, b.Resource.Resource.TextResourceContents.Text
		isText = true
	case b.Resource != nil && b.Resource.Resource.BlobResourceContents != nil:
		uri, text = b.Resource.Resource.BlobResourceContents.Uri, b.Resource.Resource.BlobResourceContents.Blob
	default:
		return system.Data{}, invalid("the prompt has a block of a kind that is not taken; there are text, image, " +
			"resource_link and resource")
	}
	file, ok := fileOf(uri)
	var files []string
	switch {
	case ok:
		name, files = label(file), []string{file}
	case uri != "" || isText:
		name = label(uri) + ", from the editor"
	}
	given := func() (system.Data, error) {
		if isText {
			return limits.Given(name, files, nil, text)
		}
		raw, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return system.Data{}, invalid("%s is not valid base64", name)
		}
		return limits.Bytes(name, raw)
	}
	if !ok {
		return given()
	}
	if isText { // refuse a private file, whether or not it can be read
		data, err := given()
		if err != nil {
			return data, err
		}
		given = func() (system.Data, error) { return data, nil }
	}
	return t.readable(ctx, limits, file, given)
}
