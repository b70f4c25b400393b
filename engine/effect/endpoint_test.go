package effect_test

import (
	"strings"
	"testing"

	"pp/engine/cause"
	"pp/engine/effect"
)

func TestParseEndpoint(t *testing.T) {
	for _, tc := range []struct {
		raw, host string
		port      int
		odd       cause.Kind
	}{
		{"https://api.github.com/repos", "api.github.com", 443, ""},
		{"https://API.GitHub.com./x?y#z", "api.github.com", 443, ""},
		{"http://example.com:8080", "example.com", 8080, ""},
		{"https://api.github.com@evil.example/", "evil.example", 443, cause.OddUser},
		{"https://api.github.com:x@evil.example:443/", "evil.example", 443, cause.OddUser},
		{"https://2130706433/", "127.0.0.1", 443, cause.OddWrittenNumber},
		{"https://0x7f.1/", "127.0.0.1", 443, cause.OddWrittenNumber},
		{"https://0177.0.0.1/", "127.0.0.1", 443, cause.OddWrittenNumber},
		{"https://127.0.0.1/", "127.0.0.1", 443, cause.OddThisMachine},
		{"https://[::1]:8443/", "::1", 8443, cause.OddThisMachine},
		{"https://[::ffff:169.254.169.254]/", "169.254.169.254", 443, cause.OddPrivate},
		{"https://8.8.8.8/", "8.8.8.8", 443, cause.OddNumber},
		{"https://gіthub.com/", "gіthub.com", 443, cause.OddLetters},
		{"https://ｇithub.com/", "github.com", 443, cause.OddLetters},
		{"https://github。com/", "github.com", 443, cause.OddLetters},
		{"https://xn--gthub-ova.com/", "xn--gthub-ova.com", 443, cause.OddEncoded},
		{"https://localhost/", "localhost", 443, cause.OddPrivateName},
		{"https://metadata.google.internal/", "metadata.google.internal", 443, cause.OddPrivateName},
	} {
		e, err := effect.ParseEndpoint(tc.raw)
		if err != nil || e.Host != tc.host || e.Port != tc.port || e.Odd != tc.odd {
			t.Errorf("%s: %+v, %v; want %s %d %q", tc.raw, e, err, tc.host, tc.port, tc.odd)
		}
	}
	for _, raw := range []string{"", "api.github.com", "https://", "https:///x", "https://a b/", "https://a\\@b/",
		"https://a:99999/", "https://a:x/",
		"https://[::1/", "https://api.github.com%2eevil.example/", "https://a\nb/", "https://a.b:/c", "s://.", "https://。/",
		"https://api.github.com\t.evil.example/",
		"https://api.github.com\uff0fevil.example/", "https://a\uff20evil.example/", "https://\u02db/", "https://\x9b\xcb/"} {
		if e, err := effect.ParseEndpoint(raw); err == nil {
			t.Errorf("%q was read as %+v", raw, e)
		}
	}
}

func FuzzParseEndpoint(f *testing.F) {
	for _, s := range []string{"https://a.b:1/c", "https://u:p@h/", "https://0x7f.1/", "https://[::1]/", "https://%61/",
		"A://\x9b\xcb\xcb\xcb\u02db"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		e, err := effect.ParseEndpoint(raw)
		if err == nil && (e.Host == "" || strings.ContainsAny(e.Host, "/@ \t\n\\")) {
			t.Fatalf("%q gives the host %q", raw, e.Host)
		}
	})
}
