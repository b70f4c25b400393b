package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine"
)

// isAddress reports whether a name given with -f is an address and no file.
func isAddress(name string) bool {
	return strings.HasPrefix(name, "https://") || strings.HasPrefix(name, "http://")
}

// addresses are those given with -f.
func addresses(a App) []string {
	return slices.DeleteFunc(slices.Clone(a.Options.Files), func(name string) bool { return !isAddress(name) })
}

// pages fetches what was given with -f as addresses, for one prompt.
type pages struct {
	app  App
	loop *engine.Loop
	meta engine.Meta
}

// fetch adds to an input what the addresses give. Each is a fetch-url call that the
// person made: judged, asked about, recorded and carried out as one of a model's. When
// one is not fetched, the outcome says why, and the run ends with it.
func (p pages) fetch(ctx context.Context, in *engine.Input) (out engine.Outcome, all bool) {
	list := addresses(p.app)
	if len(list) == 0 {
		return out, true
	}
	l, usual := p.loop, *p.loop
	defer func() { *l = usual }()
	aside(l)
	var actions []engine.ActionReport
	for i, address := range list {
		var page *engine.Result
		l.Watch = func(e engine.Event) {
			if acted, ok := e.(engine.Acted); ok {
				if call, same := acted.Cleared.Action().Op.(engine.Call); same && call.Tool == "fetch-url" {
					address, _ = call.Args.Text("URL") // as the person may have changed it
					page = &acted.Result
				}
			}
			usual.Watch(e)
		}
		action := toolCall("fetch-url", "URL", address)
		action.Explanation = "Given with -f by the person."
		out = l.Run(ctx, setup.Request(p.meta, action))
		actions = append(actions, out.Actions...)
		out.Actions = actions
		if page != nil && page.Failed {
			out.Err = exit.DataError("check the address, or save what it gives and name the file",
				"%s: %s", address, strings.TrimPrefix(page.Text, "ERROR [fetch-url]: "))
		}
		if page == nil || out.Err != nil {
			p.unfetched(&out, usual.Session, *in, list[i+1:])
			return out, false
		}
		in.Attachments = append(in.Attachments, engine.Attachment{Label: address, Text: page.Text})
	}
	return out, true
}

// unfetched notes the prompt in the conversation where a call waits for approval, which
// goes on with it, and says what else is missing.
func (p pages) unfetched(out *engine.Outcome, said engine.SessionStore, in engine.Input, rest []string) {
	switch {
	case p.loop.DryRun:
		p.app.Out.Note("note", "--dry-run: no address was fetched, so that no model would be asked yet")
		return
	case len(out.Pending) == 0:
		if out.Err == nil && len(out.Denials) == 0 { // the person made another action of it
			out.Err = errors.New("the address was not fetched")
		}
		return
	}
	for _, t := range in.Turns() {
		if err := said.Append(t); err != nil && out.Err == nil {
			out.Err = fmt.Errorf("keeping the conversation: %w", err)
		}
	}
	if len(rest) > 0 {
		p.app.Out.Note("note", "not fetched, because the one before it waits for approval: "+strings.Join(rest, ", "))
	}
}
