package remote_test

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"pp/providers/providertest"
	"pp/providers/remote"
)

// The two benchmarks make the same request of an instant server: their ratio is
// what the provider costs over net/http alone.

func BenchmarkOpenAIComplete(b *testing.B) {
	p := providertest.OpenAI()
	s := providertest.Serve(b, providertest.Respond(200, p.Stream(p.Whole, "The answer", " is 42."),
		"Content-Type: "+p.Type))
	o := providertest.Options(s.URL())
	o.Local = true
	c := remote.OpenAI(o)
	for b.Loop() {
		if _, err := c.Complete(b.Context(), providertest.Prompt()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpenAIPlain(b *testing.B) {
	p := providertest.OpenAI()
	s := providertest.Serve(b, providertest.Respond(200, p.Stream(p.Whole, "The answer", " is 42."),
		"Content-Type: "+p.Type))
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	body := []byte(`{"model":"m-1","stream":true,"messages":[{"role":"user","content":"What does it say?"}]}`)
	for b.Loop() {
		res, err := c.Post(s.URL()+"/chat/completions", "application/json", bytes.NewReader(body))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.ReadAll(res.Body); err != nil {
			b.Fatal(err)
		}
		_ = res.Body.Close()
	}
}
