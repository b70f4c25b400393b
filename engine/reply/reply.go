// Package reply finds what a language model's reply means to do: the one form in it that acts, wherever it stands, or
// nothing, which makes it an answer. It takes reasoning out, and says why a reply that means to act cannot be taken at
// its word. It judges form only: what a request may say is the engine's to decide.
//
// Start reading at [Read]. A reply goes through three stages: reasoning is taken out (thinker), the forms that act are
// found (scanner), and the only one is doubted (found.doubt) for where it stands, or for the words around it: weights
// that were learnt from replies say whether these quote it or mean it. Calls in the notations of protocols, which a
// server without a parser for them leaves in the text, are found by their grammar (Tools.calls) and doubted likewise.
//
// The package never acts, never keeps what it read, and takes time linear in a reply's length but for a
// bounded number of second looks.
package reply

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pp/sexp"
)

// Reading is what a reply was taken for. At most one of Form, Calls and Problem is set; with none, Text is an answer.
type Reading struct {
	// Text is the reply without its reasoning: byte for byte when it had none.
	Text string
	// Form is the only form that acts: a request, or a tool's call as the request that it means.
	Form sexp.Value
	// Calls are those with which the reply ends, in the notation of a protocol.
	Calls []Call
	// Foreign says that there are such calls, be they a problem.
	Foreign bool
	// Remark is what stands around Form or before Calls, without reasoning, fences and the marks of templates.
	Remark string
	// Problem says in sentences, to the model, why a reply that means to act cannot be taken.
	Problem string
	// Tool is what a form calls whose arguments are the problem.
	Tool string
	// Doubted says that Problem is the question whether a form is meant.
	Doubted bool
}

// Read takes a reply apart. It is safe for concurrent use.
func Read(text string, tools Tools) Reading {
	t := thinker{src: text, form: tools.formEnd()}
	r := Reading{Text: t.think()}
	if strings.TrimSpace(r.Text) == "" {
		r.Problem = Empty
		return r
	}
	foreign := tools.calls(r.Text)
	plain := r.Text
	if len(foreign.calls) > 0 {
		plain = r.Text[:foreign.start] // what else would act is text in their strings
	}
	s := scanner{src: plain, tools: tools}
	s.scan()
	switch forms := s.meant(); {
	case s.broken != nil:
		r.Problem = unreadable(s.broken)
	case len(forms) > 1:
		r.Problem = fmt.Sprintf("The reply has more than one request: %d top-level forms. Send exactly one.", len(forms))
	case len(forms) == 1 && len(foreign.calls) > 0:
		r.Problem = "The reply has more than one request, one of them in another syntax. Send exactly one."
	case len(forms) == 1:
		if r.take(forms[0], t.open, s.tangled); r.Problem == "" {
			r.Form = forms[0].value
		}
	case len(foreign.calls) > 0:
		r.Foreign = true
		at := found{start: foreign.start, from: foreign.start, end: len(r.Text), to: len(r.Text), problem: foreign.problem}
		if !foreign.ends {
			at.why = "does not stand at the end"
		}
		if r.take(at, t.open, s.tangled); r.Problem == "" {
			r.Calls = foreign.calls
		}
	case foreign.any:
		r.Foreign, r.Problem = true, another
	}
	return r
}

// Empty is the problem of a reply that says nothing, or nothing after its reasoning.
const Empty = "The reply was empty, but for reasoning if it had any, in which nothing acts. Answer in plain text or " +
	"with one request."

// Answer gives a reply without its reasoning, where nothing acts; false when nothing is left of it.
func Answer(text string) (string, bool) {
	t := thinker{src: text, form: func(_ string, at int) int { return at }}
	answer := t.think()
	return answer, strings.TrimSpace(answer) != ""
}

// take takes the only form, unless something stands against it.
func (r *Reading) take(f found, open int, tangled bool) {
	why := cmp.Or(f.why, f.doubt(r.Text))
	switch {
	case tangled:
		why = "stands among parentheses that nothing closes"
	case open >= 0 && f.start > open:
		why = "stands after the beginning of reasoning that does not end"
	}
	switch {
	case why != "":
		r.Doubted = true
		r.Problem = fmt.Sprintf("Is this request meant? In the reply it %s. If it is meant, send it alone; "+
			"if not, answer without the form.", why)
	case f.problem != "":
		r.Problem, r.Tool = f.problem, f.tool
	case templated(f.value):
		r.Problem = placeholder
	default:
		r.Remark = remark(r.Text[:f.from], r.Text[f.to:])
	}
}

