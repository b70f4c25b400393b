package undo

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"pp/engine"
	"pp/engine/store"
	"pp/sexp"
)

// maxRecord bounds what is read of a record, in bytes.
const maxRecord = 16 << 20

// head is the record of an entry.
func head(e *Entry, before *[]image) func(*store.Fields) {
	return func(f *store.Fields) {
		f.Text("ID", &e.ID)
		f.Time("WHEN", &e.When)
		f.Text("ACTION", &e.Action)
		f.Text("WORKSPACE", &e.Workspace)
		f.Texts("PATHS", &e.Paths)
		if f.Has("MORE", e.More > 0) {
			f.Integer("MORE", &e.More)
		}
		f.Texts("NOT-UNDOABLE", &e.NotUndoable)
		imagesField(f, "BEFORE", before)
	}
}

// left is the record of what an action left.
func left(after *[]image) func(*store.Fields) {
	return func(f *store.Fields) { imagesField(f, "AFTER", after) }
}

func imagesField(f *store.Fields, key string, images *[]image) {
	store.List(f, key, images, func(i image) sexp.Value { return store.Encode(i.fields).Value() },
		func(v sexp.Value) (i image, err error) {
			err = decoded(v, i.fields)
			if err == nil && (!strings.HasPrefix(i.Path, "/") || strings.ContainsAny(i.Blob, "/.")) {
				err = errors.New("a path in the record is not one")
			}
			return i, err
		})
}

func (i *image) fields(f *store.Fields) {
	f.Text("PATH", &i.Path)
	store.Keyword(f, "KIND", &i.Kind, kindAbsent, kindFile, kindLink, kindDir, kindOther)
	store.Number(f, "MODE", &i.Mode)
	store.Number(f, "UID", &i.UID)
	store.Number(f, "GID", &i.GID)
	store.Number(f, "SIZE", &i.Size)
	store.Number(f, "TIME", &i.Time)
	f.Text("SUM", &i.Sum)
	f.Text("LINK", &i.Target)
	f.Text("BLOB", &i.Blob)
	f.OptionalText("HOLES", &i.Holes)
}

// came is the record of what came of an action: what the conversation goes on with.
// cameAll is the form of what came of all commands in a layer: the first as if it were alone.
func cameAll(all *[]engine.Result) func(*store.Fields) {
	return func(f *store.Fields) {
		if len(*all) == 0 {
			*all = make([]engine.Result, 1)
		}
		first, also := (*all)[0], (*all)[1:]
		came(&first)(f)
		store.Records(f, "ALSO", &also, came)
		*all = append([]engine.Result{first}, also...)
	}
}

func came(r *engine.Result) func(*store.Fields) {
	return func(f *store.Fields) {
		f.Text("TEXT", &r.Text)
		f.Text("ERROR", &r.Error)
		store.Number(f, "NANOSECONDS", &r.Duration)
		f.Flag("FAILED", &r.Failed)
		if f.Has("EXIT", r.Exit != nil) {
			r.Exit = cmp.Or(r.Exit, &engine.Exit{})
			f.Integer("EXIT", &r.Exit.Code)
			f.OptionalText("SIGNAL", &r.Exit.Signal)
			f.Flag("TIMED-OUT", &r.Exit.TimedOut)
		}
	}
}

// printed is a record as it is written to disk.
func printed(form func(*store.Fields)) string { return sexp.Print(store.Encode(form).Value()) }

// readForm reads a record from disk.
func readForm(name string, form func(*store.Fields)) error {
	data, err := store.Whole(name, maxRecord)
	if err == nil {
		err = parseForm(string(data), form)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func parseForm(text string, form func(*store.Fields)) error {
	v, err := sexp.Read(text, sexp.Limits{Bytes: maxRecord, Atoms: maxRecord, Depth: 16})
	if err != nil {
		return err
	}
	return decoded(v, form)
}

func decoded(v sexp.Value, form func(*store.Fields)) error {
	p, err := sexp.AsPlist(v)
	if err != nil {
		return err
	}
	return store.Decode(p, form)
}
