//go:build linux

package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// jobTask is what the person asks for. A prompt without it has lost the task.
const jobTask = "Mark every total of this program as changed, check each change, and commit it step by step."

// jobCall is a call of the job: testdata/job/steps.jsonl has those of one reply on a line.
type jobCall struct {
	Tool string         `json:"tool"`
	Args map[string]any `json:"args"`
}

// jobModel is a server with the protocol of OpenAI and a window, which it enforces as
// such servers do. It plays the job, however much of the conversation it is sent.
type jobModel struct {
	*httptest.Server
	window int

	mu        sync.Mutex
	replies   [][]jobCall
	sent      int // tokens of all the prompts that fit
	requests  int
	refused   int
	summaries int
	lost      int // prompts without the task
	spent     time.Duration
}

// jobSteps are the replies of the job: with one call each, or with those together that do
// not depend on each other; at most so many calls.
func jobSteps(t *testing.T, together bool, most int) [][]jobCall {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "job", "steps.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out [][]jobCall
	for line := range strings.Lines(string(data)) {
		var step []jobCall
		if err := json.Unmarshal([]byte(line), &step); err != nil {
			t.Fatal(err)
		}
		step = step[:min(most, len(step))]
		most -= len(step)
		switch {
		case together && len(step) > 0:
			out = append(out, step)
		default:
			for _, c := range step {
				out = append(out, []jobCall{c})
			}
		}
	}
	return out
}

func newJobModel(t *testing.T, window int, replies [][]jobCall) *jobModel {
	m := &jobModel{window: window, replies: replies}
	m.Server = httptest.NewServer(http.HandlerFunc(m.serve))
	t.Cleanup(m.Close)
	return m
}

// jobRequest is what counts of a request.
type jobRequest struct {
	Messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
		Calls   json.RawMessage `json:"tool_calls"`
	} `json:"messages"`
	Tools json.RawMessage `json:"tools"`
}

// serve answers one request. A token is four bytes of what a model reads.
func (m *jobModel) serve(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	defer func() { m.spent += time.Since(start) }()
	body, err := io.ReadAll(r.Body)
	var q jobRequest
	if err != nil || r.Method != http.MethodPost || json.Unmarshal(body, &q) != nil {
		http.NotFound(w, r)
		return
	}
	text := string(q.Tools)
	for _, message := range q.Messages {
		text += "\n" + message.Role + string(message.Content) + string(message.Calls)
	}
	tokens := (len(text) + 3) / 4
	if m.window > 0 && tokens > m.window {
		m.refused++
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, `{"error":{"message":"This model's maximum context length is %d tokens. `+
			`However, your messages resulted in `+
			`%d tokens.","type":"invalid_request_error","code":"context_length_exceeded"}}`, m.window, tokens)
		return
	}
	m.requests++
	m.sent += tokens
	if strings.Contains(text, "You write the summary") {
		m.summaries++
		m.reply(w, map[string]any{"content": "The totals of some files were marked, checked and committed so far."}, "stop",
			tokens)
		return
	}
	if !strings.Contains(text, jobTask) {
		m.lost++
	}
	if len(m.replies) == 0 {
		m.reply(w, map[string]any{"content": "All of it is done."}, "stop", tokens)
		return
	}
	next := m.replies[0]
	m.replies = m.replies[1:]
	if len(q.Tools) > 0 {
		m.reply(w, map[string]any{"tool_calls": m.calls(next, q.Tools)}, "tool_calls", tokens)
		return
	}
	m.reply(w, map[string]any{"content": jobForm(next[0])}, "stop", tokens)
}

// calls are those of a reply as the protocol has them. Each is explained where its schema says so.
func (m *jobModel) calls(list []jobCall, tools json.RawMessage) []any {
	var specs []struct {
		Function struct {
			Name       string
			Parameters struct{ Required []string }
		}
	}
	_ = json.Unmarshal(tools, &specs) // calls without explanations are denied
	var out []any
	for i, c := range list {
		args := map[string]any{}
		for _, s := range specs {
			if s.Function.Name == c.Tool && slices.Contains(s.Function.Parameters.Required, "explanation") {
				args["explanation"] = "This is the next step of the job."
			}
		}
		for k, v := range c.Args {
			args[k] = v
		}
		data, _ := json.Marshal(args) // of texts and numbers
		out = append(out, map[string]any{"index": i, "id": fmt.Sprintf("call_%d_%d", m.requests, i), "type": "function",
			"function": map[string]any{"name": c.Tool, "arguments": string(data)}})
	}
	return out
}

// jobForm is a call as a form in text.
func jobForm(c jobCall) string {
	const why = `:EXPLANATION "This is the next step of the job."`
	if c.Tool == "shell" {
		return fmt.Sprintf(`(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD %q %s))`, c.Args["command"], why)
	}
	var args string
	for _, key := range []string{"filepath", "pattern", "old", "new", "start", "end"} {
		if v, ok := c.Args[key]; ok {
			data, _ := json.Marshal(v) // of texts and numbers
			args += " :" + strings.ToUpper(key) + " " + string(data)
		}
	}
	return fmt.Sprintf(`(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL %q :ARGS (%s) %s))`, c.Tool,
		strings.TrimSpace(args), why)
}

