package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
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
	Type    string          `json:"type"`
	Status  json.RawMessage `json:"status"`
	Details []struct {
		Reason     string `json:"reason"`
		RetryDelay string `json:"retryDelay"`
	} `json:"details"`
}

// ReadError reads an error object of any of the known shapes. raw is the whole
// body, or the value under "error"; ok is false when it is none.
func ReadError(raw []byte) (e *ServerError, ok bool) {
	raw = bytes.TrimSpace(raw)
	if len(raw) > 0 && raw[0] == '[' { // Gemini without alt=sse
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil || len(list) == 0 {
			return nil, false
		}
		raw = list[0]
	}
	return readError(raw, 3)
}

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
	if text, ok := jsonText(raw); ok {
		return &ServerError{Message: text, After: -1}, text != ""
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
	e := &ServerError{After: -1}
	for _, part := range []json.RawMessage{w.Message, w.Detail} {
		if text := anyText(part); text != "" && e.Message == "" {
			e.Message = text
		}
	}
	e.name(w)
	for _, d := range w.Details {
		if wait, err := time.ParseDuration(d.RetryDelay); err == nil && wait >= 0 {
			e.After = wait
		}
		if d.Reason != "" {
			e.Code = e.Code + " " + d.Reason
		}
	}
	return e, e.Message != "" || e.Code != ""
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
		words = append(words, w.Type)
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
