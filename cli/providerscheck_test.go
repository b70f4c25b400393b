//go:build linux

package cli

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"pp/cli/exit"
)

// TestProvidersAreCheckedAtOnce: servers that answer only when all of them were
// asked, as slow ones do, cost the time of one.
func TestProvidersAreCheckedAtOnce(t *testing.T) {
	const n = 3
	var all sync.WaitGroup
	all.Add(n)
	var config strings.Builder
	config.WriteString("cascade = [\"p0\", \"p1\", \"p2\"]\n[timeouts]\nreply = \"10s\"\n")
	for i := range n {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer ln.Close()
		go func() {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			defer conn.Close()
			all.Done()
			all.Wait()
			buf := make([]byte, 4096)
			_, _ = conn.Read(buf)
			fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"+
				`{"model":"m-1","choices":[{"index":0,"message":{"content":"two"},"finish_reason":"stop"}]}`)
		}()
		fmt.Fprintf(&config, "[providers.p%d]\nprotocol = \"openai\"\nbase_url = \"http://%s\"\nmodel = \"m-1\"\n", i,
			ln.Addr())
	}
	home := t.TempDir()
	configure(t, home, config.String())
	t.Chdir(t.TempDir())
	code, stdout, stderr := asked(home, "providers", "--check")
	if code != exit.OK || strings.Count(stdout, "answered as m-1") != n {
		t.Errorf("exit %d: %s%s; want exit 0 and an answer of all %d", code, stdout, stderr, n)
	}
}

// TestModelsThatAreOffered: pp providers lists what each server has, and a conversation
// goes on with one of those by its name; a server that fails is said.
func TestModelsThatAreOffered(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/models") {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, `{"data":[{"id":"small-1"},{"id":"family/large-2"},{"id":"bad\u001b[31m"}]}`)
	}))
	defer s.Close()
	home := t.TempDir()
	configure(t, home, "cascade = [\"down\", \"up\"]\n[providers.up]\nprotocol = \"openai\"\nbase_url = \""+s.URL+
		"/v1\"\nmodel = \"m\"\n[providers.down]\nprotocol = \"openai\"\nbase_url = "+
		"\"http://127.0.0.1:1/v1\"\nmodel = \"m\"\n")
	var out bytes.Buffer
	cmd := ppCommand(t, home, "dumb", "providers", "models")
	cmd.Stdout = &out
	err := cmd.Run()
	if cmd.ProcessState.ExitCode() != exit.Unavailable {
		t.Errorf("%v", err)
	}
	for _, want := range []string{"      up/family/large-2\n      up/small-1\n", "      failed: down: nothing listens"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "bad") {
		t.Errorf("%s", out.String())
	}
	tty := open(t, ppCommand(t, home, "dumb"), 80, 24)
	for _, step := range [][2]string{{"pp> ", "/model\r"}, {"up/small-1", ""}, {"pp> ", "/model small-1\r"},
		{"up: small-1", ""}, {"pp> ", "\x04"}} {
		tty.expect(step[0])
		tty.send(step[1])
	}
	if code := tty.code(); code != 0 || !strings.Contains(tty.text(), "down: failed: ") {
		t.Errorf("exit %d: %s", code, tty.text())
	}
}