// reply streams one reply.
func (m *jobModel) reply(w http.ResponseWriter, delta map[string]any, finish string, tokens int) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, piece := range []any{
		map[string]any{"choices": []any{map[string]any{"index": 0, "delta": delta}}},
		map[string]any{"choices": []any{map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": finish}},
			"usage": map[string]any{"prompt_tokens": tokens, "completion_tokens": 50}},
	} {
		data, _ := json.Marshal(piece) // of texts and numbers
		fmt.Fprintf(w, "data: %s\n\n", data)
	}
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// jobTree is the program that the job is about, in a repository where there is git.
func jobTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example\n")
	for i := range 24 {
		var b strings.Builder
		fmt.Fprintf(&b, "package example\n\n// total gives the sum of the list.\nfunc total%02d(list []int) int {\n", i)
		b.WriteString("\tsum := 0\n\tfor _, n := range list {\n\t\tsum += n\n\t}\n\treturn sum\n}\n")
		for j := range 22 {
			fmt.Fprintf(&b, "\n// step%02d%02d adds one of %d things to the list and gives it back.\n", i, j, i*j)
			fmt.Fprintf(&b, "func step%02d%02d(list []int) []int {\n\treturn append(list, %d)\n}\n", i, j, i+j)
		}
		write(t, filepath.Join(dir, fmt.Sprintf("f%02d.go", i)), b.String())
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"commit", "-qm", "Begin"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=n", "-c", "user.email=e@example.org"},
			args...)...).CombinedOutput(); err != nil {
			t.Logf("git %v: %v: %s", args, err, out)
		}
	}
	return dir
}

// jobRun does the job with a program in the place of pp where PP_BINARY names one, and
// gives what it wrote to standard error.
func jobRun(t *testing.T, m *jobModel, setting string) (dir, said string, took time.Duration, err error) {
	t.Helper()
	home := t.TempDir()
	configure(t, home, "cascade = [\"job\"]\n[limits]\nmax_turns = "+
		"100\n[permissions]\n\"shell git commit *\" = \"allow\"\n"+
		"[providers.job]\nprotocol = \"openai\"\nbase_url = \""+m.URL+"\"\nmodel = \"m-1\"\n"+setting)
	write(t, filepath.Join(home, ".gitconfig"), "[user]\nname = n\nemail = e@example.org\n")
	cmd := ppCommand(t, home, "dumb", "-v", "-n", "--accept-edits", jobTask)
	cmd.Path = cmp.Or(os.Getenv("PP_BINARY"), cmd.Path)
	cmd.Dir = jobTree(t)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	start := time.Now()
	err = cmd.Run()
	return cmd.Dir, errs.String(), time.Since(start), err
}

// A job of 60 calls ends in a small window as in a large one, with what it was to do done.
// With PP_LONG=1 all windows are tried. PP_JOB_CALLS ends it earlier.
func TestInvariant19LongJobs(t *testing.T) {
	t.Parallel()
	windows := []int{8192}
	if os.Getenv("PP_LONG") == "1" {
		windows = []int{8192, 32_768, 200_000}
	}
	calls := 60
	if n := os.Getenv("PP_JOB_CALLS"); n != "" {
		if _, err := fmt.Sscan(n, &calls); err != nil {
			t.Fatal(err)
		}
	}
	for _, window := range windows {
		for _, mode := range []struct {
			name, setting   string
			together, known bool
		}{
			{"in text", "", false, true},
			{"in text, where only the server knows its window", "", false, false},
			{"native, one call a reply", "tools = \"native\"\n", false, true},
			{"native, independent calls together", "tools = \"native\"\n", true, true},
		} {
			t.Run(fmt.Sprint(window, " ", mode.name), func(t *testing.T) {
				if os.Getenv("PP_BINARY") != "" && mode.setting != "" {
					t.Skip("another pp than this one")
				}
				m := newJobModel(t, window, jobSteps(t, mode.together, calls))
				setting := mode.setting
				if mode.known {
					setting += fmt.Sprintf("context = %d\n", window)
				}
				dir, said, took, err := jobRun(t, m, setting)
				t.Logf("%d tokens in %d requests, %d summaries, %d refused, %v beside the model's %v",
					m.sent, m.requests, m.summaries, m.refused, (took - m.spent).Round(time.Millisecond),
					m.spent.Round(time.Millisecond))
				if err != nil || len(m.replies) > 0 || m.lost > 0 {
					t.Fatalf("%v, %d replies left, %d prompts without the task\n%s", err, len(m.replies), m.lost,
						said[max(0, len(said)-3000):])
				}
				changed := 0
				for i := range 24 {
					data, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("f%02d.go", i)))
					if err != nil {
						t.Fatal(err)
					}
					changed += bytes.Count(data, []byte("changed in step"))
				}
				if calls == 60 && changed != 15 {
					t.Errorf("%d of 15 changes were made\n%s", changed, said[max(0, len(said)-3000):])
				}
			})
		}
	}
}
