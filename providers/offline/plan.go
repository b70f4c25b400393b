package offline

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// verb is what a request asks for.
type verb int

// The verbs. Each has the operands that its comment names; a dir that the prompt does not name is ".".
const (
	unknown   verb = iota
	summarize      // file, "" for what came with the prompt
	count          // file, likewise, and what
	calculate      // text
	read           // file
	list           // dir
	find           // text, a pattern of names, and dir
	search         // text and dir
	run            // text, a command as it stands
	fetch          // text, a URL
	remember       // text
	recall         // text
)

// request is what a prompt asks for.
type request struct {
	verb      verb
	text      string
	file, dir string
	what      measure
}

const (
	operand = `("[^"]+"|'[^']+'|“[^”]+”|[^\s"'-][^\s"']*)`
	given   = `(?:this|it|(?:this|the)(?: following)? (?:text|input|document|page|article|log|file))`
	noun    = `(line|word|sentence|paragraph|character|byte)s?`
	inDir   = `(?: (?:in|under|inside) (?:the )?` + operand + `(?: (?:directory|folder|dir))?)?`
)

// requestForms are the forms of requests. Their groups are operands, in the order of the names.
var requestForms = []struct {
	verb    verb
	pattern func() *regexp.Regexp
	groups  []string
}{
	{summarize, form(`(?:summari[sz]e|sum up|tl;?dr|(?:give me )?(?:an? |the )?(?:short |brief )?summary(?: of)?)` +
		`(?: ` + given + `| (?:the file )?` + operand + `)?(?: briefly| in brief)?`), []string{"file"}},
	{count, form(`(?:count|how many)(?: the| the number of)? ` + noun + `(?:(?: (?:are|is))?(?: there)?` +
		`(?: (?:in|of))?(?: ` + given + `| (?:the file )?` + operand + `))?`), []string{"what", "file"}},
	{count, form(noun + ` count(?: of(?: ` + given + `| ` + operand + `))?`), []string{"what", "file"}},
	{count, form(`count(?: ` + given + `| ([^\s"']*[./][^\s"']*))?`), []string{"file"}},
	{fetch, form(`(?:fetch|get|download)(?: the page(?: at)?)? (https?://[^\s"']+)`), []string{"text"}},
	{fetch, form(`fetch ([\pL\d.-]+\.[\pL\d]{2,}(?:/\S*)?)`), []string{"host"}},
	{list, form(`(?:list|ls)(?:(?: all)?(?: the)? (?:files|contents|entries))?(?: here)?`), nil},
	{list, form(`(?:list|ls)(?:(?: all)?(?: the)? (?:files|contents|entries)(?: (?:in|of))?)?(?: the)? ` + operand +
		`(?: (?:directory|folder))?`), []string{"dir"}},
	{read, form(`(?:read|cat)(?: me)?(?: the)?(?: file| contents of)? ` + operand), []string{"file"}},
	{read, form(`(?:show|print|open)(?: me)?(?: the)?(?: file| contents of)? ` +
		`("[^"]+"|'[^']+'|[^\s"'-]*[./~][^\s"']*)`), []string{"file"}},
	{find, form(`(?:find|locate)(?: all)?(?: the)?(?: files?(?: named| matching)?)? ` + operand + `(?: files?)?` + inDir),
		[]string{"text", "dir"}},
	{search, form(`(?:search|grep|look)(?: for)? ` + operand + inDir), []string{"text", "dir"}},
	{search, form(`(?:search|grep)(?: for)? ([^\s"'-][^"']*?) in (?:the )?` + operand), []string{"text", "dir"}},
	{search, form(`search(?: the)? ` + operand + ` for ([^"']+|"[^"]+"|'[^']+')`), []string{"dir", "text"}},
}

func form(pattern string) func() *regexp.Regexp { return lazy(`(?i)\A` + pattern + `\z`) }

// lazy compiles an expression when it is first used: all of them take two milliseconds, which most commands need not.
func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// pronouns are operands that name nothing.
var pronouns = []string{"this", "that", "it", "me", "us", "him", "her", "them", "out", "all", "everything", "something",
	"a", "an", "the", "my", "your", "our", "web"}

// longestPrompt limits a prompt that is no command, in bytes.
const longestPrompt = 4096

// parse reads a prompt as a request; its verb is unknown unless the whole prompt is one. Letter case, polite phrases
// and final punctuation do not matter, except that the command of run is taken as it stands.
func parse(prompt string) request {
	body, asked := withoutPoliteness(prompt)
	if r := parseRun(body, asked); r.verb != unknown {
		return r
	}
	body = strings.TrimSpace(body)
	if len(body) > longestPrompt || strings.ContainsAny(body, "\n\r\x00") {
		return request{}
	}
	if r := parseMemory(body, asked); r.verb != unknown {
		return r
	}
	if r := parseCalculate(body); r.verb != unknown {
		return r
	}
	body = withoutEnding(strings.Join(strings.Fields(body), " "))
	for _, f := range requestForms {
		m := f.pattern().FindStringSubmatch(body)
		if m == nil {
			continue
		}
		if r, ok := filled(f.verb, f.groups, m[1:]); ok {
			return r
		}
	}
	return request{}
}

