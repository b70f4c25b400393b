package remote_test

import (
	"strings"
	"testing"

	"pp/providers/providertest"
	"pp/providers/remote"
	"pp/providers/wire"
)

func TestAnthropicRequest(t *testing.T) {
	p := providertest.Anthropic()
	const rest = `"stream":true,"system":[{"type":"text","text":"Be brief & ` +
		`exact.","cache_control":{"type":"ephemeral"}}],` +
		`"messages":[{"role":"user","content":[{"type":"text","text":"read <x>","cache_control":{"type":"ephemeral"}}]},` +
		`{"role":"assistant","content":[{"type":"text","text":"(:TYPE :REQUEST)"}]},` +
		`{"role":"user","content":[{"type":"text","text":"<<data n0nce from read-file (failed)>>\nnothing\n<<end n0nce>>"},` +
		`{"type":"text","text":"again","cache_control":{"type":"ephemeral"}}]}]}`
	bounded := providertest.Conversation()
	bounded.MaxTokens = 50
	known := func(window, output int) wire.Options {
		return wire.Options{Known: func(string) (int, int) { return window, output }}
	}
	if got, want := providertest.Sent(t, p, wire.Options{}, bounded), `{"model":"m-1","max_tokens":50,`+rest; got != want {
		t.Errorf("it sends\n%s\nwant\n%s", got, want)
	}
	for _, tc := range []struct {
		o    wire.Options
		want string
	}{
		{wire.Options{}, "8192"}, {known(0, 4096), "4096"}, {known(200_000, 128_000), "32000"},
		{known(4096, 0), "4000"}, // what the window leaves
	} {
		got := providertest.Sent(t, p, tc.o, providertest.Conversation())
		if !strings.HasPrefix(got, `{"model":"m-1","max_tokens":`+tc.want[:1]) ||
			strings.Index(got, `,"stream"`) != len(`{"model":"m-1","max_tokens":`)+len(tc.want) {
			t.Errorf("want about %s, sent %.60s", tc.want, got)
		}
	}
}

func TestAnthropicHeaders(t *testing.T) {
	p := providertest.Anthropic()
	s := providertest.Serve(t, providertest.Respond(200, p.Stream(p.Whole, "yes"), "Content-Type: "+p.Type))
	o := providertest.Options(s.URL() + "/v1/")
	o.Key = nil
	if _, err := remote.Anthropic(o).Complete(t.Context(), providertest.Prompt()); err != nil {
		t.Fatal(err)
	}
	r := s.Requests()[0]
	if r.Path != "/v1/messages" || r.Header.Get("Anthropic-Version") != "2023-06-01" || r.Header.Get("X-Api-Key") != "" {
		t.Errorf("%s %v", r.Path, r.Header)
	}
}

func TestAnthropicModels(t *testing.T) {
	p := providertest.Anthropic()
	s := providertest.Serve(t, providertest.Respond(200,
		[]byte(`{"data":[{"type":"model","id":"a"},{"type":"model","id":"b"}],"has_more":false}`)),
		providertest.Respond(200, p.Stream(p.Whole, "yes"), "Content-Type: "+p.Type))
	o := providertest.Options(s.URL())
	o.Local, o.Model = true, ""
	_, err := remote.Anthropic(o).Complete(t.Context(), providertest.Prompt())
	asked := s.Requests()
	if err != nil || len(asked) != 2 || asked[0].Path != "/v1/models?limit=1000" ||
		!strings.Contains(string(asked[1].Body), `"model":"a"`) {
		t.Errorf("%+v, %v", asked, err)
	}
}

func TestAnthropicRefusalIsExplained(t *testing.T) {
	s := providertest.Serve(t, providertest.Respond(200,
		[]byte(`data: {"type":"message_start","message":{"model":"m-1","usage":{"input_tokens":5}}}`+"\n\n"+
			`data: {"type":"message_delta","delta":{"stop_reason":"refusal","stop_details":{"type":"refusal",`+
			`"category":"cyber","explanation":"It could harm."}},`+
			`"usage":{"output_tokens":1}}`+"\n\ndata: {\"type\":\"message_stop\"}\n\n")))
	_, err := remote.Anthropic(providertest.Options(s.URL())).Complete(t.Context(), providertest.Prompt())
	if err == nil || !strings.Contains(err.Error(), "the model refused (refusal): It could harm.") {
		t.Errorf("%v", err)
	}
}
