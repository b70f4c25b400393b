//go:build linux

package cli

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"pp/cli/exit"
	"pp/providers/providertest"
)

// pp with a cascade of refused, 500, hanging, garbage and good answers from the
// last, and says with -v why each earlier one failed. A silent provider costs its
// limit and no more.
func TestCascadeOfFaults(t *testing.T) {
	p := providertest.OpenAI()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := "http://" + ln.Addr().String()
	ln.Close()
	down := providertest.Serve(t, providertest.Respond(500, p.Error("server_error", "out of order")))
	silent := providertest.Serve(t, (*providertest.Conn).Hang)
	garbage := providertest.Serve(t, providertest.Respond(200, []byte("lorem ipsum")))
	good := providertest.Serve(t, providertest.Respond(200, p.Stream(p.Whole, "It is ", "Paris.\n"),
		"Content-Type: "+p.Type))
	var config strings.Builder
	config.WriteString("cascade = [\"refused\", \"down\", \"silent\", \"garbage\", " +
		"\"good\"]\n[timeouts]\nreply = \"500ms\"\n")
	for name, url := range map[string]string{"refused": refused, "down": down.URL(), "silent": silent.URL(),
		"garbage": garbage.URL(), "good": good.URL()} {
		fmt.Fprintf(&config, "[providers.%s]\nprotocol = \"openai\"\nbase_url = %q\nmodel = \"m-1\"\n", name, url)
	}
	home := t.TempDir()
	configure(t, home, config.String())
	t.Chdir(t.TempDir())
	start := time.Now()
	code, stdout, stderr := asked(home, "-v", "what is the capital of France")
	if code != exit.OK || stdout != "It is Paris.\n" {
		t.Fatalf("exit %d, %q, %s; want exit 0 and the answer of the last provider", code, stdout, stderr)
	}
	rest := stderr
	for _, want := range []string{
		"pp: note: refused failed (nothing listens at " + strings.TrimPrefix(refused, "http://"),
		"pp: note: down failed (", "out of order", "; good answered",
		"pp: note: silent failed (", "timeouts.reply",
		"pp: note: garbage failed (the reply is not of this protocol: it has ",
		"pp: answered: good/m-1, 120+34 tokens (100 cached, 5 written to the cache, 8 reasoning), $0",
	} {
		_, after, ok := strings.Cut(rest, want)
		if !ok {
			t.Fatalf("%q is missing or out of order in:\n%s", want, stderr)
		}
		rest = after
	}
	// Two providers run into a limit of half a second; the rest fail at once.
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	if n := len(silent.Requests()); n != 1 {
		t.Errorf("the silent one was asked %d times", n)
	}
	if n := len(good.Requests()); n != 1 {
		t.Errorf("the good one was asked %d times", n)
	}
}
