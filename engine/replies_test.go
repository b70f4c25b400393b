package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"pp/engine"
	"pp/sexp"
)

// replyTools are tools with the parameters that the table's replies use.
var replyTools = engine.ToolTable{
	"edit-file":      {Name: "edit-file", Params: params("FILEPATH!", "OLD!", "NEW!")},
	"fetch-url":      {Name: "fetch-url", Params: params("URL!")},
	"find-files":     {Name: "find-files", Params: params("PATTERN!", "PATH")},
	"list-directory": {Name: "list-directory", Params: params("PATH")},
	"read-file":      {Name: "read-file", Params: params("FILEPATH!", "START#", "END#")},
	"search-files":   {Name: "search-files", Params: params("PATTERN!", "PATH", "GLOB")},
	"validate-lisp":  {Name: "validate-lisp", Params: params("CODE!")},
	"write-file":     {Name: "write-file", Params: params("FILEPATH!", "CONTENT!")},
}

// params are parameters by name; an exclamation mark says that one is required, a hash that it is a number.
func params(names ...string) []engine.Param {
	list := make([]engine.Param, len(names))
	for i, name := range names {
		short, required := strings.CutSuffix(name, "!")
		short, number := strings.CutSuffix(short, "#")
		list[i] = engine.Param{Name: short, Required: required}
		if number {
			list[i].Kind = engine.ParamInteger
		}
	}
	return list
}

// replyKind is a row of the table: a reply and what a careful person takes it for.
type replyKind struct {
	name, reply string
	want        string // acts, answer, back, idle
	detail      string // the action, the exact answer, what the reason must have
	remark      *string
}

// replyKinds reads testdata/replies: for each reply NAME a file NAME.want, whose first line is
// "acts TOOL :ARG value…",
// "answer" with the exact text below, "back" with what the reason must have below, or "idle" where either will do; and
// maybe a file NAME.remark.
func replyKinds(t *testing.T) []replyKind {
	t.Helper()
	names, err := filepath.Glob("testdata/replies/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no table: %v", err)
	}
	var kinds []replyKind
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var k *replyKind
		for _, f := range txtar.Parse(data).Files {
			text := strings.TrimSuffix(string(f.Data), "\n")
			switch base, ext, _ := strings.Cut(f.Name, "."); {
			case ext == "want" && k != nil && k.name == base:
				k.want, k.detail, _ = strings.Cut(text, "\n")
				if verb, rest, ok := strings.Cut(k.want, " "); ok {
					k.want, k.detail = verb, strings.TrimSuffix(rest+"\n"+k.detail, "\n")
				}
			case ext == "remark" && k != nil && k.name == base:
				k.remark = &text
			case ext == "":
				kinds = append(kinds, replyKind{name: f.Name, reply: text})
				k = &kinds[len(kinds)-1]
			default:
				t.Fatalf("%s: %s belongs to no reply", name, f.Name)
			}
		}
	}
	return kinds
}

// wanted is the action that a row names, as its essence.
func (k replyKind) wanted(t *testing.T) string {
	t.Helper()
	forms, err := sexp.ReadAll(k.detail, sexp.Limits{})
	if err != nil || len(forms) == 0 {
		t.Fatalf("%s: %q: %v", k.name, k.detail, err)
	}
	tool := strings.ToLower(forms[0].(sexp.Symbol).Name)
	if tool == "shell" {
		op := engine.Run{Command: string(forms[1].(sexp.String))}
		return engine.Action{Target: engine.TargetShell, Op: op}.Essence()
	}
	var args sexp.Plist
	for i := 1; i+1 < len(forms); i += 2 {
		args = args.With(forms[i].(sexp.Symbol).Name, forms[i+1])
	}
	switch tool {
	case "run-tests":
		return engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: "go test ./..."}}.Essence()
	case "eval-form":
		code, _ := args.Text("CODE")
		return engine.Action{Target: engine.TargetSystem, Op: engine.Eval{Code: code}}.Essence()
	}
	return engine.Action{Target: engine.TargetTool, Op: engine.Call{Tool: tool, Args: engine.SortArgs(args)}}.Essence()
}

func TestKindsOfReplies(t *testing.T) {
	d := decoder
	d.Tools = replyTools
	for _, k := range replyKinds(t) {
		said, err := d.Decode(k.reply, engine.TargetCLI)
		a := said.Action
		got, detail := "acts", ""
		call, isCall := a.Op.(engine.Call)
		if m, ok := a.Op.(engine.Message); err != nil {
			var pe *engine.ProtocolError
			if !errors.As(err, &pe) || len(err.Error()) > 600 || len(pe.Raw) > 200 {
				t.Errorf("%s: want a short ProtocolError, got %v", k.name, err)
			}
			got, detail = "back", err.Error()
		} else if ok {
			got, detail = "answer", m.Text
		} else if isCall && replyTools[call.Tool].Name == "" {
			got = "back" // by the gate that knows the tools
		} else {
			detail = a.Essence()
		}
		if k.want == "idle" && got != "acts" {
			got, k.detail = "idle", ""
		}
		ok := got == k.want && (got != "answer" || detail == k.detail) && (got != "acts" || detail == k.wanted(t))
		for _, part := range strings.Split(k.detail, "\n") {
			ok = ok && (got != "back" || strings.Contains(detail, part))
		}
		if k.remark != nil && said.Remark != *k.remark {
			t.Errorf("%s: the remark is %q, want %q", k.name, said.Remark, *k.remark)
		}
		if !ok {
			t.Errorf("%s: want %s %s\n got %s %s", k.name, k.want, k.detail, got, detail)
		}
	}
}
