package memory

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"pp/engine"
)

// Put keeps an object: a new one when it has no ID or one that is not known, else the next
// version of it. It gives it as it was kept, with ID, version, time and hash, on disk when
// it returns; an object that is as its current version is not written again. ErrObject
// says that it cannot be kept as it is.
func (s *Store) Put(ctx context.Context, by Author, o Object) (Object, error) {
	return s.put(ctx, by, o, nil)
}

// put keeps an object, after the records that before gives where something is to be written.
func (s *Store) put(ctx context.Context, by Author, o Object, before func(view) []record) (Object, error) {
	o.Version, o.Time = 0, time.Time{}
	err := s.write(ctx, by, func(v view) (_ []record, err error) {
		if o, err = s.prepare(o); err != nil {
			return nil, err
		}
		d := draft{view: v, now: s.options.Clock().UTC(), states: v.states(related([]Object{o})...)}
		defer d.files.close()
		err = d.put(&o)
		if err == nil && len(d.records) > 0 && before != nil {
			d.records = append(before(v), d.records...)
		}
		return d.records, err
	})
	if err != nil {
		return o, fmt.Errorf("remembering: %w", err)
	}
	return o, nil
}

// Keep keeps versions as they were shown to a model, so that their hashes resolve. Those
// that are kept already, or ever were current, are not written again.
func (s *Store) Keep(ctx context.Context, by Author, list []Object) error {
	prepared := make([]Object, len(list))
	for i, o := range list {
		var err error
		if prepared[i], err = s.prepare(o); err != nil {
			return fmt.Errorf("keeping what was shown: %w", err)
		}
	}
	var missing []record
	fresh := func(v view) (_ []record, err error) {
		missing, err = v.fresh(prepared)
		return missing, err
	}
	err := s.look(func(v view) error { _, err := fresh(v); return err })
	if err == nil && len(missing) > 0 { // mostly nothing is, and then nobody waits for the lock
		err = s.write(ctx, by, fresh)
	}
	if err != nil {
		return fmt.Errorf("keeping what was shown: %w", err)
	}
	return nil
}

// fresh are the records of those of some objects that are not kept in this version.
func (v view) fresh(list []Object) ([]record, error) {
	d := draft{view: v, states: v.states(related(list)...)}
	defer d.files.close()
	missing := map[[16]byte]record{}
	for _, o := range list {
		children, err := d.children(o.Children)
		if err != nil {
			return nil, err
		}
		o.Hash = HashOf(o, children)
		missing[[16]byte(o.Hash[:16])] = record{kind: kindShown, object: o, children: children}
	}
	for _, w := range v.rows {
		delete(missing, w.hash)
	}
	out := slices.Collect(maps.Values(missing))
	slices.SortFunc(out, func(a, b record) int { return bytes.Compare(a.object.Hash[:], b.object.Hash[:]) })
	return out, nil
}

// related are the IDs of objects and of their children.
func related(list []Object) []string {
	var ids []string
	for _, o := range list {
		ids = append(append(ids, o.ID), o.Children...)
	}
	return ids
}

// prepare gives an object as it is to be kept.
func (s *Store) prepare(o Object) (Object, error) {
	if o.ID == "" {
		id, err := newID(s.options.Random)
		if err != nil {
			return o, err
		}
		o.ID = id
	}
	o.Attributes = append([]Attribute(nil), o.Attributes...)
	for i, a := range o.Attributes {
		o.Attributes[i].Value = engine.Redact(s.options.Redactor, a.Value)
	}
	o.Content = engine.Redact(s.options.Redactor, o.Content)
	return o.check()
}

// newID makes the ID of a new object, a UUID, as Org's are.
func newID(random io.Reader) (string, error) {
	var b [16]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("making an ID: %w", err)
	}
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:]), nil
}
