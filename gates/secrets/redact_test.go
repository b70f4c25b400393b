package secrets

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"pp/engine"
)

func vaultOf(values ...string) *Vault {
	var secrets []engine.Secret
	for i, v := range values {
		secrets = append(secrets, engine.NewSecret(fmt.Sprintf("S%d", i), v))
	}
	return NewVault(secrets)
}

func TestVaultMatches(t *testing.T) {
	v := vaultOf("hunter two!", "pin42", "abc", "MASKED", "  trimmed-value\n", "quote\"and<tag>")
	for _, tt := range []struct {
		text string
		want []Match
	}{
		{"say hunter two! now", []Match{{Rule: "vault", Name: "S0", Start: 4, End: 15}}},
		{"the pin42 is", []Match{{Rule: "vault", Name: "S1", Start: 4, End: 9}}},
		{"the pin421 is", nil},
		{"abc and [MASKED]", nil},
		{"x trimmed-value", []Match{{Rule: "vault", Name: "S2", Start: 2, End: 15}}},
		{`{"k":"quote\"and\u003ctag\u003e"}`, []Match{{Rule: "vault", Name: "S3", Start: 6, End: 31, Encoding: "json"}}},
		{"6a" + hex.EncodeToString([]byte("hunter two!")) + "6",
			[]Match{{Rule: "vault", Name: "S0", Start: 2, End: 24, Encoding: "hex"}}},
	} {
		got := Scan(tt.text, Options{Vault: v})
		for i := range got {
			got[i].Name = strings.Replace(strings.Replace(got[i].Name, "S4", "S2", 1), "S5", "S3", 1)
		}
		if diff := cmp.Diff(tt.want, got, cmp.Transformer("nil", func(m []Match) []Match {
			if len(m) == 0 {
				return nil
			}
			return m
		})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
	if NewVault(nil) != nil || vaultOf("abc") != nil {
		t.Error("a vault with nothing to look for is not nil")
	}
}

// TestInvariant12VaultPrints: no verb prints a stored value.
func TestInvariant12VaultPrints(t *testing.T) {
	v := vaultOf("n0t-Really-A-Secret")
	for _, x := range []any{v, *v, NewRedactor(v), &Options{Vault: v}, NewStream(nil, NewRedactor(v))} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
			if out := fmt.Sprintf(verb, x); strings.Contains(out, "n0t-") ||
				strings.Contains(out, hex.EncodeToString([]byte("n0t-"))) {
				t.Errorf("%s of %T prints %.80q", verb, x, out)
			}
		}
	}
}

// TestVaultEncodings holds stored values to every encoding, two deep.
func TestVaultEncodings(t *testing.T) {
	r := newRand()
	var one, two recall
	for _, n := range []int{6, 7, 8, 9, 12, 20, 40} {
		value := letters(r, base62+" !/+%&", n-2) + "Zz"
		v := vaultOf(value)
		count := func(c *recall, what, text string) {
			c.tried++
			if hits(Scan(text, Options{Vault: v}), RuleVault) {
				c.found++
			} else {
				t.Logf("missed %s: %q in %q", what, value, text)
			}
		}
		for _, inner := range encodings {
			if inner.extra && inner.name != "reversed" {
				continue
			}
			count(&one, inner.name, "x "+inner.hide(value)+" y")
			for _, outer := range encodings {
				if outer.second && !outer.extra && !inner.extra {
					count(&two, inner.name+" in "+outer.name, "x "+outer.hide("x: "+inner.hide(value)+" y"))
				}
			}
		}
	}
	one.check(t, "stored values", 100)
	two.check(t, "stored values, two deep", 98)
}

// TestInvariant12Redact: what a redactor returns holds no stored value and
// nothing in a known format, in no encoding; everything else is untouched;
// and redacting again changes nothing.
func TestInvariant12Redact(t *testing.T) {
	stored := "n0t-Really-A-Secret"
	r := NewRedactor(vaultOf(stored))
	for _, s := range append(samples(t, 1), sample{text: "a " + stored + " b", secret: stored}) {
		texts := []string{s.text}
		for _, e := range encodings {
			if !e.extra {
				texts = append(texts, e.hide(s.text))
			}
		}
		for i, text := range texts {
			before, after := "first line, harmless\n", "\nlast line\n"
			if len(Scan(text, Options{Vault: r.vault})) == 0 {
				continue // counted by TestRecall
			}
			out := r.Redact(before + text + after)
			if i == 0 && strings.Contains(out, s.secret) {
				t.Errorf("%s: the secret stands in %q", s.rule, out)
			}
			if !strings.HasPrefix(out, before) || !strings.HasSuffix(out, after[1:]) || !strings.Contains(out, engine.Masked) {
				t.Errorf("%s: %q became %q", s.rule, before+text+after, out)
			}
			if found := Scan(out, Options{Vault: r.vault}); len(found) > 0 {
				t.Errorf("%s: %v in what was redacted: %q", s.rule, found, out)
			}
		}
	}
	for _, text := range harmless() {
		if out := r.Redact(text); out != text {
			t.Errorf("%q became %q", text, out)
		}
	}
}

