package shell

import "testing"

// TestEndpoint checks that the host is given as it really is.
func TestEndpoint(t *testing.T) {
	for _, c := range []struct {
		given, scheme string
		port          int
		host          string
		wantPort      int
		odd           bool
	}{
		{"https://Example.COM/x", "", 0, "example.com", 443, false},
		{"http://example.com:8080/x?y", "", 0, "example.com", 8080, false},
		{"https://good.example@evil.example/", "", 0, "evil.example", 443, true},
		{"http://[::1]:80/", "", 0, "::1", 80, false},
		{"http://2130706433/", "", 0, "127.0.0.1", 80, true},
		{"http://0x7f.1/", "", 0, "127.0.0.1", 80, true},
		{"http://0177.0.0.1/", "", 0, "127.0.0.1", 80, true},
		{"http://203.0.113.5", "", 0, "203.0.113.5", 80, true},
		{"http://g\u0456thub.com", "", 0, "g\u0456thub.com", 80, true},
		{"http://xn--gthub-n4a.com", "", 0, "xn--gthub-n4a.com", 80, true},
		{"http://a%2eb/", "", 0, "a%2eb", 80, true},
		{`http://a\@b/`, "", 0, "a", 80, true},
		{"user@host:path/x", "ssh", 22, "host", 22, false},
		{"host:2222", "tcp", 0, "host", 2222, false},
		{"example.com.", "", 0, "example.com", 0, false},
		{"::ffff:127.0.0.1", "", 0, "127.0.0.1", 0, false},
	} {
		e := endpoint(c.given, c.scheme, c.port)
		if e.Host != c.host || e.Port != c.wantPort || (e.Odd != "") != c.odd {
			t.Errorf("endpoint(%q) = %+v", c.given, e)
		}
	}
}

// TestMatchPattern checks patterns, and that the worst of them is quick.
func TestMatchPattern(t *testing.T) {
	for _, c := range []struct {
		pattern, s string
		want       bool
	}{
		{"*", "", true}, {"?", "", false}, {"a*c", "abc", true}, {"a*c", "ab", false}, {"[a-c]x", "bx", true},
		{"[!a]x", "ax", false}, {"[^a]x", "bx", true},
		{`\*`, "*", true}, {`\*`, "a", false}, {"[]]", "]", true}, {"[a", "[a", true}, {"[[:digit:]]*", "1x", true},
		{"[[:upper:]]", "a", false}, {"*.txt", "a.txt", true},
		{"é?", "éa", true}, {"**", "x", true}, {"a**b", "ab", true}, {"[a-]", "-", true}, {`[\]]`, "]", true},
	} {
		if got := patternOf("^", c.pattern, "$", 0).MatchString(c.s); got != c.want {
			t.Errorf("patternOf(%q, %q) = %v", c.pattern, c.s, got)
		}
	}
}
