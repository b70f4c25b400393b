package audit

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/enginetest"
	"pp/sexp"
)

// childEnv names what this test binary does when it is run as a child.
const childEnv = "PP_AUDIT_TEST_CHILD"

func TestMain(m *testing.M) {
	switch os.Getenv(childEnv) {
	case "":
		enginetest.Quicken(os.Getenv, 4)
		os.Exit(m.Run())
	case "append":
		appendForever(os.Args[1])
	case "full":
		fillUp(os.Args[1])
	}
}

func child(t *testing.T, what, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], dir)
	cmd.Env = append(os.Environ(), childEnv+"="+what)
	cmd.Stderr = os.Stderr
	return cmd
}

func fileStore(t testing.TB, dir string) *FileStore {
	t.Helper()
	s, err := NewFileStore(dir, "s-1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func contents(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestFileStoreIsLazyAndPrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state", "trace")
	store := fileStore(t, dir)
	l := NewLog(store, plainOptions())
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("something was made before the first record: %v", err)
	}
	long := strings.Repeat("long\xff", 2000)
	record(t, l, said("hello"))
	record(t, l, engine.Record{Kind: engine.RecordPrompt, Text: long, Durable: true})
	modes := map[string]fs.FileMode{}
	err := filepath.WalkDir(filepath.Dir(dir), func(name string, d fs.DirEntry, err error) error {
		info, ierr := d.Info()
		modes[filepath.Base(name)] = info.Mode()
		return errors.Join(err, ierr)
	})
	e := entries(t, contents(t, store.Path()))
	blob := e[2].Text
	want := map[string]fs.FileMode{"state": fs.ModeDir | 0o700, "trace": fs.ModeDir | 0o700, "s-1.trace": 0o600,
		"s-1.blobs": fs.ModeDir | 0o700, "s-1.head": 0o600, blob.Blob: 0o600}
	if err != nil || len(modes) != len(want) {
		t.Errorf("%v, %v", modes, err)
	}
	for name, mode := range want {
		if modes[name] != mode {
			t.Errorf("%s has mode %v, want %v", name, modes[name], mode)
		}
	}
	if got, err := store.ReadBlob(blob.Blob); err != nil || got != long {
		t.Errorf("the blob has %d bytes, %v", len(got), err)
	}
}

func TestBlobsCanBeDeleted(t *testing.T) {
	store := fileStore(t, t.TempDir())
	record(t, NewLog(store, plainOptions()), said(strings.Repeat("x", 5000)))
	if err := os.RemoveAll(store.blobs()); err != nil {
		t.Fatal(err)
	}
	if s, err := verify(bytes.NewReader(contents(t, store.Path()))); err != nil || s.Records != 2 {
		t.Errorf("the chain broke: %+v, %v", s, err)
	}
}

func TestTornRecordIsCutAndReported(t *testing.T) {
	dir := t.TempDir()
	store := fileStore(t, dir)
	record(t, NewLog(store, plainOptions()), said("whole"))
	store.Close()
	whole := contents(t, store.Path())
	torn := append(bytes.Clone(whole), whole[:100]...)
	if err := os.WriteFile(store.Path(), torn, 0o600); err != nil {
		t.Fatal(err)
	}
	record(t, NewLog(fileStore(t, dir), plainOptions()), said("after"))
	e := entries(t, contents(t, store.Path()))
	if n, _ := e[2].Fields.Integer("CUT"); len(e) != 4 || e[2].Kind != KindResume || n != 100 ||
		e[3].Text.Inline != "after" {
		t.Errorf("%+v", e)
	}
	if !bytes.HasPrefix(contents(t, store.Path()), whole) {
		t.Error("a whole record was changed")
	}
}