// TestRedactKeepsTheRest: only the secret's own bytes are replaced.
func TestRedactKeepsTheRest(t *testing.T) {
	v := "n0t-Really-A-Secret"
	enc := base64.StdEncoding.EncodeToString
	for _, tt := range []struct{ name, in, want string }{
		{"plain", "a=" + v + ";\x00\xff", "a=[MASKED];\x00\xff"},
		{"twice", v + v, "[MASKED][MASKED]"},
		{"url", "q=" + url.QueryEscape("<"+v+">") + "&r=1", "q=%3C[MASKED]%3E&r=1"},
		{"percent", "x%20" + each(v, "%%%02x") + "%20", "x%20[MASKED]%20"},
		{"hex", "00" + hex.EncodeToString([]byte(v)) + "ff", "00[MASKED]ff"},
		{"base64", enc([]byte("abc" + v + "xy")), "YWJj[MASKED]h5"},
		{"password in a URL", "db: postgres://app:" + fakePassword() + "@db/x?y", "db: postgres://app:[MASKED]@db/x?y"},
		{"quoted", `password = "` + fakePassword() + `" # mine`, `password = "[MASKED]" # mine`},
		{"zero width", "a n0t\u200b-Really-A-Secret b", "a [MASKED] b"},
		{"concatenated", `x = "n0t-Real" + "ly-A-Secret";`, `x = "[MASKED]";`},
	} {
		if got := NewRedactor(vaultOf(v)).Redact(tt.in); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// stream writes text in chunks of the given sizes, repeated.
func stream(t testing.TB, r Redactor, text string, sizes []int) string {
	t.Helper()
	var out bytes.Buffer
	s := NewStream(&out, r)
	for i := 0; len(text) > 0; i++ {
		n := min(max(1, sizes[i%len(sizes)]), len(text))
		if k, err := s.Write([]byte(text[:n])); k != n || err != nil {
			t.Fatalf("Write(%d bytes) = %d, %v", n, k, err)
		}
		text = text[n:]
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestInvariant12Stream: however a text is cut, a stream gives what redacting
// all of it gives.
func TestInvariant12Stream(t *testing.T) {
	r := NewRedactor(vaultOf("n0t-Really-A-Secret", "correct horse battery staple", "first line\nof a key\n"))
	all := samples(t, 1)
	texts := append(harmless(), "It is correct horse battery staple, and a first line\nof a key it is.")
	for _, s := range all {
		texts = append(texts, "some text before it\n"+s.text+"\nand after")
	}
	for _, e := range encodings {
		if !e.extra {
			texts = append(texts, "before\n"+e.hide("n0t-Really-A-Secret is stored")+"\nafter\n",
				"before\n"+e.hide(all[len(all)/2].text)+"\nafter\n")
		}
	}
	for _, text := range texts {
		want := r.Redact(text)
		for _, sizes := range [][]int{{1}, {3}, {7, 1, 30}, {64}} {
			if got := stream(t, r, text, sizes); got != want {
				t.Errorf("in chunks of %v: %q became\n%q, want\n%q", sizes, text, got, want)
			}
		}
	}
}

// TestStreamFlows: text that holds nothing does not wait for the end.
func TestStreamFlows(t *testing.T) {
	var out bytes.Buffer
	s := NewStream(&out, Redactor{})
	_, _ = s.Write([]byte("one line of it.\nand the start of a "))
	if got := out.String(); !strings.HasPrefix(got, "one line of it.\n") {
		t.Errorf("only %q was written", got)
	}
	for text, want := range map[string]string{
		"it is all ve":                "it is all ",
		"今天天气很好":                      "今天天气很好",
		"the password is set to on":   "the ",
		"say my dog has":              "say ", // a stored value begins so
		"password:\n  some wor":       "",
		"A word: ghp_ is how they st": "A word: ",
	} {
		var line bytes.Buffer
		stream := NewStream(&line, NewRedactor(vaultOf("my dog has no nose")))
		for i := range len(text) {
			_, _ = stream.Write([]byte{text[i]})
		}
		if got := line.String(); got != want {
			t.Errorf("of %q %q was written, want %q", text, got, want)
		}
	}
	_, _ = s.Write(bytes.Repeat([]byte("QUJD"), streamHeld))
	if out.Len() < streamHeld {
		t.Errorf("%d bytes were written of a run of %d", out.Len(), 4*streamHeld)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestStreamReportsErrors(t *testing.T) {
	s := NewStream(brokenWriter{}, Redactor{})
	if _, err := s.Write([]byte("a line.\nand ")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Write: %v", err)
	}
	if err := s.Close(); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Close: %v", err)
	}
}

// drawText draws text with stored values, tokens and things that look like
// either in it.
func drawText(values []string) *rapid.Generator[string] {
	parts := rapid.OneOf(
		rapid.SampledFrom(append(values, "password=", "token: \"", "\"", " ", "\n", "AKIA", "ghp_", "://", ":", "@", "%41",
			"\\n", "\\u0041", "&#65;", "[MASKED]",
			"-----BEGIN PRIVATE KEY-----", "-----END", "eyJhbGciOiJIUzI1NiJ9", ".", "\u200b", "\\\n", "' '",
			"kind: Secret\ndata:\n  a: ", "H4sI", "MIIEpAIBAAKCAQEA")),
		rapid.StringMatching(`[A-Za-z0-9+/=_ -]{1,40}`),
		rapid.StringN(0, 20, 40),
		rapid.Map(rapid.SampledFrom(values), func(v string) string { return base64.StdEncoding.EncodeToString([]byte(v)) }),
		rapid.Map(rapid.SampledFrom(values), func(v string) string { return hex.EncodeToString([]byte(v)) }),
		rapid.Map(rapid.SampledFrom(values), reverse),
	)
	return rapid.Map(rapid.SliceOfN(parts, 0, 30), func(p []string) string { return strings.Join(p, "") })
}

// checkRedacted fails when something is wrong with redacting text.
func checkRedacted(t rapid.TB, values []string, text string) {
	t.Helper()
	r := NewRedactor(vaultOf(values...))
	out := r.Redact(text)
	for _, v := range values {
		if v = strings.TrimSpace(v); len(v) >= minAnywhere && !strings.Contains(engine.Masked, v) &&
			strings.Contains(out, v) {
			t.Fatalf("%q stands in %q", v, out)
		}
	}
	if again := r.Redact(out); again != out {
		t.Fatalf("redacting %q again gives %q", out, again)
	}
	found := Scan(text, Options{Vault: r.vault})
	for i, m := range found {
		if m.Start < 0 || m.Start >= m.End || m.End > len(text) || i > 0 && m.Start < found[i-1].End {
			t.Fatalf("match %d of %v is out of place in %d bytes", i, found, len(text))
		}
	}
}

func TestRapidRedact(t *testing.T) {
	values := []string{"n0t-Really-A-Secret", "aaaaaaaa", "sixsix", "D]x[MA"}
	rapid.Check(t, func(t *rapid.T) { checkRedacted(t, values, drawText(values).Draw(t, "text")) })
}

// TestRapidStream: no stored value gets through a stream, however it is cut.
func TestRapidStream(t *testing.T) {
	values := []string{"n0t-Really-A-Secret", fakePassword()}
	r := NewRedactor(vaultOf(values...))
	rapid.Check(t, func(rt *rapid.T) {
		text := drawText(values).Draw(rt, "text")
		sizes := rapid.SliceOfN(rapid.IntRange(1, 40), 1, 8).Draw(rt, "sizes")
		out := stream(t, r, text, sizes)
		for _, v := range values {
			if strings.Contains(out, v) {
				rt.Fatalf("%q stands in %q", v, out)
			}
		}
	})
}

// TestRedactRemembers has a redactor find the same in a text that it saw before, and go on where it remembers too much.
func TestRedactRemembers(t *testing.T) {
	r := NewRedactor(vaultOf("planted-not-a-real-secret"))
	plain := strings.Repeat("nothing to hide here\n", 100)
	secret := plain + "planted-not-a-real-secret"
	for range 3 {
		if got := r.Redact(plain); got != plain {
			t.Errorf("%q", got[len(got)-40:])
		}
		if got := r.Redact(secret); !strings.HasSuffix(got, engine.Masked) {
			t.Errorf("%q", got[len(got)-40:])
		}
	}
	if !r.clean.has(plain) || r.clean.has(secret) {
		t.Error("the wrong texts are remembered")
	}
	r.clean.size = maxClean
	r.clean.add(plain + plain)
	if r.clean.has(plain) || !r.clean.has(plain+plain) {
		t.Error("too much is remembered")
	}
}
