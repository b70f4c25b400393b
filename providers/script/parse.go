package script

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/regular"
	"pp/sexp"
)

// The limits of a script.
const (
	MaxFile  = 16 << 20         // bytes of the file
	MaxReply = 64 << 20         // bytes of one reply, repetitions included
	MaxDelay = 10 * time.Second // one entry's wait

	maxRepeat = 1_000_000
	maxTokens = 1 << 40
)

// entry is one recorded exchange.
type entry struct {
	line, column   int
	expect, system []string
	results        []string
	context        []string
	reply          string
	calls          []engine.ToolCall
	repeat         int
	failure        *engine.LLMError // nil for a reply
	delay          time.Duration
	usage          engine.Usage
	cut, cutCall   bool // the reply ends before the model is done, within a call
}

// SyntaxError says what is wrong in a script's file, and where.
type SyntaxError struct {
	File         string
	Line, Column int // from 1
	Message      string
}

// Error implements error.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Open reads a script from a regular file of at most MaxFile bytes, through links.
func Open(path string) (*Script, error) {
	resolved, err := filepath.EvalSymlinks(path)
	var text []byte
	if err == nil {
		text, err = regular.Whole(resolved, MaxFile)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the script: %w", err)
	}
	return Parse(path, string(text))
}

// Parse reads a script from text. The name stands in errors. A *SyntaxError says
// where the text is wrong; a script without an entry is one too.
func Parse(name, text string) (*Script, error) {
	reader := sexp.NewReader(text, sexp.Limits{Bytes: MaxFile, Atoms: 1_000_000})
	at := position{text: text, line: 1, column: 1}
	s := &Script{name: name}
	for {
		v, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if se, ok := errors.AsType[*sexp.Error](err); ok {
			return nil, &SyntaxError{name, se.Line, se.Column, se.Message}
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		start, _ := reader.Span()
		at.advance(start)
		e, err := parseEntry(v)
		if err != nil {
			return nil, &SyntaxError{name, at.line, at.column, err.Error()}
		}
		e.line, e.column = at.line, at.column
		s.entries = append(s.entries, e)
	}
	if len(s.entries) == 0 {
		return nil, &SyntaxError{name, 1, 1, `the script has no entry; one looks like (:EXPECT "hello" :REPLY "Hello to ` +
			`you.")`}
	}
	return s, nil
}

// position turns ascending byte offsets into lines and columns in one pass.
type position struct {
	text         string
	offset       int
	line, column int
}

func (p *position) advance(offset int) {
	passed := p.text[p.offset:offset]
	p.offset = offset
	if i := strings.LastIndexByte(passed, '\n'); i >= 0 {
		p.line += strings.Count(passed, "\n")
		p.column, passed = 1, passed[i+1:]
	}
	p.column += len([]rune(passed))
}

func parseEntry(v sexp.Value) (entry, error) {
	e := entry{repeat: 1}
	p, err := sexp.AsPlist(v)
	if err != nil {
		return e, fmt.Errorf("an entry is one property list: %w", err)
	}
	var outcomes []string
	message := ""
	for key, value := range p.All() {
		switch key {
		case "EXPECT":
			e.expect, err = texts(key, value)
		case "SYSTEM":
			e.system, err = texts(key, value)
		case "RESULTS":
			e.results, err = texts(key, value)
		case "CONTEXT":
			e.context, err = texts(key, value)
		case "CALLS":
			e.calls, err = callsOf(value)
		case "REPLY":
			e.reply, err = textOf(key, value)
			outcomes = append(outcomes, key)
		case "FORM":
			e.reply = sexp.Print(value)
			outcomes = append(outcomes, key)
		case "BYTES":
			e.reply, err = bytesOf(value)
			outcomes = append(outcomes, key)
		case "ERROR":
			e.failure, err = failureOf(value)
			outcomes = append(outcomes, key)
		case "MESSAGE":
			message, err = textOf(key, value)
		case "REPEAT":
			e.repeat, err = numberOf(key, value, 1, maxRepeat)
		case "DELAY-MS":
			var ms int
			ms, err = numberOf(key, value, 0, int(MaxDelay/time.Millisecond))
			e.delay = time.Duration(ms) * time.Millisecond
		case "CUT":
			name, _ := value.(sexp.Symbol)
			if e.cut, e.cutCall = true, name.Name == "CALL"; name.Name != "CALL" && name.Name != "TEXT" {
				err = errors.New(":CUT must be :TEXT or :CALL")
			}
		case "USAGE":
			e.usage, err = usageOf(value)
		default:
			err = fmt.Errorf("unknown key %.60s; known are :EXPECT :SYSTEM :RESULTS :CONTEXT :REPLY :FORM :BYTES :CALLS "+
				":CUT :REPEAT :ERROR :MESSAGE :DELAY-MS :USAGE", sexp.Print(sexp.Keyword(key)))
		}
		if err != nil {
			return e, err
		}
	}
	return e, e.complete(outcomes, message)
}

// complete checks what no key can say alone.
func (e *entry) complete(outcomes []string, message string) error {
	switch {
	case len(outcomes) == 0 && len(e.calls) == 0:
		return errors.New("the entry has none of :REPLY, :FORM, :BYTES, :CALLS and :ERROR; give one")
	case len(outcomes) > 1:
		return fmt.Errorf("the entry has both :%s and :%s; give one", outcomes[0], outcomes[1])
	case e.failure != nil && len(e.calls) > 0:
		return errors.New(":CALLS belong to a reply")
	case e.failure != nil && e.cut:
		return errors.New(":CUT belongs to a reply")
	case e.failure == nil && message != "":
		return errors.New(":MESSAGE belongs to an :ERROR")
	case e.failure != nil && e.repeat != 1:
		return errors.New(":REPEAT belongs to a reply")
	case len(e.reply) > MaxReply/e.repeat:
		return fmt.Errorf("the reply is over %d bytes", MaxReply)
	}
	if e.failure != nil && message != "" {
		e.failure.Err = errors.New(message)
	}
	return nil
}

// callsOf reads a list of calls, each with its tool, its arguments as JSON, and, where a
// protocol would give them, an identifier and a mark that goes back with it.
func callsOf(v sexp.Value) ([]engine.ToolCall, error) {
	list, ok := v.(sexp.List)
	if !ok {
		return nil, errCalls
	}
	var out []engine.ToolCall
	for _, item := range list.All() {
		p, err := sexp.AsPlist(item)
		if err != nil {
			return nil, errCalls
		}
		var c engine.ToolCall
		for key, value := range p.All() {
			field, known := map[string]*string{"TOOL": &c.Tool, "ARGS": &c.Args, "ID": &c.ID, "MARK": &c.Mark}[key]
			if !known {
				return nil, errCalls
			}
			if *field, err = textOf(key, value); err != nil {
				return nil, err
			}
		}
		if c.Tool == "" {
			return nil, errCalls
		}
		out = append(out, c)
	}
	if len(out) == 0 {
		return nil, errCalls
	}
	return out, nil
}

var errCalls = errors.New(`:CALLS must be a list of calls, such as ((:TOOL "read-file" ` +
	`:ARGS "{\"filepath\":\"go.mod\"}" :ID "1"))`)

func textOf(key string, v sexp.Value) (string, error) {
	s, ok := v.(sexp.String)
	if !ok {
		return "", fmt.Errorf(":%s must be a string", key)
	}
	return string(s), nil
}

// texts reads a string or a list of strings. An empty one would expect nothing
// and is refused.
func texts(key string, v sexp.Value) ([]string, error) {
	out, ok := engine.Texts(v)
	if one, isText := v.(sexp.String); isText {
		out, ok = []string{string(one)}, true
	}
	list, _ := v.(sexp.List)
	if _, dotted := list.Tail(); !ok || dotted || len(out) == 0 || slices.Contains(out, "") {
		return nil, fmt.Errorf(":%s must be a string that is not empty, or a list of them", key)
	}
	return out, nil
}

func bytesOf(v sexp.Value) (string, error) {
	vector, ok := v.(sexp.Vector)
	if !ok {
		return "", errors.New(":BYTES must be a vector, such as #(104 105 255)")
	}
	out := make([]byte, 0, vector.Len())
	for _, item := range vector.All() {
		n, ok := item.(sexp.Int)
		if !ok || n < 0 || n > 255 {
			return "", errors.New(":BYTES holds numbers from 0 to 255")
		}
		out = append(out, byte(n))
	}
	return string(out), nil
}

func numberOf(key string, v sexp.Value, least, most int) (int, error) {
	n, ok := v.(sexp.Int)
	if !ok || int64(n) < int64(least) || int64(n) > int64(most) {
		return 0, fmt.Errorf(":%s must be a number from %d to %d", key, least, most)
	}
	return int(n), nil
}

func failureOf(v sexp.Value) (*engine.LLMError, error) {
	name, _ := v.(sexp.Symbol)
	kind, ok := map[string]engine.LLMKind{"UNAVAILABLE": engine.LLMUnavailable, "TRY-LATER": engine.LLMTryLater,
		"AUTH": engine.LLMAuth, "CONFIG": engine.LLMConfig, "TOO-LARGE": engine.LLMTooLarge}[name.Name]
	if !ok {
		return nil, errors.New(":ERROR must be :UNAVAILABLE, :TRY-LATER, :AUTH, :CONFIG or :TOO-LARGE")
	}
	return &engine.LLMError{Provider: Name, Kind: kind, Err: errors.New("the script says so")}, nil
}

func usageOf(v sexp.Value) (engine.Usage, error) {
	var u engine.Usage
	p, err := sexp.AsPlist(v)
	if err != nil {
		return u, fmt.Errorf(":USAGE: %w", err)
	}
	for key, value := range p.All() {
		var n int
		if n, err = numberOf("USAGE", value, 0, maxTokens); err != nil {
			return u, err
		}
		switch key {
		case "INPUT":
			u.Input = n
		case "OUTPUT":
			u.Output = n
		default:
			return u, errors.New(":USAGE has :INPUT and :OUTPUT")
		}
	}
	return u, nil
}
