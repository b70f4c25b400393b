//go:build linux

package cli

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/cli/exit"
	"pp/providers/providertest"
)

// traced runs pp under strace and returns the lines about connections and what
// was sent over them, and pp's exit code.
func traced(t *testing.T, home string, args ...string) (lines []string, code int) {
	t.Helper()
	strace := findStrace(t)
	pp := ppCommand(t, home, "dumb", args...)
	// A link, because testscript goes by the name of what is run.
	link := filepath.Join(t.TempDir(), "pp")
	if err := os.Symlink(pp.Path, link); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "log")
	cmd := exec.Command(strace, append([]string{"-f", "-qq", "-yy", "-s", "600", "-e", "signal=none", "-o", log,
		"-e", "trace=socket,connect,bind,sendto,sendmsg,sendmmsg,write", link}, args...)...)
	cmd.Dir, cmd.Env = pp.Dir, append(pp.Env, "GODEBUG=netdns=go")
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err, string(out))
	}
	for _, line := range straced(t, log) {
		if strings.Contains(line, "socket(") || strings.Contains(line, "connect(") || strings.Contains(line, "bind(") ||
			aSocket().MatchString(line) {
			lines = append(lines, line)
		}
	}
	return lines, cmd.ProcessState.ExitCode()
}

// aSocket is a call on a socket; the others are on files, pipes and events.
var aSocket = pattern(`\((\d+)<(TCP|UDP|UNIX|NETLINK|socket)`)

var connected = pattern(`connect\(.*sin6?_port=htons\((\d+)\).*(?:inet_addr\("([^"]*)"\)|` +
	`inet_pton\(AF_INET6, "([^"]*)")`)

// dialled are the addresses that were connected to. connect of a UDP socket sends
// nothing: it is how the resolver finds out which addresses can be reached.
func dialled(t *testing.T, lines []string) []string {
	t.Helper()
	var out []string
	for _, line := range lines {
		if !strings.Contains(line, "connect(") {
			continue
		}
		m := connected().FindStringSubmatch(line)
		switch {
		case m != nil:
			out = append(out, m[2]+m[3]+":"+m[1])
		case !strings.Contains(line, "resumed"):
			t.Errorf("a connection to something else: %s", line)
		}
	}
	return out
}

// TestInvariant15ProcessDialsNobodyElse runs the whole program and sees every
// address that it connects to, and every name that it asks for.
func TestInvariant15ProcessDialsNobodyElse(t *testing.T) {
	t.Parallel()
	p := providertest.OpenAI()
	s := providertest.Serve(t, providertest.Respond(200, p.Stream(p.Whole, "Paris.\n"), "Content-Type: "+p.Type))
	_, port, err := net.SplitHostPort(s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	provider := func(base string) string {
		home := t.TempDir()
		configure(t, home, fmt.Sprintf("cascade = [\"it\"]\n[timeouts]\nconnect = \"1s\"\nreply = "+
			"\"3s\"\n[providers.it]\nprotocol = \"openai\"\nbase_url = %q\nmodel = \"m-1\"\n", base))
		return home
	}
	for _, base := range []string{s.URL(), "http://localhost:" + port} {
		lines, code := traced(t, provider(base), "what is the capital of France")
		for _, address := range dialled(t, lines) {
			if address != "127.0.0.1:"+port && address != "::1:"+port {
				t.Errorf("%s: it connected to %s", base, address)
			}
		}
		if code != exit.OK || len(dialled(t, lines)) == 0 {
			t.Errorf("%s: exit %d, %q", base, code, lines)
		}
	}
	lines, code := traced(t, provider("https://models.provider.invalid/v1"), "what is the capital of France")
	asked := 0
	for _, address := range dialled(t, lines) {
		if !strings.HasSuffix(address, ":53") {
			t.Errorf("it connected to %s", address)
		}
	}
	for _, line := range lines {
		if sent(line) {
			asked++
			if !strings.Contains(line, `\6models\10provider\7invalid`) {
				t.Errorf("it asked for another name: %s", line)
			}
		}
	}
	if code != exit.Unavailable || asked == 0 {
		t.Errorf("exit %d, %d names asked for: %q", code, asked, lines)
	}
}

// sent reports whether a call sends over a socket, in a line that has its data.
func sent(line string) bool {
	return aSocket().MatchString(line) && (strings.Contains(line, "write(") || strings.Contains(line, "sendto(") ||
		strings.Contains(line, "sendm"))
}

// What needs no model opens no socket at all.
func TestInvariant15NoSocketWithoutAModel(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"version"}, {"what is 1+1"}, {"check", "curl https://example.com"}, {"providers"},
		{"cost"}, {"gates"}, {"config", "show"}} {
		if lines, code := traced(t, t.TempDir(), args...); len(lines) != 0 {
			t.Errorf("pp %s: exit %d, %q", strings.Join(args, " "), code, lines)
		}
	}
}
