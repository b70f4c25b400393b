// Package value is what the walk of a command knows of a text: of a variable, a word, a pipe.
//
// Values form a lattice: Join is the least that holds for a text that is one or the other. It is commutative,
// associative and idempotent, so that the order in which a script's branches stand decides nothing. Every part of a
// Value is joined by a function that names each of its fields; a test fills them one by one.
//
// The package must never look at files, at the table of programs, or at the shell's state.
package value

import (
	"cmp"
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
)

// Bounds on what is followed; what goes beyond is not known.
const (
	MaxSet     = 256 // possible texts of one value
	maxRoots   = 16  // directories that a text is known to be below
	maxNames   = 256 // names that were searched for
	maxElse    = 4   // texts that are kept of what is not known
	maxSources = 64  // places that a text comes from
)

// Value is what is known of a text. The zero value could be anything. Values are not changed once they are shared.
type Value struct {
	Content
	Origin
	Data
	Variable
}

// Content is what a text, or an array of texts, can be.
type Content struct {
	Known bool     // Set, or for an array List, is all there is
	Set   []string // the possible texts when known, sorted; never empty then, unless it is an array
	Unset bool     // it may be an unset variable, which expands to ""
	Array bool
	List  []Value // the elements of an array that is known

	// Of an opaque text:
	Number bool     // it consists of digits, with a sign perhaps
	Amount bool     // the same, or it is empty
	Ident  bool     // its words consist of letters and digits, as the names of commits do
	Solid  bool     // it has no blanks, so that it is one word at most
	Entry  bool     // it is the name of one entry of a directory, no flag, and neither "." nor ".."
	Prefix string   // it begins with this
	Roots  []string // every word or line of it is a path below one of these; nil when that is not known
	Else   []string // some of the texts that it may be, sorted: others stand in the source

	Cause   cause.Cause // what it is
	Written string      // the source text it comes from
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
	Rest      bool        // of standard input: some of its lines may have been read already
	Ends      effect.Ends // of each of its lines, when that is known
}

// Attribute is whether a variable has an attribute.
type Attribute uint8

// What may be known of an attribute.
const (
	Off    Attribute = iota
	On               // it surely has it
	Either           // it may have it
)

// May reports whether the variable may have the attribute.
func (a Attribute) May() bool { return a != Off }

// Join is what is known of an attribute that is one or the other.
func (a Attribute) Join(b Attribute) Attribute {
	if a == b {
		return a
	}
	return Either
}

// Variable is what bash knows of a variable besides its text.
type Variable struct {
	Integer  Attribute // declare -i: bash calculates what is assigned
	Nameref  Attribute // declare -n: the text is the name of another variable
	Assoc    Attribute // declare -A: subscripts are text, and not calculated
	Readonly Attribute // what is assigned to it has no effect
	Exported Attribute // child processes get it
}

// Size returns how many bytes the texts of a value have.
func (v Value) Size() (n int) {
	for _, s := range v.Set {
		n += len(s)
	}
	return n
}

// Text is one known text.
func Text(s string) Value { return Value{Content: Content{Known: true, Set: []string{s}}} }

// AnyOf makes a value of possible texts; it takes the slice over. Without any, it is an unset variable.
func AnyOf(set []string) Value {
	if len(set) == 0 {
		return Unset()
	}
	slices.Sort(set)
	v := Value{Content: Content{Known: true, Set: slices.Compact(set)}}
	if len(v.Set) > MaxSet {
		return v.Collapse()
	}
	return v
}

// Unset is a variable that is not set.
func Unset() Value { return Value{Content: Content{Known: true, Unset: true, Set: []string{""}}} }

// Opaque is a text that could be anything.
func Opaque(c cause.Cause) Value { return Value{Content: Content{Cause: c}} }

// Number is a number that is not known.
func Number(c cause.Cause) Value { return Value{Content: Content{Number: true, Cause: c}} }

// Array is an array of known length; it takes the slice over.
func Array(list []Value) Value { return Value{Content: Content{Known: true, Array: true, List: list}} }

// OpaqueArray is an array of which no element is known.
func OpaqueArray(c cause.Cause) Value { return Value{Content: Content{Array: true, Cause: c}} }

// NoInput is standard input that nothing was connected to.
func NoInput() Value {
	return Value{Content: Content{Cause: cause.StandardInput.Bare()}, Data: Data{None: true}}
}

// Single returns the text of a value that has exactly one.
func (v Value) Single() (string, bool) {
	if v.Known && len(v.Set) == 1 && !v.Array {
		return v.Set[0], true
	}
	return "", false
}

// Plain reports whether the words of an opaque value can be no flags, and at most files in the directory.
func (v Value) Plain() bool { return v.Number || v.Ident }

// Forgotten is the value without its texts: what remains is where it comes from and what the names in it look like.
func (v Value) Forgotten() Value {
	v.Known, v.Set, v.Else = false, nil, nil
	return v
}

// Collapse makes the value of a text opaque, keeping what all its texts have in common.
func (v Value) Collapse() Value {
	if v.Known && !v.Array {
		v.Content, v.Names = v.opaque(v.Names)
		v.Cause = cmp.Or(v.Cause, cause.OneOfManyValues.Bare())
	}
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
