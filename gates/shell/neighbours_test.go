package shell_test

import (
	"testing"

	"pp/engine"
	"pp/engine/enginetest"
)

// TestNeighbours checks lines that look much alike and are worlds apart.
func TestNeighbours(t *testing.T) {
	a, f := analyst(), home()
	for _, tc := range enginetest.Table[struct {
		cmd  string
		want engine.Decision
	}]("testdata/neighbours.txt") {
		if v := judge(t, a, tc.cmd, f); v.Decision != tc.want {
			t.Errorf("%s: %v, want %v: %s", tc.cmd, v.Decision, tc.want, v.Sentence())
		}
	}
}

// TestMountsOfTheWorkspace checks that a container may be given the workspace wherever it lies, and nothing beside it.
func TestMountsOfTheWorkspace(t *testing.T) {
	a, f := analyst(), home()
	const w = "/root/src/app"
	f.FS = newTree("/", "/root/", "/etc/", w+"/sub/", w+"/.ssh/")
	f.Home, f.Dir, f.Workspace.Root, f.Env = "/root", w, w, engine.Environment{"HOME": "/root", "PWD": w}
	for cmd, want := range map[string]engine.Decision{
		`docker run --rm -v "$PWD:/src" -w /src golang:1.26 go test ./...`: engine.Ask,
		`docker run --rm -v $(pwd)/sub:/src alpine ls`:                     engine.Ask,
		`docker run --mount type=bind,src="$PWD",dst=/src alpine ls`:       engine.Ask,
		`docker run --mount type=bind,src="$PWD",src=/etc,dst=/x alpine`:   engine.Deny,
		`docker run -v "$PWD:/src" -v /etc:/host alpine ls`:                engine.Deny,
		`docker run -v "$PWD/..:/src" alpine ls`:                           engine.Deny,
		`docker run -v "$PWD/.ssh:/src" alpine ls`:                         engine.Deny,
		`docker run -v "/root/src/$X:/src" alpine ls`:                      engine.Deny,
		`cd /etc && docker run -v "$PWD:/src" alpine ls`:                   engine.Deny,
	} {
		if v := judge(t, a, cmd, f); v.Decision != want {
			t.Errorf("%s: %v, want %v: %s", cmd, v.Decision, want, v.Sentence())
		}
	}
}
