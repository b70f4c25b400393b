package sexp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

const handshake = "00002C(:TYPE :EVENT :PAYLOAD (:ACTION :HANDSHAKE))"

func TestFrameHandshake(t *testing.T) {
	v := NewPlist().With("TYPE", Keyword("EVENT")).
		With("PAYLOAD", NewPlist().With("ACTION", Keyword("HANDSHAKE")).Value()).Value()
	var out bytes.Buffer
	if err := WriteFrame(&out, v); err != nil || out.String() != handshake {
		t.Fatalf("%q %v", out.String(), err)
	}
	got, err := (&FrameReader{R: strings.NewReader(handshake)}).Read()
	if err != nil || !Equal(got, v) {
		t.Fatalf("%v %v", got, err)
	}
}

func TestFrameErrors(t *testing.T) {
	blanks := strings.Repeat(" \n\t\r", 1024)
	for _, test := range []struct {
		name, in string
		max      int
		cause    error
	}{
		{"empty", "", 0, io.EOF},
		{"only blanks", blanks, 0, io.EOF},
		{"blanks before", blanks + handshake, 0, nil},
		{"too many blanks", blanks + " " + handshake, 0, ErrFrameSpace},
		{"lower case", "00002c(:A 1)", 0, ErrFrameHeader},
		{"no digits", "(:A 1)", 0, ErrFrameHeader},
		{"blank in the length", "0000 6(:A 1)", 0, ErrFrameHeader},
		{"sign", "-00006(:A 1)", 0, ErrFrameHeader},
		{"cut in the length", "0000", 0, ErrFrameCut},
		{"cut in the payload", "000006(:A 1", 0, ErrFrameCut},
		{"nothing after the length", "000006", 0, ErrFrameCut},
		{"at the limit", "000006(:A 1)", 6, nil},
		{"over the limit", "000006(:A 1)", 5, ErrFrameSize},
		{"the longest length", "FFFFFF", 0, ErrFrameSize},
		{"empty payload", "000000", 0, ErrFramePayload},
		{"no list", "000001A", 0, ErrFramePayload},
		{"no property list", "000003(A)", 0, ErrFramePayload},
		{"incomplete", "000005(:A 1)", 0, ErrFramePayload},
		{"two forms", "00000C(:A 1)(:B 2)", 0, ErrFramePayload},
		{"not UTF-8", "000008(:A \"\xff\")", 0, ErrFramePayload},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.in), iotest.OneByteReader(strings.NewReader(test.in))} {
			_, err := (&FrameReader{R: r, Max: test.max}).Read()
			if !errors.Is(err, test.cause) {
				t.Errorf("%s: %v, want %v", test.name, err, test.cause)
			}
			if IsIncomplete(err) {
				t.Errorf("%s: IsIncomplete, which more text cannot mend", test.name)
			}
		}
	}
}

func TestFrameGoesOn(t *testing.T) {
	r := &FrameReader{R: strings.NewReader("000003(A)\n" + handshake + "rest")}
	if _, err := r.Read(); !errors.Is(err, ErrFramePayload) {
		t.Fatal(err)
	}
	if _, err := r.Read(); err != nil {
		t.Fatal(err)
	}
	if rest, _ := io.ReadAll(r.R); string(rest) != "rest" {
		t.Errorf("the reader took more than its frames: %q is left", rest)
	}
}

func TestFrameReaderError(t *testing.T) {
	broken := errors.New("broken")
	for n := range len(handshake) {
		r := io.MultiReader(strings.NewReader(handshake[:n]), iotest.ErrReader(broken))
		if _, err := (&FrameReader{R: r}).Read(); !errors.Is(err, broken) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
	if err := WriteFrame(brokenWriter{broken}, NIL); !errors.Is(err, broken) {
		t.Error(err)
	}
}

type brokenWriter struct{ error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.error }

func TestAppendFrameRefuses(t *testing.T) {
	for _, v := range []Value{Int(1), NewList(Int(1)), mustRead(t, "(:a 1 :a 2)"),
		NewPlist().With("A", String("\xff")).Value(),
		NewPlist().With("A", String(strings.Repeat("x", 1<<24))).Value()} {
		out, err := AppendFrame([]byte("before"), v)
		var e *FrameError
		if !errors.As(err, &e) || string(out) != "before" {
			t.Errorf("%.20s: %v", Print(v), err)
		}
	}
}

// TestFrameAllocation: a length alone costs no memory.
func TestFrameAllocation(t *testing.T) {
	const header = "F00000"
	got := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			(&FrameReader{R: strings.NewReader(header), Max: 1 << 24}).Read()
		}
	})
	if most := int64(256 << 10); got.AllocedBytesPerOp() > most {
		t.Errorf("a frame that never came took %d bytes, more than %d", got.AllocedBytesPerOp(), most)
	}
}

func TestFrameRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stream []byte
		var sent []Value
		for i := range rapid.IntRange(1, 4).Draw(t, "frames") {
			v := NewPlist().With("VALUE", genValue(2).Draw(t, fmt.Sprint(i))).Value()
			var err error
			if stream, err = AppendFrame(stream, v); err != nil {
				t.Fatal(err)
			}
			stream = append(stream, rapid.StringMatching(`[ \n]{0,3}`).Draw(t, "blanks")...)
			sent = append(sent, v)
		}
		r := &FrameReader{R: bytes.NewReader(stream)}
		for _, want := range sent {
			got, err := r.Read()
			if err != nil || !Equal(got, want) {
				t.Fatalf("%s came back as %v: %v", Print(want), got, err)
			}
		}
		if _, err := r.Read(); err != io.EOF {
			t.Fatal(err)
		}
	})
}
