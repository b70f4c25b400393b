package secrets

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"
)

func FuzzScan(f *testing.F) {
	for _, s := range samples(f, 1) {
		f.Add(s.text)
	}
	for _, w := range worstCases(2 << 10) {
		f.Add(w.text)
	}
	for _, text := range harmless() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		start := time.Now()
		found := Scan(text, Options{})
		// The machine may be busy: this catches work that is not linear only.
		if took := time.Since(start); took > 2*time.Second+time.Duration(len(text))*20*time.Microsecond {
			t.Errorf("%d bytes took %v", len(text), took)
		}
		for i, m := range found {
			if m.Rule == "" || m.Start < 0 || m.Start >= m.End || m.End > len(text) || i > 0 && m.Start < found[i-1].End {
				t.Fatalf("match %d of %v is out of place in %d bytes", i, found, len(text))
			}
		}
		if again := Scan(text, Options{}); len(again) != len(found) {
			t.Errorf("%d matches, then %d", len(found), len(again))
		}
	})
}

func FuzzRedact(f *testing.F) {
	f.Add("n0t-Really-A-Secret", "it is n0t-Really-A-Secret, or bjB0LVJlYWxseS1BLVNlY3JldA==")
	f.Add("aaaaaaaa", "aaaaaaaaaaaaaaaaaaaa")
	f.Add("MASKED", "[MASKED][MASKED]")
	f.Add("D][MAS", "[MASKED][MASKED]")
	for _, s := range samples(f, 1) {
		f.Add(s.secret, s.text)
	}
	f.Fuzz(func(t *testing.T, value, text string) { checkRedacted(t, []string{value}, text) })
}

// worstCase is input made to be slow.
type worstCase struct{ name, text string }

// worstCases are texts of n bytes.
func worstCases(n int) []worstCase {
	fill := func(s string) string { return strings.Repeat(s, n/len(s)+1)[:n] }
	r := newRand()
	enc := base64.StdEncoding.EncodeToString
	zeros := enc(bytes.Repeat([]byte{0}, n*3/4))
	nested := enc([]byte(enc([]byte(fill("the quick brown fox, token=x; ")))))[:n]
	cases := []worstCase{
		{"random base64", letters(r, base64Std, n)}, {"base64 of zeros", zeros[:n]}, {"base64 of base64", nested},
		{"hex digits", letters(r, hexDigits, n)},
		{"hex of text", fill("6162")}, {"base32", letters(r, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", n)},
		{"base32 of text", fill("MFRGG")},
		{"text in many alphabets", fill("IFBA")}, {"random bytes", letters(r, string(allBytes()), n)},
		{"printable bytes", letters(r, ofClass(cText), n)},
		{"groups", fill("41 ")}, {"list of bytes", fill("0x41, ")},
		{"lines of base64", wrap(letters(r, base64Std, n*76/77), 76)},
	}
	for _, s := range []string{
		"eyJ", "eyJhbGciOiJIUzI1NiJ9.", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----\n", "://", "http://a:b@",
		"http://a:bcdefgh1:", "password=\"", "token='x\"", "secret:", "token=",
		"kind: Secret\ndata:\n", "machine a login b password c ", "curl -u a:b ", "AKIA", "ghp_", "_phg", "sk-", "-ks",
		"SG.", "H4sI", "MII", "sig=", "Bearer ", "Basic QQ==", "$2a$", ":AA",
		"%41", "%25", "&#65;", "&amp;", "\\u0041", "\\x41", "\\", "\"+\"", "''", "\u200b", "\x1b[0m", "\x00", "a\\\n",
		"0123456789abcdef", "a", " ", "\n", "=", "\"", "AccountKey=",
		"chpasswd echo a:b ", "kinit <<< a ", "| password | ", "password,", "Client(", "curl =",
		"heroku_key=", "\"auth\":\"", "PuTTY-User-Key-File-2", "JQQJ99", "\xff", "é", "Ａ",
	} {
		cases = append(cases, worstCase{fmt.Sprintf("%q", s), fill(s)})
	}
	for _, lit := range strings.Fields(formats[0].literals + " " + formats[20].literals) {
		cases = append(cases, worstCase{"long " + lit, fill(lit + strings.Repeat("A", 300))})
	}
	return cases
}

func allBytes() []byte {
	b := make([]byte, 256)
	for i := range b {
		b[i] = byte(i)
	}
	return b
}
