package shell_test

import (
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/enginetest"
)

// variableCase is a row of the table.
type variableCase struct {
	name, value, cmd string
	want             engine.Decision
}

// variableCases returns assignments, their verdicts, and a command that uses the variable.
func variableCases() []variableCase { return enginetest.Table[variableCase]("testdata/variables.txt") }

// TestVariables: what a variable makes programs run is judged in whatever way it is set, and harmless values of the
// same variables are allowed. The words of a command stand in no test of a variable besides: they are judged alone.
func TestVariables(t *testing.T) {
	a, f := analyst(), home()
	for _, tc := range variableCases() {
		set := tc.name + "='" + strings.ReplaceAll(tc.value, "'", `'\''`) + "'"
		for _, cmd := range []string{set + " " + tc.cmd, "export " + set + "; " + tc.cmd, "env " + set + " " + tc.cmd,
			"declare -x " + set + "; " + tc.cmd, set + "; export " + tc.name + "; " + tc.cmd,
			"export '" + tc.name + "'; " + set + "; " + tc.cmd} {
			f := f
			if tc.want == engine.Deny { // a sandbox holds what is in the workspace
				if v := judge(t, a, cmd, f); v.Decision == engine.Allow {
					t.Errorf("%s is allowed where commands are confined: %s", cmd, v.Sentence())
				}
				f.Confinement = engine.Confinement{}
			}
			alone := judge(t, a, tc.cmd, f).Decision
			got := judge(t, a, cmd, f)
			want := min(tc.want, alone)
			if got.Decision != want && (tc.want != engine.Ask || got.Decision != engine.Deny) {
				t.Errorf("%s\n   %v, want %v: %s", cmd, got.Decision, want, got.Sentence())
			}
		}
	}
}

// TestVariablesOfWorkspaceCode: where commands are confined, what a variable takes from the workspace is code like any
// other, and a command in a variable is judged as if it stood alone.
func TestVariablesOfWorkspaceCode(t *testing.T) {
	f := home()
	for cmd, want := range map[string]engine.Decision{
		"LD_PRELOAD=./x.so ls": engine.Ask, "LD_LIBRARY_PATH=$PWD/lib:./lib ./app": engine.Ask,
		"NODE_OPTIONS='--require ./x.js' node a.js": engine.Ask, "NODE_OPTIONS='--require=./x.js' node a.js": engine.Ask,
		"GIT_SEQUENCE_EDITOR='sed -i s/pick/fixup/' git rebase -i HEAD~2": engine.Ask,
		"LD_PRELOAD=/tmp/x.so ls": engine.Deny, "LD_PRELOAD=x.so ls": engine.Deny, "LD_PRELOAD=$(cat f) ls": engine.Deny,
		"LD_PRELOAD=./x.so:/srv/y.so ls": engine.Deny, "LD_PRELOAD=./../../y.so ls": engine.Deny,
		"NODE_OPTIONS=-r/srv/x.js node a.js": engine.Deny, "GIT_EDITOR='rm -rf ~' git commit": engine.Deny,
		"GIT_EDITOR='curl https://a.example' git commit": engine.Ask, "LD_PRELOAD=./x.so curl https://a.example": engine.Ask,
	} {
		if v := judge(t, analyst(), cmd, f); v.Decision != want {
			t.Errorf("%s: want %v: %s", cmd, want, v.Sentence())
		}
	}
}

