package credential

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
	"golang.org/x/crypto/ssh/knownhosts"

	"pp/engine/effect"
)

// defaultKeys are the keys that ssh tries where it is told of none.
var defaultKeys = [...]string{"id_rsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk"}

// systemKnownHosts are the keys of hosts that the machine's administrator knows.
const systemKnownHosts = "/etc/ssh/ssh_known_hosts"

// sshPerson is what of a person's ssh set-up is needed to log in to some hosts.
type sshPerson struct {
	dir, home string
	socket    string // of the agent that SSH_AUTH_SOCK names
	config    sshConfig
	files     reader
}

func (l *Lender) ssh(w effect.Workspace) sshPerson {
	p := sshPerson{dir: path.Join(l.opts.Home, ".ssh"), home: l.opts.Home, socket: l.opts.AgentSocket, files: reader{w}}
	text, _ := p.files.read(path.Join(p.dir, "config"), maxConfig)
	p.config = parseSSHConfig(string(text), p.include)
	return p
}

// include gives the files that an Include names, in the order of ssh.
func (p sshPerson) include(pattern string) []string {
	pattern = p.expand(pattern)
	if !path.IsAbs(pattern) {
		pattern = path.Join(p.dir, pattern)
	}
	names, _ := filepath.Glob(pattern)
	var out []string
	for _, n := range names[:min(len(names), maxIncludes)] {
		if text, err := p.files.read(n, maxConfig); err == nil {
			out = append(out, string(text))
		}
	}
	return out
}

// expand fills in the home directory.
func (p sshPerson) expand(name string) string {
	for _, prefix := range [...]string{"~/", "%d/", "${HOME}/"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			return path.Join(p.home, rest)
		}
	}
	return name
}

// target is one host to log in to.
type target struct {
	use    Use
	config sshHostConfig
}

func (p sshPerson) target(u Use) target {
	t := target{u, p.config.of(u.Host)}
	if u.Port != 0 && (u.Port != 22 || t.config.port == 0) {
		t.config.port = u.Port
	}
	t.config.port = cmp.Or(t.config.port, 22)
	if u.User != "" {
		t.config.user = u.User
	}
	return t
}

// knownHosts is all that the person and the machine know of hosts, line by line; what cannot be read is left out.
func (p sshPerson) knownHosts(targets []target) []byte {
	files := []string{path.Join(p.dir, "known_hosts"), path.Join(p.dir, "known_hosts2")}
	for _, t := range targets {
		for _, name := range t.config.knownHosts {
			if name = p.expand(name); path.IsAbs(name) && !slices.Contains(files, name) {
				files = append(files, name)
			}
		}
	}
	var out bytes.Buffer
	for _, name := range append(files, systemKnownHosts) {
		text, _ := p.files.read(name, maxHosts)
		for line := range bytes.Lines(text) {
			if _, _, _, _, _, err := ssh.ParseKnownHosts(line); err == nil {
				out.Write(bytes.TrimSpace(line))
				out.WriteByte('\n')
			}
		}
	}
	return out.Bytes()
}

// hostKeys tells whether a key is known to be that of a host. file holds what knownHosts gave.
func hostKeys(file string, t target) (func(ssh.PublicKey) bool, error) {
	check, err := knownhosts.New(file)
	if err != nil {
		return nil, fmt.Errorf("reading the known hosts: %w", err)
	}
	address := net.JoinHostPort(t.config.name, strconv.Itoa(t.config.port))
	if t.config.alias != "" {
		address = net.JoinHostPort(t.config.alias, "22")
	}
	return func(key ssh.PublicKey) bool { return check(address, &net.TCPAddr{IP: net.IPv4zero}, key) == nil }, nil
}

// isKnown reports whether any key of a host is known. text is what is in the file.
func isKnown(file string, text []byte, t target) bool {
	known, err := hostKeys(file, t)
	if err != nil {
		return false
	}
	for line := range bytes.Lines(text) {
		marker, _, key, _, _, err := ssh.ParseKnownHosts(line)
		if err == nil && marker == "cert-authority" || err == nil && known(key) {
			return true // what an authority vouches for is seen when the host shows it
		}
	}
	return false
}

