//go:build linux

package shell_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"pp/sexp"
)

// listed is one program or subcommand of the table, as its text has it.
type listed struct {
	words    []string // the program and its subcommands
	flags    []listedFlag
	operands []string // operand kinds of every layout
	examples []string
}

// listedFlag is one spelling of a permitted flag.
type listedFlag struct {
	name, kind   string // "" for no value
	maybe, whole bool   // the value is attached only; anything may follow
}

// readListed reads the forms of the table's files.
func readListed(t *testing.T) []listed {
	files, err := filepath.Glob("table/*/*.sexp")
	if err != nil || len(files) == 0 {
		t.Fatalf("no table: %v", err)
	}
	sets, examples := map[string]string{}, map[string][]string{} // the latter by program
	var forms []sexp.List
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for r := sexp.NewReader(string(src), sexp.Limits{}); ; {
			v, err := r.Next()
			if err != nil {
				break
			}
			l, ok := sexp.AsList(v)
			if !ok || l.Len() < 2 {
				continue
			}
			if strings.HasPrefix(name, "table/examples/") {
				for i := 2; i < l.Len(); i++ {
					program, _, _ := strings.Cut(stringOf(l.At(i)), " ")
					examples[program] = append(examples[program], stringOf(l.At(i)))
				}
				continue
			}
			if isHead(l, "FLAG-SET") {
				sets[stringOf(l.At(1))] = allStrings(l, 2)
				continue
			}
			if !isHead(l, "NAMES") && !isHead(l, "MARKS") {
				forms = append(forms, l)
			}
		}
	}
	var out []listed
	for _, l := range forms {
		for name := range strings.FieldsSeq(stringOf(l.At(1))) {
			name = strings.TrimSuffix(name, "*")
			entries := readForm(l, []string{name}, nil, false, sets)
			entries[0].examples = examples[name]
			out = append(out, entries...)
		}
	}
	return out
}

func readForm(l sexp.List, words []string, inherited []listedFlag, single bool, sets map[string]string) []listed {
	e := listed{words: words, flags: slices.Clone(inherited)}
	var subs []sexp.List
	var global []listedFlag
	global = append(global, inherited...)
	var walk func(l sexp.List, from int)
	walk = func(l sexp.List, from int) {
		for i := from; i < l.Len(); i++ {
			c, ok := sexp.AsList(l.At(i))
			if !ok || c.Len() == 0 {
				continue
			}
			switch {
			case isHead(c, "STYLE"):
				single = isSymbol(c.At(1), "SINGLE")
			case isHead(c, "FLAGS"), isHead(c, "GLOBAL"):
				f := splitFlags(allStrings(c, 1), single, sets, 0)
				e.flags = append(e.flags, f...)
				if isHead(c, "GLOBAL") {
					global = append(global, f...)
				}
			case isHead(c, "ARGS"):
				e.operands = append(e.operands, stringOf(c.At(1)))
			case isHead(c, "SUB"):
				subs = append(subs, c)
			default:
				walk(c, 1)
			}
		}
	}
	walk(l, 2)
	out := []listed{e}
	for _, s := range subs {
		for name := range strings.FieldsSeq(stringOf(s.At(1))) {
			out = append(out, readForm(s, append(slices.Clone(words), name), global, single, sets)...)
		}
	}
	return out
}

func isHead(l sexp.List, name string) bool { return isSymbol(l.At(0), name) }

func isSymbol(v sexp.Value, name string) bool {
	s, ok := v.(sexp.Symbol)
	return ok && strings.EqualFold(s.Name, name)
}

func stringOf(v sexp.Value) string {
	s, _ := v.(sexp.String)
	return string(s)
}

func allStrings(l sexp.List, from int) string {
	var parts []string
	for i := from; i < l.Len(); i++ {
		parts = append(parts, stringOf(l.At(i)))
	}
	return strings.Join(parts, " ")
}

func splitFlags(text string, single bool, sets map[string]string, depth int) []listedFlag {
	var out []listedFlag
	for token := range strings.FieldsSeq(text) {
		if token[0] == '@' && depth < 4 {
			out = append(out, splitFlags(sets[token[1:]], single, sets, depth+1)...)
			continue
		}
		names, f := token, listedFlag{}
		if i := strings.IndexAny(token, "=?"); i > 0 {
			names, f.kind, f.maybe = token[:i], token[i+1:], token[i] == '?'
			if f.kind == "" {
				f.kind = "text"
			}
		}
		for name := range strings.SplitSeq(names, ",") {
			switch {
			case strings.HasSuffix(name, "*"):
				f.name, f.whole = strings.TrimSuffix(name, "*"), true
				out = append(out, f)
			case single || len(name) == 2 || strings.HasPrefix(name, "--") || name[0] == '+':
				f.name = name
				out = append(out, f)
			default:
				for _, c := range name[1:] {
					out = append(out, listedFlag{name: "-" + string(c)})
				}
			}
		}
	}
	return out
}

var flagInHelp = regexp.MustCompile(`(?m)(?:^|[\s,\[|(/])(--?[A-Za-z0-9][-A-Za-z0-9_]*)(\[?[= ` +
	`]?<?[A-Z\[<][-A-Za-z_<>]*)?`)

