package usage

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// program is a small command line that has one of everything.
func program() *Command {
	common := []Flag{
		{Names: []string{"model", "m"}, Summary: "model to ask", Value: "MODEL", Kind: "model"},
		{Names: []string{"file", "f"}, Summary: "add a file", Value: "FILE", Kind: File},
		{Names: []string{"directory", "C"}, Summary: "work there", Value: "DIR", Kind: Directory},
		{Names: []string{"resume", "r"}, Summary: "go on", Value: "ID", Kind: "conversation"},
		{Names: []string{"max-turns"}, Summary: "stop", Value: "N"},
		{Names: []string{"quiet", "q"}, Summary: "print no notes"},
	}
	return &Command{Name: "pp", Flags: common, Commands: []Command{
		{Name: "check", Summary: "judge a command: nothing runs",
			Flags: []Flag{{Names: []string{"jsonl"}, Summary: "lines"}}},
		{Name: "approve", Summary: "carry out", Arguments: []string{"token"}},
		{Name: "config", Summary: "the configuration", Commands: []Command{
			{Name: "set", Summary: "change", Arguments: []string{"key"}}, {Name: "show", Summary: "print"}}},
		{Name: "sandbox", Summary: "run", Arguments: []string{File}},
	}}
}

func values(kind string) []Candidate {
	return map[string][]Candidate{
		"model":        {{"ollama/llama3.2:3b", "4k window"}, {"ollama/qwen:7b", ""}, {"gpt", "dear"}},
		"token":        {{"7gjs-zyxz-nvkg", "make deploy\nuntil 5"}},
		"key":          {{"limits.max_input", "bytes"}, {"limits.timeout", ""}},
		"conversation": {{"danger$(touch pwned) 'x", ""}, {"line\nbreak", ""}, {"plain", "a: b"}},
	}[kind]
}

func TestFind(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"", "check approve config sandbox"},
		{"c", "check config"},
		{"check ", ""},
		{"zzz", ""},
		{"--m", "--model --max-turns"},
		{"-", "--model -m --file -f --directory -C --resume -r --max-turns --quiet -q"},
		{"check -", "--jsonl"},
		{"-m ", "ollama/llama3.2:3b ollama/qwen:7b gpt"},
		{"--model g", "gpt"},
		{"--model=g", "--model=gpt"},
		{"-qm g", "gpt"},
		{"--max-turns ", ""},
		{"--quiet=", ""},
		{"--unknown c", "check config"},
		{"-f ", ":file"},
		{"--file=a", ":file"},
		{"-C ", ":directory"},
		{"-q ch", "check"},
		{"--model=gpt ch", "check"},
		{"-m gpt ch", "check"},
		{"approve ", "7gjs-zyxz-nvkg"},
		{"approve 7gjs-zyxz-nvkg ", ""},
		{"approve -m g", "gpt"},
		{"config s", "set show"},
		{"config set limits.t", "limits.timeout"},
		{"config set limits.timeout ", ""},
		{"config get limits.t", ""},
		{"-- ", ""},
		{"-- -", ""},
		{"words ch", ""},
		{"-r ", "danger$(touch pwned) 'x plain"},
		{"sandbox ", ":file"},
		{"sandbox -- ", ":file"},
	} {
		found, files := Find(program(), values, strings.Split(c.line, " "))
		var got []string
		if files != "" {
			got = append(got, ":"+files)
		}
		for _, f := range found {
			got = append(got, f.Value)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: %q, want %q", c.line, got, c.want)
		}
	}
}

func TestFindIsBounded(t *testing.T) {
	many := func(string) []Candidate {
		return slices.Repeat([]Candidate{{"x", ""}}, 100_000)
	}
	if found, _ := Find(program(), many, []string{"-m", ""}); len(found) != maxCandidates {
		t.Errorf("%d candidates", len(found))
	}
	if found, files := Find(program(), values, nil); found != nil || files != "" {
		t.Error("no words have candidates")
	}
}

func TestPrint(t *testing.T) {
	var out bytes.Buffer
	if err := Print(&out, []Candidate{{"a", "x\ny\tz\x1b[31m"}, {"b", ""}}, File); err != nil {
		t.Fatal(err)
	}
	if want := ":file\na\tx y z [31m\nb\t\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

func TestScripts(t *testing.T) {
	for _, shell := range Shells() {
		for _, give := range []func(string) (string, error){Script, KeyBinding} {
			if text, err := give(shell); err != nil || !strings.HasPrefix(text, "#") {
				t.Errorf("%s: %v", shell, err)
			}
		}
	}
	for _, shell := range []string{"", "csh", "../completion"} {
		if _, err := Script(shell); err == nil {
			t.Error(fmt.Sprintf("there is a script for %q", shell))
		}
	}
}
