//go:build linux

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/cli/exit"
	"pp/cli/system"
)

// Every mistake in the configuration ends with 78, names its file or variable
// and its key, and says what to do in a line of its own.
func TestEveryConfigurationErrorHasAHint(t *testing.T) {
	for _, tc := range []struct {
		name, user, env, value string
		args                   []string
		error, hint            string
	}{
		{name: "syntax", user: "assistant = \"x", error: "config.toml:1:", hint: "correct it there"},
		{name: "unknown key", user: "asistant = \"x\"", error: "config.toml:1:1: unknown key asistant", hint: "assistant"},
		{name: "wrong kind", user: "assistant = 3", error: "config.toml:1:1: assistant ", hint: "pp config edit"},
		{name: "a number out of range", user: "[limits]\nmax_turns = -1", error: "config.toml:2:1: limits.max_turns ",
			hint: "pp config edit"},
		{name: "a table as a value", user: "[assistant]\nx = 1", error: "assistant", hint: "pp config edit"},
		{name: "variable", env: "PP_DENY_ALL_APPROVALS", value: "perhaps", error: "PP_DENY_ALL_APPROVALS",
			hint: "set PP_DENY_ALL_APPROVALS to such a value, or unset it"},
		{name: "address in a variable", env: "OPENAI_BASE_URL", value: "nonsense", error: "OPENAI_BASE_URL",
			hint: "OPENAI_BASE_URL"},
		{name: "host", user: "[hosts]\nallow = [\"a b\"]", error: "config.toml:2:", hint: "pp config edit"},
		{name: "decision", user: "[permissions]\nshell = \"maybe\"",
			error: "config.toml:2:1: permissions.shell: \"maybe\" is not a decision",
			hint:  "pp config edit"},
		{name: "tool", user: "[permissions]\nred-file = \"deny\"", error: "config.toml:2: there is no tool",
			hint: "read-file"},
		{name: "rule", user: "[rules]\nnothing = \"ask\"", error: "config.toml:2:1: there is no rule",
			hint: "pp config edit"},
		{name: "program", user: "[programs]\nx = 3", error: "config.toml:2:1: programs.x must be false", hint: "pp"},
		{name: "no such provider", user: "cascade = [\"nobody\"]", error: "config.toml:1:1: cascade names no provider",
			hint: "offline"},
		{name: "a provider twice", user: "cascade = [\"offline\", \"offline\"]",
			error: "config.toml:1:1: cascade names \"offline\" twice", hint: "write each provider once"},
		{name: "no protocol", user: "[providers.x]\nmodel = \"m\"", error: "config.toml:1:2: provider x has no protocol",
			hint: "add: protocol = "},
		{name: "no address", user: "[providers.x]\nprotocol = \"openai\"", error: "provider x has no base_url",
			hint: "add: base_url = "},
		{name: "no replies", user: "[providers.x]\nprotocol = \"script\"\nfile = \"/nonexistent/x\"",
			args: []string{"-p", "x"}, error: "provider \"x\": reading the script", hint: "set providers.x.file"},
		{name: "a key in the clear", user: "[providers.x]\nprotocol = \"openai\"\n" +
			"base_url = \"http://models.example/v1\"\nmodel = \"m\"\nkey_env = \"X_KEY\"",
			env: "X_KEY", value: "visibly-fake", args: []string{"-p", "x"},
			error: "its key is not sent: the base URL is neither https",
			hint:  "set base_url of providers.x to an https address"},
		{name: "local and remote", user: "cascade = [\"offline\", \"openai\"]", args: []string{"--consensus", "2"},
			error: "takes the prompt off this machine", hint: "cascade_cross = true"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			home := t.TempDir()
			dir := filepath.Join(home, ".config", "pp")
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, "config.toml"), tc.user+"\n")
			var stdout, stderr strings.Builder
			code := Main(system.System{Args: append(tc.args, "what is 1+1"), Stdout: &stdout, Stderr: &stderr, Now: time.Now,
				Random: zeros{},
				Getenv: func(name string) (string, bool) {
					switch name {
					case "HOME":
						return home, true
					case tc.env:
						return tc.value, tc.value != ""
					}
					return "", false
				}})
			errors, hints := "", ""
			for line := range strings.Lines(stderr.String()) {
				errors += strings.TrimPrefix(line, "pp: error: ")
				if h, ok := strings.CutPrefix(line, "pp: hint: "); ok {
					hints += h
				}
			}
			if code != exit.Config || !strings.Contains(errors, tc.error) || !strings.Contains(hints, tc.hint) {
				t.Errorf("exit %d\n%s%s", code, stdout.String(), stderr.String())
			}
		})
	}
}
