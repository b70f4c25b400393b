package undo

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"pp/sexp"
)

// maxRecord bounds what is read of a record, in bytes.
const maxRecord = 16 << 20

// form is a list of images as it is written to disk.
func form(images []image) sexp.Value {
	out := make([]sexp.Value, len(images))
	for i, img := range images {
		out[i] = sexp.NewPlist().With("PATH", sexp.String(img.Path)).With("KIND", sexp.Keyword(string(img.Kind))).
			With("MODE", sexp.Int(int64(img.Mode))).With("UID", sexp.Int(int64(img.UID))).With("GID", sexp.Int(int64(img.GID))).
			With("SIZE", sexp.Int(img.Size)).With("TIME", sexp.Int(img.Time)).With("SUM", sexp.String(img.Sum)).
			With("LINK", sexp.String(img.Target)).With("BLOB", sexp.String(img.Blob)).Value()
	}
	return sexp.NewList(out...)
}

// head is the record of an entry as it is written to disk.
func head(e Entry, before []image) sexp.Value {
	names := func(list []string) sexp.Value {
		out := make([]sexp.Value, len(list))
		for i, s := range list {
			out[i] = sexp.String(s)
		}
		return sexp.NewList(out...)
	}
	return sexp.NewPlist().With("ID", sexp.String(e.ID)).With("WHEN", sexp.String(e.When.UTC().Format(time.RFC3339Nano))).
		With("ACTION", sexp.String(e.Action)).With("WORKSPACE", sexp.String(e.Workspace)).With("PATHS", names(e.Paths)).
		With("NOT-UNDOABLE", names(e.NotUndoable)).With("BEFORE", form(before)).Value()
}

func readForm(name string) (sexp.Value, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxRecord || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no record", name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	v, err := sexp.Read(string(data), sexp.Limits{Bytes: maxRecord, Atoms: maxRecord, Depth: 16})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return v, nil
}

// parseHead reads the record of an entry.
func parseHead(v sexp.Value) (Entry, []image, error) {
	p, err := sexp.AsPlist(v)
	if err != nil {
		return Entry{}, nil, err
	}
	var e Entry
	e.ID, _ = p.Text("ID")
	e.Action, _ = p.Text("ACTION")
	e.Workspace, _ = p.Text("WORKSPACE")
	when, _ := p.Text("WHEN")
	if e.When, err = time.Parse(time.RFC3339Nano, when); err != nil {
		return Entry{}, nil, err
	}
	e.Paths, e.NotUndoable = texts(p, "PATHS"), texts(p, "NOT-UNDOABLE")
	list, ok := p.List("BEFORE")
	if !ok {
		return Entry{}, nil, errors.New("the record has no images")
	}
	before, err := parseImages(list)
	return e, before, err
}

func texts(p sexp.Plist, key string) []string {
	list, _ := p.List(key)
	var out []string
	for _, i := range list.All() {
		if s, ok := i.(sexp.String); ok {
			out = append(out, string(s))
		}
	}
	return out
}

func parseImages(list sexp.List) ([]image, error) {
	out := make([]image, 0, list.Len())
	for _, item := range list.All() {
		p, err := sexp.AsPlist(item)
		if err != nil {
			return nil, err
		}
		img, err := parseImage(p)
		if err != nil {
			return nil, err
		}
		out = append(out, img)
	}
	return out, nil
}

func parseImage(p sexp.Plist) (image, error) {
	var img image
	img.Path, _ = p.Text("PATH")
	img.Sum, _ = p.Text("SUM")
	img.Target, _ = p.Text("LINK")
	img.Blob, _ = p.Text("BLOB")
	k, _ := p.Keyword("KIND")
	img.Kind = kind(k)
	number := func(key string) int64 {
		n, _ := p.Integer(key)
		return n
	}
	img.Mode, img.UID, img.GID = uint32(number("MODE")), int(number("UID")), int(number("GID"))
	img.Size, img.Time = number("SIZE"), number("TIME")
	switch img.Kind {
	case kindAbsent, kindFile, kindLink, kindDir, kindOther:
	default:
		return img, fmt.Errorf("the kind %q is not known", img.Kind)
	}
	if !strings.HasPrefix(img.Path, "/") || strings.ContainsAny(img.Blob, "/.") {
		return img, errors.New("a path in the record is not one")
	}
	return img, nil
}
