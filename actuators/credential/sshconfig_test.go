package credential

import (
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pp/engine/enginetest"
)

//go:embed testdata/ssh_config
var personalConfig string

// TestReducedConfigSaysTheSame compares with ssh itself what the whole configuration and the reduced one say of hosts,
// and what this package reads in it.
func TestReducedConfigSaysTheSame(t *testing.T) {
	if _, err := exec.LookPath("ssh"); err != nil {
		enginetest.Skip(t, os.Getenv, true, "ssh: %v", err)
	}
	dir := t.TempDir()
	put := func(name, text string) string {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, name)
	}
	text := strings.ReplaceAll(personalConfig, "Include included", "Include "+put("included",
		"Host inc\n  HostName included.example.test\n"))
	c := parseSSHConfig(text, func(pattern string) []string {
		data, err := os.ReadFile(pattern)
		if err != nil {
			return nil
		}
		return []string{string(data)}
	})
	reduced := c.reduced(func(name string) string { return name })
	for _, never := range []string{"proxy", "localcommand", "exec", "control", "include ", "evil", "knownhostscommand",
		"identityagent"} {
		if strings.Contains(strings.ToLower(reduced), never) {
			t.Errorf("%s is in:\n%s", never, reduced)
		}
	}
	whole, part := put("whole", strings.Replace(text, "Match exec \"touch /tmp/matched\"", "Host never-this", 1)),
		put("part", reduced)
	for _, host := range []string{"work", "inc", "a.example.org", "no.example.org", "jump", "quoted", "other"} {
		want, got := sshSays(t, whole, host), sshSays(t, part, host)
		for _, key := range []string{"hostname", "user", "port", "identitiesonly", "identityfile"} {
			if want[key] != got[key] {
				t.Errorf("%s: %s is %q, not %q", host, key, got[key], want[key])
			}
		}
		ours := c.of(host)
		if ours.name != want["hostname"] || ours.user != want["user"] ||
			ours.port != 0 && strconv.Itoa(ours.port) != want["port"] {
			t.Errorf("%s: %+v, not %v", host, ours, want)
		}
	}
	if !c.of("jump").proxied || c.of("work").proxied || c.of("work").agent != "~/agent.sock" {
		t.Errorf("%+v", c.of("jump"))
	}
	if _, err := os.Stat("/tmp/matched"); err == nil {
		t.Error("a command ran")
	}
}

// sshSays is what ssh would do for a host.
func sshSays(t *testing.T, config, host string) map[string]string {
	t.Helper()
	out, err := exec.Command("ssh", "-G", "-F", config, host).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %s", host, out)
	}
	said := map[string]string{}
	for line := range strings.Lines(string(out)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		said[key] += value
	}
	return said
}
