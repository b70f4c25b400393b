package wire

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// isFull reports whether a server refused a prompt because it does not fit: a status, a code or a field
// says so, or its words compare the length of the input with a limit.
func (e *ServerError) isFull() bool {
	words := strings.ToLower(e.Code + " " + e.Message)
	has := HasAny(words)
	switch {
	case e.Status == http.StatusRequestEntityTooLarge || e.Window > 0:
		return true
	case e.Status == http.StatusTooManyRequests || has("rate limit", "rate_limit", "per minute", "per day"):
		return false
	case has("context_length", "exceed_context_size", "context_exceeded", "contextwindowexceeded", "context length",
		"context window", "context size", "context limit", "maximum model length", "maximum prompt length",
		"max_prompt_tokens_exceeded", "input is too long", "prompt is too long", "input token count", "request_too_large",
		"too large to process", // llama.cpp, about a text to embed
		"maximum number of tokens allowed", "reduce the length of the messages"):
		return true
	case strings.HasPrefix(words, "1261 "): // from Z.ai, whose words may be Chinese
		return true
	}
	return (e.Status == 0 || e.Status == http.StatusBadRequest || e.Status == http.StatusUnprocessableEntity) &&
		comparesInput(strings.ToLower(e.Message))
}

// comparesInput reports whether words compare the length of the whole input with a limit, and not the length of a
// field, of a picture or of the reply.
func comparesInput(words string) bool {
	has := HasAny(words)
	input := has("prompt", "`inputs`", "input length", "input tokens", "messages", "conversation")
	reply := has("max_tokens", "max_completion_tokens", "max_output_tokens", "max_new_tokens", "completion tokens")
	return (input || !reply && has("input", "message", "request")) &&
		has("token", "length", "message size", "too long", "too large") &&
		has("exceed", "longer than", "greater than", "more than", "less than", "<=", "limit", "range", "too") &&
		!has("image", "pixel", "file") && !part.MatchString(words)
}

// part matches the name of a part of a request.
var part = regexp.MustCompile(`(?:messages|tools|input|contents)[.\[]`)

// Fits is the need, with room for the reply, and the window, in tokens.
func (e *TooLargeError) Fits() (need, window int) { return e.Need, e.Window }

// Fits is the window that a server names in its refusal of a prompt; 0 where it names
// none. What it counted is not told: it may or may not be with the reply.
func (e *ServerError) Fits() (need, window int) {
	if e.Window > 0 {
		return 0, e.Window
	}
	if strings.Contains(e.Message, "message size") || strings.Contains(e.Message, "bytes") {
		return 0, 0
	}
	for _, words := range windowWords {
		if m := words.FindStringSubmatch(e.Message); m != nil {
			n, _ := strconv.Atoi(m[1])
			return 0, n
		}
	}
	return 0, 0
}

// windowWords are the ways in which servers name their window.
var windowWords = []*regexp.Regexp{
	regexp.MustCompile(`(?i)> ?(\d{3,8})(?: maximum|\b)`),
	regexp.MustCompile(`(?i)(?:context|model|prompt) (?:length|size|limit|window)[^0-9]{0,24}?(\d{3,8})\b`),
	regexp.MustCompile(`(?i)tokens allowed[^0-9]{0,8}(\d{3,8})\b`),
	regexp.MustCompile(`(?i)(\d{3,8}) maximum context length`),
	regexp.MustCompile(`(?i)(?:limit|maximum|<=|less than|cannot exceed)[^0-9]{0,24}(\d{3,8})\b`),
	regexp.MustCompile(`\[\d+, ?(\d{3,8})\]`),
}
