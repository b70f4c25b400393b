package reply

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"pp/sexp"
)

// foreignCall is a call in another program's notation, as far as it could be read.
type foreignCall struct {
	tool string // as it was written
	args []argument
	why  string
	bare bool // it names a command and no tool, as an answer may
}

// argument is a name with its value: a string, or JSON as it was written.
type argument struct {
	name  string
	value any // string, json.Number, bool, nil, or json.RawMessage
}

// foreign is what a reply has of other notations.
type foreign struct {
	any   bool // there is a call
	named int  // how many name a tool that is known
	calls []foreignCall
}

// problem says that the notation is another, with the form that means the same when there is one call that can be
// said; "" when there is none.
func (f foreign) problem(tools Tools) string {
	if !f.any {
		return ""
	}
	const another = "The reply is a request in another syntax. "
	if len(f.calls) > 1 {
		return another + fmt.Sprintf("It has %d. Send exactly one, as one property list.", len(f.calls))
	}
	if len(f.calls) == 1 {
		c := f.calls[0]
		c.why = cmp.Or(c.why, "why, in a sentence")
		if form := tools.form(c, shown); form != "" {
			return another + "Write it as one property list, alone: " + form
		}
	}
	return another + "Write it as one property list: " +
		`(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "…" :ARGS (…) :EXPLANATION "…")).`
}

// shells are names under which models know a shell.
var shells = []string{"bash", "sh", "terminal", "execute-command", "run-command", "exec", "run-shell-command",
	"shell-command", "execute-bash", "run-terminal-cmd", "command"}

// shown bounds the text of an argument that is shown to a model, which has it.
const shown = 400

// form writes a call as the form that means it, of each text at most as many bytes; "" when the tool is not known.
func (t Tools) form(c foreignCall, most int) string {
	tool, known := t.named(c.tool)
	if !known && slices.Contains(shells, tool) {
		tool, known = t.named("shell")
	}
	if !known {
		return ""
	}
	var b strings.Builder
	b.WriteString("(" + tool)
	for _, a := range c.args {
		name := strings.ToUpper(strings.ReplaceAll(strings.TrimPrefix(a.name, ":"), "_", "-"))
		spec := t[tool]
		if (!slices.Contains(spec.Params, name) || name == "COMMAND") && len(spec.Required) == 1 && len(c.args) == 1 {
			name = spec.Required[0]
		}
		if strings.ContainsFunc(name, func(r rune) bool { return r != '-' && (r > unicode.MaxASCII || !wordByte(byte(r))) }) {
			return ""
		}
		b.WriteString(" :" + name + " " + written(a.value, most))
	}
	if c.why != "" {
		b.WriteString(" :EXPLANATION " + written(c.why, most))
	}
	return b.String() + ")"
}

// written is a value as a model may write it in a form.
func written(v any, most int) string {
	switch x := v.(type) {
	case string:
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`).
			Replace(valid(clip(x, most))) + `"`
	case json.Number:
		return x.String()
	case bool:
		if x {
			return "T"
		}
	case json.RawMessage:
		var list []json.RawMessage
		if json.Unmarshal(x, &list) != nil {
			return written(string(x), most)
		}
		items := make([]string, len(list))
		for i, one := range list {
			items[i] = written(scalar(one), most)
		}
		return "(" + strings.Join(items, " ") + ")"
	}
	return "NIL"
}

