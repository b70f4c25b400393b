package sandbox

import (
	"context"
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