// helpFlags gives the flags that the program's own help and manual name: they
// may be more than the table lists.
func helpFlags(t *testing.T, r *realRunner, words []string) []listedFlag {
	seen := map[string]bool{}
	var out []listedFlag
	for _, argv := range [][]string{append(slices.Clone(words), "--help"), {"man", strings.Join(words, "-")}} {
		if _, err := exec.LookPath(argv[0]); err != nil {
			continue
		}
		text, _ := r.run(t, argv, 10*time.Second)
		for _, m := range flagInHelp.FindAllStringSubmatch(string(text[:min(len(text), 1<<18)]), -1) {
			if !seen[m[1]] && len(out) < 400 {
				seen[m[1]] = true
				out = append(out, listedFlag{name: m[1]}, listedFlag{name: m[1], kind: "text"})
			}
		}
	}
	return out
}

// realValues are what a flag or operand of a kind is given: likely ones, and
// ones that write, run or read what the words do not say.
func realValues(kind string) []string {
	name, language, _ := strings.Cut(strings.TrimRight(kind, "*+"), ":")
	switch {
	case strings.HasPrefix(name, "{"):
		return strings.Split(strings.Trim(kind, "{}*+"), ",")
	case language == "awk":
		return []string{"{print}", `{print > "out1"}`, `BEGIN{system("./boom")}`, `BEGIN{"./boom" | getline}`,
			`{print | "./boom"}`, `BEGIN{while ((getline l < "../outside.txt") > 0) print l}`}
	case language == "sed":
		return []string{"p", "w out1", "1e ./boom", "s/a/b/w out1", "r ../outside.txt", "s/a/.\\/boom/e", "R ../outside.txt",
			"W out1"}
	case language == "sql":
		return []string{"select 1", "attach 'out1' as x; create table x.t(a)", ".shell ./boom",
			"select readfile('../outside.txt')", "select writefile('out1','x')"}
	case language != "":
		return []string{"1"}
	}
	switch name {
	case "text", "user":
		return []string{"1", "../outside.txt", "out1", "./boom", "!./boom", "@../outside.txt"}
	case "read", "rread", "upload":
		return []string{"a.txt", "-", "d", "b.txt"}
	case "tree", "rtree":
		return []string{".", "d", "a.txt"}
	case "dir":
		return []string{"d", "."}
	case "write", "append", "into", "writetree", "rinto":
		return []string{"out2", "d", "b.txt"}
	}
	return []string{"a.txt", "1"}
}

// realCommands gives invocations of one entry: every example, every flag alone
// with several operands, and pairs of flags.
func realCommands(e listed, extra []listedFlag, r *rand.Rand, pairs int) [][]string {
	operands := [][]string{nil, {"a.txt"}, {"1", "a.txt"}, {"a.txt", "out3"}, {"d"}}
	for _, layout := range e.operands {
		var words []string
		for token := range strings.FieldsSeq(layout) {
			words = append(words, realValues(token)[0])
		}
		operands = append(operands, words)
	}
	var out [][]string
	add := func(parts ...[]string) { out = append(out, slices.Concat(append([][]string{e.words}, parts...)...)) }
	for _, x := range e.examples {
		if w := strings.Fields(x); !strings.ContainsAny(x, `'"$`) && len(w) > 0 && w[0] == e.words[0] {
			out = append(out, w)
		}
	}
	for _, o := range operands {
		add(o)
	}
	for _, kind := range e.operands {
		for _, v := range realValues(strings.Split(kind+" ", " ")[0]) {
			add([]string{v}, []string{"a.txt"})
		}
	}
	spelled := func(f listedFlag) [][]string {
		if f.kind == "" {
			return [][]string{{f.name}}
		}
		var forms [][]string
		for i, v := range realValues(f.kind) {
			switch {
			case f.maybe && strings.HasPrefix(f.name, "--"):
				forms = append(forms, []string{f.name + "=" + v})
			case f.maybe || f.whole:
				forms = append(forms, []string{f.name + v})
			case i%2 == 1 && strings.HasPrefix(f.name, "--"):
				forms = append(forms, []string{f.name + "=" + v})
			default:
				forms = append(forms, []string{f.name, v})
			}
		}
		return forms
	}
	all := slices.Clone(e.flags)
	for _, f := range extra {
		if !slices.ContainsFunc(e.flags, func(g listedFlag) bool { return f.name == g.name }) {
			all = append(all, f)
		}
	}
	for _, f := range all {
		for i, words := range spelled(f) {
			add(words, []string{"a.txt"})
			if i == 0 {
				add(words, operands[len(operands)-1])
			}
			if f.kind == "" {
				add(words, []string{"a.txt", "out3"})
				add(words)
			}
		}
	}
	for range pairs {
		if len(all) < 2 {
			break
		}
		a, b := spelled(all[r.IntN(len(all))]), spelled(all[r.IntN(len(all))])
		add(a[r.IntN(len(a))], b[r.IntN(len(b))], operands[r.IntN(len(operands))])
	}
	return out
}

// quoteAll writes words as a command.
func quoteAll(words []string) (string, bool) {
	var parts []string
	for _, w := range words {
		q, err := syntax.Quote(w, syntax.LangBash)
		if err != nil {
			return "", false
		}
		parts = append(parts, q)
	}
	return strings.Join(parts, " "), true
}
