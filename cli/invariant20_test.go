//go:build linux

package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/providers/providertest"
)

// planted stands in everything that is private, and nowhere else.
const planted = "PLUGH-47"

// privateWork is a workspace with private parts, private files, other names of those, and their past.
func privateWork(t *testing.T) (work string) {
	t.Helper()
	work = t.TempDir()
	write(t, filepath.Join(work, "go.mod"), "module example\n")
	write(t, filepath.Join(work, "plan.org"), "* plan\nsaid\n")
	write(t, filepath.Join(work, "notes.org"), "* open :work:\nsaid\n* closed :private:\nThe word is "+planted+
		"11 here\n** below\nAnd so "+planted+"12 it is\n* open too\n")
	if err := os.Mkdir(filepath.Join(work, "diary"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(work, "diary", "today.txt"), "Dear diary, "+planted+"13 it is\n")
	for _, script := range []string{"cp notes.org copy.txt", "cp notes.org other.org; ln other.org linked.txt",
		"ln -s notes.org link", "ln -s diary/today.txt daily", "git init -q", "git add -f notes.org diary plan.org",
		"git -c user.name=n -c user.email=e@example.org commit -qm first",
		"sed s/closed/shut/ notes.org > n && cat n > notes.org && rm n"} {
		cmd := exec.Command("bash", "-c", script)
		cmd.Dir = work
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %s", script, out)
		}
	}
	return work
}

// greedyModel asks for what is private in every way that there is, and then says that it is done.
func greedyModel(t *testing.T) (s *providertest.Server, calls int) {
	t.Helper()
	call := func(tool, args string) string {
		return fmt.Sprintf("(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL %q :ARGS (%s) :EXPLANATION %q))",
			tool, args, "To find the word that is asked for.")
	}
	shell := func(cmd string) string {
		return fmt.Sprintf("(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD %q :EXPLANATION %q))", cmd,
			"To find the word that is asked for.")
	}
	var replies []string
	for i, denied := range []string{
		call("read-file", `:FILEPATH "diary/today.txt"`), call("read-file", `:FILEPATH "daily"`),
		call("read-file", `:FILEPATH "linked.txt"`), call("list-directory", `:PATH "diary"`),
		call("search-files", `:PATTERN "PLUGH" :PATH "diary"`), call("write-file", `:FILEPATH "notes.org" :CONTENT "x"`),
		call("edit-file", `:FILEPATH "diary/today.txt" :OLD "Dear" :NEW "x"`), shell("cat notes.org"), shell("cat link"),
		shell("cat diary/*"), shell("cp notes.org x.txt"), shell("git show HEAD:notes.org"), shell("git diff -- notes.org"),
		shell("awk 1 < notes.org"),
	} {
		// What is allowed comes between, so that the denials are none in a row.
		replies = append(replies, denied, call("find-files", fmt.Sprintf(`:PATTERN "none%d"`, i)))
	}
	replies = append(replies,
		call("read-file", `:FILEPATH "notes.org"`), call("read-file", `:FILEPATH "link"`),
		call("search-files", `:PATTERN "PLUGH"`), call("find-files", `:PATTERN "*"`),
		call("edit-file", `:FILEPATH "notes.org" :OLD "said" :NEW "told"`),
		call("edit-file", `:FILEPATH "notes.org" :OLD "PLUGH" :NEW "x"`),
		call("edit-file", `:FILEPATH "notes.org" :OLD "told\n* open" :NEW "x"`),
		shell("grep -r PLUGH ."), shell("cat copy.txt"), shell("cat *.org"), shell("git log -p"), shell("git diff"),
		shell("git grep PLUGH HEAD"), shell("base64 -w0 copy.txt"), shell("tac copy.txt"), shell("ls -lR"), "Done.")
	p := providertest.OpenAI()
	var steps []providertest.Step
	for _, r := range replies {
		steps = append(steps, providertest.Respond(200, p.Stream(p.Whole, r), "Content-Type: "+p.Type))
	}
	return providertest.Serve(t, steps...), len(replies)
}

// TestInvariant20PrivateReachesNothing has a model ask for what is private through every tool, and a person attach it:
// it is in no request, in nothing that is said, and in no file that pp wrote, and what was edited beside it is undone.
func TestInvariant20PrivateReachesNothing(t *testing.T) {
	t.Parallel()
	work, home := privateWork(t), t.TempDir()
	s, replies := greedyModel(t)
	configure(t, home, fmt.Sprintf("cascade = [\"it\"]\nprivate_paths = [\"diary\"]\n[limits]\nmax_turns = 100\n"+
		"[providers.it]\nprotocol = \"openai\"\nbase_url = %q\nmodel = \"m-1\"\ntools = \"text\"\n"+
		"context = 200000\n", s.URL()))
	before := contentOf(t, filepath.Join(work, "notes.org"))
	run := func(stdin string, args ...string) string {
		cmd := ppCommand(t, home, "dumb", args...)
		cmd.Dir = work
		if stdin != "" {
			f, err := os.Open(filepath.Join(work, stdin))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			cmd.Stdin = f
		}
		out, _ := cmd.CombinedOutput()
		if strings.Contains(string(out), planted) {
			t.Errorf("%q said %s", args, out)
		}
		return string(out)
	}
	out := run("notes.org", "-v", "--accept-edits", "-f", "notes.org", "-f", "link", "-f", "*.org",
		"find the word of the closed notes")
	if n := len(s.Requests()); n != replies {
		t.Errorf("%d requests, want %d:\n%s", n, replies, out)
	}
	told := 0
	for i, r := range s.Requests() {
		if bytes.Contains(r.Body, []byte(planted)) {
			t.Errorf("request %d has what is private: …%s", i, around(r.Body))
		}
		told += bytes.Count(r.Body, []byte("said"))
	}
	if told == 0 {
		t.Error("no request has what is public: the test shows nothing")
	}
	if edited := contentOf(t, filepath.Join(work, "notes.org")); edited != strings.Replace(before, "said", "told", 1) {
		t.Errorf("the edit beside it left %q", edited)
	}
	run("", "trace")
	run("", "undo", "--yes")
	if now := contentOf(t, filepath.Join(work, "notes.org")); now != before {
		t.Errorf("undone it is %q, was %q", now, before)
	}
	kept := 0
	err := filepath.WalkDir(home, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		kept++
		if text := contentOf(t, name); strings.Contains(text, planted) {
			t.Errorf("%s has what is private: …%s", name, around([]byte(text)))
		}
		return nil
	})
	if err != nil || kept < 5 {
		t.Errorf("%d files that pp wrote were looked through, %v", kept, err)
	}
}

// around is what stands around the planted word.
func around(text []byte) []byte {
	at := bytes.Index(text, []byte(planted))
	return text[max(0, at-200):min(len(text), at+100)]
}

func contentOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
