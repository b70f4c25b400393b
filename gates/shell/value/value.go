// Package value is what the walk of a command knows of a text: of a variable, a word, a pipe.
//
// A text is known, where one literal of the script gives it, or it is opaque. Of an opaque text a value says no more
// than where it comes from, what it looks like, and which literals it may be: these can only make a verdict worse.
// Join is what holds for a text that is one or the other; the order of the two decides nothing.
//
// The package must never look at files, at the table of programs, or at the shell's state.
package value

import (
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
)

// Bounds on what is kept of a text; what goes beyond is not known.
const (
	maxText    = 64 << 10 // bytes of a known text
	maxRoots   = 16       // directories that a text is known to be below
	maxNames   = 256      // names that were searched for
	maxMaybe   = 8        // literals that an opaque text may be
	maxSources = 64       // places that a text comes from
)

// Value is what is known of a text. The zero value could be anything. Values are not changed once they are shared.
type Value struct {
	Known bool   // Text is all there is
	Text  string // "" when it is not known
	Unset bool   // it may be an unset variable, which expands to "", or an opaque text that is empty
	Array bool   // it is an array, of which no element is known

	// Of an opaque text:
	Number bool     // it consists of digits, with a sign perhaps; with Unset, it may be empty
	Ident  bool     // its words consist of letters and digits, as the names of commits do
	Solid  bool     // it has no blanks, so that it is one word at most
	Entry  bool     // it is the name of one entry of a directory, no flag, and neither "." nor ".."
	Prefix string   // it begins with this
	Roots  []string // every word or line of it is a path below one of these; nil when that is not known
	Maybe  []string // some of the literals that it may be, sorted
	Among  bool     // it is one of them, or with Unset empty, and nothing else

	Cause   cause.Cause // what it is
	Written string      // the source text it comes from

	Origin
	Data
	Variable
}

// Taint says in which way a text is not to be trusted, or not to be shown.
type Taint uint8

// The kinds of taint.
const (
	Network Taint = 1 << iota // downloaded
	Decoder                   // decoded, decrypted or otherwise transformed
	Secret                    // an environment dump or private files
	Shell                     // output of a shell that takes its commands from a pipe
	Endless                   // has no end, as /dev/zero
	Self                      // names the running shell itself, as $0
	Remote                    // printed by a program that connects or accepts connections
)

// Source is a program or path that text comes from, with the taint it brings.
type Source struct {
	Taint Taint
	Name  string
}

// Origin is where a text comes from.
type Origin struct {
	Taint   Taint
	Sources []Source // sorted
}

// Data is what is known of text as a list of names, or as input.
type Data struct {
	Files     []string    // it is the content of one of these files, by resolved path
	Names     []string    // what the names in it were asked to look like
	Processes []string    // it is the number of a process of one of these names; "" is any
	Selected  bool        // of a path that is found: only some of what is there
	Bare      bool        // the names stand without the directory they were asked for
	None      bool        // standard input that nothing was connected to
	Ends      effect.Ends // of each of its lines, when that is known
}

// Variable is what bash knows of a variable besides its text.
type Variable struct {
	Integer  bool // declare -i: bash calculates what is assigned
	Assoc    bool // declare -A: subscripts are text, and not calculated
	Readonly bool // what is assigned to it may have no effect
	Exported bool // child processes get it
}

// Text is a known text.
func Text(s string) Value { return Value{Known: true, Text: s} }

// OneOf is a text that is one of several, of which there is at least one.
func OneOf(texts ...string) Value {
	out := Text(texts[0])
	for _, s := range texts[1:] {
		out = Join(out, Text(s))
	}
	return out
}

// Unset is a variable that is not set.
func Unset() Value { return Value{Known: true, Unset: true} }

// Opaque is a text that could be anything.
func Opaque(c cause.Cause) Value { return Value{Cause: c} }

// Number is a number that is not known.
func Number(c cause.Cause) Value { return Value{Number: true, Cause: c} }

// Array is an array, of which no element is known.
func Array(c cause.Cause) Value { return Value{Array: true, Cause: c} }

// NoInput is standard input that nothing was connected to.
func NoInput() Value {
	return Value{Cause: cause.StandardInput.Bare(), Data: Data{None: true}}
}

// Single returns the text of a value that is known.
func (v Value) Single() (string, bool) { return v.Text, v.Known }

// Plain reports whether the words of an opaque value can be no flags, and at most files in the directory.
func (v Value) Plain() bool { return v.Number || v.Ident }

// Texts are the known text, or the literals that an opaque text may be.
func (v Value) Texts() []string {
	if v.Known {
		return []string{v.Text}
	}
	return v.Maybe
}

// Suspect adds literals that an opaque text may be.
func (v Value) Suspect(texts ...string) Value {
	texts = slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return s == "" || len(s) > maxText })
	slices.Sort(texts)
	v.Maybe = fewest(v.Maybe, slices.Compact(texts), maxMaybe)
	return v
}

// Forgotten is the value without its text: what remains is where it comes from and what the names in it look like.
func (v Value) Forgotten() Value {
	v.Known, v.Text, v.Maybe, v.Among = false, "", nil, false
	return v
}

// With marks a value as coming from somewhere.
func (v Value) With(t Taint, name string) Value {
	return v.Of(Origin{t, []Source{{t, name}}})
}

// Of adds where data comes from to a value.
func (v Value) Of(o Origin) Value {
	v.Origin = v.And(o)
	return v
}

// Named is the value with what else the names in it were asked to look like.
func (v Value) Named(names ...string) Value {
	names = slices.Clone(names)
	slices.Sort(names)
	v.Names = fewest(v.Names, slices.Compact(names), maxNames)
	return v
}

// And is both origins.
func (o Origin) And(b Origin) Origin { return joinOrigin(o, b) }

// Bounded is the origin of a part of the data, which has an end.
func (o Origin) Bounded() Origin { return o.Without(Endless) }

// Without is the origin without kinds of taint.
func (o Origin) Without(t Taint) Origin {
	if o.Taint&t == 0 {
		return o
	}
	out := Origin{Taint: o.Taint &^ t}
	for _, s := range o.Sources {
		s.Taint &^= t
		out.Sources = append(out.Sources, s)
	}
	slices.SortFunc(out.Sources, compareSource)
	out.Sources = slices.Compact(out.Sources)
	return out
}

// From is a source with one of the kinds of taint, or any for none; "" when there is none.
func (o Origin) From(t Taint) string {
	for _, s := range o.Sources {
		if t == 0 || s.Taint&t != 0 {
			return s.Name
		}
	}
	return ""
}

// Comes reports whether a source has a name that begins with one of the prefixes.
func (o Origin) Comes(prefixes ...string) bool {
	for _, s := range o.Sources {
		if slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s.Name, p) }) {
			return true
		}
	}
	return len(o.Sources) == maxSources // further ones are not listed
}

// IsNumber reports whether a text is a number, as bash writes them.
func IsNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return s != "" && len(s) <= 18 && strings.Trim(s, "0123456789") == ""
}

// isIdent reports whether a text is letters and digits, so that whatever takes it apart finds nothing else in it.
func isIdent(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i] | 0x20; (c < 'a' || c > 'z') && (s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return s != ""
}
