package setup

import (
	"io"
	"strings"
	"testing"
	"time"

	"pp/cli/config"
	"pp/cli/output"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/session"
	"pp/providers"
	"pp/providers/providertest"
	"pp/providers/wire"
)

// setOf is the providers of a configuration with these, in this order.
func setOf(list ...config.Provider) *ProviderSet {
	sys := system.System{Now: time.Now, Stdout: io.Discard, Stderr: io.Discard}
	s := &Settings{Config: &config.Config{Providers: map[string]config.Provider{}, CascadeCross: true}, System: sys}
	s.Config.Limits.MaxInput = 10 << 20
	s.Options.Ephemeral = true
	h := &ProviderSet{Settings: s, Models: map[string]string{}, out: output.New(sys, &s.Options.Options),
		table: providers.DefaultTable, ledger: providers.NewLedger(providers.Caps{}, nil, "s", time.Now)}
	for _, p := range list {
		s.Config.Providers[p.Name] = p
		h.Order = append(h.Order, p.Name)
	}
	return h
}

// elsewhere is a server's address that does not say that it is this machine.
func elsewhere(s *providertest.Server) string {
	return strings.Replace(s.URL(), "127.0.0.1", "0.0.0.0", 1)
}

// recalled is a prompt with memory in every place where a prompt has some.
func recalled() engine.Prompt {
	p := providertest.Calling()
	p.Context = []engine.Passage{{Origin: engine.OriginPerson, Text: "* Planted {k3f}\n"}}
	p.Turns[2].Memory, p.Turns[2].Text = true, "planted result"
	return p
}

// TestMemoryIsWithheldFromRemoteProviders: whatever a prompt is for, a provider that is not
// on this machine is sent nothing of memory without its leave, and one that is, or has it, is.
func TestMemoryIsWithheldFromRemoteProviders(t *testing.T) {
	p := providertest.OpenAI()
	planted := func(s *providertest.Server) (asked, with int) {
		for _, r := range s.Requests() {
			if r.Method == "POST" {
				asked++
			}
			if strings.Contains(string(r.Body), "lanted") {
				with++
			}
		}
		return asked, with
	}
	for name, run := range map[string]func(t *testing.T, h *ProviderSet){
		"a cascade": func(t *testing.T, h *ProviderSet) { completed(t, h, 0, recalled()) },
		"a cascade whose first is down": func(t *testing.T, h *ProviderSet) {
			down := config.Provider{Name: "down", Protocol: "openai", BaseURL: "http://127.0.0.1:1", Model: "m-1"}
			h.Settings.Config.Providers["down"], h.Order = down, append([]string{"down"}, h.Order...)
			completed(t, h, 0, recalled())
		},
		"a consensus": func(t *testing.T, h *ProviderSet) {
			twin := h.Settings.Config.Providers["p"]
			twin.Name = "twin"
			h.Settings.Config.Providers["twin"], h.Order = twin, append(h.Order, "twin")
			completed(t, h, 2, recalled())
		},
		"parts": func(t *testing.T, h *ProviderSet) {
			h.Settings.Options.Chunk = true
			long := recalled()
			long.Tools, long.Forms = nil, ""
			long.Turns = append(long.Turns, engine.Turn{Role: engine.RoleUser, Origin: engine.OriginUntrusted,
				Text: strings.Repeat("a line of data\n", 1000)})
			q := h.Settings.Config.Providers["p"]
			q.Context = 4096
			h.Settings.Config.Providers["p"] = q
			completed(t, h, 0, long)
		},
		"a summary": func(t *testing.T, h *ProviderSet) {
			kept := session.NewMemory(0)
			for range 12 {
				for _, turn := range recalled().Turns {
					if err := kept.Append(turn); err != nil {
						t.Fatal(err)
					}
				}
			}
			provider, err := h.provider(0, nil)
			if err != nil {
				t.Fatal(err)
			}
			l := &engine.Loop{Provider: provider, Session: kept, Nonce: "n", Tokens: wire.Estimate,
				Shortener: (&InForce{}).compactor()}
			if err := l.Shorten(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
	} {
		for _, tc := range []struct{ remote, leave bool }{{true, false}, {true, true}, {false, false}} {
			s := providertest.Serve(t, func(c *providertest.Conn) {
				providertest.Respond(200, p.Stream(p.Whole, "It was noted."), "Content-Type: "+p.Type)(c)
			})
			configured := config.Provider{Name: "p", Protocol: "openai", BaseURL: s.URL(), Model: "m-1", Memory: tc.leave}
			if tc.remote {
				configured.BaseURL = elsewhere(s)
			}
			run(t, setOf(configured))
			asked, with := planted(s)
			if asked == 0 || name == "parts" && asked < 3 {
				t.Errorf("%s, %+v: asked %d times", name, tc, asked)
			}
			if sent := with > 0; sent != (!tc.remote || tc.leave) && name != "a summary" || sent && name == "a summary" {
				t.Errorf("%s, %+v: %d of %d requests have something of memory", name, tc, with, asked)
			}
		}
	}
}

// completed asks the providers.
func completed(t *testing.T, h *ProviderSet, consensus int, p engine.Prompt) {
	t.Helper()
	provider, err := h.provider(consensus, func(engine.Reply) ([]string, error) { return nil, nil })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.Complete(t.Context(), p); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsShownIsWhatIsSent(t *testing.T) {
	remote := config.Provider{Name: "p", Protocol: "openai", BaseURL: "https://api.example.com", Model: "m-1"}
	for _, leave := range []bool{false, true} {
		remote.Memory = leave
		sent, all := setOf(remote).Sent(recalled())
		if kept := len(sent.Context) > 0 && sent.Turns[2].Text == "planted result"; kept != leave || all != leave {
			t.Errorf("with memory = %v it is %+v", leave, sent)
		}
	}
}
