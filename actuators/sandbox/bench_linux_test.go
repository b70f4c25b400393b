package sandbox

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
)

// BenchmarkCommand compares one command in the sandbox with plain fork and exec
// of the same; the difference is the overhead, which may be 5 ms.
// Run it with CGO_ENABLED=0, as pp is built: the child is this test binary, and
// loading the C library into it would be measured too.
func BenchmarkCommand(b *testing.B) {
	w := newWorld(b)
	w.needs(engine.FilesLandlock)
	b.Run("plain", func(b *testing.B) {
		each(b, func() error {
			cmd := exec.Command("/bin/bash", bash("true")[1:]...)
			cmd.Dir = w.ws
			return cmd.Run()
		})
	})
	for name, e := range map[string]effect.Effects{
		"reading":     {},
		"one-entry":   {Writes: []effect.Path{w.at("new.txt")}},
		"build":       {Runs: []effect.Program{{Name: "go", Class: effect.ProgramBuilds}}},
		"network-too": {Connects: []effect.Endpoint{{Host: "127.0.0.1"}}},
	} {
		c := w.cleared(e)
		b.Run(name, func(b *testing.B) {
			each(b, func() error {
				spec, err := w.Sandbox.Spec(c)
				if err != nil {
					return err
				}
				_, err = w.Run(context.Background(), spec, Command{Argv: bash("true")})
				return err
			})
		})
	}
}

// each times every run by itself, since on a machine that does other things too
// the mean is of those things: the fastest and the median are reported besides.
func each(b *testing.B, run func() error) {
	var times []time.Duration
	for b.Loop() {
		begun := time.Now()
		if err := run(); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(begun))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[0].Microseconds()), "fastest-us")
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "median-us")
}

// BenchmarkProbe is what the first command of a start pays, another start having kept
// what the machine gives.
func BenchmarkProbe(b *testing.B) {
	w := newWorld(b)
	for b.Loop() {
		New(w.options()).Probe()
	}
}

// BenchmarkSpec is the part of it that pp itself does before the child starts.
func BenchmarkSpec(b *testing.B) {
	w := newWorld(b)
	c := w.cleared(effect.Effects{Writes: []effect.Path{w.at("new.txt")}})
	for b.Loop() {
		if _, err := w.Sandbox.Spec(c); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkToolDirectories is what the first command of a start pays for a home with the tools of a developer, of
// about 50,000 files, over one without any.
func BenchmarkToolDirectories(b *testing.B) {
	for _, name := range [...]string{"none", "many"} {
		b.Run(name, func(b *testing.B) {
			w := newWorld(b)
			if name == "many" {
				w.putTools()
			}
			each(b, func() error {
				New(w.options()).builder(w.ws, effect.Workspace{Root: w.ws}).visible()
				return nil
			})
		})
	}
}

// putTools puts into the home what version managers and package managers do, in its usual shape and number.
func (w *world) putTools() {
	many := func(dir string, dirs, files int, name string) {
		for d := range dirs {
			for f := range files {
				w.put(fmt.Sprintf("%s/%s/d%d/%s%d", w.home, dir, d, name, f), "")
			}
		}
	}
	for i := range 6 {
		python := fmt.Sprintf(".pyenv/versions/3.%d.1/", i)
		many(python+"lib/python3."+fmt.Sprint(i), 40, 60, "module.py")
		many(python+"lib/python3."+fmt.Sprint(i)+"/site-packages", 40, 60, "module.py")
		many(python+"include", 2, 60, "header.h")
		many(python+"bin", 1, 60, "tool")
	}
	many(".pyenv/plugins/python-build/share/python-build", 100, 3, "recipe")
	for _, toolchain := range [...]string{"stable", "nightly"} {
		many(".rustup/toolchains/"+toolchain+"/lib/rustlib", 20, 100, "part.rlib")
		many(".rustup/toolchains/"+toolchain+"/share/doc", 100, 60, "page.html")
		many(".rustup/toolchains/"+toolchain+"/bin", 1, 12, "tool")
	}
	many(".nvm/versions/node/v22.1.0/lib/node_modules", 60, 50, "index.js")
	many(".nvm/versions/node/v22.1.0/include", 5, 100, "header.h")
	many(".cargo/registry/src", 50, 60, "lib.rs")
	many(".cargo/bin", 1, 20, "tool")
	many("go/pkg/mod", 50, 60, "file.go")
	many(".local/share/pnpm/store/v3/files", 50, 60, "part")
}
