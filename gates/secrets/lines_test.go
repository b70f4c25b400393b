package secrets

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The lines of testdata are templates: no file of the repository holds a secret.
var (
	//go:embed testdata/secrets.txt
	secretLines string
	//go:embed testdata/others.txt
	otherLines string
)

const (
	base58Letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	base32Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
)

// alphabets are the kinds of drawn text that are letters of an alphabet.
var alphabets = map[string]string{
	"a": base62, "b64": base64Std, "b64u": base64URL, "hex": hexDigits, "HEX": "0123456789ABCDEF", "dig": "0123456789",
	"UP": "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", "lower": "abcdefghijklmnopqrstuvwxyz0123456789",
	"B32": base32Letters, "b32l": "abcdefghijklmnopqrstuvwxyz234567", "b58": base58Letters, "akia": base32Letters,
	"bech": "qpzry9x8gf2tvdw0s3jn54khce6mua7l", "crypt": base62 + "./",
	"letters": base62[10:], "salt": base62 + "!@#$%^&*()-_ []{}<>~`+=,.;:/?|",
}

var drawnWords = strings.Fields(`otter velvet mango radar cabin ladder puzzle ocean tunnel lemon meadow rocket
	saddle window garlic helmet icon jungle kitten lizard mirror nephew orbit parrot quantum rabbit salmon ticket
	umbrella vacuum wagon yellow zebra anchor bamboo candle dolphin engine fabric galaxy hammer island jacket`)

// draw gives the text of a kind; n is its length, or which of several forms it has.
func draw(r *rand.Rand, kind string, n int) string {
	if set := alphabets[kind]; set != "" {
		return letters(r, set, n)
	}
	word := func() string { return drawnWords[r.IntN(len(drawnWords))] }
	mixed := func(set string) string {
		for {
			s := letters(r, set, n)
			if strings.ContainsAny(s, set[:10]) && strings.ContainsAny(s, set[10:36]) && strings.ContainsAny(s, set[36:62]) &&
				(len(set) == 62 || strings.ContainsAny(s, set[62:])) && strings.ContainsAny(s[:1]+s[n-1:], base62) {
				return s
			}
		}
	}
	mixable := "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	switch kind {
	case "pw":
		return mixed(mixable + "_-+.")
	case "pws":
		return mixed(mixable + "_-+.!#*@%^&~?")
	case "pwa":
		return mixed(mixable)
	case "human":
		parts := []string{word()}
		for len(parts) < max(n, 2) {
			w := word()
			parts = append(parts, strings.ToUpper(w[:1])+w[1:])
		}
		return strings.Join(parts, string("_-+."[r.IntN(4)])) + strconv.Itoa(10+r.IntN(8990))
	case "words":
		var parts []string
		for range n {
			parts = append(parts, word())
		}
		return strings.Join(parts, " ")
	case "uuid", "UUID":
		h := letters(r, hexDigits, 32)
		h = h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-a" + h[17:20] + "-" + h[20:]
		if kind == "UUID" {
			h = strings.ToUpper(h)
		}
		return h
	case "bytes":
		s := make([]string, n)
		for i := range s {
			s[i] = strconv.Itoa(r.IntN(256))
		}
		return strings.Join(s, ",")
	case "b32s":
		s := make([]string, n)
		for i := range s {
			s[i] = strings.ToLower(letters(r, base32Letters, 4))
		}
		return strings.Join(s, " ")
	default:
		return drawEncoded(r, kind, n)
	}
}

// drawEncoded is draw for what holds something encoded.
func drawEncoded(r *rand.Rand, kind string, n int) string {
	std := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	raw := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	lines := func(s string) string { return strings.Join(slices.Collect(chunks(s, 64)), "\n") }
	keys := []struct {
		start  string
		length int
	}{{"", 0}, {"MIIEpAIBAAKCAQEA", 1592}, {"MIIFHDBOBgkqhkiG9w0BBQ0w", 1768},
		{"MHcCAQEEI", 164}, {"MC4CAQAwBQYDK2VwBCIEI", 64},
		{"b3BlbnNzaC1rZXktdjEAAAAABG5vbmUA", 360}}
	switch kind {
	case "b64l":
		return lines(letters(r, base64Std, 64*n-20))
	case "pem", "pem1":
		k := keys[n]
		s := k.start + letters(r, base64Std, k.length-len(k.start))
		if kind == "pem1" {
			return s
		}
		return lines(s)
	case "keydata":
		return std("-----BEGIN RSA PRIVATE KEY-----\n" + drawEncoded(r, "pem", n) + "\n-----END RSA PRIVATE KEY-----\n")
	case "cert":
		return std("-----BEGIN CERTIFICATE-----\nMIID" + lines(letters(r, base64Std, n)) + "\n-----END CERTIFICATE-----\n")
	case "basic":
		return std("bob:" + draw(r, "pw", n))
	case "b64pw":
		return std(draw(r, "pw", n))
	case "b64json":
		return std(`{"version":3,"sources":["../src/auth/` + draw(r, "words", n/10) + `.ts"],"names":[]}`)
	case "jwt":
		return raw(`{"alg":"HS256","typ":"JWT"}`) + "." + raw(fmt.Sprintf(`{"sub":"%d","name":"Bob","iat":1700000000}`,
			r.IntN(1e9))) + "." + letters(r, base64URL, n)
	case "tok":
		return "eyJ" + letters(r, base64URL, n-3)
	case "hvs":
		return "hvs." + letters(r, base64URL, n)
	case "wif":
		if n == 5 {
			return base58Check("\x80" + randomBytes(r, 32))
		}
		return base58Check("\x80" + randomBytes(r, 32) + "\x01")
	case "xprv":
		return base58Check([]string{"", "\x04\x88\xad\xe4", "\x04\x35\x83\x94"}[n] + "\x00\x00\x00\x00\x00" +
			"\x00\x00\x00\x00" + randomBytes(r, 32) + "\x00" + randomBytes(r, 32))
	}
	panic("no kind " + kind)
}

