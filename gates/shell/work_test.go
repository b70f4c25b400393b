package shell_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"pp/gates/shell"
)

// numbered returns n lines with a number in each.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)) + "\n")
	}
	return b.String()
}

// pastes returns ordinary scripts of about n lines, whose cost must grow with n.
func pastes(n int) map[string]string {
	return map[string]string{
		"assignments": numbered(n, `v#="value #"`),
		"pipelines":   numbered(n, `grep -n "foo#" main.go | sort | head -5`),
		"functions":   numbered(n, `f#() { echo "$1" "#"; }`),
		"calls":       "f() { echo $1; }\n" + numbered(n, "f a#"),
		"tests":       numbered(n, "if [ -f file# ]; then x#=1; else x#=2; fi"),
		"files":       numbered(n, "echo # > out#.txt; cat out#.txt"),
		"returns":     "f() {\n" + numbered(n, "x#=$(ls d#) || return 1") + "}\nf",
		"exits":       "(\n" + numbered(n, "test -f a# || exit 1; echo # > o#") + ")",
		"trapped":     "trap 'rm -f t' EXIT\n" + numbered(n, "x#=$(ls d#) || exit 1"),
		"continues":   "for x in a b c; do\n" + numbered(n, "test -f a# || continue") + "done",
		"one line":    strings.Repeat("x=$((n/m)); ", n),
		"assigned":    strings.Repeat("x=$((n/m)) ", n),
		"documents":   numbered(n, "cat > f# <<E\nsome $x text\nE"),
		"cases":       numbered(n, "case $x in a*) y=1;; *) y=2;; esac"),
		"operands":    "grep -c x " + strings.Repeat("a.txt ", n),
		"mentions":    "unknown-program " + strings.Repeat("./a.txt ", n),
		"revisions":   "git log " + strings.Repeat("a.txt ", n),
		"unknown":     "grep -c x " + strings.Repeat("$(( a )) ", n),
		"script":      "echo ls > x.sh; " + strings.Repeat("sh x.sh; ", n),
		"scripts":     numbered(n, "echo ls > x#.sh; sh x#.sh"),
		"conditions":  numbered(n, "test -f a# && cp a# b# || echo none"),
	}
}

