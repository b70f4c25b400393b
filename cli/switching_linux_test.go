//go:build linux

package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine"
	"pp/providers/providertest"
)

// A conversation goes from provider to provider with calls that wait for a person, and
// servers that repeat an identifier or give none; each gets it as its protocol wants it.
func TestAConversationChangesProviders(t *testing.T) {
	t.Parallel()
	s, home := newTalker(t, "")
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.txt"), "alpha\n")
	order := []string{"openai", "anthropic", "gemini", "ollama", "openai", "ollama", "gemini", "anthropic"}
	for i, name := range order {
		s.replies = []engine.Reply{{Text: "I look.", Calls: []engine.ToolCall{
			{ID: "c1", Tool: "read-file", Args: `{"filepath":"a.txt"}`},
			{ID: "c1", Tool: "shell", Args: fmt.Sprintf(`{"command":"curl -s https://x.example/%d",%s}`, i, because)},
			{Tool: "shell", Args: fmt.Sprintf(`{"command":"curl -s https://y.example/%d",%s}`, i, because)}}}}
		args := []string{"-c", "-m", name + "/m-1", fmt.Sprintf("go on %d", i)}
		if i == 0 {
			args = args[1:]
		}
		if out, code := s.run(t, home, dir, args...); code != exit.Suspended {
			t.Errorf("%s: exit %d: %s", name, code, out)
		}
	}
	if !slices.Equal(s.by, order) {
		t.Fatalf("asked were %q", s.by)
	}
	s.strictly(t)
	last := string(s.asked[len(s.asked)-1].Body)
	for what, want := range map[string]int{"alpha": 7, "x.example/": 7, "y.example/": 7, "go on ": 8,
		"It waits for a person": 14} {
		if n := strings.Count(last, what); n != want {
			t.Errorf("%q is there %d times, want %d", what, n, want)
		}
	}
}

// Of several calls of a reply that wait, one after the other is approved; what was done goes
// on with the conversation each time, and what still waits does not read as done.
func TestSeveralApprovalsOfAReply(t *testing.T) {
	t.Parallel()
	for _, p := range providertest.All() {
		s, home := newTalker(t, "sandbox.ask = \"before\"\n")
		dir := t.TempDir()
		var calls []engine.ToolCall
		for _, name := range []string{"one", "two", "three"} {
			calls = append(calls, engine.ToolCall{ID: "c_" + name, Tool: "write-file",
				Args: fmt.Sprintf(`{"filepath":"%s","content":"%s\n",%s}`, name, name, because)})
		}
		s.replies = []engine.Reply{{Calls: calls}}
		out, code := s.run(t, home, dir, "-m", p.Name+"/m-1", "write them")
		waiting := regexp.MustCompile(`pp approve ([0-9a-z-]+) carries`).FindAllStringSubmatch(out, -1)
		if code != exit.Suspended || len(waiting) != 3 {
			t.Fatalf("%s: exit %d: %s", p.Name, code, out)
		}
		for _, args := range [][]string{{"approve", waiting[2][1], "--yes"}, {"deny", waiting[1][1], "not now"},
			{"approve", waiting[0][1], "--yes"}} {
			if out, code := s.run(t, home, dir, args...); code != exit.OK {
				t.Errorf("%s: %v: exit %d: %s", p.Name, args, code, out)
			}
		}
		s.strictly(t)
		last := string(s.asked[len(s.asked)-1].Body)
		if len(s.asked) != 3 || strings.Count(last, "Wrote ") != 2 || strings.Count(last, "It waits for") != 3 {
			t.Errorf("%s: %d requests, the last is %s", p.Name, len(s.asked), last)
		}
		for name, want := range map[string]bool{"one": true, "two": false, "three": true} {
			if setup.Exists(filepath.Join(dir, name)) != want {
				t.Errorf("%s: %s is there: %v", p.Name, name, !want)
			}
		}
	}
}

