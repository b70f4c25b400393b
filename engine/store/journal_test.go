package store

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/sexp"
)

func rec(text string) sexp.Plist {
	return sexp.Plist{}.With("N", sexp.Int(len(text))).With("TEXT", Text(text))
}

// encode gives the bytes of records and where each of them ends.
func encode(tb testing.TB, list ...string) (data []byte, ends []int) {
	tb.Helper()
	for _, s := range list {
		var err error
		if data, err = AppendRecord(data, rec(s), Limits{}); err != nil {
			tb.Fatal(err)
		}
		ends = append(ends, len(data))
	}
	return data, ends
}

func textOf(p sexp.Plist) string {
	v, _ := p.Get("TEXT")
	s, _ := ParseText(v)
	return s
}

func scan(data []byte, lim Limits) (got []string, s State, err error) {
	s, err = Scan(bytes.NewReader(data), lim, func(p sexp.Plist) error {
		got = append(got, textOf(p))
		return nil
	})
	return got, s, err
}

var samples = []string{"", "one", "two\nlines", `"quoted" \ and (parens)`, "not UTF-8 \xff\xfe",
	"; 12 0123456789abcdef\n(:N 1)\n", strings.Repeat("x", 100000)}

func TestRecordsComeBackAsTheyWere(t *testing.T) {
	data, ends := encode(t, samples...)
	got, s, err := scan(data, Limits{})
	if err != nil || s.Records != len(samples) || s.Bytes != int64(len(data)) || s.Torn != 0 ||
		ends[len(ends)-1] != len(data) {
		t.Fatalf("%+v, %v", s, err)
	}
	for i, want := range samples {
		if got[i] != want {
			t.Errorf("record %d is %.80q, want %.80q", i, got[i], want)
		}
	}
}

func TestAnyCutKeepsTheRecordsBeforeIt(t *testing.T) {
	data, ends := encode(t, "one", "two\nlines", "\xff", "four")
	for cut := range len(data) + 1 {
		whole := 0
		for whole < len(ends) && ends[whole] <= cut {
			whole++
		}
		good := 0
		if whole > 0 {
			good = ends[whole-1]
		}
		got, s, err := scan(data[:cut], Limits{})
		if err != nil || len(got) != whole || s.Bytes != int64(good) || s.Torn != int64(cut-good) {
			t.Fatalf("cut at %d: %d records of %d, %+v, %v", cut, len(got), whole, s, err)
		}
	}
}

func TestDamageInTheMiddleIsRefused(t *testing.T) {
	data, ends := encode(t, "one", "two", "three")
	for i := range ends[1] {
		bad := bytes.Clone(data)
		bad[i] ^= 1
		got, _, err := scan(bad, Limits{})
		var damage *DamageError
		if !errors.As(err, &damage) {
			// A longer length can only make the record reach past the end.
			if err == nil && len(got) < 2 {
				continue
			}
			t.Fatalf("byte %d changed: %q, %v", i, got, err)
		}
		if int(damage.Offset) != 0 && int(damage.Offset) != ends[0] {
			t.Fatalf("byte %d changed: %v", i, damage)
		}
	}
	// What never reached the disk may come back as anything at the very end.
	for _, tail := range []string{strings.Repeat("\x00", 700), "; 5 0123456789abcdef\n\x00\x00\x00\x00\x00\n", "junk\n"} {
		got, s, err := scan(append(bytes.Clone(data), tail...), Limits{})
		if err != nil || len(got) != 3 || s.Torn != int64(len(tail)) {
			t.Errorf("tail %.20q: %d records, %+v, %v", tail, len(got), s, err)
		}
	}
}

func TestLimits(t *testing.T) {
	lim := Limits{Record: 100}
	if _, err := AppendRecord(nil, rec(strings.Repeat("x", 200)), lim); !errors.Is(err, ErrRecordSize) {
		t.Errorf("writing over the limit: %v", err)
	}
	if _, err := AppendRecord(nil, sexp.Plist{}.With("X", sexp.String("\xff")), lim); !errors.Is(err, ErrEncoding) {
		t.Errorf("writing what is not UTF-8: %v", err)
	}
	data, _ := encode(t, strings.Repeat("x", 200), "next")
	var damage *DamageError
	if _, _, err := scan(data, lim); !errors.As(err, &damage) {
		t.Errorf("reading over the limit: %v", err)
	}
	if _, _, err := scan([]byte("; 999999999 0123456789abcdef\n(x"), Limits{}); !errors.As(err, &damage) {
		t.Errorf("a length over the limit: %v", err)
	}
	if _, _, err := scan(data, Limits{File: 10}); err == nil {
		t.Error("a file over its limit was read")
	}
	stop := errors.New("stop")
	if _, err := Scan(bytes.NewReader(data), Limits{}, func(sexp.Plist) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("visit's error: %v", err)
	}
}

