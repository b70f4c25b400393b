package reply

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Call is a call that stands in the text of a reply: a server without a parser for its model's tags leaves it there.
type Call struct {
	Tool string
	Args string // a JSON object
}

// foreignCall is a call as it was written.
type foreignCall struct {
	tool string
	args []argument
	why  string
}

// argument is a name with its value: a string, or JSON as it was written.
type argument struct {
	name  string
	value any
}

// The grammar of calls in tags: marks around a JSON value that names a tool, or a head that names one before its
// arguments, which are JSON or elements.
var (
	// callMark matches a mark that begins calls and nothing else.
	callMark = lazy(`(?i)\A(?:<(?:\w+:)?(?:tool_?calls?|tool-call|tool_use|function_calls?|invoke)\b|` +
		`<function=|\[TOOL_CALLS\]|<\|(?:tool_|python_tag|action_start|START_ACTION)|<[｜|]tool[▁_]call|<｜DSML｜|` +
		`(?:<\|start\|>assistant)?<\|channel\|>commentary to=)`)
	// skipMark matches a mark between calls or around them.
	skipMark = lazy(`\A(?:[\s,]|</?[\w:｜-]{1,40}>|<\|[^<>|\n]{1,40}\|>|<[｜|][^<>\n]{1,40}[｜|]>|` +
		`<｜DSML｜\w+>|\[TOOL_CALLS\]|Action:|` + "```" + `\w*)`)
	// jsonHead matches the beginning of JSON that means a call.
	jsonHead = lazy("\\A(?:```\\w*)?" + `[\[{\s]*["']` +
		`(?:name|tool|tool_name|tool_calls?|function_call)["']\s*:` +
		`\s*(?:["'][\w.:-]{1,60}["']\s*,\s*["'](?:args|arguments|parameters|input|tool_input)["']\s*:|[\[{])`)
	// callHead matches what stands before the name of a tool, and the name.
	callHead = lazy(`\A(?:<function=|<(?:\w+:|｜DSML｜)?(?:invoke|tool_call|function|tool) name=|` +
		`<tool_call>\s*|<[｜|]tool▁call▁begin[｜|]>(?:function<[｜|]tool▁sep[｜|]>)?|` +
		`functions\.|\[TOOL_CALLS\]\s*|` +
		`(?:<\|start\|>assistant)?<\|channel\|>commentary to=functions\.)["']?([A-Za-z][\w.-]{0,60})`)
	// beforeArgs matches what may stand between a tool's name and its arguments.
	beforeArgs = lazy(`\A(?:["'][^<>\n]{0,80}>|>|:\d+|\[CALL_ID\]\w+|\[ARGS\]|\s|<\|\w{1,30}\|>|` +
		`\bjson|\bcode|<[｜|][^<>\n]{1,40}[｜|]>|` + "```" + `json)*`)
	// element matches an argument that is an element, or two.
	element = lazy(`(?s)\A\s*(?:<(?:｜DSML｜)?(?:parameter|param|arg)(?:=| name=)["']?([\w-]{1,60})["']?` +
		`[^<>\n]{0,80}>(.*?)</(?:｜DSML｜)?(?:parameter|param|arg)>|` +
		`<arg_key>\s*([\w-]{1,60})\s*</arg_key>\s*<arg_value>(.*?)</arg_value>)`)
)

// mostTries limits how often the rest of a reply is read as calls, or as JSON.
const mostTries = 50

// calls finds the calls with which a reply ends. They begin with a mark, with JSON at the beginning of a line, or with
// a fence. Broken reports a mark, or a reply of nothing but JSON, that means a call and cannot be used.
func (t Tools) calls(text string) (list []foreignCall, start int, broken bool) {
	first := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	blocks := fences{src: text}
	for at, tries := first, 0; at < len(text) && tries < mostTries; at++ {
		skip := at
		switch c := text[at]; c {
		case '`', '~':
			f, fenced := blocks.at(at)
			if skip = f.end - 1; !fenced {
				at = max(at, codeEnd(text, at)-1)
				continue
			}
		case '<', '[', '{', 'f', 'A':
			if !callMark().MatchString(text[at:min(len(text), at+64)]) && (c == '<' || !atLineStart(text, at)) {
				continue
			}
		default:
			continue
		}
		tries++
		calls, rest := t.run(text[at:])
		switch {
		case rest == "" && len(calls) > 0:
			return calls, at, false
		case callMark().MatchString(text[at:]), at == first && jsonHead().MatchString(text[at:]) && len(calls) == 0:
			return nil, at, true
		}
		at = skip
	}
	return nil, 0, false
}

// run reads calls and the marks between them from a text, as far as there is nothing else.
func (t Tools) run(text string) (calls []foreignCall, rest string) {
	for text != "" {
		if m := callHead().FindStringSubmatchIndex(text); m != nil {
			if tool, known := t.callable(text[m[2]:m[3]]); known {
				if args, took, ok := t.arguments(tool, text[m[1]:]); ok {
					calls, text = append(calls, foreignCall{tool: tool, args: args}), text[m[1]+took:]
					continue
				}
			}
		}
		took := len(skipMark().FindString(text))
		if took == 0 && (text[0] == '{' || text[0] == '[') {
			dec := json.NewDecoder(strings.NewReader(text))
			var raw json.RawMessage
			if dec.Decode(&raw) == nil {
				took = int(dec.InputOffset())
				calls = append(calls, t.jsonCalls(string(raw))...)
			}
		}
		if took == 0 {
			return calls, text
		}
		text = text[took:]
	}
	return calls, ""
}