// A server that calls although it was sent no tools is told so, and nothing is done.
func TestCallsWithoutTools(t *testing.T) {
	t.Parallel()
	calls := engine.Reply{Calls: []engine.ToolCall{{ID: "c1", Tool: "read-file", Args: `{"filepath":"a.txt"}`},
		{ID: "c2", Tool: "shell", Args: `{"command":"touch made",` + because + `}`}}}
	for _, p := range providertest.All() {
		for n, want := range map[int]int{0: exit.OK, 1: exit.OK, 4: exit.OK, 5: exit.Limit} {
			s, home := newTalker(t, "")
			dir := t.TempDir()
			write(t, filepath.Join(dir, "a.txt"), "alpha\n")
			s.replies = slices.Repeat([]engine.Reply{calls}, n)
			out, code := s.run(t, home, dir, "--no-tools", "--accept-edits", "-m", p.Name+"/m-1", "hello")
			if code != want || setup.Exists(filepath.Join(dir, "made")) || strings.Contains(string(s.asked[len(s.asked)-1].Body),
				"alpha") {
				t.Errorf("%s, %d times: exit %d: %s", p.Name, n, code, out)
			}
			s.strictly(t)
		}
	}
}

// formKey is a name of an argument as a form has it.
var formKey = pattern(`[^A-Za-z]:[A-Z]{3,}`)

// Replies that no model should send go back, or end the run, and nothing of them is done.
func TestOddReplies(t *testing.T) {
	t.Parallel()
	many := make([]engine.ToolCall, engine.MaxCalls+1)
	for i := range many {
		many[i] = engine.ToolCall{ID: fmt.Sprint("c", i), Tool: "write-file",
			Args: fmt.Sprintf(`{"filepath":"f%d","content":"x",%s}`, i, because)}
	}
	huge := []engine.ToolCall{{ID: "c1", Tool: "write-file", Args: `{"filepath":"f0","content":"` +
		strings.Repeat("x", 10<<20) + `",` + because + `}`}}
	odd := func(tool, args string) []engine.ToolCall {
		return []engine.ToolCall{{ID: "c1", Tool: tool, Args: args}}
	}
	for _, p := range providertest.All() {
		for _, tc := range []struct {
			calls    []engine.ToolCall
			code     int
			requests int
			said     string // in the second request, or to the person
		}{{many, exit.Denied, 2, "33 calls; send at most 32"}, {huge, exit.Unavailable, 1, "longer than is read"},
			{odd("write-file", `{"filepath":"f0","content":"x",`), exit.Denied, 2, "cannot be used"},
			{odd("write-file", `["f0"]`), exit.Denied, 2, "cannot be used"},
			{odd("write-file", `{"filepath":"f0","content":["x"],`+because+`}`), exit.Denied, 2, "content"},
			{odd("write-file", `{"filepath":"f0","content":"x","approved":true,`+because+`}`), exit.Denied, 2, "approved"},
			{odd("make-file", `{"filepath":"f0","content":"x",`+because+`}`), exit.Denied, 2, "There is no tool"},
			{odd("write-file", `{"filepath":"f0","content":"x"}`), exit.OK, 2, "Wrote "},
			{many[:2], exit.Unavailable, 1, "broke off before its end"}} {
			s, home := newTalker(t, "")
			dir := t.TempDir()
			s.replies = []engine.Reply{{Calls: tc.calls}}
			if strings.HasPrefix(tc.said, "broke off") {
				s.replies[0].Text = cutOff
			}
			out, code := s.run(t, home, dir, "--accept-edits", "-m", p.Name+"/m-1", "hello")
			s.strictly(t)
			if code != tc.code || len(s.asked) != tc.requests || setup.Exists(filepath.Join(dir, "f0")) != (code == exit.OK) ||
				!strings.Contains(out+string(s.asked[len(s.asked)-1].Body), tc.said) {
				t.Errorf("%s: %.40q: exit %d, %d requests: %.600s", p.Name, tc.said, code, len(s.asked), out)
			}
			if key := formKey().Find(s.asked[len(s.asked)-1].Body); key != nil {
				t.Errorf("%s: %.40q: the model is told of %s", p.Name, tc.said, key)
			}
		}
	}
}

