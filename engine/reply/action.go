package reply

import (
	"fmt"
	"slices"
	"strings"

	"pp/sexp"
)

// Tool is what is known of a tool's arguments: their names, upper case.
type Tool struct {
	Params   []string
	Required []string // of Params
	Texts    []string // of Params: those that are nothing but text
}

// Tools are the tools by name, lower case.
type Tools map[string]Tool

// named finds a tool under a name as models write it.
func (t Tools) named(name string) (string, bool) {
	name = strings.ToLower(name)
	if _, ok := t[name]; ok {
		return name, true
	}
	name = strings.ReplaceAll(Bare(name), "_", "-")
	_, ok := t[name]
	return name, ok
}

// Bare returns a tool's name without the namespace that some models put before it, such as default_api: or functions.
func Bare(name string) string {
	if at := strings.LastIndexByte(name, ':'); at >= 0 && strings.Trim(name[at+1:], "0123456789") == "" {
		name = name[:at] // functions.read_file:0
	}
	return name[strings.LastIndexAny(name, ":.")+1:]
}

// usage is what a tool takes, as it is shown to a model.
func (t Tools) usage(name string) string {
	var b strings.Builder
	for _, p := range t[name].Params {
		if slices.Contains(t[name].Required, p) {
			b.WriteString(" :" + p)
		} else {
			b.WriteString(" [:" + p + "]")
		}
	}
	if b.Len() == 0 {
		return "no arguments"
	}
	return b.String()[1:]
}

// action is a form as the request that it means.
type action struct {
	value   sexp.Value
	lone    loneliness
	problem string // why the call is wrong, though it is one
	tool    string // that it names then
}

// loneliness says how much may stand beside a form: one that has not the keys of a call is one only by
// standing where nothing else does.
type loneliness uint8

const (
	amongWords loneliness = iota
	aloneInLine
	aloneInReply
)

// envelopeKeys are the keys of a request, and callWords the heads of a call that has the tool's name after them.
var (
	envelopeKeys = []string{"TYPE", "TARGET", "PAYLOAD"}
	callWords    = []string{"TOOL", "CALL", "CALL-TOOL", "TOOL-CALL", "USE-TOOL"}
	messageTypes = []string{"REQUEST", "EVENT", "RESPONSE", "LOG", "STATUS"}
)

// head is the name with which the list at a position begins, if it may be one that acts: a key, a
// tool's name, or a list
// that begins so; else "".
func (t Tools) head(src string, at int) string {
	text := strings.TrimLeft(src[at+1:min(len(src), at+97)], " \t\r\n")
	text = strings.TrimPrefix(text, "(") // a list of requests
	if strings.HasPrefix(text, "(") || strings.HasPrefix(text, ")") {
		return ""
	}
	v, err := sexp.NewReader(strings.ToValidUTF8(text, " "), sexp.Limits{Depth: 2}).Next()
	if err != nil {
		if t.begins(src[at:min(len(src), at+97)]) {
			return "TYPE"
		}
		return ""
	}
	switch x := v.(type) {
	case sexp.Symbol:
		name := strings.ToUpper(x.Name)
		_, known := t.named(name)
		if known || x.Package != "" || slices.Contains(envelopeKeys, name) || slices.Contains(callWords, name) {
			return name
		}
	case sexp.String:
		if name, known := t.named(string(x)); known {
			return name
		}
	}
	return ""
}

var (
	requestBegins = lazy(`(?i)\A\(\s*(?:[:"|]*TYPE[:"|]*[\s,]+[:"|]*(?:REQUEST|` +
		`EVENT|RESPONSE|LOG|STATUS)\b|` +
		`:(?:TARGET|PAYLOAD)\b|:TYPE\s*(?::[A-Z]*)?\z)`)
	callBegins = lazy(`\A\(\s*[:"]?([A-Za-z][\w-]*)"?\s+:[A-Za-z]`)
)

// begins reports whether text begins as nothing does but a form that acts.
func (t Tools) begins(text string) bool {
	if requestBegins.MatchString(text) {
		return true
	}
	m := callBegins.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	_, known := t.named(m[1])
	return known
}

// actions gives the requests that a form means: itself, a tool's call, or a list of such.
func (t Tools) actions(v sexp.Value) []action {
	l, ok := v.(sexp.List)
	if !ok || l.Len() == 0 {
		return nil
	}
	if whole, ok := t.envelope(l); ok {
		return []action{{value: whole}}
	}
	if a, ok := t.call(l); ok {
		return []action{a}
	}
	var all []action
	for _, item := range l.All() {
		one := []action(nil)
		if inner, isList := item.(sexp.List); isList && inner.Len() > 0 {
			if _, nested := inner.At(0).(sexp.List); !nested {
				one = t.actions(inner)
			}
		}
		if one == nil {
			return nil
		}
		all = append(all, one...)
	}
	return all
}

