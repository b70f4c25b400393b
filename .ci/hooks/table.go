package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Scene is one row of the table: what the agent's model asks for, and what is the matter
// with the hook.
type Scene struct {
	Name string
	// Calls are what the model asks for at once. Each would make its marker.
	Calls func(a Agent, s *Stage) []ToolCall
	// Then are further turns, and Only the one agent that the scene is for.
	Then [][]ToolCall
	Only string
	// Approve has the person approve what was asked; then it is to run once.
	Approve bool
	// Serves has pp as the server of tools, Confine has it rewrite commands; Tells is what the model
	// has to be told then.
	Serves, Confine bool
	Tells           string
	// Questions has the agent ask its person, whom nobody plays, as it would by itself or more; Allowing has pp say
	// what it allows.
	Questions, Allowing bool
	// Fault is what stands in the place of pp: "" is pp itself.
	Fault string
	// Permit lets what pp asks about through, by the person's configuration.
	Permit bool
	// Runs says that the calls are to be carried out: a control.
	Runs bool
}

// Cell is what happened in one scene.
type Cell struct {
	Ran, Of  int  // markers that were made, of how many
	Asked    bool // the agent did get the calls from its model
	Told     bool // the model was told a reason that names pp
	Hung     bool
	Took     time.Duration
	Evidence string
}

func (c Cell) String() string {
	word := "did not run"
	switch {
	case !c.Asked:
		word = "NO CALL"
	case c.Ran > 0 && c.Of > 1:
		word = fmt.Sprintf("RAN %d of %d", c.Ran, c.Of)
	case c.Ran > 0:
		word = "RAN"
	}
	if c.Hung {
		word += ", hung"
	}
	if c.Told {
		word += ", told"
	}
	return word
}

// denied is a command that pp denies (it runs encoded code, which is "true"), and that only
// makes a file of the workspace.
func denied(i int) string { return fmt.Sprintf("touch marker-%d; echo dHJ1ZQ== | base64 -d | sh", i) }

// asked is a command that pp asks about.
func asked(i int) string { return fmt.Sprintf("touch marker-%d", i) }

func shellCalls(n int, command func(int) string) func(Agent, *Stage) []ToolCall {
	return func(a Agent, _ *Stage) []ToolCall {
		var calls []ToolCall
		for i := range n {
			calls = append(calls, a.run(command(i)))
		}
		return calls
	}
}

const hugeSize = 11 << 20

// hugeCall writes a file that pp asks about, with more content than a hook reads.
func hugeCall(a Agent, s *Stage) []ToolCall {
	return []ToolCall{a.write(filepath.Join(s.Work, "marker-0"), strings.Repeat("0123456789abcde\n", hugeSize/16))}
}

func scenes() []Scene {
	one, list := shellCalls(1, denied), []Scene{}
	add := func(s ...Scene) { list = append(list, s...) }
	add(Scene{Name: "no hook", Calls: one, Fault: "none", Runs: true},
		Scene{Name: "allow", Calls: shellCalls(1, asked), Permit: true, Runs: true},
		Scene{Name: "deny", Calls: one}, Scene{Name: "ask", Calls: shellCalls(1, asked)},
		Scene{Name: "50 at once", Calls: shellCalls(50, denied)}, Scene{Name: "huge input", Calls: hugeCall})
	for _, fault := range []string{"panic", "missing", "timeout", "garbage", "exit 1", "silent exit 2", "killed",
		"half an answer"} {
		add(Scene{Name: fault, Calls: one, Fault: fault})
	}
	typed := func(chars string) []ToolCall {
		return []ToolCall{{"write_stdin", args{"session_id": sessionMark, "chars": chars, "yield_time_ms": 500}}}
	}
	add(Scene{Name: "typed", Only: "codex", Calls: func(Agent, *Stage) []ToolCall {
		return []ToolCall{{"exec_command", args{"cmd": "less notes.txt", "tty": true, "yield_time_ms": 500}}}
	}, Then: [][]ToolCall{typed("!touch marker-0\n"), typed("\n"), typed("q")}})
	for _, name := range []string{"codex", "gemini", "opencode"} {
		add(Scene{Name: "approved once", Only: name, Calls: shellCalls(1, asked), Approve: true})
	}
	inside := func(a Agent, _ *Stage) []ToolCall {
		return []ToolCall{a.run("tr a-z A-Z < notes.txt; touch marker-0 2>&1; echo $PPID >&2")}
	}
	for _, name := range []string{"claude", "codex", "gemini", "copilot"} {
		add(Scene{Name: "confine", Only: name, Confine: true, Calls: inside, Permit: true, Tells: `ALPHA\n1`, Runs: true})
	}
	note := Scene{Name: "question", Only: "codex", Questions: true, Permit: true, Tells: "requires approval",
		Calls: func(Agent, *Stage) []ToolCall { return []ToolCall{{"mcp__notes.add_note", args{"text": "a"}}} }}
	add(note)
	note.Name, note.Allowing, note.Tells = "question, allowed", true, "it was noted"
	add(note)
	question := Scene{Name: "question", Only: "claude", Questions: true, Calls: shellCalls(1, asked), Permit: true}
	add(question)
	question.Name, question.Allowing, question.Runs = "question, allowed", true, true
	add(question)
	question.Name, question.Permit, question.Runs = "question, asked", false, false
	add(question)
	add(Scene{Name: "question, denied", Only: "claude", Questions: true, Calls: one, Fault: "only its questions",
		Tells: "pp: "})
	add(serving()...)
	return list
}

