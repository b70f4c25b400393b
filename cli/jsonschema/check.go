package jsonschema

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxSteps bounds how many schemas are tried against parts of one value.
const maxSteps = 1_000_000

// Check tells why a value, as encoding/json gives it, does not fit; nil when it does. A value for which
// too many schemas would have to be tried does not fit.
func (s *Schema) Check(value any) error {
	r := run{Schema: s}
	err := r.check(s.root, value, &evaluated{})
	if r.steps > maxSteps {
		return errors.New("it takes too long to check")
	}
	return err
}

// run is one check of a value.
type run struct {
	*Schema
	at    []string // the path of the part that is looked at
	steps int
}

// evaluated are the properties of an object, or the numbers of the items of an array, that were looked at.
type evaluated map[string]bool

// check checks a value against one schema. What it evaluated counts only where it fits.
func (r *run) check(schema, v any, by *evaluated) error {
	if r.steps++; r.steps > maxSteps {
		return errors.New("it takes too long")
	}
	s, ok := schema.(map[string]any)
	if !ok && schema == false {
		return r.wrong("must not be there")
	}
	own := evaluated{}
	err := cmp.Or(r.plain(s, v), r.combined(s, v, &own))
	switch x := v.(type) {
	case string:
		if pattern, is := s["pattern"].(string); is && !r.patterns[pattern].MatchString(x) {
			err = cmp.Or(err, r.wrong("does not match the pattern %s", pattern))
		}
		err = cmp.Or(err, r.bounds(s, "Length", utf8.RuneCountInString(x)))
	case float64:
		err = cmp.Or(err, r.number(s, x))
	case []any:
		err = cmp.Or(err, r.array(s, x, &own))
	case map[string]any:
		err = cmp.Or(err, r.object(s, x, &own))
	}
	if err == nil {
		maps.Copy(*by, own)
	}
	return err
}

// below checks a property or an item.
func (r *run) below(schema any, name string, v any, by *evaluated) error {
	r.at = append(r.at, name)
	err := r.check(schema, v, &evaluated{})
	r.at = r.at[:len(r.at)-1]
	if err == nil {
		(*by)[name] = true
	}
	return err
}

// wrong says what is wrong with the part that is looked at.
func (r *run) wrong(format string, args ...any) error {
	return fmt.Errorf("/%s %s", strings.Join(r.at, "/"), fmt.Sprintf(format, args...))
}

// plain checks what asks for no kind of value.
func (r *run) plain(s map[string]any, v any) error {
	if kinds, is := s["type"]; is {
		list, several := kinds.([]any)
		if !several {
			list = []any{kinds}
		}
		kind := kindOf(v)
		if !slices.Contains(list, any(kind)) && (kind != "integer" || !slices.Contains(list, any("number"))) {
			return r.wrong("is of the type %s, not %s", kind, strings.Trim(fmt.Sprint(list), "[]"))
		}
	}
	values, is := s["enum"].([]any)
	if only, one := s["const"]; one {
		if !reflect.DeepEqual(only, v) {
			values, is = []any{only}, true
		}
	}
	if is && !slices.ContainsFunc(values, func(one any) bool { return reflect.DeepEqual(one, v) }) {
		allowed, _ := json.Marshal(values)
		return r.wrong("is none of the values that are allowed: %.400s", allowed)
	}
	return nil
}

func (r *run) number(s map[string]any, x float64) error {
	for key, fits := range map[string]func(limit float64) bool{
		"minimum":          func(limit float64) bool { return x >= limit },
		"maximum":          func(limit float64) bool { return x <= limit },
		"exclusiveMinimum": func(limit float64) bool { return x > limit },
		"exclusiveMaximum": func(limit float64) bool { return x < limit },
		"multipleOf":       func(limit float64) bool { return x/limit == math.Trunc(x/limit) },
	} {
		if limit, is := s[key].(float64); is && !fits(limit) {
			return r.wrong("is %v, against %s %v", x, key, limit)
		}
	}
	return nil
}

// bounds checks a count against the keywords that begin with min and max.
func (r *run) bounds(s map[string]any, of string, n int) error {
	if least, is := s["min"+of].(float64); is && float64(n) < least {
		return r.wrong("has %d, against min%s %v", n, of, least)
	}
	if most, is := s["max"+of].(float64); is && float64(n) > most {
		return r.wrong("has %d, against max%s %v", n, of, most)
	}
	return nil
}

