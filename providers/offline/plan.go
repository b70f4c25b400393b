package offline

import (
	"strings"
	"unicode"
)

// Intent is what a prompt asks for, as far as rules can tell. It is one of the
// types below and no other.
type Intent interface{ intent() }

// SummaryIntent asks for the sentences that carry a text. An empty File is the
// input that came with the prompt; so it is in CountIntent and KeywordsIntent.
type SummaryIntent struct{ File string }

// CountIntent asks how much a text holds.
type CountIntent struct {
	File string
	What Measure
}

// KeywordsIntent asks what a text is about. N is how many keywords are wanted,
// 0 if the prompt does not say.
type KeywordsIntent struct {
	File string
	N    int
}

// Read asks for the content of a file.
type Read struct{ File string }

// List asks what a directory holds; "." is the current one.
type List struct{ Dir string }

// Find asks for files by the pattern of their names. Dir is "." if the prompt
// names none; so it is in Search.
type Find struct{ Pattern, Dir string }

// Search asks for the places where files hold a text.
type Search struct{ Text, Dir string }

// Run asks to run a shell command. Command is what follows the verb and
// one space, byte for byte; only backquotes around the whole of it, with which
// people mark code in prose, are no part of it.
type Run struct{ Command string }

// Fetch asks for what a URL gives.
type Fetch struct{ URL string }

// Remember asks to keep a text.
type Remember struct{ Text string }

// Recall asks what was kept about a text.
type Recall struct{ Text string }

// CalculateIntent asks for the value of an expression, which Calculate may still
// refuse.
type CalculateIntent struct{ Expr string }

func (SummaryIntent) intent()   {}
func (CountIntent) intent()     {}
func (KeywordsIntent) intent()  {}
func (Read) intent()            {}
func (List) intent()            {}
func (Find) intent()            {}
func (Search) intent()          {}
func (Run) intent()             {}
func (Fetch) intent()           {}
func (Remember) intent()        {}
func (Recall) intent()          {}
func (CalculateIntent) intent() {}

// longestPrompt, in bytes: a longer one is no request in the words of this file.
const longestPrompt = 4096

// Parse reads a prompt as one of the requests that need no model. It says false
// unless the whole prompt is such a request with operands that are plausible:
// "find a better name for this function" and "read the room" are not understood.
// Letter case, polite phrases and final punctuation do not matter, except that
// the command of a Run is taken as it stands; a question such as "can you
// run ls?" is therefore not understood, since its "?" could be part of the
// command. Operands may be quoted. Parse looks at nothing but the prompt.
func Parse(prompt string) (Intent, bool) {
	body, asked := withoutPoliteness(prompt)
	if intent, ok := parseRun(body, asked); ok {
		return intent, true
	}
	trimmed := strings.TrimSpace(body)
	if len(trimmed) > longestPrompt {
		return nil, false
	}
	if intent, ok := parseRemember(trimmed); ok {
		return intent, true
	}
	if strings.ContainsAny(trimmed, "\n\r\x00") {
		return nil, false
	}
	t := tokenise(trimmed)
	for _, parse := range []func(tokens) (Intent, bool){
		parseCalculate, parseSummarise, parseKeywords, parseCount, parseRecall, parseFetch, parseList, parseRead, parseFind, parseSearch,
	} {
		if intent, ok := parse(t); ok {
			return intent, true
		}
	}
	return nil, false
}

// withoutPoliteness takes the phrases off that lead into a request, and says
// whether one of them makes it a question.
func withoutPoliteness(prompt string) (body string, asked bool) {
	body = strings.TrimLeftFunc(prompt, unicode.IsSpace)
	for range 5 {
		before := body
		for _, p := range []struct {
			phrase string
			asks   bool
		}{
			{"please", false}, {"kindly", false}, {"can you", true}, {"could you", true}, {"would you", true}, {"will you", true},
			{"i want you to", false}, {"i would like you to", false}, {"i'd like you to", false}, {"i need you to", false},
			{"i want to", false}, {"i would like to", false}, {"i'd like to", false}, {"let's", false}, {"let us", false},
			{"hey", false}, {"hi", false}, {"hello", false}, {"ok", false}, {"okay", false}, {"now", false}, {"just", false}, {"pp", false},
		} {
			if rest, ok := cutPhrase(body, p.phrase); ok {
				body, asked = rest, asked || p.asks
				break
			}
		}
		if body == before {
			break
		}
	}
	return body, asked
}

// cutPhrase takes a phrase off the front, in any case, with a comma and the
// spaces after it. A phrase that is all there is stays.
func cutPhrase(s, phrase string) (string, bool) {
	if !hasFoldPrefix(s, phrase) {
		return s, false
	}
	rest := strings.TrimPrefix(s[len(phrase):], ",")
	after := strings.TrimLeftFunc(rest, unicode.IsSpace)
	if after == "" || len(after) == len(rest) {
		return s, false
	}
	return after, true
}

// parseRun reads "run COMMAND". What follows must be able to be a command.
func parseRun(body string, asked bool) (Intent, bool) {
	for _, verb := range []string{"run", "execute"} {
		if !hasFoldPrefix(body, verb) || len(body) <= len(verb) || body[len(verb)] != ' ' {
			continue
		}
		command := body[len(verb)+1:]
		if inner, ok := strings.CutPrefix(strings.TrimSpace(command), "`"); ok && strings.IndexByte(inner, '`') == len(inner)-1 {
			command = strings.TrimSuffix(inner, "`")
		}
		if asked && strings.HasSuffix(strings.TrimRight(command, " \t\n"), "?") || !plausibleCommand(command) {
			return nil, false
		}
		return Run{Command: command}, true
	}
	return nil, false
}

// parseRemember reads "remember TEXT"; a question about memory is not one.
func parseRemember(body string) (Intent, bool) {
	rest, ok := cutPhrase(body, "remember")
	if !ok {
		return nil, false
	}
	if that, ok := cutPhrase(rest, "that"); ok {
		rest = that
	}
	word, _, more := strings.Cut(strings.ToLower(rest), " ")
	switch strings.TrimRight(word, ".,!") {
	case "when", "how", "why", "who", "whom", "where", "what", "if", "me", "us", "him", "them", "the", "it", "this", "that":
		if !more || word != "the" && word != "what" && word != "it" && word != "this" {
			return nil, false
		}
	}
	if strings.HasSuffix(rest, "?") {
		return nil, false
	}
	return Remember{Text: unquote(rest)}, true
}

// unquote takes off one pair of quotation marks around the whole text.
func unquote(s string) string {
	if t := tokenise(s); len(t.list) == 1 && t.list[0].quoted {
		return t.list[0].text
	}
	return s
}
