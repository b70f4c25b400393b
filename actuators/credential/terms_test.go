package credential

import (
	"context"
	"encoding/pem"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"pp/engine"
	"pp/engine/effect"
)

// knows is a git that knows a password for one host.
type knows string

func (k knows) Fill(_ context.Context, u Use) (string, string, error) {
	if u.Host != string(k) {
		return "", "", errors.New("it knows none")
	}
	return "me", "pass-word-1", nil
}

// TestWhatCannotBeGivenIsSaid: before a person answers.
func TestWhatCannotBeGivenIsSaid(t *testing.T) {
	home := t.TempDir()
	put := func(name string, text []byte) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(home+"/"+name), 0o700),
			os.WriteFile(home+"/"+name, text, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	host, person := newParty(t), newParty(t)
	put(".ssh/known_hosts", append([]byte("not a line\nknown.test,[ported.test]:2222 "),
		ssh.MarshalAuthorizedKey(host.PublicKey())...))
	put(".ssh/config", []byte("Host far\n  HostName known.test\n  ProxyJump bastion\n"))
	locked, err := ssh.MarshalPrivateKeyWithPassphrase(person.raw, "", []byte("passphrase"))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := ssh.MarshalPrivateKey(person.raw, "")
	if err != nil {
		t.Fatal(err)
	}
	verdict := func(words string, c effect.Endpoint) engine.Verdict {
		c.Span = effect.Span{End: 3}
		return engine.Verdict{Confinement: engine.Confinement{Files: engine.FilesMounts}, Effects: effect.Effects{
			Connects: []effect.Endpoint{c}, Runs: []effect.Program{{Name: "git", Words: strings.Fields(words),
				Canonical: words, Class: effect.ProgramActs, Span: effect.Span{End: 10}}}}}
	}
	ssh := func(host string, port int) effect.Endpoint {
		return effect.Endpoint{Given: "git@" + host + ":x", Scheme: "ssh", Host: host, Port: port}
	}
	web := func(host string) effect.Endpoint {
		return effect.Endpoint{Given: "https://" + host + "/x", Scheme: "https", Host: host, Port: 443}
	}
	l := NewLender(Options{Home: home, Git: knows("known.test")})
	for _, c := range []struct {
		key  []byte
		to   effect.Endpoint
		want string
	}{
		{nil, ssh("known.test", 22), "there is none in ~/.ssh"},
		{pem.EncodeToMemory(locked), ssh("known.test", 22), "id_ed25519 has a passphrase; run ssh-add first"},
		{pem.EncodeToMemory(plain), ssh("known.test", 22), "uses your ssh key for known.test as git"},
		{pem.EncodeToMemory(plain), ssh("ported.test", 2222), "uses your ssh key for ported.test:2222 as git"},
		{pem.EncodeToMemory(plain), ssh("ported.test", 22), "is not in ~/.ssh/known_hosts"},
		{pem.EncodeToMemory(plain), ssh("unknown.test", 22), "is not in ~/.ssh/known_hosts"},
		{pem.EncodeToMemory(plain), ssh("far", 22), "ProxyJump"},
		{nil, web("known.test"), "uses your password for https://known.test, for that host and nothing else"},
		{nil, web("other.test"), "no password can be given for https://other.test"},
	} {
		_ = os.Remove(home + "/.ssh/id_ed25519")
		if c.key != nil {
			put(".ssh/id_ed25519", c.key)
		}
		got := strings.Join(l.Terms(context.Background(), verdict("git push", c.to)), "\n")
		if !strings.Contains(got, c.want) || strings.Contains(got, "pass-word-1") {
			t.Errorf("%s: %q, not %q", c.to.Address(), got, c.want)
		}
	}
	weak := verdict("git push", ssh("known.test", 22))
	weak.Confinement.Files = engine.FilesLandlock
	if got := strings.Join(l.Terms(context.Background(), weak), ""); !strings.Contains(got, "without mount namespaces") {
		t.Error(got)
	}
	anywhere := strings.Join(l.Terms(context.Background(), verdict("git push", effect.Endpoint{Host: "any host"})), "\n")
	if !strings.HasPrefix(anywhere, "none can be given to git push for a host that is not known before it runs") {
		t.Errorf("%q", anywhere)
	}
	if got := l.Terms(context.Background(), verdict("curl", web("known.test"))); got != nil {
		t.Errorf("%q", got)
	}
}
