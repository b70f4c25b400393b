package wire

import (
	"encoding/json"
	"strings"
	"unicode"
)

// Stop says why a reply ended.
type Stop uint8

// The reasons. The zero value is a reply that has not ended.
const (
	StopNone    Stop = iota
	StopWhole        // the model was done
	StopLength       // a limit on the reply's length
	StopWindow       // the model's window was full
	StopRefused      // the model or a filter refused
	StopBroken       // the server stopped early
	StopOther        // pp does not know the word
)

// Word is a server's word for why a reply ended. A value that is not a string is kept as JSON.
type Word string

// UnmarshalJSON implements json.Unmarshaler.
func (w *Word) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) != nil {
		text = string(data)
	}
	*w = Word(text)
	return nil
}

// End notes the server's word for why the reply ended. An empty word is not an end.
func (r *Result) End(word Word) {
	if stop := word.stop(); stop != StopNone {
		r.Finish, r.Stop = string(word), stop
	}
}

// stop returns the meaning of a word, however it is spelt: MAX_TOKENS, max-tokens and maxTokens
// are the same. Only a word that says so means that a reply is incomplete.
func (w Word) stop() Stop {
	word := strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, string(w))
	word = strings.TrimPrefix(word, "finishreason")
	has := HasAny(word)
	switch word {
	case "", "null", "none", "false", "unspecified":
		if strings.ContainsAny(string(w), "123456789") {
			return StopOther
		}
		return StopNone
	case "stop", "stopsequence", "eos", "eostoken", "endturn", "endofturn", "end", "done", "finish", "finished",
		"complete", "completed", "toolcalls", "toolcall", "tooluse", "functioncall":
		return StopWhole
	}
	switch {
	case has("contextwindow", "contextlength"):
		return StopWindow
	case has("maxtoken", "maxoutput", "maxcompletion", "maxnewtoken", "length", "tokenlimit"):
		return StopLength
	case has("filter", "refus", "safety", "block", "prohibit", "sensitive", "recitation", "spii", "guardrail",
		"moderat") || word == "language":
		return StopRefused
	case has("error", "abort", "cancel", "insufficient", "interrupt", "timeout"):
		return StopBroken
	}
	return StopOther
}

// meaning describes the end of an incomplete answer, and says what to do about it.
func (s Stop) meaning() (what, hint string) {
	switch s {
	case StopLength:
		return "the reply was cut at its token limit", "ask for less, or allow a longer reply"
	case StopWindow:
		return "the model's window was full before the reply ended", hintTooLarge
	case StopRefused:
		return "the model refused", "rephrase the prompt, or use another provider (-p)"
	case StopBroken:
		return "the server ended the reply early", "try again later, or use another provider (-p)"
	case StopOther:
		return "the server gave an unknown reason for the end of the reply", ""
	case StopNone, StopWhole:
	}
	return "the reply ended without a reason", ""
}

// isCut reports whether the model had more to say.
func (s Stop) isCut() bool { return s == StopLength || s == StopWindow }

// StopError is the error for a reply that the server broke off, or ended before pp received anything to keep.
type StopError struct {
	Stop   Stop
	Finish string // the protocol's word for the reason
	Detail string // the text of a refusal
}

// Error implements error.
func (e *StopError) Error() string {
	what, _ := e.Stop.meaning()
	if e.Finish != "" {
		what += " (" + e.Finish + ")"
	}
	if e.Detail != "" {
		what += ": " + e.Detail
	}
	return what
}