// A model that ends a turn with nothing, or with nothing but reasoning, is told so and asked again; its answer counts.
func TestNothingSaidIsAskedAgain(t *testing.T) {
	t.Parallel()
	for _, p := range providertest.All() {
		for _, nothing := range []string{"", " \n", "<think>What now?</think>"} {
			s, home := newTalker(t, "")
			s.replies = []engine.Reply{{Calls: []engine.ToolCall{{ID: "c1", Tool: "list-directory",
				Args: `{"path":".",` + because + `}`}}}, {Text: nothing}}
			out, code := s.run(t, home, t.TempDir(), "-m", p.Name+"/m-1", "hello")
			if body := string(s.asked[len(s.asked)-1].Body); code != exit.OK || len(s.asked) != 3 ||
				!strings.Contains(out, "All is done.") || !strings.Contains(body, "The reply was empty") {
				t.Errorf("%s, %q: exit %d, %d requests: %s", p.Name, nothing, code, len(s.asked), out)
			}
			s.strictly(t)
		}
	}
}

// A server that puts a prompt off in the middle of a turn is asked again, and what was done
// is done once; where it is longer than is waited, -c goes on.
func TestPutOffInTheMiddle(t *testing.T) {
	t.Parallel()
	for _, p := range providertest.All() {
		for _, after := range []string{"1", "7200"} {
			s, home := newTalker(t, "")
			dir := t.TempDir()
			s.replies = []engine.Reply{{Calls: []engine.ToolCall{{ID: "c1", Tool: "write-file",
				Args: `{"filepath":"made","content":"x",` + because + `}`}, {ID: "c2", Tool: "shell",
				Args: `{"command":"echo more >> made",` + because + `}`}}}, {Note: after}}
			out, code := s.run(t, home, dir, "--accept-edits", "-m", p.Name+"/m-1", "hello")
			if want := map[string]int{"1": exit.OK, "7200": exit.TryLater}[after]; code != want {
				t.Errorf("%s, %s s: exit %d: %s", p.Name, after, code, out)
			}
			if code != exit.OK {
				out, code = s.run(t, home, dir, "-c", "-m", p.Name+"/m-1", "go on")
			}
			made, err := os.ReadFile(filepath.Join(dir, "made"))
			if err != nil || string(made) != "xmore\n" || code != exit.OK || len(s.asked) != 3 ||
				!strings.Contains(out, "All is done.") {
				t.Errorf("%s, %s s: exit %d, %d requests, made %q: %s", p.Name, after, code, len(s.asked), made, out)
			}
			s.strictly(t)
		}
	}
}

// intents is how many actions a home's only trace says were begun.
func intents(home string) int {
	files, err := filepath.Glob(filepath.Join(home, ".local/state/pp/audit/*.trace"))
	if err != nil || len(files) != 1 {
		return 0
	}
	data, _ := os.ReadFile(files[0]) // what cannot be read has none
	return bytes.Count(data, []byte(":KIND :INTENT"))
}

// Killed in the middle of a stream or of a command, pp goes on with -c: what was announced is
// known to be unknown, and nothing is done twice.
func TestKilledInTheMiddle(t *testing.T) {
	t.Parallel()
	for _, p := range providertest.All() {
		s, home := newTalker(t, "")
		dir := t.TempDir()
		one := engine.ToolCall{ID: "c1", Tool: "shell", Args: `{"command":"echo one >> made",` + because + `}`}
		slow := engine.ToolCall{ID: "c2", Tool: "shell",
			Args: `{"command":"echo two >> made; sleep 60; echo three >> made",` + because + `}`}
		for _, then := range []struct {
			replies []engine.Reply
			known   string // of what is sent when it goes on
		}{
			{[]engine.Reply{{Calls: []engine.ToolCall{one}}, {Text: "half of it", Note: "hang"}}, ""},
			{[]engine.Reply{{Calls: []engine.ToolCall{slow, one}}}, "It is not known what became of this call."},
		} {
			s.replies = then.replies
			asked, before := len(s.asked), intents(home)
			cmd := ppCommand(t, home, "dumb", "-c", "--accept-edits", "-m", p.Name+"/m-1", "hello")
			cmd.Dir = dir
			if asked == 0 {
				cmd.Args = slices.Delete(cmd.Args, 1, 2)
			}
			cmd.Stdout, cmd.Stderr = &bytes.Buffer{}, &bytes.Buffer{}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if then.known == "" {
				<-s.hangs
			} else {
				for end := time.Now().Add(patience); intents(home) == before && time.Now().Before(end); {
					time.Sleep(5 * time.Millisecond)
				}
			}
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait() // it was killed
			s.replies = nil
			out, code := s.run(t, home, dir, "-c", "-m", p.Name+"/m-1", "go on")
			last := string(s.asked[len(s.asked)-1].Body)
			if code != exit.OK || !strings.Contains(out, "All is done.") || strings.Contains(last, "half of it") ||
				!strings.Contains(last, then.known) {
				t.Errorf("%s: exit %d: %s\n%s", p.Name, code, out, last)
			}
			if warned := strings.Contains(out, "what became of it is not known; look before you trust it: shell {"); warned !=
				(then.known != "") {
				t.Errorf("%s: the person is warned: %t: %s", p.Name, warned, out)
			}
		}
		if made, err := os.ReadFile(filepath.Join(dir, "made")); err != nil || string(made) != "one\n" {
			t.Errorf("%s: made %q, %v", p.Name, made, err)
		}
		s.strictly(t)
	}
}

