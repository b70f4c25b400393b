package setup

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"pp/cli/exit"
	"pp/cli/jsonschema"
	"pp/engine"
	"pp/engine/regular"
	"pp/engine/reply"
	"pp/providers"
)

// Bounds of answers that fit a schema.
const (
	maxSchema   = 256 << 10 // bytes of its file
	schemaTries = 3         // how often an answer that does not fit is sent back
)

// shaped is a provider whose answers fit a JSON schema: where a service has such a thing
// it is asked for, and every answer is checked. One that does not fit goes back with what
// is wrong. What is no answer, and what pp itself asks, is left alone.
type shaped struct {
	engine.Provider
	text   json.RawMessage
	schema *jsonschema.Schema
	decode providers.Decode
}

// shape wraps a provider as --schema asks for.
func (h *ProviderSet) shape(p engine.Provider, decode providers.Decode) (engine.Provider, error) {
	name := h.Settings.Options.Schema
	if name == "" {
		return p, nil
	}
	text, schema, err := readSchema(name)
	if err != nil {
		return nil, exit.DataError("give a file with a JSON schema, such as "+
			`{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`, "--schema %s: %w", name, err)
	}
	return shaped{p, text, schema, decode}, nil
}

// readSchema reads a schema, and gives it in few bytes too.
func readSchema(name string) (json.RawMessage, *jsonschema.Schema, error) {
	data, err := regular.Read(context.Background(), name, maxSchema)
	if err != nil {
		return nil, nil, err
	}
	var text bytes.Buffer
	schema, err := jsonschema.Parse(data)
	if err = cmp.Or(err, json.Compact(&text, data)); err != nil {
		return nil, nil, fmt.Errorf("it is no schema: %w", err)
	}
	return text.Bytes(), schema, nil
}

// Complete implements engine.Provider.
func (s shaped) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	if p.Tier != engine.TierAny { // it is pp's own question
		return s.Provider.Complete(ctx, p)
	}
	p.Schema, p.Stream = s.text, nil // only what fits is shown
	p.System += "\n\nYour answer, when you need no call any more, is JSON alone that fits this JSON schema:\n" +
		string(s.text)
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
			got.Text, got.Native = answer, true // no JSON in it acts
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

// fits gives the JSON of an answer that is nothing else, but for reasoning and a fence, or
// says why it does not fit.
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
	return text, s.schema.Check(value)
}
