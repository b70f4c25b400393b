package shell

import (
	"cmp"
	"slices"
	"strings"
)

// maxSet is how many possible values of one variable are followed one by one.
const maxSet = 256

// taint says where an unknown or known text came from.
type taint uint8

const (
	fromNetwork taint = 1 << iota // downloaded
	fromDecoder                   // decoded, decrypted or otherwise transformed
	fromSecret                    // an environment dump or private files
	fromShell                     // output of a shell that takes its commands from a pipe
	endless                       // has no end, as /dev/zero
	fromSelf                      // names the running shell itself, as $0
)

// value is what is known of a text: of a variable, a word, a pipe. The zero value could be anything.
type value struct {
	set   []string // the possible texts when known; never empty then
	known bool
	unset bool // it may be an unset variable, which expands to ""
	// Of an opaque value:
	number  bool     // it consists of digits, with a sign perhaps
	solid   bool     // it has no blanks, so that it is one word at most
	ident   bool     // its words consist of letters and digits, as the names of commits do
	prefix  string   // it begins with this
	roots   []string // every word or line of it is a path below one of these
	why     string
	written string // the source text it comes from

	taint taint
	from  string // the program or path the taint is from
	file  string // it is the content of this file, by resolved path
	none  bool   // standard input that nothing was connected to
	// shape of the variable
	array    bool
	list     []value // elements of an array that is known
	integer  bool    // declare -i
	nameref  bool    // declare -n
	readonly bool    // nothing that is assigned to it has an effect
	funcs    []*function
	exported bool     // child processes get it
	selected bool     // of a path that is found: only some of what is there
	bare     bool     // the names stand without the directory they were asked for
	process  string   // numbers of the processes of this name
	names    []string // what the names were asked to look like
	taken    int      // of standard input: how many lines were read already, -1 when that is not known
}

func text(s string) value { return value{known: true, set: []string{s}} }

// anyOf makes a value of possible texts; it takes the slice over.
func anyOf(set []string) value {
	if len(set) == 0 {
		return unsetValue()
	}
	slices.Sort(set)
	set = slices.Compact(set)
	if len(set) <= maxSet {
		return value{known: true, set: set}
	}
	return widen(set)
}

func unsetValue() value { return value{known: true, unset: true, set: []string{""}} }

func opaque(why string) value { return value{why: why} }

func number(why string) value { return value{number: true, why: why} }

// plain reports whether the words of an opaque value can be no flags, and at most files in the directory.
func (v value) plain() bool { return v.number || v.ident }

// single returns the text of a value that has exactly one.
func (v value) single() (string, bool) {
	if v.known && len(v.set) == 1 && !v.array {
		return v.set[0], true
	}
	return "", false
}

// widen gives up on single values: what remains is what they have in common.
func widen(set []string) value {
	v := value{why: "one of many values", prefix: set[0], number: true, ident: true, solid: true}
	dir := strings.LastIndexByte(set[0], '/')
	for _, s := range set {
		for !strings.HasPrefix(s, v.prefix) {
			v.prefix = v.prefix[:len(v.prefix)-1]
		}
		v.number, v.ident = v.number && isNumber(s), v.ident && isIdent(s)
		v.solid = v.solid && !strings.ContainsAny(s, " \t\n")
		dir = min(dir, strings.LastIndexByte(s, '/'))
		if strings.Contains(s, "..") {
			dir = -2
		}
	}
	switch root := strings.LastIndexByte(v.prefix, '/'); {
	case dir == -2:
		v.roots = []string{"/"}
	case root >= 0:
		v.roots = []string{v.prefix[:root+1]}
	case !strings.HasPrefix(set[0], "/"):
		v.roots = []string{"."}
		for _, s := range set {
			if strings.HasPrefix(s, "/") {
				v.roots = []string{"/"}
			}
		}
	default:
		v.roots = []string{"/"}
	}
	return v
}

