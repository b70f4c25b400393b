package memory

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"pp/engine"
	"pp/engine/store"
)

// filled is a store of n objects of about 350 bytes. PP_MEMORY_OBJECTS changes how many.
func filled(b *testing.B) (*Store, []string) {
	b.Helper()
	n := 10_000
	if s := os.Getenv("PP_MEMORY_OBJECTS"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			b.Fatal(err)
		}
	}
	var buf []byte
	var ids []string
	add := func(form func(*store.Fields)) {
		var err error
		if buf, err = store.AppendRecord(buf, store.Encode(form), exportLimits()); err != nil {
			b.Fatal(err)
		}
	}
	e := exported{count: n}
	add(e.head)
	for i := range n {
		e.object = Object{ID: fmt.Sprintf("%032x", i), Type: "NOTE", Origin: engine.OriginAgent, Time: when, Version: 1,
			Attributes: []Attribute{{"TITLE", fmt.Sprint("The note of number ", i)}, {"TAGS", ":work:project:"}},
			Content:    fmt.Sprint(i, bytes.Repeat([]byte("words of a note "), 15))}
		e.object.Content = fmt.Sprintf("%d %s", i, bytes.Repeat([]byte("words of a note "), 15))
		e.object.Hash = HashOf(e.object, nil)
		ids = append(ids, e.object.ID)
		add(e.fields)
	}
	add(e.end)
	s := open(filepath.Join(b.TempDir(), "memory"))
	if _, err := s.Import(context.Background(), me, bytes.NewReader(buf)); err != nil {
		b.Fatal(err)
	}
	return s, ids
}

func BenchmarkStore(b *testing.B) {
	s, ids := filled(b)
	ctx := context.Background()
	run := func(name string, f func(s *Store) error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := f(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	all := func(s *Store) error { return s.All(Reach{All: true}, func(Object) bool { return true }) }
	get := func(s *Store) error { _, err := s.Get(ids[len(ids)/2]); return err }
	run("head", func(s *Store) error { _, err := s.Head(); return err })
	run("get", get)
	run("get of a new process", func(*Store) error { return get(open(s.dir)) })
	run("stat of a new process", func(*Store) error { _, err := open(s.dir).Stat(); return err })
	run("all", all)
	run("verify", func(s *Store) error { _, err := s.Verify(ctx); return err })
	run("put", func(s *Store) error { _, err := s.Put(ctx, me, note("new")); return err })
	run("put of a new process", func(*Store) error { _, err := open(s.dir).Put(ctx, me, note("new")); return err })
	run("forget", func(s *Store) error {
		o, err := s.Put(ctx, me, note("new"))
		if err == nil {
			_, err = s.Forget(ctx, me, []string{o.ID})
		}
		return err
	})
	b.Run("memory", func(b *testing.B) {
		var before, after runtime.MemStats
		for b.Loop() {
			runtime.GC()
			runtime.ReadMemStats(&before)
			fresh := open(s.dir)
			if err := get(fresh); err != nil {
				b.Fatal(err)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc)), "B/store")
			runtime.KeepAlive(fresh)
		}
	})
}
