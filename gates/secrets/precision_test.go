package secrets

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pp/engine/enginetest"
)

// harmless are texts that hold no secret, many of which look as if they did.
func harmless() []string {
	r := newRand()
	h := func(n int) string { return letters(r, hexDigits, n) }
	a := func(n int) string { return letters(r, base62, n) }
	upper := func(n int) string { return letters(r, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", n) }
	return []string{
		// Near misses: a character too few or too many, the wrong kind of one.
		"AKIA" + upper(15), "AKIA" + upper(17), "x" + "AKIA" + upper(16), "AKIA" + upper(15) + "1",
		"ghp_" + strings.Repeat("x", 36), "npm_" + strings.Repeat("a1", 18), "ghp_" + a(35),
		"github_pat_" + a(22) + "_" + a(58),
		"glpat-" + a(19), "AIza" + a(34), "AIza" + a(36), "dop_v1_" + h(63), "dapi" + h(31), "SG." + a(10) + "." + a(43),
		"xoxb-" + a(8), "hooks.slack.com/services/T0/B0/x", "age-secret-key-1" + strings.Repeat("q", 58), "SK" + h(31),
		"hf_" + a(10),
		"eyJ" + a(20) + "." + a(20), b64(`{"typ":"JWT"}`) + "." + b64(`{"a":1}`) + "." + a(43),
		b64(`{"alg":"none"}`) + "." + b64(`{"sub":"x"}`) + ".",
		"-----BEGIN PUBLIC KEY-----\n" + a(64) + "\n-----END PUBLIC KEY-----",
		"-----BEGIN CERTIFICATE-----\nMIIE" + a(60) + "\n" + a(64) + "\n-----END CERTIFICATE-----",
		"-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----",
		`strings.Contains(s, "-----BEGIN PRIVATE KEY-----")`,
		"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + a(43) + " me@host", "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ" + a(300),

		// Hashes and identifiers.
		"commit " + h(40), "md5: " + h(32), "sha256:" + h(64), h(128) + "  file.tar.gz",
		h(8) + "-" + h(4) + "-4" + h(3) + "-a" + h(3) + "-" + h(12),
		`"integrity": "sha512-` + base64.StdEncoding.EncodeToString([]byte(a(64))) + `"`,
		"golang.org/x/sys v0.1.0 h1:" + base64.StdEncoding.EncodeToString([]byte(a(32))),
		"checksum = \"" + h(64) + "\"", "resolved \"https://registry.npmjs.org/a/-/a-1.0.0.tgz#" + h(40) + "\"",
		"index " + h(7) + ".." + h(7) + " 100644",
		"ETag: \"" + h(32) + "\"", "request_token: " + h(8) + "-" + h(4) + "-4" + h(3) + "-a" + h(3) + "-" + h(12),
		"docker.io/library/go@sha256:" + h(64),

		// What stands where a secret would.
		"AKIA" + "IOSFODNN7EXAMPLE", "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
		"password = \"changeme\"", "api_key: your-api-key",
		"token: <token>", "PASSWORD=${DB_PASSWORD}", "export TOKEN=$TOKEN", "const secret = process.env.APP_SECRET_1",
		`password := os.Getenv("DB_PASS1")`,
		"token = os.environ['GH_TOKEN_1']", "api_key = \"xxxxxxxxxxxxxxxxxxxx1\"",
		"ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
		"sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
		"password: {{ .Values.db.password1 }}", "postgres://user:password@localhost/db", "https://user:pass@example.com",
		"mysql://root:${PW}@db/x", "redis://:%s@%s",
		"amqp://guest:guest@localhost", "http://user:xxxx@host", "secret: 1234567890abcdef",
		"client_secret = 'abcdefghijklmnop1'", "sk_test_" + strings.Repeat("x", 24),
		"Authorization: Bearer $TOKEN", "Authorization: Bearer <access-token>",
		"Authorization: Basic dXNlcjpwYXNzd29yZA==", "secret = [MASKED]", "token=\"[MASKED]\"",
		"https://x:[MASKED]@host/", "sk-proj-your-key-goes-here-your-key-goes-here-0123", "password=********",
		"PGPASSWORD=secret psql",

		// Code.
		"token := lexer.nextToken2()", "tokens = tokenize(line1)", "func (p *Parser) secretFor(name1 string) string {",
		"if token == TOKEN_ARROW2 {", "secretName: web-tls-2024",
		"token_type = urn:ietf:params:oauth:token-type:jwt-bearer2", "password_file: /run/secrets/db_password_1",
		"nextPageToken: CAUQAA1234abcd", "this.secret1=e.secret2,this.token3=t.token4",
		"PasswordHasher=argon2id", "passwordField1 = form.password2",
		"!function(e,t){e.token=t.token1;var n=e.secret||t.secret2}(a,b)", "tokenizer=bert-base-uncased-v2",
		"csrf_token: csrfToken1Value",
		"data:image/png;base64," +
			base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n"+a(3)+strings.Repeat("\x00\xff\x80", 200))),
		"var table = [256]uint8{0x00, 0x77, 0x07, 0x96, 0x30, 0xee, 0x0e, 0x61, 0x2c}", "%20%20%2F%2F", `"\u0041\u0042"`,
		strings.Repeat("-", 55), "the secret of good code is its tests; a token of thanks, no password2 needed",
	}
}

// TestHarmless holds the rules to what is no secret.
func TestHarmless(t *testing.T) {
	for _, text := range harmless() {
		if found := Scan(text, Options{}); len(found) > 0 {
			t.Errorf("found %v in %q", found, text)
		}
		if found := Scan("x = "+text+" ;", Options{}); len(found) > 0 {
			t.Errorf("found %v in %q with something around it", found, text)
		}
	}
}

// falseAlarms scans the files below root, of which one in seven unless PP_LONG=1, and
// counts their lines and what is found, by rule.
func falseAlarms(t testing.TB, root string) (lines int, found map[string]int) {
	t.Helper()
	found = map[string]int{}
	files := 0
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		if files++; files%oneIn(7) != 0 {
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil || bytes.IndexByte(b[:min(len(b), 8000)], 0) >= 0 {
			return err
		}
		lines += bytes.Count(b, []byte("\n"))
		text := string(b)
		for _, m := range Scan(text, Options{}) {
			found[m.Rule]++
			if testing.Verbose() {
				rel, _ := filepath.Rel(root, path)
				t.Logf("%s:%d: %s %s, %d bytes, %08x", rel, 1+strings.Count(text[:m.Start], "\n"), m.Rule, m.Encoding,
					m.End-m.Start, crc32.ChecksumIEEE(b[m.Start:m.End]))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines, found
}

// TestFalseAlarms counts what is found in the source of Go, which holds no
// secret but the keys of its tests: at most 1 in 10,000 lines.
func TestFalseAlarms(t *testing.T) {
	root := filepath.Join(runtime.GOROOT(), "src")
	if _, err := os.Stat(root); err != nil {
		enginetest.Skip(t, os.Getenv, false, "the source of Go: %v", err)
	}
	lines, found := falseAlarms(t, root)
	total := 0
	for _, rule := range slices.SortedFunc(maps.Keys(found),
		func(a, b string) int { return cmp.Compare(found[b], found[a]) }) {
		t.Log(fmt.Sprintf("%5d %s", found[rule], rule))
		total += found[rule]
	}
	t.Logf("%d findings in %d lines: %.2f in 10,000", total, lines, float64(total)*10000/float64(lines))
	if total*10000 > lines {
		t.Errorf("%d findings in %d lines are more than 1 in 10,000", total, lines)
	}
}

// A token that was mistyped, or made up, is masked like a whole one: its prefix
// and a random body are enough.
func TestWrongChecksumIsFoundAllTheSame(t *testing.T) {
	r := newRand()
	for _, prefix := range []string{"ghp_", "gho_", "npm_"} {
		body := letters(r, base62, 30)
		token := prefix + body + letters(r, base62, 6)
		if found := Scan("x = "+token, Options{}); len(found) != 1 {
			t.Errorf("%s… with a wrong checksum: %v", prefix, found)
		}
	}
}
