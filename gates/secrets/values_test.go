package secrets

import (
	"slices"
	"strings"
	"testing"
)

func TestValues(t *testing.T) {
	blob := strings.Repeat("QUJDRGFiY2Q", 5)
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{".env", "TOKEN=visibly-fake\n", []string{"visibly-fake"}},
		{".env", "export API_KEY=\"visibly fake\" # of a test\n", []string{"visibly fake"}},
		{".env", "PLAIN='kept-4711-here'\n", []string{"kept-4711-here"}},
		{".env", "# OLD_KEY=was-one-1234\n", []string{"was-one-1234"}},
		{".env", "NODE_ENV=development\nDEBUG=true\nHOST=localhost\nREGION=eu-west-1\nPORT=5432\nDAY=2024-01-02\n" +
			"NAME=my-application\nDIR=/var/lib/data-12345\nURL=http://localhost:3000/path\nMAIL=me@example.org\n" +
			"TITLE=Hello World\nREF=${OTHER_NAME}\nPASSWORD=changeme\nSHORT_KEY=abc\nIP=192.168.100.200\n" +
			"CLASS=MyClassName\nPASSWORD_FILE=/run/some/file\n", nil},
		{".env", "DATABASE_URL=postgres://me:visibly-fake@db.example.org/app\n", []string{"visibly-fake"}},
		{".env", "HOOK=https://hooks.example.org/services/T00/aB3dE5gH7jK9mN1pQ3sT5v\n", []string{"aB3dE5gH7jK9mN1pQ3sT5v"}},
		{".npmrc", "//registry.example.org/:_authToken=visibly-fake-1234\n", []string{"visibly-fake-1234"}},
		{".netrc", "machine example.org login somebody password visibly-fake\n", []string{"visibly-fake"}},
		{".pgpass", "db.example.org:5432:app:me:vis1bly-f4ke\n", []string{"db.example.org:5432:app:me:vis1bly-f4ke",
			"vis1bly-f4ke"}},
		{".vault-token", "correcthorsebattery\n", []string{"correcthorsebattery"}},
		{"secrets.yml", "db:\n  password: visibly fake one\n  host: db.example.org\n", []string{"visibly fake one"}},
		{"credentials.json", `{"client_secret": "visibly-fake", "id": "app-12345", "n": 5, "private_key": "x\"y-fake"}`,
			[]string{"visibly-fake", `x\"y-fake`}},
		{"settings.xml", "<password>visibly-fake</password>\n<url>https://example.org</url>\n", []string{"visibly-fake"}},
		{"id_rsa", "-----BEGIN PRIVATE KEY-----\n" + blob + "\n-----END PRIVATE KEY-----\n", []string{blob}},
		{".env", "KEY=\"-----BEGIN K-----\\n" + blob + "\\n-----END K-----\"\n", []string{blob,
			"-----BEGIN K-----\\n" + blob + "\\n-----END K-----"}},
		{".bash_history", "TOKEN=visibly-fake make\n", nil},
		{"wallet.dat", "KEY=visibly-fake\x00", nil},
		{".env", "", nil},
		{".env", "KEY=" + strings.Repeat("a1B2", 20_000), nil},
	} {
		if got := Values(c.name, []byte(c.text)); !slices.Equal(got, c.want) {
			t.Errorf("%s %q: %q, want %q", c.name, c.text, got, c.want)
		}
	}
}

// Whatever a file holds, its values are bounded, and parts of it.
func FuzzValues(f *testing.F) {
	f.Add(".env", []byte("A=b\n\"x\": \"y\"\n<a>b</a>\nhttp://a:b@c\n"))
	f.Add("secrets.json", []byte(`{"a":"\`))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		got := Values(name, data)
		if len(got) > maxStoredN {
			t.Fatalf("%d values", len(got))
		}
		for _, v := range got {
			if len(v) < minStored || len(v) > maxStored {
				t.Fatalf("a value of %d bytes", len(v))
			}
		}
	})
}
