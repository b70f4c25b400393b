package offline

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pp/engine"
	"pp/sexp"
)

// exchange is the end of a conversation: what the person asked last, what came
// with it, and the output of the last call since.
type exchange struct {
	asked  engine.Turn
	data   []engine.Turn
	output *engine.Turn // nil: nothing was called yet
	calls  bool         // the prompt teaches how to call
}

// lastExchange finds what was asked last. It reads the turns raw: an untrusted
// turn is never the request, whatever it says.
func lastExchange(prompt engine.Prompt) (x exchange, ok bool) {
	x.calls = prompt.Forms != ""
	for i, t := range prompt.Turns {
		switch {
		case t.Role == engine.RoleUser && t.Origin != engine.OriginUntrusted:
			x.asked, x.data, ok = t, nil, true
		case t.Role == engine.RoleUser:
			x.data = append(x.data, t)
		case i > 0 && t.Role == engine.RoleAssistant && prompt.Turns[i-1].Role == t.Role: // a request after the answer
			x.asked, x.data, ok = engine.Turn{}, nil, false
		}
		x.output = nil
		if t.Role == engine.RoleTool {
			x.output = &t
		}
	}
	return x, ok
}

// reply is what the planner says: a proposal or an answer.
type reply struct {
	text  string
	parts bool // the answer comes from parts of a file
}

// serve gives the reply to a request.
func (x exchange) serve(r request) (reply, error) {
	switch r.verb {
	case summarize:
		return x.study(r.file, "The person asked for a summary of this file.", summarizeSource)
	case count:
		return x.study(r.file, "The person asked how much this file holds.",
			func(s source) (string, error) { return countSource(s, r.what) })
	case calculate:
		result, err := evaluate(r.text)
		return x.say(result), err
	case run:
		return x.perform(engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: r.text},
			Explanation: "The person asked to run this command."},
			func(output string) (reply, error) { return x.say(printed(output)), nil })
	case read:
		return x.relay(call("read-file", "The person asked to read this file.", "FILEPATH", r.file))
	case list:
		return x.relay(call("list-directory", "The person asked what is in this directory.", "PATH", r.dir))
	case find:
		return x.relay(call("find-files", "The person asked for the files with such names.",
			"PATTERN", r.text, "PATH", r.dir))
	case search:
		return x.relay(call("search-files", "The person asked where this text stands.",
			"PATTERN", regexp.QuoteMeta(r.text), "PATH", r.dir))
	case fetch:
		return x.relay(call("fetch-url", "The person asked for the content of this address.", "URL", r.text))
	case remember:
		return x.relay(call("remember", "The person asked to remember this.", "TEXT", r.text))
	case recall:
		return x.relay(call("memory-search", "The person asked what is remembered of this.", "QUERY", r.text))
	}
	return reply{}, errNotUnderstood
}

// told says what came of a request that no words asked for: its result, or why it failed. That it was denied is said
// elsewhere.
func (x exchange) told() (reply, error) {
	result, err := x.result()
	if errors.Is(err, errFailed) {
		return x.say(x.output.Text), nil
	}
	return x.say(result), err
}

// relay answers with what a call gives, as it is.
func (x exchange) relay(a engine.Action) (reply, error) {
	return x.perform(a, func(output string) (reply, error) { return x.say(output), nil })
}

// call is a call of a tool with these arguments, each a name and a value.
func call(tool, why string, args ...string) engine.Action {
	var p sexp.Plist
	for i := 0; i+1 < len(args); i += 2 {
		p = p.With(args[i], sexp.String(args[i+1]))
	}
	return engine.Action{Target: engine.TargetTool, Op: engine.Call{Tool: tool, Args: engine.SortArgs(p)},
		Explanation: why}
}

// perform proposes an action, or when its output has come does the rest.
func (x exchange) perform(a engine.Action, rest func(output string) (reply, error)) (reply, error) {
	if x.output == nil || x.output.Label != a.Tool() {
		if !x.calls {
			return reply{}, errNoCalls
		}
		return reply{text: a.Canonical()}, nil
	}
	result, err := x.result()
	if err != nil {
		return reply{}, err
	}
	return rest(result)
}

// result is what the last call gave.
func (x exchange) result() (string, error) {
	result, whole := strings.CutPrefix(x.output.Text, "TOOL ["+x.output.Label+"] RESULT: ")
	switch {
	case x.output.Denied:
		return "", engine.ErrNothingToAdd
	case x.output.Failed && !whole && x.output.Label == "shell": // it ran, or says itself why it did not
		return strings.TrimPrefix(x.output.Text, "ERROR [shell]: "), nil
	case x.output.Failed && !whole: // a command can end well, and what it did not be there
		return "", fmt.Errorf("%w: %s", errFailed, strings.TrimPrefix(x.output.Text, "ERROR ["+x.output.Label+"]: "))
	}
	return result, nil
}

// say is an answer. Where requests are decoded it stands within a message: nothing that a
// file or a command says is ever a proposal.
func (x exchange) say(text string) reply {
	if !x.calls {
		return reply{text: text}
	}
	payload := engine.Action{Op: engine.Message{Text: text}, Explanation: "This is what the person asked for."}.Payload()
	form := sexp.NewPlist().With("TYPE", sexp.Keyword("REQUEST")).With("PAYLOAD", payload.Value())
	return reply{text: sexp.Print(form.Value())}
}

// study works on a file, read by a call unless it came with the request, or on
// each text that came with the request; several results stand under their labels.
func (x exchange) study(file, why string, work func(source) (string, error)) (reply, error) {
	data := x.data
	if file != "" {
		at := slices.IndexFunc(data, func(t engine.Turn) bool { return t.Label == file })
		if at < 0 {
			return x.perform(call("read-file", why, "FILEPATH", file), func(output string) (reply, error) {
				s, told := fileSource(file, output)
				if told {
					return x.say(output), nil
				}
				text, err := work(s)
				r := x.say(text)
				r.parts = !s.exact
				return r, err
			})
		}
		data = data[at : at+1]
	}
	if len(data) == 0 {
		return reply{}, errNoText
	}
	results := make([]string, len(data))
	for i, t := range data {
		text, err := work(source{label: t.Label, text: t.Text, exact: true})
		if err != nil {
			return reply{}, err
		}
		if results[i] = text; len(data) > 1 {
			results[i] = t.Label + ":\n" + text
		}
	}
	return x.say(strings.Join(results, "\n\n")), nil
}

func summarizeSource(s source) (string, error) {
	if isBinary(s.text) {
		return "", fmt.Errorf("%w: %s is not text", errNoText, s.label)
	}
	if text := Summarize(s.text); text != "" {
		return text, nil
	}
	return "", fmt.Errorf("%w: %s has nothing to summarize", errNoText, s.label)
}

func countSource(s source, what measure) (string, error) {
	if !s.exact {
		return "", fmt.Errorf("%w: %s", errPartial, s.label)
	}
	return countText(s.text).of(what), nil
}
