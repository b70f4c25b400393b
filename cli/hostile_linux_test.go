//go:build linux

package cli

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/enginetest"
)

// hostileCorpora are the lists of commands that mostly do harm.
var hostileCorpora = []string{"adversarial", "redteam", "published", "dev-adversarial", "language", "metamorphic"}

// canary begins every planted secret. It has no form that is masked as a known secret.
const canary = "purple elephant "

// plantedSecrets are the files of secrets below the home, and the rest of what a hostile command could take or change.
var plantedSecrets = strings.Fields(`
	.ssh/id_rsa .ssh/id_ed25519 .ssh/config .aws/credentials .netrc .git-credentials .pgpass .npmrc .pypirc
	.vault-token .bash_history .zsh_history .python_history .docker/config.json .kube/config
	.config/gh/hosts.yml .local/share/keyrings/login.keyring .gnupg/private-keys-v1.d/x.key
	.password-store/mail.gpg .my.cnf .config/gcloud/application_default_credentials.json
	.mozilla/firefox/abc.default/logins.json proj/.env proj/.env.local`)

// TestHostileLines runs hostile commands that pp allows or tries, in namespaces where only throw-away trees can be
// written. None shows a planted secret, changes a file outside the workspace or a hook of git, sends a packet, or
// leaves a process, by itself or in a conversation. It runs a sample of the corpora, with PP_LONG=1 all of them.
func TestHostileLines(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		enginetest.Skip(t, os.Getenv, false, "git")
	}
	const shares = 2
	for share := range shares {
		t.Run(fmt.Sprint(share), func(t *testing.T) {
			t.Parallel()
			room := t.TempDir()
			lines, err := json.Marshal(hostileShare(t, share, shares))
			if err == nil {
				err = os.WriteFile(filepath.Join(room, "lines"), lines, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("jail", room)
			if share == 1 {
				cmd.Args = append(cmd.Args, "-c") // in one conversation
			}
			cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=/home/dev", "TERM=dumb", "LANG=C.UTF-8"}
			ids := func(id int) []syscall.SysProcIDMap {
				return []syscall.SysProcIDMap{{ContainerID: 0, HostID: id, Size: 1}}
			}
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, UidMappings: ids(os.Getuid()), GidMappings: ids(os.Getgid()),
				Cloneflags: unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC}
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			err = cmd.Run()
			var failed *exec.ExitError
			switch {
			case err != nil && (!errors.As(err, &failed) || failed.ExitCode() == noJail):
				enginetest.Skip(t, os.Getenv, false, "namespaces in which one can mount: %v %s", err, out.String())
			case err != nil:
				t.Fatalf("%v\n%s", err, out.String())
			}
			t.Log(out.String())
		})
	}
}

// hostileShare returns every nth command of the corpora, and without PP_LONG=1 a few of those.
func hostileShare(t *testing.T, share, shares int) (lines []string) {
	t.Helper()
	for _, name := range hostileCorpora {
		data, err := os.ReadFile(filepath.Join("..", "testdata", "corpus", name+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var row struct{ Cmd string }
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, row.Cmd)
		}
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	if os.Getenv("PP_LONG") != "1" {
		lines = lines[:500]
	}
	n := len(lines)
	return lines[share*n/shares : (share+1)*n/shares]
}

// noJail is the exit code where the machine has no place to run hostile commands in.
const noJail = 99

// jail is the program that runs hostile commands. It is the first process of its namespaces, and lets only trees below
// its argument be written there.
func jail() {
	room := os.Args[1]
	data, err := os.ReadFile(filepath.Join(room, "lines"))
	var lines []string
	if err = errors.Join(err, json.Unmarshal(data, &lines)); err == nil {
		err = jailMounts(room)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(noJail)
	}
	j := &jailed{}
	if err := errors.Join(jailNetwork(), j.furnish()); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	j.run("without pp", "sh", "-c", control)
	if len(j.effects) != controlled {
		fmt.Printf("effects without pp: %q, want %d\n", j.effects, controlled)
		os.Exit(1)
	}
	j.effects = nil
	ran := j.tried(lines)
	argv := []string{"pp", "-q", "-n", "--accept-edits", "--deny-all-approvals", "--timeout", "5s"}
	for i, line := range ran {
		if i == 1 {
			argv = append(argv, os.Args[2:]...)
		}
		j.run(line, slices.Concat(argv, []string{"run", line})...)
	}
	j.state()
	fmt.Printf("%d of %d commands ran. Effects: %s\n", len(ran), len(lines), strings.Join(j.effects, "\n"))
	if len(j.effects) > 0 || len(ran) == 0 {
		os.Exit(1)
	}
}

// jailMounts makes everything read-only but new trees at /home, /opt, /var/tmp and /tmp, where pp is too.
func jailMounts(room string) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return err
	}
	const pp = "opt/pp/bin/pp"
	err := errors.Join(os.MkdirAll(filepath.Join(room, filepath.Dir(pp)), 0o755),
		os.WriteFile(filepath.Join(room, pp), nil, 0o755),
		unix.Mount("/proc/self/exe", filepath.Join(room, pp), "", unix.MS_BIND, ""))
	open := []string{"/opt", "/home", "/var/tmp", "/tmp"} // the last may hide the room
	for _, dir := range open {
		from := filepath.Join(room, dir)
		err = errors.Join(err, os.MkdirAll(from, 0o755), unix.Mount(from, dir, "", unix.MS_BIND|unix.MS_REC, ""))
	}
	err = errors.Join(err, unix.Mount("proc", "/proc", "proc", 0, ""), unix.MountSetattr(-1, "/", unix.AT_RECURSIVE,
		&unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}))
	for _, dir := range open {
		err = errors.Join(err, unix.MountSetattr(-1, dir, 0, &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}))
	}
	return errors.Join(err, os.Mkdir("/home/dev", 0o755), os.Setenv("PATH", "/opt/pp/bin:"+os.Getenv("PATH")))
}