// filled returns the request that a form's operands make.
func filled(v verb, groups, operands []string) (request, bool) {
	r := request{verb: v, dir: "."}
	for i, name := range groups {
		value := strings.Trim(operands[i], `"'“”`)
		if value == "" {
			continue
		}
		if value == operands[i] && slices.Contains(pronouns, strings.ToLower(value)) {
			return request{}, false
		}
		switch name {
		case "file":
			r.file = value
		case "dir":
			r.dir = value
		case "what":
			r.what = measureOf(strings.ToLower(value))
		case "host":
			r.text = "https://" + value
		case "text":
			r.text = value
		}
	}
	return r, true
}

// withoutEnding removes what politeness and grammar add to the end of a request. A period that is an operand stays.
func withoutEnding(body string) string {
	for {
		rest := strings.TrimRight(polished().ReplaceAllString(body, ""), "?!;:,")
		if bare, ok := strings.CutSuffix(rest, "."); ok && strings.TrimRight(bare, " ./") == bare {
			rest = bare
		}
		if rest == body {
			return body
		}
		body = rest
	}
}

var polished = lazy(`(?i),? (?:please|thanks|thank you|for me)[.!]*\z`)

// withoutPoliteness removes the phrases that lead into a request, and reports whether one of them makes it a question.
func withoutPoliteness(prompt string) (body string, asked bool) {
	m := polite().FindString(prompt)
	return prompt[len(m):], strings.Contains(strings.ToLower(m), " you ")
}

var polite = lazy(`(?i)\A\s*(?:(?:can you|could you|would you|please|hey|i'd like you to|` +
	`i want you to),? +)*`)

// parseRun reads "run COMMAND" and "execute COMMAND".
func parseRun(body string, asked bool) request {
	word, command, ok := strings.Cut(body, " ")
	word = strings.ToLower(word)
	if !ok || word != "run" && word != "execute" || asked && strings.HasSuffix(strings.TrimSpace(command), "?") {
		return request{}
	}
	inner, quoted := strings.CutPrefix(strings.TrimSpace(command), "`")
	if quoted && strings.IndexByte(inner, '`') == len(inner)-1 {
		command = strings.TrimSuffix(inner, "`")
	}
	first := strings.ToLower(strings.TrimRight(firstWord(command), ".,!?"))
	if strings.Trim(first, "-") == "" && firstWord(command) != "." && firstWord(command) != "!" ||
		slices.Contains(pronouns, first) || first == "through" || first == "away" {
		return request{}
	}
	return request{verb: run, text: command}
}

// parseMemory reads "remember TEXT" and "recall TEXT". A question asks for no note.
func parseMemory(body string, asked bool) request {
	word, text, _ := strings.Cut(body, " ")
	word = strings.ToLower(strings.TrimSuffix(word, ":"))
	text = strings.TrimSpace(text)
	if asked || word != "remember" && word != "recall" || strings.HasSuffix(text, "?") {
		return request{}
	}
	if first, rest, more := strings.Cut(text, " "); more && strings.EqualFold(strings.TrimRight(first, ":,"), "that") {
		text = strings.TrimSpace(rest)
	}
	if text == "" || slices.Contains(pronouns, strings.ToLower(strings.TrimRight(text, ".!"))) {
		return request{}
	}
	if word == "recall" {
		return request{verb: recall, text: strings.Trim(text, `"'`)}
	}
	return request{verb: remember, text: text}
}

var (
	asksValue    = lazy(`(?i)\A(?:(calculate|compute|evaluate)|what is|what's|how much is)\s+`)
	numberOrDate = lazy(`\A(?:[-+]*[\d.,_]+(?:e\d+)?|\d+-\d+-\d+|\d+/\d+/\d+|0\d+[-/]\d+|\d+[-/]0\d+)\z`)
)

// parseCalculate reads "calculate EXPR", "what is EXPR" and a bare expression.
func parseCalculate(body string) request {
	expr, told := body, false
	if m := asksValue().FindStringSubmatch(body); m != nil {
		expr, told = body[len(m[0]):], m[1] != ""
	}
	expr = strings.TrimRight(expr, "=?!;: ")
	if bare := strings.TrimSuffix(expr, "."); bare != "" && strings.IndexByte("0123456789)%", bare[len(bare)-1]) >= 0 {
		expr = bare
	}
	_, err := evaluate(expr)
	isRead := err == nil || isUndefined(err)
	digits := strings.ContainsAny(expr, "0123456789")
	ok := isRead && digits && !numberOrDate().MatchString(expr)
	if told {
		ok = isRead || digits && !strings.ContainsFunc(expr, unicode.IsLetter) // wrong rather than prose
	}
	if !ok {
		return request{}
	}
	return request{verb: calculate, text: expr}
}

// firstWord is the first word of a text, "" if there is none.
func firstWord(s string) string {
	if words := strings.Fields(s); len(words) > 0 {
		return words[0]
	}
	return ""
}
