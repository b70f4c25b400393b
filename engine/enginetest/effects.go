package enginetest

import (
	"fmt"
	"reflect"

	"pp/engine/effect"
)

// EachEffect gives for every list of effect.Effects, by its name, effects with one thing in that list
// alone. All texts of it are other than empty, and so is each number and flag.
func EachEffect() map[string]effect.Effects {
	out := map[string]effect.Effects{}
	lists := reflect.TypeFor[effect.Effects]()
	for i := range lists.NumField() {
		var e effect.Effects
		list := reflect.ValueOf(&e).Elem().Field(i)
		one := reflect.New(list.Type().Elem()).Elem()
		fill(one, lists.Field(i).Name)
		list.Set(reflect.Append(list, one))
		out[lists.Field(i).Name] = e
	}
	return out
}

// fill gives a value and all that is in it something.
func fill(v reflect.Value, name string) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), v.Type().Field(i).Name)
		}
	case reflect.String:
		v.SetString("/some-" + name)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		v.SetUint(1)
	case reflect.Slice:
		one := reflect.New(v.Type().Elem()).Elem()
		fill(one, name)
		v.Set(reflect.Append(v, one))
	default:
		panic(fmt.Sprintf("enginetest: %s is a %s", name, v.Kind()))
	}
}
