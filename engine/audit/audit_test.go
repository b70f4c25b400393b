package audit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"pp/engine"
	"pp/sexp"
)

// verifyEach reads a trace without a head.
func verifyEach(r io.Reader, visit func(Entry) error) (State, error) { return head{}.scan(r, visit) }

func verify(r io.Reader) (State, error) { return verifyEach(r, nil) }

// memoryStore implements Store in memory.
type memoryStore struct {
	bytes.Buffer
	blobs map[string]string
	parts [][]byte // those before
	opens int
	syncs int
}

func (m *memoryStore) Open() (State, error) {
	m.opens++
	return verify(bytes.NewReader(m.Bytes()))
}

func (m *memoryStore) Append(line []byte, durable bool) error {
	if durable {
		m.syncs++
	}
	m.Write(line)
	return nil
}

func (m *memoryStore) Blob(hash, text string, _ bool) error {
	if m.blobs == nil {
		m.blobs = map[string]string{}
	}
	m.blobs[hash] = text
	return nil
}

func (m *memoryStore) Next() error {
	m.parts, m.Buffer = append(m.parts, m.Bytes()), bytes.Buffer{}
	return nil
}

// tick is a clock that moves a second at each look.
func tick() func() time.Time {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	return func() time.Time { at = at.Add(time.Second); return at }
}

func plainOptions() Options { return Options{Session: "s-1", Clock: tick()} }

func record(t testing.TB, l *Log, r engine.Record) {
	t.Helper()
	if err := l.Record(context.Background(), r); err != nil {
		t.Fatal(err)
	}
}

func said(text string) engine.Record { return engine.Record{Kind: engine.RecordSignal, Text: text} }

