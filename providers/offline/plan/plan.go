// Package plan tells what a prompt asks for, as far as rules can tell.
//
// It must never guess: a prompt that is not wholly such a request is left to a
// model. It never alters a command, and looks at nothing but the prompt.
//
// Start with Parse and the types of Intent. requests.go has the forms of each
// request, tokens.go the words they are made of, names.go what can be a name.
package plan

import (
	"slices"
	"strings"
	"unicode"

	"pp/providers/offline/summary"
)

// Intent is what a prompt asks for. It is one of the types below and no other.
type Intent any

// The intents. An empty File is the input that came with the prompt, except in
// Read; a Dir that the prompt does not name is ".", the current one.
type (
	// Summarize asks for the sentences that carry a text.
	Summarize struct{ File string }
	// Count asks how much a text holds.
	Count struct {
		File string
		What summary.Measure
	}
	// Keywords asks what a text is about. N is how many keywords are wanted, 0
	// if the prompt does not say.
	Keywords struct {
		File string
		N    int
	}
	// Calculate asks for the value of an expression, which may have none.
	Calculate struct{ Expression string }
	// Read asks for the content of a file.
	Read struct{ File string }
	// List asks what a directory holds.
	List struct{ Dir string }
	// Find asks for files by the pattern of their names.
	Find struct{ Pattern, Dir string }
	// Search asks for the places where files hold a text.
	Search struct{ Text, Dir string }
	// Run asks to run a shell command. Command is what follows the verb and one
	// space, byte for byte; only backquotes around the whole of it, with which
	// people mark code in prose, are no part of it.
	Run struct{ Command string }
	// Fetch asks for what a URL gives.
	Fetch struct{ URL string }
	// Remember asks to keep a note.
	Remember struct{ Text string }
	// Recall asks for the notes on something.
	Recall struct{ Text string }
)

// longestPrompt, in bytes: a longer one is no request in the words of this
// package, unless it is a command to run.
const longestPrompt = 4096

// Parse reads a prompt as one of the requests that need no model. It says false
// unless the whole prompt is such a request with operands that are plausible:
// "find a better name for this function" and "read the room" are not understood.
// Letter case, polite phrases and final punctuation do not matter, except that
// the command of a Run is taken as it stands; a question such as "can you
// run ls?" is therefore not understood, since its "?" could be part of the
// command. Operands may be quoted.
func Parse(prompt string) (Intent, bool) {
	body, asked := withoutPoliteness(prompt)
	if intent, ok := parseRun(body, asked); ok {
		return intent, true
	}
	body = strings.TrimSpace(body)
	if len(body) > longestPrompt || strings.ContainsAny(body, "\n\r\x00") {
		return nil, false
	}
	if intent, ok := parseMemory(body, asked); ok {
		return intent, true
	}
	t := tokenize(body)
	for _, parse := range [...]func(tokens) (Intent, bool){
		parseCalculate, parseSummarize, parseKeywords, parseCount, parseFetch, parseList, parseRead, parseFind, parseSearch,
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
	const questions = "can you|could you|would you|will you"
	const phrases = questions + "|please|kindly|i want you to|i would like you to|i'd like you to|i need you to|i want " +
		"to|i would like to|i'd like to|let's|let us|hey|hi|hello|ok|okay|now|just|pp"
	body = strings.TrimLeftFunc(prompt, unicode.IsSpace)
	for again := true; again; {
		again = false
		for phrase := range strings.SplitSeq(phrases, "|") {
			if len(body) < len(phrase) || !strings.EqualFold(body[:len(phrase)], phrase) {
				continue
			}
			rest := strings.TrimPrefix(body[len(phrase):], ",")
			after := strings.TrimLeftFunc(rest, unicode.IsSpace)
			if after != "" && len(after) < len(rest) { // a phrase that is all there is stays
				body, again = after, true
				asked = asked || oneOf(phrase, questions)
			}
		}
	}
	return body, asked
}

// parseRun reads "run COMMAND" and "execute COMMAND".
func parseRun(body string, asked bool) (Intent, bool) {
	verb, command, ok := strings.Cut(body, " ")
	if !ok || !oneOf(strings.ToLower(verb), "run|execute") {
		return nil, false
	}
	if inner, ok := strings.CutPrefix(strings.TrimSpace(command), "`"); ok &&
		strings.IndexByte(inner, '`') == len(inner)-1 {
		command = strings.TrimSuffix(inner, "`")
	}
	if asked && strings.HasSuffix(strings.TrimSpace(command), "?") || !couldBeCommand(command) {
		return nil, false
	}
	return Run{Command: command}, true
}

// parseMemory reads "remember TEXT" and "recall TEXT". A question such as "do you
// remember me?" asks for no note, and neither does "remember?".
func parseMemory(body string, asked bool) (Intent, bool) {
	verb, text, _ := strings.Cut(body, " ")
	verb = strings.ToLower(strings.TrimSuffix(verb, ":"))
	text = strings.TrimSpace(text)
	if text == "" || !oneOf(verb, "remember|recall") || asked || strings.HasSuffix(text, "?") {
		return nil, false
	}
	first, rest, more := strings.Cut(text, " ")
	first = strings.ToLower(strings.TrimRight(first, ":,.!"))
	switch {
	case more && oneOf(first, "that|this"):
		text = strings.TrimSpace(rest)
	case oneOf(first, "when|how|why|who"), // "remember when we were young"
		!more && oneOf(first, "it|this|that|me|us|him|her|them|everything|all"):
		return nil, false
	}
	if verb == "recall" {
		return Recall{Text: strings.Trim(text, `"'`)}, true
	}
	return Remember{Text: text}, true
}

// couldBeCommand tells a command from the rest of an English sentence, as in
// "run me through the design": what begins as a sentence does is none, unless a
// shell's own word opens it and its partner closes it.
func couldBeCommand(text string) bool {
	const signs = "/|&;<>$*=\"'`(){}[]~\\"
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return false
	}
	first := fields[0]
	_, rest, _ := strings.Cut(text, first)
	switch {
	case opensCompound(first, text):
		return true
	case first != "." && first != "!" && strings.Trim(first, "-,;.!?") == "",
		isFunctionWord(strings.ToLower(strings.TrimRight(first, ".,!?"))):
		return false
	case len(fields) == 1, isKnownCommand(first),
		strings.ContainsFunc(first, func(r rune) bool { return !unicode.IsLetter(r) }),
		strings.ContainsAny(rest, signs), strings.Contains(rest, " -"):
		return true
	}
	return !slices.ContainsFunc(fields[1:],
		func(word string) bool { return isFunctionWord(strings.ToLower(strings.Trim(word, ".,!?"))) })
}

// opensCompound reports a command of several, such as a loop, by the reserved
// words that open and close it.
func opensCompound(first, text string) bool {
	closer := map[string]string{"for": "done", "while": "done", "until": "done", "select": "done", "if": "fi",
		"case": "esac", "function": "}"}[first]
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == '&' || r == '\n' }) {
		if words := strings.Fields(part); len(words) > 0 && words[0] == closer {
			return true
		}
	}
	return false
}
