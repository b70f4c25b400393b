package credential

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/binary"
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
		Kind              string
		Host, Session, By []byte
		Forwarded         bool
	}{"session-bind@openssh.com", p.blob(), session, ssh.Marshal(signature), forwarded})
}

// request asks for a signature that logs a user in.
func (p party) request(session []byte, user, method string, hostKey []byte) []byte {
	l := login{Session: session, Type: userAuthRequest, User: user, Service: "ssh-connection", Method: method,
		Signed: true, Alg: ssh.KeyAlgoED25519, Key: p.blob()}
	if hostKey != nil {
		l.Rest = ssh.Marshal(struct{ Key []byte }{hostKey})
	}
	return ssh.Marshal(struct {
		Key, Data []byte
		Flags     uint32
	}{p.blob(), ssh.Marshal(l), 0})
}

// The messages of the agent's protocol.
const (
	msgList      = 11
	msgKeys      = 12
	msgSign      = 13
	msgSignature = 14
	msgExtension = 27
	msgSuccess   = 6
)

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

// frame is one request on the wire.
func frame(kind byte, body []byte) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(body)+1)), append([]byte{kind}, body...)...)
}

// ask sends one request to an agent and gives its reply.
func ask(b *bound, kind byte, body []byte) []byte {
	c := &talk{in: bytes.NewReader(frame(kind, body))}
	_ = agent.ServeAgent(b, c)
	return c.out.Bytes()[4:]
}

func TestLentAgentSignsLoginsToOneHost(t *testing.T) {
	person, host, other := newParty(t), newParty(t), newParty(t)
	session, another := []byte("the session with the host"), []byte("another session")
	good := person.request(session, "git", plainMethod, nil)
	proven := [][]byte{host.bind(t, session, false)}
	for name, c := range map[string]struct {
		binds   [][]byte
		request []byte
		signs   bool
	}{
		"the host":             {proven, good, true},
		"the host, by its key": {proven, person.request(session, "git", boundMethod, host.blob()), true},
		"nothing said":         {nil, good, false},
		"another host":         {[][]byte{other.bind(t, session, false)}, good, false},
		"forwarded":            {[][]byte{host.bind(t, session, true)}, good, false},
		"another session":      {proven, person.request(another, "git", plainMethod, nil), false},
		"another user":         {proven, person.request(session, "root", plainMethod, nil), false},
		"another host's key":   {proven, person.request(session, "git", boundMethod, other.blob()), false},
		"bound again": {[][]byte{host.bind(t, session, false), host.bind(t, another, false)},
			person.request(another, "git", plainMethod, nil), false},
		"a file, not a login": {proven,
			ssh.Marshal(struct {
				Key, Data []byte
				Flags     uint32
			}{person.blob(), []byte("SSHSIG\x00\x00\x00\x03git"), 0}), false},
	} {
		b := lent(t, person, host, "git")
		for _, body := range c.binds {
			ask(b, msgExtension, body)
		}
		if got := ask(b, msgSign, c.request)[0] == msgSignature; got != c.signs {
			t.Errorf("%s: signs %v", name, got)
		}
	}
	forged := host.bind(t, session, false)
	forged[len(forged)-8] ^= 1
	b := lent(t, person, host, "git")
	if ask(b, msgExtension, forged)[0] == msgSuccess || ask(b, msgSign, good)[0] == msgSignature {
		t.Error("a forged proof counts")
	}
}

func TestLentAgentOnlyListsAndSigns(t *testing.T) {
	person := newParty(t)
	b := lent(t, person, newParty(t), "")
	list := ask(b, msgList, nil)
	if list[0] != msgKeys || binary.BigEndian.Uint32(list[1:]) != 1 || !bytes.Contains(list, person.blob()) {
		t.Errorf("%q", list)
	}
	for kind := range 256 {
		if kind == msgList {
			continue
		}
		reply := ask(b, byte(kind), person.request([]byte("s"), "u", plainMethod, nil))
		if reply[0] == msgSignature || reply[0] == msgKeys {
			t.Errorf("%d: %v", kind, reply)
		}
	}
	if keys, err := b.keys.List(); err != nil || len(keys) != 1 {
		t.Errorf("%v %v", keys, err)
	}
}

// FuzzLentAgent: whatever is sent, nothing is signed without the host's proof.
func FuzzLentAgent(f *testing.F) {
	person, host := newParty(f), newParty(f)
	f.Add(frame(msgList, nil))
	f.Add(append(frame(msgExtension, newParty(f).bind(f, []byte("s"), false)),
		frame(msgSign, person.request([]byte("s"), "git", plainMethod, nil))...))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, sent []byte) {
		c := &talk{in: bytes.NewReader(sent)}
		_ = agent.ServeAgent(lent(t, person, host, ""), c)
		for rest := c.out.Bytes(); len(rest) > 4; {
			n := binary.BigEndian.Uint32(rest)
			if rest[4] == msgSignature {
				t.Fatalf("signed: %q", sent)
			}
			rest = rest[4+n:]
		}
	})
}

// talk is a connection whose other end has said everything already.
type talk struct {
	in  *bytes.Reader
	out bytes.Buffer
}

func (c *talk) Read(p []byte) (int, error)  { return c.in.Read(p) }
func (c *talk) Write(p []byte) (int, error) { return c.out.Write(p) }
