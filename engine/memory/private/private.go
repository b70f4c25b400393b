// Package private says what of a person's files no model is shown: whole paths, and the
// subtrees of Org files that carry certain tags. Gates, tools, the index and whatever
// else reads files for a model ask it, so that all leave out the same.
//
// It must never touch the file system, and must never take for public what it cannot
// read: who asks hands it the text.
//
// Start reading at [Rules].
package private

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/engine/memory/org"
)

// MaxText is the size in bytes of the largest text that is searched for private
// subtrees. Of a larger file that may hold some nothing is shown.
const MaxText = 32 << 20

// Rules are what is private. Org subtrees that are to be encrypted (tag crypt) are so
// whatever the rules say, also for the zero value. Rules are not changed once they are
// made, and safe for concurrent use.
type Rules struct {
	// Tags make the subtree of a headline private, with what is below it; of a file
	// (#+FILETAGS) all of it. Their case does not count.
	Tags []string
	// Paths are absolute and resolved; each is private with what is below it. One with * ? or
	// [ in it stands for what path.Match finds too.
	Paths []string
}

// Whole reports whether an absolute and resolved path is private, or below one that is.
func (r Rules) Whole(name string) bool {
	return slices.ContainsFunc(r.Paths, func(p string) bool {
		return effect.Within(name, p) || strings.ContainsAny(p, "*?[") && below(name, p)
	})
}

// below reports whether a path, or a directory that it is in, is one that a pattern finds.
func below(name, pattern string) bool {
	for ; name != "/" && name != "."; name = path.Dir(name) {
		if ok, err := path.Match(pattern, name); ok && err == nil {
			return true
		}
	}
	return false
}

// Keys tell whether two rules take the same parts of texts for private, and the same paths: then
// these are the same. No path can be read from them.
func (r Rules) Keys() (parts, paths string) {
	tags := slices.Clone(r.Tags)
	for i := range tags {
		tags[i] = strings.ToLower(tags[i])
	}
	slices.Sort(tags)
	if len(r.Paths) > 0 {
		sum := sha256.Sum256([]byte(strings.Join(r.Paths, "\x00")))
		paths = hex.EncodeToString(sum[:8])
	}
	return strings.Join(slices.Compact(tags), " "), paths
}

// MayHold reports whether a file of that name can have private subtrees: an Org file, its
// archive, or what an editor keeps beside it, such as notes.org~ and #notes.org#.
func (Rules) MayHold(name string) bool {
	const ending = ".org"
	base := path.Base(name)
	for i := 0; i+len(ending) <= len(base); i++ {
		if base[i] == '.' && strings.EqualFold(base[i:i+len(ending)], ending) && !letter(base[i+len(ending):]) {
			return true
		}
	}
	return false
}

// letter reports whether a text goes on with a letter or digit of a longer word.
func letter(s string) bool {
	return s != "" && (s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z' || s[0] >= '0' && s[0] <= '9' || s[0] >= 0x80)
}

// Spans are the private subtrees of an Org text, in order, none within another.
func (r Rules) Spans(text string) []org.Span {
	d := org.Parse(text)
	out := d.Private(r.Tags)
	for i := range d.Headlines {
		// What was archived has here the tags that it inherited where it was.
		if was, ok := d.Property(i, "ARCHIVE_ITAGS", false); ok && r.tagged(was) {
			out = append(out, d.Headlines[i].Span)
		}
	}
	return joined(out)
}

func (r Rules) tagged(list string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(list, func(c rune) bool { return c == ':' || c == ' ' }),
		func(tag string) bool {
			return strings.EqualFold(tag, "crypt") ||
				slices.ContainsFunc(r.Tags, func(t string) bool { return strings.EqualFold(t, tag) })
		})
}

// joined sorts spans and drops those that lie in another.
func joined(spans []org.Span) []org.Span {
	slices.SortFunc(spans, func(a, b org.Span) int { return a.Start - b.Start })
	var out []org.Span
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
func (r Rules) Parts(text string) int {
	if len(text) > MaxText || strings.IndexByte(text, 0) >= 0 {
		return 1
	}
	return len(r.Spans(text))
}

// Strip is the text of a file without what is private in it, and how many subtrees were
// left out. Nothing is left of a private path, and of a text that is too large.
func (r Rules) Strip(name, text string) (out string, left int) {
	switch {
	case r.Whole(name):
		return "", 1
	case !r.MayHold(name):
		return text, 0
	case len(text) > MaxText:
		return "", 1
	}
	return r.StripOrg(text)
}

// StripOrg is Strip of an Org text, whatever it is called.
func (r Rules) StripOrg(text string) (out string, left int) {
	spans := r.Spans(text)
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
