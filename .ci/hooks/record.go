package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"time"

	"pp/cli/hookfile"
)

// recordAgent runs an agent through all its tools with a hook that only logs, and keeps
// each tool's hook input, without anything of this machine, as to/AGENT/TOOL.json.
func recordAgent(a Agent, packages, to string) error {
	s, err := newStage(packages, "")
	if err != nil {
		return err
	}
	defer s.Close()
	for _, call := range a.all(s) {
		s.Model.Script = append(s.Model.Script, []ToolCall{call})
	}
	if err := s.prepare(a); err != nil {
		return err
	}
	if err := s.log(a); err != nil {
		return err
	}
	outcome := s.run(a, 2*time.Minute)
	requests, turns, _ := s.Model.Requests()
	kept, err := s.keepInputs(filepath.Join(to, a.Name))
	fmt.Printf("%s: exit %d, %v, %d requests, %d of %d turns: %s\n", a.Name, outcome.Code,
		outcome.Took.Round(time.Second), requests, turns, len(s.Model.Script), strings.Join(kept, " "))
	if os.Getenv("PP_HOOKS_KEEP") != "" {
		fmt.Println(outcome.Output)
		return os.Rename(s.Root, os.Getenv("PP_HOOKS_KEEP")+"-"+a.Name)
	}
	return err
}

// log installs this program as the agent's hook, which lets everything happen and keeps what it is handed.
func (s *Stage) log(a Agent) error {
	agent, ok := hookfile.Find(a.Name)
	file := agent.File(hookfile.Place{Home: s.Home, Env: func(string) string { return "" }})
	text, err := os.ReadFile(file)
	if !ok || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, errors.New("no hook can be installed"))
	}
	if text, err = agent.Install(text, hookfile.Line{Program: s.Self}); err != nil {
		return err
	}
	return put(file, string(text))
}

// prepare lays the workspace and the agent's configuration.
func (s *Stage) prepare(a Agent) error {
	for name, text := range map[string]string{"notes.txt": "alpha\n", "sub/inner.txt": "alpha\n",
		"dot.png": dotPNG, "n.ipynb": `{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}` + "\n"} {
		if err := put(filepath.Join(s.Work, name), text); err != nil {
			return err
		}
	}
	return s.configure(a)
}

// dotPNG is a picture of one pixel.
const dotPNG = "\x89PNG\r\n\x1a\n" +
	"\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89" +
	"\x00\x00\x00\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\x00\x05\x00\x01\xff\x89\x99=\x1d\x00\x00\x00\x00IEND\xaeB`\x82"

// keepInputs writes the logged inputs, one file for each form of each tool.
func (s *Stage) keepInputs(to string) ([]string, error) {
	logged, err := filepath.Glob(filepath.Join(s.Log, "*.json"))
	if err != nil || len(logged) == 0 {
		return nil, err
	}
	sort.Strings(logged)
	seen, count, kept := map[string]bool{}, map[string]int{}, []string(nil)
	for _, name := range logged {
		input, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		text := s.scrub(string(input))
		tool, key := identify(text)
		if seen[key] {
			continue
		}
		seen[key] = true
		count[tool]++
		if n := count[tool]; n > 1 {
			tool = fmt.Sprintf("%s-%d", tool, n)
		}
		kept = append(kept, tool)
		if err := put(filepath.Join(to, tool+".json"), text+"\n"); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// scrub takes the machine, the time and the random names out of an input.
func (s *Stage) scrub(text string) string {
	flat := strings.ReplaceAll(s.Work, "/", "-")
	text = strings.NewReplacer(s.Work, "/home/me/project", flat, "-home-me-project", s.Home, "/home/me",
		s.Self, "/usr/local/bin/notes",
		s.Root, "/tmp").Replace(text)
	for _, rule := range [][2]string{
		{`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`, "5e551011-0000-4000-8000-000000000001"},
		{`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z`, "2026-11-01T09:00:00.000Z"},
		{`\d{4}-\d\d-\d\dT\d\d-\d\d(-\d\d)?`, "2026-11-01T09-00-00"},
		{`sessions/\d{4}/\d\d/\d\d/`, "sessions/2026/11/01/"},
		{`-[0-9a-f]{8}\.jsonl`, "-5e551011.jsonl"},
		{`"timestamp":\d+`, `"timestamp":1793523600000`},
		{`toolu_\d+_[0-9a-z]+`, "toolu_1793523600000_abcdefghi"},
		{`ses_[0-9A-Za-z]+`, "ses_0000000000000000000000000"},
		{`"agent_id":"[0-9a-f]+"`, `"agent_id":"a0000000000000001"`},
	} {
		text = regexp.MustCompile(rule[0]).ReplaceAllString(text, rule[1])
	}
	return text
}

// identify gives an input's tool as a file name, and what tells this form from others.
func identify(text string) (name, key string) {
	var input struct {
		A string          `json:"tool_name"`
		B string          `json:"toolName"`
		C string          `json:"tool"`
		X json.RawMessage `json:"tool_input"`
		Y json.RawMessage `json:"toolArgs"`
		Z json.RawMessage `json:"args"`
		E string          `json:"hook_event_name"`
	}
	if json.Unmarshal([]byte(text), &input) != nil {
		return "unreadable", text
	}
	name = strings.ToLower(input.A + input.B + input.C)
	if input.E == "PermissionRequest" {
		name = "permission-" + name
	}
	return name, name + string(input.X) + string(input.Y) + string(input.Z)
}
