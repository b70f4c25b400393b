package secrets

import (
	"bytes"
	"compress/gzip"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"
)

// No file of this repository holds a token: tests draw them from a fixed seed.

// sample is a text with one secret in it.
type sample struct {
	rule   string
	text   string // what is scanned
	secret string // the part that must be masked
	fixed  bool   // of a length that tells where it ends
	line   bool   // one line, whose token may be split
}

func newRand() *rand.Rand { return rand.New(rand.NewPCG(20261121, 7)) }

func letters(r *rand.Rand, alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(b)
}

// fakePassword is always the same one.
func fakePassword() string { return letters(newRand(), base62, 10) + "7-x" }

const (
	base62    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	hexDigits = "0123456789abcdef"
	base64URL = base62 + "-_"
	base64Std = base62 + "+/"
)

// ofClass lists the bytes of a class.
func ofClass(c class) string {
	var b []byte
	for i := range classes {
		if classes[i]&c != 0 {
			b = append(b, byte(i))
		}
	}
	return string(b)
}

// token draws a token of a format.
func (f *format) token(t testing.TB, r *rand.Rand) (literal, token string, fixed bool) {
	t.Helper()
	fixed = true
	for range 1000 {
		literal = strings.Fields(f.literals)[r.IntN(len(strings.Fields(f.literals)))]
		var b strings.Builder
		for _, st := range f.body {
			if st.text != "" {
				b.WriteString(st.text)
				continue
			}
			n := st.min
			if st.max > st.min {
				fixed = false
				n += r.IntN(min(st.max-st.min, 12) + 1)
			}
			alphabet := ofClass(st.class &^ (cDash | cDot | cEqual | cUnder))
			b.WriteString(letters(r, alphabet, n))
		}
		body, before := b.String(), ""
		if len(f.before) > 0 {
			st := f.before[0]
			before = letters(r, ofClass(st.class&cAlnum), st.min)
			body = before + literal + body
		}
		token := body
		if before == "" {
			token = literal + body
		}
		if f.accept(token, body) {
			return literal, token, fixed && before == ""
		}
	}
	t.Fatalf("no token of %s could be drawn", f.name)
	return "", "", false
}

// samples draws n texts of each rule.
func samples(t testing.TB, n int) []sample {
	r := newRand()
	var out []sample
	for range n {
		for i := range formats {
			f := &formats[i]
			literal, token, fixed := f.token(t, r)
			secret := token
			if f.keep {
				secret = token[len(literal):]
			}
			out = append(out, sample{f.name, "use " + token + " now", secret, fixed && !f.keep, true})
		}
		out = append(out, structuredSamples(r)...)
		out = append(out, assignedSamples(r)...)
	}
	return out
}

func b64(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }

func drawJWT(r *rand.Rand) string {
	return b64(`{"alg":"HS256","typ":"JWT"}`) + "." + b64(`{"sub":"`+letters(r, base62, 12)+`"}`) + "." +
		letters(r, base64URL, 43)
}

func drawPEM(r *rand.Rand, label string) string {
	body := "MIIE" + letters(r, base64Std, 800)
	var b strings.Builder
	b.WriteString("-----BEGIN " + label + "-----\n")
	for len(body) > 64 {
		b.WriteString(body[:64] + "\n")
		body = body[64:]
	}
	return b.String() + body + "\n-----END " + label + "-----"
}

