//go:build linux

package shell_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/gates/shell"
)

// scriptMaker makes random scripts that may run the program "boom".
type scriptMaker struct{ wordMaker }

func (m scriptMaker) boom() string {
	return m.pick("boom", "b'oo'm", `bo\om`, `"boom"`, "$b", "${b}", "$p$q", `"$p"oom`, "${c#x}", "${u,,}", "$(echo boom)",
		"`echo boom`", "${arr[1]}", "${!r}", "$'\\x62oom'", "b??m", "./b*m", "{boom,x}", "${n:-boom}", "$(printf '%s' boom)",
		"${w%y}", "${b:0:4}", "$1", "${@:1:1}", "$0x", "boom$e", "$e boom", "command boom", "builtin eval boom", "exec boom",
		"eval boom", "env boom", "time boom", "! boom", "nice boom", "xargs boom", "sh -c boom", "bash -c 'boom'",
		"nohup boom", "timeout 5 boom", "find . -maxdepth 0 -exec boom \\;", "echo boom | sh", "bash <<<boom", "source f1",
		". ./f1")
}

func (m scriptMaker) value() string {
	return m.pick("boom", "'$(boom)'", `'a[$(boom)]'`, "x", "1", "'boom a'", "$b", "b", "$(boom)", "$(echo b)", "`boom`",
		"oom", "'a b'", "$((1+1))", "${b}", "(boom x)", "")
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
		return m.pick("shift", "shift 2", "set -f", "set +f", "shopt -s nullglob", "shopt -s expand_aliases", "set -e",
			"true", "false", ":", "cd d", "cd nowhere", "cd ..", "unset b", "unset x", "hash -r", "IFS=o")
	case 12:
		return "read " + m.pick("x", "x y", "-r x", "-a arr", `"$x"`, "") +
			m.pick("<<<boom", " <<<'boom a'", "<<<$x", " < f1", "")
	case 13:
		return "printf " + m.pick("-v x boom", "-v x %s boom", `-v "$x" 1`, "'%s\\n' boom", "-v 'a[$(boom)]' 1")
	case 14:
		return m.pick("((", "let '", "echo $((", "[[ 1 -eq ") + "@" // completed below
	case 15:
		return "[[ " + m.pick("-v $x", "-v 'a[$(boom)]'", "$x -eq 1", "$x == boom", "-n $(boom)", "a =~ $x",
			"-f f1 && -n $x") + " ]]"
	case 16:
		return m.pick("test", "[") + m.pick(" -v 'a[$(boom)]' ", " -n \"$x\" ", " -v x ", " 1 = 1 ", " $x = boom ") + "@]"
	case 17:
		return m.pick("declare", "local", "export", "readonly", "typeset") + " " +
			m.pick("x=boom", "-i x='a[$(boom)]'", "-n r=b", "$x", `"$x=1"`, "-x b=boom", "y=$(boom)", "-a arr=(boom a)",
				"-A m=([boom]=1)")
	case 18:
		return "alias " + m.pick("ls=boom", "a='boom'", "echo=boom") + "; " + m.pick("ls", "a", "echo hi")
	case 19:
		return "arr" + m.pick("=", "+=") + "(" + m.pick("a boom", "$x boom", "[1]=boom", "boom", "$(echo boom) x",
			"[$(boom)]=1") + ")"
	case 20:
		return `"${arr[@]}"` + m.pick("", " x") + ""
	case 21:
		return m.pick("mapfile -t arr", "readarray arr", "mapfile -C boom -c 1 arr") + m.pick("<<<boom", " < f1", "")
	case 22:
		return "cat <<E" + m.pick("", "\n$(boom)", "\nboom", "\n`boom`", "\n\\$(boom)", "\n$x") + "\nE\n"
	case 23:
		return "cat <<'E' | " + m.pick("sh", "bash", "cat") + "\nboom\nE\n"
	case 24:
		return "echo " + m.pick("boom", "'boom; x'", "$x", `"$(boom)"`, "<(boom)", "$((x))", "${x@P}", "${!x}", "$[x]",
			"${arr[x]}", "${x:y:1}", "${b/o/$(boom)}", "${n:=$(boom)}", "${b:+$(boom)}", "${b:+<(boom)}", "${#x}", "~",
			"\"${x:-`boom`}\"") + m.pick("", " >f2", " 2>&1", " >&2", " >/dev/null", " >$x", " >$(boom)")
	case 25:
		return "echo boom > f3; " + m.pick("sh f3", ". ./f3", "source f3", "bash < f3", "cat f3 | sh", "eval \"$(cat f3)\"",
			"chmod +x f3; ./f3", "cat f3")
	case 26:
		return m.pick("PATH=$PWD:$PATH", "BASH_ENV=f1", "ENV=f1", "PROMPT_COMMAND=boom", "LC_ALL=C", "FOO=$(boom)") +
			m.pick("", " echo a", " bash -c :", " sh -c true", " boom")
	case 27:
		return m.pick("exec 3<f1; read x <&3", "exec 3<<<boom; read -u3 x; $x", "coproc boom", "coproc { boom; }", "wait",
			"jobs -x boom", "complete -C boom x", "compgen -C boom x", "enable -n echo",
			"command_not_found_handle() { boom; }; nope", "bind -x '\"x\":boom'", "hash -p ./boom ls; ls", "type boom",
			"command -v boom", "pushd d", "popd", "getopts a x -a boom; $OPTARG", "umask 22", "ulimit -n", "test -e boom",
			"ls boom", "grep boom f1", "printf boom", "echo boom", ": boom", "cat f1", "dirs", "history", "fc -l", "set",
			"declare -f", "times", "let x=1", "xargs <<<boom", "xargs -I% % <<<boom", "find . -name boom")
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
		return "for x in " + m.pick("a boom", "$x", "boom", "*", "{a,boom}", `"$@"`, "$(echo boom)", "1 2") + "; do " + s() +
			"; done"
	case 2:
		return "for x; do " + s() + "; done"
	case 3:
		return "while read x; do " + s() + "; done <<<boom"
	case 4:
		return "case " + m.pick("$x", "boom", "a") + " in " + m.pick("a", "boom", "*", "$(boom)", "b*|a") + ") " + s() +
			" ;; *) " + s() + " ;; esac"
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
		if i := strings.Index(s, "@"); i >= 0 && (strings.HasPrefix(s, "((") || strings.HasPrefix(s, "let") ||
			strings.HasPrefix(s, "echo $((") || strings.HasPrefix(s, "[[ 1")) {
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
		piece := m.pick("'", `"`, `\`, "$", "`", "(", ")", "{", "}", ";", "&", "|", "\n", "#", "<", ">", "<<E\n", " ", "!",
			"~", "*", "=", "[", "]", "$(", "${", "((", "))", "\\\n", "$'", " #x\n", "&&", ";;", "<<<", "<(", "\t", "%", "?",
			"[[ ", " ]]", "in ", "do ", "done ", "fi ", "then ", "esac ")
		if end := at + m.r.IntN(3); m.r.IntN(3) == 0 && end <= len(s) {
			s = s[:at] + s[end:]
			continue
		}
		s = s[:at] + piece + s[at:]
	}
	return s
}