// chunks are the parts of s of n bytes each.
func chunks(s string, n int) func(func(string) bool) {
	return func(yield func(string) bool) {
		for len(s) > n && yield(s[:n]) {
			s = s[n:]
		}
		yield(s)
	}
}

func randomBytes(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.IntN(256))
	}
	return string(b)
}

// base58Check encodes what wallets write: data, and four bytes of its digest.
func base58Check(data string) string {
	first := sha256.Sum256([]byte(data))
	second := sha256.Sum256(first[:])
	n := new(big.Int).SetBytes([]byte(data + string(second[:4])))
	var b []byte
	for rest := new(big.Int); n.Sign() > 0; {
		n.DivMod(n, big.NewInt(58), rest)
		b = append(b, base58Letters[rest.Int64()])
	}
	slices.Reverse(b)
	return string(b)
}

// line is a template's text and the parts of it that are secret.
type line struct {
	template, text string
	secret         [][2]int
	held           bool // of the half that nothing was tuned on
}

// drawnKind is what stands for drawn text in a template.
var drawnKind = regexp.MustCompile(`\{([A-Za-z]\w*):(\d+)\}`)

// linesOf draws the lines of a file of templates, each from a seed of its own.
func linesOf(file string) []line {
	var all []line
	for template := range strings.Lines(file) {
		template = strings.TrimSuffix(template, "\n")
		if template == "" || strings.HasPrefix(template, "##") {
			continue
		}
		h := fnv.New64a()
		_, _ = h.Write([]byte(template))
		r := rand.New(rand.NewPCG(h.Sum64(), 13))
		text := strings.NewReplacer("⏎", "\n", "⇥", "\t").Replace(template)
		text = drawnKind.ReplaceAllStringFunc(text, func(s string) string {
			m := drawnKind.FindStringSubmatch(s)
			n, _ := strconv.Atoi(m[2])
			return draw(r, m[1], n)
		})
		l := line{template: template, held: h.Sum64()>>32&1 == 1}
		for {
			before, rest, ok := strings.Cut(text, "«")
			l.text += before
			if !ok {
				break
			}
			secret, after, _ := strings.Cut(rest, "»")
			l.secret = append(l.secret, [2]int{len(l.text), len(l.text) + len(secret)})
			l.text += secret
			text = after
		}
		all = append(all, l)
	}
	return all
}

// masked reports whether all of the secret parts are found.
func (l line) masked(found []Match) bool {
	return !slices.ContainsFunc(l.secret, func(s [2]int) bool {
		at := s[0]
		for _, m := range found { // in order
			if m.Start <= at && m.Rule != ruleUnchecked {
				at = max(at, m.End)
			}
		}
		return at < s[1]
	})
}

// TestLines measures what is found of secrets as they occur in files, logs and commands,
// and what is found where there is none; of a half of them nothing was known while the
// rules were written.
func TestLines(t *testing.T) {
	for _, half := range []struct {
		name    string
		held    bool
		percent int
	}{{"known", false, 90}, {"held out", true, 90}} {
		var found, falsely recall
		for _, l := range linesOf(secretLines) {
			if l.held != half.held {
				continue
			}
			found.tried++
			if m := Scan(l.text, Options{}); l.masked(m) {
				found.found++
			} else if testing.Verbose() && !half.held {
				t.Logf("missed: %s\n\t%.300q %v", l.template, l.text, m)
			}
		}
		for _, l := range linesOf(otherLines) {
			if l.held != half.held {
				continue
			}
			falsely.tried++
			if m := Scan(l.text, Options{}); len(m) == 0 {
				falsely.found++
			} else if testing.Verbose() && !half.held {
				t.Logf("falsely found: %s\n\t%.300q %v", l.template, l.text, m)
			}
		}
		found.check(t, half.name+": secrets", half.percent)
		falsely.check(t, half.name+": others", 99)
	}
}
