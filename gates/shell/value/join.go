package value

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"pp/engine/cause"
)

// Join is what is known of a text that is one or the other.
func Join(a, b Value) Value {
	if a.Array != b.Array || a.Array && (a.Known != b.Known || len(a.List) != len(b.List)) {
		a, b = a.opaqueArray(), b.opaqueArray()
	}
	content, names := joinContent(a, b)
	out := Value{
		content,
		joinOrigin(a.Origin, b.Origin),
		joinData(a.Data, b.Data),
		joinVariable(a.Variable, b.Variable),
	}
	out.Names = fewest(out.Names, names, maxNames)
	return out
}

// JoinAll is what is known of a text that is one of several, of which there is at least one.
func JoinAll(list []Value) Value {
	out := list[0]
	for _, v := range list[1:] {
		out = Join(out, v)
	}
	return out
}

// Settle is the value of a variable that a loop changes again and again: further turns may change all of its text.
func Settle(before, after Value) Value {
	v := Join(before, after)
	if v.Array {
		v = v.opaqueArray()
		v.Cause = leastCause(v.Cause, cause.LoopArray.Bare())
		return v
	}
	known := v.Known
	v = v.Collapse()
	v.Prefix, v.Roots, v.Else, v.Entry = "", nil, nil, false
	v.Ident, v.Solid = v.Ident && (v.Number || !known), v.Solid && (v.Number || !known)
	v.Cause = leastCause(v.Cause, cause.LoopVariable.Bare())
	return v
}

// Equal reports whether two values say the same, so that a loop has settled.
func Equal(a, b Value) bool {
	return equalContent(a.Content.normal(), b.Content.normal()) && a.Taint == b.Taint &&
		slices.Equal(a.Sources, b.Sources) && equalData(a.Data, b.Data) && a.Variable == b.Variable
}

func equalContent(a, b Content) bool {
	return a.Known == b.Known && slices.Equal(a.Set, b.Set) && a.Unset == b.Unset && a.Array == b.Array &&
		slices.EqualFunc(a.List, b.List, Equal) && a.Number == b.Number && a.Amount == b.Amount &&
		a.Ident == b.Ident && a.Solid == b.Solid && a.Entry == b.Entry && a.Prefix == b.Prefix &&
		(a.Roots == nil) == (b.Roots == nil) && slices.Equal(a.Roots, b.Roots) && slices.Equal(a.Else, b.Else) &&
		a.Cause == b.Cause && a.Written == b.Written
}

func equalData(a, b Data) bool {
	return slices.Equal(a.Files, b.Files) && slices.Equal(a.Names, b.Names) && slices.Equal(a.Processes, b.Processes) &&
		a.Ends == b.Ends && a.Selected == b.Selected && a.Bare == b.Bare && a.None == b.None && a.Rest == b.Rest
}

// normal is the content in the one form that says the same: a number has letters and digits only, and no blanks; and
// nothing more is said of a text, or an array, that is known.
func (c Content) normal() Content {
	if c.Known || c.Array {
		return Content{Known: c.Known, Set: c.Set, Unset: c.Unset, Array: c.Array, List: c.List, Cause: c.Cause,
			Written: c.Written}
	}
	c.Amount, c.Ident, c.Solid = c.Amount || c.Number, c.Ident || c.Number, c.Solid || c.Number
	return c
}

// joinContent joins what two texts, or two arrays of one length, can be, and gives the names of files that texts which
// were known stood for.
func joinContent(a, b Value) (Content, []string) {
	x, y := a.Content, b.Content
	var names []string
	switch {
	case x.Array:
	case x.Known && y.Known:
		if x.Set = union(x.Set, y.Set); len(x.Set) <= MaxSet {
			y.Set = x.Set
			break
		}
		fallthrough
	default:
		x, names = a.opaque(nil)
		y, names = b.opaque(names)
	}
	x, y = x.normal(), y.normal()
	return Content{
		x.Known,
		union(x.Set, y.Set),
		x.Unset || y.Unset,
		x.Array,
		joinLists(x.List, y.List),
		x.Number && y.Number,
		x.Amount && y.Amount,
		x.Ident && y.Ident,
		x.Solid && y.Solid,
		x.Entry && y.Entry,
		commonPrefix(x.Prefix, y.Prefix),
		joinRoots(x.Roots, y.Roots),
		fewest(x.Else, y.Else, maxElse),
		leastCause(x.Cause, y.Cause),
		least(x.Written, y.Written),
	}, names
}

