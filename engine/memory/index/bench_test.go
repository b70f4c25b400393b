package index_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/memory"
	"pp/engine/memory/index"
)

// sizes of the memexes that are measured: headlines, and files that they stand in.
var sizes = [][2]int{{1000, 10}, {100_000, 100}, {100_000, 10_000}}

func BenchmarkBuild(b *testing.B) {
	for _, s := range sizes {
		b.Run(fmt.Sprintf("%d/%d", s[0], s[1]), func(b *testing.B) {
			dir := corpus(b, s[0], s[1])
			for b.Loop() {
				b.StopTimer()
				x := opened(b, b.TempDir(), dir)
				b.StartTimer()
				refresh(b, x)
				b.StopTimer()
				st, err := x.Stat()
				if err != nil || st.Notes != s[0] {
					b.Fatal(st, err)
				}
				b.ReportMetric(float64(st.Bytes)/1e6, "MB")
				x.Close()
				b.StartTimer()
			}
		})
	}
}

func BenchmarkUse(b *testing.B) {
	for _, s := range sizes {
		dir, cache := corpus(b, s[0], s[1]), b.TempDir()
		x := opened(b, cache, dir)
		refresh(b, x)
		run := func(what string, f func(b *testing.B)) {
			b.Run(fmt.Sprintf("%s/%d/%d", what, s[0], s[1]), func(b *testing.B) {
				before := processorTime(b)
				f(b)
				b.ReportMetric(float64((processorTime(b)-before).Microseconds())/float64(b.N)/1000, "cpu-ms/op")
			})
		}
		run("open", func(b *testing.B) {
			for b.Loop() {
				opened(b, cache, dir).Close()
			}
		})
		run("open and first search", func(b *testing.B) {
			for b.Loop() {
				x := opened(b, cache, dir)
				search(b, x, "padore")
				x.Close()
			}
		})
		run("unchanged", func(b *testing.B) {
			for b.Loop() {
				refresh(b, x)
			}
		})
		run("search", func(b *testing.B) {
			questions := questions(s[0])
			for i := 0; b.Loop(); i++ {
				search(b, x, questions[i%len(questions)])
			}
		})
		run("one file changed", func(b *testing.B) {
			names, _ := filepath.Glob(filepath.Join(dir, "*", "*.org"))
			for i := 0; b.Loop(); i++ {
				f, err := os.OpenFile(names[i%len(names)], os.O_APPEND|os.O_WRONLY, 0)
				if err != nil {
					b.Fatal(err)
				}
				fmt.Fprintf(f, "* Added %d\n", i)
				f.Close()
				refresh(b, x)
			}
		})
		x.Close()
	}
}

func questions(headlines int) []string {
	r := rand.New(rand.NewPCG(1, uint64(headlines)))
	words := vocabulary(r, 60_000)
	zipf := rand.NewZipf(r, 1.15, 8, uint64(len(words)-1))
	out := make([]string, 50)
	for i := range out {
		out[i] = "where is " + sentence(r, zipf, words, 5)
	}
	return out
}

func opened(t testing.TB, cache, root string) *index.Index {
	x, err := index.Open(index.Options{Dir: cache, Root: root, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func refresh(t testing.TB, x *index.Index) memory.Freshness {
	f, err := x.Refresh(context.Background(), 0)
	if err != nil || len(f.Faults) > 0 {
		t.Fatal(f, err)
	}
	return f
}

func search(t testing.TB, x *index.Index, text string) []memory.Hit {
	hits, err := x.Search(context.Background(), memory.Query{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

// processorTime is what this process used up, so that figures of a busy machine say something.
func processorTime(b *testing.B) time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
