// Package jsonschema tells whether a JSON value fits a JSON schema of draft 7 or 2020-12: all that
// they assert, with references by a path in the schema. Formats and other annotations assert nothing.
//
// It is here because a library fills its tables at every start of pp, which hardly ever needs one.
package jsonschema

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Schema is a schema that was read. It is immutable, and safe for concurrent use.
type Schema struct {
	root     map[string]any
	refs     map[string]any
	patterns map[string]*regexp.Regexp
	same     map[uintptr][]any // the schemas in each schema that are for the same value
}

// Parse reads a schema. One that refers to itself for one and the same value, so that it could be
// checked without end, or to what is not in it, is an error.
func Parse(data []byte) (*Schema, error) {
	var raw any
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, err
	}
	root, ok := raw.(map[string]any)
	if !ok {
		return nil, errors.New("it is no JSON object")
	}
	s := &Schema{root, map[string]any{}, map[string]*regexp.Regexp{}, map[uintptr][]any{}}
	if err := s.read(raw); err != nil {
		return nil, err
	}
	done := map[uintptr]bool{}
	for _, parts := range s.same {
		if err := s.loops(parts, done); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// loops finds a schema that leads to itself without going down in the value. done is false for what is under way.
func (s *Schema) loops(parts []any, done map[uintptr]bool) error {
	for _, part := range parts {
		id, ok := identity(part)
		if ended, seen := done[id]; !ok || ended {
			continue
		} else if seen {
			return errors.New("a part of it refers to itself")
		}
		done[id] = false
		if err := s.loops(s.same[id], done); err != nil {
			return err
		}
		done[id] = true
	}
	return nil
}

// identity tells the objects of a document apart.
func identity(raw any) (uintptr, bool) {
	object, ok := raw.(map[string]any)
	return reflect.ValueOf(object).Pointer(), ok
}

// read sees to it that a schema is one, and all in it.
func (s *Schema) read(raw any) error {
	object, ok := raw.(map[string]any)
	if _, is := raw.(bool); is {
		return nil
	} else if !ok {
		return fmt.Errorf("%s is no schema", kindOf(raw))
	}
	id, _ := identity(raw)
	if _, seen := s.same[id]; seen {
		return nil
	}
	s.same[id] = []any{}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		parts, err := s.keyword(key, object[key])
		for _, part := range parts {
			if err == nil {
				err = s.read(part)
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		switch key {
		case "$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies":
			s.same[id] = append(s.same[id], parts...)
		}
	}
	return nil
}

// keyword sees to it that what stands behind a keyword is what should, and gives the schemas in it.
func (s *Schema) keyword(key string, raw any) (parts []any, err error) {
	ok := true
	switch key {
	case "$ref":
		return s.reference(raw)
	case "$dynamicRef", "$recursiveRef", "$anchor", "$dynamicAnchor":
		return nil, errors.New(`it is not known here; write "$ref": "#/$defs/NAME"`)
	case "not", "if", "then", "else", "contains", "propertyNames", "additionalProperties", "additionalItems",
		"unevaluatedProperties", "unevaluatedItems":
		return []any{raw}, nil
	case "items":
		if parts, ok = raw.([]any); !ok {
			return []any{raw}, nil
		}
	case "allOf", "anyOf", "oneOf", "prefixItems":
		parts, ok = raw.([]any)
	case "$defs", "definitions", "properties", "patternProperties", "dependentSchemas", "dependencies",
		"dependentRequired":
		return s.named(key, raw)
	case "type":
		kinds, several := raw.([]any)
		if !several {
			kinds = []any{raw}
		}
		known := []any{"null", "boolean", "object", "array", "number", "integer", "string"}
		ok = !slices.ContainsFunc(kinds, func(kind any) bool { return !slices.Contains(known, kind) })
	case "enum":
		_, ok = raw.([]any)
	case "required":
		_, ok = texts(raw)
	case "pattern":
		var text string
		if text, ok = raw.(string); ok {
			return nil, s.pattern(text)
		}
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		_, ok = raw.(float64)
	case "multipleOf":
		limit, _ := raw.(float64)
		ok = limit > 0
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains":
		limit, is := raw.(float64)
		ok = is && limit >= 0 && kindOf(limit) == "integer"
	}
	if !ok {
		text, _ := json.Marshal(raw)
		err = fmt.Errorf("%.80s must not stand there", text)
	}
	return parts, err
}

// named are the schemas behind the names of an object, but for names that depend on a name.
func (s *Schema) named(key string, raw any) (parts []any, err error) {
	object, ok := raw.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s is no object", kindOf(raw))
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		_, names := texts(object[name])
		switch {
		case key == "dependentRequired" && !names:
			return nil, fmt.Errorf("%.80q: it is no array of names", name)
		case key == "dependencies" && names, names && key == "dependentRequired":
			continue
		case key == "patternProperties":
			err = s.pattern(name)
		}
		if parts = append(parts, object[name]); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

func (s *Schema) pattern(text string) (err error) {
	s.patterns[text], err = regexp.Compile(text)
	return err
}

// reference finds the schema that a path names.
func (s *Schema) reference(raw any) ([]any, error) {
	ref, _ := raw.(string)
	path, ok := strings.CutPrefix(ref, "#")
	if !ok || path != "" && path[0] != '/' {
		return nil, fmt.Errorf("%.80q is no path in it, such as #/$defs/NAME", ref)
	}
	part := any(s.root)
	for _, name := range strings.Split(path, "/")[1:] {
		name = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
		object, _ := part.(map[string]any)
		if part, ok = object[name]; !ok {
			return nil, fmt.Errorf("there is no %.80q in it", ref)
		}
	}
	s.refs[ref] = part
	return []any{part}, nil
}

// texts are the strings of an array, if they are all such.
func texts(raw any) ([]string, bool) {
	array, ok := raw.([]any)
	var out []string
	for _, one := range array {
		text, is := one.(string)
		out, ok = append(out, text), ok && is
	}
	return out, ok
}
