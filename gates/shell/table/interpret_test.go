package table

import (
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/engine/effect"
	"pp/engine/enginetest"
)

// show writes operands in a short form for comparing.
func show(out Interpretation) string {
	var b strings.Builder
	for _, o := range out.Operands {
		fmt.Fprintf(&b, "%s:%s ", o.Kind, o.Text)
	}
	return strings.TrimSpace(b.String())
}

// TestOperands checks what each word is taken for.
func TestOperands(t *testing.T) {
	for command, want := range enginetest.Map[string]("testdata/interpret.txt") {
		if got := show(Default().Interpret(splitWords(command))); got != want {
			t.Errorf("%s\n got %s\nwant %s", command, got, want)
		}
	}
}

// TestUnknownWords: what is not known before it runs is never taken for harmless
// where it could be a flag, a command or the file that is written.
func TestUnknownWords(t *testing.T) {
	for command, want := range map[string]effect.OpaquePlace{
		"$x a": effect.OpaqueCommand, "git $x": effect.OpaqueCommand, "sort $x": effect.OpaqueOperand,
		"find . $x": effect.OpaqueDelete, "rg x $y": effect.OpaqueOperand, "sort --output$x f": effect.OpaqueOperand,
		"dd $x": effect.OpaqueWrite, "git -c $m log": effect.OpaqueOperand, "kill $p": effect.OpaqueCommand,
		"sed $s f": effect.OpaqueOperand,
	} {
		out := Default().Interpret(splitWords(command))
		if !slices.ContainsFunc(out.Opaque, func(o effect.Opaque) bool { return o.Place == want }) {
			t.Errorf("%s: opaque %+v, want one in place %v", command, out.Opaque, want)
		}
	}
	for _, command := range []string{"echo $x", "cat $x", "wc -l $x", "sort -- $x", "sort a/$x", "basename $x",
		"test -f $x"} {
		if out := Default().Interpret(splitWords(command)); len(out.Opaque) > 0 || !out.Known {
			t.Errorf("%s: opaque %+v %s", command, out.Opaque, out.Reason)
		}
	}
	many := []Word{{Text: "cp", Known: true}, {Text: "a", Known: true}, {Prefix: "b/", Many: true}}
	if out := Default().Interpret(many); !slices.ContainsFunc(out.Opaque, func(o effect.Opaque) bool {
		return o.Place == effect.OpaqueWrite
	}) {
		t.Errorf("cp a b/$x: %+v", out)
	}
}

// TestManyWords: an unquoted word may bring flags, operands and commands along,
// wherever it stands; what can be no flag, and what is quoted, does not.
func TestManyWords(t *testing.T) {
	words := func(s string, last Word) []Word { return append(splitWords(s), last) }
	for _, s := range []string{"git log -n", "nice -n", "xargs -n", "rg -A", "head -n", "sort -k", "go test -run",
		"jq --arg a"} {
		if out := Default().Interpret(words(s, Word{Many: true})); len(out.Opaque) == 0 {
			t.Errorf("%s $x: not opaque", s)
		}
		if out := Default().Interpret(words(s, Word{})); len(out.Opaque) > 0 {
			t.Errorf("%s \"$x\": %+v", s, out.Opaque)
		}
	}
	for _, s := range []string{"git log", "git diff", "go test"} {
		if out := Default().Interpret(words(s, Word{Prefix: "a/", Many: true})); len(out.Opaque) == 0 {
			t.Errorf("%s a/$x: not opaque", s)
		}
		if out := Default().Interpret(words(s, Word{Prefix: "a/", Many: true, Flagless: true})); len(out.Opaque) > 0 {
			t.Errorf("%s a/$x: %+v", s, out.Opaque)
		}
	}
}

// TestSelected: only a test that chooses makes a find that deletes selective.
func TestSelected(t *testing.T) {
	for command, want := range map[string]bool{
		"find . -name '*.o' -delete": true, "find . -delete": false, "find . -name '*' -delete": false,
		"find . -type f -delete":   false,
		"find . ! -name x -delete": false, "find . -name a -o -name b -delete": false, "find . -mtime +7 -delete": true,
		"find . -maxdepth 0 -delete": false,
	} {
		ops := Default().Interpret(splitWords(command)).Operands
		if got := ops[len(ops)-1].Selected; got != want {
			t.Errorf("%s: selected %v, want %v", command, got, want)
		}
	}
}

// forms gives every program and subcommand with its names.
func forms(t *testing.T, do func(names []string, p *program)) {
	t.Helper()
	var walk func(names []string, p *program)
	walk = func(names []string, p *program) {
		do(names, p)
		for name, sub := range p.subs {
			walk(append(names[:len(names):len(names)], name), sub)
		}
	}
	if err := Default().index(); err != nil {
		t.Fatal(err)
	}
	for f := range Default().forms(programForm) {
		for name := range strings.FieldsSeq(f.names) {
			if p := Default().program(f); p != nil {
				walk([]string{strings.TrimSuffix(name, "*")}, p)
			}
		}
	}
}

