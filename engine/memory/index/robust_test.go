package index_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/memory"
	"pp/engine/memory/index"
	"pp/engine/memory/org"
)

// memex is a directory of files for a test, and an index of it.
type memex struct {
	testing.TB
	dir, cache string
	*index.Index
}

func newMemex(t testing.TB) *memex {
	m := &memex{TB: t, dir: t.TempDir(), cache: filepath.Join(t.TempDir(), "cache")}
	m.reopen()
	t.Cleanup(func() { m.Close() })
	return m
}

func (m *memex) reopen() {
	m.Helper()
	if m.Index != nil {
		m.Close()
	}
	x, err := index.Open(index.Options{Dir: m.cache, Root: m.dir, Now: time.Now,
		Private: org.Privacy{Tags: []string{"secret"}, Paths: []string{m.dir + "/private"}}})
	if err != nil {
		m.Fatal(err)
	}
	m.Index = x
}

func (m *memex) write(name, text string) {
	m.Helper()
	path := filepath.Join(m.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		m.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		m.Fatal(err)
	}
}

// faults refreshes, and gives what was said of files, "" of their directories.
func (m *memex) faults() (said []string) {
	m.Helper()
	f, err := m.Refresh(context.Background(), 0)
	if err != nil {
		m.Fatal(err)
	}
	for _, fault := range f.Faults {
		said = append(said, filepath.Base(fault.File)+": "+fault.Why)
	}
	return said
}

func (m *memex) titles(text string) (titles []string) {
	m.Helper()
	for _, h := range search(m, m.Index, text) {
		titles = append(titles, h.Title)
	}
	return titles
}

func (m *memex) equal(got []string, want ...string) {
	m.Helper()
	if !slices.Equal(got, want) {
		m.Errorf("got %q, want %q", got, want)
	}
}

func (m *memex) files() (names []string) {
	names, err := filepath.Glob(filepath.Join(m.cache, "*"))
	if err != nil {
		m.Fatal(err)
	}
	return names
}

