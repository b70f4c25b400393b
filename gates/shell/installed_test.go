package shell_test

import (
	"testing"

	"pp/engine"
)

// TestInstalled checks that npx runs what a package of the workspace brings as the
// workspace's own code, and asks wherever it could fetch something.
func TestInstalled(t *testing.T) {
	f := home()
	w := f.Workspace.Root
	f.FS = newTree("/", "/tmp/", "/tmp/node_modules/.bin/evil", w+"/.git/HEAD", w+"/sub/a.ts", w+"/node_modules/.bin/tsc",
		w+"/node_modules/.bin/cat")
	unconfined := f
	unconfined.Confinement = engine.Confinement{}
	a := analyst()
	for _, tc := range []struct {
		cmd  string
		f    engine.Facts
		want engine.Decision
	}{
		{`npx tsc --noEmit`, f, engine.Allow},
		{`cd sub && npx -q tsc`, f, engine.Allow},
		{`pnpm exec tsc --noEmit`, f, engine.Allow},
		{`npx tsc --noEmit`, unconfined, engine.Ask},
		{`npx cat sub/a.ts`, unconfined, engine.Ask}, // not the cat of the system
		{`npx --no-install cat sub/a.ts`, unconfined, engine.Ask},
		{`pnpm exec cat sub/a.ts`, unconfined, engine.Ask},
		{`npx evil`, f, engine.Ask},
		{`npx -y tsc`, f, engine.Ask},
		{`npx tsc@latest`, f, engine.Ask},
		{`npx --package=evil tsc`, f, engine.Ask},
		{`npx ../../tmp/node_modules/.bin/evil`, f, engine.Ask},
		{`npx .. tsc`, f, engine.Ask},
		{`cd /tmp && npx evil`, f, engine.Ask},
		{`npx --prefix /tmp evil`, f, engine.Ask},
		{`pnpm -C /tmp exec tsc`, f, engine.Ask},
		{`x=$(cat a); npx $x`, f, engine.Ask},
		{`x=$(cat a); npx tsc $x`, f, engine.Ask},
		{`pnpm exec rm -rf ~`, f, engine.Deny},
		{`uv run pytest -q`, f, engine.Allow},
		{`uv run pytest`, unconfined, engine.Ask},
		{`uv run cat sub/a.ts`, unconfined, engine.Ask},
		{`uv run x.py`, f, engine.Ask},
		{`uv run --with evil pytest`, f, engine.Ask},
		{`uv run --env-file e pytest`, f, engine.Ask},
		{`x=$(cat a); uv run $x`, f, engine.Ask},
		{`uv run rm -rf ~`, f, engine.Deny},
		{`npx -c 'rm -rf ~'`, f, engine.Deny},
	} {
		if v := judge(t, a, tc.cmd, tc.f); v.Decision != tc.want {
			t.Errorf("%s: %v, want %v: %s", tc.cmd, v.Decision, tc.want, v.Sentence())
		}
	}
}
