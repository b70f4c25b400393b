package reply

import (
	"fmt"
	"slices"
	"strings"

	"pp/sexp"
)

// action is a form as the request that it means.
type action struct {
	value   sexp.Value
	problem string // why it cannot be used
	tool    string // the tool that a form with a problem names
}

var (
	envelopeKeys = []string{"TYPE", "TARGET", "PAYLOAD"}
	messageTypes = []string{"REQUEST", "EVENT", "RESPONSE", "LOG", "STATUS"}
	// formHead matches the beginning of a form whose first element may be a tool's name.
	formHead = lazy(`\A\(\s*:?[|"]?([A-Za-z][\w.:-]{1,60})[|"]?\s*[\s,():]`)
	// requestHead matches the beginning of a request.
	requestHead = lazy(`(?i)\A\((?:\s*:?(?:type|target|payload)\b|[^"]{0,120}\btype[|"]?\s+[:|"]*` +
		`(?:request|event|response|log|status)\b)`)
	// beside matches what may stand next to a request: comments, a quote, template marks, one parenthesis too many.
	beside = lazy(`\A(?:[\s)']|;[^\n]*|(?s:#\|.*?\|#)|` + templateMarks + `)*`)
)

// forms finds the forms that act: those that are the whole reply, or else those that stand in fences. Start and end are
// the part of the reply that the last one takes.
func (t Tools) forms(text string) (all []action, start, end int) {
	if all = t.whole(text); len(all) > 0 {
		return all, 0, len(text)
	}
	blocks := fences{src: text}
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '`', '~':
			f, ok := blocks.at(at)
			if !ok {
				at = max(at, codeEnd(text, at)-1)
				continue
			}
			if found := t.whole(text[f.body:f.rest]); len(found) > 0 {
				all, start, end = append(all, found...), f.start, f.end
			}
			at = f.end - 1
		case '<':
			if mark := templateMark().FindString(text[at:min(len(text), at+64)]); strings.HasPrefix(text[at:], mark) {
				at += max(len(mark), 1) - 1
			}
		}
	}
	return all, start, end
}

// whole returns the forms that a text consists of, if all of them act. One that begins as only a request does and
// cannot be read is a problem.
func (t Tools) whole(text string) (all []action) {
	text = text[len(beside().FindString(text)):]
	if !t.begins(text) {
		return nil
	}
	reader := sexp.NewReader(text, sexp.Limits{}).WithJSONEscapes()
	for at := 0; at == 0 || beside().FindString(text[at:]) != text[at:]; _, at = reader.Span() {
		v, err := reader.Next()
		if err != nil && t.begins(text[at+len(beside().FindString(text[at:])):]) {
			return []action{{problem: unreadable(err)}}
		}
		found := t.actions(v, 0)
		if err != nil || len(found) == 0 {
			return nil
		}
		all = append(all, found...)
	}
	return all
}

// formEnd returns the end of the form with which a text begins, 0 if it cannot be read.
func formEnd(text string) int {
	r := sexp.NewReader(text, sexp.Limits{}).WithJSONEscapes()
	if _, err := r.Next(); err != nil {
		return 0
	}
	_, end := r.Span()
	return end
}

// begins reports whether a text begins as only a form that acts does, or a list of them: with a key of a request or a
// tool's name.
func (t Tools) begins(text string) bool {
	if strings.HasPrefix(text, "((") {
		text = text[1:]
	}
	if requestHead().MatchString(text) {
		return true
	}
	m := formHead().FindStringSubmatch(text)
	if m == nil {
		return false
	}
	_, known := t.Find(m[1])
	return known
}

// actions returns the requests that a form means: itself, a tool's call, or those in a list of requests.
func (t Tools) actions(v sexp.Value, depth int) (all []action) {
	l, ok := v.(sexp.List)
	if !ok || l.Len() == 0 {
		return nil
	}
	if isEnvelope(l) {
		return []action{{value: l}}
	}
	if a, ok := t.call(l); ok {
		return []action{a}
	}
	for _, item := range l.All() {
		inner := []action(nil)
		if depth == 0 {
			inner = t.actions(item, 1)
		}
		if inner == nil {
			return nil
		}
		all = append(all, inner...)
	}
	return all
}

// isEnvelope reports whether a list is a request, valid or not: it has a known :TYPE, or two of a request's keys.
func isEnvelope(l sexp.List) bool {
	keys := 0
	for i := 0; i+1 < l.Len(); i += 2 {
		name := word(l.At(i))
		if name == "TYPE" && slices.Contains(messageTypes, word(l.At(i+1))) {
			return true
		}
		if slices.Contains(envelopeKeys, name) {
			keys++
		}
	}
	return keys > 1
}

// word is a symbol's name, upper case, or a string.
func word(v sexp.Value) string {
	switch x := v.(type) {
	case sexp.String:
		return string(x)
	case sexp.Symbol:
		return strings.ToUpper(x.Name)
	}
	return ""
}

// call reads a list that begins with a tool's name.
func (t Tools) call(l sexp.List) (action, bool) {
	tool, known := t.Find(word(l.At(0)))
	if _, dotted := l.Tail(); !known || dotted {
		return action{}, false
	}
	wrong := func(format string, a ...any) (action, bool) {
		return action{tool: tool, problem: fmt.Sprintf(format, a...) + fmt.Sprintf(" %s takes %s.", tool, t.usage(tool))},
			true
	}
	var args sexp.Plist
	var explanation, given sexp.Value
	for i := 1; i < l.Len(); i += 2 {
		symbol, isSymbol := l.At(i).(sexp.Symbol)
		key := strings.ToUpper(symbol.Name)
		_, dup := args.Get(key)
		switch {
		case !isSymbol && i == 1:
			return wrong("Name each argument.")
		case !isSymbol:
			return wrong("%s stands where a key should.", clip(sexp.Print(l.At(i)), 40))
		case i+1 == l.Len():
			return wrong("The call has a key without a value.")
		case dup:
			return wrong("The key :%s stands twice.", key)
		case slices.Contains(t[tool].Params, key), key == "DESCRIPTION":
			args = args.With(key, l.At(i+1))
		case key == "EXPLANATION" && explanation == nil:
			explanation = l.At(i + 1)
		case key == "ARGS" && given == nil:
			given = l.At(i + 1)
		case key == "ACTION" && word(l.At(i+1)) == "CALL":
		default:
			return wrong("Unknown key :%s.", clip(key, 40))
		}
	}
	if given == nil {
		given = args.Value()
	} else if args.Len() > 0 {
		return wrong("Give the arguments in :ARGS or without it.")
	}
	return action{value: request(tool, given, explanation)}, true
}

// request is a call of a tool as the request that it means.
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
