package reply

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Call is a call in a protocol's notation that stands in the text of a reply: a server that has no parser for what its
// model was taught leaves it there.
type Call struct {
	Tool string
	Args string // a JSON object
}

// foreign is what a reply has of the notations of protocols.
type foreign struct {
	any     bool // there is a call
	calls   []Call
	start   int    // where they begin
	ends    bool   // nothing but marks stands behind them
	problem string // why one of them is wrong, though it is one
}

// another is the problem of a call that cannot be read as one.
const another = "The reply is a request in another syntax, which cannot be read. Write it as one property list: " +
	`(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "…" :ARGS (…) :EXPLANATION "…")).`

// mostTries bounds how often the rest of a text is read as calls, or as JSON.
const mostTries = 50

// calls looks for calls: after a mark, in a block, where a line begins with JSON, or as all of the reply.
func (t Tools) calls(text string) foreign {
	blank := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	if f := t.begun(text, blank, true); f.any {
		return f
	}
	fs, tries := fences{src: text}, 0
	for at := blank; at < len(text) && tries < mostTries; at++ {
		switch c := text[at]; c {
		case '`', '~':
			block, ok := fs.at(at)
			if !ok {
				at = max(at, codeEnd(text, at)-1)
				continue
			}
			tries++
			if f := t.fenced(text, block); f.any {
				return f
			}
			at = block.end - 1
		case '<', '[', '{':
			marks := mayMark(text[at:]) && marked.MatchString(text[at:])
			if !marks && t.element(text[at:]) == "" && (c == '<' || !atLineStart(text, at)) {
				continue
			}
			tries++
			if f := t.begun(text, at, false); f.any || marks {
				f.any = true
				return f
			}
		}
	}
	if mayCallInLine(text) {
		for _, at := range lineCall.re().FindAllStringSubmatchIndex(text, 8) {
			if _, known := t.callable(text[at[2]:at[3]]); known {
				f := t.begun(text, at[0], true)
				f.any = true
				return f
			}
		}
	}
	return foreign{}
}

// fenced reads a block as calls. What looks like a program's is one only in a block for it.
func (t Tools) fenced(text string, block fence) foreign {
	line := strings.TrimSpace(lineBefore(text, max(0, block.start-1)))
	only := block.tag == "tool_code" || block.tag == "tool_call" || strings.EqualFold(line, "Action:")
	inside, left := t.run(text[block.body:block.rest], only)
	if left != "" {
		return foreign{}
	}
	f := t.made(inside)
	more, left := t.run(text[block.end:], only)
	f.start, f.ends = block.start, left == "" && len(more) == 0
	return f
}

// begun reads calls from a place on. Where only is false what looks like a program's is a call only behind a mark.
func (t Tools) begun(text string, at int, only bool) foreign {
	calls, left := t.run(text[at:], only)
	f := t.made(calls)
	f.start, f.ends = at, left == ""
	if only && len(calls) == 0 {
		f.any = t.otherwise(text[at:])
	}
	return f
}

// otherwise reports whether a text is a call and nothing else, though none that can be carried out.
func (t Tools) otherwise(text string) bool {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return false
	case text[0] == '<':
		return request2.MatchString(text)
	case text[0] == '{' || text[0] == '[' || strings.HasPrefix(text, "```"):
		if lines := strings.SplitAfterN(text, "\n", 2); text[0] == '`' && len(lines) == 2 {
			text = strings.TrimSpace(strings.TrimRight(lines[1], "` \n"))
		}
		_, any, took := t.json(text)
		return any && (took == 0 || strings.TrimSpace(text[took:]) == "")
	}
	if !mayBePython(text) || !strings.HasSuffix(text, ")") {
		return false
	}
	_, known := t.callable(append(pythonCall.FindStringSubmatch(text), "", "")[1])
	return known
}

// run reads calls and the marks between them from a text, as far as there is nothing else.
func (t Tools) run(text string, only bool) (calls []foreignCall, left string) {
	for {
		text = strings.TrimLeft(text, " \t\r\n,")
		if text == "" {
			return calls, ""
		}
		list, n := t.one(text, only)
		if n == 0 {
			if mayStand(text) {
				n = len(mark.FindString(text))
			}
			only = only || n > 1
		}
		if n == 0 {
			return calls, text
		}
		calls, text = append(calls, list...), text[n:]
	}
}

// one reads the call, or the list of some, with which a text begins; it took no byte where there is none.
func (t Tools) one(text string, only bool) ([]foreignCall, int) {
	if text[0] == '{' || text[0] == '[' {
		if calls, _, took := t.json(text); len(calls) > 0 {
			return calls, took
		}
	}
	for _, name := range named(text) {
		m := name.re().FindStringSubmatchIndex(text)
		if m == nil {
			continue
		}
		if tool, known := t.callable(text[m[2]:m[3]]); known {
			if args, took, ok := t.given(tool, text[m[1]:]); ok {
				return []foreignCall{{tool: tool, args: args}}, m[1] + took
			}
		}
	}
	if name := t.element(text); name != "" {
		tool, _ := t.callable(name)
		if args, took, ok := t.given(tool, text[len(name)+2:]); ok {
			return []foreignCall{{tool: tool, args: args}}, len(name) + 2 + took
		}
	}
	if only {
		return t.python(text)
	}
	return nil, 0
}

