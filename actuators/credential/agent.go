package credential

import (
	"bytes"
	"errors"
	"fmt"
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

// bound is the agent behind one connection: it lists keys, and signs for a session with a host that the command was
// approved for and for nothing else. ssh (from OpenSSH 8.9) says which session it is about, with a signature by the
// host's key over it; without that nothing is signed, so that whatever a command runs cannot log in elsewhere. It
// implements agent.ExtendedAgent.
type bound struct {
	keys    agent.ExtendedAgent
	hosts   []sshHost
	session []byte // of the host that proved itself
	hostKey []byte
	users   []string // as whom one may log in there, "" is any
}

var _ agent.ExtendedAgent = (*bound)(nil)

var errNotLent = errors.New("the lent agent only lists keys and signs logins to the approved hosts")

// List implements agent.Agent.
func (b *bound) List() ([]*agent.Key, error) { return b.keys.List() }

// Sign implements agent.Agent.
func (b *bound) Sign(key ssh.PublicKey, data []byte) (*ssh.Signature, error) {
	return b.SignWithFlags(key, data, 0)
}

// SignWithFlags implements agent.ExtendedAgent.
func (b *bound) SignWithFlags(key ssh.PublicKey, data []byte, flags agent.SignatureFlags) (*ssh.Signature, error) {
	if !b.isLogin(key.Marshal(), data) {
		return nil, errNotLent
	}
	return b.keys.SignWithFlags(key, data, flags)
}

// Add implements agent.Agent.
func (*bound) Add(agent.AddedKey) error { return errNotLent }

// Remove implements agent.Agent.
func (*bound) Remove(ssh.PublicKey) error { return errNotLent }

// RemoveAll implements agent.Agent.
func (*bound) RemoveAll() error { return errNotLent }

// Lock implements agent.Agent.
func (*bound) Lock([]byte) error { return errNotLent }

// Unlock implements agent.Agent.
func (*bound) Unlock([]byte) error { return errNotLent }

// Signers implements agent.Agent.
func (*bound) Signers() ([]ssh.Signer, error) { return nil, errNotLent }

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
	bindExtension   = "session-bind@openssh.com"
)

// isLogin reports whether data, once signed, logs in to the session's host and does nothing else.
func (b *bound) isLogin(key, data []byte) bool {
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

// Extension implements agent.ExtendedAgent: it takes the proof of which host a session is with, once.
func (b *bound) Extension(kind string, contents []byte) ([]byte, error) {
	var r struct {
		HostKey, Session, Signature []byte
		Forwarding                  bool
	}
	if kind != bindExtension || b.session != nil || ssh.Unmarshal(contents, &r) != nil || r.Forwarding ||
		len(r.Session) == 0 {
		return nil, agent.ErrExtensionUnsupported
	}
	key, err := ssh.ParsePublicKey(r.HostKey)
	var signature ssh.Signature
	if err != nil || ssh.Unmarshal(r.Signature, &signature) != nil || key.Verify(r.Session, &signature) != nil {
		return nil, agent.ErrExtensionUnsupported
	}
	for _, h := range b.hosts {
		if h.known(key) {
			b.users = append(b.users, h.user)
		}
	}
	if len(b.users) == 0 {
		return nil, agent.ErrExtensionUnsupported
	}
	b.session, b.hostKey = r.Session, r.HostKey
	return nil, nil
}

// Bounds of what one command may ask of a socket lent to it.
const (
	maxConnections = 32
	dialTime       = 5 * time.Second
)

// lentSocket is a socket in the file system that answers until it is closed.
type lentSocket struct {
	listener *net.UnixListener
	mu       sync.Mutex
	open     map[net.Conn]bool // nil once it is closed
	done     sync.WaitGroup
}

// serveSocket has answer serve each connection to a socket of this name.
func serveSocket(name string, answer func(net.Conn)) (*lentSocket, error) {
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: name, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("making a socket for the command: %w", err)
	}
	s := &lentSocket{listener: l, open: map[net.Conn]bool{}}
	s.done.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			if s.enter(conn) {
				s.done.Go(func() {
					defer s.leave(conn)
					answer(conn)
				})
			}
		}
	})
	return s, nil
}

func (s *lentSocket) enter(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil || len(s.open) >= maxConnections {
		conn.Close()
		return false
	}
	s.open[conn] = true
	return true
}

func (s *lentSocket) leave(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, conn)
	conn.Close()
}

// Close implements io.Closer: nothing is answered after it.
func (s *lentSocket) Close() error {
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
