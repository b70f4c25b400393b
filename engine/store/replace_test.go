package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestReplace(t *testing.T) {
	refused := errors.New("refused")
	for _, tc := range []struct {
		what       string
		before     bool
		how        Fresh
		err        error
		text, mode string
	}{
		{"a new one", false, Fresh{}, nil, "new", "-rw-------"},
		{"in the place of another", true, Fresh{Durable: true}, nil, "new", "-rw-------"},
		{"with a mode", true, Fresh{Mode: 0o640}, nil, "new", "-rw-r-----"},
		{"alone", true, Fresh{Alone: true, Durable: true}, nil, "new", "-rw-------"},
		{"refused", true, Fresh{Check: func(string) error { return refused }}, refused, "old", "-rw-r--r--"},
	} {
		dir := t.TempDir()
		name := filepath.Join(dir, "file")
		if tc.before {
			if err := os.WriteFile(name, []byte("old"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := Replace(name, []byte("new"), tc.how); !errors.Is(err, tc.err) {
			t.Errorf("%s: %v", tc.what, err)
		}
		text, err := os.ReadFile(name)
		info, serr := os.Stat(name)
		if err = errors.Join(err, serr); err != nil || string(text) != tc.text || info.Mode().String() != tc.mode {
			t.Errorf("%s: %q, %v, %v", tc.what, text, info, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
			t.Errorf("%s: %v is left, %v", tc.what, left, err)
		}
	}
	if err := Replace(filepath.Join(t.TempDir(), "none", "file"), nil, Fresh{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("in no directory: %v", err)
	}
}
