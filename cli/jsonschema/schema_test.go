package jsonschema

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	google "github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"
)

// What fits and what does not, by each keyword.
func TestCheck(t *testing.T) {
	for _, c := range []struct{ schema, fits, not string }{
		{`{"type":["integer","null"]}`, `3 3.0 null -1e3`, `3.5 "3" {} [] true`},
		{`{"type":"number"}`, `3 3.5`, `"3"`},
		{`{"enum":["a",1,{"b":[null]}]}`, `"a" 1 1.0 {"b":[null]}`, `"b" 2 {"b":[]}`},
		{`{"const":{"a":1}}`, `{"a":1}`, `{"a":2} {}`},
		{`{"minimum":1,"exclusiveMaximum":3,"multipleOf":0.5}`, `1 2.5 "x"`, `0.5 3 1.2`},
		{`{"maximum":1,"exclusiveMinimum":0}`, `1`, `0 2`},
		{`{"minLength":2,"maxLength":3,"pattern":"^ä"}`, `"äö" "äöü" 1`, `"ä" "äöüß" "ab"`},
		{`{"minItems":1,"maxItems":2,"uniqueItems":true}`, `[1] [1,"1"] {}`, `[] [1,2,3] [{"a":1},{"a":1.0}]`},
		{`{"prefixItems":[{"type":"string"}],"items":false}`, `[] ["a"]`, `[1] ["a",1]`},
		{`{"items":[{"type":"string"}],"additionalItems":{"type":"null"}}`, `["a",null] ["a"]`, `["a",1] [1]`},
		{`{"contains":{"type":"null"},"maxContains":1}`, `[null,1] {}`, `[1] [null,null]`},
		{`{"contains":true,"minContains":0}`, `[] [1]`, ``},
		{`{"properties":{"a":{"type":"null"}},"patternProperties":{"^b":true},"additionalProperties":false,"required":["a"]}`,
			`{"a":null} {"a":null,"bb":1} 1`, `{"b":1} {"a":1} {"a":null,"c":1}`},
		{`{"minProperties":1,"maxProperties":1,"propertyNames":{"maxLength":1}}`, `{"a":1}`, `{} {"a":1,"b":1} {"aa":1}`},
		{`{"dependentRequired":{"a":["b"]},"dependentSchemas":{"c":{"required":["d"]}}}`, `{"a":1,"b":1} {"c":1,"d":1} {}`,
			`{"a":1} {"c":1}`},
		{`{"dependencies":{"a":["b"],"c":{"required":["d"]}}}`, `{"a":1,"b":1} {}`, `{"a":1} {"c":1}`},
		{`{"allOf":[{"minimum":1},{"maximum":2}]}`, `1 2`, `0 3`},
		{`{"anyOf":[{"type":"null"},{"minimum":1}]}`, `null 1`, `0`},
		{`{"oneOf":[{"minimum":1},{"maximum":2}]}`, `0 3`, `1 2`},
		{`{"not":{"type":"string"}}`, `1`, `"a"`},
		{`{"if":{"minimum":10},"then":{"multipleOf":10},"else":{"maximum":5}}`, `5 20`, `6 11`},
		{`{"$ref":"#/$defs/a~1b","$defs":{"a/b":{"type":"array","items":{"$ref":"#"}}}}`, `[] [[]]`, `1 [1]`},
		{`{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}`, `{"a":1}`, `{"b":1}`},
		{`{"anyOf":[{"required":["a"],"properties":{"a":true}},{"properties":{"b":true}}],"unevaluatedProperties":false}`,
			`{"a":1,"b":1} {"b":1}`, `{"c":1}`},
		{`{"prefixItems":[true],"contains":{"type":"null"},"unevaluatedItems":false}`, `[1,null]`, `[null,1]`},
		{`{"properties":{"$anchor":{"type":"null"}},"format":"email","title":1}`, `{"$anchor":null}`, `{"$anchor":1}`},
	} {
		s, err := Parse([]byte(c.schema))
		if err != nil {
			t.Errorf("%s: %v", c.schema, err)
			continue
		}
		for i, values := range []string{c.fits, c.not} {
			for d := json.NewDecoder(strings.NewReader(values)); d.More(); {
				var v any
				if err := d.Decode(&v); err != nil {
					t.Fatal(err)
				}
				if err := s.Check(v); (err == nil) != (i == 0) {
					t.Errorf("%s, %v: %v", c.schema, v, err)
				}
			}
		}
	}
}

