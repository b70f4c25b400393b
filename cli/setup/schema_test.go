package setup

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"pp/cli/exit"
	"pp/engine"
)

const listSchema = `{"type":"object","properties":{"names":{"type":"array","items":{"type":"string"}},` +
	`"count":{"type":"integer"}},"required":["names"],"additionalProperties":false}`

// replying gives replies in order, and keeps what it was asked.
type replying struct {
	replies []engine.Reply
	asked   []engine.Prompt
}

func (r *replying) Complete(_ context.Context, p engine.Prompt) (engine.Reply, error) {
	r.asked = append(r.asked, p)
	next := r.replies[min(len(r.asked), len(r.replies))-1]
	next.Usage.Input = 10
	return next, nil
}

func shapedBy(t *testing.T, schema string, p engine.Provider) (engine.Provider, error) {
	t.Helper()
	h := &ProviderSet{Settings: &Settings{}}
	h.Settings.Options.Schema = filepath.Join(t.TempDir(), "schema.json")
	writeFile(t, h.Settings.Options.Schema, schema)
	d := engine.Decoder{Known: func(engine.Target) bool { return true }}
	return h.shape(p, func(r engine.Reply) ([]string, error) { return essences(d, r) })
}

func TestAnswersThatFitASchema(t *testing.T) {
	const good = `{"names":["a"],"count":1}`
	for _, c := range []struct {
		name, schema string
		replies      []string
		want         string // the answer
		asked        int
	}{
		{"at once", listSchema, []string{good}, good, 1},
		{"after reasoning, in a fence", listSchema, []string{"<think>{}</think>\n```json\n" + good + "\n```\n"}, good, 1},
		{"corrected", listSchema, []string{`{"names":"a"}`, "Here it is: " + good, `{"names":[]}`}, `{"names":[]}`, 3},
		{"too much", listSchema, []string{good + good, `{"names":[],"x":1}`, `{"names":[],"count":1.5}`, good}, good, 4},
		{"looks like a command", `{"type":"object"}`, []string{`{"cmd":"ls","explanation":"x"}`},
			`{"cmd":"ls","explanation":"x"}`, 1},
		{"never", listSchema, []string{"no"}, "", 4},
		{"an action", listSchema, []string{`(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "ls" :EXPLANATION "To see."))`},
			`(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "ls" :EXPLANATION "To see."))`, 1},
		{"refers to a part", `{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}},` +
			`"additionalProperties":false}}}`, []string{`{"n":{"n":{"m":1}}}`, `{"n":{"n":{}}}`}, `{"n":{"n":{}}}`, 2},
	} {
		model := &replying{}
		for _, text := range c.replies {
			model.replies = append(model.replies, engine.Reply{Text: text})
		}
		p, err := shapedBy(t, c.schema, model)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got, err := p.Complete(t.Context(), engine.Prompt{Stream: func(string) {}})
		var wrong *exit.Error
		if failed := errors.As(err, &wrong) && wrong.Code == exit.Failed; failed != (c.want == "") || got.Text != c.want {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
		if n := len(model.asked); n != c.asked || c.want != "" && got.Usage.Input != 10*n {
			t.Errorf("%s: asked %d times: %+v", c.name, n, got.Usage)
		}
		for i, q := range model.asked {
			if string(q.Schema) != c.schema || q.Stream != nil || len(q.Turns) != 2*i {
				t.Errorf("%s: %+v", c.name, q)
			}
		}
	}
}

func TestWhatPPAsksHasNoSchema(t *testing.T) {
	model := &replying{replies: []engine.Reply{{Text: "a summary"}}}
	p, err := shapedBy(t, listSchema, model)
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Complete(t.Context(), engine.Prompt{Tier: engine.TierCognition})
	if err != nil || got.Text != "a summary" || model.asked[0].Schema != nil || model.asked[0].System != "" {
		t.Errorf("%+v, %v: %+v", got, err, model.asked)
	}
}

// doubling are so many definitions, each of which is twice the one before.
func doubling(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"%d":{"allOf":[{"$ref":"#/$defs/%d"},{"$ref":"#/$defs/%d"}]},`, i+1, i, i)
	}
	return strings.TrimSuffix(b.String(), ",") + "},"
}

func TestSchemasThatCannotBeUsed(t *testing.T) {
	for schema, want := range map[string]string{
		"":                                      "unexpected end",
		"[]":                                    "no JSON object",
		`{"type":1}`:                            "type",
		`{"$ref":"#"}`:                          "refers to itself",
		`{"$ref":"#/x"}`:                        `there is no "#/x"`,
		`{"$ref":"https://example.org/schema"}`: "is no path in it",
		`{"$dynamicRef":"#x"}`:                  "$dynamicRef is not known",
		`{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"anyOf":[{"not":{"$ref":"#/$defs/b"}}]},` +
			`"b":{"dependentSchemas":{"x":{"$ref":"#/$defs/a"}}}}}`: "refers to itself",
		`{"$defs":{"l":{}},"properties":{"x":{"$id":"http://b/","$ref":"#/$defs/l",` +
			`"$defs":{"l":{"$ref":"#/$defs/l"}}}}}`: "$id is not known",
		`{"$defs":{"0":{},` + doubling(40) + `"$ref":"#/$defs/40"}`: "refers to itself",
		`{"pattern":"("}`: "pattern",
		"{\"x\":\"" + strings.Repeat("x", maxSchema): "",
	} {
		_, err := shapedBy(t, schema, nil)
		var wrong *exit.Error
		if !errors.As(err, &wrong) || wrong.Code != exit.Data || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v", schema, err)
		}
	}
}
