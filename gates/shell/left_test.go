package shell_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/gates/shell"
)

func TestLasts(t *testing.T) {
	a := analyst()
	facts := home()
	ws := facts.Workspace.Root
	for _, c := range []struct {
		name, value string
		lasts       bool
	}{
		{"FOO", "bar", true}, {"FOO", "a b\n$(x) `y` \"'", true}, {"FOO", "", true}, {"DEBUG", "1", true},
		{"CFLAGS", "-O2", true}, {"PYTHONPATH", "src", true}, {"HOME", ws, true},
		{"PATH", ws + "/bin:" + facts.Env["PATH"], true},
		{"", "x", false}, {"A B", "x", false}, {"1A", "x", false}, {"BASH_FUNC_f%%", "() { :; }", false},
		{"FOO", "() { :; }; rm -rf /", false}, {"FOO", "a\x1b[2J", false}, {"FOO", "a\xff", false},
		{"FOO", strings.Repeat("a", 20<<10), false}, {"GITHUB_TOKEN", "x", false}, {"DB_PASSWORD", "x", false},
		{"PATH", "", false}, {"PATH", ".:" + facts.Env["PATH"], false}, {"PATH", "/tmp/x:" + facts.Env["PATH"], false},
		{"PATH", ws + "/../x:" + facts.Env["PATH"], false}, {"PATH", "/srv/evil:" + facts.Env["PATH"], false},
		{"LD_PRELOAD", "/x.so", false}, {"LD_LIBRARY_PATH", "/x", false}, {"BASH_ENV", "x", false}, {"ENV", "x", false},
		{"PROMPT_COMMAND", "x", false}, {"CDPATH", "/", false}, {"IFS", "x", false}, {"SHELLOPTS", "xtrace", false},
		{"BASHOPTS", "x", false}, {"GLOBIGNORE", "*", false}, {"POSIXLY_CORRECT", "1", false},
		{"LC_ALL", "ja_JP.SJIS", false},
		{"PS4", "$(x)", false}, {"GIT_CONFIG_COUNT", "0", false}, {"GIT_CONFIG_PARAMETERS", "'a=b'", false},
		{"GIT_SSH_COMMAND", "./x", false}, {"GIT_EXTERNAL_DIFF", "./x", false}, {"PAGER", "./x", false},
		{"NODE_OPTIONS", "--require ./x.js", false}, {"PYTHONSTARTUP", "/tmp/x", false}, {"PERL5OPT", "-Mx", false},
	} {
		if got := a.Lasts(c.name, c.value, facts); got != c.lasts {
			t.Errorf("%s=%q lasts: %v", c.name, engine.Clip(c.value, 60), got)
		}
	}
}

// A command after others is judged as one that begins with what they exported.
func TestExportedIsJudgedAsWritten(t *testing.T) {
	a := analyst()
	facts := home()
	for _, c := range []struct{ name, value, command string }{
		{"FOO", "rm -rf /", "$FOO"}, {"FOO", "rm -rf /", "eval \"$FOO\""}, {"FOO", "-rf", "rm $FOO /"},
		{"FOO", "/etc/passwd", "cat $FOO"}, {"FOO", "/etc/passwd", "echo x > $FOO"}, {"FOO", "x", "bash -c 'rm -r $FOO'"},
		{"GIT_DIR", "/x", "git status"}, {"PYTHONPATH", "src", "python3 -m this"}, {"GIT_PAGER", "./x", "git log"},
		{"GIT_EDITOR", "sh -c x", "git commit"}, {"LD_PRELOAD", "./x.so", "ls"}, {"HOME", "/etc", "cat ~/passwd"},
		{"HOME", "/etc", "cd && cat passwd"}, {"EDITOR", "rm -rf /", "ls"}, {"FOO", "a b", "touch $FOO"},
		{"MAKEFLAGS", "--eval=x", "make"}, {"HTTP_PROXY", "http://x", "git fetch"}, {"SUB", "sub", "cd $SUB; touch a"},
	} {
		f := facts
		f.Exported = engine.Environment{c.name: c.value}
		_, got := a.Infer(c.command, f)
		quoted := "'" + strings.ReplaceAll(c.value, "'", `'\''`) + "'"
		_, want := a.Infer("export "+c.name+"="+quoted+"; "+c.command, facts)
		if g, w := strictness(got), strictness(want); g != w {
			t.Errorf("%s=%s; %s\n  %s\nwritten:\n  %s", c.name, c.value, c.command, g, w)
		}
	}
}

// strictness is all of effects that decides a verdict, but for where it stands.
func strictness(e effect.Effects) string {
	var out []string
	for _, h := range e.Hazards {
		out = append(out, "hazard "+h.Rule)
		if h.Asks {
			out = append(out, "asks")
		}
	}
	for _, list := range [...][]effect.Path{e.Reads, e.Writes, e.Deletes, e.Metadata} {
		out = append(out, "paths")
		for _, p := range list {
			out = append(out, p.Name)
		}
	}
	for _, r := range e.Runs {
		if r.Name != "export" {
			out = append(out, "runs "+fmt.Sprint("runs ", r.Name, r.Class))
		}
	}
	for _, o := range e.Opaque {
		out = append(out, "opaque "+string(o.Cause.Kind))
	}
	for _, c := range e.Connects {
		out = append(out, "connects "+c.Address())
	}
	return strings.Join(out, ", ")
}

// A question about a program that a lasting PATH finds in the workspace says so: the person reads another name.
func TestProgramOfALastingPath(t *testing.T) {
	facts := home()
	ws := facts.Workspace.Root
	facts.FS = newTree("/", ws+"/bin/git")
	list := ws + "/bin:" + facts.Env["PATH"]
	facts.Env = engine.Environment{"PATH": list, "HOME": facts.Home}
	hides := func() bool {
		_, eff := analyst().Infer("git push origin main", facts)
		return slices.ContainsFunc(eff.Hazards, func(h effect.Hazard) bool { return h.Rule == shell.RuleHidden })
	}
	if hides() {
		t.Error("the person's own PATH is reported as hiding a program")
	}
	facts.Exported = engine.Environment{"PATH": list}
	if !hides() {
		t.Error("a command chose what git is, and the question about git push does not say so")
	}
}
