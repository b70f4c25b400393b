package reply

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// object reads a JSON object with its keys in their order.
func object(text string) (args []argument, took int, ok bool) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return nil, 0, false
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, 0, false
		}
		var raw json.RawMessage
		if dec.Decode(&raw) != nil {
			return nil, 0, false
		}
		args = append(args, argument{key.(string), scalar(raw)})
	}
	_, err := dec.Token()
	return args, int(dec.InputOffset()), err == nil
}

// scalar is a JSON value: a string, a number, a truth value or nothing, else as it was written.
func scalar(raw json.RawMessage) any {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return raw
	}
	switch v.(type) {
	case map[string]any, []any:
		return raw
	}
	return v
}

// fields are the values of an object by their keys, lower case and without colons.
type fields map[string]any

func fieldsOf(args []argument) fields {
	all := make(fields, len(args))
	for _, a := range args {
		all[strings.ToLower(strings.TrimPrefix(a.name, ":"))] = a.value
	}
	return all
}

func (f fields) has(names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { _, found := f[n]; return found })
}

// text is the first of the named values that is a string, without a keyword's colon.
func (f fields) text(names ...string) string {
	for _, name := range names {
		if s, ok := f[name].(string); ok && s != "" {
			return strings.TrimPrefix(s, ":")
		}
	}
	return ""
}

// object is the first of the named values that is an object, or a string with one in it.
func (f fields) object(names ...string) ([]argument, bool) {
	for _, name := range names {
		switch x := f[name].(type) {
		case json.RawMessage:
			if args, _, ok := object(string(x)); ok {
				return args, true
			}
		case string:
			if args, _, ok := object(x); ok {
				return args, true
			}
		}
	}
	return nil, false
}

// action reports whether an object is a call or a request. JSON that is data is an answer.
func (f fields) action() bool {
	switch {
	case f.has("tool_calls", "function_call", "functioncall", "tool_call", "tool_use"):
		return true
	case f.function():
		return true
	case f.has("tool", "tool_name", "name", "function") && f.has("args", "arguments", "parameters", "input", "tool_input"):
		return true
	case strings.EqualFold(f.text("type"), "REQUEST") && f.has("payload", "target"):
		return true
	case f.has("target") && f.has("payload", "cmd", "command"):
		return true
	case f.has("action", "command", "cmd") && f.text("tool") != "", f.has("action") && f.has("action_input"):
		return true
	case f.has("cmd", "command") && (f.has("explanation") || runs(f.text("action")) || runs(f.text("type"))):
		return true
	}
	return false
}

// function reports whether an object is a function's call, and not its description.
func (f fields) function() bool {
	inner, ok := f.object("function")
	all := fieldsOf(inner)
	return ok && all.has("name") && all.has("arguments")
}

// runs reports whether a word says that something is to be run.
func runs(verb string) bool {
	switch strings.ToUpper(verb) {
	case "SHELL", "BASH", "SH", "RUN", "EXEC", "EXECUTE", "COMMAND", "TERMINAL", "TOOL", "CALL", "REQUEST":
		return true
	}
	return false
}

// call reads an object as a call, as far as it says what is called: one that names a command and no tool says it only
// within another.
func (f fields) call(depth int) (foreignCall, bool) {
	if inner, ok := f.object("function_call", "functioncall", "tool_call", "tool_use", "function", "payload"); ok &&
		depth < 3 {
		if c, ok := fieldsOf(inner).call(depth + 1); ok {
			return c, true
		}
	}
	given, has := f.object("args", "arguments", "parameters", "input", "tool_input", "action_input")
	name := f.text("tool", "tool_name", "name", "function")
	if name == "" && f.has("action_input") {
		name = f.text("action")
	}
	if cmd := f.text("cmd", "command"); cmd != "" && (name == "" && depth > 0 || name != "" && !has) {
		given, name = []argument{{"CMD", cmd}}, "shell"
	}
	return foreignCall{tool: name, args: given, why: f.text("explanation")}, name != ""
}

// nearlyJSON is a call that a model wrote in what is almost JSON.
var nearlyJSON = lazy(`\A[\[{\s]*['"](?:name|tool|tool_name|function)['"]\s*:\s*['"]([\w-]{2,60})['"]`)

// json reads the JSON value with which text begins as calls; any says that it is one, though maybe of a tool that is
// not known. It took no byte when it is no JSON.
func (t Tools) json(text string) (calls []foreignCall, any bool, took int) {
	dec := json.NewDecoder(strings.NewReader(text))
	var raw json.RawMessage
	if dec.Decode(&raw) != nil {
		if m := nearlyJSON.FindStringSubmatch(text); m != nil {
			_, any = t.callable(m[1])
		}
		return nil, any, 0
	}
	calls, any = t.value(raw, 0)
	return calls, any, int(dec.InputOffset())
}

// value gives the calls that a JSON value is: an object, or a list of some, each of a known tool.
func (t Tools) value(raw json.RawMessage, depth int) (calls []foreignCall, any bool) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil && depth < 2 {
		for _, one := range list[:min(len(list), 33)] {
			more, is := t.value(one, depth+1)
			if calls = append(calls, more...); len(more) == 0 {
				return nil, any || is
			}
			any = any || is
		}
		return calls, any
	}
	args, _, ok := object(string(raw))
	if !ok {
		return nil, false
	}
	all := fieldsOf(args)
	for _, key := range []string{"tool_calls", "tool_call"} {
		if inner, isRaw := all[key].(json.RawMessage); isRaw && depth < 2 {
			calls, _ = t.value(inner, depth+1)
			return calls, true
		}
	}
	if len(args) == 1 {
		if tool, known := t.named(args[0].name); known {
			inner, ok := all.object(strings.ToLower(args[0].name))
			if ok {
				calls = []foreignCall{{tool: tool, args: inner}}
			}
			return calls, ok
		}
	}
	if !all.action() {
		return nil, false
	}
	if c, ok := all.call(0); ok {
		if tool, known := t.callable(c.tool); known {
			c.tool = tool
			calls = []foreignCall{c}
		}
	}
	return calls, true
}
