package wire

import (
	"encoding/json"
	"strings"
	"unicode"
)

// Stop is why a reply ended.
type Stop uint8

// The reasons. The zero value is a reply that has not ended.
const (
	StopNone    Stop = iota
	StopWhole        // the model was done
	StopLength       // a limit on the reply's length
	StopWindow       // the model's window was full
	StopRefused      // the model or a filter refused
	StopBroken       // the server broke off
	StopOther        // a word that pp does not know
)

// Word is a server's word for why a reply ended. A value that is not a text is its JSON.
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

// End notes the server's word for why the reply ended. A word for nothing is not an end.
func (r *Result) End(word Word) {
	if stop := word.stop(); stop != StopNone {
		r.Finish, r.Stop = string(word), stop
	}
}

// stop is what a word stands for, however it is spelt: MAX_TOKENS, max-tokens and maxTokens are
// the same. Only a word that says so means that a reply is not whole.
func (w Word) stop() Stop {
	word := strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, string(w))
	word = strings.TrimPrefix(word, "finishreason")
	has := hasAny(word)
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

// meaning is what an end that is not that of a whole answer is called, and what to do about it.
func (s Stop) meaning() (what, hint string) {
	switch s {
	case StopLength:
		return "the reply was cut at its limit of tokens", "ask for less, or allow a longer reply"
	case StopWindow:
		return "the model's window was full before the reply ended", hintTooLarge
	case StopRefused:
		return "the model refused", "put it differently, or ask another provider (-p)"
	case StopBroken:
		return "the server ended the reply early", "try again later, or another provider (-p)"
	case StopOther:
		return "the reply ended with a word that pp does not know", ""
	case StopNone, StopWhole:
	}
	return "the reply ended without a reason", ""
}

// cut reports whether the model had more to say.
func (s Stop) cut() bool { return s == StopLength || s == StopWindow }

// StopError is a reply that the server broke off, or ended before anything came that could be kept.
type StopError struct {
	Stop   Stop
	Finish string // the protocol's word for it
	Detail string // what a refusal says
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
