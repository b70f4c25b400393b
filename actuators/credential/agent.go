package credential

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
)

// sshHost is a host that signatures may be made for.
type sshHost struct {
	user  string // "" is any
	known func(key ssh.PublicKey) bool
}

// bound answers one connection: it lists keys, and signs for a session with a host that the command was approved for
// and for nothing else. ssh (from OpenSSH 8.9) says which session it is about, with a signature by the host's key over
// it; without that nothing is signed, so that whatever a command runs cannot log in elsewhere.
type bound struct {
	keys    agent.ExtendedAgent
	hosts   []sshHost
	session []byte // of the host that proved itself
	hostKey []byte
	users   []string // as whom one may log in there, "" is any
}

// The messages of the agent's protocol that are answered.
const (
	msgFailure    = 5
	msgSuccess    = 6
	msgList       = 11
	msgKeys       = 12
	msgSign       = 13
	msgSignature  = 14
	msgExtension  = 27
	msgNoSuchThat = 28
	maxMessage    = 256 << 10 // bytes, as in OpenSSH
)

// serve answers requests until the connection ends.
func (b *bound) serve(conn io.ReadWriter) {
	var length [4]byte
	for {
		if _, err := io.ReadFull(conn, length[:]); err != nil {
			return
		}
		n := binary.BigEndian.Uint32(length[:])
		if n == 0 || n > maxMessage {
			return
		}
		request := make([]byte, n)
		if _, err := io.ReadFull(conn, request); err != nil {
			return
		}
		reply := b.reply(request[0], request[1:])
		if _, err := conn.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(reply))), reply...)); err != nil {
			return
		}
	}
}

// reply answers one request.
func (b *bound) reply(kind byte, body []byte) []byte {
	switch kind {
	case msgList:
		keys, err := b.keys.List()
		if err != nil {
			break
		}
		out := binary.BigEndian.AppendUint32([]byte{msgKeys}, uint32(len(keys)))
		for _, k := range keys {
			out = append(out, ssh.Marshal(struct{ Blob, Comment string }{string(k.Blob), k.Comment})...)
		}
		return out
	case msgSign:
		var r struct {
			Key, Data []byte
			Flags     uint32
		}
		if ssh.Unmarshal(body, &r) != nil || !b.logsIn(r.Key, r.Data) {
			break
		}
		signature, err := b.keys.SignWithFlags(&agent.Key{Blob: r.Key}, r.Data, agent.SignatureFlags(r.Flags))
		if err == nil {
			return append([]byte{msgSignature}, ssh.Marshal(struct{ S []byte }{ssh.Marshal(signature)})...)
		}
	case msgExtension:
		if b.bind(body) {
			return []byte{msgSuccess}
		}
		return []byte{msgNoSuchThat}
	}
	return []byte{msgFailure}
}

// login is what is signed to log in (RFC 4252, section 7), and what OpenSSH adds to it.
type login struct {
	Session []byte
	Type    byte
	User    string
	Service string
	Method  string
	Signed  bool
	Alg     string
	Key     []byte
	Rest    []byte `ssh:"rest"`
}

const (
	userAuthRequest = 50
	plainMethod     = "publickey"
	boundMethod     = "publickey-hostbound-v00@openssh.com"
)

// logsIn reports whether data, once signed, logs in to the session's host and does nothing else.
func (b *bound) logsIn(key, data []byte) bool {
	var l login
	if b.session == nil || ssh.Unmarshal(data, &l) != nil {
		return false
	}
	switch l.Method {
	case plainMethod:
		if len(l.Rest) > 0 {
			return false
		}
	case boundMethod:
		var host struct{ Key []byte }
		if ssh.Unmarshal(l.Rest, &host) != nil || !bytes.Equal(host.Key, b.hostKey) {
			return false
		}
	default:
		return false
	}
	return bytes.Equal(l.Session, b.session) && l.Type == userAuthRequest && l.Service == "ssh-connection" && l.Signed &&
		bytes.Equal(l.Key, key) && (slices.Contains(b.users, "") || slices.Contains(b.users, l.User))
}

// bind takes the proof of which host a session is with, once.
func (b *bound) bind(body []byte) bool {
	var r struct {
		Kind                        string
		HostKey, Session, Signature []byte
		Forwarding                  bool
	}
	if b.session != nil || ssh.Unmarshal(body, &r) != nil || r.Kind != "session-bind@openssh.com" || r.Forwarding ||
		len(r.Session) == 0 {
		return false
	}
	key, err := ssh.ParsePublicKey(r.HostKey)
	var signature ssh.Signature
	if err != nil || ssh.Unmarshal(r.Signature, &signature) != nil || key.Verify(r.Session, &signature) != nil {
		return false
	}
	for _, h := range b.hosts {
		if h.known(key) {
			b.users = append(b.users, h.user)
		}
	}
	if len(b.users) > 0 {
		b.session, b.hostKey = r.Session, r.HostKey
	}
	return b.session != nil
}

// Bounds of what one command may ask of the agent lent to it.
const (
	maxConnections = 32
	dialTime       = 5 * time.Second
)

// served is an agent that listens until it is closed.
type served struct {
	listener *net.UnixListener
	mu       sync.Mutex
	open     map[net.Conn]bool // nil once it is closed
	done     sync.WaitGroup
}

// lendAgent serves keys for hosts at a socket of this name, each connection with an agent of its own. A connection to
// the person's own agent is made for each of the command's.
func lendAgent(name string, keys func() (of agent.ExtendedAgent, end func()), hosts []sshHost) (*served, error) {
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: name, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("making the socket of the lent agent: %w", err)
	}
	s := &served{listener: l, open: map[net.Conn]bool{}}
	s.done.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			if s.enter(conn) {
				s.done.Go(func() {
					defer s.leave(conn)
					of, end := keys()
					defer end()
					(&bound{keys: of, hosts: hosts}).serve(conn)
				})
			}
		}
	})
	return s, nil
}

func (s *served) enter(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil || len(s.open) >= maxConnections {
		conn.Close()
		return false
	}
	s.open[conn] = true
	return true
}

func (s *served) leave(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, conn)
	conn.Close()
}

// Close implements io.Closer: nothing is answered after it.
func (s *served) Close() error {
	err := s.listener.Close()
	s.mu.Lock()
	for conn := range s.open {
		conn.Close()
	}
	s.open = nil
	s.mu.Unlock()
	s.done.Wait()
	return err
}