// A reply that breaks off ends the run with how to go on; what came of it is in the conversation, marked, and -c goes
// on with it. Nothing is done twice.
func TestBrokenOffInTheMiddle(t *testing.T) {
	t.Parallel()
	for _, p := range providertest.All() {
		s, home := newTalker(t, "")
		dir := t.TempDir()
		s.replies = []engine.Reply{{Calls: []engine.ToolCall{{ID: "c1", Tool: "shell",
			Args: `{"command":"echo one >> made",` + because + `}`}}}, {Text: "<think>so</think>Half of it", Note: "break"}}
		out, code := s.run(t, home, dir, "--accept-edits", "-m", p.Name+"/m-1", "hello")
		if code != exit.Unavailable || !strings.Contains(out, "the reply broke off") ||
			!strings.Contains(out, `hint: pp -c "go on" goes on from here`) {
			t.Errorf("%s: exit %d: %s", p.Name, code, out)
		}
		out, code = s.run(t, home, dir, "-c", "-m", p.Name+"/m-1", "go on")
		last := string(s.asked[len(s.asked)-1].Body)
		made, err := os.ReadFile(filepath.Join(dir, "made"))
		if code != exit.OK || !strings.Contains(out, "All is done.") || !strings.Contains(last, `Half of it\n[cut off]`) ||
			strings.Contains(last, "think>") || string(made) != "one\n" {
			t.Errorf("%s: exit %d, made %q, %v: %s\n%s", p.Name, code, made, err, out, last)
		}
		s.strictly(t)
	}
}

// Providers that propose the same calls in another order agree. Others disagree, and without a
// person nobody can decide.
func TestConsensusAboutCalls(t *testing.T) {
	t.Parallel()
	write := func(id, name string) engine.ToolCall {
		return engine.ToolCall{ID: id, Tool: "write-file", Args: `{"filepath":"` + name + `","content":"x",` + because + `}`}
	}
	for _, tc := range []struct {
		name  string
		lists [3][]engine.ToolCall
		made  string
		code  int
	}{
		{"the same", [3][]engine.ToolCall{{write("1", "a"), write("2", "b")}, {write("x", "b"), write("y", "a")},
			{write("1", "a"), write("2", "b")}}, "ab", exit.OK},
		{"two of three", [3][]engine.ToolCall{{write("1", "a"), write("2", "b")}, {write("x", "b"), write("y", "a")},
			{write("1", "a")}}, "ab", exit.OK},
		{"none", [3][]engine.ToolCall{{write("1", "a"), write("2", "b")}, {write("x", "b")}, {write("1", "a")}}, "",
			exit.Suspended},
	} {
		s, home := newTalker(t, "")
		configured, err := os.ReadFile(filepath.Join(home, ".config/pp/config.toml"))
		if err != nil {
			t.Fatal(err)
		}
		configure(t, home, strings.Replace(string(configured), `["openai"]`, `["openai", "anthropic", "gemini"]`, 1))
		dir := t.TempDir()
		for _, calls := range tc.lists {
			s.replies = append(s.replies, engine.Reply{Calls: calls})
		}
		out, code := s.run(t, home, dir, "--accept-edits", "--consensus", "3", "hello")
		made := ""
		for _, name := range []string{"a", "b"} {
			if setup.Exists(filepath.Join(dir, name)) {
				made += name
			}
		}
		if code != tc.code || made != tc.made {
			t.Errorf("%s: exit %d, made %q: %s", tc.name, code, made, out)
		}
		s.strictly(t)
	}
}
