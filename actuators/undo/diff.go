package undo

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"pp/engine/effect"
	"pp/engine/store"

	"github.com/rogpeppe/go-internal/diff"
)

// maxDiffBytes bounds a file whose diff is shown; that a larger one changed is said in a line.
const maxDiffBytes = 1 << 20

// Show gives the change of an entry as a unified diff from what was there before
// to what is there now, files sorted by path. Nothing in it is escaped.
func (s *Store) Show(id string) (string, error) {
	e, before, err := s.read(id)
	if err == nil && e.hidden {
		err = ErrUnknown
	}
	if err != nil {
		return "", err
	}
	now, err := s.lookAll(before)
	if err != nil {
		return "", err
	}
	was, present := byPath(before), byPath(now)
	var b strings.Builder
	if dir := path.Join(s.dir, id, LayersName, layerName); !e.Undone && exists(dir) {
		l, err := LookAtLayer(dir) // others may look too, and one may take it back meanwhile
		if err != nil {
			return "", err
		}
		b.WriteString(l.Taken(s.mayHold))
	}
	for _, old := range before {
		s.record(id).showOne(&b, old, at(present, old.Path))
	}
	for _, n := range now {
		if _, ok := was[n.Path]; !ok {
			s.record(id).showOne(&b, image{Path: n.Path, Kind: kindAbsent}, n)
		}
	}
	return b.String(), nil
}

func (r record) showOne(b *strings.Builder, old, now image) {
	if old.same(now) {
		return
	}
	named := effect.Named(old.Path)
	switch {
	case old.Kind == kindAbsent:
		fmt.Fprintf(b, "created %s %s\n", strings.ToLower(string(now.Kind)), named)
	case now.Kind == kindAbsent:
		fmt.Fprintf(b, "deleted %s %s\n", strings.ToLower(string(old.Kind)), named)
	case old.Kind != now.Kind:
		fmt.Fprintf(b, "%s became %s: %s\n", strings.ToLower(string(old.Kind)), strings.ToLower(string(now.Kind)), named)
	case old.Mode != now.Mode:
		fmt.Fprintf(b, "mode %04o became %04o: %s\n", old.Mode, now.Mode, named)
	case old.UID != now.UID || old.GID != now.GID:
		fmt.Fprintf(b, "owner %d:%d became %d:%d: %s\n", old.UID, old.GID, now.UID, now.GID, named)
	}
	if old.Target != now.Target {
		fmt.Fprintf(b, "link %s: %q became %q\n", named, old.Target, now.Target)
	}
	if old.Sum == now.Sum || old.Size > maxDiffBytes || now.Size > maxDiffBytes {
		if old.Sum != now.Sum {
			fmt.Fprintf(b, "%s: %d bytes became %d\n", named, old.Size, now.Size)
		}
		return
	}
	from, to := r.content(old), present(now)
	if !isText(from) || !isText(to) {
		fmt.Fprintf(b, "%s: binary, %d bytes became %d\n", named, old.Size, now.Size)
		return
	}
	b.WriteString(unified(old.Path, now.Path, from, to))
}

// content returns the text of a copy with holes for its private parts, which pp never shows.
func (r record) content(img image) []byte {
	if img.Kind != kindFile {
		return nil
	}
	data, _ := store.Read(context.Background(), path.Join(r.dir, img.Blob), maxDiffBytes)
	return data
}

// present reads a file as it is now.
func present(img image) []byte {
	if img.Kind != kindFile {
		return nil
	}
	f, err := openRegular(img.Path)
	if err != nil {
		return nil
	}
	defer f.Close()
	data, err := store.ReadAll(context.Background(), f, maxDiffBytes)
	if err == nil && img.Holes != "" {
		data, err = img.punched(data)
	}
	if err != nil {
		return nil
	}
	return data
}

// isText reports whether a content can be shown by its lines.
func isText(p []byte) bool { return bytes.IndexByte(p, 0) < 0 && utf8.Valid(p) }

// Diff gives the change of a text file as a unified diff, of any size; exists
// says whether there was one before. It is "" when nothing changes. A content
// that is no text is told by its length. Nothing in it is escaped.
func Diff(name, from, to string, exists bool) string {
	if from == to && exists {
		return ""
	}
	if !isText([]byte(from)) || !isText([]byte(to)) {
		return fmt.Sprintf("%s: binary, %d bytes became %d\n", effect.Named(name), len(from), len(to))
	}
	old := name
	if !exists {
		old = "/dev/null"
	}
	return unified(old, name, []byte(from), []byte(to))
}

// unified is a diff in the form of diff -u. Its first three lines, which name the
// files, are written here: a name may hold a line end.
func unified(oldName, newName string, from, to []byte) string {
	lines := strings.SplitN(string(diff.Diff("a", from, "b", to)), "\n", 4)
	return fmt.Sprintf("--- %s\n+++ %s\n%s", effect.Named(oldName), effect.Named(newName), lines[len(lines)-1])
}
