package shell_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"pp/engine"
	"pp/gates/shell"
)

// scriptMaker makes random scripts that may run the program "boom".
type scriptMaker struct{ wordMaker }

func (m scriptMaker) boom() string {
	return m.pick("boom", "b'oo'm", `bo\om`, `"boom"`, "$b", "${b}", "$p$q", `"$p"oom`, "${c#x}", "${u,,}", "$(echo boom)", "`echo boom`", "${arr[1]}", "${!r}", "$'\\x62oom'", "b??m", "./b*m",
		"{boom,x}", "${n:-boom}", "$(printf '%s' boom)", "${w%y}", "${b:0:4}", "$1", "${@:1:1}", "$0x", "boom$e", "$e boom", "command boom", "builtin eval boom", "exec boom", "eval boom", "env boom",
		"time boom", "! boom", "nice boom", "xargs boom", "sh -c boom", "bash -c 'boom'", "nohup boom", "timeout 5 boom", "find . -maxdepth 0 -exec boom \\;", "echo boom | sh", "bash <<<boom", "source f1", ". ./f1")
}

func (m scriptMaker) value() string {
	return m.pick("boom", "'$(boom)'", `'a[$(boom)]'`, "x", "1", "'boom a'", "$b", "b", "$(boom)", "$(echo b)", "`boom`", "oom", "'a b'", "$((1+1))", "${b}", "(boom x)", "")
}

func (m scriptMaker) simple(depth int) string {
	switch m.r.IntN(34) {
	case 0, 1, 2:
		return m.boom()
	case 3:
		return "echo " + m.word(1)
	case 4:
		return m.pick("x", "y", "b", "p", "IFS", "r", "cmd") + m.pick("=", "+=") + m.value()
	case 5:
		return "eval " + m.pick(`"$x"`, "'$x'", `"$cmd"`, "$x a", `"x=boom"`, "'boom'", `"$(echo boom)"`, `echo "$x"`)
	case 6:
		return m.pick("$x", "$cmd", `"$x"`, "$x a", "${x} b", "$y$x", "$cmd$y", `${x:-boom}`)
	case 7:
		return "f() { " + m.script(depth-1) + "; }"
	case 8:
		return m.pick("f", "f boom", "f a b", "g", "f $x")
	case 9:
		return "trap " + m.pick("boom", `"$x"`, "'echo hi'", "'$x'") + " " + m.pick("EXIT", "DEBUG", "ERR", "INT", "RETURN")
	case 10:
		return "set -- " + m.pick("boom", "a boom", "$x", `"$x" b`, "$cmd")
	case 11:
		return m.pick("shift", "shift 2", "set -f", "set +f", "shopt -s nullglob", "shopt -s expand_aliases", "set -e", "true", "false", ":", "cd d", "cd nowhere", "cd ..", "unset b", "unset x", "hash -r", "IFS=o")
	case 12:
		return "read " + m.pick("x", "x y", "-r x", "-a arr", `"$x"`, "") + m.pick("<<<boom", " <<<'boom a'", "<<<$x", " < f1", "")
	case 13:
		return "printf " + m.pick("-v x boom", "-v x %s boom", `-v "$x" 1`, "'%s\\n' boom", "-v 'a[$(boom)]' 1")
	case 14:
		return m.pick("((", "let '", "echo $((", "[[ 1 -eq ") + "@" // completed below
	case 15:
		return "[[ " + m.pick("-v $x", "-v 'a[$(boom)]'", "$x -eq 1", "$x == boom", "-n $(boom)", "a =~ $x", "-f f1 && -n $x") + " ]]"
	case 16:
		return m.pick("test", "[") + m.pick(" -v 'a[$(boom)]' ", " -n \"$x\" ", " -v x ", " 1 = 1 ", " $x = boom ") + "@]"
	case 17:
		return m.pick("declare", "local", "export", "readonly", "typeset") + " " + m.pick("x=boom", "-i x='a[$(boom)]'", "-n r=b", "$x", `"$x=1"`, "-x b=boom", "y=$(boom)", "-a arr=(boom a)", "-A m=([boom]=1)")
	case 18:
		return "alias " + m.pick("ls=boom", "a='boom'", "echo=boom") + "; " + m.pick("ls", "a", "echo hi")
	case 19:
		return "arr" + m.pick("=", "+=") + "(" + m.pick("a boom", "$x boom", "[1]=boom", "boom", "$(echo boom) x", "[$(boom)]=1") + ")"
	case 20:
		return `"${arr[@]}"` + m.pick("", " x") + ""
	case 21:
		return m.pick("mapfile -t arr", "readarray arr", "mapfile -C boom -c 1 arr") + m.pick("<<<boom", " < f1", "")
	case 22:
		return "cat <<E" + m.pick("", "\n$(boom)", "\nboom", "\n`boom`", "\n\\$(boom)", "\n$x") + "\nE\n"
	case 23:
		return "cat <<'E' | " + m.pick("sh", "bash", "cat") + "\nboom\nE\n"
	case 24:
		return "echo " + m.pick("boom", "'boom; x'", "$x", `"$(boom)"`, "<(boom)", "$((x))", "${x@P}", "${!x}", "$[x]", "${arr[x]}", "${x:y:1}", "${b/o/$(boom)}", "${n:=$(boom)}", "${b:+$(boom)}", "${b:+<(boom)}", "${#x}", "~", "\"${x:-`boom`}\"") + m.pick("", " >f2", " 2>&1", " >&2", " >/dev/null", " >$x", " >$(boom)")
	case 25:
		return "echo boom > f3; " + m.pick("sh f3", ". ./f3", "source f3", "bash < f3", "cat f3 | sh", "eval \"$(cat f3)\"", "chmod +x f3; ./f3", "cat f3")
	case 26:
		return m.pick("PATH=$PWD:$PATH", "BASH_ENV=f1", "ENV=f1", "PROMPT_COMMAND=boom", "LC_ALL=C", "FOO=$(boom)") + m.pick("", " echo a", " bash -c :", " sh -c true", " boom")
	case 27:
		return m.pick("exec 3<f1; read x <&3", "exec 3<<<boom; read -u3 x; $x", "coproc boom", "coproc { boom; }", "wait", "jobs -x boom", "complete -C boom x", "compgen -C boom x", "enable -n echo", "command_not_found_handle() { boom; }; nope", "bind -x '\"x\":boom'", "hash -p ./boom ls; ls", "type boom", "command -v boom", "pushd d", "popd", "getopts a x -a boom; $OPTARG", "umask 22", "ulimit -n", "test -e boom", "ls boom", "grep boom f1", "printf boom", "echo boom", ": boom", "cat f1", "dirs", "history", "fc -l", "set", "declare -f", "times", "let x=1", "xargs <<<boom", "xargs -I% % <<<boom", "find . -name boom")
	default:
		return m.compound(depth)
	}
}

