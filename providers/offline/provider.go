package offline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	"pp/engine"
	"pp/sexp"
)

// How the planner calls itself.
const (
	Name  = "offline"
	Model = "rules"
	Note  = "offline planner, not a model"
)

// What is wrong with a request that the planner cannot serve.
var (
	ErrNotUnderstood = errors.New("not a model: it can summarize, count, find keywords, read, list, find, search, run, " +
		"fetch and calculate, and this is none of them")
	ErrNoMemory = errors.New("not understood: memory is not available yet")
	ErrNoText   = errors.New("there is no text to work on")
	ErrNoCalls  = errors.New("that needs a tool, and tools are switched off")
	ErrFailed   = errors.New("the call failed")
	ErrPartial  = errors.New("the file is too large, or not all text, and was not read exactly as it is")
)

// pipedPrompt is the label under which the engine keeps a prompt that came
// through a pipe.
const pipedPrompt = "piped prompt"

// Options are the planner's settings.
type Options struct {
	// Hint is what a person can do to get a model: lines to paste. It stands in
	// the error of a request that is not understood.
	Hint string
}

// Provider plans from rules what a model would plan by thinking. It implements
// engine.Provider, is safe for concurrent use, keeps nothing between calls, and
// gives the same reply to the same prompt.
type Provider struct{ hint string }

var _ engine.Provider = Provider{}

// New returns the planner.
func New(o Options) Provider { return Provider{hint: o.Hint} }

// Complete implements engine.Provider. A request it does not understand or
// cannot serve is an *engine.LLMError of kind LLMUnavailable. After a denial it
// returns engine.ErrNothingToAdd. A proposal that was rejected is made again,
// word for word: it has no other, and the loop ends at the second denial.
func (p Provider) Complete(ctx context.Context, prompt engine.Prompt) (engine.Reply, error) {
	if ctx.Err() != nil {
		return engine.Reply{}, context.Cause(ctx)
	}
	x, ok := lastExchange(prompt.Turns)
	if !ok {
		return engine.Reply{}, p.cannot(x, ErrNotUnderstood)
	}
	intent, ok := Parse(x.asked.Text)
	if !ok {
		return engine.Reply{}, p.cannot(x, ErrNotUnderstood)
	}
	x.calls = strings.Contains(prompt.System, ":PAYLOAD")
	a, err := x.serve(intent)
	switch {
	case errors.Is(err, engine.ErrNothingToAdd):
		return engine.Reply{}, err
	case err != nil:
		return engine.Reply{}, p.cannot(x, err)
	}
	reply := engine.Reply{Text: a.text, Provider: Name, Model: Model, Finish: "stop", Priced: true, Note: Note}
	if a.parts {
		reply.Note += "; it read only parts of the file: pipe it in for the whole"
	}
	return reply, nil
}

// cannot is the failure of a request, with what a person can do about it.
func (p Provider) cannot(x exchange, err error) error {
	var hints []string
	switch {
	case x.asked.Label == pipedPrompt:
		hints = append(hints, `The input was taken for the prompt. To work on it, say what to do: cmd | pp "summarize this"`)
	case errors.Is(err, ErrNoText):
		hints = append(hints, `Pipe some in, as in: cmd | pp "summarize this", or name a file.`)
	case errors.Is(err, ErrFailed):
	case errors.Is(err, ErrPartial):
		hints = append(hints, `Give the whole of it on standard input, as in: pp "count the words" < FILE`)
	}
	if p.hint != "" && !errors.Is(err, ErrNoText) && !errors.Is(err, ErrPartial) && !errors.Is(err, ErrFailed) {
		hints = append(hints, p.hint)
	}
	return &engine.LLMError{Provider: Name, Kind: engine.LLMUnavailable, Err: err, Hint: strings.Join(hints, "\n")}
}

// exchange is the end of a conversation: what the person asked last, what came
// with it, and the output of the last call since.
type exchange struct {
	asked  engine.Turn
	data   []engine.Turn
	output *engine.Turn // nil: nothing was called yet
	calls  bool         // the prompt teaches how to call
}

