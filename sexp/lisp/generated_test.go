package lisp

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// undefined is what errors of this package say that are departures: a LOOP that is wrong is found when it is loaded,
// limits end what is endless, literals cannot be changed, ~X writes no lists, and SBCL leaves out calls for whose
// value nothing asks, although they would be errors.
var undefined = regexp.MustCompile(`in \(LOOP |LOOP binds|` +
	`two clauses of LOOP|over a limit|is not a (LIST|property list)|` +
	`ends after a key|cannot be changed|division by zero|is not within|there is no element|` +
	`the end \d+ is before|LOOP cannot have both|~X takes an integer here`)

// TestGenerated compares programs with the SBCL that is installed: 600 of them; 100,000 fresh ones with PP_LONG=1.
// PP_LISP_SEED sets another seed, PP_LISP_COUNT another number.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	t.Parallel()
	s := startSBCL(t)
	seed, count := uint64(1), 600
	if os.Getenv("PP_LONG") == "1" {
		seed, count = uint64(time.Now().Unix()/86400), 100_000
	}
	fmt.Sscan(os.Getenv("PP_LISP_SEED"), &seed)
	fmt.Sscan(os.Getenv("PP_LISP_COUNT"), &count)
	t.Logf("PP_LISP_SEED=%d", seed)
	g := &programs{Rand: rand.New(rand.NewPCG(seed, 2)), templates: readTemplates(t)}
	errors, departed, bad := 0, 0, 0
	for range count {
		text := g.program()
		want := s.ask(t, text)
		got, err := answerOf(t, text)
		if want == "ERROR" {
			errors++
		}
		if comparableTo(want) == comparableTo(got) || want == "TIMEOUT" {
			continue
		}
		if want != "ERROR" && err != nil && undefined.MatchString(err.Error()) || strings.Contains(want, "SB-IMPL::COMMA") {
			departed++
			continue
		}
		if bad++; bad <= 40 {
			t.Errorf("%s\n  SBCL %s\n  here %s %v", text, want, got, err)
		}
	}
	t.Logf("%d programs, %d of them errors in SBCL, %d departures, %d answered otherwise", count, errors, departed, bad)
	if departed > count/100 {
		t.Errorf("too many departures")
	}
	if errors > count*2/3 {
		t.Errorf("too many of the programs are errors")
	}
}

// readTemplates reads the expressions of each kind.
func readTemplates(t *testing.T) map[string][]string {
	data, err := os.ReadFile("../../testdata/lisp/templates.txt")
	if err != nil {
		t.Fatal(err)
	}
	all, kind := map[string][]string{}, ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, ": "); ok {
			kind = name
		} else if line != "" && line[0] != ';' {
			all[kind] = append(all[kind], line)
		}
	}
	return all
}

// programs makes programs that are mostly right.
type programs struct {
	*rand.Rand
	templates map[string][]string // by kind
	depth     int
	scopes    [][]named
	functions []named
	names     int
	clauseIDs int
}

type named struct{ name, kind string }

// program gives a program: functions, and an expression.
func (g *programs) program() string {
	g.scopes, g.functions, g.names = nil, nil, 0
	var b strings.Builder
	for range g.IntN(3) {
		kind := []string{"int", "ints", "str"}[g.IntN(3)]
		name := fmt.Sprintf("f%d", len(g.functions))
		g.depth = 3
		b.WriteString(g.fill("(defun " + name + " ({new:int} &optional ({new:ints} '(3 1 2))){in} {" + kind + "}{out})\n "))
		g.functions = append(g.functions, named{name, kind})
	}
	g.depth = 3 + g.IntN(4)
	b.WriteString(g.expression([]string{"any", "int", "ints", "str", "num", "bool"}[g.IntN(6)]))
	return b.String()
}

// expression gives an expression of a kind, now and then of another.
func (g *programs) expression(kind string) string {
	if kind != "ints" && g.IntN(150) == 0 { // no dotted lists, with which SBCL does this and that
		kind = "any"
	}
	if name := g.variable(kind); name != "" && g.IntN(3) == 0 {
		return name
	}
	all := g.templates[kind]
	if g.depth <= 0 {
		all = all[:2] // the simplest
		if name := g.variable(kind); name != "" {
			return name
		}
	}
	g.depth--
	text := g.fill(all[g.IntN(len(all))])
	g.depth++
	return text
}

