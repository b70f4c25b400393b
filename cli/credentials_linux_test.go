package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pp/actuators/sandbox"
	"pp/cli/exit"
	"pp/engine"
	"pp/engine/enginetest"
)

// sshServer is a real sshd on this machine that lets the person's key in.
type sshServer struct {
	port int
	host string // its key, as a line of known_hosts
}

// startSSH starts one with a host key of its own.
func startSSH(t testing.TB, authorised string) sshServer {
	t.Helper()
	sshd, err := exec.LookPath("/usr/sbin/sshd")
	if err != nil {
		enginetest.Skip(t, os.Getenv, true, "openssh-server: %v", err)
	}
	dir := t.TempDir()
	do(t, nil, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", dir+"/host")
	public, err := os.ReadFile(dir + "/host.pub")
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	config := fmt.Sprintf("Port %d\nListenAddress 127.0.0.1\nHostKey %s/host\nAuthorizedKeysFile %s\nStrictModes no\n"+
		"UsePAM no\nPidFile none\nPermitRootLogin yes\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n"+
		"MaxStartups 100\nSubsystem sftp internal-sftp\n"+
		"SetEnv SHLVL=2\n", // so that bash, as somebody's shell, reads no .bashrc
		port, dir, authorised)
	if err := os.WriteFile(dir+"/config", []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 {
		_ = os.MkdirAll("/run/sshd", 0o755)
	}
	cmd := exec.Command(sshd, "-D", "-e", "-f", dir+"/config")
	var log bytes.Buffer
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("sshd: %s", log.String())
		}
	})
	listens(t, port)
	return sshServer{port, fmt.Sprintf("[127.0.0.1]:%d %s", port, public)}
}

// listens waits until somebody answers at a port.
func listens(t testing.TB, port int) {
	t.Helper()
	for range 500 {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			conn.Close()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("nobody listens at %d", port)
}

// do runs a program of the machine.
func do(t testing.TB, env []string, words ...string) string {
	t.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s", words, err, out)
	}
	return string(out)
}

// credentialPlace is a person with a key, a server that knows it, and one that does, too, but that nobody is to log
// in to.
type credentialPlace struct {
	place
	server, other sshServer
	user          string
	remote        string // a repository that lies at both
}

func newCredentialPlace(t testing.TB) credentialPlace {
	t.Helper()
	p := credentialPlace{place: newPlace(t)}
	if by := sandbox.New(sandbox.Options{}).Probe().Files; by != engine.FilesMounts {
		enginetest.Skip(t, os.Getenv, false, "nothing can be lent where files are confined by %s", by)
	}
	account, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	p.user = account.Username
	ssh := p.home + "/.ssh"
	if err := os.Mkdir(ssh, 0o700); err != nil {
		t.Fatal(err)
	}
	do(t, nil, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "person", "-f", ssh+"/id_ed25519")
	p.server, p.other = startSSH(t, ssh+"/id_ed25519.pub"), startSSH(t, ssh+"/id_ed25519.pub")
	p.keep(ssh+"/known_hosts", p.server.host+p.other.host)
	p.keep(p.home+"/.gitconfig", "[user]\nname = P\nemail = p@example.test\n[init]\ndefaultBranch = main\n"+
		"[safe]\ndirectory = *\n")
	p.remote = t.TempDir() + "/repo.git"
	p.git("init", "-q", "--bare", p.remote)
	p.git("init", "-q", p.dir)
	p.git("-C", p.dir, "add", "-A")
	p.git("-C", p.dir, "commit", "-qm", "first")
	p.git("-C", p.dir, "remote", "add", "origin", p.url(p.server))
	return p
}

