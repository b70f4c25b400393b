package actuators_test

import (
	"os"
	"strings"
	"testing"

	"pp/actuators"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

// leaving is a place whose commands leave every variable that does not begin with NO.
func leaving(t *testing.T) place {
	t.Helper()
	p := newPlace(t, actuators.ShellOptions{Lasts: func(_ engine.Facts, name, _ string) bool {
		return !strings.HasPrefix(name, "NO")
	}})
	if p.box.Probe().Files != engine.FilesMounts {
		enginetest.Skip(t, os.Getenv, false, "no mounts here")
	}
	if err := os.Mkdir(p.ws+"/sub", 0o755); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestLeft(t *testing.T) {
	p := leaving(t)
	for _, c := range []struct {
		command string
		dir     string // "" is where it began
		vars    string // space-separated, sorted
		says    string // in the result
	}{
		{command: "true"},
		{command: "cd sub", dir: "/sub", says: ":NEXT-IN"},
		{command: "(cd sub); (export A=1); bash -c 'cd sub; export A=1'"},
		{command: "cd sub && export A='x y' B=$'1\n2' C", dir: "/sub", vars: "A=x y,B=1\n2", says: `:EXPORTED ("A" "B")`},
		{command: "D=1; declare -x E=2; NO1=3; export NO2=4", vars: "E=2", says: `:NOT-KEPT ("NO2")`},
		{command: "set -euxvC; cd sub", dir: "/sub"},
		{command: "set -a; A=1; f() { :; }; export -f f", vars: "A=1"},
		{command: "cd sub && export A=1 && false", dir: "/sub", vars: "A=1", says: ":NEXT-IN"},
		{command: "cd sub; exit 3", dir: "/sub", says: ":EXIT 3 :NEXT-IN"},
		{command: "cd sub; kill -9 $$"},
		{command: "cd /usr", says: ":NOT-KEPT (\"the directory /usr\")"},
		{command: "cd sub; exec true"},
		{command: "trap 'echo bye' EXIT; cd sub"},
		{command: "cd sub; pwd() { echo /usr; }; printf() { :; }; export PWD=/etc OLDPWD=/ SHLVL=7", dir: "/sub"},
	} {
		res := p.run(t, engine.Run{Command: c.command}, effect.Effects{})
		dir, vars := "", ""
		if res.Left != nil {
			dir, vars = strings.TrimPrefix(res.Left.Dir, p.ws), strings.Join(res.Left.Exported.List(), ",")
		}
		if dir != c.dir || vars != c.vars || !strings.Contains(res.Text, c.says) {
			t.Errorf("%s\nleft %q %q\n%s", c.command, dir, vars, res.Text)
		}
	}
	res := p.run(t, engine.Run{Command: engine.ResetCommand}, effect.Effects{})
	if res.Left == nil || res.Left.Dir != "" || res.Left.Exported != nil {
		t.Errorf("%+v", res.Left)
	}
}

// What pp does to learn what a command leaves does not show in what the command prints, and not in how it ends.
func TestLeftUnseen(t *testing.T) {
	with, without := leaving(t), newPlace(t, actuators.ShellOptions{})
	for _, command := range []string{"echo $_ $# $0 $LINENO $BASH_EXECUTION_STRING", "set -x; true", "nosuch", "foo(",
		"set -e; false; echo no", "exit 7", "set -u; echo $nosuch", "printenv | grep -i bash_env", "declare -F; alias",
		"ls /proc/self/fd", "shopt | grep on$ | head -3"} {
		out := func(p place) string {
			res := p.run(t, engine.Run{Command: command}, effect.Effects{})
			return strings.ReplaceAll(res.Text, p.ws, "WS")
		}
		if got, want := out(with), out(without); got != want {
			t.Errorf("%s: %q, without: %q", command, got, want)
		}
	}
}

// TestInvariant10LeftIsBounded: a command may write anything in the place of what bash reports. It is bounded, no link
// or FIFO is followed or waited for, and nothing of it is a directory outside of the workspace.
func TestInvariant10LeftIsBounded(t *testing.T) {
	p := leaving(t)
	const keep = "trap - EXIT; d=/run/pp/left; echo $PWD/sub >$d/dir; printf 'A=1\\0' >$d/env; "
	for _, c := range []struct {
		command string
		left    bool
	}{
		{keep + "true", true},
		{keep + "rm $d/env; ln -s /etc/passwd $d/env", false},
		{keep + "rm $d/env; mkfifo $d/env", false},
		{keep + "rm $d/dir; mkdir $d/dir", false},
		{keep + "head -c 300000 /dev/zero | tr '\\0' a >>$d/env", false},
		{keep + "head -c 9000000 /dev/zero >$d/dir", false},
		{keep + "for ((i=0; i<3000; i++)); do printf 'V%s=1\\0' $i; done >$d/env", false},
		{keep + "printf 'A=%s\\0' $(head -c 40000 /dev/zero | tr '\\0' a) >$d/env", false},
		{keep + "rm -rf $d/env $d/dir", false},
		{"export A=$(head -c 100000 /dev/zero | tr '\\0' a); cd sub", false},
		{"rm -rf /run/pp/left /run/pp/bash; mv /run/pp/left /run/pp/x; ln -sfn /tmp /run/pp/left; true", false},
		{"echo 'echo planted' >/run/pp/bash; true", false},
	} {
		res := p.run(t, engine.Run{Command: c.command}, effect.Effects{})
		if got := res.Left != nil; got != c.left {
			t.Errorf("%s: left %+v\n%s", c.command, res.Left, res.Text)
		}
	}
	for _, dir := range []string{"/", "/etc", "/root", p.ws + "/../x", "relative", p.ws + "\x1b[2J", "/proc/self/root"} {
		command := "trap - EXIT; printf '%s\\n' " + "$'" + strings.ReplaceAll(dir, "\x1b", "\\e") + "' >/run/pp/left/dir; " +
			"printf 'A=1\\0' >/run/pp/left/env"
		res := p.run(t, engine.Run{Command: command}, effect.Effects{})
		if res.Left == nil || res.Left.Dir != p.ws || strings.ContainsRune(res.Text, '\x1b') {
			t.Errorf("%q: %+v %q", dir, res.Left, res.Text)
		}
	}
}
