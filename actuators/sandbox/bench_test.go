package sandbox

import (
	"context"
	"os/exec"
	"testing"

	"pp/engine"
)

// BenchmarkCommand compares one command in the sandbox with plain fork and exec
// of the same; the difference is the overhead, which may be 5 ms (design section 15).
func BenchmarkCommand(b *testing.B) {
	w := newWorld(b)
	w.needs(engine.FilesLandlock)
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			cmd := exec.Command("/bin/bash", bash("true")[1:]...)
			cmd.Dir = w.ws
			if err := cmd.Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, e := range map[string]engine.Effects{
		"reading":     {},
		"one-entry":   {Writes: []engine.Path{w.at("new.txt")}},
		"build":       {Runs: []engine.Program{{Name: "go", Class: engine.ProgramBuilds}}},
		"network-too": {Connects: []engine.Endpoint{{Host: "127.0.0.1"}}},
	} {
		c := w.cleared(e)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				spec, err := w.Sandbox.Spec(c)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := w.Run(context.Background(), spec, Command{Argv: bash("true")}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkProbe is what the first command pays once.
func BenchmarkProbe(b *testing.B) {
	w := newWorld(b)
	for b.Loop() {
		New(w.options()).Probe()
	}
}

// BenchmarkSpec is the part of it that pp itself does before the child starts.
func BenchmarkSpec(b *testing.B) {
	w := newWorld(b)
	c := w.cleared(engine.Effects{Writes: []engine.Path{w.at("new.txt")}})
	for b.Loop() {
		if _, err := w.Sandbox.Spec(c); err != nil {
			b.Fatal(err)
		}
	}
}
