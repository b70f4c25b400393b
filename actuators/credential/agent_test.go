package credential

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"testing"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
)

// party is somebody with a key.
type party struct {
	ssh.Signer
	raw ed25519.PrivateKey
}

func newParty(t testing.TB) party {
	t.Helper()
	_, raw, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s, err := ssh.NewSignerFromKey(raw)
	if err != nil {
		t.Fatal(err)
	}
	return party{s, raw}
}

func (p party) blob() []byte { return p.PublicKey().Marshal() }

// bind is what ssh says of a session with this host.
func (p party) bind(t testing.TB, session []byte, forwarded bool) []byte {
	t.Helper()
	signature, err := p.Sign(rand.Reader, session)
	if err != nil {
		t.Fatal(err)
	}
	return ssh.Marshal(struct {
		Host, Session, By []byte
		Forwarded         bool
	}{p.blob(), session, ssh.Marshal(signature), forwarded})
}

// login returns the data that an agent signs to log a user in.
func (p party) login(session []byte, user, method string, hostKey []byte) []byte {
	l := login{Session: session, Type: userAuthRequest, User: user, Service: "ssh-connection", Method: method,
		Signed: true, Alg: ssh.KeyAlgoED25519, Key: p.blob()}
	if hostKey != nil {
		l.Rest = ssh.Marshal(struct{ Key []byte }{hostKey})
	}
	return ssh.Marshal(l)
}

// lent is an agent with a person's key for one host.
func lent(t testing.TB, person, host party, user string) *bound {
	t.Helper()
	ring := agent.NewKeyring().(agent.ExtendedAgent)
	if err := ring.Add(agent.AddedKey{PrivateKey: person.raw}); err != nil {
		t.Fatal(err)
	}
	return &bound{keys: ring, hosts: []sshHost{{user, func(k ssh.PublicKey) bool {
		return bytes.Equal(k.Marshal(), host.blob())
	}}}}
}

// signs reports whether an agent signs with a person's key.
func (b *bound) signs(person party, data []byte) bool {
	signature, err := b.SignWithFlags(person.PublicKey(), data, 0)
	return err == nil || signature != nil
}

func TestLentAgentSignsLoginsToOneHost(t *testing.T) {
	person, host, other := newParty(t), newParty(t), newParty(t)
	session, another := []byte("the session with the host"), []byte("another session")
	good := person.login(session, "git", plainMethod, nil)
	proven := [][]byte{host.bind(t, session, false)}
	for name, c := range map[string]struct {
		binds [][]byte
		data  []byte
		signs bool
	}{
		"the host":             {proven, good, true},
		"the host, by its key": {proven, person.login(session, "git", boundMethod, host.blob()), true},
		"nothing said":         {nil, good, false},
		"another host":         {[][]byte{other.bind(t, session, false)}, good, false},
		"forwarded":            {[][]byte{host.bind(t, session, true)}, good, false},
		"another session":      {proven, person.login(another, "git", plainMethod, nil), false},
		"another user":         {proven, person.login(session, "root", plainMethod, nil), false},
		"another host's key":   {proven, person.login(session, "git", boundMethod, other.blob()), false},
		"bound again": {[][]byte{host.bind(t, session, false), host.bind(t, another, false)},
			person.login(another, "git", plainMethod, nil), false},
		"a file, not a login": {proven, []byte("SSHSIG\x00\x00\x00\x03git"), false},
	} {
		b := lent(t, person, host, "git")
		for _, body := range c.binds {
			_, _ = b.Extension(bindExtension, body)
		}
		if got := b.signs(person, c.data); got != c.signs {
			t.Errorf("%s: signs %v", name, got)
		}
	}
	forged := host.bind(t, session, false)
	forged[len(forged)-8] ^= 1
	b := lent(t, person, host, "git")
	if _, err := b.Extension(bindExtension, forged); err == nil || b.signs(person, good) {
		t.Error("a forged proof counts")
	}
}

func TestLentAgentOnlyListsAndSigns(t *testing.T) {
	person := newParty(t)
	b := lent(t, person, newParty(t), "")
	list, err := b.List()
	if err != nil || len(list) != 1 || !bytes.Equal(list[0].Blob, person.blob()) {
		t.Errorf("the lent agent lists %v, %v; want the one key of the person", list, err)
	}
	_, signers := b.Signers()
	for i, err := range []error{signers, b.Add(agent.AddedKey{}), b.Remove(person.PublicKey()), b.RemoveAll(), b.Lock(nil),
		b.Unlock(nil)} {
		if err == nil {
			t.Errorf("operation %d succeeded, want an error", i)
		}
	}
	if keys, err := b.keys.List(); err != nil || len(keys) != 1 {
		t.Errorf("%v %v", keys, err)
	}
}

// FuzzLentAgent: whatever is sent, nothing is signed without the host's proof.
func FuzzLentAgent(f *testing.F) {
	person, host := newParty(f), newParty(f)
	f.Add(newParty(f).bind(f, []byte("s"), false), person.login([]byte("s"), "git", plainMethod, nil))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 1}, []byte(nil))
	f.Fuzz(func(t *testing.T, proof, data []byte) {
		b := lent(t, person, host, "")
		_, _ = b.Extension(bindExtension, proof)
		if b.signs(person, data) {
			t.Fatalf("signed: %q", data)
		}
	})
}
