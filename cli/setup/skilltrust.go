package setup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"pp/engine/regular"
	"pp/engine/skills"
	"pp/sexp"
)

// maxTrusted bounds the list of trusted files, in bytes.
const maxTrusted = 1 << 20

// Trusted are the files of repositories that the person trusted, each with the hash of the
// content that was trusted.
type Trusted map[string]string

// Holds reports whether a file is trusted as it is.
func (t Trusted) Holds(f skills.File) bool {
	hash, ok := t[f.Path]
	return ok && hash == HashOf(f.Text)
}

// HashOf is the hash that trust is bound to.
func HashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// trustFile is where the list is, "" when there is no place for it. Each line trusts a
// file, or no longer does.
func (s *Settings) trustFile() string {
	if dir := s.Kept("skills"); dir != "" {
		return filepath.Join(dir, "trusted")
	}
	return ""
}

// ReadTrusted reads the list. What cannot be read of it trusts nothing.
func ReadTrusted(s *Settings) Trusted {
	list, err := readTrusted(s.trustFile())
	if err != nil {
		return nil
	}
	return list
}

func readTrusted(name string) (Trusted, error) {
	out := Trusted{}
	data, err := regular.Read(context.Background(), name, maxTrusted)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	forms, err := sexp.ReadAll(string(data), sexp.Limits{Bytes: maxTrusted, Atoms: maxTrusted})
	if err != nil {
		return nil, fmt.Errorf("%s: %w; remove what is damaged, or the file", name, err)
	}
	for _, form := range forms {
		p, err := sexp.AsPlist(form)
		if err != nil {
			return nil, fmt.Errorf("%s: %w; remove what is damaged, or the file", name, err)
		}
		file, _ := p.Text("FILE")
		hash, _ := p.Text("HASH")
		out[file] = hash
	}
	return out, nil
}

// Trust keeps that a file is trusted as it is, or with revoke that it no longer is.
func (s *Settings) Trust(f skills.File, revoke bool) error {
	name := s.trustFile()
	if name == "" {
		return errors.New("there is no place where it would be kept")
	}
	if _, err := readTrusted(name); err != nil {
		return err
	}
	hash := HashOf(f.Text)
	if revoke {
		hash = ""
	}
	line := sexp.Print(sexp.Plist{}.With("FILE", sexp.String(f.Path)).With("HASH", sexp.String(hash)).
		With("SINCE", sexp.String(s.System.Now().UTC().Format(time.RFC3339))).Value()) + "\n"
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	if info, err := os.Lstat(name); err == nil && info.Size()+int64(len(line)) > maxTrusted {
		return &fs.PathError{Op: "write", Path: name, Err: fmt.Errorf("the list is full; remove lines of it")}
	}
	out, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = out.WriteString(line)
	return errors.Join(err, out.Sync(), out.Close())
}
