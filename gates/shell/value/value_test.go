package value_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/value"
)

// leaves are the fields of a value that are not structs, by their index.
func leaves(t reflect.Type, at []int) [][]int {
	var out [][]int
	for i := range t.NumField() {
		index := append(slices.Clone(at), i)
		if f := t.Field(i); f.Type.Kind() == reflect.Struct && f.Type != reflect.TypeFor[cause.Cause]() {
			out = append(out, leaves(f.Type, index)...)
		} else {
			out = append(out, index)
		}
	}
	return out
}

// fill gives a field a value that says something.
func fill(t *testing.T, f reflect.Value) {
	switch x := f.Addr().Interface().(type) {
	case *bool:
		*x = true
	case *cause.Cause:
		*x = cause.Flag.Bare()
	case *string:
		*x = "text"
	case *int:
		*x = 3
	case *[]string:
		*x = []string{"a", "b"}
	case *[]value.Value:
		*x = []value.Value{value.Number(cause.Cause{})}
	case *[]value.Source:
		*x = []value.Source{{Taint: value.Network, Name: "curl"}}
	case *effect.Ends:
		*x = effect.EndsOf(".go")
	case *value.Taint:
		*x = value.Secret
	case *value.Attribute:
		*x = value.On
	default:
		t.Fatalf("the test knows no value for a field of type %s", f.Type())
	}
}

// TestEveryFieldCounts fails for a field that equality ignores, or that a join loses or keeps of one side alone.
func TestEveryFieldCounts(t *testing.T) {
	typ := reflect.TypeFor[value.Value]()
	for _, index := range leaves(typ, nil) {
		var v value.Value
		fill(t, reflect.ValueOf(&v).Elem().FieldByIndex(index))
		name := typ.FieldByIndex(index).Name
		if v.Known && !v.Array { // which is known by its texts
			v.Set = []string{""}
		}
		v.Array = v.Array || v.List != nil
		if value.Equal(v, value.Value{}) || value.Equal(value.Value{}, v) {
			t.Errorf("%s: a value that has it equals one that has not", name)
		}
		if got := value.Join(v, v); !value.Equal(got, v) {
			t.Errorf("%s: %+v joined with itself is %+v", name, v, got)
		}
		left, right := value.Join(v, value.Value{}), value.Join(value.Value{}, v)
		if !value.Equal(left, right) {
			t.Errorf("%s: the order decides:\n%+v\n%+v", name, left, right)
		}
	}
}

// elements draws values of texts, without arrays.
func elements() *rapid.Generator[value.Value] {
	word := rapid.SampledFrom([]string{"", "a", "b", "-5", "12", "src/a.go", "src/b.go", ".env", "/etc/passwd", "a b",
		"../x", "x\ny"})
	names := rapid.SampledFrom([][]string{nil, {"a"}, {"b"}, {"a", "b"}, {".env", "a"}})
	attribute := rapid.SampledFrom([]value.Attribute{value.Off, value.On, value.Either})
	return rapid.Custom(func(t *rapid.T) value.Value {
		var v value.Value
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			v = value.AnyOf(rapid.SliceOfN(word, 1, 4).Draw(t, "set"))
		case 1: // on both sides of what is followed one by one
			first := rapid.IntRange(0, 3).Draw(t, "first") * 90
			var set []string
			for i := range rapid.IntRange(120, 200).Draw(t, "texts") {
				set = append(set, fmt.Sprint("dir", (first+i)%20, "/x", first+i))
			}
			v = value.AnyOf(set)
		case 2:
			v = value.Unset()
		default:
			v = value.Opaque(cause.Cause{})
			v.Number, v.Ident, v.Solid = rapid.Bool().
				Draw(t, "number"),
				rapid.Bool().
					Draw(t, "ident"),
				rapid.Bool().
					Draw(t, "solid")
			v.Prefix = word.Draw(t, "prefix")
			v.Unset = rapid.Bool().Draw(t, "unset")
			v.Roots = rapid.SampledFrom([][]string{nil, {"."}, {"/"}, {".", "src"}, {"a", "b", "c"}}).Draw(t, "roots")
		}
		for _, s := range rapid.SliceOfN(rapid.SampledFrom([]string{"curl", "/dev/zero", "$X"}), 0, 3).Draw(t, "sources") {
			v = v.With(value.Taint(1)<<rapid.IntRange(0, 5).Draw(t, "taint"), s)
		}
		v.Cause.Kind = rapid.SampledFrom([]cause.Kind{"", cause.Flag, cause.Sum}).Draw(t, "cause")
		v.Written = rapid.SampledFrom([]string{"", "$x", "$y"}).Draw(t, "written")
		v.Files, v.Names, v.Processes = names.Draw(t, "files"), names.Draw(t, "names"), names.Draw(t, "processes")
		v.Selected, v.Bare = rapid.Bool().Draw(t, "selected"), rapid.Bool().Draw(t, "bare")
		v.None, v.Rest = rapid.Bool().Draw(t, "none"), rapid.Bool().Draw(t, "rest")
		v.Variable = value.Variable{Integer: attribute.Draw(t, "integer"), Nameref: attribute.Draw(t, "nameref"),
			Assoc: attribute.Draw(
				t,
				"assoc",
			), Readonly: attribute.Draw(t, "readonly"), Exported: attribute.Draw(t, "exported")}
		return v
	})
}