// jailNetwork brings the loopback up and sends everything there, so that each packet is counted.
func jailNetwork() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	lo.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	if err := unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, lo); err != nil {
		return err
	}
	out, err := exec.Command("ip", "route", "add", "default", "dev", "lo").CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) { // then what is sent to other addresses fails without being counted
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// jailed is what is watched while hostile commands run.
type jailed struct {
	dialled atomic.Int64 // connections to the socket of a planted agent
	files   map[string]string
	sent    string
	effects []string
}

const (
	jailHome     = "/home/dev"
	jailProject  = jailHome + "/proj"
	jailTemplate = "/opt/template"
	jailAgent    = jailHome + "/.ssh/agent"
)

// furnish plants secrets, files of others, a repository with a hook, and the programs that many commands run.
func (j *jailed) furnish() error {
	files := map[string]string{"/home/other/letter": "dear", "/opt/tool/file": "x", "/var/tmp/kept": "x",
		jailHome + "/thesis.tex": "work", jailHome + "/notes.txt": "notes", jailHome + "/.bashrc": "# rc",
		jailHome + "/src/a.c": "int a;", jailHome + "/.gitconfig": "[user]\nname=T\nemail=t@example.org\n",
		jailHome + "/.config/pp/config.toml": "", jailProject + "/main.c": "int main(void){return 0;}\n",
		jailProject + "/notes.txt": "one\ntwo\n", jailProject + "/Makefile": "all:\n\techo made\n",
		jailProject + "/package.json":           "{\"name\":\"p\",\"scripts\":{\"test\":\"node -e 0\"}}\n",
		jailProject + "/src/a.py":               "print(1)\n",
		jailProject + "/.git/hooks/post-commit": "#!/bin/sh\n",
		"/tmp/evil":                             evil, "/tmp/e": evil}
	for i, name := range plantedSecrets {
		files[filepath.Join(jailHome, name)] = fmt.Sprintf("TOKEN=%s%d\n", canary, i)
	}
	for name, text := range files {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o700)); err != nil {
			return err
		}
	}
	for _, args := range []string{"git init -q", "git add main.c notes.txt Makefile package.json src",
		"git commit -qm first", "cp -a . " + jailTemplate} {
		words := strings.Fields(args)
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Dir = jailProject
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", args, err, out)
		}
	}
	agent, err := net.Listen("unix", jailAgent)
	if err != nil {
		return err
	}
	go func() {
		for {
			c, err := agent.Accept()
			if err != nil {
				return
			}
			j.dialled.Add(1)
			_ = c.Close()
		}
	}()
	j.files, j.sent = outside(), packets()
	return nil
}

// evil is what a hostile command runs where it finds it.
const evil = "#!/bin/sh\ncat ~/.ssh/id_rsa; touch ~/pwned /tmp/pwned\n"

// tried returns the commands that pp would allow or try; no other is run at all.
func (j *jailed) tried(lines []string) (out []string) {
	var in bytes.Buffer
	for i, line := range lines {
		data, _ := json.Marshal(map[string]string{"id": fmt.Sprint(i), "cmd": line}) // of texts
		in.Write(append(data, '\n'))
	}
	cmd := exec.Command("pp", "check", "--jsonl", "--accept-edits")
	cmd.Dir, cmd.Stdin = jailProject, &in
	answers, err := cmd.Output()
	if err != nil {
		fmt.Println("pp check:", err)
	}
	i := 0
	for answer := range bytes.Lines(answers) {
		var verdict struct{ Decision string }
		if json.Unmarshal(answer, &verdict) == nil && (verdict.Decision == "try" || verdict.Decision == "allow") {
			out = append(out, lines[i])
		}
		i++
	}
	return out
}

// control is a command with each of the controlled effects that a command may not have.
const (
	control = `cat ~/.ssh/id_rsa; base64 .env > copied; echo x > ~/control; echo x >> .git/config; ` +
		`bash -c 'echo x > /dev/udp/192.0.2.1/9'; sleep 9 & `
	controlled = 6
)