// decoyPlace is where random scripts run, confined, and where they are judged: a
// workspace w, and decoys outside of it.
type decoyPlace struct {
	sh, base string
	confined *confined
	facts    engine.Facts
}

func newDecoyPlace(t *testing.T) *decoyPlace {
	t.Helper()
	p := &decoyPlace{sh: bash(t), base: confinedDir(t)}
	boom := "#!/bin/sh\necho ran >> " + filepath.Join(p.base, "mark") + "\n"
	files := map[string]string{"w/boom": boom, "w/f1": "boom\n", "w/d/": "", "bin/boom": boom, "tmp/": "",
		"home/private.txt": "decoy letter\n", "home/.profile": "boom\n", "outside.txt": "decoy outside\n",
		"x": "decoy outside\n"}
	if err := populate(p.base, files); err != nil { // what is judged; what runs has its own copy
		t.Fatal(err)
	}
	p.confined = newConfined(t, confinedSpec{Base: p.base, Files: files, Processes: 64, Memory: 1 << 29, Sockets: true})
	dir, home := filepath.Join(p.base, "w"), filepath.Join(p.base, "home")
	p.facts = engine.Facts{Dir: dir, Home: home, Temp: filepath.Join(p.base, "tmp"), FS: osFS{},
		Workspace: effect.Workspace{Root: dir},
		Env: engine.Environment{"HOME": home, "PWD": dir, "PATH": filepath.Join(p.base, "bin") + ":/usr/bin:/bin",
			"TMPDIR": filepath.Join(p.base, "tmp")}}
	return p
}

func (p *decoyPlace) run(t *testing.T, script string, most time.Duration) confinedResult {
	t.Helper()
	var env []string
	for k, v := range p.facts.Env {
		env = append(env, k+"="+v)
	}
	return p.confined.run(t, confinedRun{Argv: []string{p.sh, "--norc", "--noprofile", "-c", script}, Env: env,
		Dir: p.facts.Dir, Time: most})
}

func (p *decoyPlace) boomed(r confinedResult) bool {
	return slices.Contains(r.Changed, filepath.Join(p.base, "mark"))
}

