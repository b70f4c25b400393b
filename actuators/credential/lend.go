package credential

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/user"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/crypto/ssh/agent"

	"pp/actuators/sandbox"
	"pp/engine"
	"pp/engine/effect"
)

// Options are what is known of the person.
type Options struct {
	Home string // the home directory, resolved; "" lends nothing
	// AgentSocket is the socket of the person's ssh agent, "" when none runs.
	AgentSocket string
	Git         Git // nil lends no password
	// Mask makes what masks these secrets, in all the forms that they may be printed in; nil masks nothing.
	Mask func([]engine.Secret) func(string) string
	// Values are what a file of settings keeps secret beside what its words tell; nil: nothing.
	Values func(name string, text []byte) []string
}

func (o Options) told(file string, text []byte) []string {
	if o.Values == nil {
		return nil
	}
	return o.Values(file, text)
}

// Lender lends credentials. It is safe for concurrent use.
type Lender struct{ opts Options }

// NewLender looks at nothing before it is asked.
func NewLender(o Options) *Lender { return &Lender{o} }

// Loan is what one command was lent. Close ends it, and nothing is left of it then.
type Loan struct {
	Binds   []sandbox.Bind
	Env     []string
	Sockets bool        // one of the binds is a socket that the command may connect to
	Git     [][2]string // settings of git that win over all others
	Lent    []string    // what was lent, in words for the result; no value
	end     []func() error

	mask   func([]engine.Secret) func(string) string
	mu     sync.Mutex
	values []engine.Secret
	masked func(string) string // of those values; nil when there are new ones
}

// keep notes a value that is lent, so that Mask hides it.
func (l *Loan) keep(name, value string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.values, l.masked = append(l.values, engine.NewSecret(name, value)), nil
}

// Mask hides the values that were lent in what the command prints. It is safe for concurrent use.
func (l *Loan) Mask(text string) string {
	if l == nil || l.mask == nil {
		return text
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.values) == 0 {
		return text
	}
	if l.masked == nil {
		l.masked = l.mask(l.values)
	}
	return l.masked(text)
}

// Close implements io.Closer.
func (l *Loan) Close() error {
	if l == nil {
		return nil
	}
	var failed error
	for _, end := range l.end {
		failed = errors.Join(failed, end())
	}
	return failed
}

// ErrNotLent says that a credential that the person was told of cannot be lent, so that nothing was run.
var ErrNotLent = errors.New("the credential could not be lent to the command, and nothing was run")

// Terms says, for the question, what a command would be lent and what it cannot be lent, in sentences without a full
// stop. It connects to nothing but the person's own agent, and asks their git what it knows.
func (l *Lender) Terms(ctx context.Context, v engine.Verdict) []string {
	uses := Of(v.Effects)
	var out []string
	for _, program := range unknown(v.Effects) {
		out = append(out, "none can be given to "+program+" for a host that is not known before it runs; "+
			"name the address, or run it alone")
	}
	switch {
	case len(uses) == 0:
		return out
	case l.opts.Home == "":
		return []string{"none can be given: there is no home directory"}
	case v.Confinement.Files != engine.FilesMounts:
		return []string{withoutMounts(v.Confinement)}
	}
	p := l.ssh(v.Workspace)
	known, end, err := knownFile(p, uses)
	if err != nil {
		return []string{"none can be given: " + err.Error()}
	}
	defer end()
	for _, u := range uses {
		switch u.Kind {
		case SSHKey:
			out = append(out, p.terms(p.target(u), known))
		case Password:
			out = append(out, l.passwordTerms(ctx, u))
		case File:
			if terms := l.fileTerms(u, v.Workspace); terms != "" {
				out = append(out, terms)
			}
		}
	}
	return out
}

// passwordTerms says what a push or fetch over HTTP would be lent.
func (l *Lender) passwordTerms(ctx context.Context, u Use) string {
	switch {
	case u.Withheld != "":
		return "your password for " + u.base() + " is not given, since " + u.Withheld
	case l.password(ctx, u) == nil:
		return "no password can be given for " + u.base() + ": git knows none (git credential); what is public works"
	}
	out := "uses your password for " + u.base() + ", for that host and nothing else"
	if u.Note != "" {
		out += "; " + u.Note
	}
	return out
}

