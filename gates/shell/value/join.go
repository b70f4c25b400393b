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
	known := a.Known && b.Known && a.Text == b.Text && !a.Array && !b.Array && a.Unset == b.Unset &&
		a.Variable == b.Variable
	if !known {
		a, b = a.opaque(), b.opaque()
	}
	a, b = a.normal(), b.normal()
	maybe := union(a.Maybe, b.Maybe)
	return Value{
		Known:    known,
		Text:     a.Text,
		Unset:    a.Unset || b.Unset,
		Array:    a.Array || b.Array,
		Number:   a.Number && b.Number,
		Ident:    a.Ident && b.Ident,
		Solid:    a.Solid && b.Solid,
		Entry:    a.Entry && b.Entry,
		Prefix:   commonPrefix(a.Prefix, b.Prefix),
		Roots:    joinRoots(a.Roots, b.Roots),
		Maybe:    maybe[:min(len(maybe), maxMaybe)],
		Among:    a.Among && b.Among && len(maybe) <= maxMaybe,
		Cause:    cmp.Or(a.Cause, b.Cause),
		Written:  cmp.Or(a.Written, b.Written),
		Origin:   joinOrigin(a.Origin, b.Origin),
		Data:     joinData(a.Data, b.Data),
		Variable: joinVariable(a.Variable, b.Variable),
	}
}

// JoinAll is what is known of a text that is one of several, of which there is at least one.
func JoinAll(list []Value) Value {
	out := list[0]
	for _, v := range list[1:] {
		out = Join(out, v)
	}
	return out
}

// normal is the value in the one form that says the same: a number has letters and digits only, and no blanks.
func (v Value) normal() Value {
	v.Ident, v.Solid = v.Ident || v.Number, v.Solid || v.Number
	return v
}

// opaque forgets a known text but for what can be said of it.
func (v Value) opaque() Value {
	if !v.Known {
		return v
	}
	s := v.Text
	v = v.Forgotten().Suspect(s)
	v.Cause = cmp.Or(v.Cause, cause.OneOfManyValues.Bare())
	v.Number, v.Ident, v.Solid = IsNumber(s), IsNumber(s) || isIdent(s), !strings.ContainsAny(s, " \t\n")
	v.Entry, v.Prefix, v.Among = isEntry(s), s, true
	if s == "" {
		v.Number, v.Ident, v.Unset = true, true, true
	}
	v.Roots = []string{}
	for f := range strings.FieldsSeq(s) {
		root := path.Dir(f)
		if strings.Contains(f, "..") {
			root = "/"
		}
		v.Roots = joinRoots(v.Roots, []string{root})
		v = v.Named(path.Base(f))
	}
	if len(v.Roots) == 0 {
		v.Roots = []string{"."}
	}
	return v
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
		a.Selected && b.Selected, a.Bare || b.Bare, a.None && b.None, ends}
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

// joinVariable joins attributes: that subscripts are text has to be sure, the others count where they may be set.
func joinVariable(a, b Variable) Variable {
	return Variable{a.Integer || b.Integer, a.Assoc && b.Assoc, a.Readonly || b.Readonly,
		a.Exported || b.Exported}
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

// commonPrefix is what both texts begin with.
func commonPrefix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// CommonPrefix is what all texts begin with. There is at least one.
func CommonPrefix(texts []string) string {
	out := texts[0]
	for _, s := range texts {
		out = commonPrefix(out, s)
	}
	return out
}
