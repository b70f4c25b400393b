package skills

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// Trust is whose skill it is. The zero Trust is a repository's, which may only tighten.
type Trust uint8

// The trusts, least first.
const (
	Repository Trust = iota
	Shipped
	Person
)

var trusts = [...]string{"repository", "shipped", "person"}

// String returns the trust in lower case.
func (t Trust) String() string { return trusts[min(int(t), len(trusts)-1)] }

// File is a file of a skill, read whole.
type File struct {
	Path  string
	Name  string // from the file's name, lower case, without its ending
	Text  string
	Trust Trust
	Err   error // why it is not to be used; ErrBusy: not now
}

// ErrBusy says that somebody writes the file at this moment: what it was before still holds.
var ErrBusy = store.ErrWritten

const (
	mostBytes = 1 << 20
	mostFiles = 200
)

// Discover reads the *.lisp and *.org files of a directory but core-*, sorted by name. A
// missing directory has none; it is read once. Files must belong to uid or root. The result has a
// file that pp may not use with the reason, or the directory if that is the reason.
func Discover(dir string, t Trust, uid int) []File {
	entries, err := list(dir, t, uid)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return []File{{Path: dir, Name: strings.ToLower(filepath.Base(dir)), Trust: t, Err: err}}
	}
	var out []File
	for _, e := range entries {
		name, isOrg := strings.CutSuffix(e.Name(), ".org")
		name, isLisp := strings.CutSuffix(name, ".lisp")
		if !isOrg && !isLisp || e.IsDir() || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "core-") {
			continue
		}
		f := File{Path: filepath.Join(dir, e.Name()), Name: strings.ToLower(name), Trust: t}
		f.Text, f.Err = readFile(dir, f, e.Type(), uid)
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b File) int { return compareNames(a.Name, a.Path, b.Name, b.Path) })
	return out
}

func compareNames(a, aPath, b, bPath string) int {
	return cmp.Or(cmp.Compare(a, b), cmp.Compare(aPath, bPath))
}

// list opens a directory, looks at whose it is, and lists it.
func list(dir string, t Trust, uid int) ([]fs.DirEntry, error) {
	flags := os.O_RDONLY | unix.O_DIRECTORY
	if t == Repository {
		flags |= unix.O_NOFOLLOW // a repository says what is in it, and nothing of other places
	}
	f, err := os.OpenFile(dir, flags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return nil, err
	}
	if err := ours(st, t, uid); err != nil && st.Mode&unix.S_ISVTX == 0 {
		return nil, fmt.Errorf("the directory %w", err)
	}
	entries, err := f.ReadDir(mostFiles + 1)
	if len(entries) > mostFiles {
		return nil, fmt.Errorf("the directory has more than %d entries; keep skills alone in it", mostFiles)
	}
	if len(entries) == 0 { // ReadDir says so with io.EOF
		return nil, nil
	}
	return entries, err
}

// ours is an error of what somebody else could change. Whoever may write to a repository may
// anyway change what it says.
func ours(st unix.Stat_t, t Trust, uid int) error {
	switch {
	case st.Mode&0o002 != 0, t != Repository && st.Mode&0o020 != 0 && st.Gid != st.Uid:
		return fmt.Errorf("may be changed by others (mode %04o); run chmod go-w on it", st.Mode&0o7777)
	case t != Repository && int(st.Uid) != uid && st.Uid != 0:
		return fmt.Errorf("belongs to another user (%d)", st.Uid)
	}
	return nil
}

// isName reports whether a skill may be called so.
func isName(s string) bool {
	for i, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && (i == 0 || !strings.ContainsRune("._-", rune(c))) {
			return false
		}
	}
	return s != "" && len(s) <= 64
}

// readFile reads one file of a directory.
func readFile(dir string, f File, kind fs.FileMode, uid int) (string, error) {
	if !isName(f.Name) {
		return "", errors.New("its name has other characters than letters, digits, dots, hyphens and underscores, " +
			"or more than 64 of them; rename it")
	}
	name := f.Path
	if kind&fs.ModeSymlink != 0 {
		within, err := filepath.EvalSymlinks(dir)
		if err == nil {
			name, err = filepath.EvalSymlinks(name)
		}
		if err != nil {
			return "", fmt.Errorf("it is a link that leads nowhere: %w", err)
		}
		if filepath.Dir(name) != within {
			return "", errors.New("it is a link out of its directory; put the file itself there")
		}
	}
	file, err := store.Open(name)
	if errors.Is(err, fs.ErrNotExist) { // it was there a moment ago
		return "", ErrBusy
	}
	if err != nil {
		return "", err
	}
	defer file.Close()
	if err := ours(*file.Stat(), f.Trust, uid); err != nil {
		return "", fmt.Errorf("it %w", err)
	}
	var text []byte
	err = file.Quietly(func() (err error) {
		text, err = store.ReadAll(context.Background(), file, mostBytes+1)
		return err
	})
	switch {
	case err != nil:
		return "", err
	case len(text) > mostBytes:
		return "", fmt.Errorf("it has more than %d bytes; make it shorter, or several", mostBytes)
	}
	return string(text), nil
}

// notUTF8 returns the first line of a text that is not UTF-8, if any.
func notUTF8(text string) (line int, bad bool) {
	for i := range text {
		if r, n := utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && n == 1 {
			return 1 + strings.Count(text[:i], "\n"), true
		}
	}
	return 0, false
}
