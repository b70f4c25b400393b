package enginetest

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
)

// Table reads a file of test data: one value a line, with columns separated by tabs. The columns are the fields of a
// struct in order; a list or map in the last field takes the remaining columns. A column in quotes is a Go string. A
// line that begins with "# " is a comment. An error in the file panics.
func Table[T any](name string) (list []T) {
	for _, columns := range rows(name) {
		var v T
		set(reflect.ValueOf(&v).Elem(), columns)
		list = append(list, v)
	}
	return list
}

// Map is Table for values by their first column.
func Map[T any](name string) map[string]T {
	values := map[string]T{}
	for _, columns := range rows(name) {
		var v T
		set(reflect.ValueOf(&v).Elem(), columns[1:])
		if _, twice := values[columns[0]]; twice {
			panic(name + ": " + columns[0] + " stands there twice")
		}
		values[columns[0]] = v
	}
	return values
}

// rows reads the columns of each line.
func rows(name string) (list [][]string) {
	data, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(data)) {
		if line == "\n" || strings.HasPrefix(line, "# ") {
			continue
		}
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for i, c := range columns {
			if strings.HasPrefix(c, `"`) {
				if columns[i], err = strconv.Unquote(c); err != nil {
					panic(fmt.Sprintf("%s: %s: %v", name, c, err))
				}
			}
		}
		list = append(list, columns)
	}
	return list
}

// set sets a value from its columns.
func set(v reflect.Value, columns []string) {
	switch {
	case v.Kind() == reflect.Struct:
		for i := range min(v.NumField(), len(columns)) {
			f := v.Field(i)
			f = reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem() // sets unexported fields, too
			set(f, columns[i:])
		}
	case v.Kind() == reflect.Slice:
		for _, c := range columns {
			item := reflect.New(v.Type().Elem()).Elem()
			set(item, []string{c})
			v.Set(reflect.Append(v, item))
		}
	case v.Kind() == reflect.Map && len(columns) > 0:
		v.Set(reflect.MakeMap(v.Type()))
		for i := 0; i+1 < len(columns); i += 2 {
			v.SetMapIndex(reflect.ValueOf(columns[i]), reflect.ValueOf(columns[i+1]))
		}
	case len(columns) > 0 && columns[0] != "":
		scalar(v, columns[0])
	}
}

// scalar sets a value from text: an enumeration from the text of its String method.
func scalar(v reflect.Value, text string) {
	for n := uint64(0); v.CanUint() && n < 64; n++ {
		if v.SetUint(n); fmt.Sprint(v.Interface()) == text {
			return
		}
	}
	var err error
	switch {
	case v.Kind() == reflect.String:
		v.SetString(text)
	case v.Kind() == reflect.Bool:
		v.SetBool(text == "true")
	case v.CanInt():
		var n int64
		n, err = strconv.ParseInt(text, 0, 64)
		v.SetInt(n)
	default:
		err = fmt.Errorf("a %v is not read from text", v.Type())
	}
	if err != nil {
		panic(err)
	}
}
