//go:build linux

package cli

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// at is the environment of a place where it is so long after ten past eight on a day far ahead, whenever a
// process begins: no hour ends meanwhile.
func (p place) at(after time.Duration) place {
	clock := time.Date(2100, 1, 1, 8, 10, 0, 0, time.UTC).Add(after).Format(time.RFC3339)
	p.env = append(p.env[:len(p.env):len(p.env)], "TEST_CLOCK="+clock)
	return p
}

// pp runs pp, and gives what it printed.
func (p place) pp(args ...string) string {
	out, _ := p.command(args...).CombinedOutput()
	return string(out)
}

// Of fifty processes that tick at once each job is run by one.
func TestFiftyHeartbeats(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	var config strings.Builder
	names := []string{"a", "b", "c"}
	for _, name := range names {
		fmt.Fprintf(&config, "[[jobs]]\nname = %q\nschedule = \"@hourly\"\nprompt = \"what is 2+3\"\n"+
			"tier = \"reflex\"\n", name)
	}
	configure(t, p.home, config.String())
	if out := p.pp("heartbeat"); !strings.Contains(out, "nothing was due") {
		t.Fatal(out)
	}
	p = p.at(2 * time.Hour)
	out := make([]string, 50)
	var all sync.WaitGroup
	for i := range out {
		all.Go(func() { out[i] = p.pp("heartbeat") })
	}
	all.Wait()
	for _, name := range names {
		if n := strings.Count(strings.Join(out, ""), name+": done\n"); n != 1 {
			t.Errorf("%s was told of %d times: %q", name, n, out)
		}
		if log := p.pp("jobs", "log", name); strings.Count(log, " began, ") != 1 {
			t.Errorf("%s ran otherwise than once: %s", name, log)
		}
	}
}

// Whenever pp is killed in a job, the job is begun again, and in the end done: what it writes is there whole
// or not at all, and nothing else is left undone or done twice.
func TestKilledJobsAreDoneInTheEnd(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	text := strings.Repeat("0123456789", 4_000)
	configure(t, p.home, fmt.Sprintf(`memory_auto_save_interval = 60
[permissions]
"write-file" = "allow"
[[jobs]]
name = "writes"
schedule = "@hourly"
action = '(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "write-file" :ARGS (:FILEPATH "made" `+
		`:CONTENT "%s") :EXPLANATION "Write a long file."))'
`, text))
	if out := p.pp("memory", "remember", "the barn is full"); !strings.Contains(out, "remembered") {
		t.Fatal(out)
	}
	if out := p.pp("heartbeat"); !strings.Contains(out, "nothing was due") {
		t.Fatal(out)
	}
	rounds := 8
	if os.Getenv("PP_LONG") != "" {
		rounds = 150
	}
	seen := map[string]int{}
	for i := range rounds {
		p := p.at(time.Duration(i+1) * 2 * time.Hour)
		made := filepath.Join(p.dir, "made")
		if err := os.RemoveAll(made); err != nil {
			t.Fatal(err)
		}
		cmd := p.command("heartbeat")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.IntN(200)) * time.Millisecond) // when it is killed is left to chance
		cmd.Process.Kill()
		cmd.Wait()
		got, err := os.ReadFile(made)
		if err == nil && string(got) != text {
			t.Fatalf("half of it: %d bytes", len(got))
		}
		list := p.pp("jobs")
		_, row, _ := strings.Cut(list, "writes ")
		row, _, _ = strings.Cut(row, "\n")
		state := "due"
		for _, word := range []string{"done", "killed"} {
			if strings.Contains(row, " "+word+" ") && (word != "done" || !strings.Contains(row, "next now")) {
				state = word
			}
		}
		seen[state]++
		if state == "done" != (err == nil) && state != "killed" {
			t.Errorf("it says %q, and the file is there: %v\n%s", state, err == nil, list)
		}
		if out := p.pp("heartbeat"); state != "done" && !strings.Contains(out, "writes: done") {
			t.Fatalf("%s, and after the next heartbeat: %s\n%s", row, out, p.pp("jobs", "log", "writes"))
		}
		if got, err := os.ReadFile(made); err != nil || !bytes.Equal(got, []byte(text)) {
			t.Fatalf("it reads as done, and there are %d bytes, %v", len(got), err)
		}
	}
	t.Logf("when it was killed it was: %v", seen)
	if out := p.pp("memory", "verify"); !strings.Contains(out, "sound") && !strings.Contains(out, "ok") {
		t.Errorf("memory: %s", out)
	}
	if out := p.pp("memory", "list"); strings.Count(out, "the barn is full") != 1 {
		t.Errorf("memory: %s", out)
	}
}

// A conversation that waits has what is due done, and says so beside the line that is typed, which stays.
func TestConversationRunsWhatIsDue(t *testing.T) {
	t.Parallel()
	p := newDesk(t, `(:REPLY "unused")`)
	config := filepath.Join(p.home, ".config", "pp", "config.toml")
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	text = append([]byte("heartbeat_interval = 1\n"), text...)
	text = append(text, "[[jobs]]\nname = \"sum\"\nschedule = \"every 1s\"\nprompt = \"what is 2+3\"\n"+
		"tier = \"reflex\"\n"...)
	if err := os.WriteFile(config, text, 0o600); err != nil {
		t.Fatal(err)
	}
	tty := open(t, p.command(t, []string{"TERM=xterm"}), 120, 24)
	tty.converse("pp> ", "half a li", "half a li", "", "pp: background: sum done", "", "half a li", "\x15", "pp> ", "\x04")
	if code := tty.code(); code != 0 {
		t.Errorf("exit %d: %s", code, tty.text())
	}
	tty.sane()
	if out := p.run(t, "jobs", "log", "sum"); !strings.Contains(out, "5\ndone\n") {
		t.Errorf("%s", out)
	}
}
