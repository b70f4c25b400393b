package providertest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/providers"
	"pp/providers/wire"
)

// pictured is a conversation in which a picture and a PDF came with the last message.
func pictured(types ...string) engine.Prompt {
	p := engine.Prompt{System: "S", Nonce: "n", Turns: []engine.Turn{
		{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: "what is it?"}}}
	for _, kind := range types {
		p.Turns = append(p.Turns, engine.Turn{Role: engine.RoleUser, Label: "a file", Text: "(it)",
			Picture: engine.Picture{Type: kind, Data: []byte("\x89P<>")}})
	}
	return p
}

// TestPicturesAsTheProtocolsWriteThem: the bytes of a message with pictures, beside what
// they are called, in the order in which they came; without one a text stays a string.
func TestPicturesAsTheProtocolsWriteThem(t *testing.T) {
	named := `<<data n from a file>>\n(it)\n<<end n>>`
	for _, tc := range []struct {
		protocol Protocol
		want     string
	}{
		{OpenAI(), `{"role":"user","content":[{"type":"text","text":"what is it?"},{"type":"text","text":"` + named +
			`"},{"type":"image_url","image_url":{"url":"data:image/png;base64,iVA8Pg=="}},{"type":"text","text":"` + named +
			`"},{"type":"file","file":{"filename":"document.pdf","file_data":"data:application/pdf;base64,iVA8Pg=="}},` +
			`{"type":"text","text":"PLAN"}]}`},
		{Anthropic(), `{"role":"user","content":[{"type":"text","text":"what is it?"},{"type":"text","text":"` + named +
			`"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVA8Pg=="}},` +
			`{"type":"text","text":"` + named + `"},{"type":"document","source":{"type":"base64",` +
			`"media_type":"application/pdf","data":"iVA8Pg=="}},{"type":"text","text":"PLAN"}]}`},
		{Gemini(), `{"role":"user","parts":[{"text":"what is it?"},{"text":"` + named +
			`"},{"inlineData":{"mimeType":"image/png","data":"iVA8Pg=="}},{"text":"` + named +
			`"},{"inlineData":{"mimeType":"application/pdf","data":"iVA8Pg=="}},{"text":"PLAN"}]}`},
		{Ollama(), `{"role":"user","content":"what is it?\n\n` + named + `\n\nPLAN","images":["iVA8Pg=="]}`},
	} {
		types := []string{"image/png", engine.PDF}
		if tc.protocol.Name == "ollama" {
			types = types[:1]
		}
		prompt := pictured(types...)
		prompt.Last = "PLAN"
		if got := Sent(t, tc.protocol, wire.Options{Images: true}, prompt); !strings.Contains(got, tc.want) {
			t.Errorf("%s:\n%s\nwithout\n%s", tc.protocol.Name, got, tc.want)
		}
	}
}

