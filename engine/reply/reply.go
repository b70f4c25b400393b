// Package reply reads what a language model's reply means: a request, calls in tags, or an answer. It judges form only;
// what a request may say is the engine's to decide.
//
// Start reading at [Read]. Reasoning is removed first. What is left is a request if it is one form that acts, or if
// such a form stands in a fence. It is calls if it ends with calls in the tags that servers without a parser leave in
// the text. Anything else is an answer.
package reply

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"pp/sexp"
)

// Reading is what a reply means. At most one of Form, Calls and Problem is set; with none, Text is an answer.
type Reading struct {
	// Text is the reply without its reasoning: byte for byte when it had none.
	Text string
	// Form is the form that acts: a request, or a tool's call as the request that it means.
	Form sexp.Value
	// Calls are the calls in tags or JSON with which the reply ends.
	Calls []Call
	// Foreign reports that the reply has such calls, even if they are the problem.
	Foreign bool
	// Remark is the text around Form or before Calls, without fences and the marks of templates.
	Remark string
	// Problem tells the model why its request cannot be used.
	Problem string
	// Tool is the tool whose arguments are the problem.
	Tool string
}

// Empty is the problem of a reply that has no text, or none apart from its reasoning.
const Empty = "The reply was empty, but for reasoning if it had any, in which nothing acts. Answer in plain text or " +
	"with one request."

const unknownCall = "The reply looks like a tool call in another syntax, which cannot be read, names no known " +
	`tool, or does not end the reply. Write it as one property list: (:TYPE :REQUEST :TARGET :TOOL ` +
	`:PAYLOAD (:ACTION :CALL :TOOL "…" :ARGS (…) :EXPLANATION "…")).`

// Read reads a reply. It is safe for concurrent use.
func Read(text string, tools Tools) Reading {
	r := Reading{Text: (&thinker{src: text, tools: tools}).think()}
	if strings.TrimSpace(r.Text) == "" {
		r.Problem = Empty
		return r
	}
	forms, start, end := tools.forms(r.Text)
	switch {
	case len(forms) > 1:
		r.Problem = fmt.Sprintf("The reply has more than one request: %d top-level forms. Send exactly one.", len(forms))
	case len(forms) == 1 && forms[0].problem != "":
		r.Problem, r.Tool = forms[0].problem, forms[0].tool
	case len(forms) == 1:
		r.Form, r.Remark = forms[0].value, remark(r.Text[:start], r.Text[end:])
	default:
		r.readCalls(tools)
	}
	return r
}

// readCalls reads the calls with which the text ends.
func (r *Reading) readCalls(tools Tools) {
	list, start, broken := tools.calls(r.Text)
	r.Foreign = broken || len(list) > 0
	if broken {
		r.Problem = unknownCall
		return
	}
	for _, c := range list {
		call, problem := tools.made(c)
		if problem != "" {
			r.Calls, r.Problem, r.Tool = nil, problem, c.tool
			return
		}
		r.Calls = append(r.Calls, call)
	}
	if len(list) > 0 {
		r.Remark = remark(r.Text[:start], "")
	}
}

// Answer returns a reply without its reasoning, as text in which nothing acts; ok is false when no text is left.
func Answer(text string) (answer string, ok bool) {
	answer = (&thinker{src: text}).think()
	return answer, strings.TrimSpace(answer) != ""
}

// unreadable is the problem of a request that the reader refuses.
func unreadable(err error) string {
	text := fmt.Sprintf("The request cannot be read: %v.", err)
	if e, ok := errors.AsType[*sexp.Error](err); ok && errors.Is(e.Cause, sexp.ErrIncomplete) {
		text += ` Close every parenthesis and string; inside a string write \" for a quotation mark.`
	}
	return text
}

// templateMarks matches a mark of a model's own template that some servers leave in the text.
const templateMarks = `<\|[a-zA-Z_]{2,30}\|>(?:assistant)?|</?s>|<(?:end|start)_of_turn>(?:model)?|` +
	`<｜[^<>｜]{2,40}｜>|</?(?:answer|response|tool_call|tool_code|action)>|\x{FEFF}`

var templateMark = lazy(templateMarks)

// lazy compiles an expression when it is first used: all of them take two milliseconds, which most commands need not.
func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// remark returns the text around a request as it is shown.
func remark(before, after string) string {
	parts := make([]string, 0, 2)
	for _, part := range []string{before, after} {
		if part = strings.TrimSpace(templateMark().ReplaceAllString(part, "")); strings.Trim(part, ") ") != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\n\n")
}
