package undo

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"pp/engine/memory/org"
)

// What is private of a file is in no copy: the copy has holes, which are filled from the file itself when it is put
// back. No action changes what is private, so that it is still there; the sum of the whole shows that it is the same.

var (
	errPrivate = errors.New("what is private in it is not kept")
	errMissing = errors.New("what is private in it is not as the action left it")
)

// holesIn are the private parts of a file's text.
func holesIn(rules org.Privacy, text []byte) string {
	var out []string
	for _, s := range rules.Spans(string(text)) {
		out = append(out, fmt.Sprintf("%d+%d", s.Start, s.End-s.Start))
	}
	return strings.Join(out, ",")
}

// spans reads what holesIn wrote, for a text of so many bytes.
func (i image) spans() ([]org.Span, error) {
	var out []org.Span
	at := 0
	for part := range strings.SplitSeq(i.Holes, ",") {
		var start, length int
		if n, err := fmt.Sscanf(part, "%d+%d", &start, &length); n != 2 || err != nil || start < at || length < 0 ||
			int64(start)+int64(length) > i.Size {
			return nil, errors.New("its record is damaged")
		}
		at = start + length
		out = append(out, org.Span{Start: start, End: at})
	}
	return out, nil
}

// punched is a text without what is private in it, as an image says.
func (i image) punched(text []byte) ([]byte, error) {
	spans, err := i.spans()
	if err != nil || int64(len(text)) != i.Size {
		return nil, errors.Join(err, errMoved)
	}
	var out []byte
	at := 0
	for _, s := range spans {
		out = append(out, text[at:s.Start]...)
		at = s.End
	}
	return append(out, text[at:]...), nil
}

// public returns the content of a file without its private parts, and notes these holes in its image. It returns
// nothing for a private file, and for a file with holes that undo could not restore because the file would be gone.
func (s *Store) public(img *image, root string, r io.Reader, size int64) (io.Reader, int64, error) {
	if s.opts.Private.Whole(img.Path) || size > org.MaxPrivate {
		return nil, 0, errPrivate
	}
	text, err := io.ReadAll(io.LimitReader(r, size))
	if err != nil {
		return nil, 0, err
	}
	if img.Holes = holesIn(s.opts.Private, text); img.Holes != "" {
		if img.Path != root {
			return nil, 0, errPrivate
		}
		text, err = img.punched(text)
	}
	return bytes.NewReader(text), int64(len(text)), err
}

// mayHold reports whether a file is looked through before it is copied.
func (s *Store) mayHold(name string) bool {
	return s.opts.Private.MayHold(name) || s.opts.Private.Whole(name)
}

// whole is the content of an image: its copy, with the holes filled from what the action left there.
func (r record) whole(img image) (io.ReadCloser, error) {
	if img.Blob == "" {
		return nil, errors.New("no copy of it was kept")
	}
	f, err := os.Open(path.Join(r.dir, img.Blob))
	if err != nil || img.Holes == "" {
		return f, err
	}
	defer f.Close()
	public, err := io.ReadAll(io.LimitReader(f, img.Size))
	if err != nil {
		return nil, err
	}
	parts, err := r.private(img)
	if err != nil {
		return nil, err
	}
	var out []byte
	spans, err := img.spans()
	if err != nil || len(spans) != len(parts) {
		return nil, errors.Join(errMissing, err)
	}
	for i, hole := range spans {
		more, n := hole.Start-len(out), hole.End-hole.Start
		if more < 0 || more > len(public) || len(parts[i]) < n {
			return nil, errMissing
		}
		out = append(append(out, public[:more]...), parts[i][:n]...)
		public = public[more:]
	}
	return io.NopCloser(bytes.NewReader(append(out, public...))), nil
}

// private is what is private of a file, as the action left it.
func (r record) private(img image) (parts [][]byte, err error) {
	after, _, err := r.after()
	if err != nil {
		return nil, err
	}
	left := at(byPath(after), img.Path)
	f, err := openRegular(img.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, left.Size+1))
	if err != nil {
		return nil, err
	}
	spans, err := left.spans()
	if sum := sha256.Sum256(text); err != nil || hex.EncodeToString(sum[:]) != left.Sum {
		return nil, errors.Join(errMissing, err)
	}
	for _, p := range spans {
		parts = append(parts, text[p.Start:p.End])
	}
	return parts, nil
}
