package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"pp/engine"
	"pp/sexp"
)

// maxParams is how many arguments a tool may have.
const maxParams = 100

// arguments are those of one tool: how they are told to a model, checked, and sent.
type arguments struct {
	params []engine.Param
	shown  json.RawMessage             // the schema that a model is told
	schema func() *jsonschema.Resolved // what is checked; gives nil where only the server can
}

// argumentsOf reads a tool's schema. Each property of the object becomes a parameter under a name of its own; one that
// would be taken for another, or for the explanation that pp asks for, is told under another name.
func argumentsOf(input json.RawMessage) (arguments, error) {
	var a arguments
	top, properties, required, err := parts(input)
	if err != nil {
		return a, err
	}
	told, mustHave := map[string]json.RawMessage{}, []string{"explanation"}
	taken := map[string]bool{"EXPLANATION": true}
	for _, wire := range slices.Sorted(maps.Keys(properties)) {
		name := wire
		for n := 2; taken[strings.ToUpper(name)]; n++ {
			name = wire + "_" + strconv.Itoa(n)
		}
		p := engine.Param{Name: strings.ToUpper(name), Kind: kindOf(properties[wire]),
			Required: slices.Contains(required, wire)}
		if strings.ToLower(p.Name) != wire {
			p.Wire = wire
		}
		taken[p.Name] = true
		told[name] = properties[wire]
		if p.Required {
			mustHave = append(mustHave, name)
		}
		a.params = append(a.params, p)
	}
	told["explanation"] = json.RawMessage(`{"type":"string"}`)
	top["properties"], _ = json.Marshal(told)
	top["required"], _ = json.Marshal(mustHave)
	top["type"] = json.RawMessage(`"object"`)
	delete(top, "$schema")
	a.shown, _ = json.Marshal(top)
	a.schema = sync.OnceValue(func() *jsonschema.Resolved { return checkable(input) })
	return a, nil
}

// parts are the keywords of a schema, and its properties and what of them is required.
func parts(input json.RawMessage) (top, properties map[string]json.RawMessage, required []string, err error) {
	if json.Unmarshal(input, &top) != nil || top == nil {
		return nil, nil, nil, errors.New("its schema is no object")
	}
	for _, part := range []struct {
		name string
		to   any
	}{{"properties", &properties}, {"required", &required}} {
		if raw, ok := top[part.name]; ok && json.Unmarshal(raw, part.to) != nil {
			return nil, nil, nil, fmt.Errorf("the %s of its schema cannot be read", part.name)
		}
	}
	if len(properties) > maxParams {
		err = fmt.Errorf("it takes %d arguments; at most %d are taken", len(properties), maxParams)
	}
	return top, properties, required, err
}

// kindOf is the kind of a property that has one, else JSON.
func kindOf(property json.RawMessage) engine.ParamKind {
	var p struct {
		Type  string `json:"type"`
		Items struct {
			Type string `json:"type"`
		} `json:"items"`
	}
	if json.Unmarshal(property, &p) != nil {
		return engine.ParamJSON
	}
	switch {
	case p.Type == "string":
		return engine.ParamText
	case p.Type == "integer":
		return engine.ParamInteger
	case p.Type == "boolean":
		return engine.ParamBool
	case p.Type == "array" && p.Items.Type == "string":
		return engine.ParamTexts
	}
	return engine.ParamJSON
}

// Bounds of how often the parts of a schema are looked at for one value, references followed.
const (
	maxSchemaWork  = 20_000
	maxSchemaDepth = 60 // of what stands in each other, references followed
)

// checkable is a schema that arguments can be checked against in bounded time; nil for any other, which the server
// checks alone.
func checkable(input json.RawMessage) *jsonschema.Resolved {
	var raw any
	var schema jsonschema.Schema
	if json.Unmarshal(input, &raw) != nil {
		return nil
	}
	w := work{root: raw, under: map[string]bool{}}
	if w.count(raw, 0); w.done > maxSchemaWork || json.Unmarshal(input, &schema) != nil {
		return nil
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return nil
	}
	return resolved
}

// work counts the parts of a schema as if every reference was written out.
type work struct {
	root  any
	under map[string]bool // references that are being followed
	done  int
}

func (w *work) count(part any, depth int) {
	if w.done++; depth > maxSchemaDepth {
		w.done = maxSchemaWork + 1
	}
	if w.done > maxSchemaWork {
		return
	}
	switch x := part.(type) {
	case []any:
		for _, item := range x {
			w.count(item, depth+1)
		}
	case map[string]any:
		for key, item := range x {
			to, isRef := item.(string)
			switch {
			case isRef && (key == "$ref" || key == "$dynamicRef"):
				w.follow(to, depth+1)
			case key == "$id", key == "$anchor", key == "$dynamicAnchor":
				w.done = maxSchemaWork + 1 // references could lead anywhere
			default:
				w.count(item, depth+1)
			}
		}
	}
}

// follow counts what a reference leads to. One that leads to itself has no end.
func (w *work) follow(to string, depth int) {
	path, local := strings.CutPrefix(to, "#")
	if !local || w.under[to] {
		w.done = maxSchemaWork + 1
		return
	}
	part := w.root
	for _, name := range strings.Split(strings.TrimPrefix(path, "/"), "/") {
		if name == "" {
			break
		}
		name = strings.ReplaceAll(strings.ReplaceAll(name, "~1", "/"), "~0", "~")
		object, ok := part.(map[string]any)
		if !ok {
			w.done = maxSchemaWork + 1
			return
		}
		part = object[name]
	}
	w.under[to] = true
	w.count(part, depth)
	delete(w.under, to)
}

// object is the arguments of a call as the server gets them.
func (a arguments) object(args sexp.Plist) (map[string]any, error) {
	out := make(map[string]any, args.Len())
	for name, v := range args.All() {
		i := slices.IndexFunc(a.params, func(p engine.Param) bool { return p.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("it has no argument :%s", engine.Clip(name, 40))
		}
		p := a.params[i]
		value, ok := wireValue(p, v)
		if !ok {
			return nil, fmt.Errorf(":%s is no %s", p.Name, p.Kind)
		}
		wire := p.Wire
		if wire == "" {
			wire = strings.ToLower(p.Name)
		}
		out[wire] = value
	}
	return out, nil
}

// wireValue is an argument as JSON.
func wireValue(p engine.Param, v sexp.Value) (any, bool) {
	switch p.Kind {
	case engine.ParamText, engine.ParamPath, engine.ParamURL:
		s, ok := v.(sexp.String)
		return string(s), ok
	case engine.ParamInteger:
		n, ok := v.(sexp.Int)
		return int64(n), ok
	case engine.ParamBool:
		return v == sexp.Value(sexp.T), v == sexp.Value(sexp.T) || sexp.IsNil(v)
	case engine.ParamTexts:
		return toAny(engine.Texts(v))
	case engine.ParamJSON:
		s, _ := v.(sexp.String)
		text, err := engine.CanonicalJSON(string(s))
		return json.RawMessage(text), err == nil
	}
	return nil, false
}

func toAny(list []string, ok bool) (any, bool) { return list, ok }

// check compares the arguments with the server's schema, where that can be done.
func (a arguments) check(args sexp.Plist) error {
	object, err := a.object(args)
	if err != nil {
		return err
	}
	schema := a.schema()
	if schema == nil {
		return nil
	}
	data, err := json.Marshal(object)
	if err != nil {
		return err
	}
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	if err := schema.Validate(value); err != nil {
		return fmt.Errorf("the arguments do not fit its schema: %s", engine.Clip(err.Error(), 600))
	}
	return nil
}