var (
	// jsonOpens and jsonCloses are what may stand between the words of a reply and a call in JSON, and behind it.
	jsonOpens = lazy(`(?m)^[ \t]*(?:(?:<[\w:]{0,20}tool_?calls?>|<\|\w{3,30}\|>|\[TOOL_CALLS\]|` + "```" + `\w*|` +
		`Action:)\s*){0,3}[\[{]`)
	jsonCloses = lazy(`\A(?:\s*(?:</[\w:]{1,30}>|<\|/?\w{1,30}\|>|</s>|` + "```" + `))*\s*\z`)

	// marked are the marks that stand before a call and nowhere else.
	marked = lazy(`(?i)\A(?:<(?:[\w]+:)?(?:tool_?calls?|tool-call|tool_use|` +
		`function_calls?|invoke|tool_code|` +
		`toolcall|execute_command)\b|<function=|\[TOOL_CALLS\]|<\|/?(?:tool_calls?|python_tag|action_start|START_ACTION|` +
		`tool_calls_section_begin|tool_call_begin|tool_call_start|plugin)\|>|` +
		`<[｜|]tool[▁_]calls?[▁_]begin[｜|]>|<｜DSML｜|` +
		`<start_function_call>|<\|start\|>assistant<\|channel\|>commentary to=|<\|channel\|>commentary to=|` +
		`[\[{]\s*:TYPE\s+:REQUEST\b[^\n]*:PAYLOAD)`)
	request2 = lazy(`(?is)\A<(?:request|action)>.*?(?:<cmd>|<command>|<tool>.*?<args>)`)

	named = `["'\x60]?([A-Za-z][\w-]{1,60})["'\x60]?`
	// nameAfter finds a tool's name in the notations that do not have it in JSON.
	nameAfter = []*pattern{
		lazy(`<function=` + named + `>`),
		lazy(`(?:invoke|tool_call|function|tool) name=` + named),
		lazy(`<tool_name>\s*` + named + `\s*</tool_name>`),
		lazy(`<tool>\s*` + named + `\s*</tool>`),
		lazy(`<tool_call>\s*([A-Za-z][\w-]{1,60})\s*(?:\n|<arg_key>)`),
		lazy(`(?:<[｜|]tool▁call▁begin[｜|]>(?:function<[｜|]tool▁sep[｜|]>)?)([A-Za-z][\w-]{1,60})`),
		lazy(`\bto=functions\.([A-Za-z][\w-]{1,60})`),
		lazy(`\bfunctions\.([A-Za-z][\w-]{1,60}):\d+`),
		lazy(`\[TOOL_CALLS\]\s*([A-Za-z][\w-]{1,60})`),
		lazy(`call:([A-Za-z][\w-]{1,60})\{`),
	}
	// xmlArgument finds an argument in those.
	xmlArgument = lazy(`(?s)<(?:｜DSML｜)?(?:parameter|param|arg)(?:=| ` +
		`name=)["']?([\w-]{1,60})["']?[^>]*>` +
		`(.*?)</(?:｜DSML｜)?(?:parameter|param|arg)>`)
	glmArgument = lazy(`(?s)<arg_key>\s*([\w-]{1,60})\s*</arg_key>\s*<arg_value>(.*?)</arg_value>`)
	element2    = lazy(`(?s)<([A-Za-z][\w-]{0,60})>([^<]*)</`)

	lineCall   = lazy(`(?m)^(?:/|>>>|(?i:tool|action|function|tool call|call):[ \t]*)` + named + `([^\n]*)`)
	pythonCall = lazy(`\A\[?(?:print\()?(?:default_api\.|functions\.|` +
		`tools\.)?([A-Za-z][\w-]{1,60})\((.*)\)\]?\z`)
	keyword = lazy(`(?s)([A-Za-z_]\w*)\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|-?\d+|True|False|None)`)
)

// mostTries bounds how often the rest of a text is read as JSON.
const mostTries = 50

// calls looks for calls in other notations: after a mark, as all of the reply or of a block, or in a line of its own.
func (t Tools) calls(text string) foreign {
	var f foreign
	body := strings.TrimSpace(text)
	t.whole(&f, body, true)
	fs, tries := fences{src: body}, 0
	for at := 0; at < len(body) && tries < mostTries && !f.any; at++ {
		if c := body[at]; c != '<' && c != '[' && c != '{' && c != '`' && c != '~' {
			continue
		}
		if block, ok := fs.at(at); ok {
			inside := strings.TrimSpace(body[block.body:block.rest])
			only := strings.TrimSpace(body[:block.start]+body[block.end:]) == ""
			before := strings.TrimSpace(lastLine(body[:block.start]))
			t.whole(&f, inside, only || block.tag == "tool_code" || block.tag == "tool_call" ||
				strings.EqualFold(before, "Action:"))
			at = block.end - 1
		} else if body[at] == '`' {
			at = codeEnd(body, at) - 1
		} else if mayMark(body[at:]) && marked.MatchString(body[at:]) || t.element(body[at:]) {
			f.any = true
			f.calls = append(f.calls, t.after(body[at:])...)
		} else if body[at] == '{' && atLineStart(body, at) {
			t.json(&f, body[at:], false)
			tries++
		}
	}
	if !f.any {
		t.lines(&f, body)
	}
	f.named = 0
	for _, c := range f.calls {
		if t.form(c, shown) != "" {
			f.named++
		}
	}
	return f
}

// last finds the only call that a reply has in JSON, with which it ends, and gives it as the form that means it; one
// without a value when there is none.
func (t Tools) last(text string, lim sexp.Limits) found {
	for _, at := range jsonOpens.re().FindAllStringIndex(text, 8) {
		var f foreign
		end := at[1] - 1
		end += t.json(&f, text[end:], false)
		if len(f.calls) == 0 {
			continue
		}
		form := t.form(f.calls[0], len(text))
		rest := text[end:]
		if len(f.calls) > 1 || form == "" || f.calls[0].bare || rest != "" && !jsonCloses.MatchString(rest) {
			break
		}
		v, err := sexp.NewReader(form, lim).WithJSONEscapes().Next()
		if calls := t.actions(v); err == nil && len(calls) == 1 {
			return found{value: calls[0].value, problem: calls[0].problem, start: at[0], from: at[0],
				end: len(text), to: len(text)}
		}
	}
	return found{}
}