// serving are the scenes in which pp is the agent's server of tools: what check says, that run runs in a sandbox, where
// the shell is the child of the first process, and that what asks is not run and has a token.
func serving() []Scene {
	var list []Scene
	for _, c := range []struct{ tool, line, tells string }{{"check", "rm -rf ~", "No rule can allow it"},
		{"run", "tr a-z A-Z < notes.txt; echo $PPID", `ALPHA\\*n1\b`},
		{"run", asked(0), "pp approve [0-9a-z]+-[0-9a-z-]+"}} {
		call := args{"command": c.line}
		sc := Scene{Name: "serve", Only: "codex", Fault: "none", Serves: true, Tells: c.tells,
			Calls: func(Agent, *Stage) []ToolCall { return []ToolCall{{"mcp__notes." + c.tool, call}} }}
		list = append(list, sc)
		sc.Only, sc.Then = "claude", [][]ToolCall{{{"mcp__notes__" + c.tool, call}}}
		sc.Calls = func(Agent, *Stage) []ToolCall {
			return []ToolCall{{"ToolSearch", args{"query": "select:mcp__notes__" + c.tool, "max_results": 5}}}
		}
		list = append(list, sc)
	}
	return list
}

// fault is the program that stands in pp's place.
func fault(name string) string {
	switch name {
	case "panic":
		return `exec "$PP_HOOKS" panic`
	case "timeout":
		return "exec sleep 100"
	case "garbage":
		return "cat >/dev/null; echo 'no JSON { at all'"
	case "half an answer":
		return `cat >/dev/null; printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"de'`
	case "exit 1":
		return "cat >/dev/null; echo 'pp: error: refused' >&2; exit 1"
	case "silent exit 2":
		return "cat >/dev/null; exit 2"
	case "killed":
		return "kill -KILL $$"
	}
	return ""
}

// play runs an agent through one scene.
func (sc Scene) play(a Agent, packages, pp, node string) (Cell, error) {
	s, err := newStage(packages, node)
	if err != nil {
		return Cell{}, err
	}
	defer s.Close()
	calls := sc.Calls(a, s)
	s.Model.Script = append([][]ToolCall{calls}, sc.Then...)
	if err := put(filepath.Join(s.Work, ".git", "hooks", "README"), "hooks\n"); err != nil {
		return Cell{}, err
	}
	installed := filepath.Join(s.Root, "bin", "pp")
	if err := s.install(a, installed, pp, sc); err != nil {
		return Cell{}, err
	}
	if sc.Serves {
		if err := put(filepath.Join(s.Home, "serve"), installed); err != nil {
			return Cell{}, err
		}
	}
	if err := sc.breakHook(a, s, installed); err != nil {
		return Cell{}, err
	}
	outcome := s.run(a, 3*time.Minute)
	_, turns, last := s.Model.Requests()
	if sc.Approve {
		if err := s.approve(a, installed, last); err != nil {
			return Cell{}, err
		}
	}
	cell := Cell{Of: len(calls), Asked: turns > 0, Hung: outcome.TimedOut, Took: outcome.Took}
	cell.Told = strings.Contains(last, cmp.Or(sc.Tells, "pp: "))
	if sc.Serves {
		cell.Told = regexp.MustCompile(sc.Tells).MatchString(last)
	}
	for i := range calls {
		if _, err := os.Lstat(filepath.Join(s.Work, fmt.Sprintf("marker-%d", i))); err == nil {
			cell.Ran++
		}
	}
	cell.Evidence = s.evidence(outcome, last)
	return cell, nil
}

