package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ServerError is an error in the server's own words. What ReadError returns is
// as it came; what Decode and a Client return is masked and bounded.
type ServerError struct {
	Status  int // of HTTP, or the number that the error names; 0 is none
	Code    string
	Message string
	After   time.Duration // asks to wait; negative when it does not
	Window  int           // in tokens, if the error has a field for it
	Param   string        // the part of the request that it is about, if it has a field for it
}

// Error implements error.
func (e *ServerError) Error() string {
	what := cmp.Or(e.Message, e.Code)
	switch {
	case e.Status == 0 && what == "":
		return "the server reports an error without a text"
	case e.Status == 0:
		return "the server says: " + what
	case what == "":
		return "HTTP " + strconv.Itoa(e.Status)
	}
	return "HTTP " + strconv.Itoa(e.Status) + ": " + what
}

// wireError is the union of the shapes in which servers report errors: an
// object or a string under "error", or the fields at the top.
type wireError struct {
	Error   json.RawMessage `json:"error"`
	Message json.RawMessage `json:"message"`
	Detail  json.RawMessage `json:"detail"`
	Code    json.RawMessage `json:"code"`
	Type    Word            `json:"type"`
	Status  json.RawMessage `json:"status"`
	Details json.RawMessage `json:"details"`
	Behind  json.RawMessage `json:"metadata"`
	Param   Word            `json:"param"`
	Window  Count           `json:"n_ctx"` // llama.cpp
}

// waits holds the details of an error from Google.
type waits []struct {
	Reason     string `json:"reason"`
	RetryDelay string `json:"retryDelay"`
}

// behind holds the error of the server behind OpenRouter.
type behind struct {
	Raw json.RawMessage `json:"raw"`
}

// ReadError reads an error object of any of the known shapes. raw is the whole
// body, or the value under "error"; ok is false when it is none.
func ReadError(raw []byte) (e *ServerError, ok bool) {
	return readError(raw, deepest)
}

// FailureIn returns the error that an event of a reply reports instead of the data of the protocol; nil for any
// other event. An event that only has a name, such as a ping, is an error if the name says so.
func FailureIn(data []byte) error {
	e, ok := ReadError(data)
	if !ok || data[0] == '"' {
		return nil
	}
	named := HasAny(strings.ToLower(e.Code))
	if e.isAlive() || e.Message == "" && e.Status == 0 && !named("error", "fail", "exceed") {
		return nil
	}
	return e
}

// isAlive reports whether it only keeps the connection open.
func (e *ServerError) isAlive() bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(e.Code)), func(word string) bool {
		return slices.Contains([]string{"ping", "heartbeat", "keepalive", "keep-alive", "keep_alive"}, word)
	})
}

// deepest limits how many nested errors are read.
const deepest = 5

// ErrorUnder is the error that a reply holds under "error"; nil when there is none.
func ErrorUnder(raw json.RawMessage) error {
	if !present(raw) {
		return nil
	}
	if e, ok := ReadError(raw); ok {
		return e
	}
	return &ServerError{After: -1}
}

func present(raw json.RawMessage) bool {
	return len(raw) > 0 && string(raw) != "null" && string(raw) != "false"
}

func readError(raw []byte, depth int) (*ServerError, bool) {
	raw = bytes.TrimSpace(raw)
	if text, ok := jsonText(raw); ok {
		e := (&ServerError{Message: text, After: -1}).innermost(depth)
		return e, e.Message != ""
	}
	if len(raw) > 0 && raw[0] == '[' { // Gemini without alt=sse
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil || len(list) == 0 {
			return nil, false
		}
		raw = list[0]
	}
	var w wireError
	if depth == 0 || json.Unmarshal(raw, &w) != nil {
		return nil, false
	}
	if present(w.Error) {
		if e, ok := readError(w.Error, depth-1); ok {
			return e, true
		}
	}
	e := &ServerError{After: -1, Window: int(w.Window), Param: clip(string(w.Param), maxName)}
	for _, part := range []json.RawMessage{w.Message, w.Detail} {
		if text := anyText(part); text != "" && e.Message == "" {
			e.Message = text
		}
	}
	e.name(w)
	var details waits
	var back behind
	_ = json.Unmarshal(w.Details, &details) // other details do not say how long to wait
	_ = json.Unmarshal(w.Behind, &back)
	for _, d := range details {
		if wait, err := time.ParseDuration(d.RetryDelay); err == nil && wait >= 0 {
			e.After = wait
		}
		if d.Reason != "" {
			e.Code = e.Code + " " + d.Reason
		}
	}
	if inner, ok := readError(back.Raw, depth-1); ok {
		e = e.around(inner)
	}
	e = e.innermost(depth)
	return e, e.Message != "" || e.Code != ""
}

// innermost returns the error that the text of another one quotes as JSON.
func (e *ServerError) innermost(depth int) *ServerError {
	i := strings.IndexByte(e.Message, '{')
	var quoted json.RawMessage
	if i < 0 || depth == 0 || json.NewDecoder(strings.NewReader(e.Message[i:])).Decode(&quoted) != nil {
		return e
	}
	inner, ok := readError(quoted, depth-1)
	named := ok && (inner.Code != "" || inner.Status != 0 || bytes.Contains(quoted, []byte(`"error"`)))
	if !named || inner.Message == "" {
		return e
	}
	return e.around(inner)
}

// around returns the error of a server about another one behind it, with the inner words and the codes of both.
func (e *ServerError) around(inner *ServerError) *ServerError {
	return &ServerError{Status: cmp.Or(e.Status, inner.Status), Code: strings.TrimSpace(e.Code + " " + inner.Code),
		Message: cmp.Or(inner.Message, e.Message), After: max(e.After, inner.After), Window: cmp.Or(e.Window, inner.Window),
		Param: cmp.Or(inner.Param, e.Param)}
}

// name takes over what the error is called: code, type and status are words or
// numbers, depending on the server.
func (e *ServerError) name(w wireError) {
	var words []string
	for _, part := range []json.RawMessage{w.Code, w.Status} {
		text, ok := jsonText(part)
		if n, err := strconv.Atoi(string(part)); err == nil && n >= 400 && n < 600 {
			e.Status = n
		} else if ok && text != "" {
			words = append(words, text)
		}
	}
	if w.Type != "" && w.Type != "error" {
		words = append(words, string(w.Type))
	}
	e.Code = strings.Join(words, " ")
}

func jsonText(raw json.RawMessage) (string, bool) {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}

// anyText is a string, or the raw JSON of a list or object that stands where a
// string should.
func anyText(raw json.RawMessage) string {
	if text, ok := jsonText(raw); ok {
		return text
	}
	if len(raw) > 0 && (raw[0] == '[' || raw[0] == '{') {
		return string(raw)
	}
	return ""
}
