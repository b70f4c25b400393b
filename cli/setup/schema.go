package setup

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"pp/cli/exit"
	"pp/engine"
	"pp/engine/reply"
	"pp/engine/store"
	"pp/providers"

	"github.com/google/jsonschema-go/jsonschema"
)

// Bounds of answers that fit a schema.
const (
	maxSchema   = 256 << 10 // bytes of its file
	schemaTries = 3         // how often an answer that does not fit is sent back
)

// shaped is a provider whose answers fit a JSON schema. It sends an answer that does not fit back with the error.
type shaped struct {
	engine.Provider
	text   json.RawMessage
	schema *jsonschema.Resolved
	decode providers.Decode
}

// shape wraps a provider as --schema asks for.
func (h *ProviderSet) shape(p engine.Provider, decode providers.Decode) (engine.Provider, error) {
	name := h.Settings.Options.Schema
	if name == "" {
		return p, nil
	}
	text, schema, err := readSchema(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, exit.UsageError("check the name; pp looks in the current directory", "--schema %s: no such file", name)
	}
	if err != nil {
		return nil, exit.DataError("give a file with a JSON schema, such as "+
			`{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`, "--schema %s: %w", name, err)
	}
	return shaped{p, text, schema, decode}, nil
}

// readSchema reads a schema. One that could be checked without end is an error.
func readSchema(name string) (json.RawMessage, *jsonschema.Resolved, error) {
	data, err := store.Read(context.Background(), name, maxSchema)
	if err != nil {
		return nil, nil, err
	}
	var raw any
	var schema jsonschema.Schema
	var text bytes.Buffer
	err = cmp.Or(json.Unmarshal(data, &raw), json.Compact(&text, data))
	if _, object := raw.(map[string]any); err == nil && !object {
		err = errors.New("it is no JSON object")
	}
	if err == nil {
		err = cmp.Or(checkParts(raw, raw, true), json.Unmarshal(data, &schema))
	}
	if err != nil {
		return nil, nil, fmt.Errorf("it is no schema: %w", err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return nil, nil, fmt.Errorf("it is no schema: %w", err)
	}
	return text.Bytes(), resolved, nil
}

// asking is a prompt that also asks for the schema.
func (s shaped) asking(p engine.Prompt) engine.Prompt {
	p.Schema, p.Stream = s.text, nil // only what fits is shown
	p.System += "\n\nYour answer, when you need no call any more, is JSON alone that fits this JSON schema:\n" +
		string(s.text)
	return p
}

// Complete implements engine.Provider.
func (s shaped) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	if p.Tier != engine.TierAny { // it is pp's own question
		return s.Provider.Complete(ctx, p)
	}
	p = s.asking(p)
	var spent engine.Reply
	for tries := 0; ; tries++ {
		got, err := s.Provider.Complete(ctx, p)
		got.Usage, got.Cost = got.Usage.Add(spent.Usage), got.Cost+spent.Cost
		got.Priced = got.Priced && (tries == 0 || spent.Priced)
		got.Failed = append(spent.Failed, got.Failed...)
		if err != nil || len(got.Calls) > 0 {
			return got, err
		}
		answer, wrong := s.fits(got.Text)
		if wrong == nil {
			got.Text, got.Answer = answer, true // no JSON in it acts
			return got, nil
		}
		if acts, err := s.decode(got); err != nil || len(acts) > 0 {
			return got, nil
		}
		if tries == schemaTries {
			return engine.Reply{}, exit.New(exit.Failed, "ask a model that knows schemas, or make the schema simpler",
				fmt.Errorf("no answer fits the schema, after %d corrections: %w", schemaTries, wrong))
		}
		spent = got
		p.Turns = append(p.Turns[:len(p.Turns):len(p.Turns)],
			engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent, Text: got.Text},
			engine.Turn{Role: engine.RoleUser, Origin: engine.OriginAgent,
				Text: "This answer does not fit the schema: " + engine.Clip(wrong.Error(), 1000) + ". Give the JSON alone."})
	}
}

// fits returns the JSON of an answer, without reasoning and a fence, or the reason that it does not fit.
func (s shaped) fits(text string) (string, error) {
	text, _ = reply.Answer(text)
	text = strings.TrimSpace(text)
	if inner, fenced := strings.CutPrefix(text, "```"); fenced {
		if tag, rest, lines := strings.Cut(inner, "\n"); lines && len(tag) < 10 {
			text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "```"))
		}
	}
	d := json.NewDecoder(strings.NewReader(text))
	var value any
	if err := d.Decode(&value); err != nil {
		return "", fmt.Errorf("it is no JSON: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return "", errors.New("something follows the JSON")
	}
	return text, s.schema.Validate(value)
}

// within are the parts of a schema that are checked against the same value as it.
var within = [...]string{"$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas",
	"dependencies"}

// maxChecks is how many parts of a schema may be checked for one and the same value, references written out.
const maxChecks = 10_000

// bounded returns an error if a part of a schema refers to itself for the same value, has too many parts for it, or
// refers to a missing part.
func bounded(root, part any, left *int) error {
	schema, ok := part.(map[string]any)
	if !ok {
		return nil
	}
	if *left--; *left < 0 {
		return errors.New("a part of it refers to itself, or is too large for one value")
	}
	for _, key := range within {
		var below []any
		switch x := schema[key].(type) {
		case string: // a reference
			to, err := at(root, x)
			if err != nil {
				return err
			}
			below = []any{to}
		case []any:
			below = x
		case map[string]any:
			if below = []any{x}; strings.HasPrefix(key, "depend") {
				below = slices.Collect(maps.Values(x))
			}
		}
		for _, p := range below {
			if err := bounded(root, p, left); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkParts checks each object in a part of the schema top. It only knows references by a path.
func checkParts(root, part any, top bool) error {
	var err error
	switch x := part.(type) {
	case []any:
		for i := 0; err == nil && i < len(x); i++ {
			err = checkParts(root, x[i], false)
		}
	case map[string]any:
		for _, key := range [...]string{"$dynamicRef", "$recursiveRef", "$anchor", "$dynamicAnchor", "$id"} {
			if _, is := x[key].(string); is && !(top && key == "$id") {
				return fmt.Errorf("%s is not known here; write \"$ref\": \"#/$defs/NAME\"", key)
			}
		}
		left := maxChecks
		err = bounded(root, x, &left)
		for _, p := range x {
			if err == nil {
				err = checkParts(root, p, false)
			}
		}
	}
	return err
}

// at is the part of a schema that a reference names by its path.
func at(root any, ref string) (any, error) {
	path, ok := strings.CutPrefix(ref, "#")
	if !ok || path != "" && path[0] != '/' {
		return nil, fmt.Errorf("%q is no path in it, such as #/$defs/NAME", engine.Clip(ref, 80))
	}
	part := root
	for _, name := range strings.Split(path, "/")[1:] {
		name = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
		object, _ := part.(map[string]any)
		if part, ok = object[name]; !ok {
			return nil, fmt.Errorf("there is no %q in it", engine.Clip(ref, 80))
		}
	}
	return part, nil
}
