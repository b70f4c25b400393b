package providertest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/providers/wire"
)

// Key is the key that the suite gives; it is visibly none.
const Key = "sk-fake-0123456789-not-a-key"

// pieces hold what readers get wrong: characters of two to four bytes, a quote,
// line ends and a line that looks like a field of the stream.
var pieces = []string{"Grüße, ", "世界", " 🌍\n", "data: \"x\"\r\n\n", "<&> done"}

// Answer is the text of the suite's whole reply.
var Answer = strings.Join(pieces, "")

// Prompt is what the suite asks.
func Prompt() engine.Prompt {
	return engine.Prompt{System: "Be brief.", Nonce: "n0nce", Turns: []engine.Turn{
		{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: "What does <it> say?"}}}
}

// Options are short limits for a server that may do anything.
func Options(base string) wire.Options {
	return wire.Options{Name: "probe", BaseURL: base, Model: Model,
		Key: func(context.Context) (engine.Secret, error) { return engine.NewSecret("PROBE_KEY", Key), nil },
		Limits: wire.Limits{Connect: 2 * time.Second, FirstByte: 2 * time.Second, Idle: 2 * time.Second,
			Total: 20 * time.Second, Wait: 30 * time.Second, Tries: 3, Reply: 1 << 20}}
}

// NoKey checks that no way of printing a value shows the key.
func NoKey(t testing.TB, values ...any) {
	t.Helper()
	for _, v := range values {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
			if text := fmt.Sprintf(verb, v); strings.Contains(text, Key) {
				t.Errorf("%T printed with %s shows the key: %.300s", v, verb, text)
			}
		}
		if err, ok := v.(error); ok {
			noKeyInCauses(t, err)
		}
	}
}

func noKeyInCauses(t testing.TB, err error) {
	t.Helper()
	if text := fmt.Sprintf("%+v %#v", err, err); strings.Contains(text, Key) {
		t.Errorf("a cause shows the key: %.300s", text)
	}
	if cause := errors.Unwrap(err); cause != nil {
		noKeyInCauses(t, cause)
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, cause := range many.Unwrap() {
			noKeyInCauses(t, cause)
		}
	}
}

// ask completes the suite's prompt and closes the client. It checks what holds
// for every outcome: a failure is typed, and the key is in none of its texts.
func ask(t testing.TB, c *wire.Client, prompt engine.Prompt) (engine.Reply, error) {
	t.Helper()
	defer func() { _ = c.Close() }()
	reply, err := c.Complete(t.Context(), prompt)
	NoKey(t, c, reply, err)
	var le *engine.LLMError
	if err != nil && (!errors.As(err, &le) || le.Provider != "probe" || le.Err == nil) {
		t.Errorf("the error is %#v, which is no full LLMError", err)
	}
	return reply, err
}