// A person's model is told where a value is wrong.
func TestCheckSaysWhere(t *testing.T) {
	s, err := Parse([]byte(`{"properties":{"a%s":{"items":{"type":["string","null"]}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	err = s.Check(map[string]any{"a%s": []any{"x", 1.5}})
	if want := "/a%s/1 is of the type number, not string null"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestSchemasThatAreNone(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"text"}`: "type", `{"enum":1}`: "enum", `{"minimum":"1"}`: "minimum", `{"multipleOf":0}`: "multipleOf",
		`{"maxItems":-1}`: "maxItems", `{"required":[1]}`: "required", `{"allOf":{}}`: "allOf", `{"not":1}`: "not",
		`{"properties":[]}`: "properties", `{"patternProperties":{"(":true}}`: "patternProperties",
		`{"$ref":1}`:                     "is no path",
		`{"dependentRequired":{"a":{}}}`: "dependentRequired", `{"dependencies":{"a":1}}`: "integer is no schema",
		`1`: "no JSON object",
		`{"$defs":{"a":{"items":[{"pattern":"("}]}}}`: "pattern", `{"if":true,"then":{"$ref":"#"}}`: "refers to itself",
	} {
		if _, err := Parse([]byte(schema)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", schema, err)
		}
	}
}

// Neither nested alternatives nor many items make a check that does not end.
func TestCheckEnds(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		to := fmt.Sprintf(`{"$ref":"#/$defs/%d"}`, i+1)
		fmt.Fprintf(&b, `"%d":{"anyOf":[%s,%s]},`, i, to, to)
	}
	s, err := Parse([]byte(`{"$ref":"#/$defs/0","$defs":{` + b.String() + `"60":false}}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check(1.0); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Error(err)
	}
	many := make([]any, 20_000)
	for i := range many {
		many[i] = float64(i)
	}
	if s, err = Parse([]byte(`{"uniqueItems":true}`)); err != nil {
		t.Fatal(err)
	}
	if err := s.Check(many); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Error(err)
	}
}

// anySchema draws schemas whose keywords meet in small values.
func anySchema(t *rapid.T, depth int) any {
	schema := func(name string) any { return anySchema(t, depth-1) }
	list := func(name string) any {
		out := []any{}
		for range rapid.IntRange(1, 3).Draw(t, name) {
			out = append(out, schema(name))
		}
		return out
	}
	named := func(name string) any {
		out := map[string]any{}
		for range rapid.IntRange(1, 2).Draw(t, name) {
			out[rapid.SampledFrom([]string{"a", "b", "ab"}).Draw(t, name)] = schema(name)
		}
		return out
	}
	count := func(name string) any { return float64(rapid.IntRange(0, 3).Draw(t, name)) }
	names := func(name string) any { return []any{rapid.SampledFrom([]string{"a", "b"}).Draw(t, name)} }
	all := map[string]func(string) any{"minimum": count, "maximum": count, "exclusiveMinimum": count,
		"exclusiveMaximum": count, "minLength": count, "maxLength": count, "minItems": count, "maxItems": count,
		"minProperties": count, "maxProperties": count, "required": names,
		"pattern": func(name string) any { return rapid.SampledFrom([]string{"a", "^b$"}).Draw(t, name) },
		"type": func(name string) any {
			return rapid.SampledFrom([]any{"object", "array", "integer", "number", "string", "null", "boolean",
				[]any{"object", "null", "string"}, []any{"array", "integer"}}).Draw(t, name)
		},
		"const":       func(string) any { return anyValue(t, 1) },
		"enum":        func(string) any { return []any{anyValue(t, 1), anyValue(t, 1)} },
		"uniqueItems": func(string) any { return true }, "multipleOf": func(string) any { return 2.0 }}
	if depth > 0 {
		maps.Copy(all, map[string]func(string) any{"allOf": list, "anyOf": list, "oneOf": list, "prefixItems": list,
			"not": schema, "if": schema, "then": schema, "else": schema, "items": schema, "contains": schema,
			"propertyNames": schema, "additionalProperties": schema, "unevaluatedProperties": schema,
			"unevaluatedItems": schema, "properties": named, "patternProperties": named, "dependentSchemas": named,
			"dependentRequired": func(name string) any { return map[string]any{"a": names(name)} },
			"maxContains":       count, "minContains": count,
			"$ref": func(string) any { return "#/$defs/z" }})
	}
	keys := slices.Sorted(maps.Keys(all))
	out := map[string]any{}
	for range rapid.IntRange(0, 3).Draw(t, "keywords") {
		key := rapid.SampledFrom(keys).Draw(t, "key")
		out[key] = all[key](key)
	}
	return out
}

func anyValue(t *rapid.T, depth int) any {
	kind := rapid.IntRange(0, 7).Draw(t, "kind")
	switch {
	case kind == 0:
		return nil
	case kind == 1:
		return rapid.Bool().Draw(t, "bool")
	case kind == 2 || depth == 0 && kind > 3:
		return float64(rapid.IntRange(-1, 8).Draw(t, "half")) / 2
	case kind == 3:
		return rapid.SampledFrom([]string{"", "a", "b", "ab", "äöü"}).Draw(t, "text")
	case kind < 6:
		out := []any{}
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			out = append(out, anyValue(t, depth-1))
		}
		return out
	}
	out := map[string]any{}
	for _, name := range []string{"a", "b", "ab", "c"} {
		if rapid.Bool().Draw(t, "has") {
			out[name] = anyValue(t, depth-1)
		}
	}
	return out
}

// Another implementation says the same.
func TestCheckLikeAnother(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		document, _ := anySchema(t, 3).(map[string]any)
		document["$defs"] = map[string]any{"z": anySchema(t, 0)}
		text, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var theirs google.Schema
		if err := json.Unmarshal(text, &theirs); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		resolved, err := theirs.Resolve(nil)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for range 5 {
			v := anyValue(t, 3)
			if a, b := ours.Check(v), resolved.Validate(v); (a == nil) != (b == nil) {
				t.Fatalf("%s of %v: %v, the other says %v", text, v, a, b)
			}
		}
	})
}
