package audit

import (
	"errors"
	"fmt"
	"io/fs"

	"pp/engine/store"
	"pp/sexp"
)

// head is how many records a trace had, and the hash of the last of them, when one was
// last made durable. It is kept in a file beside the trace: a chain of hashes alone
// does not tell that its end is missing. It is written after the record that it names
// is on disk, so that it may lag behind the trace and never runs ahead of it, whenever
// pp or the machine ends. The zero head names nothing.
type head struct {
	Records int64
	Hash    digest
}

// headLimits bound the file of a head.
func headLimits() store.Limits { return store.Limits{Record: 1 << 10, File: 4 << 10} }

// readHead reads the head that is kept in a file; there is none where there is no file.
func readHead(name string) (head, error) {
	var h head
	_, err := store.Load(name, headLimits(), func(p sexp.Plist) error {
		n, _ := p.Integer("RECORDS")
		hash, _ := p.Text("HASH")
		if n < 1 || !isDigest(hash) {
			return errors.New("it names no record")
		}
		h.Records = n
		copy(h.Hash[:], hash)
		return nil
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return head{}, nil
	case err == nil && h.Records == 0:
		err = fmt.Errorf("%s: it is empty", name)
	}
	if err != nil {
		return head{}, fmt.Errorf("the count of the thought trace's records: %w", err)
	}
	return h, nil
}

// write keeps the head in a file.
func (h head) write(name string) error {
	data, err := store.AppendRecord(nil, sexp.Plist{}.With("RECORDS", sexp.Int(h.Records)).
		With("HASH", sexp.String(h.Hash[:])), headLimits())
	if err != nil {
		return err
	}
	return store.ReplacePrivate(name, data, false)
}

// check is a *DamageError when a trace that ends with s has lost records.
func (h head) check(s State) error {
	if lost := h.Records - s.Records; lost > 0 {
		return s.damage(fmt.Sprintf("the trace ends here, and pp had written %d records more; they were removed", lost))
	}
	return nil
}
