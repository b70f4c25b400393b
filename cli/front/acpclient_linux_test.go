package front

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/engine/enginetest"
)

// library is where npm installed the official library for clients, with --prefix; PP_ACP_CLIENT names it.
func library(t *testing.T) string {
	const name = "@agentclientprotocol/sdk"
	dir := os.Getenv("PP_ACP_CLIENT")
	sdk := filepath.Join(dir, "node_modules", name, "dist", "v1", "stable", "acp.js")
	if _, err := os.Stat(sdk); dir == "" || err != nil {
		enginetest.Skip(t, os.Getenv, false, "the npm package %s, 2.4.0, below PP_ACP_CLIENT", name)
	}
	return sdk
}

// TestOfficialClient: a client by the official library, which checks every message that it is sent, completes a session
// with an approval and a cancellation.
func TestOfficialClient(t *testing.T) {
	script(t, "node", filepath.Join("testdata", "client.mjs"), library(t))
}

// TestEmacsClient: so does one by acp.el, which lies in the directory that PP_ACP_EL names.
func TestEmacsClient(t *testing.T) {
	dir := os.Getenv("PP_ACP_EL")
	if _, err := os.Stat(filepath.Join(dir, "acp.el")); dir == "" || err != nil {
		enginetest.Skip(t, os.Getenv, false, "acp.el, 0.14.2, below PP_ACP_EL")
	}
	script(t, "emacs", "-Q", "--batch", "-L", dir, "-l", filepath.Join("testdata", "client.el"))
}

// script has a client, which is told its directory and pp's command line, speak with a pp that runs by itself.
func script(t *testing.T, client string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	p := start(t, write+`(:REPLY "kept")`+sleep+`(:REPLY "after")`)
	pp := filepath.Join(t.TempDir(), "pp")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", pp, "pp").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.CommandContext(ctx, client, append(args, p.Dir, pp, "acp")...)
	cmd.Env = []string{"HOME=" + p.Home, "PATH=" + os.Getenv("PATH")}
	if out, err := cmd.CombinedOutput(); err != nil || !strings.HasSuffix(string(out), "ok\n") {
		t.Errorf("%v\n%s", err, out)
	}
}
