package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// ToolCall is one call that the mocked model asks for.
type ToolCall struct {
	Name string
	Args any // marshalled to JSON; a string stands for a free-form input (Codex's apply_patch)
}

// Model is a stand-in for every model's service, by the four protocols that the agents
// speak. It asks for the calls of its script, one turn after the other, then says "done".
type Model struct {
	Script [][]ToolCall
	URL    string

	mu       sync.Mutex
	requests int
	log      string // a directory that keeps what the agent sent; "" keeps nothing
	turns    int    // the most turns of the script that a request has carried
	last     []byte // the last request that carried one
	server   *http.Server
}

const maxRequest = 64 << 20

// startModel listens on a free port of 127.0.0.1.
func startModel(script [][]ToolCall, log string) (*Model, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m := &Model{Script: script, log: log, URL: "http://" + listener.Addr().String()}
	m.server = &http.Server{Handler: m}
	go func() { _ = m.server.Serve(listener) }()
	return m, nil
}

// Close ends the server and every connection to it.
func (m *Model) Close() { _ = m.server.Close() }

// Requests says how many requests came, and what the last one with a call's result held.
func (m *Model) Requests() (int, int, string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.requests, m.turns, string(m.last)
}

// Again forgets what came, for another run of the agent.
func (m *Model) Again() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turns, m.last = 0, nil
}

func (m *Model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxRequest))
	if err != nil {
		return
	}
	next := m.note(r, body)
	path := r.URL.Path
	switch {
	case strings.HasSuffix(path, "/count_tokens"):
		reply(w, map[string]any{"input_tokens": 10})
	case strings.HasSuffix(path, "/messages"):
		m.anthropic(w, body, next)
	case strings.HasSuffix(path, "/responses"):
		m.responses(w, body, next)
	case strings.HasSuffix(path, "/chat/completions"):
		m.chat(w, body, next)
	case strings.Contains(path, "enerateContent"):
		m.gemini(w, r, body, next)
	case strings.HasSuffix(path, "/models"):
		reply(w, map[string]any{"object": "list", "data": []any{map[string]any{"id": "mock", "object": "model"}}})
	default:
		http.NotFound(w, r)
	}
}

// note keeps a request and returns the turn of the script that is to come.
func (m *Model) note(r *http.Request, body []byte) int {
	turn := turnsIn(r.URL.Path, body)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests++
	if turn > m.turns {
		m.turns = turn
	}
	if turn > 0 && turn == m.turns {
		m.last = body
	}
	if m.log != "" {
		head := r.Method + " " + r.URL.String() + "\n"
		name := filepath.Join(m.log, fmt.Sprintf("request-%03d.txt", m.requests))
		_ = os.WriteFile(name, append([]byte(head), body...), 0o600)
	}
	return turn
}

// turnsIn counts the turns of the script that a conversation has had: our calls carry the
// turn in their identifier; Gemini's protocol has none, there the model's turns are counted.
func turnsIn(path string, body []byte) int {
	if strings.Contains(path, "enerateContent") {
		return geminiTurns(body)
	}
	turns := 0
	for _, found := range regexp.MustCompile(`call_t(\d+)_`).FindAllSubmatch(body, -1) {
		if n, err := strconv.Atoi(string(found[1])); err == nil && n+1 > turns {
			turns = n + 1
		}
	}
	return turns
}

func geminiTurns(body []byte) int {
	var request struct {
		Contents []struct {
			Parts []struct {
				FunctionCall json.RawMessage `json:"functionCall"`
			} `json:"parts"`
		} `json:"contents"`
	}
	if json.Unmarshal(body, &request) != nil {
		return 0
	}
	turns := 0
	for _, content := range request.Contents {
		for _, part := range content.Parts {
			if len(part.FunctionCall) > 0 {
				turns++
				break
			}
		}
	}
	return turns
}

// calls gives what to ask for now: nothing when the script is over, or when the request does
// not offer the tools (a request for a title, or a summary).
func (m *Model) calls(body []byte, turn int) []ToolCall {
	if turn >= len(m.Script) || !strings.Contains(string(body), `"tools"`) {
		return nil
	}
	return m.Script[turn]
}

func callID(turn, i int) string { return fmt.Sprintf("call_t%d_%d", turn, i) }

func arguments(call ToolCall) string {
	text, _ := json.Marshal(call.Args)
	return string(text)
}

func reply(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}

// events answers with server-sent events.
type events struct {
	w     http.ResponseWriter
	named bool
}

func newEvents(w http.ResponseWriter, named bool) events {
	w.Header().Set("Content-Type", "text/event-stream")
	return events{w, named}
}

func (e events) send(kind string, value map[string]any) {
	if e.named {
		value["type"] = kind
		fmt.Fprintf(e.w, "event: %s\n", kind)
	}
	text, _ := json.Marshal(value)
	fmt.Fprintf(e.w, "data: %s\n\n", text)
}
