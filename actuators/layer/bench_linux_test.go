package layer

import (
	"fmt"
	"os"
	"path"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// many makes a workspace with a number of files, a hundred in each directory.
func many(b *testing.B, files int) *world {
	b.Helper()
	w := newWorld(b)
	for i := range files {
		dir := path.Join(w.ws, fmt.Sprint("d", i/100))
		if i%100 == 0 {
			if err := os.Mkdir(dir, 0o755); err != nil {
				b.Fatal(err)
			}
		}
		if err := os.WriteFile(path.Join(dir, fmt.Sprint("f", i)), []byte("some lines\nof text\n"), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return w
}

// BenchmarkLayer is what a layer costs around a command that changes nothing, over a tree of few files and over one of
// 5 GB: the record, the mount, the comparison and the end of it. The least of all runs is
// reported, with the process and without: on a busy machine the mean says little.
func BenchmarkLayer(b *testing.B) {
	for _, gigabytes := range []int64{0, 5} {
		b.Run(fmt.Sprint(gigabytes, "GB"), func(b *testing.B) {
			w := many(b, 100)
			for i := range gigabytes * 50 {
				f, err := os.Create(path.Join(w.ws, "d0", fmt.Sprint("large", i)))
				if err == nil {
					err = f.Truncate(100 << 20)
				}
				if err != nil {
					b.Fatal(err)
				}
				f.Close()
			}
			run := func(m []Mount) {
				if out, err := namespaced(orders{Mounts: m}).CombinedOutput(); err != nil {
					b.Fatal(err, out)
				}
			}
			without, with, record := least{}, least{}, least{}
			for b.Loop() {
				without.time(func() { run(nil) })
				var l *Layer
				with.time(func() {
					record.time(func() { l = w.create() })
					run(l.Mounts())
					if c, err := l.Changes(); err != nil || len(c.List) > 0 {
						b.Fatal(err, list(c))
					}
					if err := l.Drop(); err != nil {
						b.Fatal(err)
					}
				})
			}
			without.report(b, "without")
			with.report(b, "with")
			record.report(b, "create")
		})
	}
}

// least is the shortest of some times, by the clock and of the processors.
type least struct{ wall, cpu time.Duration }

func (l *least) time(do func()) {
	begun, used := time.Now(), processors()
	do()
	wall, cpu := time.Since(begun), processors()-used
	if l.wall == 0 || wall < l.wall {
		l.wall = wall
	}
	if l.cpu == 0 || cpu < l.cpu {
		l.cpu = cpu
	}
}

// processors is how long this process and its children were running.
func processors() (sum time.Duration) {
	for _, who := range [...]int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var u unix.Rusage
		if unix.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return sum
}

func (l *least) report(b *testing.B, name string) {
	b.ReportMetric(float64(l.wall.Microseconds())/1000, name+"-ms")
	b.ReportMetric(float64(l.cpu.Microseconds())/1000, name+"-cpu-ms")
}

// BenchmarkTake is comparing, taking over and, as "undo", taking back.
func BenchmarkTake(b *testing.B) {
	for _, c := range []struct {
		name, script string
		files        int
	}{
		{"10000-new-in-new-directories", "for d in {1..100}; do mkdir n$d; for f in {1..100}; do echo $f > n$d/$f; " +
			"done; done", 100},
		{"1000-modified", "for d in d{0..9}; do for f in $d/*; do echo more > $f; done; done", 1000},
		{"1000-deleted", "rm d*/*", 1000},
	} {
		b.Run(c.name, func(b *testing.B) {
			w := many(b, c.files)
			var compared, taken, undone least
			for b.Loop() {
				b.StopTimer()
				l, out, err := w.run(c.script)
				if err != nil {
					b.Fatal(out, err)
				}
				b.StartTimer()
				var changes Changes
				compared.time(func() { changes = w.changes(l) })
				taken.time(func() {
					if got, err := l.Take(changes, everything); err != nil || len(got.Conflicts) > 0 {
						b.Fatal(got, err)
					}
				})
				b.StopTimer()
				undone.time(func() {
					if got, err := l.Undo(); err != nil {
						b.Fatal(got, err)
					}
				})
				if err := l.Drop(); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
			compared.report(b, "compare")
			taken.report(b, "take")
			undone.report(b, "undo")
		})
	}
}