func (m scriptMaker) compound(depth int) string {
	if depth <= 0 {
		return m.boom()
	}
	s := func() string { return m.script(depth - 1) }
	switch m.r.IntN(14) {
	case 0:
		return "if " + s() + "; then " + s() + "; else " + s() + "; fi"
	case 1:
		return "for x in " + m.pick("a boom", "$x", "boom", "*", "{a,boom}", `"$@"`, "$(echo boom)", "1 2") + "; do " + s() + "; done"
	case 2:
		return "for x; do " + s() + "; done"
	case 3:
		return "while read x; do " + s() + "; done <<<boom"
	case 4:
		return "case " + m.pick("$x", "boom", "a") + " in " + m.pick("a", "boom", "*", "$(boom)", "b*|a") + ") " + s() + " ;; *) " + s() + " ;; esac"
	case 5:
		return "(" + s() + ")"
	case 6:
		return "{ " + s() + "; }"
	case 7:
		return "{ " + s() + "; } | { " + s() + "; }"
	case 8:
		return "{ " + s() + "; } " + m.pick("&&", "||") + " { " + s() + "; }"
	case 9:
		return "x=$(" + s() + ")"
	case 10:
		return "{ " + s() + "; } &\nwait"
	case 11:
		return "for ((i=0;i<2;i++)); do " + s() + "; done"
	case 12:
		return "f() { local x=$1; " + s() + "; }; f " + m.pick("boom", "a", "$x")
	default:
		return "! { " + s() + "; }"
	}
}