// password is what the person's git knows for a host, nil when that is nothing.
func (l *Lender) password(ctx context.Context, u Use) *password {
	if l.opts.Git == nil {
		return nil
	}
	name, value, err := l.opts.Git.Fill(ctx, u)
	if err != nil || strings.ContainsAny(name+value, "\n\x00") {
		return nil
	}
	return &password{u, name, value}
}

// withoutMounts says what becomes of credentials where nothing can be bound into a sandbox.
func withoutMounts(c engine.Confinement) string {
	if c.Files == engine.FilesNone {
		return "it finds whatever you have: nothing confines it on this machine"
	}
	return "none can be given: without mount namespaces none can be lent to one command; run it yourself if it needs one"
}

// known is what knownHosts gave, and the file that holds it.
type known struct {
	file string
	text []byte
}

func knownFile(p sshPerson, uses []Use) (known, func(), error) {
	dir, err := os.MkdirTemp("", "pp-known-")
	if err != nil {
		return known{}, nil, err
	}
	k := known{path.Join(dir, "known_hosts"), p.knownHosts(p.targets(of(uses, SSHKey)))}
	return k, func() { _ = os.RemoveAll(dir) }, os.WriteFile(k.file, k.text, 0o600)
}

func (p sshPerson) targets(keys []Use) []target {
	var out []target
	for _, u := range keys {
		out = append(out, p.target(u))
	}
	return out
}

// terms says what of one host's key can be lent.
func (p sshPerson) terms(t target, k known) string {
	host := t.use.Address()
	if t.config.proxied {
		return "no ssh key can be given for " + host + ": it is reached through another host or a command " +
			"(ProxyJump, ProxyCommand), which is not passed on; run it yourself"
	}
	if !isKnown(k.file, k.text, t) {
		return "no ssh key can be given for " + host + ": its host key is not in ~/.ssh/known_hosts; " +
			"log in there once by yourself"
	}
	names := p.identities(t)
	files := p.loadKeys(names)
	held := 0
	if conn, err := p.dialAgent(t); err == nil {
		keys, _ := agent.NewClient(conn).List()
		held = len(keys)
		conn.Close()
	}
	as := ""
	if t.config.user != "" {
		as = " as " + t.config.user
	}
	const only = ", only to log in there; what it does there is not held to anything"
	switch {
	case held > 0:
		return "uses your ssh key for " + host + as + " through the agent" + only
	case files.count > 0:
		return "uses your ssh key for " + host + as + " through an agent of its own" + only
	case len(files.locked) > 0:
		return "no ssh key can be given for " + host + ": no agent holds one, and " + p.short(files.locked[0]) +
			" has a passphrase; run ssh-add first"
	}
	return "no ssh key can be given for " + host + ": no agent holds one, and there is none in ~/.ssh"
}

// short writes a path below the home directory with a tilde.
func (p sshPerson) short(name string) string {
	if rest, ok := strings.CutPrefix(name, p.home+"/"); ok {
		return "~/" + rest
	}
	return name
}

// Lend lends a cleared command what its effects use and a person answered for. Nil without an error is nothing to lend.
// The loan must be closed when the command and all that it started have ended.
func (l *Lender) Lend(ctx context.Context, c engine.Cleared) (*Loan, error) {
	if !c.Valid() {
		return nil, engine.ErrNotCleared
	}
	if l.opts.Home == "" || c.Verdict().Confinement.Files != engine.FilesMounts {
		return nil, nil
	}
	var uses []Use
	var passwords []password
	for _, u := range Of(c.Effects()) {
		if !cleared(c, u) {
			continue
		}
		if u.Kind == Password {
			known := l.password(ctx, u)
			if known == nil || u.Withheld != "" {
				continue
			}
			passwords = append(passwords, *known)
		}
		uses = append(uses, u)
	}
	if len(uses) == 0 {
		return nil, nil
	}
	loan := &Loan{mask: l.opts.Mask}
	dir, err := os.MkdirTemp("/tmp", "pp-lent-")
	if err == nil {
		loan.end = append(loan.end, func() error { return os.RemoveAll(dir) })
		err = errors.Join(l.lendSSH(loan, dir, of(uses, SSHKey), c.Verdict().Workspace),
			l.lendPasswords(loan, dir, passwords), l.lendFiles(loan, dir, of(uses, File), c.Verdict().Workspace))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrNotLent, err), loan.Close())
	}
	for _, u := range uses {
		if u.Kind != File {
			loan.Lent = append(loan.Lent, u.String())
		}
	}
	return loan, nil
}

