package effect_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/engine/effect"
)

func TestHostListed(t *testing.T) {
	list := []string{"api.github.com", "localhost:8080", "*.example.com", "*.example.net:8443", "[::1]:3000", "fe80::1",
		"10.0.0.1", "xn--bcher-kva.example", "*"}
	for host, want := range map[string]bool{
		"api.github.com 443": true, "API.GitHub.com. 443": true, "api.github.com 8443": false, "x.api.github.com 443": false,
		"localhost 8080": true, "localhost 443": false, "a.example.com 443": true, "a.b.example.com 443": true,
		"example.com 443": false, "evilexample.com 443": false, "example.com.evil.org 443": false, ".example.com 443": false,
		"xn--a.example.com 443": false, "a.xn--b.example.com 443": false, "a.example.net 8443": true,
		"a.example.net 443": false, "::1 3000": true, "::1 443": false, "fe80::1 443": true, "10.0.0.1 443": true,
		"10.0.0.10 443": false, "xn--bcher-kva.example 443": true, "anything.org 443": false, " 443": false,
	} {
		name, text, _ := strings.Cut(host, " ")
		port := map[string]int{"443": 443, "8443": 8443, "8080": 8080, "3000": 3000}[text]
		if got := effect.HostListed(list, name, port, 443); got != want {
			t.Errorf("%s: %v", host, got)
		}
	}
}

// Whatever is listed, a host that is not written there is listed only below the name of an entry with a star.
func TestHostListedStaysBelow(t *testing.T) {
	label := rapid.StringMatching(`[a-c]{1,3}`)
	rapid.Check(t, func(t *rapid.T) {
		name := func(n string) string { return strings.Join(rapid.SliceOfN(label, 1, 4).Draw(t, n), ".") }
		entry, host := name("entry"), name("host")
		if rapid.Bool().Draw(t, "star") {
			if got := effect.HostListed([]string{"*." + entry}, host, 443, 443); got != strings.HasSuffix(host, "."+entry) {
				t.Errorf("*.%s has %s: %v", entry, host, got)
			}
		} else if got := effect.HostListed([]string{entry}, host, 443, 443); got != (host == entry) {
			t.Errorf("%s has %s: %v", entry, host, got)
		}
	})
}

func TestLoopback(t *testing.T) {
	for raw, want := range map[string]bool{"http://localhost:1/": true, "http://a.localhost/": true,
		"http://127.9.9.9/": true,
		"http://[::1]/":     true, "http://localhost.example.com/": false, "http://10.0.0.1/": false,
		"http://0.0.0.0/": false} {
		if e, err := effect.ParseEndpoint(raw); err != nil || e.Loopback() != want {
			t.Errorf("%s: %+v, %v", raw, e, err)
		}
	}
}

// An address counts as listed only where it is what it looks like.
func TestListable(t *testing.T) {
	for raw, want := range map[string]bool{"https://a.org/": true, "https://localhost:1/": true, "https://10.0.0.1/": true,
		"https://[::1]/": true, "https://xn--a.org/": true, "https://x@a.org/": false, "https://0x7f.1/": false,
		"https://2130706433/": false, "https://[::ffff:127.0.0.1]/": false, "https://bücher.org/": false,
		"https://github。com/": false, "https://a..org/": false} {
		if e, err := effect.ParseEndpoint(raw); err != nil || e.Listable != want {
			t.Errorf("%s: %+v, %v", raw, e, err)
		}
	}
}
