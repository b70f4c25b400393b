//go:build linux

package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"pp/engine"
	"pp/providers/providertest"
)

// talker is a server of each protocol, all with the same conversation: each request gets
// the next of the replies, in whatever protocol it comes.
type talker struct {
	mu      sync.Mutex
	replies []engine.Reply
	asked   []providertest.Request
	by      []string
	hangs   chan bool // gets a value when the half of a reply was sent
}

// newTalker serves all protocols and gives a home where they are configured.
func newTalker(t *testing.T, setting string, replies ...engine.Reply) (*talker, string) {
	s := &talker{replies: replies, hangs: make(chan bool, 1)}
	home := t.TempDir()
	text := "cascade = [\"openai\"]\n" + setting
	for _, p := range providertest.All() {
		server := providertest.Serve(t, func(c *providertest.Conn) {
			if c.Request.Method != "POST" || strings.HasSuffix(c.Request.Path, "/show") {
				c.Head(404)
				return
			}
			if p.Name == s.hung(p, c) {
				return
			}
			if after := s.putOff(p, c.Request); after != "" {
				c.Head(429, "Retry-After: "+after)
				return
			}
			c.Head(200, "Content-Type: "+p.Type)
			// A server that counts less than it was sent has left something out.
			_, _ = c.Write(bytes.ReplaceAll(s.answer(p, c.Request), []byte(`"prompt_eval_count":120`),
				[]byte(`"prompt_eval_count":50000`)))
		})
		text += fmt.Sprintf("[providers.%s]\nprotocol = %q\nbase_url = %q\nmodel = \"m-1\"\ntools = \"native\"\n"+
			"context = 100000\nkey_env = \"NONE\"\n", p.Name, p.Name, server.URL())
	}
	configure(t, home, text)
	return s, home
}

func (s *talker) answer(p providertest.Protocol, r providertest.Request) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked, s.by = append(s.asked, r), append(s.by, p.Name)
	if len(s.replies) == 0 {
		return p.Stream(p.Whole, "All is done.")
	}
	next := s.replies[0]
	s.replies = s.replies[1:]
	if len(next.Calls) == 0 {
		return p.Stream(p.Whole, next.Text)
	}
	size := 7
	for _, c := range next.Calls {
		size = max(size, len(c.Args)/1000)
	}
	if next.Text == cutOff {
		return p.Calls("", next.Text, size, next.Calls...)
	}
	return p.Calls(p.Called, next.Text, size, next.Calls...)
}

// hung sends half of a reply that ends so, and no more of it: it hangs, or breaks off.
func (s *talker) hung(p providertest.Protocol, c *providertest.Conn) (name string) {
	s.mu.Lock()
	if len(s.replies) == 0 || s.replies[0].Note != "hang" && s.replies[0].Note != "break" {
		s.mu.Unlock()
		return ""
	}
	s.asked, s.by = append(s.asked, c.Request), append(s.by, p.Name)
	body, hangs := p.Stream("", s.replies[0].Text), s.replies[0].Note == "hang"
	s.replies = s.replies[1:]
	s.mu.Unlock()
	c.Head(200, "Content-Type: "+p.Type)
	_, _ = c.Write(body)
	if hangs {
		s.hangs <- true
		c.Hang()
	}
	return p.Name
}

// cutOff is the text of a reply that breaks off behind its calls.
const cutOff = "I break off."

// putOff is for how many seconds a request is put off, "" when it is answered: where the next
// reply ends so.
func (s *talker) putOff(p providertest.Protocol, r providertest.Request) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.replies) == 0 || s.replies[0].Note == "" {
		return ""
	}
	after := s.replies[0].Note
	s.replies = s.replies[1:]
	s.asked, s.by = append(s.asked, r), append(s.by, p.Name)
	return after
}

// run is pp in a process of its own, what it printed and its exit code.
func (s *talker) run(t *testing.T, home, dir string, args ...string) (string, int) {
	t.Helper()
	cmd := ppCommand(t, home, "dumb", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if e := new(exec.ExitError); err != nil && !errors.As(err, &e) {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// pairs reads the calls and results of a request, in their order: each as the number of the
// message it stands in and its identifier.
func (s *talker) pairs(t *testing.T, i int) (calls, results []string) {
	t.Helper()
	var q struct {
		Messages, Contents []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
			Calls   []struct {
				ID string `json:"id"`
			} `json:"tool_calls"`
			ID    string `json:"tool_call_id"`
			Parts []struct {
				FunctionCall     struct{ ID string }
				FunctionResponse struct{ ID string }
			} `json:"parts"`
		}
	}
	if err := json.Unmarshal(s.asked[i].Body, &q); err != nil {
		t.Fatal(err)
	}
	for _, m := range append(q.Messages, q.Contents...) {
		for _, c := range m.Calls {
			calls = append(calls, c.ID)
		}
		if m.Role == "tool" {
			results = append(results, m.ID)
		}
		for _, p := range m.Parts {
			if p.FunctionCall.ID != "" {
				calls = append(calls, p.FunctionCall.ID)
			}
			if p.FunctionResponse.ID != "" {
				results = append(results, p.FunctionResponse.ID)
			}
		}
	}
	return calls, results
}

// strictly checks all requests as the vendors would.
func (s *talker) strictly(t *testing.T) {
	t.Helper()
	for i, r := range s.asked {
		why := ""
		switch s.by[i] {
		case "openai":
			why = checkOpenAI(r.Body)
		case "anthropic":
			why = checkAnthropic(r.Body)
		default:
			if calls, results := s.pairs(t, i); !slices.Equal(calls, results) || len(calls) != len(slices.Compact(
				slices.Sorted(slices.Values(calls)))) {
				why = fmt.Sprintf("calls %q have the results %q", calls, results)
			}
		}
		if why != "" {
			t.Errorf("request %d, %s: %s", i, s.by[i], why)
		}
	}
}

const because = `"explanation":"because it is needed"`