func lastLine(s string) string {
	s = strings.TrimRight(s, " \t\n")
	return s[strings.LastIndexByte(s, '\n')+1:]
}

// whole reads a text that is nothing but a call. Where only is false something stands beside it, and it is a call
// only if the tool is known.
func (t Tools) whole(f *foreign, text string, only bool) {
	switch {
	case text == "":
	case text[0] == '{', text[0] == '[':
		t.json(f, text, only)
		if !f.any && only {
			t.python(f, text)
		}
	case text[0] == '<':
		f.any = only && request2.MatchString(text)
	case only:
		t.python(f, text)
	}
}

// python reads calls written as in a program.
func (t Tools) python(f *foreign, text string) {
	if text[0] == '(' || !strings.HasSuffix(strings.TrimSuffix(text, "]"), ")") || strings.Contains(text, "\n\n") {
		return
	}
	m := pythonCall.FindStringSubmatch(text)
	if m == nil {
		return
	}
	if _, known := t.named(m[1]); !known {
		return
	}
	c := foreignCall{tool: m[1]}
	for _, kv := range keyword.FindAllStringSubmatch(m[2], -1) {
		c.args = append(c.args, argument{kv[1], literal(kv[2])})
	}
	f.any = true
	f.calls = append(f.calls, c)
	for _, more := range pythonMore.FindAllStringSubmatch(m[2], -1) {
		f.calls = append(f.calls, foreignCall{tool: more[1]})
	}
}

// literal is a value as a program writes it.
func literal(s string) any {
	switch {
	case s == "True", s == "False":
		return s == "True"
	case s == "None":
		return nil
	case s[0] == '"':
		var text string
		if json.Unmarshal([]byte(s), &text) == nil {
			return text
		}
		return s[1 : len(s)-1]
	case s[0] == '\'':
		return strings.ReplaceAll(s[1:len(s)-1], `\'`, "'")
	}
	return json.Number(s)
}

// element reports whether text begins with an element that has a tool's name, and arguments in it.
func (t Tools) element(text string) bool {
	name := elementNamed(text)
	if name == "" {
		return false
	}
	tool, known := t.named(name)
	return known && len(t[tool].Params) > 0 && strings.Contains(text[:min(len(text), 1<<12)], "</"+name+">")
}

// after reads the calls that follow a mark.
func (t Tools) after(text string) []foreignCall {
	var f foreign
	for at, tries := 0, 0; at < len(text) && tries < mostTries; at++ {
		if c := text[at]; c == '{' || c == '[' {
			tries++
			at += max(t.json(&f, text[at:], false)-1, 0)
		}
	}
	if len(f.calls) > 0 {
		return f.calls
	}
	c := foreignCall{}
	for _, re := range nameAfter {
		if m := re.FindStringSubmatch(text); m != nil {
			c.tool = m[1]
			break
		}
	}
	if c.tool == "" {
		if m := pythonAfter.FindStringSubmatch(text); m != nil {
			t.python(&f, m[1])
			return f.calls
		}
		c.tool = elementNamed(text)
	}
	c.args = arguments(text)
	if c.tool == "" {
		return nil
	}
	return []foreignCall{c}
}

// pythonMore is a call behind another one.
var pythonMore = lazy(`\),\s*([A-Za-z][\w-]*)\(`)

var pythonAfter = lazy(`(?s)>\s*(\[[A-Za-z][\w-]*\(.*?\)\])\s*<`)

// arguments reads the arguments of a call whose name stands apart: JSON, or elements.
func arguments(text string) []argument {
	if at := strings.IndexByte(text, '{'); at >= 0 {
		if args, ok := object(text[at:]); ok {
			return args
		}
	}
	var args []argument
	for _, re := range []*pattern{xmlArgument, glmArgument, element2} {
		for _, m := range re.FindAllStringSubmatch(text, 32) {
			if m[1] != "tool_name" {
				args = append(args, argument{m[1], strings.Trim(m[2], "\n")})
			}
		}
		if len(args) > 0 {
			break
		}
	}
	return args
}

// lines looks for lines such as "Action: read-file".
func (t Tools) lines(f *foreign, body string) {
	if !mayCallInLine(body) {
		return
	}
	for _, at := range lineCall.re().FindAllStringSubmatchIndex(body, 8) {
		name := body[at[2]:at[3]]
		if _, known := t.named(name); !known {
			continue
		}
		rest := body[at[4]:]
		c := foreignCall{tool: name}
		if i := strings.IndexByte(rest, '{'); i >= 0 {
			c.args, _ = object(rest[i:])
		}
		f.any = true
		f.calls = append(f.calls, c)
	}
	if len(f.calls) == 1 && f.calls[0].args == nil {
		f.calls = nil // what its arguments are cannot be said
	}
}