// TestPicturesGoOnlyToModelsThatSee: by the table's word, the person's or the server's;
// an older picture is left out for another model, and one of now is refused.
func TestPicturesGoOnlyToModelsThatSee(t *testing.T) {
	ollama := func(capabilities string) Step {
		return Respond(200, []byte(`{"capabilities":[`+capabilities+`],"model_info":{}}`), "Content-Type: application/json")
	}
	router := func(modalities string) Step {
		return Respond(200, []byte(`{"data":[{"id":"m-1","architecture":{"input_modalities":[`+modalities+`]}}]}`),
			"Content-Type: application/json")
	}
	listed := providers.Service{AllSee: true, Models: map[string]providers.Model{"m-1": {}}}
	other := providers.Service{AllSee: true, Models: map[string]providers.Model{"m-2": {}}}
	blind := providers.Service{Models: map[string]providers.Model{"m-1": {}}}
	const png = "image/png"
	older := pictured(png)
	older.Turns = append(older.Turns, engine.Turn{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: "and now?"})
	for name, tc := range map[string]struct {
		protocol Protocol
		sees     func(string) bool
		images   bool
		answers  []Step // to the question what the model can
		prompt   engine.Prompt
		shown    bool
		says     string // of the error
		hint     string
	}{
		"the table":      {protocol: Anthropic(), sees: listed.Sees, prompt: pictured(png), shown: true},
		"the table, PDF": {protocol: Anthropic(), sees: listed.Sees, prompt: pictured(engine.PDF), shown: true},
		"another in the table": {protocol: Anthropic(), sees: other.Sees, prompt: pictured(png),
			says: "m-1 is not known to see pictures", hint: "providers.probe.images = true"},
		"one that does not see": {protocol: Anthropic(), sees: blind.Sees, prompt: pictured(png),
			says: "not known to see", hint: "-m"},
		"the person's word": {protocol: OpenAI(), images: true, prompt: pictured(png), shown: true},
		"Ollama's word":     {protocol: Ollama(), answers: []Step{ollama(`"vision"`)}, prompt: pictured(png), shown: true},
		"Ollama's word against": {protocol: Ollama(), answers: []Step{ollama(`"tools"`)}, prompt: pictured(png),
			says: "m-1 is not known to see pictures"},
		"Ollama and PDF": {protocol: Ollama(), answers: []Step{ollama(`"vision"`)}, prompt: pictured(engine.PDF),
			says: "not known to take PDF", hint: "pdftotext"},
		"Ollama and PDF, told so": {protocol: Ollama(), images: true, prompt: pictured(engine.PDF),
			says: "not known to take PDF"},
		"OpenRouter's word": {protocol: OpenAI(), answers: []Step{router(`"text","image"`)}, prompt: pictured(png),
			shown: true},
		"OpenRouter's, no PDF": {protocol: OpenAI(), answers: []Step{router(`"text","image"`)},
			prompt: pictured(png, engine.PDF), says: "take PDF"},
		"a list without a word": {protocol: OpenAI(), answers: []Step{router(``)}, prompt: pictured(png),
			says: "not known to see"},
		"no list": {protocol: OpenAI(), answers: []Step{Respond(404, []byte("no"))}, prompt: pictured(png),
			says: "not known to see"},
		"an older picture": {protocol: Ollama(), answers: []Step{ollama(`"tools"`)}, prompt: older},
	} {
		t.Run(name, func(t *testing.T) {
			s := Serve(t, append(slices.Clone(tc.answers), tc.protocol.gives(tc.protocol.Whole))...)
			o := Options(s.URL())
			o.Sees, o.Images = tc.sees, tc.images
			_, err := ask(t, tc.protocol.New(o), tc.prompt)
			var sent string
			for _, r := range s.Requests()[min(len(tc.answers), len(s.Requests())):] {
				sent += string(r.Body)
			}
			var le *engine.LLMError
			switch {
			case tc.says != "":
				if !errors.As(err, &le) || le.Kind != engine.LLMUnseeing || !strings.Contains(err.Error(), tc.says) ||
					!strings.Contains(le.Hint, tc.hint) || sent != "" {
					t.Errorf("%v, %+v, sent %s", err, le, sent)
				}
			case err != nil:
				t.Error(err)
			case strings.Contains(sent, "iVA8Pg==") != tc.shown:
				t.Errorf("sent %s", sent)
			case !tc.shown && !strings.Contains(sent, "(not shown to this model: a picture: image/png, 4 bytes)"):
				t.Errorf("nothing says that there was one: %s", sent)
			}
		})
	}
}

// TestAServerThatTakesNoPictures: what it says of them is no failure that passes.
func TestAServerThatTakesNoPictures(t *testing.T) {
	for _, words := range []string{"image input is not supported - hint: you may need to provide the mmproj",
		"Invalid content type. image_url is only supported by certain models.", "m-1 does not support images"} {
		s := Serve(t, Respond(500, OpenAI().Error("server_error", words)))
		o := Options(s.URL())
		o.Images = true
		_, err := ask(t, OpenAI().New(o), pictured("image/png"))
		var le *engine.LLMError
		if !errors.As(err, &le) || le.Kind != engine.LLMUnseeing || len(s.Requests()) != 1 {
			t.Errorf("%s: %v", words, err)
		}
	}
}