// TestUnknownFlag: no program that reads flags takes one that the table lacks
// for harmless, whatever stands around it.
func TestUnknownFlag(t *testing.T) {
	count := 0
	forms(t, func(names []string, p *program) {
		if p.style == styleNone || p.hook != nil {
			return
		}
		for _, flag := range []string{"--zz-frob", "--zz-frob=1", "-\x01"} {
			for _, argv := range [][]string{append(names[:len(names):len(names)], flag),
				append(names[:len(names):len(names)], flag, "x", "y")} {
				if p.flags.prefixedBy(flag) {
					continue
				}
				count++
				out := Default().Interpret(known(argv...))
				if out.Known && len(out.Opaque) == 0 {
					t.Errorf("%q is %v and known", argv, out.Class)
				}
			}
		}
	})
	if count < 5000 {
		t.Errorf("only %d commands were tried", count)
	}
}

func (s *flagSet) prefixedBy(text string) bool {
	return slices.ContainsFunc(s.prefix, func(f *flag) bool { return strings.HasPrefix(text, f.name) })
}

// TestAddingWords: a further word never makes a denied command less than denied
// nor an unknown one known, save where the word asks for help.
func TestAddingWords(t *testing.T) {
	words := []string{"-f", "-v", "x", "--", "-r", "--force", "f.txt", "-n", "/", "-rf"}
	for _, command := range []string{"rm -rf --no-preserve-root /", "git push --mirror o", "sort --compress-program=e f",
		"reboot", "docker run --privileged x", "psql -c 'drop table x'", "tar xf a --to-command=sh", "chmod u+s f",
		"git -c core.pager=x log", "redis-cli flushall"} {
		for _, w := range words {
			argv := append(splitWords(command), Word{Text: w, Known: true})
			if out := Default().Interpret(argv); !slices.ContainsFunc(out.Hazards, func(h effect.Hazard) bool {
				return !h.Asks
			}) {
				t.Errorf("%s %s is no longer denied: %+v", command, w, out)
			}
		}
	}
}

// TestInterpretPure: equal words give equal results, and the words are not changed.
func TestInterpretPure(t *testing.T) {
	var names []string
	forms(t, func(n []string, _ *program) { names = append(names, strings.Join(n, " ")) })
	slices.Sort(names)
	word := rapid.OneOf(rapid.SampledFrom([]string{"-a", "-rf", "--", "-", "--help", "x", "a=b", "{}", "+", ";", "-c",
		"-e", "-exec", "-o", "-i", "h:p", "-1", "--force"}),
		rapid.StringN(0, 6, 20))
	rapid.Check(t, func(rt *rapid.T) {
		argv := known(strings.Fields(rapid.SampledFrom(names).Draw(rt, "name"))...)
		for range rapid.IntRange(0, 6).Draw(rt, "count") {
			w := Word{Text: word.Draw(rt, "word"), Known: true}
			switch rapid.IntRange(0, 5).Draw(rt, "known") {
			case 0:
				w = Word{Prefix: w.Text}
			case 1:
				w = Word{Prefix: w.Text, Many: true}
			}
			argv = append(argv, w)
		}
		before := slices.Clone(argv)
		one, two := Default().Interpret(argv), Default().Interpret(argv)
		if !reflect.DeepEqual(one, two) || !slices.Equal(argv, before) {
			rt.Fatalf("%+v and %+v", one, two)
		}
		if one.Known == (one.Class == effect.ProgramUnknown) {
			rt.Fatalf("known %v with class %v: %+v", one.Known, one.Class, one)
		}
		for _, o := range one.Operands {
			if o.Word < 0 || o.Word >= len(argv) || o.From < 0 || o.To > len(argv) || o.From > o.To {
				rt.Fatalf("operand outside the words: %+v", o)
			}
		}
	})
}

// TestDefaultIsQuick: the first use of the table must not be felt when pp starts, so that an entry is read
// when it is asked for, and no other.
func TestDefaultIsQuick(t *testing.T) {
	table := &Table{texts: commands()}
	table.Interpret(known("ls", "-l"))
	read, indexed := 0, 0
	for i := range table.texts {
		if table.texts[i].indexed() {
			indexed++
		}
	}
	for f := range table.forms(programForm | permitForm) {
		if f.prog != nil || f.err != nil {
			read++
		}
	}
	if read > 2 || indexed > 2 {
		t.Errorf("%d forms were read, %d texts indexed", read, indexed)
	}
}