func (m scriptMaker) script(depth int) string {
	var parts []string
	for range 1 + m.r.IntN(3) {
		s := m.simple(depth)
		if i := strings.Index(s, "@"); i >= 0 && (strings.HasPrefix(s, "((") || strings.HasPrefix(s, "let") || strings.HasPrefix(s, "echo $((") || strings.HasPrefix(s, "[[ 1")) {
			expr := m.pick("x", "x=1", "a[x]", "x+y", "b", "arr[0]", "a[$(boom)]", "x?y:1", "$x")
			s = strings.Replace(s, "@", expr, 1) + map[byte]string{'(': "))", 'l': "'", 'e': "))", '[': " ]]"}[s[0]]
		}
		s = strings.Replace(s, "@]", map[bool]string{true: "]", false: ""}[strings.HasPrefix(s, "[ ")], 1)
		parts = append(parts, s)
	}
	return strings.Join(parts, m.pick("; ", "\n", " && ", " || ", "; "))
}

// mutate puts pieces of syntax where they may not belong.
func (m scriptMaker) mutate(s string) string {
	for range m.r.IntN(4) {
		at := m.r.IntN(len(s) + 1)
		piece := m.pick("'", `"`, `\`, "$", "`", "(", ")", "{", "}", ";", "&", "|", "\n", "#", "<", ">", "<<E\n", " ", "!", "~", "*", "=", "[", "]", "$(", "${", "((", "))", "\\\n", "$'", " #x\n", "&&", ";;", "<<<", "<(", "\t", "%", "?", "[[ ", " ]]", "in ", "do ", "done ", "fi ", "then ", "esac ")
		if end := at + m.r.IntN(3); m.r.IntN(3) == 0 && end <= len(s) {
			s = s[:at] + s[end:]
			continue
		}
		s = s[:at] + piece + s[at:]
	}
	return s
}

// TestDecoy runs random scripts with bash. Whenever the program boom ran, the
// effects must not have been harmless.
func TestDecoy(t *testing.T) {
	sh := bash(t)
	count := 300
	if s := os.Getenv("PP_DECOYS"); s != "" {
		count, _ = strconv.Atoi(s)
	}
	seed := uint64(20261121) // another one by environment, so that a run can be repeated
	if s := os.Getenv("PP_SEED"); s != "" {
		fmt.Sscan(s, &seed)
	}
	m := scriptMaker{wordMaker{rand.New(rand.NewPCG(seed, 2))}}
	base := t.TempDir()
	base, _ = filepath.EvalSymlinks(base)
	dir := filepath.Join(base, "w")
	for _, d := range []string{filepath.Join(dir, "d")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	a := analyst()
	ran, allowed := 0, 0
	for i := range count {
		mark := filepath.Join(base, "mark"+strconv.Itoa(i))
		bin := filepath.Join(base, "bin"+strconv.Itoa(i))
		if err := os.Mkdir(bin, 0o755); err != nil {
			t.Fatal(err)
		}
		boom := "#!/bin/sh\necho ran >> " + mark + "\n"
		write(filepath.Join(bin, "boom"), boom)
		script := "b=boom p=b q=oom c=xboom u=BOOM r=b w=boomy arr=(x boom) e=\n" + m.mutate(m.script(2))
		canon, _, err := shell.Canonical(script)
		if err != nil {
			continue
		}
		_ = os.RemoveAll(dir)
		_ = os.MkdirAll(filepath.Join(dir, "d"), 0o755)
		write(filepath.Join(dir, "boom"), boom)
		write(filepath.Join(dir, "f1"), "boom\n")
		facts := engine.Facts{Dir: dir, Home: "/home/someone", Temp: "/tmp", FS: osFS{}, Workspace: engine.Workspace{Root: dir},
			Env: engine.Environment{"HOME": "/home/someone", "PWD": dir, "PATH": bin + ":/usr/bin:/bin"}}
		_, eff := a.Infer(canon, facts)
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		cmd := exec.CommandContext(ctx, sh, "--norc", "--noprofile", "-c", canon)
		cmd.Dir, cmd.Env = dir, []string{"HOME=/home/someone", "PWD=" + dir, "PATH=" + bin + ":/usr/bin:/bin"}
		cmd.Stdin = bytes.NewReader(nil)
		cmd.WaitDelay = time.Second
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what still runs must not mark the next script
		cancel()
		harmless := eff.Harmless()
		if harmless {
			allowed++
		}
		if _, err := os.Stat(mark); err != nil {
			continue
		}
		ran++
		if harmless {
			t.Errorf("seed %d: boom ran, but the effects are harmless:\n%s", seed, canon)
		}
	}
	t.Logf("boom ran in %d of %d scripts, %d were harmless", ran, count, allowed)
}
