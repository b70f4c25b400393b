package sexp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/iotest"
)

// The handshake is the first vector: its message has 44 bytes.
const handshake = "00002C(:TYPE :EVENT :PAYLOAD (:ACTION :HANDSHAKE))"

// outcomes reads all frames of a text: a value's text, or the cause of an error.
func outcomes(t *testing.T, in io.Reader, lim Limits) (out []string) {
	t.Helper()
	for r := NewFrameReader(in, lim); len(out) < 1<<20; {
		v, err := r.Next()
		var fe *FrameError
		var e *Error
		switch {
		case errors.Is(err, io.EOF):
			return out
		case errors.As(err, &e):
			out = append(out, "text")
		case errors.As(err, &fe):
			out = append(out, fe.Cause.Error())
		case err != nil:
			t.Fatal(err)
		default:
			out = append(out, Print(v))
		}
	}
	t.Fatal("there is no end")
	return nil
}

func TestFrames(t *testing.T) {
	const message = "(:TYPE :EVENT :PAYLOAD (:ACTION :HANDSHAKE))"
	header, long, space, cut := ErrFrameHeader.Error(), ErrFrameLength.Error(), ErrFrameSpace.Error(), ErrFrameCut.Error()
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"nothing", "", nil},
		{"white space only", " \n\t\r\n", nil},
		{"the handshake", handshake, []string{message}},
		{"bytes, not characters", "000006(\"é\")", []string{`("é")`}},
		{"white space between", "\n " + handshake + "\r\n" + handshake, []string{message, message}},
		{"4096 bytes of white space", strings.Repeat(" ", 4096) + handshake, []string{message}},
		{"one more", strings.Repeat(" ", 4097) + handshake, []string{space, message}},
		{"lower-case digits", "00002c" + message, []string{header}},
		{"five digits", "0002C" + message + handshake, []string{header, message}},
		{"garbage before", "hello\n" + handshake, []string{header, message}},
		{"an announcement over the limit", "FFFFFF" + message + handshake, []string{long, message}},
		{"the limit", "001000(" + strings.Repeat(" ", 4094) + ")" + handshake, []string{"NIL", message}},
		{"one over the limit", "001001(" + strings.Repeat(" ", 4095) + ")" + handshake, []string{long, message}},
		{"half a header", "0000", []string{cut}},
		{"half a frame", handshake[:20], []string{cut}},
		{"an empty frame", "000000" + handshake, []string{"text", message}},
		{"too short a length", "00002B" + message + handshake, []string{"text", header, message}},
		{"too long a length", "00002D" + message + handshake, []string{"text", header}},
		{"not UTF-8", "000003(\xff)" + handshake, []string{"text", message}},
		{"evaluation", "000007#.(x y)" + handshake, []string{"text", message}},
		{"two expressions", "000005() ()" + handshake, []string{"text", message}},
	} {
		for how, in := range map[string]io.Reader{"whole": strings.NewReader(c.in),
			"by bytes": iotest.OneByteReader(strings.NewReader(c.in))} {
			if got := outcomes(t, in, Limits{Bytes: 4096}); fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("%s, %s: %q, want %q", c.name, how, got, c.want)
			}
		}
	}
}

// A broken input is no end: what is wrong with it comes back, and nothing is read twice.
func TestFrameInputFails(t *testing.T) {
	broken := errors.New("gone")
	for _, at := range []int{0, 3, 6, 20} {
		r := NewFrameReader(io.MultiReader(strings.NewReader(handshake[:at]), iotest.ErrReader(broken)), Limits{})
		if v, err := r.Next(); !errors.Is(err, broken) {
			t.Errorf("at %d: %v, %v", at, v, err)
		}
	}
}

func TestFrameTooLongToWrite(t *testing.T) {
	if _, err := framed(String(strings.Repeat("x", MaxFrame-2))); err != nil {
		t.Error(err)
	}
	b, err := AppendFrame([]byte("kept"), String(strings.Repeat("x", MaxFrame-1)))
	if !errors.Is(err, ErrFrameLength) || string(b) != "kept" {
		t.Errorf("%d bytes, %v", len(b), err)
	}
}

// FuzzFrame: any bytes give values and errors and then the end; what is read is within the limits, and reads the
// same when it is written as a frame again.
func FuzzFrame(f *testing.F) {
	for _, s := range []string{handshake, "", "000000", "FFFFFF(", "00002c()", "0000", "hello " + handshake,
		"000006(\"é\")", "000002()000002()", "000003(\xff)", strings.Repeat("\n", 5000), "000004() x000002()"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := NewFrameReader(bytes.NewReader(data), fuzzLimits)
		for i := 0; ; i++ {
			v, err := r.Next()
			var fe *FrameError
			switch {
			case errors.Is(err, io.EOF):
				return
			case err != nil && !errors.As(err, &fe):
				t.Fatal(err)
			case i > len(data):
				t.Fatal("more frames than bytes")
			case err != nil:
				continue
			}
			frame, err := framed(v)
			if err != nil {
				t.Fatal(err)
			}
			back, err := NewFrameReader(strings.NewReader(frame), Limits{Bytes: 1 << 20, Depth: 100}).Next()
			if err != nil || !Equal(v, back) {
				t.Fatalf("%q came back as %v, %v", frame, back, err)
			}
		}
	})
}

// However frames are changed, reading them comes to an end, with no more values and errors than there are bytes: all
// of ten million with PP_LONG=1.
func TestChangedFrames(t *testing.T) {
	streams := 20_000
	if os.Getenv("PP_LONG") == "1" {
		streams = 1_000_000
	}
	const each = 10 // frames in a stream
	random := rand.New(rand.NewPCG(1, 2))
	whole := []byte(strings.Repeat(handshake+" 000006(\"é\")", each/2))
	for range streams {
		data := bytes.Clone(whole)
		for range random.IntN(6) {
			if len(data) == 0 {
				break
			}
			at := random.IntN(len(data))
			switch random.IntN(4) {
			case 0:
				data[at] = byte(random.Uint32())
			case 1:
				data[at] = "0123456789ABCDEFa( "[random.IntN(19)]
			case 2:
				data = append(data[:at], data[at+1:]...)
			default:
				data = data[:at+1]
			}
		}
		r, read := NewFrameReader(bytes.NewReader(data), fuzzLimits), 0
		for {
			_, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if fe := new(FrameError); err != nil && !errors.As(err, &fe) {
				t.Fatalf("%q: %v", data, err)
			}
			if read++; read > len(data) {
				t.Fatalf("%q: there is no end", data)
			}
		}
	}
}

// framed is a value as one frame.
func framed(v Value) (string, error) {
	b, err := AppendFrame(nil, v)
	return string(b), err
}
