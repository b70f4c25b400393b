//go:build linux

package cli

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"pp/actuators/messengertest"
	"pp/cli/system"
	"pp/engine/enginetest"

	"github.com/rogpeppe/go-internal/testscript"
)

// pattern is compiled when it is first used, for this program is pp too, some thousand times.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// The end-to-end tests run pp itself: each file in testdata/script is one or
// more invocations, with standard output compared exactly.
func TestMain(m *testing.M) {
	if strings.HasSuffix(os.Args[0], ".test") { // and not pp, which a test started
		enginetest.Quicken(os.Getenv, 4)
	}
	testscript.Main(m, map[string]func(){
		"pp": func() {
			debug.SetGCPercent(400) // as in this program: some thousand are started
			sys := system.OS("")
			// The waits for silent standard input are the only thing a script may
			// shorten; they are values of System for this reason.
			if d, err := time.ParseDuration(os.Getenv("TEST_STDIN_NOTICE")); err == nil {
				sys.StdinNotice = d
			}
			if d, err := time.ParseDuration(os.Getenv("TEST_STDIN_TIMEOUT")); err == nil {
				sys.StdinTimeout = d
			}
			// And the clock may go otherwise, for what runs when it is due.
			ahead, err := time.ParseDuration(os.Getenv("TEST_CLOCK"))
			if begin, wrong := time.Parse(time.RFC3339, os.Getenv("TEST_CLOCK")); wrong == nil {
				ahead, err = time.Until(begin), nil
			}
			if err == nil {
				sys.Now = func() time.Time { return time.Now().Add(ahead) }
			}
			os.Exit(Main(sys))
		},
		"jail":       jail,
		"signal-cli": func() { messengertest.Main(os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("..", "testdata", "script"),
		Deadline:      time.Now().Add(8 * time.Minute), // of all of them, however busy the machine is
		UpdateScripts: os.Getenv("PP_UPDATE") == "1",
		Setup: func(env *testscript.Env) error {
			home := env.WorkDir + "-home" // not below the workspace
			env.Setenv("HOME", home)
			env.Vars = append(env.Vars, "XDG_CONFIG_HOME=", "XDG_STATE_HOME=", "XDG_CACHE_HOME=", "NO_COLOR=1", "TERM=dumb",
				"CI=", "END="+theEnd)
			if err := os.MkdirAll(home, 0o755); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(env.WorkDir, "go.mod"), []byte("module example\n"), 0o644)
		},
		Condition: layersThere,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"desk": furnish, "exits": exits, "talk": dialogue, "token": setToken,
		},
	})
}

// exits CODE: the last command ended with this exit code. `exec` with ! accepts
// any failure, so that each script says which one it means.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = exitCode(err)
	}
	if got != args[0] {
		ts.Fatalf("%q exited with %s, want %s", args[1:], got, args[0])
	}
}

func exitCode(err error) string {
	var e interface{ ExitCode() int }
	if errors.As(err, &e) {
		return strconv.Itoa(e.ExitCode())
	}
	return err.Error()
}