// variable gives a variable in scope of a kind, "" when there is none.
func (g *programs) variable(kind string) string {
	var names []string
	for _, s := range g.scopes {
		for _, v := range s {
			if v.kind == kind {
				names = append(names, v.name)
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return names[g.IntN(len(names))]
}

// fill fills a template.
func (g *programs) fill(template string) string {
	var b strings.Builder
	var pending []named
	for {
		text, rest, found := strings.Cut(template, "{")
		b.WriteString(text)
		if !found {
			return b.String()
		}
		if strings.HasSuffix(text, "~") {
			b.WriteString("{")
			template = rest
			continue
		}
		hole, after, _ := strings.Cut(rest, "}")
		template = after
		what, kind, _ := strings.Cut(hole, ":")
		switch what {
		case "new":
			g.names++
			pending = append(pending, named{fmt.Sprintf("v%d", g.names), kind})
			b.WriteString(pending[len(pending)-1].name)
		case "in":
			g.scopes, pending = append(g.scopes, pending), nil
		case "out":
			g.scopes = g.scopes[:len(g.scopes)-1]
		case "var":
			b.WriteString(g.variable(kind))
		case "call":
			b.WriteString(g.call(kind))
		case "control":
			b.WriteString(g.control())
		case "regexp":
			b.WriteString(g.regexp(3))
		case "clauses":
			b.WriteString(g.clauses())
		default:
			b.WriteString(g.expression(what))
		}
	}
}

// control gives a control string for FORMAT.
func (g *programs) control() string {
	pieces := []string{
		"~a", "~s", "~d", "~5d", "~5,'0d", "~:d", "~@d", "~x", "~5a", "~5@a", "~8,3,1,'*a", "~%",
		"~&", "~~", "~2%", "~f", "~,2f", "~6,2f", "~8,3@f", "~,0f", "~5f", "~p", "~:p", "~@p",
		"x", " y ", "~^", "~12,'.@s", "~,,'.,2:d", "~10,3f",
	}
	around := [][2]string{{"~{", "~}"}, {"~@{", "~}"}, {"~2{", "~}"}, {"~[", "~;z~:;e~]"}, {"~:[n~;", "~]"},
		{"~@[", "~]"}, {"~(", "~)"},
		{"~:(", "~)"}, {"~@(", "~)"}, {"~:@(", "~)"}, {"~{", "~^, ~}"}, {"~{", "~:}"}}
	var b strings.Builder
	for range 1 + g.IntN(4) {
		if g.IntN(3) == 0 {
			a := around[g.IntN(len(around))]
			b.WriteString(a[0] + pieces[g.IntN(len(pieces))] + pieces[g.IntN(len(pieces))] + a[1])
			continue
		}
		b.WriteString(pieces[g.IntN(len(pieces))])
	}
	return b.String()
}

// regexp gives a regular expression, as a string is written.
func (g *programs) regexp(depth int) string {
	atoms := []string{
		"a", "b", "c", ".", "[ab]", "[^a]", "\\\\d", "\\\\w", "\\\\s", "1", "\\\\b", "^", "[a-c1]",
	}
	if depth == 0 || g.IntN(3) == 0 {
		return atoms[g.IntN(len(atoms))]
	}
	switch g.IntN(6) {
	case 0:
		return g.regexp(depth-1) + "|" + g.regexp(depth-1)
	case 1:
		return "(" + g.regexp(depth-1) + ")"
	case 2:
		return atoms[g.IntN(10)] + []string{"*", "+", "?", "*?", "+?", "{2}", "{1,2}", "{1,}"}[g.IntN(8)]
	case 3:
		return "(?:" + g.regexp(depth-1) + ")"
	}
	return g.regexp(depth-1) + g.regexp(depth-1)
}

// clauses gives the clauses of a LOOP, which ends.
func (g *programs) clauses() string {
	g.clauseIDs++
	name := func() string { return fmt.Sprintf("l%d%c", g.clauseIDs, "abc"[g.IntN(3)]) }
	v := "l" + fmt.Sprint(g.clauseIDs)
	first := []string{
		"for {v} in {ints}", "for {v} from {small} to {small}", "for {v} across (vector {int} {int})",
		"repeat 3 for {v} = {int} then (1+ {v})", "for {v} from {small} downto {small} by 2", "for {v} below 4",
		"for ({v} w) on {plist} by #'cddr", "for {v} on {ints}", "for {v} in {ints} by #'cddr",
	}
	more := []string{
		"for {n} = {v}", "for {n} from 0", "and {n} = {int}", "for {n} in {ints}", "with {n} = {int}", "while {bool}",
		"until {bool}", "for {n} = {int} then {v}", "repeat 2", "with {n} and m = 3", "initially (list {int})",
	}
	body := []string{
		"collect {v}", "collect {int}", "sum {int}", "count {bool}", "append (list {v})", "when {bool} collect {v}",
		"if {bool} collect {v} else collect {int} end", "unless {bool} collect {v} and collect {int}",
		"maximize {int}", "minimize {int} into mi", "collect {v} into acc", "do (list {v})",
		"thereis (and {bool} {v})", "always {bool}", "never {bool}", "when (find {v} {ints}) collect it",
		"if {bool} return {v}", "nconc (list {v} {v})", "while {bool}",
		"when {bool} do (return {v}) end", "finally (return (list {v}))",
		"if {bool} if {bool} collect 1 else collect 2",
	}
	parts := []string{first[g.IntN(len(first))]}
	for range g.IntN(3) {
		parts = append(parts, more[g.IntN(len(more))])
	}
	for range 1 + g.IntN(2) {
		parts = append(parts, body[g.IntN(len(body))])
	}
	text := strings.ReplaceAll(strings.Join(parts, " "), "{v}", v)
	for strings.Contains(text, "{n}") {
		text = strings.Replace(text, "{n}", name(), 1)
	}
	return g.fill(text)
}

// call calls a function of a kind, or is another expression of it.
func (g *programs) call(kind string) string {
	for _, f := range g.functions {
		if f.kind == kind && g.IntN(2) == 0 {
			if g.IntN(2) == 0 {
				return g.fill("(" + f.name + " {int} {ints})")
			}
			return g.fill("(" + f.name + " {int})")
		}
	}
	return g.expression(kind)
}