// arguments reads what a call is given: JSON, elements, or nothing if the tool requires nothing.
func (t Tools) arguments(tool, text string) (args []argument, took int, ok bool) {
	at := len(beforeArgs().FindString(text))
	if strings.HasPrefix(text[at:], "{") {
		args, took, ok = object(text[at:])
		return args, at + took, ok
	}
	for {
		m := element().FindStringSubmatch(text[at:])
		if m == nil {
			return args, at, len(args) > 0 || len(t[tool].Required) == 0
		}
		args, at = append(args, t.typed(tool, m[1]+m[3], m[2]+m[4])), at+len(m[0])
	}
}

// typed is the text of an element as the argument that the tool takes.
func (t Tools) typed(tool, name, text string) argument {
	if rest, own := strings.CutPrefix(text, "\n"); own {
		text = strings.TrimSuffix(rest, "\n")
	}
	if p, ok := t.param(tool, name); ok && slices.Contains(t[tool].Texts, p) || !json.Valid([]byte(text)) {
		return argument{name, text}
	}
	return argument{name, json.RawMessage(text)}
}

// object reads a JSON object with its keys in their order.
func object(text string) (args []argument, took int, ok bool) {
	dec := json.NewDecoder(strings.NewReader(text))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return nil, 0, false
	}
	for dec.More() {
		key, err := dec.Token()
		var raw json.RawMessage
		if err != nil || dec.Decode(&raw) != nil {
			return nil, 0, false
		}
		var value any = raw
		var s string
		if json.Unmarshal(raw, &s) == nil && string(raw) != "null" {
			value = s
		}
		args = append(args, argument{key.(string), value})
	}
	_, err := dec.Token()
	return args, int(dec.InputOffset()), err == nil
}

// jsonCalls returns the calls that a JSON value means: an object, or a list of some.
func (t Tools) jsonCalls(text string) (calls []foreignCall) {
	var list []json.RawMessage
	if json.Unmarshal([]byte(text), &list) == nil {
		for _, one := range list {
			calls = append(calls, t.jsonCall(string(one), 0)...)
		}
		return calls
	}
	return t.jsonCall(text, 0)
}

// The keys by which protocols name parts of a call.
var (
	wrappers = []string{"tool_calls", "tool_call", "function_call", "functioncall", "tool_use", "function", "payload"}
	nameKeys = []string{"tool", "tool_name", "name", "function", "action"}
	argsKeys = []string{"args", "arguments", "parameters", "input", "tool_input", "action_input"}
)

// jsonCall reads an object as a call: a tool's name and its arguments, maybe within a protocol's wrapper.
func (t Tools) jsonCall(text string, depth int) []foreignCall {
	fields, took, ok := object(text)
	if !ok || strings.TrimSpace(text[took:]) != "" || depth > 3 {
		return nil
	}
	var c foreignCall
	given := false
	for _, f := range fields {
		key := strings.ToLower(strings.TrimPrefix(f.name, ":"))
		said, isText := f.value.(string)
		inner, isRaw := f.value.(json.RawMessage)
		switch {
		case slices.Contains(wrappers, key) && isRaw:
			var list []json.RawMessage
			if json.Unmarshal(inner, &list) != nil {
				list = []json.RawMessage{inner}
			}
			var calls []foreignCall
			for _, one := range list {
				calls = append(calls, t.jsonCall(string(one), depth+1)...)
			}
			if len(calls) > 0 {
				return calls
			}
		case slices.Contains(argsKeys, key):
			if c.args, _, given = object(said + string(inner)); !given {
				return nil
			}
		case slices.Contains(nameKeys, key) && isText && (c.tool == "" || key != "action"):
			c.tool = said
		case key == "explanation" && isText:
			c.why = said
		case (key == "cmd" || key == "command") && isText && depth > 0:
			c.tool, c.args, given = "shell", []argument{{"CMD", said}}, true
		}
	}
	tool, known := t.callable(c.tool)
	if c.tool == "" || !known || !given {
		return nil
	}
	c.tool = tool
	return []foreignCall{c}
}

// made returns a call with its arguments as the tool names them.
func (t Tools) made(c foreignCall) (made Call, problem string) {
	var b strings.Builder
	add := func(name string, value any) {
		if raw, err := json.Marshal(value); err == nil { // each is a part of JSON that was read
			fmt.Fprintf(&b, ",%q:%s", name, raw)
		}
	}
	for _, a := range c.args {
		name, known := t.param(c.tool, a.name)
		if required := t[c.tool].Required; len(required) == 1 && len(c.args) == 1 && (!known || name == "COMMAND") {
			name = required[0]
		}
		if strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") != "" {
			return Call{}, "An argument has an impossible name. " + c.tool + " takes " + t.usage(c.tool) + "."
		}
		add(name, a.value)
	}
	if c.why != "" {
		add("EXPLANATION", c.why)
	}
	return Call{Tool: c.tool, Args: "{" + strings.TrimPrefix(b.String(), ",") + "}"}, ""
}

// callMarks are the beginnings of lines that begin a call and nothing else.
var callMarks = []string{"<tool", "<function", "<invoke", "<minimax:tool", "<|", "<｜", "[tool_calls]"}

// CallsFrom returns where in a text of which more may come a line may begin a call in tags; the text's length if none
// does. What stands there is not shown to a person before the reply is complete.
func CallsFrom(text string) int {
	for at := 0; ; {
		line, _, _ := strings.Cut(text[at:], "\n")
		line = strings.ToLower(strings.TrimLeft(line, " \t"))
		if line != "" && slices.ContainsFunc(callMarks, func(m string) bool {
			return strings.HasPrefix(line, m) || strings.HasPrefix(m, line)
		}) {
			return at
		}
		next := strings.IndexByte(text[at:], '\n') + 1
		if next == 0 {
			return len(text)
		}
		at += next
	}
}