// A database that is damaged is made again: found out by opening it, or as it is searched.
func TestDamage(t *testing.T) {
	m := newMemex(t)
	for i := range 4 {
		m.write(fmt.Sprint(i, ".org"), fmt.Sprintf("* Paint fence %d\n:PROPERTIES:\n:ID: id-%d\n:END:\nshared words\n", i, i))
	}
	m.faults()
	m.Close()
	name := m.files()[0]
	sound, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		bad := bytes.Clone(sound)
		switch round % 3 {
		case 0:
			bad = bad[:r.IntN(len(bad))]
		case 1:
			page := 4096 * r.IntN(len(bad)/4096)
			clear(bad[page : page+4096])
		default:
			for range 20 {
				bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
			}
		}
		for _, name := range m.files() {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(name, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		m.reopen()
		hits, err := m.Search(context.Background(), memory.Query{Text: "shared words"})
		for _, h := range hits {
			if text, err := m.Text(context.Background(), h.Note); err == nil && text.Body != "shared words\n" {
				t.Fatalf("round %d: %q", round, text.Body)
			}
		}
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if _, err := m.Rebuild(context.Background()); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if got := m.titles("shared words"); len(got) != 4 {
			t.Fatalf("round %d: got %q", round, got)
		}
		m.Close()
	}
	m.reopen()
}

func TestOddFiles(t *testing.T) {
	m := newMemex(t)
	m.write("good.org", "* Good needle\r\nwith CRLF\r\n** Below\r\nneedle too\r\n")
	m.write("bytes.org", "* Bytes \xff\xfe needle\x00\n\xc3\x28 and more \x00 needle\n")
	m.write("none.org", "needle without any headline")
	m.write("read.md", "Title\n=====\nneedle\n## Second\n```\n# not one\n```\n")
	m.write("other.txt", "needle")
	m.write(".hidden.org", "* needle")
	m.write("private/x.org", "* needle")
	m.write("twice.org", "* One needle\n:PROPERTIES:\n:ID: same\n:END:\n* Two needle\n:PROPERTIES:\n:ID: same\n:END:\n")
	m.write("again.org", "* Three needle\n:PROPERTIES:\n:ID: same\n:END:\n")
	var deep strings.Builder
	for i := range 10_000 {
		deep.WriteString(strings.Repeat("*", i+1) + " d\n")
	}
	m.write("deep.org", deep.String())
	m.write("large.org", "* needle")
	if err := errors.Join(os.Truncate(filepath.Join(m.dir, "large.org"), 1<<30),
		os.Symlink(".", filepath.Join(m.dir, "loop")), os.Symlink("loop.org", filepath.Join(m.dir, "loop.org")),
		unix.Mkfifo(filepath.Join(m.dir, "fifo.org"), 0o600)); err != nil {
		t.Fatal(err)
	}
	m.equal(m.faults(), "fifo.org: not a regular file: a FIFO", "large.org: it is larger than 64 MiB",
		"loop.org: a symbolic link, which is not followed")
	m.equal(m.faults()) // each is said once
	st, err := m.Stat()
	if err != nil || len(st.Faults) != 3 || st.Files != 7 || st.Private != 1 {
		t.Errorf("got %+v, %v", st, err)
	}
	got := m.titles("needle")
	slices.Sort(got)
	m.equal(got, "Below", "Bytes \ufffd needle\x00", "Good needle", "One needle", "Three needle", "Title", "Two needle",
		"none")
	var several *index.SeveralError
	if _, err := m.Lookup("same", memory.Reach{}); !errors.As(err, &several) || len(several.Notes) != 3 {
		t.Errorf("got %v", err)
	}
	m.reopen()
	if n, err := m.Lookup("Good needle/Below", memory.Reach{}); err != nil || n.Level != 2 {
		t.Errorf("got %v, %v", n, err)
	}
}

func TestMemexVanishes(t *testing.T) {
	m := newMemex(t)
	m.write("a.org", "* Paint the fence\n")
	m.faults()
	if err := os.Rename(m.dir, m.dir+"-gone"); err != nil {
		t.Fatal(err)
	}
	m.equal(m.faults(), filepath.Base(m.dir)+": it is not there")
	m.equal(m.faults())
	m.equal(m.titles("fence"))
	if n, err := m.Lookup("Paint the fence", memory.Reach{}); err != nil {
		t.Error(err)
	} else if _, err := m.Text(context.Background(), n); err == nil {
		t.Error("got the text of what is not there")
	}
	if err := os.Rename(m.dir+"-gone", m.dir); err != nil {
		t.Fatal(err)
	}
	m.equal(m.faults())
	m.equal(m.titles("fence"), "Paint the fence")
}

func TestChangedSinceIndexed(t *testing.T) {
	m := newMemex(t)
	m.write("a.org", "* Fence\nis green\n* Roof\nis red\n")
	m.write("b.org", "* Door\nis blue\n")
	m.faults()
	roof, err := m.Lookup("Roof", memory.Reach{})
	if err != nil {
		t.Fatal(err)
	}
	m.write("a.org", "* Gate\nis new and stands before\n* Fence\nis yellow\n* Roof\nis black\n")
	text, err := m.Text(context.Background(), roof)
	if err != nil || text.Body != "is black\n" || text.Start == roof.Start {
		t.Errorf("got %+v, %v", text, err)
	}
	m.equal(m.titles("yellow"), "Fence")
	m.write("a.org", "* Fence\nis brown now\n")
	hits := search(t, m.Index, "fence yellow")
	if len(hits) != 1 || !strings.Contains(hits[0].Excerpt, "brown") {
		t.Errorf("got %v", hits)
	}
	if err := os.Remove(filepath.Join(m.dir, "b.org")); err != nil {
		t.Fatal(err)
	}
	m.equal(m.titles("door blue"))
	if _, err := m.Text(context.Background(), roof); !errors.Is(err, index.ErrGone) {
		t.Errorf("got %v", err)
	}
}

// An index that cannot be written is said once, and serves this process.
func TestUnwritable(t *testing.T) {
	m := newMemex(t)
	m.write("a.org", "* Fence\n")
	m.Close()
	if err := os.RemoveAll(m.cache); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(m.cache, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	m.reopen()
	if said := m.faults(); len(said) != 1 || !strings.Contains(said[0], "cannot be written") {
		t.Errorf("got %q", said)
	}
	m.equal(m.titles("fence"), "Fence")
	m.write("b.org", "* Fence again\n")
	m.equal(m.faults())
	if err := os.Remove(m.cache); err != nil {
		t.Fatal(err)
	}
	m.write("c.org", "* Fence anew\n")
	m.reopen()
	m.equal(m.faults())
	if got := m.titles("fence"); len(got) != 3 {
		t.Errorf("got %q", got)
	}
}

// What is private is in no file of the index, also when it was not when that was made.
func TestPrivateIsNowhere(t *testing.T) {
	m := newMemex(t)
	text := "* Open\nplain\n** Inner :%s:\nxyzzyword\n*** Under\nxyzzyword\n* Rest\n"
	m.write("a.org", fmt.Sprintf(text, "fine"))
	m.write("b.org", "#+FILETAGS: :%s:\nno headline\n")
	m.faults()
	if got := m.titles("xyzzyword"); len(got) != 2 {
		t.Errorf("got %q", got)
	}
	for _, tag := range []string{"secret", "crypt"} {
		m.write("a.org", fmt.Sprintf(text, tag))
		m.equal(m.titles("xyzzyword"))
		n, err := m.Lookup("Open", memory.Reach{})
		if err != nil {
			t.Fatal(err)
		}
		whole, err := m.Text(context.Background(), n)
		if err != nil || whole.Whole != "* Open\nplain\n" || whole.Private != 2 || n.Children != 0 {
			t.Errorf("got %+v, %v", whole, err)
		}
		if _, err := m.Rebuild(context.Background()); err != nil {
			t.Fatal(err)
		}
		for _, name := range m.files() {
			b, err := os.ReadFile(name)
			if err != nil || bytes.Contains(b, []byte("xyzzy")) || bytes.Contains(b, []byte("Inner")) {
				t.Errorf("%s: it holds what is private, %v", name, err)
			}
		}
	}
}

// Whatever is changed in whatever order, the index is as one that is made anew.
func TestRefreshIsRebuild(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	words := strings.Fields("alpha beta gamma delta omega sigma kappa lambda")
	m := newMemex(t)
	all := func() (out []string) {
		for _, w := range words {
			hits, err := m.Search(context.Background(), memory.Query{Text: w, Limit: 1000})
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range hits {
				out = append(out, fmt.Sprintln(w, h.Title, h.ID, h.Handle, h.File, h.Start, h.End, h.Level, h.Tags, h.TODO,
					h.Children))
			}
		}
		slices.Sort(out)
		return out
	}
	for round := range 30 {
		for range 1 + r.IntN(6) {
			name := fmt.Sprintf("%d/f%d.org", r.IntN(3), r.IntN(12))
			if r.IntN(4) == 0 {
				_ = os.Remove(filepath.Join(m.dir, name))
				continue
			}
			var b strings.Builder
			for range r.IntN(8) {
				fmt.Fprintf(&b, "%s TODO %s :%s:\n%s\n", strings.Repeat("*", 1+r.IntN(3)), words[r.IntN(8)], words[r.IntN(8)],
					strings.Join(words[r.IntN(4):4+r.IntN(4)], " "))
			}
			m.write(name, b.String())
		}
		if r.IntN(5) == 0 {
			m.reopen()
		}
		m.faults()
		got := all()
		if round%5 < 4 {
			continue
		}
		if _, err := m.Rebuild(context.Background()); err != nil {
			t.Fatal(err)
		}
		if want := all(); !slices.Equal(got, want) {
			t.Fatalf("round %d: got\n%swant\n%s", round, got, want)
		}
	}
}

// Several processes refresh and search one index at once.
func TestManyAtOnce(t *testing.T) {
	m := newMemex(t)
	for i := range 50 {
		m.write(fmt.Sprintf("%d.org", i), fmt.Sprintf("* Fence %d\n", i))
	}
	var wait sync.WaitGroup
	for n := range 4 {
		x := opened(t, m.cache, m.dir)
		for range 2 {
			wait.Go(func() {
				for i := range 10 {
					m.write(fmt.Sprintf("%d.org", n*10+i), fmt.Sprintf("* Fence changed %d\n", i))
					if _, err := x.Refresh(context.Background(), 0); err != nil {
						t.Error(err)
					}
					q := memory.Query{Text: "fence", Limit: 100}
					if hits, err := x.Search(context.Background(), q); err != nil || len(hits) < 40 {
						t.Error(len(hits), err)
					}
				}
			})
		}
		t.Cleanup(func() { x.Close() })
	}
	wait.Wait()
	m.faults()
	if got := search(t, m.Index, "changed"); len(got) != 20 {
		t.Errorf("got %d", len(got))
	}
}

// With a budget, each Refresh goes on where the last one stopped, until all is known.
func TestBudget(t *testing.T) {
	m := newMemex(t)
	for i := range 200 {
		m.write(fmt.Sprintf("%d/%d.org", i%10, i), fmt.Sprintf("* Fence %d\n", i))
	}
	for round, notes := 0, 0; notes < 200; round++ {
		f, err := m.Refresh(context.Background(), 2*time.Millisecond)
		if err != nil || round > 1000 || f.Notes < notes || f.Behind == 0 && f.Notes < 200 {
			t.Fatalf("round %d: got %+v, %v", round, f, err)
		}
		if notes = f.Notes; round%20 == 7 {
			m.reopen()
		}
	}
	if f, err := m.Refresh(context.Background(), 0); err != nil || f.Behind != 0 || f.Notes != 200 {
		t.Errorf("got %+v, %v", f, err)
	}
}
