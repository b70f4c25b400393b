package memory

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/store"
	"pp/sexp"
)

// Author is who writes: a conversation, and the place of its workspace.
type Author struct{ Session, Place string }

// kind is what a record says.
type kind uint8

const (
	kindObject   kind = iota + 1 // a version that is remembered
	kindShown                    // a version that was shown to a model
	kindSnapshot                 // a position to go back to
	kindRollback                 // records that are taken back
	kindForget                   // something was forgotten
)

var kinds = []kind{kindObject, kindShown, kindSnapshot, kindRollback, kindForget}

// String returns the kind's keyword without its colon.
func (k kind) String() string {
	return [...]string{"UNKNOWN", "OBJECT", "SHOWN", "SNAPSHOT", "ROLLBACK", "FORGET"}[k]
}

// span is a run of records, by number, both ends included.
type span struct{ from, to int64 }

// record is one record of the journal. Every one has the hash of the record before it in
// the file, and a number over that one's.
type record struct {
	prev   Hash
	number int64
	kind   kind
	at     time.Time
	by     Author

	object   Object
	children []Hash // of its children when it was kept
	blob     Hash   // of the content where that has a file of its own
	name     string // of a snapshot; "" of one that was taken automatically
	takes    []span // of a rollback
	count    int    // of versions forgotten
}

// prevAt is where the hash of the record before stands in a record's text. It comes
// first so that it can be replaced without reading the rest.
const prevAt = len(`(:PREV "`)

func (r *record) fields(f *store.Fields) {
	hash(f, "PREV", &r.prev)
	store.Number(f, "N", &r.number)
	store.Keyword(f, "KIND", &r.kind, kinds...)
	f.Time("AT", &r.at)
	text(f, "SESSION", &r.by.Session)
	text(f, "PLACE", &r.by.Place)
	switch r.kind {
	case kindObject, kindShown:
		r.object.fields(f, &r.children, &r.blob)
		r.object.Time = r.at
	case kindSnapshot:
		f.OptionalText("NAME", &r.name)
	case kindRollback:
		store.List(f, "TAKES", &r.takes, spanValue, spanOf)
	case kindForget:
		f.Integer("COUNT", &r.count)
	}
}

// fields are those of an object; blob, when it is not zero, names its content.
func (o *Object) fields(f *store.Fields, children *[]Hash, blob *Hash) {
	text(f, "ID", &o.ID)
	text(f, "TYPE", &o.Type)
	store.Keyword(f, "SCOPE", &o.Scope.Kind, ScopeMemex, ScopeWorkspace, ScopeConversation)
	text(f, "OF", &o.Scope.Name)
	store.Keyword(f, "ORIGIN", &o.Origin, engine.OriginUntrusted, engine.OriginAgent, engine.OriginPerson)
	store.Records(f, "ATTRIBUTES", &o.Attributes, attributeFields)
	text(f, "PARENT", &o.Parent)
	if f.Has("CHILDREN", len(o.Children) > 0) {
		store.List(f, "CHILDREN", &o.Children, textValue, textOf)
		store.List(f, "HASHES", children, hashValue, hashOf)
	}
	f.Integer("VERSION", &o.Version)
	hash(f, "HASH", &o.Hash)
	if f.Has("BLOB", *blob != Hash{}) {
		hash(f, "BLOB", blob)
	} else {
		text(f, "CONTENT", &o.Content)
	}
}

func attributeFields(a *Attribute) func(*store.Fields) {
	return func(f *store.Fields) {
		text(f, "NAME", &a.Name)
		text(f, "VALUE", &a.Value)
	}
}

// text is a text of any bytes, left out when it is empty. One that has what begins a
// record is written in hexadecimal, as one that is not UTF-8 is: so the next record is
// always found, and no text can pretend to be one.
func text(f *store.Fields, key string, s *string) {
	if f.Has(key, *s != "") {
		store.Field(f, key, s, textValue, textOf)
	}
}

func textValue(s string) sexp.Value {
	if strings.Contains(s, "\n; ") {
		return store.Hex(s)
	}
	return store.Text(s)
}

func textOf(v sexp.Value) (string, error) {
	s, ok := store.ParseText(v)
	if !ok {
		return "", fmt.Errorf("%.40q is no text", sexp.Print(v))
	}
	return s, nil
}

func hash(f *store.Fields, key string, h *Hash) { store.Field(f, key, h, hashValue, hashOf) }

func hashValue(h Hash) sexp.Value { return sexp.String(h.String()) }

func hashOf(v sexp.Value) (Hash, error) {
	s, _ := v.(sexp.String)
	return ParseHash(string(s))
}

func spanValue(s span) sexp.Value { return sexp.NewList(sexp.Int(s.from), sexp.Int(s.to)) }

func spanOf(v sexp.Value) (span, error) {
	list, ok := sexp.AsList(v)
	if !ok || list.Len() != 2 {
		return span{}, fmt.Errorf("%.40q is no run of records", sexp.Print(v))
	}
	from, ok1 := list.At(0).(sexp.Int)
	to, ok2 := list.At(1).(sexp.Int)
	if !ok1 || !ok2 || from < 1 || to < from {
		return span{}, fmt.Errorf("%.40q is no run of records", sexp.Print(v))
	}
	return span{int64(from), int64(to)}, nil
}

// parse reads a record's text.
func parse(raw store.Raw) (record, error) {
	var r record
	p, err := raw.Plist()
	if err != nil {
		return r, err
	}
	if err := store.Decode(p, r.fields); err != nil {
		return r, err
	}
	if r.number < 1 || len(r.children) != len(r.object.Children) {
		return r, errors.New("a record without a number, or without the hashes of its children")
	}
	return r, nil
}
