package undo

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// Bounds of a diff; what is larger is said in a line.
const (
	maxDiffBytes = 1 << 20 // of one file
	maxDiffLines = 2000    // that differ, of one file
	around       = 3       // lines around a change
)

// Show gives the change of an entry as a unified diff from what was there before
// to what is there now, files sorted by path. Nothing in it is escaped.
func (s *Store) Show(id string) (string, error) {
	_, before, err := s.read(id)
	if err != nil {
		return "", err
	}
	now, err := lookAll(before)
	if err != nil {
		return "", err
	}
	was, present := byPath(before), byPath(now)
	var b strings.Builder
	for _, old := range before {
		s.showOne(&b, id, old, at(present, old.Path))
	}
	for _, n := range now {
		if _, ok := was[n.Path]; !ok {
			s.showOne(&b, id, image{Path: n.Path, Kind: kindAbsent}, n)
		}
	}
	return b.String(), nil
}

func (s *Store) showOne(b *strings.Builder, id string, old, now image) {
	if old.same(now) {
		return
	}
	switch {
	case old.Kind == kindAbsent:
		fmt.Fprintf(b, "created %s %s\n", strings.ToLower(string(now.Kind)), now.Path)
	case now.Kind == kindAbsent:
		fmt.Fprintf(b, "deleted %s %s\n", strings.ToLower(string(old.Kind)), old.Path)
	case old.Kind != now.Kind:
		fmt.Fprintf(b, "%s became %s: %s\n", strings.ToLower(string(old.Kind)), strings.ToLower(string(now.Kind)), old.Path)
	case old.Mode != now.Mode:
		fmt.Fprintf(b, "mode %04o became %04o: %s\n", old.Mode, now.Mode, old.Path)
	case old.UID != now.UID || old.GID != now.GID:
		fmt.Fprintf(b, "owner %d:%d became %d:%d: %s\n", old.UID, old.GID, now.UID, now.GID, old.Path)
	}
	if old.Target != now.Target {
		fmt.Fprintf(b, "link %s: %q became %q\n", old.Path, old.Target, now.Target)
	}
	if old.Sum == now.Sum || old.Size > maxDiffBytes || now.Size > maxDiffBytes {
		if old.Sum != now.Sum {
			fmt.Fprintf(b, "%s: %d bytes became %d\n", old.Path, old.Size, now.Size)
		}
		return
	}
	from, to := s.content(id, old), present(now)
	if binary(from) || binary(to) {
		fmt.Fprintf(b, "%s: binary, %d bytes became %d\n", old.Path, old.Size, now.Size)
		return
	}
	fmt.Fprintf(b, "--- %s\n+++ %s\n", old.Path, now.Path)
	unified(b, lines(from), lines(to))
}

func (s *Store) content(id string, img image) []byte {
	if img.Kind != kindFile {
		return nil
	}
	f, err := s.blob(id)(img.Blob)
	if err != nil {
		return nil
	}
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, maxDiffBytes))
	return data
}

// present reads a file as it is now.
func present(img image) []byte {
	if img.Kind != kindFile {
		return nil
	}
	parent, err := openParent(img.Path)
	if err != nil {
		return nil
	}
	defer unix.Close(parent)
	fd, err := unix.Openat(parent, path.Base(img.Path), unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	f := os.NewFile(uintptr(fd), img.Path)
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, maxDiffBytes))
	return data
}

func binary(p []byte) bool { return bytes.IndexByte(p, 0) >= 0 || !utf8.Valid(p) }

func lines(p []byte) []string {
	if len(p) == 0 {
		return nil
	}
	out := strings.SplitAfter(string(p), "\n")
	if out[len(out)-1] == "" {
		return out[:len(out)-1]
	}
	return out
}

// edit is one line of a diff: kept, taken or added.
type edit struct {
	mark byte
	text string
}

// unified writes the hunks of a diff. The common beginning and end are set
// aside first; of the rest, the longest common part is found when it is short
// enough for that, else it is taken out and put in whole.
func unified(b *strings.Builder, from, to []string) {
	var edits []edit
	start := 0
	for start < len(from) && start < len(to) && from[start] == to[start] {
		edits = append(edits, edit{' ', from[start]})
		start++
	}
	end := 0
	for end < len(from)-start && end < len(to)-start && from[len(from)-1-end] == to[len(to)-1-end] {
		end++
	}
	edits = append(edits, between(from[start:len(from)-end], to[start:len(to)-end])...)
	for _, l := range from[len(from)-end:] {
		edits = append(edits, edit{' ', l})
	}
	hunks(b, edits)
}

// between compares by the longest common subsequence.
func between(from, to []string) []edit {
	var out []edit
	if len(from) > maxDiffLines || len(to) > maxDiffLines {
		for _, l := range from {
			out = append(out, edit{'-', l})
		}
		for _, l := range to {
			out = append(out, edit{'+', l})
		}
		return out
	}
	// length[i][j] is that of the longest common part of from[i:] and to[j:].
	width := len(to) + 1
	length := make([]int32, (len(from)+1)*width)
	for i := len(from) - 1; i >= 0; i-- {
		for j := len(to) - 1; j >= 0; j-- {
			if from[i] == to[j] {
				length[i*width+j] = length[(i+1)*width+j+1] + 1
			} else {
				length[i*width+j] = max(length[(i+1)*width+j], length[i*width+j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(from) || j < len(to) {
		switch {
		case i < len(from) && j < len(to) && from[i] == to[j]:
			out = append(out, edit{' ', from[i]})
			i, j = i+1, j+1
		case j == len(to) || i < len(from) && length[(i+1)*width+j] >= length[i*width+j+1]:
			out = append(out, edit{'-', from[i]})
			i++
		default:
			out = append(out, edit{'+', to[j]})
			j++
		}
	}
	return out
}

// hunks writes edits with a few lines around each change.
func hunks(b *strings.Builder, edits []edit) {
	near := make([]bool, len(edits))
	for i, e := range edits {
		if e.mark != ' ' {
			for k := max(0, i-around); k <= min(len(edits)-1, i+around); k++ {
				near[k] = true
			}
		}
	}
	oldLine, newLine := 1, 1
	for i := 0; i < len(edits); {
		if !near[i] {
			oldLine, newLine, i = oldLine+1, newLine+1, i+1
			continue
		}
		end, olds, news := i, 0, 0
		for end < len(edits) && near[end] {
			if edits[end].mark != '+' {
				olds++
			}
			if edits[end].mark != '-' {
				news++
			}
			end++
		}
		fmt.Fprintf(b, "@@ -%s +%s @@\n", span(oldLine, olds), span(newLine, news))
		for _, e := range edits[i:end] {
			b.WriteByte(e.mark)
			b.WriteString(e.text)
			if !strings.HasSuffix(e.text, "\n") {
				b.WriteString("\n\\ No newline at end of file\n")
			}
		}
		oldLine, newLine, i = oldLine+olds, newLine+news, end
	}
}

// span is a range of lines as diff(1) writes it.
func span(first, count int) string {
	if count == 0 {
		first--
	}
	if count == 1 {
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%d,%d", first, count)
}
