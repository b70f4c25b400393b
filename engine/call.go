package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	"pp/sexp"
)

// MaxCalls is how many calls of one reply are looked at; a reply with more is sent back.
const MaxCalls = 32

// TargetTools are the specifications of what models call as tools and what has a
// target of its own: the shell, the project's tests, the evaluator. They have no
// Effects: those are their targets'.
func TargetTools() []ToolSpec {
	return []ToolSpec{
		{Name: "shell", Doc: "Runs bash. cd, exports (till reset), /tmp, & (jobs, kill %1) last. Home read-only, " +
			"secrets empty, net asks.",
			Params: []Param{
				{Name: "COMMAND", Kind: ParamText, Required: true},
				{Name: "TIMEOUT", Kind: ParamInteger, Min: 1, Max: 86400, Doc: "seconds"},
			}},
		{Name: "run-tests", Doc: "Runs the project's tests."},
		{Name: "eval-form", Doc: "Evaluates a pure Lisp form.", ReadOnly: true,
			Params: []Param{{Name: "CODE", Kind: ParamText, Required: true}}},
	}
}

// MessengerTool is the specification of what models call to have a messenger send something.
func MessengerTool(t Target) ToolSpec {
	return ToolSpec{Name: strings.ToLower(string(t)), Doc: "Sends a message to a person, who is asked about first if it " +
		"goes to another than who asked.",
		Params: []Param{
			{Name: "TEXT", Kind: ParamText, Required: true},
			{Name: "TO", Kind: ParamText, Doc: "the person's number; who asked if left out"},
			{Name: "FILES", Kind: ParamTexts, Max: MaxSentFiles, Doc: "paths"},
		}}
}

// MaxSentFiles is how many files a message may have.
const MaxSentFiles = 10

// Call returns the action that a tool call means. Its arguments become a property
// list by their JSON types; what the tool makes of them is the validator's to judge.
// If the call has no explanation, the text of the reply is used as one. A *ProtocolError says what is wrong with a call
// that is not an action.
func (d Decoder) Call(c ToolCall, said string) (Action, error) {
	name := strings.ToLower(strings.TrimSpace(c.Tool))
	spec, known := d.tool(name)
	d.called(name, spec)
	if spec.Name != "" {
		name = spec.Name
	}
	shown := Clip(name, 40)
	switch {
	case d.Plain:
		return Action{}, protocolError(c.Args, "No tool can be called here. Answer in plain text.")
	case d.Tools != nil && !known:
		return Action{}, protocolError(c.Args, "There is no tool %q. Call one of those that are listed.", shown)
	}
	args, err := readArgs(c.Args, spec)
	if err != nil {
		return Action{}, protocolError(c.Args, "The arguments of %s cannot be used: %v. Give one JSON object.", shown, err)
	}
	a := Action{Target: TargetTool}
	if a.Explanation, err = explanation(args, c.Args); err != nil {
		return Action{}, err
	}
	if args, err = d.repair(&a, spec, args.Without("EXPLANATION"), c.Args); err != nil {
		return Action{}, err
	}
	explain(&a, said)
	return d.normalise(a, name, args, c.Args)
}

// explain gives an action without an explanation what was said beside it.
func explain(a *Action, said string) {
	if strings.TrimSpace(a.Explanation) == "" {
		a.Explanation = Clip(strings.Join(strings.Fields(said), " "), 200)
	}
}

// CallOf is an action as a tool call, for a conversation that it came into in another
// way: as a request in text, or by a person.
func CallOf(a Action) ToolCall {
	var args sexp.Plist
	switch op := a.Op.(type) {
	case Call:
		args = op.Args
	case Run:
		args = args.With("COMMAND", sexp.String(op.Command))
		if op.Limit > 0 {
			args = args.With("TIMEOUT", sexp.Int(int64(op.Limit/time.Second)))
		}
	case Eval:
		args = args.With("CODE", sexp.String(op.Code))
	case Message:
		args = args.With("TEXT", sexp.String(op.Text))
		if op.To != "" {
			args = args.With("TO", sexp.String(op.To))
		}
		args = withTexts(args, "FILES", op.Files)
	}
	if a.Explanation != "" {
		args = args.With("EXPLANATION", sexp.String(a.Explanation))
	}
	return ToolCall{Tool: a.Tool(), Args: printArgs(args), Form: a.Canonical()}
}

// errShape is what is wrong with arguments that are no JSON object.
var errShape = errors.New("they are no JSON object")

