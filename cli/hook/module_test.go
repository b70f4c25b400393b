package hook

import (
	"os"
	"os/exec"
	"path/filepath"
	"pp/engine/enginetest"
	"strings"
	"testing"
)

// The plugin stops a call whatever goes wrong with the program that it asks, and lets one happen only when that said
// nothing and ended well.
func TestPluginStopsWhatIsNoAnswer(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		enginetest.Skip(t, os.Getenv, false, "there is no node to run the plugin with")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "pp")
	plugin := filepath.Join(dir, "plugin.mjs")
	text, err := module(nil, Line{Program: program})
	if err != nil {
		t.Fatal(err)
	}
	const call = `
const hooks = await pp({ directory: "/w" })
try {
  await hooks["tool.execute.before"]({ tool: "bash", sessionID: "s", callID: "c" }, { args: { command: "ls" } })
  console.log("ran")
} catch (e) {
  console.log("stopped: " + e.message)
}
`
	writeTest(t, plugin, string(text)+call, 0o600)
	for _, c := range []struct{ script, want string }{
		{"cat >/dev/null", "ran"},
		{"cat >/dev/null; echo a note >&2", "ran"},
		{"cat >/dev/null; echo hello", "stopped: the answer is not one of pp"},
		{"cat >/dev/null; echo '{}'", "stopped: the answer is not one of pp"},
		{"cat >/dev/null; echo why >&2; exit 2", "stopped: why"},
		{"cat >/dev/null; exit 1", "stopped: pp ended with 1"},
		{"cat >/dev/null; kill -9 $$", "stopped: pp ended with SIGKILL"},
		{"", "stopped: pp could not be run"},
	} {
		if c.script == "" {
			if err := os.Remove(program); err != nil {
				t.Fatal(err)
			}
		} else {
			writeTest(t, program, "#!/bin/sh\n"+c.script+"\n", 0o700)
		}
		out, err := exec.Command(node, plugin).CombinedOutput()
		if err != nil || !strings.HasPrefix(string(out), c.want) {
			t.Errorf("%q: %s, %v; want %q", c.script, out, err, c.want)
		}
	}
}

func writeTest(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}
