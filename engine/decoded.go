package engine

import (
	"strings"

	"pp/engine/reply"
)

// Decoded is what a reply says.
type Decoded struct {
	// Action is the one proposal in the reply; a message when the reply is an answer.
	Action Action
	// Remark is what stood around a proposal, without the model's reasoning: it is shown, and is never part of the
	// action or of an answer. "" when there was nothing.
	Remark string
	// Calls take the place of the action where a server left calls in the text of a reply that could have made some.
	Calls []ToolCall
	// Notes list repairs of the proposal that do not change its meaning.
	Notes []string
}

// Decode returns the action that a reply proposes: as one form, as a form in a fence, or as calls in tags. Any other
// reply is a message, byte for byte but for the model's reasoning. A *ProtocolError says what is wrong with a reply
// that is a request and not a valid one; it is what the model is told.
func (d Decoder) Decode(text string, source Target) (Decoded, error) {
	if d.Plain {
		answer, ok := reply.Answer(text)
		if !ok {
			return Decoded{}, protocolError(text, "%s", reply.Empty)
		}
		return Decoded{Action: d.message(answer, source)}, nil
	}
	said, err := d.taken(reply.Read(text, d.known()), text, source)
	switch n := len(said.Calls); {
	case err != nil || n == 0:
		return said, err
	case n > 1:
		return Decoded{}, protocolError(text, "The reply has more than one request: %d calls. Send exactly one.", n)
	}
	said.Action, err = d.Call(said.Calls[0], said.Remark)
	return Decoded{Action: said.Action, Remark: said.Remark}, err
}

// taken is what a reply was taken for.
func (d Decoder) taken(r reply.Reading, text string, source Target) (Decoded, error) {
	said := Decoded{Remark: r.Remark}
	switch {
	case r.Problem != "":
		why := protocolError(text, "%s", r.Problem)
		why.Tool = r.Tool
		return Decoded{}, why
	case r.Form != nil:
		a, err := d.envelope(r.Form, text, source)
		if err != nil {
			return Decoded{}, err
		}
		explain(&a, r.Remark)
		said.Action = a
	case len(r.Calls) > 0:
		for _, c := range r.Calls {
			said.Calls = append(said.Calls, ToolCall{Tool: c.Tool, Args: c.Args})
		}
	default:
		said.Action = d.message(r.Text, source)
	}
	return said, nil
}

// Said decodes a reply that has no calls. If the model could have made some, those that its server left in its text
// are calls, and nothing else in it acts: a reply that is a request and nothing else is sent back, and anything
// else is an answer.
func (d Decoder) Said(r Reply, source Target) (said Decoded, err error) {
	d, notes := d.noting()
	defer func() { said.Notes = *notes }()
	if r.Answer {
		return Decoded{Action: d.message(r.Text, source)}, nil
	}
	if d.Plain || !r.Native {
		return d.Decode(r.Text, source)
	}
	read := reply.Read(r.Text, d.known())
	alone := read.Remark == "" && strings.HasPrefix(strings.TrimSpace(read.Text), "(")
	switch {
	case len(read.Calls) > 0, strings.TrimSpace(read.Text) == "":
		return d.taken(read, r.Text, source)
	case read.Foreign, alone && (read.Form != nil || read.Problem != ""):
		return Decoded{}, protocolError(r.Text, "Here only tool calls act, and the reply has a request in its text. "+
			"Call the tool, or answer in plain text.")
	}
	return Decoded{Action: d.message(read.Text, source)}, nil
}

func (d Decoder) message(text string, source Target) Action {
	return Action{d.home(source), Message{Text: text}, DefaultExplanation}
}

// known are the tools with their arguments; the shell is one of them here.
func (d Decoder) known() reply.Tools {
	known := make(reply.Tools, len(d.Tools)+3)
	add := func(name string, spec ToolSpec) {
		var t reply.Tool
		for _, p := range spec.Params {
			t.Params = append(t.Params, p.Name)
			if p.Required {
				t.Required = append(t.Required, p.Name)
			}
			if p.Kind <= ParamURL {
				t.Texts = append(t.Texts, p.Name)
			}
		}
		known[name] = t
	}
	for name, spec := range d.specs() {
		add(name, spec)
	}
	known["shell"] = reply.Tool{Params: []string{"CMD", "COMMAND", "TIMEOUT"}, Required: []string{"CMD"},
		Texts: []string{"CMD", "COMMAND"}}
	return known
}
