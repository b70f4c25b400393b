package engine_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
)

// repairing returns a decoder with tools of pp and of a server.
func repairing() engine.Decoder {
	file := engine.Param{Name: "FILEPATH", Kind: engine.ParamPath, Required: true}
	table := engine.ToolTable{}
	for _, spec := range []engine.ToolSpec{{Name: "read-file", ReadOnly: true, Params: []engine.Param{file}},
		{Name: "write-file", Params: []engine.Param{file, {Name: "CONTENT"}}},
		{Name: "find-files"}, {Name: "find-filed"}, {Name: "todo"},
		{Name: "note", Params: []engine.Param{{Name: "DESCRIPTION"}}}, {Name: "mcp__a__look"}, {Name: "mcp__a__read_it"}} {
		table[spec.Name] = spec
	}
	return engine.Decoder{Tools: table, Dir: func() string { return "/project" }}
}

// TestCallsAreRepaired checks that pp accepts and notes a call that is written differently but means the same, and
// refuses one that means something else or may mean two things.
func TestCallsAreRepaired(t *testing.T) {
	d := repairing()
	for _, row := range rows(t, "testdata/repairs.txt") {
		tool, args, want, why := row[0], row[1], row[2], row[3]

		a, err := d.Call(engine.ToolCall{Tool: tool, Args: args}, "")
		switch {
		case want == "" && (err == nil || !strings.Contains(err.Error(), why)):
			t.Errorf("%s %s means %s, %v; want an error with %q", tool, args, a.Essence(), err, why)
		case want != "" && (err != nil || !strings.Contains(a.Essence(), want) || a.Explanation != why):
			t.Errorf("%s %s means %s, because %q, %v; want %s, because %q", tool, args, a.Essence(), a.Explanation, err,
				want, why)
		}
	}
}

// rows returns the lines of a table without comments, each split into fields at " | ".
func rows(t *testing.T, name string) (out [][]string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, strings.Split(line+strings.Repeat(" |", 3-strings.Count(line, " |")), " |"))
		}
	}
	for _, row := range out {
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
	}
	return out
}

// TestFormsAreRepaired checks that pp also repairs calls in text.
func TestFormsAreRepaired(t *testing.T) {
	d := repairing()
	for text, want := range map[string]string{
		`(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "ls" :DESCRIPTION "List the files" :WORKDIR "/project" ` +
			`:TIMEOUT 120000))`: `:CMD "ls" :TIMEOUT 120 :EXPLANATION "List the files"`,
		`(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "read-flie" ` +
			`:ARGS (:FILEPATH "a" :DESCRIPTION "Look")))`: `:TOOL "read-file" :ARGS (:FILEPATH "a") :EXPLANATION "Look"`,
		`(read-file :FILEPATH "a" :DESCRIPTION "Look")`: `:ARGS (:FILEPATH "a") :EXPLANATION "Look"`,
		`<tool_call>{"name":"default_api:read-file","arguments":{"filepath":"a","description":"Look"}}</tool_call>`: "" +
			`:ARGS (:FILEPATH "a") :EXPLANATION "Look"`,
		`(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "ls" :APPROVED T :DESCRIPTION "x"))`: "",
	} {
		said, err := d.Decode(text, engine.TargetCLI)
		if got := said.Action.Canonical(); (want == "") != (err != nil) || err == nil && !strings.Contains(got, want) {
			t.Errorf("%s means %s, %v; want %s", text, got, err, want)
		}
	}
}

// TestRepairsAreNoted checks that the notes about repairs come before the result.
func TestRepairsAreNoted(t *testing.T) {
	h := &hands{result: engine.Result{Text: "it ran"}}
	p := &answersWith{list: []engine.Reply{calling(
		engine.ToolCall{ID: "a", Tool: "shel", Args: `{"command":"ls","description":"List","timeout":120000}`},
		engine.ToolCall{ID: "b", Tool: "shell", Args: `{"command":"ls","explanation":"to see"}`}), {Text: "done"}}}
	l := newLoop(p, &judge{}, h)
	l.Decoder = repairing()
	l.Run(t.Context(), input("go"))
	var results []string
	for _, turn := range l.Session.Turns() {
		if turn.Role == engine.RoleTool {
			results = append(results, turn.Text)
		}
	}
	if len(results) != 2 || strings.Contains(results[1], "[") {
		t.Fatalf("results %q, want two, and a note only in the first", results)
	}
	for _, want := range []string{`There is no tool "shel"; pp called shell.`, "does not take",
		"pp read it as milliseconds", "it ran"} {
		if !strings.Contains(results[0], want) {
			t.Errorf("the result is %[2]q, want %[1]q in it", want, results[0])
		}
	}
	timed := func(a engine.Action) bool { return a.Op == engine.Run{Command: "ls", Limit: 120 * time.Second} }
	if !slices.ContainsFunc(h.did, timed) {
		t.Errorf("pp ran %+v, want both repaired calls", h.did)
	}
}