func TestDamageIsRefusedAndLeft(t *testing.T) {
	dir := t.TempDir()
	store := fileStore(t, dir)
	l := NewLog(store, plainOptions())
	record(t, l, said("one"))
	record(t, l, said("two"))
	store.Close()
	damaged := bytes.Replace(contents(t, store.Path()), []byte(`"one"`), []byte(`"0ne"`), 1)
	if err := os.WriteFile(store.Path(), damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	again := NewLog(fileStore(t, dir), plainOptions())
	for range 2 {
		err := again.Record(t.Context(), said("x"))
		var damage *DamageError
		if !errors.As(err, &damage) || damage.Line != 2 || !strings.Contains(err.Error(), store.Path()) {
			t.Fatalf("%v", err)
		}
	}
	if !bytes.Equal(damaged, contents(t, store.Path())) {
		t.Error("a damaged file was changed")
	}
}

func TestFileStoreRefuses(t *testing.T) {
	for _, name := range []string{"", ".", "..", "a/b", "-x", "a b", "a\x00", "é", strings.Repeat("a", 101)} {
		if _, err := NewFileStore(t.TempDir(), name); err == nil {
			t.Errorf("%.20q names a session", name)
		}
	}
	for what, prepare := range map[string]func(path string) error{
		"a FIFO":          func(path string) error { return unix.Mkfifo(path, 0o600) },
		"a directory":     func(path string) error { return os.Mkdir(path, 0o700) },
		"a symbolic link": func(path string) error { return os.Symlink("/dev/null", path) },
	} {
		store := fileStore(t, t.TempDir())
		if err := prepare(store.Path()); err != nil {
			t.Fatal(err)
		}
		if err := NewLog(store, plainOptions()).Record(t.Context(), said("x")); err == nil {
			t.Errorf("%s was taken for a trace", what)
		}
	}
	under := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(under, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := NewLog(fileStore(t, filepath.Join(under, "trace")), plainOptions()).Record(t.Context(),
		said("x")); err == nil {
		t.Error("a directory under a file was made")
	}
}

func TestOneWriterAtATime(t *testing.T) {
	dir := t.TempDir()
	one, two := fileStore(t, dir), fileStore(t, dir)
	record(t, NewLog(one, plainOptions()), said("one"))
	if err := NewLog(two, plainOptions()).Record(t.Context(), said("two")); !errors.Is(err, ErrBusy) {
		t.Errorf("a second writer: %v", err)
	}
	if err := errors.Join(one.Close(), one.Close(), two.Close()); err != nil {
		t.Error(err)
	}
	if err := one.Append([]byte("x\n"), false); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	record(t, NewLog(fileStore(t, dir), plainOptions()), said("three"))
}

// appendForever acknowledges each record on standard output until it is killed.
func appendForever(dir string) {
	store, err := NewFileStore(dir, "s-1")
	if err != nil {
		panic(err)
	}
	l := NewLog(store, Options{Session: "s-1", Inline: 100})
	for i := 0; ; i++ {
		r := engine.Record{Kind: engine.RecordIntent, Durable: i%16 == 0, Text: strings.Repeat("x", i%300),
			Fields: sexp.Plist{}.With("N", sexp.String(fmt.Sprintf("%d-%d", os.Getpid(), i)))}
		if err := l.Record(context.Background(), r); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Printf("%d-%d\n", os.Getpid(), i)
	}
}

// TestKilled: whenever the process is killed, the trace opens and has every
// record that was acknowledged, with its text.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	var acknowledged []string
	for round := range 8 {
		cmd := child(t, "append", dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 20 + 37*round; n > 0 && lines.Scan(); n-- {
			acknowledged = append(acknowledged, lines.Text())
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() { // what was on its way in the pipe
			acknowledged = append(acknowledged, lines.Text())
		}
		if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != -1 {
			t.Fatalf("the child was not killed: %v", err)
		}
		if _, err := fileStore(t, dir).Scan(nil); err != nil {
			t.Fatal(err)
		}
	}
	store := fileStore(t, dir)
	if s, err := store.Scan(nil); err != nil || s.Anchored == 0 || s.Anchored > s.Records {
		t.Errorf("the head does not fit the trace: %+v, %v", s, err)
	}
	found := map[string]bool{}
	for _, e := range entries(t, mended(t, store)) {
		n, _ := e.Fields.Text("N")
		found[n] = true
		if e.Kind == engine.RecordIntent {
			if e.Text.Blob != "" {
				text, err := store.ReadBlob(e.Text.Blob)
				if err != nil {
					t.Fatal(err)
				}
				e.Text.Inline = text
			}
			i, err := strconv.Atoi(n[strings.IndexByte(n, '-')+1:])
			if err != nil || len(e.Text.Inline) != i%300 {
				t.Fatalf("%s has a text of %d bytes, %v", n, len(e.Text.Inline), err)
			}
		}
	}
	for _, n := range acknowledged {
		if !found[n] {
			t.Fatalf("record %s was acknowledged and is lost (%d acknowledged, %d found)", n, len(acknowledged), len(found))
		}
	}
	t.Logf("%d records acknowledged over 8 kills", len(acknowledged))
}

// mended opens a store, as the next run of pp would, and gives its trace.
func mended(t *testing.T, s *FileStore) []byte {
	t.Helper()
	if _, err := s.Open(); err != nil {
		t.Fatal(err)
	}
	return contents(t, s.Path())
}

// fillUp writes records while the file may not grow, then when it may again.
func fillUp(dir string) {
	signal.Ignore(unix.SIGXFSZ)
	limit := func(l unix.Rlimit) {
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &l); err != nil {
			panic(err)
		}
	}
	store, err := NewFileStore(dir, "s-1")
	if err != nil {
		panic(err)
	}
	l := NewLog(store, Options{Session: "s-1"})
	limit(unix.Rlimit{Cur: 2000, Max: unix.RLIM_INFINITY}) // a record's middle
	for i := range 30 {
		if i == 20 {
			limit(unix.Rlimit{Cur: unix.RLIM_INFINITY, Max: unix.RLIM_INFINITY})
		}
		err := l.Record(context.Background(), engine.Record{Kind: engine.RecordIntent, Text: strconv.Itoa(i),
			Durable: i%2 == 0})
		fmt.Println(i, err == nil)
	}
}

// TestDiskFull: a record that does not fit leaves nothing behind, those
// acknowledged before stay, and writing goes on when there is room again.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	out, err := child(t, "full", dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for line := range strings.Lines(string(out)) {
		if n, ok := strings.CutSuffix(line, " true\n"); ok {
			kept = append(kept, n)
		}
	}
	trace := contents(t, filepath.Join(dir, "s-1.trace"))
	var found []string
	lost := int64(0)
	for _, e := range entries(t, trace)[1:] {
		found = append(found, e.Text.Inline)
		lost += e.Lost
	}
	if got, want := strings.Join(found, " "), strings.Join(kept, " "); got != want || len(kept) == 30 ||
		lost != int64(30-len(kept)) {
		t.Errorf("acknowledged %s\nfound %s, %d said to be lost", want, got, lost)
	}
	if kept[len(kept)-1] != "29" {
		t.Error("writing did not go on")
	}
}

