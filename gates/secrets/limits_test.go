package secrets

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// zipped returns a text as gzip in base64.
func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// TestLimitsFailClosed checks that a secret in an archive is found or the archive is reported as unchecked, whether it
// is within the bounds of a scan or beyond them.
func TestLimitsFailClosed(t *testing.T) {
	secret := strings.Join([]string{"AKIA", "QWERTYUIOPASDFGH"}, "")
	limits := []struct {
		name       string
		within, at int
		text       func(n int) string
	}{
		{"archives", 2, maxUnzips + 1, func(n int) string {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, "a%d: %s\n", i, zipped(t, strings.Repeat("a sentence ", 5+i)))
			}
			return b.String() + "end: " + zipped(t, "the key is "+secret)
		}},
		{"bytes in front of it in an archive", 10, maxUnzipped, func(n int) string {
			return "x: " + zipped(t, strings.Repeat("a", n)+" the key is "+secret) +
				strings.Repeat("\nplain text", maxUnzipped/8)
		}},
	}
	for _, l := range limits {
		for _, n := range [...]int{l.within, l.at} {
			if len(Scan(l.text(n), Options{})) == 0 {
				t.Errorf("a scan finds nothing behind %d %s, want the secret or an unchecked part", n, l.name)
			}
		}
	}
}