func entries(t testing.TB, trace []byte) []Entry {
	t.Helper()
	var all []Entry
	if _, err := verifyEach(bytes.NewReader(trace), func(e Entry) error { all = append(all, e); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestForm fixes the form on disk: a trace of today must be readable for good.
func TestForm(t *testing.T) {
	var store memoryStore
	l := NewLog(&store, plainOptions())
	if store.opens != 0 {
		t.Error("the store was opened before the first record")
	}
	record(t, l, engine.Record{Kind: engine.RecordVerdict, Text: "two\nlines", Fields: sexp.Plist{}.
		With("DECISION", sexp.Keyword("ASK")).With("REASON", sexp.String(`a "quote"`)).With("DEPTH", sexp.Int(-2))})
	record(t, l, engine.Record{Kind: engine.RecordPrompt, Text: strings.Repeat("x", DefaultInline+1), Durable: true})
	golden := filepath.Join("testdata", "form.trace")
	if os.Getenv("PP_UPDATE") == "1" {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(golden, store.Bytes(), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), store.String()); diff != "" {
		t.Errorf("the form changed (-want +got):\n%s", diff)
	}
	if store.syncs != 1 || len(store.blobs) != 1 {
		t.Errorf("%d syncs, %d blobs", store.syncs, len(store.blobs))
	}
	e := entries(t, store.Bytes())
	if len(e) != 3 || e[0].Kind != KindOpen || e[1].Text.Inline != "two\nlines" || e[2].Text.Bytes != DefaultInline+1 {
		t.Fatalf("%+v", e)
	}
	if got := store.blobs[e[2].Text.Blob]; len(got) != DefaultInline+1 {
		t.Errorf("the blob has %d bytes", len(got))
	}
}

func TestTextsComeBack(t *testing.T) {
	texts := []string{"", "a", "\n", "\n\n", "a\nb\n", "\r\n\t\x00\x1b[31m", `"\` + "`", "été \U0001F600",
		"(:LINES \"x\")",
		`(:BLOB "0" :BYTES 1)`, strings.Repeat("line\n", 800), strings.Repeat("long", 5000)}
	var store memoryStore
	l := NewLog(&store, plainOptions())
	for _, s := range texts {
		record(t, l, engine.Record{Kind: engine.RecordResult, Text: s, Fields: sexp.Plist{}.With("ACTION", sexp.String(s))})
	}
	whole := func(x Text) string {
		if x.Blob != "" {
			return store.blobs[x.Blob]
		}
		return x.Inline
	}
	for i, e := range entries(t, store.Bytes())[1:] {
		v, _ := e.Fields.Get("ACTION")
		field, ok := ParseText(v)
		if !ok || whole(field) != texts[i] || whole(e.Text) != texts[i] {
			t.Errorf("%.30q came back as %.30q and %.30q", texts[i], whole(field), whole(e.Text))
		}
	}
	if n := bytes.Count(store.Bytes(), []byte("\n")); n != len(texts)+1 {
		t.Errorf("%d lines for %d records", n, len(texts)+1)
	}
}

func TestOddValues(t *testing.T) {
	deep := sexp.Value(sexp.Int(1))
	for range 5000 {
		deep = sexp.NewList(deep)
	}
	fake := sexp.NewList(sexp.Keyword("BLOB"), sexp.String(strings.Repeat("0", hashLen)), sexp.Keyword("BYTES"),
		sexp.Int(1<<62))
	var store memoryStore
	l := NewLog(&store, plainOptions())
	record(t, l, engine.Record{Kind: "ODD", Text: "not \xff UTF-8", Fields: sexp.Plist{}.
		With("DEEP", deep).With("FAKE", fake).With("SYMBOL", sexp.Sym("a\nb")).With("LIST",
		sexp.NewList(sexp.Int(1), sexp.String("x"))).
		With("NONE", sexp.NIL).With("BAD", sexp.Sym("\xff"))})
	s, err := verify(bytes.NewReader(store.Bytes()))
	if err != nil || s.Records != 2 || s.Bytes > 1<<20 {
		t.Fatalf("%+v, %v\n%s", s, err, store.String())
	}
	e := entries(t, store.Bytes())[1]
	if e.Text.Inline != "not \uFFFD UTF-8" {
		t.Errorf("text %q", e.Text.Inline)
	}
	if v, _ := e.Fields.Get("LIST"); sexp.Print(v) != `(1 "x")` {
		t.Errorf("a harmless list became %s", sexp.Print(v))
	}
	if err := l.Record(t.Context(), engine.Record{Kind: "A\nB"}); err == nil {
		t.Error("a kind with a line break was taken")
	}
	var wide sexp.Plist
	for i := range 400 {
		wide = wide.With(fmt.Sprint("K", i), sexp.String(strings.Repeat(`"`, 4000)))
	}
	if err := l.Record(t.Context(), engine.Record{Kind: "WIDE", Fields: wide}); !errors.Is(err, ErrRecordSize) {
		t.Errorf("a record over the line's limit: %v", err)
	}
	record(t, l, said("after"))
	if last := entries(t, store.Bytes())[2]; last.Lost != 2 || last.Text.Inline != "after" {
		t.Errorf("%+v", last)
	}
}

// masker masks one word.
type masker string

func (m masker) Redact(s string) string { return strings.ReplaceAll(s, string(m), engine.Masked) }

// TestNoSecretIsWritten: whatever part of a record holds the secret, and
// however long it is, neither the trace nor a blob has it.
func TestNoSecretIsWritten(t *testing.T) {
	const secret = "sk-visibly-fake-0001"
	var store memoryStore
	o := plainOptions()
	o.Redactor = masker(secret)
	l := NewLog(&store, o)
	record(t, l, engine.Record{Kind: engine.RecordPrompt, Text: "short " + secret + "\nnext", Fields: sexp.Plist{}.
		With("ACTION", sexp.String(secret)).With("LIST", sexp.NewList(sexp.String("x"), sexp.NewList(sexp.String(secret)))).
		With("SYMBOL", sexp.Sym(secret)).With("LONG", sexp.String(strings.Repeat(secret, 1000)))})
	record(t, l, said(strings.Repeat("x", DefaultInline)+secret))
	all := store.String()
	for _, b := range store.blobs {
		all += b
	}
	if strings.Contains(all, secret) || strings.Count(all, engine.Masked) < 5 {
		t.Errorf("the secret was written:\n%.2000s", all)
	}
}

// A trace that is full goes on in its next part, which names the end of the one before.
func TestLimit(t *testing.T) {
	var store memoryStore
	o := plainOptions()
	o.MaxBytes = 8 << 10
	l := NewLog(&store, o)
	const most = 100
	for range most {
		record(t, l, said("some words"))
	}
	if len(store.parts) < 2 {
		t.Fatalf("%d parts", len(store.parts))
	}
	words, after := 0, ""
	for i, part := range append(slices.Clone(store.parts), store.Bytes()) {
		all := entries(t, part)
		if got, _ := all[0].Fields.Text("AFTER"); got != after || len(part) > int(o.MaxBytes) {
			t.Errorf("part %d has %d bytes and is after %q, want %q", i, len(part), got, after)
		}
		words += len(all) - 1
		if last := all[len(all)-1]; i < len(store.parts) {
			words--
			if last.Kind != KindLimit {
				t.Errorf("part %d ends with %s", i, last.Kind)
			}
		}
		s, err := verify(bytes.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		after = string(s.hash[:])
	}
	if words != most {
		t.Errorf("%d records were kept, want %d", words, most)
	}
}

// What fits no part is refused, and a process that ended before the next part began begins it.
func TestLimitOfARecordAndKilled(t *testing.T) {
	var store memoryStore
	o := plainOptions()
	o.MaxBytes = 8 << 10
	record(t, NewLog(&store, o), said("one"))
	long := said(strings.Repeat("long", 10<<10))
	if err := NewLog(&store, o).Record(t.Context(), long); !errors.Is(err, ErrRecordSize) || len(store.blobs) > 0 {
		t.Errorf("blobs do not count: %v", err)
	}
	store = memoryStore{}
	l := NewLog(&store, o)
	record(t, l, said("one"))
	line, err := l.line(KindLimit, 0, sexp.Plist{}.With("LIMIT", sexp.Int(o.MaxBytes)), nil)
	if err != nil || store.Append(line, true) != nil {
		t.Fatal(err)
	}
	record(t, NewLog(&store, o), said("two"))
	if e := entries(t, store.Bytes()); len(store.parts) != 1 || len(e) != 2 || e[1].Text.Inline != "two" {
		t.Errorf("%d parts before %+v", len(store.parts), e)
	}
}

func TestResume(t *testing.T) {
	var store memoryStore
	record(t, NewLog(&store, plainOptions()), said("one"))
	record(t, NewLog(&store, plainOptions()), said("two"))
	var kinds []string
	for _, e := range entries(t, store.Bytes()) {
		kinds = append(kinds, string(e.Kind))
	}
	if got := strings.Join(kinds, " "); got != "OPEN SIGNAL RESUME SIGNAL" {
		t.Error(got)
	}
	other := plainOptions()
	other.Session = "s-2"
	if err := NewLog(&store, other).Record(t.Context(), said("x")); err == nil ||
		!strings.Contains(err.Error(), `session "s-1", not of "s-2"`) {
		t.Errorf("another session's trace: %v", err)
	}
}

func TestConcurrently(t *testing.T) {
	var store memoryStore
	l := NewLog(&store, plainOptions())
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if err := l.Record(context.Background(), said("x")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if s, err := verify(bytes.NewReader(store.Bytes())); err != nil || s.Records != 401 {
		t.Errorf("%+v, %v", s, err)
	}
}

// drawTrace draws a trace with records of every form.
func drawTrace(t *rapid.T) []byte {
	var store memoryStore
	l := NewLog(&store, Options{Session: "s", Clock: tick(), Inline: 40})
	for range rapid.IntRange(1, 6).Draw(t, "records") {
		r := engine.Record{Kind: engine.RecordKind(rapid.SampledFrom([]string{"SIGNAL", "VERDICT", "odd kind"}).Draw(t,
			"kind")),
			Text: rapid.String().Draw(t, "text"), Durable: rapid.Bool().Draw(t, "durable")}
		for range rapid.IntRange(0, 3).Draw(t, "fields") {
			r.Fields = r.Fields.With(rapid.StringMatching(`[A-Z]{1,5}`).Draw(t, "key"),
				sexp.String(rapid.String().Draw(t, "value")))
		}
		if err := l.Record(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	return store.Bytes()
}

// TestAnyChangeIsFound: a changed, dropped or inserted byte, and a dropped,
// doubled or moved line, is damage or a torn end.
func TestAnyChangeIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trace := drawTrace(t)
		sound, err := verify(bytes.NewReader(trace))
		if err != nil || sound.Torn != 0 {
			t.Fatalf("a sound trace: %+v, %v\n%s", sound, err, trace)
		}
		at := rapid.IntRange(0, len(trace)-1).Draw(t, "at")
		lines := bytes.SplitAfter(trace, []byte("\n"))
		lines = lines[:len(lines)-1]
		i := rapid.IntRange(0, len(lines)-2).Draw(t, "line")
		for name, changed := range map[string][]byte{
			"flipped": append(append(bytes.Clone(trace[:at]), trace[at]^byte(rapid.IntRange(1, 255).Draw(t, "flip"))),
				trace[at+1:]...),
			"dropped":  append(bytes.Clone(trace[:at]), trace[at+1:]...),
			"inserted": append(append(bytes.Clone(trace[:at]), byte(rapid.IntRange(0, 255).Draw(t, "new"))), trace[at:]...),
			"no line":  bytes.Join(append(append([][]byte{}, lines[:i]...), lines[i+1:]...), nil),
			"twice":    bytes.Join(append(append([][]byte{}, lines[:i+1]...), lines[i:]...), nil),
			"moved":    bytes.Join(append(append(append([][]byte{}, lines[:i]...), lines[i+1], lines[i]), lines[i+2:]...), nil),
		} {
			if bytes.Equal(changed, trace) {
				continue
			}
			s, err := verify(bytes.NewReader(changed))
			var damage *DamageError
			if err != nil && !errors.As(err, &damage) {
				t.Fatalf("%s: %v", name, err)
			}
			if err == nil && s.Torn == 0 {
				t.Fatalf("%s at %d was not found", name, at)
			}
			if damage != nil && name == "flipped" {
				if want := int64(bytes.Count(trace[:at], []byte("\n"))) + 1; damage.Line != want {
					t.Fatalf("a flip in line %d was found in line %d", want, damage.Line)
				}
			}
		}
	})
}

func TestVerifySaysWhatIsWrong(t *testing.T) {
	var store memoryStore
	l := NewLog(&store, plainOptions())
	record(t, l, said("one"))
	record(t, l, said("two"))
	trace := store.String()
	lines := strings.SplitAfter(trace, "\n")
	for _, tc := range []struct {
		name, trace string
		line        int64
		why         string
	}{
		{"text", strings.Replace(trace, `"one"`, `"two"`, 1), 2, "does not match its hash"},
		{"first line", "hello\n" + trace, 1, "does not begin as a record does"},
		{"empty line", lines[0] + "\n" + lines[1], 2, "does not begin as a record does"},
		{"no opening", lines[1], 1, "does not follow"},
		{"endless line", lines[0] + strings.Repeat("x", 3<<20), 2, "over 1048576 bytes"},
		{"binary", "\x00\xff\n", 1, "does not begin as a record does"},
	} {
		_, err := verify(strings.NewReader(tc.trace))
		var damage *DamageError
		if !errors.As(err, &damage) || damage.Line != tc.line || !strings.Contains(err.Error(), tc.why) {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
	broken := errors.New("input/output error")
	if _, err := verify(io.MultiReader(strings.NewReader(lines[0]), &failingReader{broken})); !errors.Is(err, broken) {
		t.Errorf("a broken reader: %v", err)
	}
	stop := errors.New("enough")
	if _, err := verifyEach(strings.NewReader(trace), func(Entry) error { return stop }); err != stop {
		t.Errorf("visit's error: %v", err)
	}
	if s, err := verify(strings.NewReader("")); err != nil || s != (State{}) {
		t.Errorf("an empty trace: %+v, %v", s, err)
	}
}

type failingReader struct{ err error }

func (f *failingReader) Read([]byte) (int, error) { return 0, f.err }

// FuzzVerify: no bytes make it panic, and what it calls sound is a trace whose
// parts are sound, too.
func FuzzVerify(f *testing.F) {
	var store memoryStore
	l := NewLog(&store, plainOptions())
	record(f, l, said("one\ntwo"))
	record(f, l, said(strings.Repeat("x", 9000)))
	f.Add(store.Bytes())
	f.Add(store.Bytes()[:store.Len()-7])
	f.Add(bytes.Replace(store.Bytes(), []byte("SIGNAL"), []byte("VERDICT"), 1))
	f.Add([]byte("(:HASH \"\" :SEQ 1)\n"))
	f.Fuzz(func(t *testing.T, trace []byte) {
		count := int64(0)
		s, err := verifyEach(bytes.NewReader(trace), func(e Entry) error { count++; return nil })
		if s.Records != count || s.size+s.Torn > int64(len(trace)) {
			t.Fatalf("%+v after %d records of %d bytes", s, count, len(trace))
		}
		if err != nil {
			return
		}
		again, err := verify(bytes.NewReader(trace[:s.size]))
		if s.Torn = 0; err != nil || again != s {
			t.Fatalf("%+v, then %+v, %v", s, again, err)
		}
	})
}