// identities are the files with keys that ssh would use for a host.
func (p sshPerson) identities(t target) []string {
	var out []string
	for _, name := range t.config.identities {
		if name = p.expand(name); path.IsAbs(name) && !strings.Contains(name, "%") {
			out = append(out, name)
		}
	}
	if len(out) == 0 {
		for _, name := range defaultKeys {
			out = append(out, path.Join(p.dir, name))
		}
	}
	return out
}

// fileKeys are keys read from files: those that can be used, the public part of each, and which have a passphrase.
type fileKeys struct {
	ring   agent.ExtendedAgent
	public map[string][]byte // by the name of the file, in the form of a .pub file
	count  int
	locked []string
}

// loadKeys reads the private keys of files.
func (p sshPerson) loadKeys(names []string) fileKeys {
	ring, _ := agent.NewKeyring().(agent.ExtendedAgent)
	k := fileKeys{ring: ring, public: map[string][]byte{}}
	for _, name := range names {
		if text, err := p.files.read(name+".pub", maxKey); err == nil {
			k.public[name] = text
		}
		text, err := p.files.read(name, maxKey)
		if err != nil {
			continue
		}
		raw, err := ssh.ParseRawPrivateKey(text)
		if missing := new(ssh.PassphraseMissingError); errors.As(err, &missing) {
			k.locked = append(k.locked, name)
			if missing.PublicKey != nil && k.public[name] == nil {
				k.public[name] = ssh.MarshalAuthorizedKey(missing.PublicKey)
			}
			continue
		}
		if err != nil || k.ring == nil || k.ring.Add(agent.AddedKey{PrivateKey: raw, Comment: path.Base(name)}) != nil {
			continue
		}
		k.count++
		if signer, err := ssh.NewSignerFromKey(raw); err == nil && k.public[name] == nil {
			k.public[name] = ssh.MarshalAuthorizedKey(signer.PublicKey())
		}
	}
	return k
}

// Bounds of files, in bytes.
const (
	maxKey   = 64 << 10
	maxHosts = 4 << 20
)

// dialAgent connects to the agent that holds the person's keys for a host, if one runs.
func (p sshPerson) dialAgent(t target) (net.Conn, error) {
	name := p.socket
	switch configured := p.expand(t.config.agent); configured {
	case "", "SSH_AUTH_SOCK":
	case "none":
		return nil, errors.New("the configuration says to use no agent")
	default:
		name = configured
	}
	if name == "" || !path.IsAbs(name) {
		return nil, errors.New("no agent runs")
	}
	return net.DialTimeout("unix", name, dialTime)
}

// union is several agents as one.
type union struct {
	agent.ExtendedAgent // the first; what is not below is never asked of it
	of                  []agent.ExtendedAgent
}

// List implements agent.Agent.
func (u union) List() ([]*agent.Key, error) {
	var out []*agent.Key
	for _, a := range u.of {
		keys, err := a.List()
		if err != nil {
			continue
		}
		for _, k := range keys {
			if !slices.ContainsFunc(out, func(o *agent.Key) bool { return bytes.Equal(o.Blob, k.Blob) }) {
				out = append(out, k)
			}
		}
	}
	return out, nil
}

// SignWithFlags implements agent.ExtendedAgent.
func (u union) SignWithFlags(key ssh.PublicKey, data []byte, flags agent.SignatureFlags) (*ssh.Signature, error) {
	var failed error
	for _, a := range u.of {
		signature, err := a.SignWithFlags(key, data, flags)
		if err == nil {
			return signature, nil
		}
		failed = errors.Join(failed, err)
	}
	return nil, failed
}

// connect gives the agents of some hosts as one, and what ends the connections to them.
func (p sshPerson) connect(targets []target, files fileKeys) (all agent.ExtendedAgent, end func()) {
	var of []agent.ExtendedAgent
	var conns []net.Conn
	var dialled []string
	for _, t := range targets {
		if slices.Contains(dialled, t.config.agent) {
			continue
		}
		dialled = append(dialled, t.config.agent)
		if conn, err := p.dialAgent(t); err == nil {
			of, conns = append(of, agent.NewClient(conn)), append(conns, conn)
		}
	}
	return union{files.ring, append(of, files.ring)}, func() {
		for _, conn := range conns {
			conn.Close()
		}
	}
}