// of are the uses of one kind.
func of(uses []Use, k Kind) []Use {
	return slices.DeleteFunc(slices.Clone(uses), func(u Use) bool { return u.Kind != k })
}

// lendSSH makes the agent of one command, and the directory that it finds in the place of ~/.ssh.
func (l *Lender) lendSSH(loan *Loan, dir string, keys []Use, w effect.Workspace) error {
	if len(keys) == 0 {
		return nil
	}
	p := l.ssh(w)
	targets := p.targets(keys)
	place := path.Join(dir, "ssh")
	if err := os.Mkdir(place, 0o700); err != nil {
		return err
	}
	hostsFile := path.Join(place, "known_hosts")
	if err := os.WriteFile(hostsFile, p.knownHosts(targets), 0o600); err != nil {
		return err
	}
	hosts, files, err := p.logins(targets, hostsFile)
	if err != nil {
		return err
	}
	config, err := publicParts(place, p, files)
	if err == nil {
		err = os.WriteFile(path.Join(place, "config"), []byte(config), 0o600)
	}
	if err != nil {
		return err
	}
	socket := path.Join(dir, "agent")
	s, err := serveSocket(socket, func(conn net.Conn) {
		keys, end := p.connect(targets, files)
		defer end()
		_ = agent.ServeAgent(&bound{keys: keys, hosts: hosts}, conn)
	})
	if err != nil {
		return err
	}
	loan.end = slices.Insert(loan.end, 0, s.Close)
	loan.Sockets = true
	loan.Env = append(loan.Env, "SSH_AUTH_SOCK="+socket)
	loan.Binds = append(loan.Binds, sandbox.Bind{From: socket, To: socket})
	for _, home := range l.homes() {
		loan.Binds = append(loan.Binds, sandbox.Bind{From: place, To: path.Join(home, ".ssh")})
	}
	return nil
}

// logins are the hosts that may be logged in to, and the keys in files for it.
func (p sshPerson) logins(targets []target, hostsFile string) (hosts []sshHost, files fileKeys, err error) {
	var names []string
	for _, t := range targets {
		check, err := hostKeys(hostsFile, t)
		if err != nil {
			return nil, fileKeys{}, err
		}
		if t.config.proxied {
			continue
		}
		hosts = append(hosts, sshHost{t.config.user, check})
		for _, name := range p.identities(t) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return hosts, p.loadKeys(names), nil
}

// publicParts puts the public parts of keys beside the configuration that names them, so that ssh knows which of the
// agent's to use, and gives that configuration.
func publicParts(place string, p sshPerson, files fileKeys) (string, error) {
	var failed error
	n := 0
	config := p.config.reduced(func(name string) string {
		public, ok := files.public[p.expand(name)]
		if !ok {
			return ""
		}
		n++
		base := "identity-" + strconv.Itoa(n)
		failed = errors.Join(failed, os.WriteFile(path.Join(place, base+".pub"), public, 0o600))
		return "~/.ssh/" + base
	})
	for _, name := range defaultKeys {
		if public, ok := files.public[path.Join(p.dir, name)]; ok {
			failed = errors.Join(failed, os.WriteFile(path.Join(place, name+".pub"), public, 0o600))
		}
	}
	return config, failed
}

// homes are where programs look for the home directory: in the environment, and in the account, as ssh does.
func (l *Lender) homes() []string {
	out := []string{l.opts.Home}
	account, err := user.LookupId(strconv.Itoa(os.Getuid()))
	if err == nil && path.IsAbs(account.HomeDir) && path.Clean(account.HomeDir) != l.opts.Home {
		out = append(out, path.Clean(account.HomeDir))
	}
	return out
}