// lastExchange finds what was asked last. It reads the turns raw: an untrusted
// turn is never the request, whatever it says.
func lastExchange(turns []engine.Turn) (exchange, bool) {
	var x exchange
	at := len(turns) - 1
	for ; at >= 0; at-- {
		if turns[at].Role == engine.RoleUser && turns[at].Origin != engine.OriginUntrusted {
			break
		}
	}
	if at < 0 {
		return x, false
	}
	x.asked = turns[at]
	for _, t := range turns[at+1:] {
		if t.Role == engine.RoleUser {
			x.data = append(x.data, t)
		}
	}
	if last := turns[len(turns)-1]; last.Role == engine.RoleTool {
		x.output = &last
	}
	return x, true
}

// reply is what the planner says: a proposal or an answer.
type reply struct {
	text  string
	parts bool // the answer comes from parts of a file
}

// serve gives the reply to an intent.
func (x exchange) serve(intent Intent) (reply, error) {
	switch i := intent.(type) {
	case SummaryIntent:
		return x.study(i.File, "The person asked for a summary of this file.", summary)
	case CountIntent:
		return x.study(i.File, "The person asked how much this file holds.", i.count)
	case KeywordsIntent:
		return x.study(i.File, "The person asked for the keywords of this file.", i.keywords)
	case CalculateIntent:
		result, err := Calculate(i.Expr)
		return x.say(result), err
	case Remember, Recall:
		return reply{}, ErrNoMemory
	}
	a, ok := action(intent)
	if !ok {
		return reply{}, ErrNotUnderstood
	}
	return x.perform(a, func(output string) (reply, error) {
		// What a command printed is the answer; that it succeeded goes without saying.
		return x.say(strings.TrimPrefix(output, "(:STATUS :SUCCESS :EXIT 0)\n")), nil
	})
}

// action is what an intent that is one action proposes.
func action(intent Intent) (engine.Action, bool) {
	switch i := intent.(type) {
	case Read:
		return call("read-file", "The person asked to read this file.", "FILEPATH", i.File), true
	case List:
		return call("list-directory", "The person asked what is in this directory.", "PATH", i.Dir), true
	case Find:
		return call("find-files", "The person asked for the files with such names.", "PATTERN", i.Pattern, "PATH", i.Dir), true
	case Search:
		return call("search-files", "The person asked where this text stands.", "PATTERN", regexp.QuoteMeta(i.Text), "PATH", i.Dir), true
	case Fetch:
		return call("fetch-url", "The person asked for the content of this address.", "URL", i.URL), true
	case Run:
		return engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: i.Command},
			Explanation: "The person asked to run this command."}, true
	}
	return engine.Action{}, false
}

// call is a call of a tool with these arguments, each a name and a value; an
// empty value leaves the argument out.
func call(tool, why string, args ...string) engine.Action {
	var p sexp.Plist
	for i := 0; i+1 < len(args); i += 2 {
		if args[i+1] != "" {
			p = p.With(args[i], sexp.String(args[i+1]))
		}
	}
	return engine.Action{Target: engine.TargetTool, Op: engine.Call{Tool: tool, Args: engine.SortArgs(p)}, Explanation: why}
}

// perform proposes an action, or when its output has come does the rest.
func (x exchange) perform(a engine.Action, rest func(output string) (reply, error)) (reply, error) {
	if x.output == nil || x.output.Label != a.Tool() {
		if !x.calls {
			return reply{}, ErrNoCalls
		}
		return reply{text: a.Canonical()}, nil
	}
	failure := strings.TrimPrefix(x.output.Text, "ERROR ["+x.output.Label+"]: ")
	switch {
	case x.output.Denied:
		return reply{}, engine.ErrNothingToAdd
	case x.output.Failed:
		return reply{}, fmt.Errorf("%w: %s", ErrFailed, failure)
	}
	return rest(strings.TrimPrefix(x.output.Text, "TOOL ["+x.output.Label+"] RESULT: "))
}

// say is an answer. Where requests are decoded, a text that could be taken for
// one, or is blank, stands within a message: a file's content is never a
// proposal. What begins otherwise and has no fence in it decodes as itself
// (design section 4).
func (x exchange) say(text string) reply {
	trimmed := strings.TrimSpace(text)
	plain := trimmed != "" && !strings.ContainsRune("({[<", rune(trimmed[0])) && !strings.Contains(trimmed, "```")
	if plain || !x.calls {
		return reply{text: text}
	}
	payload := sexp.Plist{}.With("ACTION", sexp.Keyword("MESSAGE")).With("TEXT", sexp.String(text)).
		With("EXPLANATION", sexp.String("This is what the person asked for."))
	return reply{text: sexp.Print(sexp.Plist{}.With("TYPE", sexp.Keyword("REQUEST")).With("PAYLOAD", payload.Value()).Value())}
}