// envelope gives a list as a request when it is one or means to be one: it has a known :TYPE, or two of the keys, or
// says what to do in a payload's keys. Where all but the :TYPE is there, it gets one.
func (t Tools) envelope(l sexp.List) (sexp.Value, bool) {
	keys, typed := 0, false
	for i := 0; i+1 < l.Len(); i += 2 {
		name, _ := symbol(l.At(i))
		if !slices.Contains(envelopeKeys, name) {
			continue
		}
		keys++
		if name == "TYPE" {
			typed = true
			if kind, ok := symbol(l.At(i + 1)); ok && slices.Contains(messageTypes, kind) {
				return l, true
			}
		}
	}
	if typed || keys < 2 && !t.payload(l) {
		return l, keys > 1
	}
	items := []sexp.Value{sexp.Keyword("TYPE"), sexp.Keyword("REQUEST")}
	for _, v := range l.All() {
		items = append(items, v)
	}
	return sexp.NewList(items...), true
}

// payload reports whether a list says what to do as nothing else does: a command or a known tool's name, and why, where
// or how.
func (t Tools) payload(l sexp.List) bool {
	what, more := false, false
	for i := 0; i+1 < l.Len(); i += 2 {
		switch name, _ := symbol(l.At(i)); name {
		case "CMD":
			_, what = l.At(i + 1).(sexp.String)
		case "TOOL":
			_, what = t.named(word(l.At(i + 1)))
		case "EXPLANATION", "TARGET":
			more = true
		case "ACTION":
			more = more || word(l.At(i+1)) == "CALL"
		case "PAYLOAD":
			if inner, ok := l.At(i + 1).(sexp.List); ok && t.payload(inner) {
				return true
			}
		}
	}
	return what && more
}

// symbol gives a symbol's name, upper case.
func symbol(v sexp.Value) (string, bool) {
	s, ok := v.(sexp.Symbol)
	return strings.ToUpper(s.Name), ok
}

// word is a symbol's name or a string.
func word(v sexp.Value) string {
	if s, ok := v.(sexp.String); ok {
		return string(s)
	}
	name, _ := symbol(v)
	return name
}

// call reads a list that has a tool's name first, or after a word such as TOOL.
func (t Tools) call(l sexp.List) (action, bool) {
	from := 1
	tool, known := t.named(word(l.At(0)))
	if !known && l.Len() > 1 && slices.Contains(callWords, strings.ToUpper(word(l.At(0)))) {
		tool, known = t.named(word(l.At(1)))
		from = 2
	}
	if _, dotted := l.Tail(); !known || dotted {
		return action{}, false
	}
	rest := make([]sexp.Value, 0, l.Len())
	for i := from; i < l.Len(); i++ {
		rest = append(rest, l.At(i))
	}
	if len(rest) == 0 {
		return action{value: request(tool, sexp.Plist{}.Value(), nil), lone: aloneInLine}, true
	}
	if !t.argumentsBegin(tool, rest[0]) {
		return action{lone: aloneInReply, tool: tool, problem: fmt.Sprintf("Name each argument of %s: it takes %s.", tool,
			t.usage(tool))}, true
	}
	return t.arguments(tool, rest), true
}

// argumentsBegin reports whether a value is a keyword, or the name of an argument.
func (t Tools) argumentsBegin(tool string, v sexp.Value) bool {
	s, ok := v.(sexp.Symbol)
	name := strings.ToUpper(s.Name)
	return ok && (s.Package != "" || name == "ARGS" || slices.Contains(t[tool].Params, name))
}

// arguments reads the keys and values of a call; :ARGS may hold them, and :EXPLANATION may stand among them.
func (t Tools) arguments(tool string, rest []sexp.Value) action {
	wrong := func(format string, a ...any) action {
		return action{tool: tool, problem: fmt.Sprintf(format, a...) + fmt.Sprintf(" %s takes %s.", tool, t.usage(tool))}
	}
	if len(rest)%2 != 0 {
		return wrong("The call has a key without a value.")
	}
	var args sexp.Plist
	var explanation, given sexp.Value
	for i := 0; i < len(rest); i += 2 {
		key, ok := symbol(rest[i])
		_, dup := args.Get(key)
		switch {
		case !ok:
			return wrong("%s stands where a key should.", clip(sexp.Print(rest[i]), 40))
		case dup:
			return wrong("The key :%s stands twice.", key)
		case slices.Contains(t[tool].Params, key), key == "DESCRIPTION":
			args = args.With(key, rest[i+1])
		case key == "EXPLANATION" && explanation == nil:
			explanation = rest[i+1]
		case key == "ARGS" && given == nil:
			given = rest[i+1]
		case key == "ACTION" && word(rest[i+1]) == "CALL":
		default:
			return wrong("Unknown key :%s.", clip(key, 40))
		}
	}
	if given == nil {
		given = args.Value()
	} else if args.Len() > 0 {
		return wrong("Give the arguments in :ARGS or without it.")
	}
	return action{value: request(tool, given, explanation)}
}

// request is a call of a tool as the request that means it.
func request(tool string, args, explanation sexp.Value) sexp.Value {
	payload := sexp.Plist{}.With("ACTION", sexp.Keyword("CALL")).With("TOOL", sexp.String(tool)).With("ARGS", args)
	if explanation != nil {
		payload = payload.With("EXPLANATION", explanation)
	}
	return sexp.Plist{}.With("TYPE", sexp.Keyword("REQUEST")).With("TARGET", sexp.Keyword("TOOL")).
		With("PAYLOAD", payload.Value()).Value()
}

// clip cuts a text to n bytes, for a message, and marks the cut.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