// TestVariablesOfDirectoriesInTheWorkspace: what obeys the files of a directory that a variable names is asked about,
// unless it is a build, which runs files of the workspace anyway.
func TestVariablesOfDirectoriesInTheWorkspace(t *testing.T) {
	f := home()
	for _, cmd := range []string{"HOME=. git diff --stat", "HOME=src git diff", "HOME=./src git log",
		"HOME=$PWD git status", "PYTHONPATH=src python3 -m json.tool package.json", "PYTHONPATH=src pip list",
		"export PYTHONPATH=src; pip list",
		"env PYTHONPATH=src pip list", "GEM_HOME=. bundle list", "GOROOT=./src go vet ./...",
		"GOTOOLCHAIN=go1.99.0 go version", "GOPACKAGESDRIVER=./e gopls check x.go",
		"BAT_OPTS='--pager ./e --paging always' bat x.txt",
		"PIP_LOG=x pip list",
		"PIP_TRUSTED_HOST=h pip list", "HGRCPATH=x.txt hg status"} {
		if v := judge(t, analyst(), cmd, f); v.Decision == engine.Allow {
			t.Errorf("%s is allowed: %s", cmd, v.Sentence())
		}
	}
	for _, cmd := range []string{"PYTHONPATH=src pytest", "PYTHONPATH=. python -m pytest",
		"PYTHONPATH=src python3 -m unittest",
		"PYTHONPATH= pip list", "GOTOOLCHAIN=local go version", "BAT_OPTS=--plain bat x.txt", "PIP_NO_INPUT=1 pip list",
		"GOPACKAGESDRIVER=off gopls check main.go", "HGRCPATH=/dev/null hg status", "HOME=/home/dev git status"} {
		if v := judge(t, analyst(), cmd, f); v.Decision != engine.Allow {
			t.Errorf("%s: %s", cmd, v.Sentence())
		}
	}
}

// TestPlacesInFront checks variables whose names say that a program takes configuration or code from a place: in front
// of a program that otherwise only reads, pp asks about a place in the workspace.
func TestPlacesInFront(t *testing.T) {
	a, f := analyst(), home()
	for cmd, want := range map[string]engine.Decision{
		"FOO_CONFIG=./x cat a.txt":              engine.Ask,
		"INFOPATH=. info ls":                    engine.Ask,
		"env FOO_PLUGINS=$PWD/p grep x a.txt":   engine.Ask,
		"FOO_HOME=$HOME/src/app/x cat a.txt":    engine.Ask,
		"FOO_CONFIG=/usr/share/foo cat a.txt":   engine.Allow,
		"FOO_CONFIG=./x make":                   engine.Allow,
		"FOO=./x cat a.txt":                     engine.Allow,
		"FOO=1 make":                            engine.Allow,
		"FOO_CONFIG=on cat a.txt":               engine.Allow,
		"FOO_CONFIG=./x true; cat a.txt":        engine.Ask,
		"FOO_CONFIG=./x make && cat a.txt":      engine.Allow,
		"export FOO_CONFIG=./x; cat a.txt":      engine.Allow,
		"FOO_CONFIG=./x; cat \"$FOO_CONFIG/a\"": engine.Allow,
	} {
		if got := judge(t, a, cmd, f); got.Decision != want {
			t.Errorf("%s: %s, not %s: %s", cmd, got.Decision, want, got.Sentence())
		}
	}
}

// TestOptionsOfTheShell checks options that change what later words mean.
func TestOptionsOfTheShell(t *testing.T) {
	a, f := analyst(), agentShell(map[string]string{home().Dir + "/.env": "TOKEN=x\n"})
	for cmd, want := range map[string]engine.Decision{
		`x=$(cat a.txt); shopt -s "$x"`:           engine.Ask,
		`x=$(cat a.txt); shopt "$x" dotglob`:      engine.Ask,
		`x=$(cat a.txt); set -o "$x"`:             engine.Ask,
		`x=$(cat a.txt); set +o "$x"`:             engine.Ask,
		`x=$(cat a.txt); set "$x"`:                engine.Ask,
		`x=$(cat a.txt); set -- "$x"`:             engine.Allow,
		`x=$(cat a.txt); set a "$x"`:              engine.Allow,
		"cat *":                                   engine.Allow,
		"sleep 0 & wait -n -p GLOBIGNORE; cat *":  engine.Ask,
		"GLOBIGNORE=foo; cat *":                   engine.Ask,
		"GLOBIGNORE=$(cat a.txt); cat *":          engine.Ask,
		"GLOBIGNORE=; cat *":                      engine.Allow,
		"GLOBIGNORE=foo; unset GLOBIGNORE; cat *": engine.Allow,
		"GLOBIGNORE=foo bash -c 'cat *'":          engine.Ask,
		"export GLOBIGNORE=foo; bash -c 'cat *'":  engine.Ask,
		"shopt -sq dotglob; cat *":                engine.Ask,
		"shopt -s nullglob; cat a.txt":            engine.Allow,
	} {
		if got := judge(t, a, cmd, f); (got.Decision == engine.Allow) != (want == engine.Allow) {
			t.Errorf("%s: %s, not %s: %s", cmd, got.Decision, want, got.Sentence())
		}
	}
}
