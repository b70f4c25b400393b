package shell

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/engine/enginetest"
	"pp/engine/store"
)

// readAsGit is what this package reads in a configuration, as git lists it.
func readAsGit(text string) ([]string, bool) {
	settings, ok := parseGitConfig(text)
	var out []string
	for _, s := range settings {
		key := s.section
		if s.sub != "" {
			key += "." + s.sub
		}
		out = append(out, key+"."+s.key+"\n"+s.value)
	}
	return out, ok
}

// TestGitConfigurationIsReadAsGitReadsIt: what this takes, git takes, and both read the same in it. What this refuses
// is asked about as any host.
func TestGitConfigurationIsReadAsGitReadsIt(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		enginetest.Skip(t, os.Getenv, true, "git: %v", err)
	}
	name := filepath.Join(t.TempDir(), "config")
	piece := rapid.SampledFrom([]string{"[remote \"origin\"]", "[remote \"a.B\"]", "[url \"ssh://h/\"]", "[core]", "[a.b]",
		"[ x ]", "\n", "\n\t", "url = ", "url=", "insteadOf = ", "pushurl", "KEY", " ", "\"", "\\", "\\\\", "\\n", "#", ";",
		"git@h:x", "https://h/x y", "\\\n", "]", "[", "=", "é", "\r\n", "\t", "[remote \"q\\\"\\\\\"]", "\\q"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 1, 14).Draw(t, "pieces"), "")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, ok := readAsGit(text)
		if !ok {
			return
		}
		cmd := exec.Command("git", "config", "-z", "--no-includes", "-f", name, "--list")
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent"}
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("git refuses %q, which gives %q", text, got)
		}
		var want []string
		for entry := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
			if entry != "" {
				if !strings.Contains(entry, "\n") {
					entry += "\ntrue"
				}
				want = append(want, entry)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q gives %q, and git reads %q", text, got, want)
		}
	})
}

// TestRemotesAreWhereGitGoes compares with `git remote get-url` which addresses a remote has.
func TestRemotesAreWhereGitGoes(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		enginetest.Skip(t, os.Getenv, true, "git: %v", err)
	}
	home := t.TempDir()
	git := func(dir string, words ...string) string {
		cmd := exec.Command("git", words...)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "GIT_CONFIG_NOSYSTEM=1"}
		out, _ := cmd.Output()
		return strings.TrimSpace(string(out))
	}
	for name, settings := range map[string]string{
		"plain":     "[remote \"origin\"]\nurl = git@h.test:x.git\n",
		"insteadOf": "[remote \"origin\"]\nurl = gh:x\n[url \"ssh://git@h.test/\"]\ninsteadOf = gh:\n",
		"longest": "[remote \"origin\"]\nurl = gh:a/x\n[url \"A/\"]\ninsteadOf = gh:\n[url \"B/\"]\n" +
			"insteadOf = gh:a/\n",
		"pushInsteadOf": "[remote \"origin\"]\nurl = https://h/x\n[url \"ssh://h/\"]\npushInsteadOf = https://h/\n",
		"pushurl":       "[remote \"origin\"]\nurl = https://h/x\npushurl = ssh://i/x\npushurl = ssh://j/x\n",
		"both": "[remote \"origin\"]\nurl = https://h/x\npushurl = gh:x\n[url \"ssh://k/\"]\ninsteadOf = gh:\n" +
			"pushInsteadOf = https://h/\n",
		"several": "[remote \"origin\"]\nurl = ssh://a/x\nurl = ssh://b/x\n",
	} {
		dir := t.TempDir()
		git(dir, "init", "-q", ".")
		f, err := os.OpenFile(dir+"/.git/config", os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.WriteString(settings)
		if f.Close(); err != nil {
			t.Fatal(err)
		}
		r, ok := openGit(dir, home, store.NewView())
		if !ok {
			t.Errorf("%s is not read", name)
			continue
		}
		for _, push := range []bool{false, true} {
			words := []string{"remote", "get-url", "--all", "origin"}
			if push {
				words = []string{"remote", "get-url", "--all", "--push", "origin"}
			}
			if got, want := strings.Join(r.addresses("origin", push), "\n"), git(dir, words...); got != want {
				t.Errorf("%s, push %v: %q, and git goes to %q", name, push, got, want)
			}
		}
	}
}

// FuzzGitConfig: no configuration makes the reader fail otherwise than by refusing it.
func FuzzGitConfig(f *testing.F) {
	f.Add("[remote \"origin\"]\n\turl = git@h:x # c\n[a \"b\\\"\"] k = \"v\\n\" w\\\n  x\n")
	f.Add("[")
	f.Add("[0]A\x00\x00")
	f.Add("[a]b\\")
	f.Fuzz(func(t *testing.T, text string) {
		settings, ok := parseGitConfig(text)
		for _, s := range settings {
			if !ok || s.section == "" || s.key == "" {
				t.Fatalf("%q: %+v", text, s)
			}
		}
	})
}
