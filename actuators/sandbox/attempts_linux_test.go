package sandbox

import (
	"net/netip"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The kernel tells whom a command tried to reach without a network: names that real resolvers ask for, and addresses.
// What stays in the sandbox is no attempt, nor is a datagram socket that sends nothing.
func TestAttempts(t *testing.T) {
	t.Parallel()
	w := newMountedWorld(t)
	w.needsLayers()
	python := func(code string) string { return "python3 -c 'import socket as s\n" + code + "' 2>/dev/null; true" }
	for _, tc := range []struct{ program, script, want string }{
		{"", "(exec 3<>/dev/tcp/192.0.2.7/443) 2>/dev/null; (exec 3<>/dev/tcp/127.0.0.1/9) 2>/dev/null; true",
			"192.0.2.7:443"},
		{"", "(exec 3<>/dev/tcp/192.0.2.7/443; exec 3<>/dev/tcp/192.0.2.7/443) 2>/dev/null; true", "192.0.2.7:443"},
		{"", "(exec 3<>/dev/udp/192.0.2.7/99) 2>/dev/null; true", ""},
		{"", "(exec 3<>/dev/udp/192.0.2.7/53) 2>/dev/null; true", "192.0.2.7:53"},
		{"getent", "getent ahosts pp-test.example; getent hosts $HOSTNAME; true", "pp-test.example"},
		{"python3", python(`s.socket(s.AF_INET, s.SOCK_DGRAM).sendto(b"x", ("192.0.2.8", 123))`), "192.0.2.8:123"},
		{"python3", python(`s.socket(s.AF_INET6, s.SOCK_DGRAM).sendmsg([b"x"], [], 0, ("2001:db8::1", 123))`),
			"[2001:db8::1]:123"},
		{"python3", python("import threading as t\n" +
			`x = t.Thread(target=lambda: s.socket(s.AF_INET, s.SOCK_DGRAM).connect(("192.0.2.9", 1))); x.start()`), ""},
		{"python3", python(`l = s.create_server(("127.0.0.1", 0)); s.create_connection(l.getsockname())
s.socket(s.AF_UNIX).connect("/dev/log")`), ""},
		{"curl", "curl -s https://Registry.example:8443/ https://registry.example/; true", "registry.example"},
	} {
		if _, err := exec.LookPath(tc.program); tc.program != "" && err != nil {
			continue
		}
		_, out, exit := w.overLayer(w.spec(makes), tc.script)
		if got := strings.Join(exit.Attempts, " "); got != tc.want || exit.Code != 0 {
			t.Errorf("%s: tried %q, want %q (%d %s)", tc.script, got, tc.want, exit.Code, out)
		}
	}
}

// A name is that of a query with ordinary letters.
func TestAsked(t *testing.T) {
	query := func(name string) []byte {
		b := make([]byte, 12)
		for label := range strings.SplitSeq(name, ".") {
			b = append(append(b, byte(len(label))), label...)
		}
		return append(b, 0, 0, 1, 0, 1)
	}
	for name, want := range map[string]string{"PyPI.org": "pypi.org", "_a._tcp.b-c": "_a._tcp.b-c", "": "", "a\x1b.b": "",
		"é.fr":                          "",
		strings.Repeat("a.", 126) + "a": strings.Repeat("a.", 126) + "a", strings.Repeat("a.", 127) + "a": ""} {
		if got, ok := asked(query(name)); got != want || ok && want == "" {
			t.Errorf("%q: %q %t", name, got, ok)
		}
	}
	whole := query("pypi.org")
	for i := range whole[:len(whole)-4] {
		if name, ok := asked(whole[:i]); ok {
			t.Errorf("the first %d bytes: %q", i, name)
		}
	}
}

// What is told is bounded, each once, and without what is no attempt.
func TestNotedAttempts(t *testing.T) {
	a := &attempts{own: "box", servers: []netip.Addr{netip.MustParseAddr("192.0.2.53")}}
	for _, name := range []string{"box", "box.lan", "1.2.0.192.in-addr.arpa", "db", "db.lan", "dbx"} {
		a.look(name)
	}
	for _, to := range []string{"192.0.2.53:53", "[::1]:80", "0.0.0.0:1", "192.0.2.1:80", "192.0.2.1:80"} {
		a.contact(netip.MustParseAddrPort(to), false)
	}
	if got := a.seen(); !slices.Equal(got, []string{"db", "dbx", "192.0.2.1:80"}) {
		t.Error(got)
	}
	for i := range 2 * maxAttempts {
		a.contact(netip.AddrPortFrom(netip.MustParseAddr("192.0.2.2"), uint16(i)), false)
	}
	if n := len(a.seen()); n != maxAttempts {
		t.Error(n)
	}
}
