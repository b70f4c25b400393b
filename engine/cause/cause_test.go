package cause

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
)

// kinds lists the constants of kinds.go.
func kinds(t *testing.T) (out []Kind) {
	file, err := parser.ParseFile(token.NewFileSet(), "kinds.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok {
			name, _ := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			out = append(out, Kind(name))
		}
		return true
	})
	return out
}

// full is a cause of a kind with every argument.
func full(k Kind) Cause {
	return Cause{Kind: k, Program: "PROGRAM", Path: "/PATH", Given: "GIVEN", Host: "HOST", Name: "NAME", Word: "WORD",
		Text: "TEXT", Line: "LINE", Position: 2}
}

// Every kind of the code has a sentence, and no kind has two.
func TestEveryKindHasASentence(t *testing.T) {
	seen := map[string]int{}
	for line := range strings.Lines(text) {
		name, _, _ := strings.Cut(line, ":")
		seen[name]++
	}
	for _, k := range kinds(t) {
		if seen[string(k)] != 1 {
			t.Errorf("%s has %d sentences", k, seen[string(k)])
		}
	}
}

// Every cause renders as a sentence or a part of one: with all of its arguments, or with none, it has no placeholder
// left, no empty brackets or quotes, and no full stop or blank at its end.
func TestEveryCauseRenders(t *testing.T) {
	for k, says := range sentences() {
		s := full(k).String()
		if s == "" || strings.ContainsAny(s, "{}<>") || strings.Contains(s, "()") || strings.Contains(s, `""`) ||
			strings.Contains(s, "  ") || strings.TrimRight(s, " .,:") != s {
			t.Errorf("%s: %q", k, s)
		}
		if s := k.Bare().String(); strings.ContainsAny(s, "{}<>") {
			t.Errorf("%s without arguments: %q", k, s)
		}
		if strings.HasPrefix(says, ",") {
			s = Cause{Kind: "reads", Path: "/PATH"}.Because(k, "TEXT").Sentence()
			if !strings.HasPrefix(s, "Reads /PATH,") {
				t.Errorf("%s after a general cause: %q", k, s)
			}
		}
	}
}

// An argument is shown as it is, whatever is in it, and a cause of another version by its name.
func TestArguments(t *testing.T) {
	for want, c := range map[string]Cause{
		"the content of {word}<x>":                {Kind: FileContent, Path: "{word}<x>"},
		`Reads "a b" (word 2 of "cat a\tb")`:      {Kind: Reads, Path: "a b", Line: "cat a\tb", Position: 2},
		"Reads /w/a (written ln) (:FILEPATH)":     {Kind: Reads, Path: "/w/a", Given: "ln", Line: "filepath", Position: -1},
		"Writes /w/a, in the temporary directory": Cause{Kind: Writes, Path: "/w/a"}.Because(InTemporary),
		"of a later version":                      {Kind: "of-a-later-version"},
		"":                                        {},
		"It starts copies of itself without an end, which stops the machine":    {Kind: "fork-bomb"},
		"It starts copies of itself without an end, which stops the machine: x": Word("x").In("fork-bomb"),
		"It deletes everything in a directory that must stay: errors":           Errors.Bare().In("delete-all"),
	} {
		if got := c.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for in, want := range map[string]string{
		"a/b.go": "a/b.go", "two words": `"two words"`, "a\nb": `"a\nb"`, `a"b`: `"a\"b"`, `a\ b`: `"a\\ b"`,
		strings.Repeat("é", 70): strings.Repeat("é", 60) + "…", "é ö": `"é ö"`, "": "",
	} {
		if got := quote(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}
