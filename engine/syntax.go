package engine

import (
	"encoding/json"
	"slices"
	"strings"

	"pp/sexp"
)

// candidate returns the part of a reply that could be a request: the whole of
// it, or its only fenced block tagged lisp, sexp, json, xml or nothing. many
// says that several blocks look like requests.
func candidate(reply string) (body string, fenced, many bool) {
	trimmed := strings.TrimSpace(reply)
	if !strings.Contains(trimmed, "```") || strings.HasPrefix(trimmed, "(") {
		return trimmed, false, false
	}
	blocks := fences(trimmed)
	var requests int
	for _, b := range blocks {
		if looksLikeRequest(b) {
			requests++
		}
	}
	if requests > 1 {
		return "", true, true
	}
	if len(blocks) != 1 {
		return trimmed, false, false
	}
	return blocks[0], true, false
}

// fences returns the trimmed contents of the fenced blocks in a reply whose
// tag is one a request may have; a block with another tag counts as "".
func fences(reply string) []string {
	var blocks []string
	lines := strings.Split(reply, "\n")
	for i := 0; i < len(lines); i++ {
		tag, ok := strings.CutPrefix(strings.TrimSpace(lines[i]), "```")
		if !ok {
			continue
		}
		start := i + 1
		for i++; i < len(lines) && strings.TrimSpace(lines[i]) != "```"; i++ {
		}
		body := ""
		switch strings.ToLower(strings.TrimSpace(tag)) {
		case "", "lisp", "sexp", "json", "xml", "common-lisp", "commonlisp":
			body = strings.TrimSpace(strings.Join(lines[start:min(i, len(lines))], "\n"))
		}
		blocks = append(blocks, body)
	}
	return blocks
}

// looksLikeRequest reports whether text begins like an envelope, so that a
// broken one is corrected and not shown to the person as an answer.
func looksLikeRequest(text string) bool {
	rest, ok := strings.CutPrefix(text, "(")
	if !ok {
		return false
	}
	rest = strings.ToUpper(strings.TrimLeft(rest[:min(len(rest), 64)], " \t\r\n:|"))
	for _, key := range []string{"TYPE", "TARGET", "PAYLOAD"} {
		if after, found := strings.CutPrefix(rest, key); found {
			return after == "" || strings.ContainsRune(" \t\r\n|:", rune(after[0]))
		}
	}
	return false
}

// requestLike reports whether a form is a list with an envelope's key in key
// position.
func requestLike(v sexp.Value) bool {
	l, ok := v.(sexp.List)
	if !ok {
		return false
	}
	for i := 0; i < l.Len(); i += 2 {
		sym, isSym := l.At(i).(sexp.Symbol)
		if !isSym {
			return false
		}
		switch strings.ToUpper(sym.Name) {
		case "TYPE", "TARGET", "PAYLOAD":
			return true
		}
	}
	return false
}

// foreign reports whether text is an action in JSON or in one of the XML-like
// notations models use. JSON that is data is an answer.
func foreign(body string, fenced bool) bool {
	switch {
	case strings.HasPrefix(body, "{"), strings.HasPrefix(body, "["):
		if strings.HasPrefix(body, "[TOOL_CALLS]") {
			return true
		}
		var v any
		return json.Unmarshal([]byte(body), &v) == nil && jsonAction(v, 0)
	case strings.HasPrefix(body, "<"):
		return xmlAction(body)
	}
	return false
}

func jsonAction(v any, depth int) bool {
	if list, ok := v.([]any); ok {
		for _, e := range list {
			if depth == 0 && jsonAction(e, 1) {
				return true
			}
		}
		return false
	}
	obj, ok := v.(map[string]any)
	if !ok {
		return false
	}
	keys := make(map[string]any, len(obj))
	for k, val := range obj {
		keys[strings.ToLower(strings.TrimPrefix(k, ":"))] = val
	}
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { _, found := keys[n]; return found })
	}
	text := func(name string) string {
		s, _ := keys[name].(string)
		return strings.ToUpper(strings.TrimPrefix(s, ":"))
	}
	switch {
	case has("tool_calls", "function_call", "tool_call", "tool_use"):
		return true
	case has("tool", "tool_name", "name", "function") && has("args", "arguments", "parameters", "input", "tool_input"):
		return true
	case text("type") == "REQUEST" && has("payload", "target"):
		return true
	case has("target") && has("payload", "cmd", "command"):
		return true
	case has("action", "command", "cmd") && text("tool") != "":
		return true
	case has("cmd", "command") && (has("explanation") || runs(text("action")) || runs(text("type"))):
		return true
	}
	return false
}

// runs reports whether a word says that something is to be run.
func runs(verb string) bool {
	switch verb {
	case "SHELL", "BASH", "SH", "RUN", "EXEC", "EXECUTE", "COMMAND", "TERMINAL", "TOOL", "CALL", "REQUEST":
		return true
	}
	return false
}

// xmlAction reports whether text begins with a tag that a model uses for a
// tool call: <tool_call>, <function=name>, <invoke>, <|tool_call|> and
// their like.
func xmlAction(body string) bool {
	head := strings.ToLower(strings.TrimLeft(body[1:min(len(body), 64)], "|"))
	end := len(head) - len(strings.TrimLeft(head, "abcdefghijklmnopqrstuvwxyz_-:"))
	name := head[strings.LastIndexByte(head[:end], ':')+1 : end]
	switch name {
	case "tool_call", "tool_calls", "tool-call", "tool_use", "function_call", "function_calls", "invoke", "tool_code":
		return true
	case "function":
		return strings.HasPrefix(head[end:], "=")
	case "request", "action":
		text := strings.ToLower(body)
		return strings.Contains(text, "<cmd>") || strings.Contains(text, "<command>") ||
			strings.Contains(text, "<tool>") && strings.Contains(text, "<args>")
	}
	return false
}
