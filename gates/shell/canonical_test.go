package shell_test

import (
	"errors"
	"strings"
	"testing"

	"pp/gates/shell"
)

// TestCanonical checks the one form of commands.
func TestCanonical(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"ls  -la", "ls -la"},
		{"a;b", "a; b"},
		{"a&b&", "a & b &"},
		{"a\nb;c", "a\nb\nc"},
		{"if a;then b;c;fi", "if a; then b; c; fi"},
		{"f(){ a;b;};f", "f() { a; b; }; f"},
		{"for i in 1;do a& done;b", "for i in 1; do a & done\nb"},   // on one line it would not parse
		{"for i in 1;do a& done;>f", "for i in 1; do a & done\n>f"}, // and here be another command
		{"cat <<A;b\nx\nA", "cat <<A\nx\nA\nb"},
		{"echo `a`", "echo $(a)"},
		{"a # comment", "a"},
		{"echo \"سلام\u200cدنیا\"", "echo \"سلام\u200cدنیا\""},
		{"echo 👩\u200d💻", "echo 👩\u200d💻"},
		{"echo 'non breaking\u00a0space'", "echo 'non breaking\u00a0space'"},
		{"echo ❤\ufe0f", "echo ❤\ufe0f"},
		{"", ""},
	} {
		out, file, err := shell.Canonical(c.in)
		if err != nil || out != c.out || file == nil {
			t.Errorf("Canonical(%q) = %q, %v; want %q", c.in, out, err, c.out)
		}
	}
}

// TestRefused checks what is refused, of which kind and where.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		in        string
		kind      string
		line, col int
	}{
		{"ls\x1b[0m", shell.RuleDeceptive, 1, 3},
		{"ls\r\nrm -rf ~", shell.RuleDeceptive, 1, 3},
		{"a\n b\x0bc", shell.RuleDeceptive, 2, 3},
		{"r\u200dm -rf ~", shell.RuleDeceptive, 1, 2},
		{"# \u2066 harmless \u2069\nrm -rf /srv", shell.RuleDeceptive, 1, 3},
		{"\ufeffls", shell.RuleDeceptive, 1, 1},
		{"ls\u00a0&& rm -rf /", shell.RuleDeceptive, 1, 3},
		{"echo \u202etxt", shell.RuleDeceptive, 1, 6},
		{"echo \u200b", shell.RuleDeceptive, 1, 6},
		{"ls \xff", shell.RuleDeceptive, 1, 4},
		{"ls \u0085", shell.RuleDeceptive, 1, 4},
		{"echo hi # x\\\nrm -rf ~", shell.RuleDeceptive, 1, 9},
		{"if true", shell.RuleUnparsable, 1, 1},
		{"echo (", shell.RuleUnparsable, 1, 1},
		{"echo 'x", shell.RuleUnparsable, 1, 6},
		{strings.Repeat("a", 1<<20), shell.RuleOverCap, 0, 0},
		{strings.Repeat("$(", 10000), shell.RuleOverCap, 1, 802},
		{strings.Repeat("((", 10000), shell.RuleOverCap, 1, 401},
		{strings.Repeat("if a; then\n", 4000) + "b\n" + strings.Repeat("fi\n", 4000), shell.RuleOverCap, 0, 0},
	} {
		_, _, err := shell.Canonical(c.in)
		var pe *shell.ParseError
		if !errors.As(err, &pe) {
			t.Errorf("Canonical(%.40q) = %v, want a ParseError", c.in, err)
			continue
		}
		if pe.Rule != c.kind || pe.Line != c.line || pe.Column != c.col {
			t.Errorf("Canonical(%.40q): %s at %d:%d (%v), want %s at %d:%d", c.in, pe.Rule, pe.Line, pe.Column, pe, c.kind,
				c.line, c.col)
		}
	}
}

