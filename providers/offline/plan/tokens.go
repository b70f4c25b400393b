package plan

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is one word of a prompt, or one quoted operand.
type token struct {
	text       string
	start, end int // in the prompt, quotation marks included
	quoted     bool
}

// tokens are the words of a prompt.
type tokens struct {
	source string
	list   []token
}

// tokenize parts a prompt at spaces, keeps what stands in quotation marks
// together, and drops the punctuation that ends the prompt and what politeness
// adds there. A quotation mark within a word is a letter.
func tokenize(source string) tokens {
	t := tokens{source: source}
	for i := 0; i < len(source); {
		r, size := utf8.DecodeRuneInString(source[i:])
		if unicode.IsSpace(r) {
			i += size
			continue
		}
		if closer := closingQuote(r); closer != "" {
			if end := quotedEnd(source, i+size, closer); end >= 0 {
				t.list = append(t.list, token{source[i+size : end], i, end + len(closer), true})
				i = end + len(closer)
				continue
			}
		}
		end := len(source)
		if n := strings.IndexFunc(source[i:], unicode.IsSpace); n >= 0 {
			end = i + n
		}
		t.list = append(t.list, token{source[i:end], i, end, false})
		i = end
	}
	return t.withoutEnding()
}

// closingQuote is the mark that ends what r opens, "" if it opens nothing.
func closingQuote(r rune) string {
	return map[rune]string{'"': `"`, '\'': "'", '`': "`", '“': "”", '„': "”", '‘': "’", '«': "»"}[r]
}

// quotedEnd is where closer ends an operand: before a space, punctuation or the end.
func quotedEnd(source string, from int, closer string) int {
	for at := from; ; at += len(closer) {
		n := strings.Index(source[at:], closer)
		if n < 0 {
			return -1
		}
		at += n
		rest := source[at+len(closer):]
		if at > from && (rest == "" || strings.IndexByte(" \t.,;:!?", rest[0]) >= 0) {
			return at
		}
	}
}

func (t tokens) withoutEnding() tokens {
	for n := len(t.list); n > 0; n = len(t.list) {
		last := &t.list[n-1]
		if !last.quoted {
			bare := strings.TrimRight(last.text, "?!.,;:")
			if isGlob(bare) { // there "?" and "." say something
				bare = strings.TrimRight(last.text, "!,;:")
			}
			switch {
			case bare == "" && (!isDots(last.text) || n > 1 && t.list[n-2].end == last.start):
				t.list = t.list[:n-1]
				continue
			case bare != "":
				last.end -= len(last.text) - len(bare)
				last.text = bare
			}
		}
		rest, ok := t.cutEnd("please|thanks|pls", "for me", "thank you")
		if !ok {
			break
		}
		t = rest
	}
	return t
}

func isDots(s string) bool { return s == "." || s == ".." || strings.HasPrefix(s, "...") }

func isGlob(s string) bool { return strings.ContainsAny(s, "*?[{") }

// word is the token in lower case, "" if it was quoted: no keyword is.
func (t token) word() string {
	if t.quoted {
		return ""
	}
	return strings.ToLower(t.text)
}

func oneOf(word, choices string) bool {
	return word != "" && slices.Contains(strings.Split(choices, "|"), word)
}

// cut takes the first of the phrases that fits off the front. Each word of a
// phrase may offer several, parted by |; one in brackets may be missing.
func (t tokens) cut(phrases ...string) (tokens, bool) {
	for _, phrase := range phrases {
		rest, fits := t.list, true
		for want := range strings.FieldsSeq(phrase) {
			bare := strings.Trim(want, "[]")
			if len(rest) > 0 && oneOf(rest[0].word(), bare) {
				rest = rest[1:]
			} else if bare == want {
				fits = false
				break
			}
		}
		if fits {
			return tokens{t.source, rest}, true
		}
	}
	return t, false
}

// is reports that the tokens are one of the phrases and nothing more.
func (t tokens) is(phrases ...string) bool {
	for _, p := range phrases {
		if rest, ok := t.cut(p); ok && len(rest.list) == 0 {
			return true
		}
	}
	return false
}

// cutEnd takes the first of the phrases that fits off the end; their words are
// fixed, and something must stand before them.
func (t tokens) cutEnd(phrases ...string) (tokens, bool) {
	for _, phrase := range phrases {
		n := len(t.list) - len(strings.Fields(phrase))
		if n >= 0 && (tokens{t.source, t.list[max(n, 0):]}).is(phrase) {
			return tokens{t.source, t.list[:n]}, true
		}
	}
	return t, false
}

// from is the token at i, empty if there is none; first is the word of the first.
func (t tokens) from(i int) (tok token) {
	if i < len(t.list) {
		tok = t.list[i]
	}
	return tok
}

func (t tokens) first() string { return t.from(0).word() }

// text is what the tokens say: the content of a single quoted one, the words of
// the prompt as they stand otherwise.
func (t tokens) text() string {
	if len(t.list) < 2 {
		return t.from(0).text
	}
	return t.source[t.list[0].start:t.list[len(t.list)-1].end]
}

// place splits off a final "in DIR" and reports whether there was one; dir is "."
// without.
func (t tokens) place() (before tokens, dir string, ok bool) {
	for i := len(t.list) - 2; i > 0; i-- {
		if oneOf(t.list[i].word(), "in|under|inside|within|below") {
			if dir, ok = (tokens{t.source, t.list[i+1:]}).directory(); ok {
				return tokens{t.source, t.list[:i]}, dir, true
			}
			break
		}
	}
	return t, ".", false
}

// directory reads the name of one directory.
func (t tokens) directory() (string, bool) {
	const nouns = "directory|folder|dir"
	if t.is("here", "this|the [current] "+nouns, "the workspace|project|repo|repository", "this project|repo|repository",
		"[all] [the] files", "current "+nouns) {
		return ".", true
	}
	if rest, ok := t.cut("[the] " + nouns); ok && len(rest.list) == 1 {
		t = rest
	} else if rest, ok := t.cutEnd(nouns); ok && len(rest.list) > 0 {
		t, _ = rest.cut("[the]")
	} else if rest, ok := t.cut("the|my"); ok && len(rest.list) == 1 && rest.list[0].isPath() {
		t = rest
	}
	if len(t.list) != 1 || !t.list[0].canBeName() {
		return "", false
	}
	return t.list[0].text, true
}
