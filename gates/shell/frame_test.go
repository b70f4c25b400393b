package shell

import (
	"reflect"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/gates/shell/value"
)

// TestEveryPartIsJoined fails for a part of the state that a branch changes and a join forgets.
func TestEveryPartIsJoined(t *testing.T) {
	known := func() *value.Value { return new(value.Text("changed")) }
	spans := map[string]effect.Span{"x": {Start: 1, End: 2}}
	one := map[string]value.Value{"x": *known()}
	changes := map[string]any{
		"vars": one, "trapped": one, "funcs": map[string]functions{"x": {list: []*function{{}}}},
		"aliases": map[string][]string{"x": {"y"}}, "traps": spans, "locals": map[local]bool{{1, "x"}: true},
		"dirs": &[]string{"/x"}, "args": &arguments{}, "zero": known(), "stdin": known(), "failed": &[]string{"/x"},
		"options": &options{may: noglob, must: noglob}, "pushed": new(true), "view": newOverlay(nil),
	}
	typ := reflect.TypeFor[frame]()
	for i := range typ.NumField() {
		name := typ.Field(i).Name
		if name == "parent" {
			continue
		}
		change, ok := changes[name]
		if !ok {
			t.Errorf("%s: the test has no change for this part", name)
			continue
		}
		for _, skipped := range []bool{false, true} {
			a := newWalker(nil, nil, &engine.Facts{Dir: "/"}, "", nil)
			before := *a.state
			layer := &frame{}
			setField(layer, i, change)
			if name == "view" {
				layer.view.write("/x", value.Text("y"))
			}
			mergeLayers(a, skipped, layer)
			joined := !reflect.DeepEqual(before, *a.state)
			switch name {
			case "view":
				_, joined = a.view.file("/x")
			case "stdin":
				joined = a.stdin.Known || a.stdin.Names != nil
			}
			if !joined {
				t.Errorf("%s: a join forgets it, skipped %v", name, skipped)
			}
		}
	}
}

// setField sets a field of a layer, which has no exported ones.
func setField(f *frame, i int, v any) {
	field := reflect.ValueOf(f).Elem().Field(i)
	reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem().Set(reflect.ValueOf(v))
}
