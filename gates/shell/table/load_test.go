package table

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pp/engine/effect"
)

func known(words ...string) []Word {
	out := make([]Word, len(words))
	for i, w := range words {
		out[i] = Word{Text: w, Known: true}
	}
	return out
}

// TestLoadErrors: a faulty table is refused with the position of the fault.
func TestLoadErrors(t *testing.T) {
	for _, c := range []struct {
		src, want    string
		line, column int
	}{
		{"(program \"a\" (flags \"-x\"))\n(program \"b\" (flags \"x\"))\n", "does not begin with a dash", 2, 1},
		{"; comment\n\n(program \"a\"\n  (flags \"-x)\n", "", 3, 1},
		{"(program \"a\" (args \"frob\"))", "not a kind of operand", 1, 1},
		{"(program \"a\" (frob 1))", "is not a clause", 1, 1},
		{"(program \"a\" (deny frob \"x\"))", "is not a rule", 1, 1},
		{"(program \"a\" (on \"-z\" (class acts)))", "not among the flags", 1, 1},
		{"(program \"a\" (args \"read* write*\"))", "two parts", 1, 1},
		{"(program \"a b a\")", "twice", 1, 1},
		{"(frob \"a\")", "neither a program nor a flag-set", 1, 1},
		{"(program a)", "a form reads", 1, 1},
		{"(program \"a\" (hook frob))", "there is no hook", 1, 1},
		{"(program \"a\" (flags \"@frob\"))", "no flag set", 1, 1},
		{"(flag-set \"f\" \"@f @f\")\n(program \"a\" (flags \"@f\"))", "three deep", 2, 1},
		{"(program \"a\" (sub \"x\" (class frob)))", "is not a class", 1, 1},
		{"(program \"a\" (bare \"x\"))", "no subcommand", 1, 1},
		{"(program \"a\" (word 1))", "lacks", 1, 1},
		{"(program \"a\") (program \"b\")", "follows the form", 1, 28},
	} {
		_, err := Load(c.src)
		var at *Error
		if !errors.As(err, &at) {
			t.Errorf("%q: error %v is not an *Error", c.src, err)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || at.Line < c.line || at.Column < 1 {
			t.Errorf("%q: %v, want %q at line %d", c.src, err, c.want, c.line)
		}
	}
}

// TestTwoTexts: a name stands in one text only, and in one that holds its kind.
func TestTwoTexts(t *testing.T) {
	for _, c := range []struct{ first, second, want string }{
		{`(program "a b")`, `(program "b*")`, `program "b" stands in one too`},
		{`(program "a")`, `(permit "a")`, `permit "a" does not belong`},
		{`(program "a")`, `(program "b") (names "a" "x")`, ""},
	} {
		both := &Table{texts: []text{{where: "one", line: 1, src: c.first, holds: programForm | listForm},
			{where: "two", line: 1, src: c.second, holds: programForm | listForm}}}
		if err := both.index(); err == nil && c.want != "" || err != nil && !strings.Contains(err.Error(), c.want) ||
			err != nil && c.want == "" {
			t.Errorf("%s and %s: %v, want %q", c.first, c.second, err, c.want)
		}
	}
}

// TestAddRemove: a person's entry comes before the table's own, a removed
// program is unknown, and neither changes the table it was made from.
func TestAddRemove(t *testing.T) {
	base := Default()
	mine, err := base.Add(Addition{Name: "mytool", Clauses: `(flags "-v") (args "read*") (sub "push" (class ` +
		`acts) (ask publish "It is published" "work"))
  (examples reads "mytool -v x" asks "mytool push" unknown "mytool --frob")`})
	if err != nil {
		t.Fatal(err)
	}
	mine, err = mine.Add(Addition{Name: "frobls",
		Clauses: `(flags "@grep") (args "read*") (examples reads "frobls -rn x")`})
	if err != nil {
		t.Fatal(err)
	}
	if out := mine.Interpret(known("mytool", "-v", "f")); !out.Known || out.Class != effect.ProgramReads ||
		len(out.Operands) != 1 {
		t.Errorf("mytool: %+v", out)
	}
	if out := mine.Interpret(known("mytool", "push")); out.Class != effect.ProgramActs || out.Name != "mytool push" {
		t.Errorf("mytool push: %+v", out)
	}
	if out := mine.Interpret(known("frobls", "-rn", "x")); !out.Known {
		t.Errorf("a flag set of the table is not found: %+v", out)
	}
	if out := mine.Interpret(known("ls", "-l")); !out.Known {
		t.Errorf("ls is gone: %+v", out)
	}
	if base.Interpret(known("mytool")).Known {
		t.Error("the table itself has changed")
	}
	less := mine.Remove("ls", "mytool", "python")
	for _, name := range []string{"ls", "/bin/ls", "mytool", "python", "python3.12"} {
		if out := less.Interpret(known(name)); out.Known || out.Class != effect.ProgramUnknown {
			t.Errorf("%s is still known: %+v", name, out)
		}
	}
	if !less.Interpret(known("cat", "f")).Known {
		t.Error("cat went with ls")
	}
}

// TestAddErrors: a faulty addition is refused with its place.
func TestAddErrors(t *testing.T) {
	for _, c := range []struct {
		name, clauses, want string
		line                int
	}{
		{"mytool", `(args "read*")`, "has no examples", 7},
		{"mytool", "(args \"read*\")\n(frob)\n(examples reads \"mytool x\")", "is not a clause", 7},
		{"mytool", "(args \"read*\")\n\n(examples\n reads \"mytool -x\")", "should come out as reads", 10},
		{"mytool", "(args \"read*\"", "", 7},
		{"mytool", `(args "read*")) (program "rm"`, "follows the form", 8},
		{"mytool", `(class acts) (args "text*") (ask publish "It is published") (examples asks "mytool x")`,
			`say (here "KINDS")`, 7},
		{"mytool", "(args \"read*\") (examples reads \"mytool x\")\n(sub \"push\" (class acts) (args \"text*\"))",
			"mytool push acts", 8},
		{"rm", `(args "read*") (examples reads "rm x")`, "in the table already", 7},
		{"python3", `(args "read*") (examples reads "python3 x")`, "in the table already", 7},
		{"my tool", `(args "read*")`, "not the name of a program", 7},
		{`x"`, `(args "read*")`, "not the name of a program", 7},
		{"", `(args "read*")`, "not the name of a program", 7},
	} {
		_, err := Default().Add(Addition{Name: c.name, Clauses: c.clauses, Where: "config.toml", Line: 7})
		var at *Error
		if !errors.As(err, &at) {
			t.Errorf("%q: error %v is not an *Error", c.clauses, err)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || at.Line != c.line || at.Where != "config.toml" {
			t.Errorf("%q: %v, want %q at line %d", c.clauses, err, c.want, c.line)
		}
	}
}

// TestNames: the directory of a program counts.
func TestNames(t *testing.T) {
	for name, want := range map[string]bool{"ls": true, "/bin/ls": true, "/usr/bin/ls": true, "./ls": false,
		"/tmp/ls": false, "python3.12": true, "gcc-12": true, "ls2": false, "ls.exe": true, "~/bin/ls": false, "": false,
		"/": false, "bin/ls": false} {
		if out := Default().Interpret(known(name, "--version")); out.Known != want {
			t.Errorf("%q: known %v, want %v (%s)", name, out.Known, want, out.Reason)
		}
	}
	out := Default().Interpret(known("/tmp/rm", "-rf", "x"))
	if len(out.Operands) != 2 || out.Operands[0].Kind != DeleteTree || out.Operands[1].Kind != Script {
		t.Errorf("a program elsewhere must keep the effects of its name: %+v", out)
	}
}

// TestRuleNames: every rule that the table uses has a description, and every rule is used.
func TestRuleNames(t *testing.T) {
	used := map[string]bool{}
	for _, pattern := range []string{"commands/*.sexp", "*.go", "../*.go"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, m := range regexp.MustCompile(`(?:\((?:deny|ask) |(?:hazard|deny)\("|Rule: ")([a-z-]+)`).FindAllSubmatch(src,
				-1) {
				used[string(m[1])] = true
			}
		}
	}
	for pair := range slices.Chunk(Marks("hazard-rules"), 2) {
		name, about := pair[0], pair[1]
		if about == "" || strings.ToLower(name) != name {
			t.Errorf("rule %q is not described", name)
		}
		if !used[name] {
			t.Errorf("nothing uses the rule %q", name)
		}
	}
}

// TestMissingList: a list that there is not is looked for in the files of lists alone.
func TestMissingList(t *testing.T) {
	all := &Table{texts: commands()}
	if all.form(listForm, "frob") != nil {
		t.Error("there is a list frob")
	}
	for i := range all.texts {
		if in := &all.texts[i]; in.indexed() && in.holds != listForm {
			t.Errorf("%s was read", in.where)
		}
	}
}

// TestLists: every list that the code names is in the table and can be read, and every list of the table is used.
func TestLists(t *testing.T) {
	text := ""
	for _, pattern := range []string{"*.go", "../*.go", "../../*.go"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, "_test.go") {
				text += string(src)
			}
		}
	}
	named := regexp.MustCompile(`(?:Listed|Marks|Marked|Begins|Matches)\("([^"]+)"[,)]`)
	for _, m := range named.FindAllStringSubmatch(text, -1) {
		if len(Marks(m[1])) == 0 {
			t.Errorf("the table has no list %q", m[1])
		}
	}
	functions := map[string]string{"code": "hasMark", "does": "does"} // of the analysis, by the family of lists
	for family, name := range functions {
		for _, m := range regexp.MustCompile(name+`\([a-z.]+, "([^"]+)"\)`).FindAllStringSubmatch(text, -1) {
			if len(Marks(family+"/"+m[1])) == 0 {
				t.Errorf("the table has no list %q", family+"/"+m[1])
			}
		}
	}
	if err := Default().index(); err != nil {
		t.Fatal(err)
	}
	for f := range Default().forms(listForm | flagSetForm) {
		if len(f.asList().texts) == 0 {
			t.Errorf("the list %q cannot be read", f.names)
		}
		for name := range strings.FieldsSeq(f.names) {
			family, member, _ := strings.Cut(name, "/")
			if f.kind == listForm && !strings.Contains(text, `"`+name+`"`) &&
				(functions[family] != "" || !strings.Contains(text, `"`+family+`/"`)) &&
				(functions[family] == "" || !regexp.MustCompile(functions[family]+`\([a-z.]+, "`+member+`"\)`).MatchString(text)) {
				t.Errorf("nothing uses the list %q", name)
			}
		}
	}
}