func structuredSamples(r *rand.Rand) []sample {
	one := func(rule, before, secret, after string) sample {
		return sample{rule, before + secret + after, secret, false, true}
	}
	password := letters(r, base62, 5) + "7" + letters(r, base62, 6) + "xQ"
	id := base64.RawStdEncoding.EncodeToString([]byte("1" + letters(r, "0123456789", 17)))
	der := base64.StdEncoding.EncodeToString(append([]byte{0x30, 0x82, 4, 0xa4, 2, 1, 0, 2},
		letters(r, base64Std, 400)...))
	sig := url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(letters(r, base64Std, 32))))
	out := []sample{
		one("jwt", "t=", drawJWT(r), ";"),
		one("private-key", "k: ", der, "\n"),
		one("url-password", "postgres://svc:", password, "@db.internal:5432/app"),
		one("url-password", "redis://:", password, "@cache.internal/0"),
		one("url-password", "curl -u svc:", password, " https://api.internal/"),
		one("url-password", "https://deploy:", password, "@git.internal/x.git"),
		one("telegram", "bot ", "8"+letters(r, "0123456789", 9)+":AA"+letters(r, base64URL, 33), " "),
		one("terraform-cloud", "x ", letters(r, base62, 14)+".atlasv1."+letters(r, base62, 64), " "),
		one("azure-client-secret", "x ", letters(r, base62, 3)+"8Q~"+letters(r, base62, 33), " "),
		one("azure-key", "x ", letters(r, base62, 52)+"JQQJ99"+letters(r, base62, 26), " "),
		one("newrelic", "x ", letters(r, hexDigits, 36)+"NRAL", " "),
		one("azure-sas", "https://a.blob.core.windows.net/c?sv=2024-01-01&se=2026-01-01&sig=", sig, " "),
		one("discord", "x ", id+"."+letters(r, base62, 6)+"."+letters(r, base62, 38), " "),
		one("mailgun", "x ", letters(r, hexDigits, 32)+"-"+letters(r, hexDigits, 8)+"-"+letters(r, hexDigits, 8), " "),
		one("password-hash", "admin:", "$apr1$"+letters(r, base62, 8)+"$"+letters(r, base62, 22), "\n"),
		one("password-hash", "admin:", "$2y$10$"+letters(r, base62, 53), "\n"),
		one("password-hash", "root:", "$6$"+letters(r, base62, 16)+"$"+letters(r, base62, 86), ":19000:0:"),
		one("password-hash", "u:", "{SHA}"+base64.StdEncoding.EncodeToString([]byte(letters(r, base64Std, 20))), "\n"),
		one("basic-auth", "Authorization: Basic ", base64.StdEncoding.EncodeToString([]byte("svc:"+password)), "\n"),
		one("basic-auth", `{"auths":{"r.internal":{"auth": "`, base64.StdEncoding.EncodeToString([]byte("svc:"+password)),
			`"}}}`),
		one("netrc", "machine git.internal login svc password ", password, "\n"),
		one("command-password", "sshpass -p ", password, " ssh host"),
		one("aws-secret-key", "aws_secret_access_key = ", drawAWSSecret(r), "\n"),
		one("aws-secret-key", "AKIA"+letters(r, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)+" ", drawAWSSecret(r), "\n"),
	}
	for _, label := range []string{"RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "EC PRIVATE KEY",
		"PGP PRIVATE KEY BLOCK", "ENCRYPTED PRIVATE KEY"} {
		pem := drawPEM(r, label)
		out = append(out, sample{"private-key", "key:\n" + pem + "\n", pem, false, false})
	}
	pem := strings.ReplaceAll(drawPEM(r, "PRIVATE KEY"), "\n", `\n`)
	out = append(out, one("private-key", `{"type": "service_account", "private_key": "`, pem, `\n", "client_id": "1"}`))
	value := base64.StdEncoding.EncodeToString([]byte(password))
	return append(out, sample{"kubernetes-secret",
		"apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  login: " + value + "\n", value, false, false})
}

// drawAWSSecret draws forty characters that hold all kinds.
func drawAWSSecret(r *rand.Rand) string {
	for {
		if s := letters(r, base64Std, 40); awsSecret(s) {
			return s
		}
	}
}