const placeholder = "The request has a placeholder where a value should stand. Send it with the value."

// unreadable is the problem of a form that cannot be read.
func unreadable(err error) string {
	text := fmt.Sprintf("The request cannot be read: %v.", err)
	if e, ok := errors.AsType[*sexp.Error](err); ok && errors.Is(e.Cause, sexp.ErrIncomplete) {
		text += ` Close every parenthesis and string; inside a string write \" for a quotation mark.`
	}
	return text
}

// meant gives the forms without those that are calls only when nothing stands beside them and something does, and
// with the marks around them.
func (s *scanner) meant() []found {
	kept := s.forms[:0]
	one := len(s.forms) > 0 && s.forms[0].start == s.forms[len(s.forms)-1].start
	for _, f := range s.forms {
		if !one && (f.lone == aloneInReply || commented(lineBefore(s.src, f.start))) {
			continue
		}
		if in := f.fence; in != nil && strings.TrimSpace(s.src[in.body:f.start]+s.src[f.end:in.rest]) == "" {
			f.from, f.to = in.start, in.end
		}
		if strings.TrimSpace(s.src[:f.from]) == "'" && strings.TrimSpace(s.src[f.to:]) == "" {
			f.from = 0 // quoted, as Lisp is
		}
		around := lineBefore(s.src, f.from) + lineAfter(s.src, f.to)
		if f.lone == aloneInReply {
			around = remark(s.src[:f.from], s.src[f.to:])
		}
		if f.lone == amongWords || strings.Trim(around, " \t\r>*-•.") == "" {
			kept = append(kept, f)
		}
	}
	return kept
}

// formEnd gives a function that passes what looks like a form that acts.
func (t Tools) formEnd() func(string, int) int {
	failed := 0
	return func(src string, at int) int {
		if failed < mostFailures && t.head(src, at) != "" {
			if end := extent(src, at, false); end > 0 {
				return end
			}
			failed++
		}
		return at
	}
}

var (
	// templateMark is a mark of a model's own template that some servers leave in the text.
	templateMark = lazy(`<\|[a-zA-Z_]{2,30}\|>(?:assistant)?|</?s>|<(?:end|start)_of_turn>(?:model)?|` +
		`<｜[^<>｜]{2,40}｜>|</?(?:answer|response|tool_call|tool_code|action)>`)
	fenceLine = lazy("(?m)^[ \\t]*(?:```|~~~)[^`\\n]*$")
)

// remark is what stands around a form as it is shown.
func remark(before, after string) string {
	parts := make([]string, 0, 2)
	for _, part := range []string{before, after} {
		if strings.TrimSpace(part) == "" {
			continue
		}
		part = templateMark.ReplaceAllString(strings.TrimPrefix(part, "\uFEFF"), "")
		if lines := fenceLine.re().FindAllStringIndex(part, 2); len(lines) == 1 {
			part = part[:lines[0][0]] + part[lines[0][1]:]
		}
		if part = strings.TrimSpace(part); part != "" && strings.Trim(part, ") ") != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\n\n")
}

// templated reports whether a value that says where or what is only a mark for one.
func templated(v sexp.Value) bool {
	l, ok := v.(sexp.List)
	if !ok {
		return false
	}
	for i := 0; i+1 < l.Len(); i += 2 {
		key, _ := symbol(l.At(i))
		s, isText := l.At(i + 1).(sexp.String)
		if isText && located(key) && blank.MatchString(string(s)) {
			return true
		}
		if (key == "PAYLOAD" || key == "ARGS") && templated(l.At(i+1)) {
			return true
		}
	}
	return false
}

// located reports whether an argument says where or what.
func located(name string) bool {
	return slices.Contains([]string{"CMD", "COMMAND", "FILEPATH", "PATH", "URL"}, name)
}