// source is a text to work on.
type source struct {
	label string
	text  string
	exact bool // it is the whole text as it is
}

// study works on a file, read by a call unless it came with the request, or on
// everything that came with the request.
func (x exchange) study(file, why string, work func(source) (string, error)) (reply, error) {
	if file == "" {
		return x.studyData(x.data, work)
	}
	for i, t := range x.data {
		if t.Label == file {
			return x.studyData(x.data[i:i+1], work)
		}
	}
	return x.perform(call("read-file", why, "FILEPATH", file), func(output string) (reply, error) {
		s, told := fileSource(file, output)
		if told {
			return x.say(output), nil
		}
		text, err := work(s)
		r := x.say(text)
		r.parts = !s.exact
		return r, err
	})
}

// studyData works on each text alone; several results stand under their labels.
func (x exchange) studyData(data []engine.Turn, work func(source) (string, error)) (reply, error) {
	if len(data) == 0 {
		return reply{}, ErrNoText
	}
	results := make([]string, len(data))
	for i, t := range data {
		text, err := work(source{label: t.Label, text: t.Text, exact: true})
		if err != nil {
			return reply{}, err
		}
		if results[i] = text; len(data) > 1 {
			results[i] = t.Label + ":\n" + text
		}
	}
	return x.say(strings.Join(results, "\n\n")), nil
}

// fileSource takes apart what read-file gave. told says that it is a sentence
// about the file in place of its text. A note at the end, or a part left out,
// means that the text is not exactly that of the file.
func fileSource(file, output string) (s source, told bool) {
	s = source{label: file, text: output, exact: true}
	if !strings.Contains(output, "\n") {
		switch name := path.Base(file); {
		case strings.HasSuffix(output, name+" is empty."):
			s.text = ""
		case strings.Contains(output, name+" is not UTF-8 text and is not shown: "):
			return s, true
		}
	}
	body := strings.TrimSuffix(output, "\n")
	at := strings.LastIndexByte(body, '\n') + 1
	if note := body[at:]; strings.HasPrefix(note, "[") && strings.HasSuffix(note, "]") && isNote(note) {
		s.text, s.exact = output[:at], false
	}
	if before, after, cut := strings.Cut(s.text, " left out here]\n"); cut && !s.exact {
		s.text = before[:strings.LastIndexByte(before, '\n')+1] + after
	}
	return s, false
}

func isNote(line string) bool {
	for _, words := range [...]string{"with :START and :END", "too long to be shown whole", "reading ended here", "not UTF-8 and shown as"} {
		if strings.Contains(line, words) {
			return true
		}
	}
	return false
}

func summary(s source) (string, error) {
	if IsBinary(s.text) {
		return "", fmt.Errorf("%w: %s is not text", ErrNoText, s.label)
	}
	if text := Summarise(s.text); text != "" {
		return text, nil
	}
	return "", fmt.Errorf("%w: %s has nothing to summarize", ErrNoText, s.label)
}

// count says how much a text holds: one measure as a bare number, for scripts.
func (i CountIntent) count(s source) (string, error) {
	if !s.exact {
		return "", fmt.Errorf("%w: %s", ErrPartial, s.label)
	}
	c := Count(s.text)
	switch i.What {
	case AllMeasures:
	case Lines:
		return strconv.Itoa(c.Lines), nil
	case Words:
		return strconv.Itoa(c.Words), nil
	case Sentences:
		return strconv.Itoa(c.Sentences), nil
	case Paragraphs:
		return strconv.Itoa(c.Paragraphs), nil
	case Characters:
		return strconv.Itoa(c.Characters), nil
	case Bytes:
		return strconv.Itoa(c.Bytes), nil
	}
	return c.String(), nil
}

// keywordCount is how many keywords are given unless the person says.
const keywordCount = 10

func (i KeywordsIntent) keywords(s source) (string, error) {
	if IsBinary(s.text) {
		return "", fmt.Errorf("%w: %s is not text", ErrNoText, s.label)
	}
	found := Keywords(s.text, cmp.Or(i.N, keywordCount))
	if len(found) == 0 {
		return "", fmt.Errorf("%w: %s has no keywords", ErrNoText, s.label)
	}
	words := make([]string, len(found))
	for at, k := range found {
		words[at] = k.Text
	}
	return strings.Join(words, "\n"), nil
}
