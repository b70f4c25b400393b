//go:build linux

package cli

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"pp/cli/exit"
	"pp/cli/system"
	"pp/providers/providertest"
)

// asked runs pp with a home directory and returns its exit code and what it printed.
func asked(home string, args ...string) (code int, stdout, stderr string) {
	var out, errs strings.Builder
	code = Main(system.System{Args: args, Stdout: &out, Stderr: &errs, Now: time.Now, Random: rand.Reader,
		Getenv: func(name string) (string, bool) { return home, name == "HOME" }})
	return code, out.String(), errs.String()
}

// sells configures providers that answer with finish and cost 0.0692 a reply.
func sells(t *testing.T, finish map[string]string) (home string) {
	t.Helper()
	p := providertest.OpenAI()
	var config strings.Builder
	for name, end := range finish {
		s := providertest.Serve(t, providertest.Respond(200, p.Stream(end, "It is Paris."), "Content-Type: "+p.Type))
		fmt.Fprintf(&config, "[providers.%s]\nprotocol = \"openai\"\nbase_url = %q\nmodel = \"m-1\"\nprices = {input = "+
			"10.0, output = 2000.0}\n", name, s.URL())
	}
	home = t.TempDir()
	configure(t, home, config.String())
	t.Chdir(t.TempDir())
	return home
}

// TestSessionCapAcrossRuns: what a conversation spent counts when it goes on.
func TestSessionCapAcrossRuns(t *testing.T) {
	p := providertest.OpenAI()
	home := sells(t, map[string]string{"shop": p.Whole})
	want := []int{exit.OK, exit.OK, exit.Limit}
	for i, more := range [][]string{nil, {"-c"}, {"-c"}} {
		code, stdout, stderr := asked(home, append(more, "-p", "shop", "--max-cost", "0.1",
			"what is the capital of France")...)
		if code != want[i] {
			t.Errorf("run %d: exit %d, want %d: %s%s", i, code, want[i], stdout, stderr)
		}
	}
	if code, _, stderr := asked(home, "-p", "shop", "--max-cost", "0.1", "--ephemeral",
		"what is the capital of France"); code != exit.OK {
		t.Errorf("another conversation: exit %d, %s", code, stderr)
	}
}

// TestReportCountsWhatFailed checks that the report counts failed replies, and each part of a cut reply.
func TestReportCountsWhatFailed(t *testing.T) {
	p := providertest.OpenAI()
	home := sells(t, map[string]string{"cut": p.Length, "shop": p.Whole})
	for _, tc := range []struct {
		provider string
		input    int
		cost     float64
	}{{"shop", 120, 0.0692}, {"cut", 480, 0.2768}} {
		_, stdout, stderr := asked(home, "-p", tc.provider, "--output-format", "json", "what is the capital of France")
		var got struct {
			Usage struct{ Input, Output int }
			Cost  *float64 `json:"cost_usd"`
		}
		if err := json.Unmarshal([]byte(stdout), &got); err != nil || got.Cost == nil || *got.Cost < tc.cost-1e-9 ||
			*got.Cost > tc.cost+1e-9 || got.Usage.Input != tc.input {
			t.Errorf("%s: %v %s%s", tc.provider, err, stdout, stderr)
		}
	}
}