func isNumber(s string) bool {
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

// join is what is known of a variable that is one or the other.
func join(a, b value) value {
	out := a
	out.taint |= b.taint
	out.from = cmp.Or(out.from, b.from)
	out.unset = a.unset || b.unset
	out.integer, out.nameref, out.readonly = a.integer || b.integer, a.nameref || b.nameref, a.readonly || b.readonly
	out.funcs = joinFuncs(a.funcs, b.funcs)
	out.none = a.none && b.none
	if a.file != b.file {
		out.file = ""
	}
	switch {
	case a.array || b.array:
		return joinArrays(a, b, out)
	case a.known && b.known:
		if slices.Equal(a.set, b.set) {
			return out
		}
		w := anyOf(append(slices.Clone(a.set), b.set...))
		out.known, out.set, out.prefix, out.roots = w.known, w.set, w.prefix, w.roots
		out.number, out.ident, out.solid = w.number, w.ident, w.solid
		out.why = cmp.Or(out.why, w.why)
		return out
	}
	x, y := a, b
	if x.known {
		x = widen(x.set)
	}
	if y.known {
		y = widen(y.set)
	}
	out.known, out.set = false, nil
	out.solid = (x.solid || x.number) && (y.solid || y.number)
	out.number, out.ident = x.number && y.number, x.plain() && y.plain() && (x.ident || y.ident)
	out.prefix = commonPrefix(x.prefix, y.prefix)
	out.roots = nil
	if x.roots != nil && y.roots != nil {
		out.roots = joinRoots(x.roots, y.roots)
	}
	out.why = cmp.Or(out.why, b.why)
	out.written = cmp.Or(out.written, b.written)
	return out
}

// joinAll is what is known of a variable that is one of several, of which there is at least one.
func joinAll(list []value) value {
	out := list[0]
	for _, v := range list[1:] {
		out = join(out, v)
	}
	return out
}

// maxRoots bounds the directories that a value is known to be below.
const maxRoots = 16

// joinRoots is the directories of both, nil when they are too many to say.
func joinRoots(a, b []string) []string {
	out := slices.Clone(a)
	for _, r := range b {
		if !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	if len(out) > maxRoots {
		return nil
	}
	return out
}

func joinArrays(a, b, out value) value {
	same := a.array && b.array && a.known && b.known && len(a.list) == len(b.list)
	if !same {
		return value{array: true, why: "an array with more than one possible content", taint: out.taint, from: out.from,
			unset: out.unset, funcs: out.funcs, readonly: out.readonly}
	}
	out.list = make([]value, len(a.list))
	for i := range a.list {
		out.list[i] = join(a.list[i], b.list[i])
	}
	return out
}

func joinFuncs(a, b []*function) []*function {
	for _, f := range b {
		if !slices.Contains(a, f) {
			a = append(slices.Clone(a), f)
		}
	}
	return a
}

// commonPrefix is what all texts begin with. There is at least one.
func commonPrefix(texts ...string) string {
	out := texts[0]
	for _, s := range texts {
		n := 0
		for n < len(out) && n < len(s) && out[n] == s[n] {
			n++
		}
		out = out[:n]
	}
	return out
}

// same reports whether two values say the same, so that a loop has settled.
func same(a, b value) bool {
	if a.known != b.known || a.unset != b.unset || a.array != b.array || a.number != b.number || a.ident != b.ident ||
		a.solid != b.solid || a.prefix != b.prefix ||
		a.taint != b.taint || a.integer != b.integer || len(a.list) != len(b.list) || len(a.funcs) != len(b.funcs) {
		return false
	}
	for i := range a.list {
		if !same(a.list[i], b.list[i]) {
			return false
		}
	}
	return slices.Equal(a.set, b.set) && slices.Equal(a.roots, b.roots)
}

// settle is the value of a variable that a loop changes again and again.
func settle(before, after value) value {
	v := join(before, after)
	if v.array {
		return value{array: true, why: "an array that a loop changes", taint: v.taint, from: v.from, funcs: v.funcs,
			readonly: v.readonly}
	}
	if !v.known {
		// A further turn may change what the value begins with.
		v.prefix, v.roots = "", nil
		return v
	}
	num := true
	for _, s := range v.set {
		num = num && isNumber(s)
	}
	return value{number: num, why: "a variable that a loop changes", taint: v.taint, from: v.from, unset: v.unset,
		funcs: v.funcs, integer: v.integer, readonly: v.readonly}
}
