package sexp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// Bounds of a frame.
const (
	// MaxFrame is the most bytes that a frame's header can announce.
	MaxFrame = 1<<24 - 1
	// maxFrameSpace bounds the white space that may stand before a header.
	maxFrameSpace = 4096
	headerSize    = 6
)

// What can be wrong with a frame; FrameError wraps one of these, for errors.Is. What is wrong with the text in one
// is an *Error instead, which FrameError wraps too.
var (
	ErrFrameHeader = errors.New("not a frame: its length is written as six of 0-9 and A-F")
	ErrFrameLength = errors.New("the frame is longer than is taken")
	ErrFrameSpace  = errors.New("too much white space before a frame")
	ErrFrameCut    = errors.New("the input ends inside a frame")
)

// FrameError says why a frame cannot be read.
type FrameError struct {
	Length int // in bytes, as announced; 0 when no length could be read
	Cause  error
}

// Error gives the cause, and the length where one was announced.
func (e *FrameError) Error() string {
	if e.Length > 0 {
		return fmt.Sprintf("a frame of %d bytes: %v", e.Length, e.Cause)
	}
	return e.Cause.Error()
}

// Unwrap gives the cause.
func (e *FrameError) Unwrap() error { return e.Cause }

// AppendFrame appends v as a frame: the length of its text in bytes, as six upper-case hexadecimal digits, and
// the text. For a text of more than MaxFrame bytes it gives dst back unchanged, and ErrFrameLength.
func AppendFrame(dst []byte, v Value) ([]byte, error) {
	const digits = "0123456789ABCDEF"
	at := len(dst)
	out := Append(append(dst, "000000"...), v)
	n := len(out) - at - headerSize
	if n > MaxFrame {
		return out[:at], &FrameError{Length: n, Cause: ErrFrameLength}
	}
	for i := headerSize - 1; i >= 0; i-- {
		out[at+i] = digits[n&15]
		n >>= 4
	}
	return out, nil
}

// FrameReader reads frames one after another. It must not be used by several goroutines at once.
type FrameReader struct {
	in   *bufio.Reader
	lim  Limits
	lost bool // where the next frame begins is not known
	buf  []byte
}

// NewFrameReader reads frames from in, each of at most lim.Bytes, whose default is that of Limits.
func NewFrameReader(in io.Reader, lim Limits) *FrameReader {
	return &FrameReader{in: bufio.NewReaderSize(in, 2*maxFrameSpace), lim: lim.orDefault()}
}

// Next gives the value of the next frame. At the end of the input the error is io.EOF. A *FrameError says that there
// is something else than a frame, or what it has is not one expression. After one of these Next goes on: behind
// a frame whose text is wrong with the next byte; else with the next six digits that an opening parenthesis follows.
// What comes after an error may therefore be a part of what a writer meant for the text of a frame. Any other
// error is that of the input, or of a frame that ended with it, and is final.
func (r *FrameReader) Next() (Value, error) {
	n, err := r.header()
	if err != nil {
		return nil, err
	}
	if cap(r.buf) < n {
		r.buf = make([]byte, n)
	}
	text := r.buf[:n]
	if _, err := io.ReadFull(r.in, text); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = &FrameError{Length: n, Cause: ErrFrameCut}
		}
		return nil, err
	}
	v, err := Read(string(text), r.lim)
	if err != nil {
		return nil, &FrameError{Length: n, Cause: err}
	}
	return v, nil
}

// header reads the length of the next frame.
func (r *FrameReader) header() (int, error) {
	if r.lost {
		if err := r.resync(); err != nil {
			return 0, err
		}
		r.lost = false
	} else if err := r.skipSpace(); err != nil {
		return 0, err
	}
	digits, err := r.in.Peek(headerSize)
	n, ok := length(digits)
	if !ok {
		r.lost = true
		return 0, &FrameError{Cause: ErrFrameHeader}
	}
	if len(digits) < headerSize {
		if errors.Is(err, io.EOF) {
			err = &FrameError{Cause: ErrFrameCut}
			_, _ = r.in.Discard(len(digits)) // so that the next error is the end
		}
		return 0, err
	}
	_, _ = r.in.Discard(headerSize) // which were peeked at
	if n > r.lim.Bytes {
		r.lost = true
		return 0, &FrameError{Length: n, Cause: ErrFrameLength}
	}
	return n, nil
}

// length reads digits, which may be fewer than a header has.
func length(digits []byte) (n int, ok bool) {
	for _, c := range digits {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | int(c-'0')
		case c >= 'A' && c <= 'F':
			n = n<<4 | int(c-'A'+10)
		default:
			return 0, false
		}
	}
	return n, true
}

// skipSpace goes to the first byte that is no white space.
func (r *FrameReader) skipSpace() error {
	for range maxFrameSpace + 1 {
		c, err := r.in.ReadByte()
		if err != nil {
			return err
		}
		if c != ' ' && (c < '\t' || c > '\r') {
			return r.in.UnreadByte()
		}
	}
	r.lost = true
	return &FrameError{Cause: ErrFrameSpace}
}

// resync goes to the next six digits that an opening parenthesis follows, past one byte at least.
func (r *FrameReader) resync() error {
	for {
		window, err := r.in.Peek(headerSize + 1)
		if len(window) <= headerSize {
			_, _ = r.in.Discard(len(window)) // nothing follows that could be a frame
			return err
		}
		if _, ok := length(window[:headerSize]); ok && window[headerSize] == '(' {
			return nil
		}
		_, _ = r.in.Discard(1) // which was peeked at
	}
}