// report plays a scene, prints how it went, and says whether it went as it is known to.
func (sc Scene) report(a Agent, packages, pp, node string, verbose bool) bool {
	if sc.Only != "" && sc.Only != a.Name {
		return true
	}
	cell, err := sc.play(a, packages, pp, node)
	good := err == nil && cell.Asked && !cell.Hung && (cell.Ran > 0) == (sc.Runs || slices.Contains(a.Leaks, sc.Name))
	good = good && (sc.Tells == "" || cell.Told)
	word := "ok  "
	if !good {
		word = "FAIL"
	}
	fmt.Printf("%s %-9s %-15s %-28s %v\n", word, a.Name, sc.Name, cell, cell.Took.Round(100*time.Millisecond))
	if err != nil {
		fmt.Println("    ", err)
	}
	if verbose || !good {
		fmt.Println("    ", cell.Evidence)
	}
	return good
}

// evidence is what the model was told, and the end of what the agent printed.
func (s *Stage) evidence(outcome Outcome, last string) string {
	for _, mark := range []string{`"tool_result"`, `"function_call_output"`, `"custom_tool_call_output"`, `"role":"tool"`,
		`"functionResponse"`} {
		if at := strings.LastIndex(last, mark); at >= 0 {
			last = last[max(0, at-250):]
			break
		}
	}
	return fmt.Sprintf("exit %d; told: %.700s\n    printed: %.300s", outcome.Code, last,
		outcome.Output[max(0, len(outcome.Output)-300):])
}

// approve approves the call whose token the model was told, and has it made twice again.
func (s *Stage) approve(a Agent, installed, told string) error {
	token := regexp.MustCompile("pp approve ([0-9a-z-]+)").FindStringSubmatch(told)
	if token == nil {
		return fmt.Errorf("no token was told: %.300s", told)
	}
	if _, err := s.pp(a, installed, "approve", token[1], "--yes"); err != nil {
		return err
	}
	marker := filepath.Join(s.Work, "marker-0")
	if _, err := os.Lstat(marker); err == nil {
		return errors.New("it ran before the agent asked again")
	}
	s.Model.Again()
	s.run(a, 3*time.Minute)
	if err := os.Remove(marker); err != nil {
		return fmt.Errorf("it did not run once approved: %w", err)
	}
	s.Model.Again()
	s.run(a, 3*time.Minute)
	return nil
}

// install puts pp in a place of its own and has it install its hook.
func (s *Stage) install(a Agent, installed, pp string, sc Scene) error {
	text, err := os.ReadFile(pp)
	if err != nil {
		return err
	}
	if err := put(installed, string(text)); err != nil {
		return err
	}
	if err := os.Chmod(installed, 0o700); err != nil {
		return err
	}
	if err := s.prepare(a); err != nil {
		return err
	}
	if s.Questions = sc.Questions; s.Questions {
		if err := s.put(a.Questions); err != nil {
			return err
		}
	}
	if sc.Permit {
		config := filepath.Join(s.Home, ".config", "pp", "config.toml")
		if err := put(config, "[permissions]\n"+
			"\"shell touch *\" = \"allow\"\nmcp__notes__add_note = \"allow\"\n"); err != nil {
			return err
		}
	}
	words := []string{"hook", "install", a.Name, "--yes"}
	if sc.Confine {
		words = append(words, "--confine")
	}
	if sc.Allowing {
		words = append(words, "--auto-allow")
	}
	_, err = s.pp(a, installed, words...)
	return err
}

// pp runs pp as the person whose agent it is, and gives what it prints.
func (s *Stage) pp(a Agent, installed string, words ...string) (string, error) {
	cmd := exec.Command(installed, words...)
	cmd.Env, cmd.Dir = s.env(a), s.Work
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("pp %s: %w: %s", strings.Join(words, " "), err, out)
	}
	return string(out), nil
}

// breakHook does to the installed hook what the scene says.
func (sc Scene) breakHook(a Agent, s *Stage, installed string) error {
	switch sc.Fault {
	case "":
		return nil
	case "none":
		_, err := s.pp(a, installed, "hook", "uninstall", a.Name, "--yes")
		return err
	case "missing":
		return os.Remove(installed)
	case "only its questions":
		file := filepath.Join(s.Home, ".claude", "settings.json")
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		return put(file, strings.Replace(string(text), `"PreToolUse"`, `"Notification"`, 1))
	}
	if err := os.Remove(installed); err != nil {
		return err
	}
	if err := put(installed, "#!/bin/sh\n"+fault(sc.Fault)+"\n"); err != nil {
		return err
	}
	return os.Chmod(installed, 0o700)
}
