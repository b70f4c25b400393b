package reply

import (
	"encoding/json"
	"slices"
	"strings"
)

var (
	// marked are the marks that stand before a call and nowhere else.
	marked = lazy(`(?i)\A(?:<(?:[\w]+:)?(?:tool_?calls?|tool-call|tool_use|` +
		`function_calls?|invoke|tool_code|` +
		`toolcall|execute_command)\b|<function=|\[TOOL_CALLS\]|<\|/?(?:tool_calls?|python_tag|action_start|START_ACTION|` +
		`tool_calls_section_begin|tool_call_begin|tool_call_start|plugin)\|>|` +
		`<[｜|]tool[▁_]calls?[▁_]begin[｜|]>|<｜DSML｜|` +
		`<start_function_call>|<\|start\|>assistant<\|channel\|>commentary to=|<\|channel\|>commentary to=|` +
		`[\[{]\s*:TYPE\s+:REQUEST\b[^\n]*:PAYLOAD)`)
	request2 = lazy(`(?is)\A<(?:request|action)>.*?(?:<cmd>|<command>|<tool>.*?<args>)`)

	// mark is what stands between calls, or around them.
	mark = lazy(`\A(?:<(?:[\w:]{0,20}tool_?calls?|TOOLCALLS?|tool_use|function_calls?)>|` +
		`</[\w:｜-]{1,40}>|<｜DSML｜\w+>|<\|/?\w{1,30}\|>|<[｜|][^<>\n]{1,40}[｜|]>|` +
		`\[TOOL_CALLS\]|Action:|` + "```" + `\w*)`)

	aName = `["'\x60]?([A-Za-z][\w-]{1,60})["'\x60]?`
	// names find a tool's name where it does not stand in JSON; the last in a line of words.
	names = []*pattern{
		lazy(`\A<function=` + aName + `>`),
		lazy(`\A<(?:\w{1,20}:|｜DSML｜)?(?:invoke|tool_call|function|tool) name=` + aName + `[^<>\n]{0,80}>`),
		lazy(`\A(?:<invoke>\s*)?<tool_name>\s*` + aName + `\s*</tool_name>`),
		lazy(`\A<tool>\s*` + aName + `\s*</tool>`),
		lazy(`\A<tool_call>\s*([A-Za-z][\w-]{1,60})`),
		lazy(`\A<[｜|]tool▁call▁begin[｜|]>(?:function<[｜|]tool▁sep[｜|]>)?([A-Za-z][\w-]{1,60})`),
		lazy(`\A(?:<\|start\|>assistant)?<\|channel\|>commentary to=functions\.([A-Za-z][\w-]{1,60})[^<\n]{0,80}`),
		lazy(`\Afunctions\.([A-Za-z][\w-]{1,60}):\d+`),
		lazy(`\A\[TOOL_CALLS\]\s*([A-Za-z][\w-]{1,60})(?:\[CALL_ID\]\w+)?(?:\[ARGS\])?`),
		lazy(`\A(?:>>>|(?i:tool|action|function|tool call|call):[ \t]*)` + aName),
	}
	lineCall = lazy(`(?m)^(?:/|>>>|(?i:tool|action|function|tool call|call):[ \t]*)` + aName)

	// beforeArgs may stand between a call's name and its arguments in JSON.
	beforeArgs = lazy(`\A(?:\s|<\|\w{1,30}\|>\w*|<[｜|][^<>\n]{1,40}[｜|]>|` + "```" + `json|(?i:Action Input):)*`)

	xmlArgument = lazy(`(?s)\A\s*<(?:｜DSML｜)?(?:parameter|param|arg)(?:=| name=)` +
		`["']?([\w-]{1,60})["']?[^<>\n]{0,80}>(.*?)</(?:｜DSML｜)?(?:parameter|param|arg)>`)
	glmArgument = lazy(`(?s)\A\s*<arg_key>\s*([\w-]{1,60})\s*</arg_key>\s*<arg_value>(.*?)</arg_value>`)

	pythonCall = lazy(`\A[\[,\s]*(?:print\()?(?:default_api\.|functions\.|tools\.)?([A-Za-z][\w-]{1,60})\(`)
	keyword    = lazy(`(?s)\A\s*([A-Za-z_]\w*)\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|-?\d+|True|False|None)\s*,?`)
	pythonEnd  = lazy(`\A\s*\)+\]?`)
)

// foreignCall is a call as it was written.
type foreignCall struct {
	tool string
	args []argument
	why  string
}

// argument is a name with its value.
type argument struct {
	name  string
	value any // string, json.Number, bool, nil, or json.RawMessage
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

// element is the name of the element with which a text begins, where it is a tool's that has arguments in it; else "".
func (t Tools) element(text string) string {
	name := elementNamed(text)
	if name == "" {
		return ""
	}
	tool, known := t.named(name)
	if !known || len(t[tool].Params) == 0 || !strings.Contains(text[:min(len(text), 1<<12)], "</"+name+">") {
		return ""
	}
	return name
}

// CallsFrom gives where in a text of which more may come a line may begin a call in a protocol's notation, the text's
// length where none does: what stands there is not said to a person, unless it turns out to be an answer.
func CallsFrom(text string) int {
	for at := 0; ; {
		line := strings.TrimLeft(lineAfter(text, at), " \t")
		if line != "" && slices.ContainsFunc(callMarks, func(m string) bool {
			return begins(line, m) || begins(m, strings.ToLower(line))
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

// callMarks are how lines begin that begin a call and nothing else.
var callMarks = []string{"<tool", "<function", "<invoke", "<execute_command>", "<minimax:tool", "<start_function", "<|",
	"<｜", "[tool_calls]"}

// The patterns are compiled only for texts that may match them: most replies are answers.

// named gives the patterns that may find a tool's name at the beginning of a text.
func named(text string) []*pattern {
	switch {
	case strings.IndexByte("<[", text[0]) >= 0, strings.HasPrefix(text, "functions."):
		return names[:len(names)-1]
	case mayCallInLine(text[:min(len(text), 24)]):
		return names[len(names)-1:]
	}
	return nil
}

// mayStand reports whether a text may begin with a mark between calls.
func mayStand(text string) bool {
	return strings.IndexByte("<[`", text[0]) >= 0 || strings.HasPrefix(text, "Action:")
}

// mayBePython reports whether a text may begin with a call as in a program.
func mayBePython(text string) bool {
	end := strings.IndexFunc(text, func(r rune) bool {
		return r >= 0x80 || !wordByte(byte(r)) && strings.IndexByte("[, \t\r\n.-", byte(r)) < 0
	})
	return end > 0 && text[end] == '(' && wordByte(text[end-1])
}
