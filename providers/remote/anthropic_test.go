package remote_test

import (
	"strings"
	"testing"

	"pp/providers/providertest"
	"pp/providers/remote"
)

func TestAnthropicHeaders(t *testing.T) {
	p := providertest.Anthropic()
	s := providertest.Serve(t, providertest.Respond(200,
		[]byte(`{"data":[{"type":"model","id":"a"},{"type":"model","id":"b"}],"has_more":false}`)),
		providertest.Respond(200, p.Stream(p.Whole, "yes"), "Content-Type: "+p.Type))
	o := providertest.Options(s.URL() + "/v1/")
	o.Key, o.Local, o.Model = nil, true, ""
	if _, err := remote.Anthropic(o).Complete(t.Context(), providertest.Prompt()); err != nil {
		t.Fatal(err)
	}
	if list := s.Requests()[0].Path; list != "/v1/models?limit=1000" {
		t.Errorf("asked %s", list)
	}
	r := s.Requests()[1]
	if !strings.Contains(string(r.Body), `"model":"a"`) ||
		r.Path != "/v1/messages" || r.Header.Get("Anthropic-Version") != "2023-06-01" || r.Header.Get("X-Api-Key") != "" {
		t.Errorf("%s %v", r.Path, r.Header)
	}
}
