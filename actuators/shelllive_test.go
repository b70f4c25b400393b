package actuators

import (
	"strings"
	"testing"
)

func TestLive(t *testing.T) {
	mask := func(s string) string {
		if i := strings.Index(s, "-----BEGIN "); i >= 0 && strings.Contains(s, "-----END ") {
			return s[:i] + "[MASKED]\n"
		}
		return strings.ReplaceAll(s, "visibly-fake", "[MASKED]")
	}
	long := strings.Repeat("x", maxHeld+1)
	for _, c := range []struct {
		name   string
		writes []string
		want   string
		before string // what is there when all was written, and not yet flushed
	}{
		{"lines", []string{"one\ntw", "o\nthree"}, "one\ntwo\nthree", "one\ntwo\n"},
		{"progress", []string{"10%\r20", "%\r"}, "10%\r20%\r", "10%\r20%\r"},
		{"a secret in two writes", []string{"key visibly-", "fake\nnext"}, "key [MASKED]\nnext", "key [MASKED]\n"},
		{"a key of many lines", []string{"a\n-----BEGIN K-----\nabc\n", "def\n-----END K-----\n"}, "a\n[MASKED]\n",
			"a\n[MASKED]\n"},
		{"a key after a certificate", []string{"-----BEGIN C-----\nx\n-----END C-----\n-----BEGIN K-----\nabc\n",
			"def\n-----END K-----\n"}, "[MASKED]\n[MASKED]\n", "[MASKED]\n[MASKED]\n"},
		{"a key that does not end", []string{"a\n-----BEGIN K-----\nabc\n"}, "a\n-----BEGIN K-----\nabc\n", "a\n"},
		{"a long line", []string{long, "y\n"}, long + "y\n", long + "y\n"},
		{"binary", []string{"text\n", "\x00\x01\n", "more\n"}, "text\n[binary output, not shown]\n",
			"text\n[binary output, not shown]\n"},
		{"for a program", []string{"text\n", "\x00\x01\n", "more\n"}, "text\n\x00\x01\nmore\n", "text\n\x00\x01\nmore\n"},
		{"nothing", nil, "", ""},
	} {
		var b strings.Builder
		o := newOutput(ShellOptions{MaxOutput: 1000, Live: &b, Mask: mask, Text: c.name != "for a program"})
		for _, w := range c.writes {
			if n, err := o.Write([]byte(w)); n != len(w) || err != nil {
				t.Errorf("%s: %d, %v", c.name, n, err)
			}
		}
		if got := b.String(); got != c.before {
			t.Errorf("%s: while it runs %q, want %q", c.name, got, c.before)
		}
		if o.live.flush(); b.String() != c.want {
			t.Errorf("%s: %q, want %q", c.name, b.String(), c.want)
		}
	}
}