// values draws values of texts and arrays.
func values() *rapid.Generator[value.Value] {
	return rapid.Custom(func(t *rapid.T) value.Value {
		v := elements().Draw(t, "value")
		switch rapid.IntRange(0, 4).Draw(t, "shape") {
		case 0:
			v.Content = value.OpaqueArray(v.Cause).Content
		case 1:
			v.Content = value.Array(rapid.SliceOfN(elements(), 0, 2).Draw(t, "list")).Content
		}
		return v
	})
}

func same(t *rapid.T, what string, a, b value.Value) {
	if !value.Equal(a, b) {
		t.Fatalf("%s:\n%+v\n%+v", what, a, b)
	}
}

// below reports whether all that a says holds of b too: b is what is known when it may be either.
func below(a, b value.Value) bool { return value.Equal(value.Join(a, b), b) }

func TestJoinIsALattice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := values().Draw(t, "a"), values().Draw(t, "b"), values().Draw(t, "c")
		ab := value.Join(a, b)
		same(t, "not idempotent", value.Join(a, a), a)
		same(t, "not commutative", ab, value.Join(b, a))
		same(t, "not associative", value.Join(ab, c), value.Join(a, value.Join(b, c)))
		if !below(a, ab) || !below(b, ab) {
			t.Fatalf("not above both: %+v", ab)
		}
		if !below(value.Join(a, c), value.Join(ab, c)) {
			t.Fatal("not monotone")
		}
		s := value.Settle(a, b)
		s.Else = ab.Collapse().Else // which a loop forgets: it is no bound on what a text may be
		if !below(a, s) || !below(b, s) {
			t.Fatalf("what a loop settles on is not above both: %+v", s)
		}
		if (ab.Taint & a.Taint) != a.Taint {
			t.Fatal("a taint is lost")
		}
	})
}

// TestSettleEnds finds that a loop comes to an end: settling again and again changes nothing any more.
func TestSettleEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := values().Draw(t, "before")
		for range 3 {
			next := rapid.SliceOfN(values(), 3, 3).Draw(t, "turns")
			for _, n := range next {
				v = value.Settle(v, n)
			}
			for _, n := range next {
				same(t, "not settled", value.Settle(v, n), v)
			}
		}
	})
}

// TestOpaqueHoldsForTexts compares what is said of many texts with each of them.
func TestOpaqueHoldsForTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := elements().Draw(t, "value")
		if !v.Known {
			t.Skip()
		}
		o := v.Collapse()
		for _, s := range v.Set {
			if !strings.HasPrefix(s, o.Prefix) || o.Number && !value.IsNumber(s) ||
				o.Solid && strings.ContainsAny(s, " \t\n") ||
				o.Entry && (strings.Trim(s, ".") == "" || strings.ContainsAny(s, "/ \t\n*") || s[0] == '-') {
				t.Fatalf("%+v does not hold for %q", o, s)
			}
		}
	})
}
