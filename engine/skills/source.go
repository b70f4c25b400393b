package skills

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"pp/engine/memory/org"
	"pp/sexp/lisp"
)

// sources are the parts of a file that are Lisp: all of a .lisp file, and of an .org file the
// source blocks that go into it. An error is a *Problem.
func sources(f File) ([]lisp.Source, error) {
	text := plainText(f.Text)
	if !strings.HasSuffix(f.Path, ".org") {
		return []lisp.Source{{Name: f.Path, Text: text, Line: 1}}, nil
	}
	doc := org.Parse(text)
	if line := doc.UnclosedBlock(); line > 0 {
		return nil, &Problem{File: f.Path, Line: line, Reason: "this source block is not closed; end it with #+end_src"}
	}
	var out []lisp.Source
	for _, b := range doc.SourceBlocks() {
		if strings.EqualFold(b.Language, "lisp") && !leftOut(b.Tangle) {
			out = append(out, lisp.Source{Name: f.Path, Text: b.Value, Line: b.Line + 1})
		}
	}
	return out, nil
}

// plainText is a text without a byte order mark, and with the lines' ends of Unix.
func plainText(text string) string {
	return strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
}

// leftOut reports whether a block is none of the skill's: it goes nowhere, or into tests.
func leftOut(tangle string) bool {
	return tangle == "no" || tests().MatchString(strings.ToLower(tangle))
}

var tests = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(^|[^a-z0-9])tests?([^a-z0-9]|$)`)
})

// hashWord is the word of a line that begins with "#+" after blanks, in lower case, and what
// follows it.
func hashWord(line string) (word, rest string) {
	line, ok := strings.CutPrefix(strings.TrimSpace(line), "#+")
	if !ok {
		return "", ""
	}
	word, rest, _ = strings.Cut(line, " ")
	return strings.ToLower(word), strings.TrimSpace(rest)
}

// header is what a file says of itself outside its code.
type header struct {
	depends []string // names, or "id:" with an ID
	id      string   // its ID in Org
}

// headerOf reads the lines "#+DEPENDS_ON: a b", in Lisp ";;; DEPENDS_ON: a b" or with the hash,
// and the first :ID: of an Org file.
func headerOf(f File) header {
	var h header
	isOrg := strings.HasSuffix(f.Path, ".org")
	if !isOrg && !strings.Contains(f.Text, "DEPENDS_ON") && !strings.Contains(f.Text, "depends_on") {
		return h
	}
	inside := false
	for line := range strings.Lines(plainText(f.Text)) {
		line = strings.TrimSpace(line)
		word, rest := hashWord(line)
		switch {
		case isOrg && word == "begin_src":
			inside = true
		case isOrg && word == "end_src":
			inside = false
		case inside:
			continue
		case !isOrg:
			after, ok := strings.CutPrefix(line, ";;;")
			if !ok {
				continue
			}
			after = strings.TrimPrefix(strings.TrimSpace(strings.TrimLeft(after, ";")), "#+")
			word, rest, _ = strings.Cut(after, " ")
			word = strings.ToLower(word)
		case h.id == "" && len(line) > len(":id:") && strings.EqualFold(line[:len(":id:")], ":id:"):
			h.id = strings.TrimSpace(line[len(":id:"):])
		}
		if first, ok := strings.CutPrefix(word, "depends_on:"); ok {
			h.depends = append(h.depends, strings.FieldsFunc(first+" "+strings.ToLower(rest),
				func(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '[' || r == ']' })...)
		}
	}
	return h
}

// categories are what a skill's name may begin with that is no part of its short name.
var categories = [...]string{"org-skill-", "skill-", "system-", "security-", "programming-", "gateway-"}

// shortName is what the names of the functions begin with that a skill exports.
func shortName(name string) string {
	for _, c := range categories {
		if rest, ok := strings.CutPrefix(name, c); ok && rest != "" {
			return rest
		}
	}
	return strings.TrimSuffix(name, path.Ext(name))
}
