package sexp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

const (
	frameHeader  = 6         // upper-case hexadecimal digits
	frameMost    = 1<<24 - 1 // the largest length six digits can say
	frameSpace   = 4096      // bytes of white space skipped before a frame
	frameChunk   = 64 << 10  // a payload is read in steps, so that a length alone allocates no more than this
	frameDefault = 1 << 20   // FrameReader.Max when zero
)

// What can be wrong with a frame; FrameError wraps one of these, for errors.Is.
var (
	ErrFrameHeader  = errors.New("a frame does not start with six upper-case hexadecimal digits")
	ErrFrameSize    = errors.New("a frame is longer than the limit")
	ErrFrameSpace   = errors.New("more than 4096 bytes of white space before a frame")
	ErrFrameCut     = errors.New("the stream ends inside a frame")
	ErrFramePayload = errors.New("a frame's payload is not one property list")
)

// FrameError says why a frame cannot be read or written. After ErrFramePayload the stream stands at the
// next frame and reading can go on; after the others it cannot.
type FrameError struct {
	Cause  error // one of the ErrFrame errors
	Detail error // more about it: an *Error, a *PlistError; nil when there is no more
}

// Error gives the cause and the detail.
func (e *FrameError) Error() string {
	if e.Detail == nil {
		return e.Cause.Error()
	}
	return fmt.Sprintf("%v: %v", e.Cause, e.Detail)
}

// Unwrap gives the cause and the detail.
func (e *FrameError) Unwrap() []error {
	if e.Detail == nil {
		return []error{e.Cause}
	}
	return []error{e.Cause, e.Detail}
}

// AppendFrame appends v to dst as a frame: the length of its printed form in bytes of UTF-8 as six
// upper-case hexadecimal digits, then that form. A value that is not a property list, or too long, is
// a *FrameError, and dst is unchanged.
func AppendFrame(dst []byte, v Value) ([]byte, error) {
	if _, err := AsPlist(v); err != nil {
		return dst, &FrameError{ErrFramePayload, err}
	}
	start := len(dst)
	out := Append(append(dst, "000000"...), v)
	size := len(out) - start - frameHeader
	if size > frameMost {
		return dst, &FrameError{ErrFrameSize, fmt.Errorf("%d bytes where %d are the most", size, frameMost)}
	}
	if !utf8.Valid(out[start:]) {
		return dst, &FrameError{ErrFramePayload, ErrEncoding}
	}
	copy(out[start:], fmt.Sprintf("%06X", size))
	return out, nil
}

// WriteFrame writes v to w as one frame, in one call of Write.
func WriteFrame(w io.Writer, v Value) error {
	frame, err := AppendFrame(nil, v)
	if err != nil {
		return err
	}
	if _, err := w.Write(frame); err != nil {
		return fmt.Errorf("writing a frame: %w", err)
	}
	return nil
}

// FrameReader reads frames from R. It asks R for no byte beyond the frame it reads, so that R can be
// used for something else between frames; give it a buffered reader. It is not safe for concurrent use.
type FrameReader struct {
	R      io.Reader
	Max    int    // longest payload in bytes; default 1 MiB
	Limits Limits // for reading the payload; a zero Bytes means Max
}

// Read gives the next frame's property list: io.EOF when the stream ended before it, a *FrameError when it
// is not a frame, or R's own error.
func (f *FrameReader) Read() (Value, error) {
	size, err := f.header()
	if err != nil {
		return nil, err
	}
	limit := f.Max
	if limit <= 0 {
		limit = frameDefault
	}
	if size > limit {
		return nil, &FrameError{ErrFrameSize, fmt.Errorf("%d bytes where %d are the most", size, limit)}
	}
	payload, err := f.payload(size)
	if err != nil {
		return nil, err
	}
	lim := f.Limits
	if lim.Bytes <= 0 {
		lim.Bytes = limit
	}
	v, err := Read(string(payload), lim)
	if err != nil {
		return nil, &FrameError{ErrFramePayload, err}
	}
	if _, err := AsPlist(v); err != nil {
		return nil, &FrameError{ErrFramePayload, err}
	}
	return v, nil
}

// header skips white space and reads the length.
func (f *FrameReader) header() (int, error) {
	var b [1]byte
	size, digits, space := 0, 0, 0
	for digits < frameHeader {
		if _, err := io.ReadFull(f.R, b[:]); err != nil {
			if err == io.EOF && digits > 0 {
				return 0, &FrameError{Cause: ErrFrameCut}
			}
			return 0, err
		}
		c := b[0]
		switch {
		case '0' <= c && c <= '9':
			size = size<<4 | int(c-'0')
		case 'A' <= c && c <= 'F':
			size = size<<4 | int(c-'A'+10)
		case digits == 0 && (c == ' ' || '\t' <= c && c <= '\r'):
			if space++; space > frameSpace {
				return 0, &FrameError{Cause: ErrFrameSpace}
			}
			continue
		default:
			return 0, &FrameError{ErrFrameHeader, fmt.Errorf("byte %#02x in place %d", c, digits+1)}
		}
		digits++
	}
	return size, nil
}

// payload reads size bytes, allocating as they arrive.
func (f *FrameReader) payload(size int) ([]byte, error) {
	var buf bytes.Buffer
	buf.Grow(min(size, frameChunk))
	n, err := buf.ReadFrom(io.LimitReader(f.R, int64(size)))
	if err != nil {
		return nil, fmt.Errorf("reading a frame: %w", err)
	}
	if n < int64(size) {
		return nil, &FrameError{ErrFrameCut, fmt.Errorf("%d of %d bytes arrived", n, size)}
	}
	return buf.Bytes(), nil
}
