package reply

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// object reads a JSON object with its keys in their order.
func object(text string) ([]argument, bool) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return nil, false
	}
	var args []argument
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, false
		}
		var raw json.RawMessage
		if dec.Decode(&raw) != nil {
			return nil, false
		}
		args = append(args, argument{key.(string), scalar(raw)})
	}
	_, err := dec.Token()
	return args, err == nil
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
			if args, ok := object(string(x)); ok {
				return args, true
			}
		case string:
			if args, ok := object(x); ok {
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

// call reads an object as a call, as far as it says what is called.
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
	bare := false
	if cmd := f.text("cmd", "command"); cmd != "" && (name == "" || !has) {
		given, name = []argument{{"CMD", cmd}}, "shell"
		bare = depth == 0
	}
	return foreignCall{tool: name, args: given, why: f.text("explanation"), bare: bare}, name != ""
}

// nearlyJSON is a call that a model wrote in what is almost JSON.
var nearlyJSON = lazy(`\A[\[{\s]*['"](?:name|tool|tool_name|function)['"]\s*:\s*['"]([\w-]{2,60})['"]`)

// json reads the JSON value with which text begins, and notes the calls that it is. Where only is false it must name a
// tool that is known. The bytes that it took are 0 when it is no JSON.
func (t Tools) json(f *foreign, text string, only bool) int {
	dec := json.NewDecoder(strings.NewReader(text))
	var raw json.RawMessage
	if dec.Decode(&raw) != nil {
		if m := nearlyJSON.FindStringSubmatch(text); m != nil {
			if _, known := t.named(m[1]); known {
				f.any = true
			}
		}
		return 0
	}
	took := int(dec.InputOffset())
	if only && strings.TrimSpace(text[took:]) != "" {
		only = false
	}
	t.value(f, raw, only, 0)
	return took
}

// value notes the calls that a JSON value is: an object, or a list of some.
func (t Tools) value(f *foreign, raw json.RawMessage, only bool, depth int) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil && depth < 2 {
		for _, one := range list[:min(len(list), 33)] {
			t.value(f, one, only, depth+1)
		}
		return
	}
	args, ok := object(string(raw))
	if !ok {
		return
	}
	all := fieldsOf(args)
	for _, key := range []string{"tool_calls", "tool_call"} {
		if calls, isRaw := all[key].(json.RawMessage); isRaw && depth < 2 {
			f.any = f.any || only
			t.value(f, calls, only, depth+1)
			return
		}
	}
	if len(args) == 1 {
		if _, known := t.named(args[0].name); known {
			if inner, ok := all.object(strings.ToLower(args[0].name)); ok {
				f.any = true
				f.calls = append(f.calls, foreignCall{tool: args[0].name, args: inner})
			}
			return
		}
	}
	if !all.action() {
		return
	}
	c, ok := all.call(0)
	known := ok && t.form(c, shown) != ""
	if only || known {
		f.any = true
	}
	if known || ok && only {
		f.calls = append(f.calls, c)
	}
}
