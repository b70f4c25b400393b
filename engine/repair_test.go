package engine_test

import (
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
	return engine.Decoder{Tools: table, Dir: "/project"}
}

// TestCallsAreRepaired checks that pp accepts and notes a call that is written differently but means the same, and
// refuses one that means something else or may mean two things.
func TestCallsAreRepaired(t *testing.T) {
	d := repairing()
	const ls = `{"command":"ls","explanation":"to see"`
	for _, tc := range []struct {
		tool, args string
		want       string // a part of the action's essence; "" if the call is refused
		why        string // the explanation, or a part of the refusal
	}{
		{"read-file", `{"filepath":"a"}`, "read-file", ""},
		{"read_file", `{"filepath":"a"}`, "read-file", ""},
		{"Read_File", `{"filepath":"a"}`, "read-file", ""},
		{"functions.read_file", `{"filepath":"a"}`, "read-file", ""},
		{"functions.read_file:0", `{"filepath":"a"}`, "read-file", ""},
		{"default_api:read-file", `{"filepath":"a"}`, "read-file", ""},
		{"read-flie", `{"filepath":"a"}`, "read-file", ""},
		{"ReadFile", `{"filepath":"a"}`, "read-file", ""},
		{"reed-fil", `{"filepath":"a"}`, "read-file", ""},
		{"reed-fills", `{"filepath":"a"}`, "", "There is no tool"},
		{"make-file", `{"filepath":"a"}`, "", "There is no tool"},
		{"find-file", `{}`, "", "There is no tool"}, // near to two
		{"shel", ls + `}`, `:CMD "ls"`, "to see"},
		{"tod", `{}`, `"todo"`, ""},
		{"td", `{}`, "", "There is no tool"},
		{"mcp__a__read-it", `{}`, "mcp__a__read_it", ""},
		{"mcp__a__lock", `{}`, "", "There is no tool"},
		{"mcp__b__look", `{}`, "", "There is no tool"},

		{"shell", `{"command":"ls","description":"List the files"}`, `:CMD "ls"`, "List the files"},
		{"shell", ls + `,"description":"List the files"}`, `:CMD "ls"`, "to see"},
		{"write-file", `{"filepath":"a","content":"b","reason":"It is missing."}`, "write-file", "It is missing."},
		{"note", `{"description":"x"}`, `:DESCRIPTION "x"`, ""},
		{"shell", ls + `,"workdir":"/project"}`, `:CMD "ls"`, "to see"},
		{"shell", ls + `,"workdir":"/project/"}`, `:CMD "ls"`, "to see"},
		{"shell", ls + `,"cwd":"."}`, `:CMD "ls"`, "to see"},
		{"shell", ls + `,"workdir":"/project/sub"}`, "", "cd /project/sub &&"},
		{"shell", ls + `,"workdir":".."}`, "", "cd .. &&"},
		{"shell", ls + `,"workdir":7}`, "", "Unknown key :WORKDIR"},
		{"shell", ls + `,"description":["x"]}`, "", "Unknown key :DESCRIPTION"},
		{"shell", ls + `,"approved":"yes"}`, "", "Unknown key :APPROVED"},
		{"shell", ls + `,"background":true}`, "", "Unknown key :BACKGROUND"},
		{"read-file", `{"filepath":"a","workdir":"/project"}`, `:WORKDIR "/project"`, ""}, // which the validator denies
		{"mcp__a__look", `{"description":"x"}`, `:DESCRIPTION "x"`, ""},

		{"shell", ls + `,"timeout":86400}`, ":TIMEOUT 86400", "to see"},
		{"shell", ls + `,"timeout":120000}`, ":TIMEOUT 120", "to see"},
		{"shell", ls + `,"timeout":86401}`, ":TIMEOUT 87", "to see"},
		{"shell", ls + `,"timeout":86400000}`, ":TIMEOUT 86400", "to see"},
		{"shell", ls + `,"timeout":86400001}`, "", "from 1 to 86400"},
		{"shell", ls + `,"timeout_ms":30000}`, ":TIMEOUT 30", "to see"},
		{"shell", ls + `,"timeoutMs":1500}`, ":TIMEOUT 2", "to see"},
		{"shell", ls + `,"timeout_ms":0}`, "", "Unknown key :TIMEOUT_MS"},
		{"shell", ls + `,"timeout":5,"timeout_ms":5000}`, "", "Unknown key :TIMEOUT_MS"},
		{"shell", ls + `,"timeout":0}`, "", "from 1 to 86400"},
		{"shell", ls + `,"timeout":"x"}`, "", "from 1 to 86400"},
	} {
		a, err := d.Call(engine.ToolCall{Tool: tc.tool, Args: tc.args}, "")
		switch {
		case tc.want == "" && (err == nil || !strings.Contains(err.Error(), tc.why)):
			t.Errorf("%s %s means %s, %v; want an error with %q", tc.tool, tc.args, a.Essence(), err, tc.why)
		case tc.want != "" && (err != nil || !strings.Contains(a.Essence(), tc.want) || a.Explanation != tc.why):
			t.Errorf("%s %s means %s, because %q, %v; want %s, because %q", tc.tool, tc.args, a.Essence(), a.Explanation, err,
				tc.want, tc.why)
		}
	}
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