func (r *run) array(s map[string]any, array []any, by *evaluated) error {
	if err := r.bounds(s, "Items", len(array)); err != nil {
		return err
	}
	if s["uniqueItems"] == true && r.twice(array) {
		return r.wrong("has an item twice")
	}
	first, _ := s["prefixItems"].([]any)
	rest, more := s["items"]
	if list, is := rest.([]any); is {
		first = list
		rest, more = s["additionalItems"]
	}
	contained, contains := s["contains"]
	fit := 0
	for i, one := range array {
		at := strconv.Itoa(i)
		var err error
		if i < len(first) {
			err = r.below(first[i], at, one, by)
		} else if more {
			err = r.below(rest, at, one, by)
		}
		if err != nil {
			return err
		}
		if contains && r.below(contained, at, one, by) == nil {
			fit++
		}
		if other, is := s["unevaluatedItems"]; is && !(*by)[at] {
			if err := r.below(other, at, one, by); err != nil {
				return err
			}
		}
	}
	if _, given := s["minContains"]; contains && !given && fit == 0 {
		return r.wrong("has no item that fits contains")
	} else if contains {
		return r.bounds(s, "Contains", fit)
	}
	return nil
}

// twice reports whether two items are the same; comparisons are steps.
func (r *run) twice(array []any) bool {
	for i, one := range array {
		if r.steps += i; r.steps > maxSteps {
			return true
		}
		if slices.ContainsFunc(array[:i], func(other any) bool { return reflect.DeepEqual(one, other) }) {
			return true
		}
	}
	return false
}

func (r *run) object(s, object map[string]any, by *evaluated) error {
	err := cmp.Or(r.bounds(s, "Properties", len(object)), r.required(s["required"], object), r.dependent(s, object, by))
	if err != nil {
		return err
	}
	named, _ := s["properties"].(map[string]any)
	byPattern, _ := s["patternProperties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		var schemas []any
		if one, is := named[name]; is {
			schemas = append(schemas, one)
		}
		for pattern, one := range byPattern {
			if r.patterns[pattern].MatchString(name) {
				schemas = append(schemas, one)
			}
		}
		if one, is := s["additionalProperties"]; is && len(schemas) == 0 {
			schemas = append(schemas, one)
		}
		if one, is := s["unevaluatedProperties"]; is && len(schemas) == 0 && !(*by)[name] {
			schemas = append(schemas, one)
		}
		for _, one := range schemas {
			if err := r.below(one, name, object[name], by); err != nil {
				return err
			}
		}
		if one, is := s["propertyNames"]; is {
			if err := r.check(one, name, &evaluated{}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *run) required(names any, object map[string]any) error {
	list, _ := texts(names)
	for _, name := range list {
		if _, is := object[name]; !is {
			return r.wrong("lacks %q", name)
		}
	}
	return nil
}

// dependent checks what an object must be, or have, when it has a property.
func (r *run) dependent(s, object map[string]any, by *evaluated) error {
	for _, key := range [...]string{"dependentRequired", "dependentSchemas", "dependencies"} {
		needs, _ := s[key].(map[string]any)
		for name, need := range needs {
			if _, is := object[name]; !is {
				continue
			}
			if _, names := need.([]any); !names {
				if err := r.check(need, object, by); err != nil {
					return err
				}
			} else if err := r.required(need, object); err != nil {
				return err
			}
		}
	}
	return nil
}

// combined checks the schemas in a schema that are for the same value.
func (r *run) combined(s map[string]any, v any, by *evaluated) error {
	if ref, is := s["$ref"].(string); is {
		if err := r.check(r.refs[ref], v, by); err != nil {
			return err
		}
	}
	for _, key := range [...]string{"allOf", "anyOf", "oneOf"} {
		list, is := s[key].([]any)
		fit := 0
		var wrong error
		for _, one := range list { // all, for what they evaluate
			if err := r.check(one, v, by); err == nil {
				fit++
			} else {
				wrong = err
			}
		}
		switch {
		case key == "allOf" && wrong != nil:
			return wrong
		case is && key != "allOf" && fit == 0:
			return r.wrong("fits none of %s; of the last: %v", key, wrong)
		case key == "oneOf" && fit > 1:
			return r.wrong("fits %d of oneOf", fit)
		}
	}
	if not, is := s["not"]; is && r.check(not, v, &evaluated{}) == nil {
		return r.wrong("fits what it must not")
	}
	if test, is := s["if"]; is {
		way := "then"
		if r.check(test, v, by) != nil {
			way = "else"
		}
		if then, is := s[way]; is {
			return r.check(then, v, by)
		}
	}
	return nil
}

// kindOf is the type of a value, as schemas name it.
func kindOf(v any) string {
	switch x := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case float64:
		if x == math.Trunc(x) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	}
	return "object"
}