// A session goes on in a new file when its trace is full; what is put aside stays whole.
func TestFileStoreNext(t *testing.T) {
	dir := t.TempDir()
	o := plainOptions()
	o.MaxBytes, o.Inline = 8<<10, 64
	const most = 60
	for range 3 { // of them two that go on
		store, err := NewFileStore(dir, "s-1")
		if err != nil {
			t.Fatal(err)
		}
		l := NewLog(store, o)
		for range most / 3 {
			record(t, l, engine.Record{Kind: engine.RecordSignal, Text: strings.Repeat("long ", 100), Durable: true})
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := List(dir)
	if err != nil || len(kept) < 3 {
		t.Fatalf("%+v, %v", kept, err)
	}
	found := 0
	for _, k := range kept {
		store, err := NewFileStore(dir, k.Session)
		if err != nil {
			t.Fatal(err)
		}
		s, err := store.Scan(func(e Entry) error {
			if e.Text.Blob != "" {
				found++
				_, err := os.Stat(filepath.Join(store.blobs(), e.Text.Blob))
				return err
			}
			return nil
		})
		if err != nil || s.Session != "s-1" || s.Anchored == 0 {
			t.Errorf("%s: %+v, %v", k.Session, s, err)
		}
	}
	if found != most {
		t.Errorf("%d records were kept, want %d", found, most)
	}
	var names, want []string
	for i := range len(kept) - 1 {
		want = append(want, fmt.Sprintf("s-1-part%d", i+1))
	}
	parts, err := Parts(dir, "s-1")
	for _, p := range parts {
		names = append(names, p.Session())
	}
	if want = append(want, "s-1"); err != nil || !slices.Equal(names, want) {
		t.Errorf("the parts are %q, %v, want %q", names, err, want)
	}
	if parts, err = Parts(dir, "s"); err != nil || len(parts) != 1 {
		t.Errorf("a session with the beginning of its name has %d parts, %v", len(parts), err)
	}
}