// costly returns short commands that cost much work, with n repetitions or levels of nesting.
func costly(n int) []string {
	repeat := strings.Repeat
	chain := func(format, end string) string { return numbered(n, format) + end }
	return []string{
		"x=x+x; echo $((x))", "x=x+x+x; echo $((x))", "cat $(seq 9223372036854775800 9223372036854775807)",
		"echo $(seq 1 -1 -9223372036854775808)", "echo $(seq -9223372036854775808 9223372036854775807 9223372036854775807)",
		"a=1\n" + numbered(n, "b#=a+a; a=b#+b#") + "echo $((a))", "echo $((" + repeat("(", n) + "1" + repeat(")", n) + "))",
		strings.Join([]string{"a='b+b+b+b'", "b='c+c+c+c'", "c='d+d+d+d'", "d='e+e+e+e'", "e='f+f+f+f'", "f='g+g+g+g'",
			"g='h+h+h+h'", "h='i+i+i+i'", "i='j+j+j+j'", "j='k+k+k+k'", "k='l+l+l+l'", "l=1", "echo $((a))"}, "\n"),
		"echo " + repeat("{a,b}", n), "echo {1..999999}", "echo " + repeat("{1..4000} ", n),
		"echo " + repeat("{a,", n) + "b" + repeat("}", n),
		"echo " + repeat("$(", min(n, 100)) + "ls" + repeat(")", min(n, 100)), "echo " + repeat("$(seq 1 64) ", n),
		"cat " + repeat("<<E ", n) + "\n" + repeat("a\nE\n", n),
		chain("f#() { f$((#+1)); f$((#+1)); }", "f0"),
		"f0() { ls; }\nf1() { f0; f0; f0; f0; }\nf2() { f1; f1; f1; f1; }\nf3() { f2; f2; f2; f2; }\n" +
			"f4() { f3; f3; f3; f3; }\nf5() { f4; f4; f4; f4; }\nf6() { f5; f5; f5; f5; }\nf7() { f6; f6; f6; f6; }\nf7; f7",
		repeat("for i in 1 2 3; do ", min(n, 60)) + "x=$x$i; y=$x" + repeat("; done", min(n, 60)),
		repeat("while a; do ", min(n, 60)) + "x=$y; y=$z; z=$w" + repeat("; done", min(n, 60)),
		"case $x in " + repeat("*a*b*c*) x=$x1;; ", n) + "esac", "ls " + repeat("a*", n) + "b",
		"ls " + repeat("*a*b* ", n),
		"echo " + repeat("/*/* ", n), "cat a" + repeat(" | sort", n), "printf %s " + repeat("a ", n),
		"printf '" + repeat("%s", n) + "' " + repeat("a ", n), "x=ab; " + repeat("x=$x$x; ", n) + "echo $x",
		"x=aaaa; " + repeat("x=${x//a/bb}; x=${x//b/aa}; ", n), "x=(a b); " + repeat(`x=("${x[@]}" "${x[@]}"); `, n),
		"set -- " + repeat("a ", n) + "\n" + repeat("set -- \"$@\" \"$@\"\n", 40), "x=" + repeat(`"$a"`, n),
		"set -- " + repeat("a ", n) + "; " + repeat(`g "$@" "$@"; `, n), repeat("sudo ", n) + "ls",
		repeat("xargs ", n) + "ls",
		"x='" + repeat("echo hi; ", n) + "'; " + repeat(`eval "$x"; `, n),
		repeat("( ", min(n, 300)) + "a" + repeat(" )", min(n, 300)),
		"for d in " + repeat("a b c d ", n/4) + "; do\n" +
			numbered(n, "test -d $d/a# && cp $d/x /tmp/y && rm -f $d/z") + "done",
		"mkdir d; mv " + strings.ReplaceAll(numbered(n, "a#"), "\n", " ") + "d/", "tar cf x.tar " + repeat("a/b ", n),
		numbered(n, "ln -s a# b; ln -s c# b") + "cat b/b/b/b", numbered(n, "alias a#='b# b#'") + "a0",
		numbered(n, "trap 'x#=1; echo $x#' USR1"), "find . " + repeat("-exec ls {} ; ", n), "x='" + repeat("a", n) +
			"'; if a; then y=b; else y=c; fi\n" + numbered(8, "if q; then z=#; else z=1#; fi; x=$x$y$z") + repeat("w=$x$x; ", n),
		"python3 -c '" + repeat("print(\"rm -rf %s\" % x);", n) + "'", repeat("A=b ", n) + "ls", repeat("cd a; ls b\n", n),
		"cat " + repeat("~/x ", 15_000), "rev " + repeat("**/* ", 5000), "echo ls > x.sh;" + repeat("sh x.sh;", 6000),
		"declare -a v='(" + repeat("[x]=1 ", n) + ")'", "cat <<E\n" + repeat("$((x)) ${x:-a} $(echo b)\n", n) + "E",
	}
}

// allocated returns the total memory for judging a command, in bytes. It does not depend on the load of the machine.
func allocated(cmd string) int64 {
	a, f := analyst(), home()
	a.Infer(cmd, f)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	a.Infer(cmd, f)
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// The bounds for judging a command.
const (
	mostWork   = 1<<23 + 1<<22 // units: the budget, and the step that is running when it is used up
	mostMemory = 600 << 20     // bytes allocated in all, with the budget used up
)

// TestWorkGrowsWithTheText checks that an ordinary script of twice the lines takes about twice the work and memory.
func TestWorkGrowsWithTheText(t *testing.T) {
	const n = 400
	small, large := pastes(n), pastes(2*n)
	for name, cmd := range large {
		if before, after := shell.Work(small[name], home()), shell.Work(cmd, home()); after > 3*before {
			t.Errorf("%s: twice the lines take %d units of work, want about twice %d", name, after, before)
		}
		if before, after := allocated(small[name]), allocated(cmd); after > 3*before {
			t.Errorf("%s: twice the lines take %d bytes, want about twice %d", name, after, before)
		}
	}
}

// TestWorkIsBounded checks that no command takes more work than the budget.
func TestWorkIsBounded(t *testing.T) {
	for _, n := range []int{10, sample(100, 1000)} {
		for _, cmd := range costly(n) {
			checkWork(t, cmd)
		}
	}
}

func checkWork(t *testing.T, cmd string) {
	t.Helper()
	if work := shell.Work(cmd, home()); work > mostWork {
		t.Errorf("%.100q takes %d units of work, want at most %d", cmd, work, mostWork)
	}
	if bytes := allocated(cmd); bytes > mostMemory {
		t.Errorf("%.100q takes %d bytes, want at most %d", cmd, bytes, mostMemory)
	}
}

// FuzzWork checks that pp judges any text within the budget.
func FuzzWork(f *testing.F) {
	for _, s := range append(costly(8), seeds...) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, cmd string) { checkWork(t, cmd) })
}