// assignedSamples draws values that only their names give away.
func assignedSamples(r *rand.Rand) []sample {
	var out []sample
	value := func(n int) string {
		for {
			if v := letters(r, base62+"#!", n); secretValue(v, false, false) && alternating(v) {
				return v
			}
		}
	}
	for _, form := range []string{
		"password = \"%s\"", "PASSWORD='%s'", "export DB_PASSWORD=%s", "api_key: %s", "\"client_secret\": \"%s\",",
		"authToken := \"%s\"",
		"secretKey: '%s',", "<password>%s</password>", "os.Setenv(\"API_TOKEN\", \"%s\")", "tool --password %s --verbose",
		"x-api-key: %s", "Authorization: Bearer %s", "const accessKey string = \"%s\"", "?user=me&access_token=%s&x=1",
		"password: str = \"%s\"", "setPassword(\"%s\")", "Pwd=%s;Server=db", "//registry.npmjs.org/:_authToken=%s",
	} {
		v := value(20)
		out = append(out, sample{ruleAssignment, fmt.Sprintf(form, v), v, false, false})
	}
	for _, d := range vendors {
		n := d.lengths[0]
		v := letters(r, hexDigits, n)
		switch {
		case n == 36:
			v = v[:8] + "-" + v[9:13] + "-" + v[14:18] + "-" + v[19:23] + "-" + v[24:]
		case d.rule == "aws-secret-key":
			v = drawAWSSecret(r)
		}
		out = append(out, sample{d.rule, d.words[0] + "_key=" + v, v, false, false})
	}
	return out
}

// encoding hides a text.
type encoding struct {
	name string
	hide func(string) string
	// second is set for what may be applied to what is hidden already.
	second bool
	extra  bool // looked for because it is cheap, not promised
}

func each(text, format string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, format, c)
	}
	return b.String()
}

func wrap(text string, n int) string {
	var b strings.Builder
	for len(text) > n {
		b.WriteString(text[:n] + "\n")
		text = text[n:]
	}
	return b.String() + text
}

var encodings = []encoding{
	{"base64", func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }, true, false},
	{"base64 raw", func(s string) string { return base64.RawStdEncoding.EncodeToString([]byte(s)) }, true, false},
	{"base64 url", func(s string) string { return base64.URLEncoding.EncodeToString([]byte(s)) }, true, false},
	{"base64 url raw", b64, true, false},
	{"base64 lines", func(s string) string { return wrap(base64.StdEncoding.EncodeToString([]byte(s)), 76) }, false,
		false},
	{"base64 offset 1", func(s string) string { return base64.StdEncoding.EncodeToString([]byte("-" + s)) }, false, false},
	{"base64 offset 2", func(s string) string { return base64.StdEncoding.EncodeToString([]byte("- " + s)) }, false,
		false},
	{"base32", func(s string) string { return base32.StdEncoding.EncodeToString([]byte(s)) }, true, false},
	{"base32 lower raw", func(s string) string {
		return strings.ToLower(base32.StdEncoding.WithPadding(-1).EncodeToString([]byte(s)))
	}, false, false},
	{"hex", func(s string) string { return hex.EncodeToString([]byte(s)) }, true, false},
	{"hex upper", func(s string) string { return strings.ToUpper(hex.EncodeToString([]byte(s))) }, false, false},
	{"hex groups", func(s string) string { return each(s, "%02x ") }, false, false},
	{"hex list", func(s string) string { return each(s, "0x%02x, ") }, false, false},
	{"hex lines", func(s string) string { return wrap(hex.EncodeToString([]byte(s)), 60) }, false, false},
	{"url", url.QueryEscape, true, false},
	{"url all", func(s string) string { return each(s, "%%%02X") }, true, false},
	{"html decimal", func(s string) string { return each(s, "&#%d;") }, true, false},
	{"html hex", func(s string) string { return each(s, "&#x%x;") }, true, false},
	{"json unicode", func(s string) string { return each(s, `\u%04x`) }, true, false},
	{"json string", func(s string) string { b, _ := json.Marshal(s); return string(b) }, true, false},
	{"c hex", func(s string) string { return each(s, `\x%02x`) }, true, false},
	{"c octal", func(s string) string { return each(s, `\%03o`) }, false, false},
	{"reversed", reverse, true, true},
	{"gzip", func(s string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write([]byte(s))
		_ = z.Close()
		return base64.StdEncoding.EncodeToString(b.Bytes())
	}, false, true},
	{"utf-16", func(s string) string { return base64.StdEncoding.EncodeToString([]byte(each(s, "%c\x00"))) }, false, true},
}