func TestWriter(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	name := filepath.Join(dir, "f")
	w, s, err := OpenJournal(name, Limits{}, nil)
	if err != nil || s.Records != 0 {
		t.Fatal(s, err)
	}
	if err := errors.Join(w.Append(rec("one"), true), w.Append(rec("two"), false)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fs.FileMode{name: 0o600, dir: fs.ModeDir | 0o700,
		filepath.Dir(dir): fs.ModeDir | 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	if _, _, err := OpenJournal(name, Limits{}, nil); !errors.Is(err, ErrBusy) {
		t.Errorf("a second writer: %v", err)
	}
	if err := errors.Join(w.Close(), w.Close()); err != nil {
		t.Error(err)
	}
	if err := w.Append(rec("late"), false); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	data, _ := os.ReadFile(name)
	if err := errors.Join(os.WriteFile(name, append(data, "; 40 torn"...), 0o600), os.Chmod(name, 0o644),
		os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	var got []string
	w, s, err = OpenJournal(name, Limits{}, func(p sexp.Plist) error { got = append(got, textOf(p)); return nil })
	if err != nil || s.Torn != 9 || len(got) != 2 {
		t.Fatalf("%+v, %q, %v", s, got, err)
	}
	defer w.Close()
	if info, _ := os.Stat(name); info.Mode() != 0o600 || info.Size() != int64(len(data)) {
		t.Errorf("%v, %d bytes of %d", info.Mode(), info.Size(), len(data))
	}
	if info, _ := os.Stat(dir); info.Mode().Perm() != 0o700 {
		t.Errorf("others may enter the directory: %v", info.Mode())
	}
	if err := w.Append(rec("three"), true); err != nil {
		t.Fatal(err)
	}
	if s, err := Load(name, Limits{}, nil); err != nil || s.Records != 3 || s.Torn != 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestNoLinkOrSpecialFileIsOpened(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "link")
	if err := os.Symlink(filepath.Join(dir, "target"), name); err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenJournal(name, Limits{}, nil); err == nil {
		t.Error("a link was followed for writing")
	}
	if _, err := Load(name, Limits{}, nil); err == nil {
		t.Error("a link was followed for reading")
	}
	if _, err := Load(dir, Limits{}, nil); !errors.Is(err, ErrDirectory) {
		t.Errorf("a directory: %v", err)
	}
	if _, err := Load(filepath.Join(dir, "none"), Limits{}, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing: %v", err)
	}
}

func TestReplaceAndLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "d", "f")
	for _, text := range []string{"first", "second"} {
		if err := ReplacePrivate(name, []byte(text), true); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != text {
			t.Errorf("%q, %v", got, err)
		}
	}
	if list, _ := os.ReadDir(filepath.Dir(name)); len(list) != 1 {
		t.Errorf("%d files were left", len(list))
	}
	unlock, err := Lock(context.Background(), name+".lock")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	enough := errors.New("enough")
	cancel(enough)
	if _, err := Lock(ctx, name+".lock"); !errors.Is(err, enough) {
		t.Errorf("a taken lock: %v", err)
	}
	unlock()
	if unlock, err = Lock(context.Background(), name+".lock"); err != nil {
		t.Fatal(err)
	}
	unlock()
}

func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		v, err := sexp.Read(sexp.Print(Text(s)), sexp.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if back, ok := ParseText(v); !ok || back != s {
			t.Fatalf("%q came back as %q, %v", s, back, ok)
		}
	})
	for _, bad := range []string{"NIL", "(:HEX)", `(:HEX "0")`, `(:HEX "00" . "x")`, `(:HEX :X)`, "1", `(:HEXX "00")`} {
		v, err := sexp.Read(bad, sexp.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := ParseText(v); ok {
			t.Errorf("%s was taken for %q", bad, s)
		}
	}
}

func FuzzScan(f *testing.F) {
	data, _ := encode(f, samples[:6]...)
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add([]byte("; 3 e7ac0786668e0ff0\nNIL\n"))
	f.Add([]byte("; -1 0123456789abcdef\n\n"))
	f.Add([]byte(strings.Repeat("\x00", 100)))
	f.Fuzz(func(t *testing.T, data []byte) {
		n := 0
		s, err := Scan(bytes.NewReader(data), Limits{Record: 1 << 16}, func(sexp.Plist) error { n++; return nil })
		if s.Records != n || s.Bytes > int64(len(data)) || s.Bytes < 0 || s.Torn < 0 {
			t.Fatalf("%+v of %d bytes, %d records", s, len(data), n)
		}
		if err == nil && s.Bytes+s.Torn != int64(len(data)) {
			t.Fatalf("%+v does not account for %d bytes", s, len(data))
		}
		again, err := Scan(bytes.NewReader(data[:s.Bytes]), Limits{Record: 1 << 16}, nil)
		if err != nil || again.Records != n || again.Torn != 0 {
			t.Fatalf("the sound part read again: %+v, %v", again, err)
		}
	})
}