// opaque is what the possible texts have in common, and the names, with those of files that the texts may stand for.
func (v Value) opaque(names []string) (Content, []string) {
	if !v.Known || v.Array {
		return v.Content, names
	}
	out := Content{Unset: v.Unset, Cause: v.Cause, Written: v.Written, Number: true, Amount: true, Ident: true,
		Solid: true, Entry: v.entry(true), Prefix: v.Set[0], Roots: []string{}}
	var bases []string
	for _, s := range v.Set {
		if s != "" && len(out.Else) < maxElse {
			out.Else = append(out.Else, s)
		}
		number := IsNumber(s)
		out.Amount = out.Amount && (number || s == "")
		out.Number, out.Ident = out.Number && number, out.Ident && (number || isIdent(s))
		out.Solid = out.Solid && !strings.ContainsAny(s, " \t\n")
		out.Prefix = commonPrefix(out.Prefix, s)
		if number || s == "" {
			out.Roots = joinRoots(out.Roots, []string{"."})
			continue
		}
		for f := range strings.FieldsSeq(s) {
			root := path.Dir(f)
			if strings.Contains(f, "..") {
				root = "/"
			}
			out.Roots = joinRoots(out.Roots, []string{root})
			bases = append(bases, path.Base(f))
		}
	}
	slices.Sort(bases)
	return out, fewest(names, slices.Compact(bases), maxNames)
}

// opaqueArray is an array of which no element is known, with where they come from and the names in them.
func (v Value) opaqueArray() Value {
	_, v.Names = v.opaque(v.Names)
	for _, e := range v.List {
		v.Origin = joinOrigin(v.Origin, e.Origin)
		_, names := e.opaque(e.Names)
		v.Names = fewest(v.Names, names, maxNames)
	}
	v.Content = Content{Array: true, Unset: v.Unset, Cause: v.Cause, Written: v.Written}
	return v
}

func joinLists(a, b []Value) []Value {
	if len(a) == 0 {
		return nil
	}
	out := make([]Value, len(a))
	for i := range a {
		out[i] = Join(a[i], b[i])
	}
	return out
}

func joinOrigin(a, b Origin) Origin {
	switch {
	case len(a.Sources) == 0:
		return Origin{a.Taint | b.Taint, b.Sources}
	case len(b.Sources) == 0, slices.Equal(a.Sources, b.Sources):
		return Origin{a.Taint | b.Taint, a.Sources}
	}
	list := slices.Concat(a.Sources, b.Sources)
	slices.SortFunc(list, compareSource)
	list = slices.Compact(list)
	return Origin{a.Taint | b.Taint, list[:min(len(list), maxSources)]}
}

func compareSource(a, b Source) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Taint, b.Taint))
}

func joinData(a, b Data) Data {
	ends := a.Ends | b.Ends
	if a.Ends == 0 || b.Ends == 0 {
		ends = 0
	}
	return Data{union(a.Files, b.Files), fewest(a.Names, b.Names, maxNames), joinProcesses(a.Processes, b.Processes),
		a.Selected && b.Selected, a.Bare || b.Bare, a.None && b.None, a.Rest || b.Rest, ends}
}

// joinProcesses is union, where nothing known is any process.
func joinProcesses(a, b []string) []string {
	if len(a) == 0 && len(b) == 0 {
		return nil
	}
	anything := []string{""}
	if len(a) == 0 {
		a = anything
	}
	if len(b) == 0 {
		b = anything
	}
	return union(a, b)
}

func joinVariable(a, b Variable) Variable {
	return Variable{a.Integer.Join(b.Integer), a.Nameref.Join(b.Nameref),
		a.Assoc.Join(b.Assoc), a.Readonly.Join(b.Readonly), a.Exported.Join(b.Exported)}
}

// joinRoots is the directories of both, nil when they are not known or too many to say.
func joinRoots(a, b []string) []string {
	if a == nil || b == nil {
		return nil
	}
	out := union(a, b)
	if len(out) > maxRoots {
		return nil
	}
	return out
}

// union is what is in one of two sorted lists.
func union(a, b []string) []string {
	if len(b) == 0 || slices.Equal(a, b) {
		return a
	}
	if len(a) == 0 {
		return b
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// fewest is union, cut off behind the first n.
func fewest(a, b []string, n int) []string {
	out := union(a, b)
	return out[:min(len(out), n)]
}

// least is the first of the texts in order that are not empty.
func least(a, b string) string {
	if a == "" || b != "" && b < a {
		return b
	}
	return a
}

// leastCause is the first of the causes in order that say something.
func leastCause(a, b cause.Cause) cause.Cause {
	if a.Kind == "" || b.Kind != "" && cause.Compare(b, a) < 0 {
		return b
	}
	return a
}

// commonPrefix is what both texts begin with.
func commonPrefix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}
