package memory

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/enginetest"
	"pp/engine/store"
)

// childEnv names what this test binary does when it is run as a child.
const childEnv = "PP_MEMORY_TEST_CHILD"

func long() bool { return os.Getenv("PP_LONG") == "1" }

func TestMain(m *testing.M) {
	what := os.Getenv(childEnv)
	if what == "" {
		enginetest.Quicken(os.Getenv, 4)
		flag.Parse()
		if !long() && flag.Lookup("rapid.checks").Value.String() == "100" {
			_ = flag.Set("rapid.checks", "25")
		}
		os.Exit(m.Run())
	}
	if err := child(what, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// child writes to a store and says each time what was acknowledged: a number of notes, or
// everything there is, until it is killed.
func child(what, dir, arg string) error {
	s, ctx := open(dir), context.Background()
	if s.options.Segment = 20_000; what == "put" {
		s.options.Segment = 1 << 20
	}
	n, err := strconv.Atoi(arg)
	if err != nil {
		return err
	}
	by := Author{Session: what + strconv.Itoa(os.Getpid())}
	for i := 0; err == nil; i++ {
		o := note(strings.Repeat("x", i%37))
		if i%5 == 4 {
			o.Content = strings.Repeat("long", 1200)
		}
		var kept Object
		if kept, err = s.Put(ctx, by, o); err != nil {
			break
		}
		fmt.Println("put", kept.ID, kept.Hash)
		switch {
		case what == "put" && i+1 == n:
			return nil
		case what == "put":
		case i%11 == 10:
			_, err = s.Forget(ctx, by, []string{kept.ID})
			fmt.Println("forgot", kept.ID, kept.Hash)
		case i%7 == 6:
			_, err = s.Snapshot(ctx, by, "a")
		}
	}
	return err
}

func childCommand(what, dir string, n int) *exec.Cmd {
	cmd := exec.Command(os.Args[0], dir, strconv.Itoa(n))
	cmd.Env = append(os.Environ(), childEnv+"="+what)
	return cmd
}

// TestInvariant11MemoryIsKilled: a process that is killed at any time while it writes,
// forgets loses nothing that it acknowledged, and what was forgotten is in no
// file. 1,000 kills with PP_LONG=1.
func TestInvariant11MemoryIsKilled(t *testing.T) {
	t.Parallel()
	kills := 15
	if long() {
		kills = 1000
	}
	if n, err := strconv.Atoi(os.Getenv("PP_KILLS")); err == nil {
		kills = n
	}
	const each = 50 // kills of one store
	for left := kills; left > 0; left -= each {
		t.Run(strconv.Itoa(left), func(t *testing.T) {
			t.Parallel()
			killed(t, filepath.Join(t.TempDir(), "memory"), min(left, each))
		})
	}
}

func killed(t *testing.T, dir string, kills int) {
	t.Helper()
	want := map[string]string{} // the hash of each object
	var forgotten []string
	for kill := range kills {
		cmd := childCommand("all", dir, 0)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines, last := bufio.NewScanner(out), 1+rand.IntN(40)
		for i := 0; lines.Scan(); i++ {
			f := strings.Fields(lines.Text())
			if want[f[1]] = f[2]; f[0] == "forgot" {
				delete(want, f[1])
				forgotten = append(forgotten, f[1])
			}
			if i == last {
				time.AfterFunc(time.Duration(rand.IntN(5000))*time.Microsecond, func() { cmd.Process.Kill() })
			}
		}
		if cmd.Wait(); said.Len() > 0 {
			t.Fatalf("the child ended by itself: %s", said.Bytes())
		}
		checkKilled(t, open(dir), want, kill)
	}
	s := open(dir)
	if _, err := s.Put(context.Background(), me, note("the last one")); err != nil {
		t.Fatal(err)
	}
	notIn(t, dir, forgotten)
}

// checkKilled looks for what was acknowledged. The last object may have been written, or
// forgotten, and not acknowledged.
func checkKilled(t *testing.T, s *Store, want map[string]string, kill int) {
	t.Helper()
	if _, err := s.Verify(context.Background()); err != nil {
		t.Fatalf("kill %d: %v", kill, err)
	}
	got := map[string]string{}
	if err := s.All(Reach{All: true}, func(o Object) bool { got[o.ID] = o.Hash.String(); return true }); err != nil {
		t.Fatalf("kill %d: %v", kill, err)
	}
	var missing []string
	for id, h := range want {
		if got[id] != h {
			missing = append(missing, id)
		}
	}
	extra := 0
	for id, h := range got {
		if want[id] == "" {
			extra++
			want[id] = h
		}
	}
	if len(missing) > 1 || extra > 1 || len(missing) == 1 && extra > 0 {
		t.Fatalf("kill %d: %d are missing and %d are new", kill, len(missing), extra)
	}
	for _, id := range missing {
		if _, err := s.History(id); !errors.Is(err, ErrNoObject) { // it was being forgotten
			t.Fatalf("kill %d: %s is lost: %v", kill, id, err)
		}
		delete(want, id)
	}
}

// notIn looks for texts in all files of a directory.
func notIn(t *testing.T, dir string, texts []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		for _, text := range texts {
			if bytes.Contains(data, []byte(text)) {
				t.Errorf("%s still has %.40q", name, text)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestManyProcesses: of 50 processes that write at once none loses a record, 1,000 records
// each with PP_LONG=1.
func TestManyProcesses(t *testing.T) {
	t.Parallel()
	processes, each := 12, 12
	if long() {
		processes, each = 50, 1000
	}
	dir := filepath.Join(t.TempDir(), "memory")
	outs := make([]bytes.Buffer, processes)
	var all []*exec.Cmd
	for i := range processes {
		cmd := childCommand("put", dir, each)
		cmd.Stdout, cmd.Stderr = &outs[i], &outs[i]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, cmd)
	}
	want := map[string]string{}
	for i, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%v: %s", err, outs[i].Bytes())
		}
		for line := range strings.Lines(outs[i].String()) {
			f := strings.Fields(line)
			want[f[1]] = f[2]
		}
	}
	if len(want) != processes*each {
		t.Fatalf("%d records were acknowledged", len(want))
	}
	checkKilled(t, open(dir), want, 0)
	if r, err := open(dir).Verify(context.Background()); err != nil || r.Records != processes*each || r.Torn != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
}

// broken is a store of six records, the last three of which are looked at, and its files.
func broken(t *testing.T) (s *Store, data []byte, begin int) {
	t.Helper()
	s = open(filepath.Join(t.TempDir(), "memory"))
	for i := range 5 {
		o := note(fmt.Sprintf("note %d\n; 12 of many lines", i))
		put(t, s, o)
	}
	if _, err := s.Snapshot(context.Background(), me, "a"); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(s.gen.file(1))
	if err != nil {
		t.Fatal(err)
	}
	return s, data, int(s.gen.rows[len(s.gen.rows)-3].offset)
}

// looked is what a new process finds: the contents, or an error, which must have a position.
func looked(t *testing.T, dir string) ([]string, error) {
	t.Helper()
	s := open(dir)
	_, err := s.Verify(context.Background())
	var got []string
	if err == nil {
		err = s.All(Reach{All: true}, func(o Object) bool { got = append(got, o.Content); return true })
	}
	var damage *store.DamageError
	if err != nil && !errors.As(err, &damage) {
		t.Fatalf("an error without a position: %v", err)
	}
	return got, err
}

// The last three records, cut at every byte: refused with the position where it is known
// that they were acknowledged, else whole as far as they go; a torn one is cut off.
func TestCutAtEveryByte(t *testing.T) {
	t.Parallel()
	s, data, begin := broken(t)
	name, rows := s.gen.file(1), filepath.Join(s.gen.dir, rowsName)
	positions, err := os.ReadFile(rows)
	if err != nil {
		t.Fatal(err)
	}
	step := 5
	if long() {
		step = 1
	}
	for cut := begin; cut < len(data); cut += step {
		if err := errors.Join(os.WriteFile(name, data[:cut], 0o600), os.WriteFile(rows, positions, 0o600)); err != nil {
			t.Fatal(err)
		}
		if got, err := looked(t, s.dir); err == nil {
			t.Fatalf("cut at %d: the missing end was not noticed: %q", cut, got)
		}
		if _, err := open(s.dir).Put(context.Background(), me, note("new")); err == nil {
			t.Fatalf("cut at %d: it was written over", cut)
		}
		if err := os.Remove(rows); err != nil {
			t.Fatal(err)
		}
		whole := 0
		for _, w := range s.gen.rows {
			if int(w.offset+w.length) <= cut && w.kind == kindObject {
				whole++
			}
		}
		if got, err := looked(t, s.dir); err != nil || len(got) != whole {
			t.Fatalf("cut at %d without rows: %q, %v", cut, got, err)
		}
		said := ""
		fresh := open(s.dir)
		fresh.options.Report = func(text string) { said = text }
		put(t, fresh, note("new"))
		got, err := looked(t, s.dir)
		if err != nil || len(got) != whole+1 || got[whole] != "new" {
			t.Fatalf("cut at %d, then written: %q, %v", cut, got, err)
		}
		torn := !slices.ContainsFunc(s.gen.rows, func(w row) bool { return int(w.offset) == cut })
		if torn != (said != "") {
			t.Fatalf("cut at %d: it was said: %q", cut, said)
		}
	}
}

// The last three records, flipped at every bit: refused with the position, with rows or
// without, and a sound copy has all but one record.
func TestFlippedAtEveryBit(t *testing.T) {
	t.Parallel()
	s, data, begin := broken(t)
	name, rows := s.gen.file(1), filepath.Join(s.gen.dir, rowsName)
	positions, err := os.ReadFile(rows)
	if err != nil {
		t.Fatal(err)
	}
	step := 31 // has no factor with 8: each bit of a byte is flipped somewhere
	if long() {
		step = 1
	}
	for bit := begin * 8; bit < len(data)*8; bit += step {
		bad := bytes.Clone(data)
		bad[bit/8] ^= 1 << (bit % 8)
		if err := errors.Join(os.WriteFile(name, bad, 0o600), os.WriteFile(rows, positions, 0o600)); err != nil {
			t.Fatal(err)
		}
		if got, err := looked(t, s.dir); err == nil {
			t.Fatalf("bit %d of byte %d: not noticed: %q", bit%8, bit/8, got)
		}
		if err := os.Remove(rows); err != nil {
			t.Fatal(err)
		}
		_, err := looked(t, s.dir)
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Fatalf("bit %d of byte %d: without rows: %v", bit%8, bit/8, err)
		}
		if _, err := open(s.dir).Put(context.Background(), me, note("new")); err == nil {
			t.Fatalf("bit %d of byte %d: it was written over", bit%8, bit/8)
		}
		if bit%3 != 0 {
			continue
		}
		to := filepath.Join(t.TempDir(), "copy")
		if r, err := s.Repair(context.Background(), to); err != nil || r.Records != 5 || r.Dropped != 1 {
			t.Fatalf("bit %d of byte %d: repaired: %+v, %v", bit%8, bit/8, r, err)
		}
	}
}

func TestForgottenIsInNoFile(t *testing.T) {
	ctx := context.Background()
	s := open(filepath.Join(t.TempDir(), "memory"))
	secret, hidden := "a planted secret", strings.Repeat("a long planted text ", 500)
	o := put(t, s, note(secret))
	keep := put(t, s, note(strings.Repeat("another long text ", 500)))
	o.Content = hidden
	second := put(t, s, o)
	if err := s.Keep(ctx, me, []Object{{ID: o.ID, Type: "NOTE", Content: secret + " as shown"}}); err != nil {
		t.Fatal(err)
	}
	x, err := s.Snapshot(ctx, me, "before")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Forget(ctx, me, []string{o.ID, "nobody"}); !errors.Is(err, ErrNoObject) {
		t.Fatal(err)
	}
	before, _ := s.Head()
	gone, err := s.Forget(ctx, me, []string{o.ID})
	if err != nil || len(gone.Hashes) != 3 || !slices.Contains(gone.Hashes, second.Hash) {
		t.Fatalf("%+v, %v", gone, err)
	}
	notIn(t, s.dir, []string{secret, "planted text", o.ID, second.Hash.String()})
	if after, _ := s.Head(); after == before {
		t.Error("the head is as it was")
	}
	if _, err := s.History(o.ID); !errors.Is(err, ErrNoObject) {
		t.Error(err)
	}
	for _, s := range []*Store{s, open(s.dir)} {
		if _, err := s.Rollback(ctx, me, x.Number, RollbackOptions{All: true}); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Get(keep.ID); err != nil || got.Hash != keep.Hash {
			t.Fatal(got, err)
		}
		if _, err := s.Verify(ctx); err != nil {
			t.Fatal(err)
		}
	}
}

// What is not as pp leaves it is an error, and nobody waits for it or follows it.
func TestOddFiles(t *testing.T) {
	for name, change := range map[string]func(s *Store) error{
		"the journal is gone":       func(s *Store) error { return os.RemoveAll(s.gen.dir) },
		"a segment is gone":         func(s *Store) error { return os.Remove(s.gen.file(1)) },
		"the first segment is gone": func(s *Store) error { return os.Rename(s.gen.file(1), s.gen.file(2)) },
		"a blob is gone":            func(s *Store) error { return os.RemoveAll(filepath.Join(s.gen.dir, blobsName)) },
		"the pointer is a directory": func(s *Store) error {
			return replaced(s.pointer(), os.Mkdir(s.pointer()+"2", 0o700))
		},
		"the pointer is a FIFO": func(s *Store) error {
			return replaced(s.pointer(), unix.Mkfifo(s.pointer()+"2", 0o600))
		},
		"the pointer is empty": func(s *Store) error {
			return replaced(s.pointer(), os.WriteFile(s.pointer()+"2", nil, 0o600))
		},
		"the rows are a FIFO": func(s *Store) error {
			rows := filepath.Join(s.gen.dir, rowsName)
			return replaced(rows, unix.Mkfifo(rows+"2", 0o600))
		},
		"a segment is a link": func(s *Store) error {
			return errors.Join(os.Rename(s.gen.file(1), s.dir+"/real"), os.Symlink(s.dir+"/real", s.gen.file(1)))
		},
	} {
		s := open(filepath.Join(t.TempDir(), "memory"))
		put(t, s, note("one"))
		put(t, s, note(strings.Repeat("long", 2000)))
		if err := change(s); err != nil {
			t.Fatal(err)
		}
		if err := open(s.dir).All(Reach{All: true}, func(Object) bool { return true }); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := open(s.dir).Verify(t.Context()); err == nil {
			t.Errorf("%s: no error when verified", name)
		}
		if !strings.HasPrefix(name, "the pointer") {
			continue
		}
		if r, err := open(s.dir).Repair(t.Context(), s.dir+"-copy"); err != nil || r.Objects != 2 {
			t.Errorf("%s: the copy has %d objects, %v", name, r.Objects, err)
		}
	}
}

// replaced puts name+"2" in the place of a file.
func replaced(name string, err error) error {
	return errors.Join(err, os.Remove(name), os.Rename(name+"2", name))
}

// limit sets a limit, whose type differs by system.
func limit[T int64 | uint64](to *T, bytes int64) { *to = T(bytes) }

// A disk that is full, or cannot be written to, is an error that keeps what is there. The limit is set in a process of
// its own, since go test too writes files here.
func TestDiskFull(t *testing.T) {
	const limited = "PP_TEST_LIMITED"
	if os.Getenv(limited) == "" {
		cmd := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), limited+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	s := open(filepath.Join(t.TempDir(), "memory"))
	put(t, s, note("first"))
	var was unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	full := was
	limit(&full.Cur, s.gen.size+100)
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &full); err != nil {
		t.Fatal(err)
	}
	_, err := s.Put(context.Background(), me, note(strings.Repeat("second", 100)))
	if rerr := unix.Setrlimit(unix.RLIMIT_FSIZE, &was); rerr != nil {
		t.Fatal(rerr)
	}
	if !errors.Is(err, unix.EFBIG) {
		t.Fatal(err)
	}
	put(t, s, note("third"))
	if got, err := looked(t, s.dir); err != nil || strings.Join(got, " ") != "first third" {
		t.Fatal(got, err)
	}
}
