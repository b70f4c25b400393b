package front

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path"

	"github.com/coder/acp-go-sdk"

	"pp/cli/ask"
	"pp/cli/system"
	"pp/engine"
	"pp/sexp"
)

// fileOf is the file that an address names on this machine; only its path counts, and not the place in it.
func fileOf(uri string) (name string, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || !path.IsAbs(u.Path) {
		return "", false
	}
	return path.Clean(u.Path), true
}

// linked reads the file that a link names, as the editor has it; of anything else there is only the link.
func (t *session) linked(ctx context.Context, limits *system.InputLimits, l acp.ContentBlockResourceLink) (system.Data,
	error) {
	file, ok := fileOf(l.Uri)
	if info, err := os.Stat(file); ok && err == nil && info.Mode().IsRegular() {
		return t.readable(ctx, limits, file, func() (system.Data, error) { return t.file(ctx, limits, file) })
	}
	about := l.Uri
	for _, more := range []*string{l.Title, l.Description} {
		if more != nil {
			about += "\n" + *more
		}
	}
	return limits.Given(label("link to "+l.Name), nil, nil, about)
}

// file reads a file as the editor has it, or else as it is.
func (t *session) file(ctx context.Context, limits *system.InputLimits, file string) (system.Data, error) {
	if text, err := (editor{t}).Text(ctx, file); err == nil {
		return limits.Given(label(file), []string{file}, nil, text)
	}
	list, err := limits.Files(ctx, file)
	if err != nil || len(list) != 1 {
		return system.Data{}, err
	}
	return list[0], nil
}

// readable reads a file that goes with a prompt, if a model could read it by itself: an editor attaches files of its
// own accord. Of one that is denied the model gets the reason, and the client too.
func (t *session) readable(ctx context.Context, limits *system.InputLimits, file string,
	read func() (system.Data, error)) (system.Data, error) {
	why, err := t.denied(ctx, file)
	if err != nil {
		return system.Data{}, err
	}
	if why == "" {
		return read()
	}
	t.talk.App.Out.Note("warning", label(file)+" does not go to the model: "+why)
	return limits.Given(label(file)+", not read", nil, nil, "Not read: "+why)
}

// denied says why a file is not read, "" when it is. What asks is put to the person.
func (t *session) denied(ctx context.Context, file string) (why string, err error) {
	action := engine.Action{Target: engine.TargetTool,
		Op:          engine.Call{Tool: "read-file", Args: sexp.Plist{}.With("FILEPATH", sexp.String(file))},
		Explanation: "It goes with what the person says."}
	v := t.talk.Agent.Judge.Now(action)
	if v.Decision == engine.Ask {
		m := t.talk.Agent
		m.Refused = nil // of the turn before
		put := func(ctx context.Context, s ask.Shown) (ask.Choice, error) {
			choice, err := t.Put(ctx, s)
			if errors.Is(err, ask.ErrNobody) { // nothing is left to wait for an answer: the prompt goes on without it
				return ask.Choice{}, nil
			}
			return choice, err
		}
		answer, err := ask.Asker{Agent: m, Meta: t.talk.Meta(), Put: put}.Ask(ctx,
			engine.Question{Verdict: v})
		if err != nil {
			return "", err
		}
		if answer.Approves() {
			t.finish(v.Action)
			return "", nil
		}
	}
	if v.Decision == engine.Allow {
		return "", nil
	}
	return t.text(v.Sentence()), nil
}

// finish ends the call of an action that is nothing but a question.
func (t *session) finish(a engine.Action) {
	if c := t.calls.find(a); c != nil && t.calls.end(c) {
		t.status(c, acp.ToolCallStatusCompleted)
	}
}