// TestRealFlags compares permitted long flags with what the real program on
// this machine says of itself, for a sample that is installed.
func TestRealFlags(t *testing.T) {
	option := regexp.MustCompile(`--[a-z][a-z0-9-]+`)
	tried := 0
	for _, name := range []string{"ls", "cat", "head", "tail", "wc", "sort", "uniq", "cut", "tr", "paste", "comm", "stat",
		"du", "df", "date", "cp", "mv", "rm", "ln", "mkdir", "touch", "grep", "diff", "cmp", "sed", "xargs", "tee", "base64",
		"sha256sum", "od", "env", "nice", "timeout", "install", "chmod", "chown"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		help, err := exec.Command(path, "--help").CombinedOutput()
		if err != nil || !strings.Contains(string(help), "--version") {
			continue
		}
		tried++
		real := map[string]bool{}
		for _, o := range option.FindAllString(string(help), -1) {
			real[o] = true
		}
		p := Default().lookup(name)
		missing := []string{}
		for o := range real {
			if p.flags.exact(o[2:]) == nil {
				missing = append(missing, o)
			}
		}
		slices.Sort(missing)
		if len(missing) > 0 {
			t.Logf("%s has flags that the table does not permit: %v", name, missing)
		}
		if len(missing)*2 > len(real) {
			t.Errorf("%s: most of its flags are not in the table: %v", name, missing)
		}
	}
	if tried == 0 && os.Getenv("CI") != "" {
		t.Skip("none of the programs is installed")
	}
}

// FuzzInterpret: any words at all, split at line breaks, give a result that
// holds together.
func FuzzInterpret(f *testing.F) {
	for _, s := range []string{"ls\n-la", "git\n-c\na=b\nlog\n-3", "find\n.\n-exec\nrm\n{}\n+", "sed\ns/a/b/w x",
		"awk\n{print > \"x\"}", "tar\nxvf", "dd\nof=", "psql\n-c\ndrop", "xargs\n-I", "parallel\n:::\na", "flock\nx\n-c",
		"docker\nrun\n-v", "kill\n-", "python\n-m", "sqlite3\nx\n.sh", "jq\n--arg", "test\n-v\na", "[\n]"} {
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, text string, hide bool) {
		var argv []Word
		for i, w := range strings.Split(text, "\n") {
			if hide && i > 0 && i%2 == 0 {
				argv = append(argv, Word{Prefix: w, Many: i%4 == 0})
			} else {
				argv = append(argv, Word{Text: w, Known: true})
			}
		}
		out := Default().Interpret(argv)
		if out.Known == (out.Class == effect.ProgramUnknown) {
			t.Fatalf("known %v with class %v", out.Known, out.Class)
		}
		for _, o := range out.Operands {
			if o.Word < 0 || o.Word >= len(argv) || o.From < 0 || o.To > len(argv) || o.From > o.To {
				t.Fatalf("operand outside the words: %+v", o)
			}
		}
	})
}

// FuzzLoad: any text loads or is refused with a position, and does not panic.
func FuzzLoad(f *testing.F) {
	f.Add("(program \"a\" (flags \"-x,--long=read\") (on \"-x\" (class acts)))")
	f.Add("(flag-set \"f\" \"-a\")\n(program \"a\" (flags \"@f\") (sub \"b\" (args \"read* into\")))")
	f.Add("(flag-set \"f\" \"@f\")\n(program \"a\" (flags \"@f\"))")
	f.Add("(program \"a\" (any \"*\" \"x\" (deny machine \"m\")))")
	f.Fuzz(func(t *testing.T, src string) {
		table, err := Load(src)
		if err != nil {
			return
		}
		_ = table.Check(nil)
		table.Interpret(known("a", "-x", "b"))
	})
}

func BenchmarkInterpret(b *testing.B) {
	for name, command := range map[string]string{"git": "git log -3", "grep": "grep -rn --include=*.go token lexer",
		"sed": "sed -n 's/a/b/p' f", "find": "find . -name '*.go' -type f"} {
		argv := splitWords(command)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Default().Interpret(argv)
			}
		})
	}
}

func BenchmarkDefault(b *testing.B) {
	for b.Loop() {
		if err := (&Table{texts: commands()}).index(); err != nil {
			b.Fatal(err)
		}
	}
}

// TestPermitted: a word that no permit lists leaves the command to its entry,
// with all that it denies, and a tool for another machine is the tool itself.
func TestPermitted(t *testing.T) {
	for _, c := range []struct {
		words string
		want  string
	}{
		{"kubectl options", "reads"}, {"kubectl options delete ns x", "asks"}, {"helm delete --all", "denies"},
		{"kubectl get secret x -o yaml", "denies"}, {"ffmpeg -f null -i x http://h/y", "asks"}, {"mix", "asks"},
		{"timedatectl set-time x", "denies"}, {"arm-none-eabi-size a.elf", "reads"},
		{"riscv64-unknown-elf-objdump -d a", "reads"},
		{"arm-none-eabi-gdb a.elf", "unknown"}, {"evil-size a", "unknown"},
	} {
		out := Default().Interpret(splitWords(c.words))
		if why := out.differs(c.want); why != "" {
			t.Errorf("%q should come out as %s: %s", c.words, c.want, why)
		}
	}
	if Default().Remove("helm").Interpret(splitWords("helm env")).Known {
		t.Error("a permit outlives the removal of its program")
	}
}
