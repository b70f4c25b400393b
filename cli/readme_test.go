//go:build linux

package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/cli/exit"
	"pp/cli/output"
)

// readmeName is the README, from this package's directory.
var readmeName = filepath.Join("..", "README.md")

func readReadme(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile(readmeName)
	if err != nil {
		t.Fatal(err)
	}
	return strings.SplitAfter(string(data), "\n")
}

// copyTree puts the files of a directory of testdata into a place.
func (p place) copyTree(dir string) {
	p.t.Helper()
	if err := os.CopyFS(p.dir, os.DirFS(filepath.Join("..", "testdata", dir))); err != nil {
		p.t.Fatal(err)
	}
}

// bash runs a command line as a person would type it, and gives both streams as
// they would stand on a terminal.
func (p place) bash(line string) (shown string, code int) {
	p.t.Helper()
	cmd := exec.Command("bash", "--norc", "--noprofile", "-c", line)
	cmd.Dir, cmd.Env = p.dir, p.env
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		p.t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// readmePlace is the home directory of the README's transcript, with its files.
func readmePlace(t *testing.T) place {
	root := t.TempDir()
	p := place{t: t, home: filepath.Join(root, "home", "me"), dir: filepath.Join(root, "home", "me", "src")}
	if err := os.MkdirAll(p.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	p.env = []string{"HOME=" + p.home, "PATH=" + os.Getenv("PATH"), "TERM=dumb", "TZ=UTC"}
	p.copyTree("readme")
	p.write(".env", "TOKEN=visibly-fake\n", 0o600)
	return p
}

// TestReadmeTranscript: what the README shows of a command is what the command
// prints. A command with a remark behind it shows nothing and is no transcript.
func TestReadmeTranscript(t *testing.T) {
	t.Parallel()
	p := readmePlace(t)
	root := strings.TrimSuffix(p.home, "/home/me")
	var fresh []string
	commands := 0
	lines := readReadme(t)
	for i := 0; i < len(lines); i++ {
		fresh = append(fresh, lines[i])
		command, ok := strings.CutPrefix(lines[i], "    $ ")
		if command = strings.TrimSpace(command); !ok || strings.Contains(command, "  # ") {
			continue
		}
		commands++
		shown, _ := p.bash(command)
		for line := range strings.Lines(strings.ReplaceAll(shown, root, "")) {
			fresh = append(fresh, "    "+line)
		}
		for i+1 < len(lines) && strings.HasPrefix(lines[i+1], "    ") && !strings.HasPrefix(lines[i+1], "    $ ") {
			i++
		}
	}
	if commands < 4 {
		t.Errorf("the README shows only %d commands", commands)
	}
	want, got := strings.Join(lines, ""), strings.Join(fresh, "")
	if want == got {
		return
	}
	if os.Getenv("PP_UPDATE") == "1" {
		if err := os.WriteFile(readmeName, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for i := range lines {
		if i >= len(fresh) || lines[i] != fresh[i] {
			t.Fatalf("README.md:%d: PP_UPDATE=1 rewrites it\n%s\n%s", i+1, lines[i], strings.Join(fresh[i:min(i+3, len(fresh))],
				""))
		}
	}
	t.Error("the README ends too early; PP_UPDATE=1 rewrites it")
}

// ciJob is the job of the README that fixes the lint, runs the tests, and stops
// at anything else.
func ciJob(t *testing.T) string {
	t.Helper()
	for _, line := range readReadme(t) {
		if command, _, _ := strings.Cut(strings.TrimSpace(line), "    #"); strings.HasPrefix(command,
			"pp --deny-all-approvals --accept-edits ") {
			return command
		}
	}
	t.Fatal("the README has no job for CI")
	return ""
}

// TestReadmeCIJob runs the README's job for CI, with a recorded model in the
// place of one: it edits, looks and runs the tests, and what else it tries is
// denied and named.
func TestReadmeCIJob(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		model  string
		code   int
		denied []string // what the denied actions contain
	}{
		{"fixes.lisp", exit.OK, nil},
		{"pushes.lisp", exit.Denied, []string{"git push origin main"}},
		{"wanders.lisp", exit.Denied, []string{"curl https://example.com", ".github/workflows/ci.yml"}},
	} {
		t.Run(tc.model, func(t *testing.T) {
			p := newPlace(t)
			p.copyTree("cijob")
			p.write("sum.go", "package example\n\nfunc Sum(a, b int) int { return a+b }\n", 0o644)
			config := filepath.Join(p.home, ".config", "pp")
			if err := os.MkdirAll(config, 0o700); err != nil {
				t.Fatal(err)
			}
			text := "cascade = [\"recorded\"]\n[providers.recorded]\nprotocol = \"script\"\nfile = \"" +
				filepath.Join(p.dir, "models", tc.model) + "\"\n"
			if err := os.WriteFile(filepath.Join(config, "config.toml"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, v := range []string{"PATH", "GOROOT", "GOTOOLCHAIN"} {
				if s := os.Getenv(v); s != "" {
					p.env = append(p.env, v+"="+s)
				}
			}
			p.env = append(p.env, "CI=true")
			shown, code := p.bash(strings.Replace(ciJob(t), "pp ", "pp --output-format json ", 1) + " < /dev/null")
			var r output.Report
			object := shown[strings.Index(shown, "{\"schema\""):]
			if err := json.Unmarshal([]byte(object), &r); err != nil || code != tc.code || r.ExitCode != code ||
				r.Answer == nil {
				t.Fatalf("exit %d, %v:\n%s", code, err, shown)
			}
			ran := ""
			for _, a := range r.Actions {
				ran += a.Action + "\n"
			}
			if !strings.Contains(ran, "edit-file") || !strings.Contains(ran, "go test ./...") {
				t.Errorf("it did only this:\n%s", ran)
			}
			if fixed, err := os.ReadFile(filepath.Join(p.dir, "sum.go")); err != nil ||
				!bytes.Contains(fixed, []byte("return a + b")) {
				t.Errorf("%v: %s", err, fixed)
			}
			if len(r.Denials) != len(tc.denied) || len(r.Pending) != 0 {
				t.Fatalf("%+v\n%s", r.Denials, shown)
			}
			for i, d := range r.Denials {
				if !strings.Contains(d.Action, tc.denied[i]) || d.Gate == "" || d.Rule == "" || d.Reason == "" || d.Corrected ||
					!strings.Contains(shown, "pp: denied: "+d.Gate+"/"+d.Rule+": ") {
					t.Errorf("%+v\n%s", d, shown)
				}
			}
		})
	}
}
