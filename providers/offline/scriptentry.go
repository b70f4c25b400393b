package offline

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"pp/engine"
	"pp/sexp"
)

// The limits of a script.
const (
	maxFile   = 16 << 20         // bytes of the file
	maxReply  = 64 << 20         // bytes of one reply, repetitions included
	maxDelay  = 10 * time.Second // one entry's wait
	maxRepeat = 1_000_000
	maxTokens = 1 << 40
)

// entry is one recorded exchange.
type entry struct {
	offset                           int // of the entry in the script
	expect, system, results, context []string
	outcomes                         []string // the keys with the outcome of the entry
	reply                            string
	calls                            []engine.ToolCall
	repeat                           int
	failure                          *engine.LLMError // nil for a reply
	message                          string           // of the failure
	delay                            time.Duration
	usage                            engine.Usage
	cut, cutCall                     bool // the reply ends early; within a call
}

// ParseScript reads a script from text. Errors contain the name and the position. A script without an entry is an
// error.
func ParseScript(name, text string) (*Script, error) {
	reader := sexp.NewReader(text, sexp.Limits{Bytes: maxFile, Atoms: 1_000_000})
	s := &Script{name: name, text: text}
	for {
		v, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if se, ok := errors.AsType[*sexp.Error](err); ok {
			return nil, fmt.Errorf("%s:%d:%d: %s", name, se.Line, se.Column, se.Message)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		start, _ := reader.Span()
		e := entry{offset: start, repeat: 1}
		if err := e.parse(v); err != nil {
			return nil, s.at(start, "%w", err)
		}
		s.entries = append(s.entries, e)
	}
	if len(s.entries) == 0 {
		return nil, s.at(0, `the script has no entry, such as (:EXPECT "hello" :REPLY "Hello to you.")`)
	}
	return s, nil
}

// parse reads the keys of an entry.
func (e *entry) parse(v sexp.Value) error {
	p, err := sexp.AsPlist(v)
	if err != nil {
		return fmt.Errorf("an entry is one property list: %w", err)
	}
	for key, value := range p.All() {
		if err := e.set(key, value); err != nil {
			return fmt.Errorf("%.60s %w", sexp.Print(sexp.Keyword(key)), err)
		}
		if slices.Contains([]string{"REPLY", "FORM", "BYTES", "ERROR"}, key) {
			e.outcomes = append(e.outcomes, key)
		}
	}
	return e.complete()
}

// set takes the value of a key. Its error goes on behind the key.
func (e *entry) set(key string, v sexp.Value) (err error) {
	switch key {
	case "EXPECT":
		e.expect, err = texts(v)
	case "SYSTEM":
		e.system, err = texts(v)
	case "RESULTS":
		e.results, err = texts(v)
	case "CONTEXT":
		e.context, err = texts(v)
	case "CALLS":
		e.calls, err = callsOf(v)
	case "REPLY":
		e.reply, err = textOf(v)
	case "FORM":
		e.reply = sexp.Print(v)
	case "BYTES":
		e.reply, err = bytesOf(v)
	case "ERROR":
		e.failure, err = failureOf(v)
	case "MESSAGE":
		e.message, err = textOf(v)
	case "REPEAT":
		e.repeat, err = numberOf(v, 1, maxRepeat)
	case "DELAY-MS":
		var ms int
		ms, err = numberOf(v, 0, int(maxDelay/time.Millisecond))
		e.delay = time.Duration(ms) * time.Millisecond
	case "CUT":
		name, _ := v.(sexp.Symbol)
		if e.cut, e.cutCall = true, name.Name == "CALL"; name.Name != "CALL" && name.Name != "TEXT" {
			err = errors.New("must be :TEXT or :CALL")
		}
	case "USAGE":
		err = each(v, map[string]*int{"INPUT": &e.usage.Input, "OUTPUT": &e.usage.Output}, tokensOf)
	default:
		err = errors.New("is unknown; known are :EXPECT :SYSTEM :RESULTS :CONTEXT :REPLY :FORM :BYTES :CALLS :CUT " +
			":REPEAT :ERROR :MESSAGE :DELAY-MS :USAGE")
	}
	return err
}

// complete checks what no key can say alone.
func (e *entry) complete() error {
	switch {
	case len(e.outcomes) == 0 && len(e.calls) == 0:
		return errors.New("the entry has none of :REPLY, :FORM, :BYTES, :CALLS and :ERROR; give one")
	case len(e.outcomes) > 1:
		return fmt.Errorf("the entry has both :%s and :%s; give one", e.outcomes[0], e.outcomes[1])
	case e.failure == nil && e.message != "":
		return errors.New(":MESSAGE belongs to an :ERROR")
	case e.failure != nil && (len(e.calls) > 0 || e.cut || e.repeat != 1):
		return errors.New(":CALLS, :CUT and :REPEAT belong to a reply")
	case len(e.reply) > maxReply/e.repeat:
		return fmt.Errorf("the reply is over %d bytes", maxReply)
	}
	if e.failure != nil && e.message != "" {
		e.failure.Err = errors.New(e.message)
	}
	return nil
}

// each reads the values of a property list, and refuses keys that are not among the fields.
func each[T any](v sexp.Value, fields map[string]*T, read func(sexp.Value) (T, error)) error {
	p, err := sexp.AsPlist(v)
	if err != nil {
		return err
	}
	for key, value := range p.All() {
		field, known := fields[key]
		if !known {
			return fmt.Errorf("has the unknown key :%s", key)
		}
		if *field, err = read(value); err != nil {
			return err
		}
	}
	return nil
}

// callsOf reads a list of calls, each with its tool and its arguments as JSON. The identifier, and the mark that pp
// sends back with it, are optional.
func callsOf(v sexp.Value) (out []engine.ToolCall, err error) {
	list, _ := v.(sexp.List)
	for _, item := range list.All() {
		var c engine.ToolCall
		err := each(item, map[string]*string{"TOOL": &c.Tool, "ARGS": &c.Args, "ID": &c.ID, "MARK": &c.Mark}, textOf)
		if err != nil || c.Tool == "" {
			out = nil
			break
		}
		out = append(out, c)
	}
	if len(out) == 0 {
		return nil, errors.New(`must be a list of calls, such as ((:TOOL "read-file" :ARGS "{\"filepath\":\"go.mod\"}" ` +
			`:ID "1"))`)
	}
	return out, nil
}

func textOf(v sexp.Value) (string, error) {
	s, ok := v.(sexp.String)
	if !ok {
		return "", errors.New("must be a string")
	}
	return string(s), nil
}

// texts reads a string or a list of strings. It refuses an empty string, which would expect nothing.
func texts(v sexp.Value) ([]string, error) {
	out, ok := engine.Texts(v)
	if one, isText := v.(sexp.String); isText {
		out, ok = []string{string(one)}, true
	}
	list, _ := v.(sexp.List)
	if _, dotted := list.Tail(); !ok || dotted || len(out) == 0 || slices.Contains(out, "") {
		return nil, errors.New("must be a string that is not empty, or a list of them")
	}
	return out, nil
}

func bytesOf(v sexp.Value) (string, error) {
	vector, isVector := v.(sexp.Vector)
	out := make([]byte, 0, vector.Len())
	for _, item := range vector.All() {
		if n, ok := item.(sexp.Int); ok && n >= 0 && n <= 255 {
			out = append(out, byte(n))
		}
	}
	if !isVector || len(out) < vector.Len() {
		return "", errors.New("must be a vector of numbers from 0 to 255, such as #(104 105 255)")
	}
	return string(out), nil
}

func tokensOf(v sexp.Value) (int, error) { return numberOf(v, 0, maxTokens) }

func numberOf(v sexp.Value, least, most int) (int, error) {
	n, ok := v.(sexp.Int)
	if !ok || int64(n) < int64(least) || int64(n) > int64(most) {
		return 0, fmt.Errorf("must be a number from %d to %d", least, most)
	}
	return int(n), nil
}

func failureOf(v sexp.Value) (*engine.LLMError, error) {
	name, _ := v.(sexp.Symbol)
	kind, ok := map[string]engine.LLMKind{"UNAVAILABLE": engine.LLMUnavailable, "TRY-LATER": engine.LLMTryLater,
		"AUTH": engine.LLMAuth, "CONFIG": engine.LLMConfig, "TOO-LARGE": engine.LLMTooLarge}[name.Name]
	if !ok {
		return nil, errors.New("must be :UNAVAILABLE, :TRY-LATER, :AUTH, :CONFIG or :TOO-LARGE")
	}
	return &engine.LLMError{Provider: scriptName, Kind: kind, Err: errors.New("failure from the script")}, nil
}
