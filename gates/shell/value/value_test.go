package value_test

import (
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
	case *[]value.Source:
		*x = []value.Source{{Taint: value.Network, Name: "curl"}}
	case *effect.Ends:
		*x = effect.EndsOf(".go")
	case *value.Taint:
		*x = value.Secret
	default:
		t.Fatalf("the test knows no value for a field of type %s", f.Type())
	}
}

// TestEveryFieldCounts fails for a field that a join loses, or keeps of one side alone.
func TestEveryFieldCounts(t *testing.T) {
	typ := reflect.TypeFor[value.Value]()
	for _, index := range leaves(typ, nil) {
		var v value.Value
		fill(t, reflect.ValueOf(&v).Elem().FieldByIndex(index))
		name := typ.FieldByIndex(index).Name
		v.Known = v.Known || name == "Text"
		if got := value.Join(v, v); reflect.ValueOf(got).FieldByIndex(index).IsZero() {
			t.Errorf("%s: %+v joined with itself is %+v", name, v, got)
		}
		left, right := value.Join(v, value.Value{}), value.Join(value.Value{}, v)
		if !reflect.DeepEqual(left, right) {
			t.Errorf("%s: the order decides:\n%+v\n%+v", name, left, right)
		}
	}
}

// values draws values of texts, without arrays.
func values() *rapid.Generator[value.Value] {
	word := rapid.SampledFrom([]string{"", "a", "b", "-5", "12", "src/a.go", "src/b.go", ".env", "/etc/passwd", "a b",
		"../x", "x\ny"})
	names := rapid.SampledFrom([][]string{nil, {"a"}, {"b"}, {"a", "b"}, {".env", "a"}})
	return rapid.Custom(func(t *rapid.T) value.Value {
		var v value.Value
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			v = value.Text(word.Draw(t, "text"))
		case 1:
			v = value.OneOf(rapid.SliceOfN(word, 1, 12).Draw(t, "texts")...)
		case 2:
			v = value.Unset()
		default:
			v = value.Opaque(cause.Cause{})
			v.Number = rapid.Bool().Draw(t, "number")
			v.Ident = v.Number || rapid.Bool().Draw(t, "ident")
			v.Solid = v.Number || rapid.Bool().Draw(t, "solid")
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
		v.None = rapid.Bool().Draw(t, "none")
		v.Variable = value.Variable{Integer: rapid.Bool().Draw(t, "integer"),
			Assoc: rapid.Bool().Draw(t, "assoc"), Readonly: rapid.Bool().Draw(t, "readonly"),
			Exported: rapid.Bool().Draw(t, "exported")}
		return v
	})
}

func same(t *rapid.T, what string, a, b value.Value) {
	if !reflect.DeepEqual(a, b) {
		t.Fatalf("%s:\n%+v\n%+v", what, a, b)
	}
}

func TestJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := values().Draw(t, "a"), values().Draw(t, "b")
		ab := value.Join(a, b)
		same(t, "not idempotent", value.Join(a, a), value.Join(value.Join(a, a), a))
		if (ab.Taint & a.Taint) != a.Taint {
			t.Fatal("a taint is lost")
		}
	})
}

// TestOpaqueHoldsForTexts compares what is said of one of two texts with each of them.
func TestOpaqueHoldsForTexts(t *testing.T) {
	word := rapid.SampledFrom([]string{"", "a", "b", "-5", "12", "src/a.go", "src/b.go", ".env", "/etc/passwd", "a b",
		"../x"})
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(word, 2, 3).Draw(t, "texts")
		o := value.OneOf(list...)
		if o.Known {
			t.Skip()
		}
		for _, s := range list {
			if !strings.HasPrefix(s, o.Prefix) || o.Number && !value.IsNumber(s) && !(o.Unset && s == "") ||
				o.Solid && strings.ContainsAny(s, " \t\n") {
				t.Fatalf("%+v does not hold for %q", o, s)
			}
		}
	})
}
