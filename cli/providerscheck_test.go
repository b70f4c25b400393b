//go:build linux

package cli

import (
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"pp/cli/exit"
	"pp/cli/system"
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
	var stdout, stderr strings.Builder
	code := Main(system.System{Args: []string{"providers", "--check"}, Stdout: &stdout, Stderr: &stderr, Now: time.Now,
		Random: zeros{},
		Getenv: func(name string) (string, bool) { return home, name == "HOME" }})
	if code != exit.OK || strings.Count(stdout.String(), "answered as m-1") != n {
		t.Errorf("exit %d: %s%s", code, stdout.String(), stderr.String())
	}
}