// run runs one command in a new copy of the project, and reports each effect that it had.
func (j *jailed) run(line string, argv ...string) {
	err := os.RemoveAll(jailProject)
	if err == nil {
		err = exec.Command("cp", "-a", jailTemplate, jailProject).Run()
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = jailProject, append(os.Environ(), "SSH_AUTH_SOCK="+jailAgent, "SECRET_TOKEN="+canary)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.WaitDelay = time.Second
	out, _ := cmd.CombinedOutput() // many fail
	effect := func(format string, args ...any) {
		j.effects = append(j.effects, fmt.Sprintf("%q: ", line)+fmt.Sprintf(format, args...))
	}
	if err != nil {
		effect("the project cannot be made again: %v", err)
	}
	if showsCanary(out) {
		effect("a secret is shown: %q", out)
	}
	j.look(effect)
}

// look compares with what was there before.
func (j *jailed) look(effect func(string, ...any)) {
	files, sent := outside(), packets()
	if d := difference(j.files, files); len(d) > 0 {
		effect("files changed outside: %v", d)
	}
	if sent != j.sent {
		effect("packets were sent: %s, %s", j.sent, sent)
	}
	if n := j.dialled.Swap(0); n > 0 {
		effect("the agent's socket was used")
	}
	if left := leftProcesses(); len(left) > 0 {
		effect("processes are left: %v", left)
		_ = unix.Kill(-1, unix.SIGKILL) // all but the first, which this is
		leftProcesses()
	}
	_ = filepath.WalkDir(jailProject, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.HasPrefix(d.Name(), ".env") {
			return nil
		}
		if text, err := os.ReadFile(name); err == nil && showsCanary(text) {
			effect("a secret is in %s", name)
		}
		return nil
	})
	for _, name := range []string{".git/hooks", ".git/config"} {
		was, is := contents(filepath.Join(jailTemplate, name)), contents(filepath.Join(jailProject, name))
		if d := difference(was, is); len(d) > 0 {
			effect("git's own files changed: %v", d)
		}
	}
	j.files, j.sent = files, sent
}

// state reports each secret in what pp keeps.
func (j *jailed) state() {
	for _, dir := range []string{".local/state/pp", ".cache/pp"} {
		for name, text := range contents(filepath.Join(jailHome, dir)) {
			if showsCanary([]byte(text)) {
				j.effects = append(j.effects, fmt.Sprintf("a secret is in pp's own %s/%s", dir, name))
			}
		}
	}
}

// outside is what nothing may change: all writable trees but the project and what pp keeps.
func outside() map[string]string {
	out := map[string]string{}
	for _, dir := range []string{"/home", "/opt/tool", jailTemplate, "/var/tmp", "/tmp"} {
		for name, text := range contents(dir) {
			out[filepath.Join(dir, name)] = text
		}
	}
	maps.DeleteFunc(out, func(name, _ string) bool {
		own := []string{jailProject, jailHome + "/.local/state", jailHome + "/.cache"}
		return slices.ContainsFunc(own, func(dir string) bool { return name == dir || strings.HasPrefix(name, dir+"/") })
	})
	return out
}

// contents returns modes, texts and links below a directory.
func contents(dir string) map[string]string {
	out := map[string]string{}
	_ = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // gone meanwhile
		}
		rel, _ := filepath.Rel(dir, name) // below it
		out[rel] = d.Type().String()
		if info, err := d.Info(); err == nil {
			out[rel] = info.Mode().String()
		}
		if d.Type().IsRegular() {
			text, _ := os.ReadFile(name)
			out[rel] += " " + string(text)
		}
		to, _ := os.Readlink(name)
		out[rel] += to
		return nil
	})
	return out
}

// packets is how much the loopback carried.
func packets() string {
	data, _ := os.ReadFile("/proc/net/dev")
	_, text, _ := strings.Cut(string(data), "lo:")
	text, _, _ = strings.Cut(text, "\n")
	return strings.Join(strings.Fields(text), " ")
}

// leftProcesses returns the processes of the jail but its own. What was killed may take a moment.
func leftProcesses() (left []string) {
	for range 20 {
		left = nil
		entries, _ := filepath.Glob("/proc/[0-9]*")
		for _, dir := range entries {
			if stat, err := os.ReadFile(dir + "/stat"); err == nil && dir != "/proc/1" {
				left = append(left, string(stat[:min(len(stat), 60)]))
			}
		}
		if left == nil {
			return nil
		}
		for pid := 1; pid > 0; { // what was left to the first process is its to wait for
			pid, _ = unix.Wait4(-1, nil, unix.WNOHANG, nil)
		}
		time.Sleep(50 * time.Millisecond)
	}
	return left
}

// showsCanary reports whether a text has a planted secret as it is or in a simple encoding.
func showsCanary(text []byte) bool {
	reversed := []byte(canary)
	slices.Reverse(reversed)
	forms := []string{canary, string(reversed), hex.EncodeToString([]byte(canary))}
	for i := range 3 { // where it may begin in a group of base64
		whole := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", i) + canary))
		forms = append(forms, whole[4:len(whole)-4])
	}
	return slices.ContainsFunc(forms, func(form string) bool { return bytes.Contains(text, []byte(form)) })
}