// harm says what a script did that one may not do which is allowed. One whose
// effects are harmless may not even change the workspace.
func (p *decoyPlace) harm(r confinedResult, harmless bool) []string {
	var out []string
	for _, name := range r.Changed {
		switch {
		case p.boomed(r) && name == filepath.Join(p.base, "mark"):
			out = append(out, "boom ran")
		case harmless || !effect.Within(name, p.facts.Dir):
			out = append(out, "it changed "+strings.TrimPrefix(name, p.base))
		}
	}
	if r.Sockets > 0 {
		out = append(out, "it opened a socket")
	}
	// What is read-only of this machine, it may have tried to write.
	for _, line := range bytes.Split(append(r.Stdout, r.Stderr...), []byte("\n")) {
		if bytes.HasSuffix(line, []byte(": Read-only file system")) {
			out = append(out, "it tried to write: "+string(line))
		}
	}
	return out
}

// TestDecoySees shows that harm is seen.
func TestDecoySees(t *testing.T) {
	p := newDecoyPlace(t)
	for _, tt := range []struct {
		script   string
		allowed  []string // the harm, if the script was allowed
		harmless []string // the harm, if the effects were harmless
	}{
		{"echo hi; cat ../outside.txt f1 >/dev/null; cd ..; echo ~", nil, nil},
		{"boom", []string{"boom ran"}, []string{"boom ran"}},
		{"./boom &", []string{"boom ran"}, []string{"boom ran"}},
		{"env -i /bin/sh f1", nil, nil}, // it does not find boom
		{"echo x > f2", nil, []string{"it changed /w/f2"}},
		{"rm f1; mkdir d/e", nil, []string{"it changed /w/d/e", "it changed /w/f1"}},
		{"echo x > ../f2", []string{"it changed /f2"}, []string{"it changed /f2"}},
		{"chmod 700 ~", []string{"it changed /home"}, []string{"it changed /home"}},
		{"rm ~/.profile", []string{"it changed /home/.profile"}, []string{"it changed /home/.profile"}},
		{": > /dev/nul", []string{"it changed /dev/nul"}, []string{"it changed /dev/nul"}},
		{": > /dev/tcp/127.0.0.1/9", []string{"it opened a socket"}, []string{"it opened a socket"}},
		{"touch /pp-junk", []string{"it tried to write: touch: cannot touch '/pp-junk': Read-only file system"},
			[]string{"it tried to write: touch: cannot touch '/pp-junk': Read-only file system"}},
	} {
		r := p.run(t, tt.script, 2*time.Minute)
		if got := p.harm(r, false); !slices.Equal(got, tt.allowed) {
			t.Errorf("%s, allowed: %q, not %q", tt.script, got, tt.allowed)
		}
		if got := p.harm(r, true); !slices.Equal(got, tt.harmless) {
			t.Errorf("%s, harmless: %q, not %q", tt.script, got, tt.harmless)
		}
	}
}

// TestDecoy runs random scripts with bash, confined. Whatever is allowed, or has
// harmless effects, must not have run the program boom, nor changed anything
// outside of the workspace, nor opened a socket. PP_DECOYS is how many are made.
func TestDecoy(t *testing.T) {
	count := sample(150, 3000)
	if s := os.Getenv("PP_DECOYS"); s != "" {
		var err error
		if count, err = strconv.Atoi(s); err != nil {
			t.Fatalf("PP_DECOYS: %v", err)
		}
	}
	seed := uint64(20261121) // another one by environment, so that a run can be repeated
	if s := os.Getenv("PP_SEED"); s != "" {
		fmt.Sscan(s, &seed)
	}
	m := scriptMaker{wordMaker{rand.New(rand.NewPCG(seed, 2))}}
	p := newDecoyPlace(t)
	a := analyst()
	var ran, boomed, allowed, harmless, wrong int
	start := time.Now()
	for range count {
		script := m.script(m.r.IntN(3)) // short ones are the likelier to be allowed
		if m.r.IntN(2) == 0 {
			script = m.mutate(script)
		}
		canon, _, err := shell.Canonical("b=boom p=b q=oom c=xboom u=BOOM r=b w=boomy arr=(x boom) e=\n" + script)
		if err != nil {
			continue
		}
		_, eff := a.Infer(canon, p.facts)
		allow := judge(t, a, canon, p.facts).Decision == engine.Allow
		r := p.run(t, canon, time.Second) // few need more than some milliseconds, but those that never end
		ran++
		if p.boomed(r) {
			boomed++
		}
		if allow {
			allowed++
		}
		if eff.Harmless() {
			harmless++
		}
		if !allow && !eff.Harmless() {
			continue
		}
		for _, h := range p.harm(r, eff.Harmless()) {
			if wrong++; wrong <= 50 {
				t.Errorf("seed %d, allowed %v, harmless %v: %s:\n%s", seed, allow, eff.Harmless(), h, canon)
			}
		}
	}
	t.Logf("seed %d: %d scripts ran of %d made, %.0f a second; boom ran in %d; %d were allowed, %d were harmless, %d "+
		"things were wrong with these",
		seed, ran, count, float64(ran)/time.Since(start).Seconds(), boomed, allowed, harmless, wrong)
	if boomed == 0 || allowed == 0 || harmless == 0 {
		t.Error("nothing was compared")
	}
}