// TestBounds checks that commands made to be slow are answered, and denied when
// they are not looked at whole.
func TestBounds(t *testing.T) {
	a, f := analyst(), home()
	for name, cmd := range map[string]string{
		"many commands":   strings.Repeat("ls;", 40000),
		"long list":       strings.Repeat("true && ", 10000) + "true",
		"long pipe":       strings.Repeat("cat | ", 10000) + "cat",
		"nested ifs":      strings.Repeat("if a; then ", 5000) + "b" + strings.Repeat("; fi", 5000),
		"nested loops":    strings.Repeat("for i in a b; do x=$i$x; ", 30) + ":" + strings.Repeat("; done", 30),
		"braces":          "echo " + strings.Repeat("{a,b}", 40),
		"huge sequence":   "echo {1..999999999}",
		"deep calls":      "f0() { :; }\n" + calls(200) + "f200",
		"wide recursion":  "f() { [ $1 ] && f a; f b; f c; f d; }; f x",
		"many choices":    "for a in {1..200}; do for b in {1..200}; do for c in {1..200}; do echo $a$b$c; done; done; done",
		"growing text":    "x=aaaaaaaaaa; " + strings.Repeat("x=$x$x; ", 60) + "echo $x",
		"nested scripts":  nestedSh(40),
		"nested quotes":   "echo " + strings.Repeat("\"$(echo ", 190) + "x" + strings.Repeat(")\"", 190),
		"long arithmetic": "echo $((" + strings.Repeat("1+", 20000) + "1))",
		"pattern":         "x=" + strings.Repeat("a", 2000) + "; echo ${x##" + strings.Repeat("*a", 50) + "b}",
		"links in script": "ln -s b a; ln -s a b; cat a/x",
		"replacing":       "x=" + strings.Repeat("ab", 250) + "; " + lines("y=${x//[a-b]*c/d}; ls; "),
		"many arguments":  "set -- " + strings.Repeat("a b ", 8000) + "; " + lines("echo \"$@\" %; "),
		"growing arrays":  lines("a+=(x%); ls; "),
		"many words":      "echo " + strings.Repeat("a ", 30<<10) + "| xargs -n1 rm",
		"many globs":      lines("ls *.go /usr/bin/a*\n"),
		"many files":      lines("echo a > f%; foo% 'a b; c'\n"),
		"many branches":   "case x in " + strings.Repeat("a) ls;; ", 5000) + "esac",
	} {
		_, eff := a.Infer(cmd, f)
		if len(eff.All()) == 0 {
			t.Errorf("%s: no effects at all", name)
		}
	}
}

// lines repeats a line with a number in it, up to the budget for long commands.
func lines(format string) string {
	var b strings.Builder
	for i := 0; b.Len() < 64<<10; i++ {
		b.WriteString(strings.ReplaceAll(format, "%", itoa(i)))
	}
	return b.String()
}

func calls(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		b.WriteString("f" + itoa(i) + "() { f" + itoa(i-1) + "; }\n")
	}
	return b.String()
}

func itoa(i int) string {
	if i < 10 {
		return string(rune('0' + i))
	}
	return itoa(i/10) + string(rune('0'+i%10))
}

func nestedSh(n int) string {
	s := "ls"
	for range n {
		s = "sh -c " + quote(s)
		if len(s) > 60000 {
			break
		}
	}
	return s
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// TestHiddenSubst: bash runs what stands in <(…) inside of ${…}, where the
// parser sees text only.
func TestHiddenSubst(t *testing.T) {
	for _, tt := range []struct {
		cmd     string
		refused bool
	}{
		{"echo ${b:+<(boom)}", true},
		{"echo ${b:+$<<<(boom)}", true},
		{"echo ${n:=then $<<<(boom)do }", true},
		{"echo ${b//x/>(boom)}", true},
		{"echo ${b:+<\\\n(boom)}", true},
		{`echo "$(echo ${b:+<(boom)})"`, true},
		{`echo "${b:+<(boom)}"`, false},
		{`echo ${b:+"<(boom)"}`, false},
		{"diff <(echo ${a}) <(echo ${b})", false},
		{"echo ${b:-x} '<(boom)'", false},
		{"cat <<E\nif (a <(b)) ${x:-<(c)}\nE\n", false},
		{"cat <<E\n$(echo ${x:-<(c)})\nE\n", true},
	} {
		_, _, err := shell.Canonical(tt.cmd)
		if (err != nil) != tt.refused {
			t.Errorf("%s: %v", tt.cmd, err)
		}
	}
}
