package setup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/cli/config"
	"pp/cli/system"
	"pp/providers"
	"pp/providers/providertest"
	"pp/providers/remote"
)

// TestToolMode: what is configured for a provider decides whether its models get calls or
// text, and that a server refused tools is kept for the next run, unless nothing may be.
func TestToolMode(t *testing.T) {
	p := providertest.OpenAI()
	for _, tc := range []struct {
		mode      string
		ephemeral bool
		requests  []int // of each of two runs
	}{{"", false, []int{2, 1}}, {"auto", true, []int{2, 2}}, {"text", false, []int{1, 1}},
		{"native", false, []int{1, 1}}} {
		h := &ProviderSet{Settings: &Settings{Config: &config.Config{}, System: system.System{Now: time.Now}},
			Models: map[string]string{}}
		h.Settings.Config.Paths.StateDir = t.TempDir()
		h.Settings.Options.Ephemeral = tc.ephemeral
		s := providertest.Serve(t, func(c *providertest.Conn) {
			if strings.Contains(string(c.Request.Body), `"tools"`) {
				providertest.Respond(400, p.Error("invalid_request_error", "m-1 does not support tools"))(c)
				return
			}
			providertest.Respond(200, p.Stream(p.Whole, "yes"), "Content-Type: "+p.Type)(c)
		})
		asked := 0
		for run, want := range tc.requests {
			configured := config.Provider{Name: "p", Protocol: "openai", BaseURL: s.URL(), Model: "m-1", Tools: tc.mode}
			client := remote.OpenAI(h.options(configured, providers.Service{}))
			reply, err := client.Complete(t.Context(), providertest.Calling())
			_ = client.Close()
			if (err == nil) != (tc.mode != "native") || err == nil && reply.Text != "yes" {
				t.Errorf("%q, run %d: %+v, %v", tc.mode, run, reply, err)
			}
			if n := len(s.Requests()) - asked; n != want {
				t.Errorf("%q, run %d: %d requests, want %d", tc.mode, run, n, want)
			}
			asked = len(s.Requests())
		}
		info, err := os.Stat(filepath.Join(h.Settings.Config.Paths.StateDir, "toolless.json"))
		if kept := err == nil; kept != (tc.mode == "") || kept && info.Mode().Perm() != 0o600 {
			t.Errorf("%q: %v, %v", tc.mode, info, err)
		}
	}
	of := (&ProviderSet{Settings: &Settings{Config: &config.Config{}, System: system.System{Now: time.Now}}}).options(
		config.Provider{Name: "p", Tools: "text", NativeModels: []string{"m-1", "m-2"}, TextModels: []string{"m-3"}},
		providers.Service{})
	if !of.MayCall("m-1") || !of.MayCall("m-2") || of.MayCall("m-3") || of.MayCall("m-4") {
		t.Errorf("single models: %+v", of.ToolsOf)
	}
	table := providers.Service{AllSee: true, Models: map[string]providers.Model{"m-1": {NoTools: true}}}
	h := &ProviderSet{Settings: &Settings{Config: &config.Config{}, System: system.System{Now: time.Now}}}
	if o := h.options(config.Provider{Name: "p"}, table); !o.NoTools("m-1") || o.NoTools("m-2") || o.Memory != nil ||
		!o.Sees("m-1") || o.Sees("m-2") || o.Images {
		t.Errorf("%+v", o)
	}
	if o := h.options(config.Provider{Name: "p", Images: true}, table); !o.Images {
		t.Errorf("%+v", o)
	}
}
