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

// TestStarted checks that what a file of the workspace starts is a build, even where only a version is asked for, and
// that nothing is asked where there is no such file.
func TestStarted(t *testing.T) {
	f := home()
	w := f.Workspace.Root
	bare := f
	bare.Confinement = engine.Confinement{}
	named := bare
	files := newTree("/", "/tmp/", w+"/.git/HEAD", w+"/sub/a.ts", w+"/.yarnrc.yml", w+"/.mvn/jvm.config",
		w+"/rust-toolchain.toml", w+"/.hg/hgrc", w+"/sub/bin/rails", w+"/sub/rust-toolchain.toml")
	files.files[w+"/.yarnrc.yml"] = "yarnPath: .yarn/releases/yarn.cjs\n"
	files.files[w+"/rust-toolchain.toml"] = "[toolchain]\npath = \"./evil\"\n"
	files.files[w+"/sub/rust-toolchain.toml"] = "[toolchain]\nchannel = \"stable\"\n"
	named.FS = files
	confined := named
	confined.Confinement = f.Confinement
	a := analyst()
	for _, tc := range []struct {
		cmd  string
		f    engine.Facts
		want engine.Decision
	}{
		{`yarn --version`, bare, engine.Allow},
		{`yarn --version`, named, engine.Ask},
		{`yarn --version`, confined, engine.Allow},
		{`cd sub && yarn -v`, named, engine.Ask},
		{`mvn -v`, named, engine.Ask},
		{`cargo --version`, named, engine.Ask},
		{`cargo --version`, bare, engine.Allow},
		{`cd sub; cargo --version`, named, engine.Allow},
		{`echo path >>sub/rust-toolchain.toml; cd sub; cargo --version`, named, engine.Ask},
		{`hg log`, named, engine.Ask},
		{`hg log`, bare, engine.Allow},
		{`cd sub; rails --version`, named, engine.Ask},
		{`rails --version`, named, engine.Allow},
		{`cd /tmp && yarn -v`, named, engine.Allow},
	} {
		if v := judge(t, a, tc.cmd, tc.f); v.Decision != tc.want {
			t.Errorf("%s: %v, want %v: %s", tc.cmd, v.Decision, tc.want, v.Sentence())
		}
	}
}

// TestAddressRead checks that an address is contacted where a program takes a file.
func TestAddressRead(t *testing.T) {
	for _, tc := range []struct {
		cmd  string
		want engine.Decision
	}{
		{`mlr --icsv --ojson cat http://e.example/a.csv`, engine.Ask},
		{`exiv2 https://e.example/a.jpg`, engine.Ask},
		{`mediainfo RTMP://e.example/a`, engine.Ask},
		{`cat src/a://b`, engine.Allow},
		{`grep -rn https://e.example src`, engine.Allow},
		{`wc -l file:///etc/hosts`, engine.Allow},
	} {
		if v := judge(t, analyst(), tc.cmd, home()); v.Decision != tc.want {
			t.Errorf("%s: %v, want %v: %s", tc.cmd, v.Decision, tc.want, v.Sentence())
		}
	}
}
