package org

import (
	"path"
	"slices"
	"strings"
)

// MaxPrivate is the size in bytes of the largest text that is searched for private
// subtrees. Of a larger file that may hold some nothing is shown.
const MaxPrivate = 32 << 20

// Privacy says what of a person's files no model is shown: whole paths, and the subtrees of Org files with
// certain tags. Gates, tools and the index ask the same value, so that all of them leave out the same. Org
// subtrees that are to be encrypted (tag crypt) are private for the zero value too. A Privacy is not changed once it
// is made, and is safe for concurrent use.
type Privacy struct {
	// Tags make the subtree of a headline private, with what is below it; of a file
	// (#+FILETAGS) all of it. Their case does not count.
	Tags []string
	// Paths are absolute and resolved; each is private with what is below it. One with * ? or
	// [ in it stands for what path.Match finds too.
	Paths []string
}

// Whole reports whether an absolute and resolved path is private, or below one that is.
func (p Privacy) Whole(name string) bool {
	return slices.ContainsFunc(p.Paths, func(pattern string) bool {
		for at := name; ; at = path.Dir(at) {
			if at == pattern {
				return true
			}
			if at == "/" || at == "." {
				return false
			}
			if ok, err := path.Match(pattern, at); ok && err == nil && strings.ContainsAny(pattern, "*?[") {
				return true
			}
		}
	})
}

// MayHold reports whether a file of that name can have private subtrees: an Org file, its
// archive, or what an editor keeps beside it, such as notes.org~ and #notes.org#.
func (Privacy) MayHold(name string) bool {
	const ending = ".org"
	base := path.Base(name)
	for i := 0; i+len(ending) <= len(base); i++ {
		if base[i] == '.' && strings.EqualFold(base[i:i+len(ending)], ending) && !continuesWord(base[i+len(ending):]) {
			return true
		}
	}
	return false
}

// continuesWord reports whether a text goes on with a letter or digit of a longer word.
func continuesWord(s string) bool {
	return s != "" && (s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z' || s[0] >= '0' && s[0] <= '9' || s[0] >= 0x80)
}

// Spans returns the private subtrees of an Org text, in order, none within another.
func (p Privacy) Spans(text string) []Span { return p.SpansOf(Parse(text)) }

// SpansOf is Spans of a text that was parsed.
func (p Privacy) SpansOf(d *Document) []Span {
	out := d.Private(p.Tags)
	for i := range d.Headlines {
		// What was archived has here the tags that it inherited where it was.
		if was, ok := d.Property(i, "ARCHIVE_ITAGS", false); ok && p.tagged(was) {
			out = append(out, d.Headlines[i].Span)
		}
	}
	return joined(out)
}

func (p Privacy) tagged(list string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(list, func(c rune) bool { return c == ':' || c == ' ' }),
		func(tag string) bool {
			return strings.EqualFold(tag, "crypt") ||
				slices.ContainsFunc(p.Tags, func(t string) bool { return strings.EqualFold(t, tag) })
		})
}

// joined sorts spans and drops those that lie in another.
func joined(spans []Span) []Span {
	slices.SortFunc(spans, func(a, b Span) int { return a.Start - b.Start })
	var out []Span
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}

// Parts is how many private subtrees a text has; one that is too large to be searched
// counts as having one, and so does one that is not text.
func (p Privacy) Parts(text string) int {
	if len(text) > MaxPrivate || strings.IndexByte(text, 0) >= 0 {
		return 1
	}
	return len(p.Spans(text))
}

// Strip is the text of a file without what is private in it, and how many subtrees were
// left out. Nothing is left of a private path, and of a text that is too large.
func (p Privacy) Strip(name, text string) (out string, left int) {
	switch {
	case p.Whole(name):
		return "", 1
	case !p.MayHold(name):
		return text, 0
	case len(text) > MaxPrivate:
		return "", 1
	}
	return p.StripOrg(text)
}

// StripOrg is Strip of an Org text, whatever it is called.
func (p Privacy) StripOrg(text string) (out string, left int) {
	spans := p.Spans(text)
	if len(spans) == 0 {
		return text, 0
	}
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.Start])
		at = s.End
	}
	b.WriteString(text[at:])
	return b.String(), len(spans)
}