// readArgs reads a JSON object as a property list: its names in upper case and sorted,
// each once. What is null is left out, and nothing at all is an empty object. What spec takes as JSON
// stays what it is.
func readArgs(text string, spec ToolSpec) (sexp.Plist, error) {
	var p sexp.Plist
	if text = strings.TrimSpace(text); text == "" || text == "null" {
		return p, nil
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return p, errShape
	}
	for dec.More() {
		key, err := dec.Token()
		name, isName := key.(string)
		if err != nil || !isName {
			return p, errShape
		}
		name = strings.ToUpper(name)
		var v any
		if err := dec.Decode(&v); err != nil {
			return p, errShape
		}
		if _, twice := p.Get(name); twice {
			return p, errors.New("the name " + Clip(name, 40) + " stands twice")
		}
		value, err := spec.argument(name, v)
		if err != nil {
			return p, err
		}
		if value != nil {
			p = p.With(name, value)
		}
	}
	if _, err := dec.Token(); err != nil {
		return p, errShape
	}
	if _, err := dec.Token(); err != io.EOF {
		return p, errors.New("something follows the object")
	}
	return SortArgs(p), nil
}

// argument is a JSON value as the argument of a name; nil for one that is not given.
func (s ToolSpec) argument(name string, v any) (sexp.Value, error) {
	p, whole := s.JSON(name)
	switch {
	case whole && (v != nil || p.Required):
		return sexp.String(printJSON(v)), nil
	case v == nil:
		return nil, nil
	}
	return readJSON(v, 0)
}

// JSON finds the parameter of a name, upper case, if it takes any JSON value.
func (s ToolSpec) JSON(name string) (Param, bool) {
	for _, p := range s.Params {
		if p.Name == name {
			return p, p.Kind == ParamJSON
		}
	}
	return Param{}, false
}

// CanonicalJSON is a JSON value in the one form that it has in arguments: without white space, names in order, numbers
// as they are written. An error says that text is not one JSON value.
func CanonicalJSON(text string) (string, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return "", errors.New("it is no JSON")
	}
	if _, err := dec.Token(); err != io.EOF {
		return "", errors.New("something follows the JSON")
	}
	return string(printJSON(v)), nil
}

// canonicalArgs gives what a tool takes as JSON its one form; what is no JSON stays, for the validator to refuse.
func canonicalArgs(args sexp.Plist, spec ToolSpec) sexp.Plist {
	for name, v := range args.All() {
		if _, whole := spec.JSON(name); !whole {
			continue
		}
		text := sexp.Print(v) // a number is its own JSON
		if s, ok := v.(sexp.String); ok {
			text = string(s)
		}
		if canonical, err := CanonicalJSON(text); err == nil {
			args = args.With(name, sexp.String(canonical))
		}
	}
	return args
}

// maxJSONDepth bounds lists within lists in arguments.
const maxJSONDepth = 8

// readJSON is a JSON value as the reader's own. There is none for an object.
func readJSON(v any, depth int) (sexp.Value, error) {
	switch x := v.(type) {
	case nil:
		return sexp.NIL, nil
	case string:
		return sexp.String(x), nil
	case bool:
		return sexp.Bool(x), nil
	case json.Number:
		return readNumber(x.String())
	case []any:
		items := make([]sexp.Value, len(x))
		for i, item := range x {
			value, err := readJSON(item, depth+1)
			if err != nil {
				return nil, err
			}
			items[i] = value
		}
		if depth >= maxJSONDepth {
			return nil, errors.New("lists stand too deep in each other")
		}
		return sexp.NewList(items...), nil
	}
	return nil, errors.New("an object stands where no tool takes one")
}

// readNumber reads a number that both JSON and the reader have. A whole one is an
// integer however it is written: 3.0 is 3.
func readNumber(text string) (sexp.Value, error) {
	if whole, zeros, ok := strings.Cut(text, "."); ok && strings.Trim(zeros, "0") == "" {
		text = whole
	}
	v, err := sexp.Read(text, sexp.Limits{Bytes: 64})
	if err != nil {
		return nil, errors.New("the number " + Clip(text, 40) + " cannot be used")
	}
	return v, nil
}

// printArgs is a property list as a JSON object, for a protocol that has no other form.
func printArgs(p sexp.Plist) string {
	var b bytes.Buffer
	b.WriteByte('{')
	for name, v := range p.All() {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(printJSON(strings.ToLower(name)))
		b.WriteByte(':')
		b.Write(printJSON(plain(v)))
	}
	b.WriteByte('}')
	return b.String()
}

// printJSON writes what plain gives, which always can be written.
func printJSON(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return []byte("null")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// plain is a value as encoding/json knows it: what JSON has no form for as it prints.
func plain(v sexp.Value) any {
	switch x := v.(type) {
	case sexp.String:
		return string(x)
	case sexp.Int:
		return int64(x)
	case sexp.List:
		items := make([]any, 0, x.Len())
		for _, item := range x.All() {
			items = append(items, plain(item))
		}
		return items
	}
	switch {
	case sexp.IsNil(v):
		return false
	case sexp.Equal(v, sexp.T):
		return true
	}
	return sexp.Print(v)
}