// python reads calls written as in a program, each argument with its name.
func (t Tools) python(text string) ([]foreignCall, int) {
	var calls []foreignCall
	for at := 0; ; {
		var m []string
		if mayBePython(text[at:]) {
			m = pythonCall.FindStringSubmatch(text[at:])
		}
		if m == nil {
			return calls, at
		}
		tool, known := t.callable(m[1])
		at += len(m[0])
		c := foreignCall{tool: tool}
		for kv := keyword.FindStringSubmatch(text[at:]); kv != nil; kv = keyword.FindStringSubmatch(text[at:]) {
			c.args = append(c.args, argument{kv[1], literal(kv[2])})
			at += len(kv[0])
		}
		end := pythonEnd.FindString(text[at:])
		if end == "" || !known {
			return nil, 0
		}
		calls, at = append(calls, c), at+len(end)
	}
}

// given reads what a call is given: JSON, elements, or nothing where nothing is required.
func (t Tools) given(tool, text string) (args []argument, took int, ok bool) {
	at := len(beforeArgs.FindString(text))
	if at < len(text) && text[at] == '{' {
		args, took, ok = object(text[at:])
		return args, at + took, ok
	}
	for at = 0; ; {
		name, value, n := t.elementArgument(tool, text[at:])
		if n == 0 {
			return args, at, len(args) > 0 || len(t[tool].Required) == 0
		}
		args, at = append(args, argument{name, t.typed(tool, name, value)}), at+n
	}
}

// elementArgument reads an argument that is an element, or two.
func (t Tools) elementArgument(tool, text string) (name, value string, took int) {
	for _, re := range []*pattern{xmlArgument, glmArgument} {
		if m := re.FindStringSubmatch(text); m != nil {
			return m[1], inner(m[2]), len(m[0])
		}
	}
	open := len(text) - len(strings.TrimPrefix(strings.TrimLeft(text, " \t\r\n"), "<parameters>"))
	rest := strings.TrimLeft(text[open:], " \t\r\n")
	name = elementNamed(rest)
	if _, isParam := t.param(tool, name); name == "" || !isParam {
		return "", "", 0
	}
	value, _, closed := strings.Cut(rest[len(name)+2:], "</"+name+">")
	if !closed {
		return "", "", 0
	}
	return name, inner(value), len(text) - len(rest) + 2*len(name) + 5 + len(value)
}

// inner is the text of an element that may stand in lines of its own.
func inner(text string) string {
	if rest, own := strings.CutPrefix(text, "\n"); own {
		return strings.TrimSuffix(rest, "\n")
	}
	return text
}

// typed is the text of an element as the value that its argument takes.
func (t Tools) typed(tool, name, text string) any {
	if p, ok := t.param(tool, name); ok && slices.Contains(t[tool].Texts, p) || !json.Valid([]byte(text)) {
		return text
	}
	return scalar(json.RawMessage(text))
}

// param is an argument's name as the tool spells it.
func (t Tools) param(tool, name string) (string, bool) {
	name = strings.ToUpper(strings.ReplaceAll(strings.TrimPrefix(name, ":"), "_", "-"))
	return name, slices.Contains(t[tool].Params, name)
}

// shells are names under which models know a shell.
var shells = []string{"bash", "sh", "terminal", "execute-command", "run-command", "exec", "run-shell-command",
	"shell-command", "execute-bash", "run-terminal-cmd", "command"}

// callable finds a tool under a name as models write it, the shell under those of others.
func (t Tools) callable(name string) (string, bool) {
	tool, known := t.named(name)
	if !known && slices.Contains(shells, tool) {
		return t.named("shell")
	}
	return tool, known
}

// made gives calls with their arguments as the tools name them.
func (t Tools) made(list []foreignCall) foreign {
	f := foreign{any: len(list) > 0}
	for _, c := range list {
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
			if strings.ContainsFunc(name, func(r rune) bool { return r != '-' && (r > '~' || !wordByte(byte(r))) }) {
				f.problem = "A name of an argument is none. " + c.tool + " takes " + t.usage(c.tool) + "."
			}
			if s, isText := a.value.(string); isText && located(name) && blank.MatchString(s) {
				f.problem = placeholder
			}
			add(name, a.value)
		}
		if c.why != "" {
			add("EXPLANATION", c.why)
		}
		f.calls = append(f.calls, Call{Tool: c.tool, Args: "{" + strings.TrimPrefix(b.String(), ",") + "}"})
	}
	return f
}
