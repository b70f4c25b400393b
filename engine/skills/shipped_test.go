package skills_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/engine/skills"
	"pp/sexp"
)

// loadedInSBCL answers forms with what the skills that come with pp make of them in SBCL.
func loadedInSBCL(t *testing.T, forms []sexp.Value) []sexp.Value {
	t.Helper()
	sbcl, err := exec.LookPath("sbcl")
	if err != nil {
		enginetest.Skip(t, os.Getenv, true, "no SBCL: %v", err)
	}
	dir := t.TempDir()
	args := []string{"--noinform", "--no-sysinit", "--no-userinit", "--disable-debugger", "--script",
		filepath.Join("shipped", "testdata", "sbcl.lisp")}
	for _, f := range skills.ShippedFiles() {
		name := filepath.Join(dir, f.Name+".lisp")
		if err := os.WriteFile(name, []byte(f.Text), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	var in strings.Builder
	for _, f := range forms {
		in.WriteString(sexp.Print(f) + "\n")
	}
	c := exec.CommandContext(t.Context(), sbcl, args...)
	c.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	c.Stdin = strings.NewReader(in.String())
	var errs strings.Builder
	c.Stderr = &errs
	text, err := c.Output()
	if c.ProcessState != nil && c.ProcessState.ExitCode() == 69 {
		enginetest.Skip(t, os.Getenv, true, "no cl-ppcre")
	}
	if err != nil {
		t.Fatalf("%v: %.2000s", err, errs.String())
	}
	var out []sexp.Value
	for r := sexp.NewReader(string(text), sexp.Limits{Bytes: 64 << 20}); ; {
		v, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
}

// lispPieces are what the texts are made of that are put in Lisp files.
var lispPieces = [...]string{"(defun a (x) ", "(let ((b 1)) ", ")", "))", "(", "\"a string\"", "\"with \\\" (\"", "\"",
	"; a comment (\n", "#| in bars ( |#", "#| nested #| |# |#", "#|", "|a symbol (|", "|", "#\\(", "#\\)", "#\\\"",
	"#\\Space",
	"\\(", "'(1 2)", "`(,a ,@b)", "\n", "\n\n", " ", "é日本", "(in-package :x)\n", "x", "#'car", "#(1 2)", "||", "|#",
	"\\", "#\\;"}

func lispText(r *rand.Rand) string {
	var b strings.Builder
	open := 0
	for n := r.IntN(14); n >= 0; n-- {
		piece := lispPieces[r.IntN(len(lispPieces))]
		b.WriteString(piece)
		open += strings.Count(piece, "(") - strings.Count(piece, ")")
	}
	if r.IntN(3) == 0 && open > 0 {
		b.WriteString(strings.Repeat(")", open))
	}
	return b.String()
}

// lispCase is an action of every kind, most of them writing Lisp.
func lispCase(seed uint64) engine.Case {
	r := rand.New(rand.NewPCG(seed, 15))
	a := engine.Action{Target: engine.TargetTool, Explanation: "An action of a test."}
	var c engine.Case
	names := []string{"/w/a.lisp", "a.lisp", "/w/long/name.lsp", "/w/B.LISP", "/w/c.asd", "/w/d.txt", "/w/lisp",
		"/w/.lisp", "/w/e.lisp.org",
		"/w/日.cl"}
	name := names[r.IntN(len(names))]
	call := func(tool string, kv ...string) {
		p := sexp.NewPlist().With("FILEPATH", sexp.String(name))
		for i := 0; i < len(kv); i += 2 {
			p = p.With(kv[i], sexp.String(kv[i+1]))
		}
		a.Op = engine.Call{Tool: tool, Args: engine.SortArgs(p)}
		c.Effects.Writes = []effect.Path{{Name: name, Exists: r.IntN(2) == 0}}
	}
	switch r.IntN(8) {
	case 0:
		a.Target, a.Op = engine.TargetShell, engine.Run{Command: "echo '(' > a.lisp"}
		c.Effects.Writes = []effect.Path{{Name: name}}
		c.Effects.Runs = []effect.Program{{Words: []string{"echo", "("}, Class: effect.ProgramReads}}
	case 1:
		a.Target, a.Op = engine.TargetCLI, engine.Message{Text: lispText(r)}
	case 2:
		a.Op = engine.Call{Tool: "read-file", Args: sexp.NewPlist().With("FILEPATH", sexp.String(name))}
		c.Effects.Reads = []effect.Path{{Name: name}}
	case 3, 4:
		call("edit-file", "OLD", lispText(r), "NEW", lispText(r))
	case 5:
		call("write-file", "CONTENT", strings.Repeat(lispText(r)+"\n", 1+r.IntN(40)))
	default:
		call("write-file", "CONTENT", lispText(r))
	}
	if r.IntN(30) == 0 {
		text := strings.Repeat("(a \"b\")\n", []int{1, 1000, 2600, 3000}[r.IntN(4)])
		call("write-file", "CONTENT", text+[]string{"", ")", "(", "\""}[r.IntN(4)]+text)
	}
	c.Action = a
	return c
}

// findingForm is a finding in the form that the shim prints.
func findingForm(found []engine.Finding, err error) string {
	switch {
	case err != nil:
		return "(:WRONG)"
	case len(found) != 1:
		return fmt.Sprint(found)
	}
	f := found[0]
	switch f.Decision {
	case engine.Allow:
		return "(:PASS)"
	case engine.Ask:
		waivable := sexp.Value(sexp.NIL)
		if f.Waivable {
			waivable = sexp.T
		}
		return sexp.Print(sexp.NewList(sexp.Keyword("ASK"), sexp.String(f.Reason), waivable))
	case engine.Deny:
		return sexp.Print(sexp.NewList(sexp.Keyword("DENY"), sexp.String(f.Reason)))
	case engine.Revise:
	}
	return f.Reason
}

func form(kind string, items ...sexp.Value) sexp.Value {
	return sexp.NewList(append([]sexp.Value{sexp.Keyword(kind)}, items...)...)
}

// Skills that come with pp find in SBCL what they find here, of 500 actions.
func TestShippedFindAsInSBCL(t *testing.T) {
	set := skills.Load(t.Context(), skills.ShippedFiles(), skills.Options{})
	var forms []sexp.Value
	var want []string
	counts := map[string]int{}
	for seed := range uint64(500) {
		c := lispCase(seed)
		about, err := skills.CaseContext(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range set.Gates() {
			found := findingForm(g.Check(c))
			counts[strings.Fields(found)[0]]++
			forms = append(forms, form("GATE", sexp.String(strings.TrimPrefix(g.Name(), "skill/")), c.Action.Value(),
				about))
			want = append(want, found)
		}
	}
	for _, next := range shippedTools(t, set) {
		forms, want = append(forms, next.form), append(want, next.want)
	}
	for _, next := range shippedMandates(t, set) {
		forms, want = append(forms, next.form), append(want, next.want)
	}
	got := loadedInSBCL(t, forms)
	if len(got) != len(want) {
		t.Fatalf("SBCL answers %d of %d", len(got), len(want))
	}
	for i := range want {
		if p := sexp.Print(got[i]); p != want[i] {
			t.Errorf("%.600s\n  here %s\n  SBCL %s", sexp.Print(forms[i]), want[i], p)
		}
	}
	t.Logf("%d forms, gates: %v", len(forms), counts)
	if counts["(:PASS)"] < 100 || counts["(:DENY"] < 100 || counts["(:ASK"] == 0 || counts["(:WRONG)"] > 0 {
		t.Errorf("the actions do not reach every finding: %v", counts)
	}
}

type compared struct {
	form sexp.Value
	want string
}

// shippedMandates are what the skills with a mandate say of what a person says.
func shippedMandates(t *testing.T, set *skills.Set) []compared {
	var out []compared
	for _, text := range []string{"", "Mend the LISP of a.lisp", "hello", "the REPL says", "(defun a ())", "report",
		"日本 lisp",
		strings.Repeat("x", 1000) + "lisp"} {
		all, notes := set.Mandates(t.Context(), engine.Signal{Payload: engine.Input{Text: text}})
		if len(notes) > 0 {
			t.Errorf("%q: %q", text, notes)
		}
		ctx := sexp.NewPlist().With("PAYLOAD", sexp.NewPlist().With("TEXT", sexp.String(text)).Value()).Value()
		for _, s := range set.Skills() {
			said := sexp.Value(sexp.NIL)
			for _, one := range all {
				if strings.HasPrefix(one, mandateOf[s.Name]) {
					said = sexp.String(one)
				}
			}
			out = append(out, compared{form("MANDATE", sexp.String(s.Name), ctx), sexp.Print(said)})
		}
	}
	return out
}

// mandateOf is how the mandate of a skill begins.
var mandateOf = map[string]string{"programming-lisp": "Before you declare", "programming-repl": "Prototype in the REPL",
	"programming-org": "Change an Org file", "programming-literate": "In a literate program",
	"programming-standards": "Before you change code"}

// shippedTools are calls of the bodies of tools, and what they give here.
func shippedTools(t *testing.T, set *skills.Set) []compared {
	const code = "(in-package :x)\n\n(defun a () 1)\n;; REPL-VERIFIED: 2026-01-02\n(defmacro B " +
		"(x)\n  x)\n(defstruct (c) d)"
	result := func(tool, status, content string) engine.Inner {
		return engine.Inner{Tool: tool, Status: status, Content: content}
	}
	var out []compared
	add := func(tool string, args sexp.Plist, results ...engine.Inner) {
		next, err := set.Compose(context.Background(), tool, args, results)
		if err != nil {
			t.Errorf("%s: %v", tool, err)
		}
		given := make([]sexp.Value, len(results))
		for i, r := range results {
			given[i] = sexp.NewPlist().With("TOOL", sexp.String(r.Tool)).With("ARGS", r.Args.Value()).
				With("STATUS", sexp.Keyword(r.Status)).With("CONTENT", sexp.String(r.Content)).Value()
		}
		p := sexp.NewPlist()
		switch {
		case next.Tool != "":
			p = p.With("CALL", sexp.String(next.Tool)).With("ARGS", next.Args.Value()).
				With("EXPLANATION", sexp.String(next.Explanation))
		case next.Failed:
			p = p.With("STATUS", sexp.Keyword("ERROR")).With("CONTENT", sexp.String(next.Content))
		default:
			p = p.With("STATUS", sexp.Keyword("SUCCESS")).With("CONTENT", sexp.String(next.Content))
		}
		out = append(out, compared{form("TOOL", sexp.String(tool), args.Value(), sexp.NewList(given...)),
			sexp.Print(p.Value())})
	}
	for _, name := range []string{"a", "A", "b", "c", "d", "(", ""} {
		for _, date := range []string{"", "2026-01-02", "2026-05-03T13:00:00", "today"} {
			args := sexp.NewPlist().With("FILEPATH", sexp.String("x.lisp")).With("NAME", sexp.String(name))
			if date != "" {
				args = args.With("DATE", sexp.String(date))
			}
			add("repl-stamp", args)
			add("repl-stamp", args, result("read-file", engine.InnerSuccess, code))
			add("repl-stamp", args, result("read-file", engine.InnerError, "x.lisp does not exist."))
			add("repl-stamp", args, result("read-file", engine.InnerSuccess, code), result("edit-file", engine.InnerDenied,
				"No."))
			add("repl-stamp", args, result("read-file", engine.InnerSuccess, code), result("edit-file", engine.InnerSuccess,
				"Done."))
		}
	}
	return out
}

func TestShippedFilesLoad(t *testing.T) {
	files := skills.ShippedFiles()
	set := skills.Load(t.Context(), files, skills.Options{})
	got := set.Skills()
	if len(got) != len(files) || len(got) < 5 {
		t.Fatalf("%d skills of %d files", len(got), len(files))
	}
	for _, s := range got {
		if s.State != skills.Ready || s.Problem != nil || !s.Mandate || s.Trust != skills.Shipped {
			t.Errorf("%s: %v, %v", s.Name, s.State, s.Problem)
		}
	}
}