func (p credentialPlace) keep(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

func (p credentialPlace) git(words ...string) string {
	p.t.Helper()
	return strings.TrimSpace(do(p.t, []string{"HOME=" + p.home, "GIT_CONFIG_NOSYSTEM=1"},
		append([]string{"git"}, words...)...))
}

func (p credentialPlace) url(s sshServer) string {
	return fmt.Sprintf("ssh://%s@127.0.0.1:%d%s", p.user, s.port, p.remote)
}

// approve has pp carry out a command that it asks about, and gives all that it said.
func (p credentialPlace) approve(command string) (string, int) {
	p.t.Helper()
	out, errs, code := p.run("approve", p.suspend("run "+command), "--yes", "--output-format", "json")
	for _, text := range []string{out, errs} {
		p.silent(command, text)
	}
	return out + errs, code
}

// silent fails when a text tells the key.
func (p credentialPlace) silent(command, text string) {
	p.t.Helper()
	key, _ := os.ReadFile(p.home + "/.ssh/id_ed25519")
	lines := strings.Split(strings.TrimSpace(string(key)), "\n")
	if len(lines) < 3 {
		return
	}
	for _, l := range lines[1 : len(lines)-1] {
		if strings.Contains(text, l) {
			p.t.Errorf("%s tells the key: %s", command, text)
		}
	}
}

// TestGitOverSSHWithAKey: what a person approved logs in with their key, which lies in a file and which the command
// cannot read.
func TestGitOverSSHWithAKey(t *testing.T) {
	t.Parallel()
	newCredentialPlace(t).usesSSH()
}

// TestGitOverSSHWithAnAgent: the key is in the person's agent and nowhere else.
func TestGitOverSSHWithAnAgent(t *testing.T) {
	t.Parallel()
	p := newCredentialPlace(t)
	p.startAgent()
	p.usesSSH()
}

// startAgent moves the key from its file into an agent.
func (p *credentialPlace) startAgent() {
	p.t.Helper()
	socket := p.t.TempDir() + "/s"
	cmd := exec.Command("ssh-agent", "-D", "-a", socket)
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	for range 500 {
		if conn, err := net.Dial("unix", socket); err == nil {
			conn.Close()
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	do(p.t, []string{"SSH_AUTH_SOCK=" + socket}, "ssh-add", "-q", p.home+"/.ssh/id_ed25519")
	if err := os.Remove(p.home + "/.ssh/id_ed25519"); err != nil {
		p.t.Fatal(err)
	}
	p.env = append(p.env, "SSH_AUTH_SOCK="+socket)
}

// usesSSH pushes, clones, fetches and logs in.
func (p credentialPlace) usesSSH() {
	t := p.t
	t.Helper()
	out, _ := p.approve("git push origin main")
	head := p.git("-C", p.dir, "rev-parse", "HEAD")
	if got := p.git("-C", p.remote, "for-each-ref", "--format=%(objectname)", "refs/heads/main"); got != head {
		t.Fatalf("pushed %s, not %s: %s", got, head, out)
	}
	out, _ = p.approve("git clone " + p.url(p.server) + " copy")
	if _, err := os.Stat(p.dir + "/copy/go.mod"); err != nil {
		t.Errorf("not cloned: %s", out)
	}
	if out, _ = p.approve("git ls-remote origin"); !strings.Contains(out, head) {
		t.Errorf("no %s: %s", head, out)
	}
	out, _ = p.approve(fmt.Sprintf("ssh -p %d %s@127.0.0.1 echo th''ere", p.server.port, p.user))
	if !strings.Contains(out, "\"answer\":\"there") {
		t.Error(out)
	}
	p.write("sent.txt", "sent\n", 0o644)
	to := t.TempDir()
	out, _ = p.approve(fmt.Sprintf("scp -q -P %d sent.txt %s@127.0.0.1:%s/", p.server.port, p.user, to))
	if _, err := os.Stat(to + "/sent.txt"); err != nil {
		t.Error(out)
	}
}

// TestLentAgentServesOneHost: what an approved command runs on its way logs in nowhere else, takes no key away and
// signs nothing but a login.
func TestLentAgentServesOneHost(t *testing.T) {
	t.Parallel()
	p := newCredentialPlace(t)
	other := fmt.Sprintf("ssh -o BatchMode=yes -p %d %s@127.0.0.1 echo IN-SIDE", p.other.port, p.user)
	hook := "#!/bin/sh\n" + strings.Replace(other, "IN-SIDE", "SIDE-IN", 1) + " </dev/null\nssh-add -D\nssh-add -l\n" +
		"echo x >/tmp/x; ssh-keygen -Y sign -n git -f ~/.ssh/id_ed25519.pub /tmp/x && echo SIGNED\n" +
		"cat ~/.ssh/* " + p.home + "/.ssh/*\nls -la ~/.ssh\nexit 0\n"
	if err := os.WriteFile(p.dir+"/.git/hooks/pre-push", []byte(hook), 0o755); err != nil {
		t.Fatal(err)
	}
	out, _ := p.approve("git push origin main")
	for _, never := range []string{"SIDE-IN", "SIGNED", "All identities removed", "PRIVATE KEY"} {
		if strings.Contains(out, never) {
			t.Errorf("%s: %s", never, out)
		}
	}
	if !strings.Contains(out, "ED25519") || p.git("-C", p.remote, "for-each-ref") == "" {
		t.Errorf("the hook did not list the key, or nothing was pushed: %s", out)
	}
	// The same login works where it was approved.
	if out, _ := p.approve(other); !strings.Contains(out, "IN-SIDE") {
		t.Error(out)
	}
	// One that is forwarded signs nothing there.
	out, _ = p.approve(fmt.Sprintf("ssh -A -p %d %s@127.0.0.1 '%s'", p.server.port, p.user,
		strings.Replace(other, "IN-SIDE", "SIDE\"\"-IN", 1)))
	if strings.Contains(out, "SIDE-IN") {
		t.Errorf("forwarded: %s", out)
	}
}

// TestRepositoryCannotTurnACredentialElsewhere: what its configuration says is seen by the person, and has no part in
// how to log in.
func TestRepositoryCannotTurnACredentialElsewhere(t *testing.T) {
	t.Parallel()
	p := newCredentialPlace(t)
	trap := p.dir + "/trap.sh"
	p.write("trap.sh", "#!/bin/sh\necho TRAPPED\n", 0o755)
	for name, set := range map[string][2]string{
		"insteadOf":  {"url." + p.url(p.other) + ".insteadOf", p.url(p.server)},
		"pushurl":    {"remote.origin.pushurl", p.url(p.other)},
		"pushRemote": {"remote.pushDefault", "fork"},
		"ssh":        {"core.sshCommand", trap},
	} {
		p.git("-C", p.dir, "config", "remote.fork.url", p.url(p.other))
		p.git("-C", p.dir, "config", set[0], set[1])
		command := "git push origin main"
		if name == "pushRemote" {
			command = "git push"
		}
		out, _, _ := p.run("check", "--explain", command)
		want := fmt.Sprintf("connect   127.0.0.1:%d", p.other.port)
		if name == "ssh" {
			want = fmt.Sprintf("connect   127.0.0.1:%d", p.server.port)
		}
		if !strings.Contains(out, want) {
			t.Errorf("%s: no %q in %s", name, want, out)
		}
		if name == "ssh" {
			if out, _ := p.approve(command); strings.Contains(out, "TRAPPED") {
				t.Errorf("%s: %s", name, out)
			}
		}
		p.git("-C", p.dir, "config", "--unset", set[0])
	}
}

// TestNothingIsLentUnasked: what no person answered for has no agent.
func TestNothingIsLentUnasked(t *testing.T) {
	t.Parallel()
	p := newCredentialPlace(t)
	p.startAgent()
	p.write("Makefile", "all:\n\t@echo agent=$$SSH_AUTH_SOCK; cat ~/.ssh/* || true\n", 0o644)
	out, errs, code := p.run("-q", "--output-format", "json", "run make")
	if code != 0 || !strings.Contains(out, "agent=\\n") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	p.silent("make", out)
}

// TestNpmUsesItsOwnFile: a program that logs in by a file gets it when a person approved that, and then nothing else
// of the command may run; what is printed does not tell it.
func TestNpmUsesItsOwnFile(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("npm"); err != nil {
		enginetest.Skip(t, os.Getenv, false, "npm: %v", err)
	}
	const token = "npm_9fJ2kLm4Qx7RtV1bZc8WyH5sDgA3uE6oPqN0"
	var got []string
	var mu sync.Mutex
	registry := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		got = append(got, r.Header.Get("Authorization"))
		fmt.Fprintf(w, `{"username":"person-%d"}`, strings.Count(r.Header.Get("Authorization"), token))
	}))
	defer registry.Close()
	p := newCredentialPlace(t)
	p.keep(p.home+"/.npmrc", "registry="+registry.URL+"/\n"+strings.TrimPrefix(registry.URL, "http:")+"/:_authToken="+
		token+"\nupdate-notifier=false\n")
	p.write("print.sh", "#!/bin/sh\ncat "+p.home+"/.npmrc ~/.npmrc; base64 "+p.home+"/.npmrc\n", 0o755)
	if out, _ := p.approve("npm whoami"); !strings.Contains(out, "person-1") || strings.Contains(out, token) {
		t.Errorf("%s; the registry saw %q", out, got)
	}
	for _, command := range []string{"npm whoami && ./print.sh", "./print.sh"} {
		if out, _ := p.approve(command); strings.Contains(out, token) || strings.Contains(out, "person-1") {
			t.Errorf("%s: %s", command, out)
		}
	}
	if out, errs, code := p.run("run cat ~/.npmrc"); strings.Contains(out+errs, token) || code == 0 {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
}

// TestNothingPrintsTheKey: approved or not, by whatever name and way.
func TestNothingPrintsTheKey(t *testing.T) {
	t.Parallel()
	p := newCredentialPlace(t)
	key := p.home + "/.ssh/id_ed25519"
	for name, link := range map[string]func(string, string) error{"soft": os.Symlink, "hard": os.Link} {
		if err := link(key, p.dir+"/"+name); err != nil {
			enginetest.Skip(t, os.Getenv, false, "a link to the home directory: %v", err)
		}
	}
	p.write("show.sh", "#!/bin/sh\ncat soft hard ~/.ssh/id_ed25519 "+key+"\ncat /proc/*/root"+key+"\n"+
		"ssh-keygen -y -f "+key+"\n", 0o755)
	at := fmt.Sprintf("-P %d", p.server.port)
	there := p.user + "@127.0.0.1:" + t.TempDir()
	for _, command := range []string{"cat ~/.ssh/id_ed25519", "cat soft", "cat hard", "base64 " + key, "./show.sh",
		"make -f show.sh", "tar cf - ~/.ssh", "scp -q " + at + " " + key + " " + there, "git hash-object -w hard",
		"git push origin main && ./show.sh", "scp -q " + at + " soft hard " + there, "ssh-add -L",
		fmt.Sprintf("ssh -p %d %s@127.0.0.1 cat <hard", p.server.port, p.user),
		"ssh -F show.sh -p " + fmt.Sprint(p.server.port) + " " + p.user + "@127.0.0.1 true"} {
		out, errs, code := p.run("-q", "--output-format", "json", "run "+command)
		p.silent(command, out+errs)
		var r struct{ Pending []struct{ Token string } }
		if json.Unmarshal([]byte(out), &r) == nil && code == exit.Suspended && len(r.Pending) == 1 {
			out, errs, _ = p.run("approve", r.Pending[0].Token, "--yes", "--output-format", "json")
			p.silent("approved "+command, out+errs)
		}
	}
	sent, _ := filepath.Glob(strings.TrimPrefix(there, p.user+"@127.0.0.1:") + "/*")
	for _, name := range sent {
		text, _ := os.ReadFile(name)
		p.silent("sent "+name, string(text))
	}
}

// TestPermissionLends: a permission of the person's is an answer to the question, for what it names.
func TestPermissionLends(t *testing.T) {
	t.Parallel()
	p := newCredentialPlace(t)
	p.git("-C", p.dir, "push", "-q", p.remote, "main")
	head := p.git("-C", p.dir, "rev-parse", "HEAD")
	if err := os.MkdirAll(p.home+"/.config/pp", 0o700); err != nil {
		t.Fatal(err)
	}
	p.keep(p.home+"/.config/pp/config.toml", "[permissions]\n\"shell git ls-remote *\" = \"allow\"\n")
	out, errs, code := p.run("-q", "--output-format", "json", "run git ls-remote origin")
	if code != 0 || !strings.Contains(out, head) {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	p.silent("git ls-remote", out+errs)
}

// TestQuestionNamesTheCredential: what a command would be lent is in the answer of `pp check`, and what was lent in the
// trace; no value is.
func TestQuestionNamesTheCredential(t *testing.T) {
	t.Parallel()
	p := newCredentialPlace(t)
	want := fmt.Sprintf("an ssh key for 127.0.0.1:%d", p.server.port)
	if out, _, _ := p.run("check", "--json", "git push origin main"); !strings.Contains(out,
		`"credentials":["`+want+`"]`) {
		t.Error(out)
	}
	tty := open(t, p.command("-q", "run git push origin main"), 100, 60)
	tty.expect("credential: uses your ssh key for " + strings.TrimPrefix(want, "an ssh key for "))
	tty.expect(theEnd)
	tty.send("y")
	tty.code()
	if p.git("-C", p.remote, "for-each-ref") == "" {
		t.Errorf("nothing was pushed: %s", tty.text())
	}
	out, errs, _ := p.run("trace", "--json")
	if !strings.Contains(out, want) {
		t.Errorf("%s%s", out, errs)
	}
	p.silent("the trace", out)
}
