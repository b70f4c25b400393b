package providers

import (
	"context"
	"strings"
	"testing"

	"pp/engine"
)

// echoModel keeps the model it is asked for.
func echoModel(model *string) engine.Provider {
	return does(func(_ context.Context, p engine.Prompt) (engine.Reply, error) {
		*model = p.Model
		return engine.Reply{Text: "ok"}, nil
	})
}

func TestSelector(t *testing.T) {
	table := DefaultTable()
	said := func(text string) engine.Prompt {
		return engine.Prompt{Turns: []engine.Turn{{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: text}}}
	}
	rejected := said("count the lines")
	rejected.Last = "PREVIOUS PROPOSAL REJECTED by shell/x: no"
	piped := said("hello")
	piped.Turns = append(piped.Turns, engine.Turn{Role: engine.RoleUser, Text: "why? debug this"})
	tiered := said("why")
	tiered.Tier = engine.TierCognition
	named := said("why")
	named.Model = "mine"
	for _, tc := range []struct {
		name string
		p    engine.Prompt
		want string
	}{
		{"nothing special", said("hello"), "gpt-6.1-terra"},
		{"a word", said("Why does it fail?"), "gpt-6.1-sol"},
		{"a part of a word", said("whyever, planet"), "gpt-6.1-terra"},
		{"small", said("translate this"), "gpt-6-luna"},
		{"the first rule counts", said("list why"), "gpt-6.1-sol"},
		{"large", said(strings.Repeat("word ", 40000)), "gpt-6.1-sol"},
		{"rejected", rejected, "gpt-6.1-sol"},
		{"piped text is not heard", piped, "gpt-6.1-terra"},
		{"a tier", tiered, "gpt-6-luna"},
		{"a model", named, "mine"},
	} {
		var got string
		s := NewSelector(echoModel(&got), table, table.Services["openai"])
		if _, err := s.Complete(t.Context(), tc.p); err != nil || got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
	var got string
	reflex := said("x")
	reflex.Tier = engine.TierReflex
	s := NewSelector(echoModel(&got), table, table.Services["groq"])
	if _, _ = s.Complete(t.Context(), reflex); got != "openai/gpt-oss-120b" {
		t.Errorf("asked %q", got)
	}
}
