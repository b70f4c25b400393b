package undo

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
)

// maxRecord bounds what is read of a record, in bytes.
const maxRecord = 16 << 20

// record is what is written to disk: of an entry, or of what its action left.
type record struct {
	Entry
	Images []image
}

// print gives a record as JSON, which is why nothing is kept of what has a name that is not UTF-8.
func (r record) print() (string, error) {
	data, err := json.Marshal(r)
	return string(data), err
}

// readRecord reads a record and checks what is to be relied on in it.
func readRecord(name string) (record, error) {
	var r record
	info, err := os.Lstat(name)
	if err != nil {
		return r, err
	}
	if info.Size() > maxRecord || !info.Mode().IsRegular() {
		return r, fmt.Errorf("%s is no record", name)
	}
	data, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	for _, img := range r.Images {
		switch img.Kind {
		case kindAbsent, kindFile, kindLink, kindDir, kindOther:
		default:
			err = errors.Join(err, fmt.Errorf("the kind %q is not known", img.Kind))
		}
		if !strings.HasPrefix(img.Path, "/") || strings.ContainsAny(img.Blob, "/.") {
			err = errors.Join(err, errors.New("a path in the record is not one"))
		}
	}
	if err != nil {
		return record{}, fmt.Errorf("the undo record %s: %w", name, err)
	}
	return r, nil
}
