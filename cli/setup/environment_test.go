package setup

import (
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pp/cli/system"
)

// TestVariablesOfThePerson checks which variables of the person reach commands: text and places do; credentials, and
// variables that make programs run or load something, do not, and pp names them.
func TestVariablesOfThePerson(t *testing.T) {
	root := t.TempDir()
	socket := filepath.Join(root, "s")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	passes := []string{"MY_VAR=1", "AWS_PROFILE=dev", "AWS_REGION=eu", "PYTHONPATH=src:lib", "CI=1",
		"NODE_ENV=test",
		"PLAIN_URL=postgres://localhost/db", "GOFLAGS=-mod=mod", "JAVA_TOOL_OPTIONS=-Xmx1g",
		"NODE_OPTIONS=--max-old-space-size=4096", "VIRTUAL_ENV=" + root + "/.venv", "DEBUG=app:*", "EMPTY="}
	left := []string{"DATABASE_URL=postgres://u:fakefakefake@h/db", "GITHUB_TOKEN=fake", "MY_API_KEY=fake",
		"DB_PASSWORD=fake", "DB_PASS=x", "BORG_PASSPHRASE=fake", "SNOWSQL_PWD=fake", "AZURE_DEVOPS_EXT_PAT=fake", "CI_JWT=x",
		"rclone_config_pass=x", "SENTRY_DSN=https://fake@x.example/1", "SLACK_WEBHOOK=https://x.example/fake",
		"AWS_SECRET_ACCESS_KEY=fake", "PLAIN=sk-ant-api03-" + strings.Repeat("fakeFAKE09", 9) + "-fakefaAA",
		"LD_PRELOAD=/x.so",
		"BASH_ENV=x", "ENV=x", "GIT_EXTERNAL_DIFF=x", "GIT_EXEC_PATH=/x", "GIT_SSH_COMMAND=x", "PYTHONSTARTUP=x.py",
		"NODE_OPTIONS=--require=x.js", "PERL5OPT=-Mx", "RUBYOPT=-rx", "JAVA_TOOL_OPTIONS=-javaagent:x.jar",
		"GOFLAGS=-toolexec=x", "PYTHONPATH=/elsewhere", "BASH_FUNC_ls%%=() { x; }", "SOME_PLACE=" + socket,
		"GIT_TRACE=/x/y", "GIT_CONFIG_GLOBAL=x", "PROMPT_COMMAND=x", "LESSOPEN=|x %s", "HUGE=" + strings.Repeat("x", 20<<10)}
	silent := []string{"PAGER=less", "EDITOR=vim", "GIT_PAGER=x", "PP_MODEL=x", "OLDPWD=/", "_=x", "SHLVL=2"}
	for _, entry := range slices.Concat(passes, left, silent) {
		name, value, _ := strings.Cut(entry, "=")
		env := map[string]string{"HOME": "/home/x", "PATH": "/usr/bin"}
		sys := system.System{Getenv: func(n string) (string, bool) { v, ok := env[n]; return v, ok },
			Environ: []string{"HOME=/home/x", entry}}
		if name == "VIRTUAL_ENV" {
			env[name] = value
		}
		at := Location{Dir: root, Home: "/home/x"}
		at.Workspace.Root = root
		redact := func(s string) string {
			if strings.Contains(s, "sk-ant-") {
				return "masked"
			}
			return s
		}
		got, names := childEnvironment(sys, at, redact)
		v, there := got[name]
		switch {
		case slices.Contains(passes, entry) && (v != value || !there):
			t.Errorf("%s does not reach commands, want it to", entry)
		case slices.Contains(left, entry) && (there || !slices.Equal(names, []string{name})):
			t.Errorf("%.60s reaches commands as %.60q, or is not named in %q; want it left out and named", entry, v, names)
		case slices.Contains(silent, entry) && (v == value || len(names) > 0):
			t.Errorf("%s reaches commands or is named in %q, want it replaced without a note", entry, names)
		}
	}
}

// TestNewerOnPath checks that a program that is newer than the conversation is found.
func TestNewerOnPath(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "tool"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(root, "tool"))
	if err != nil {
		t.Fatal(err)
	}
	if got := newer(root, info.ModTime().Add(-1), root); !slices.Equal(got, []string{"tool"}) {
		t.Errorf("newer gives %q, want the program that changed since", got)
	}
	if got := newer(root, info.ModTime(), root); len(got) > 0 {
		t.Errorf("newer gives %q, want nothing that is older", got)
	}
}
