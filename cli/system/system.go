package system

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// System is the outside world of one invocation, as values.
type System struct {
	Release string   // the version of a released build
	Args    []string // without the program's name
	Stdin   *os.File // nil when closed
	Stdout  io.Writer
	Stderr  io.Writer
	Environ []string
	Getenv  func(string) (string, bool)
	Now     func() time.Time
	Random  io.Reader
	// StdinNotice is after how long a silent standard input is mentioned.
	StdinNotice time.Duration
	// StdinTimeout, when it is not zero, takes the place of timeouts.stdin.
	StdinTimeout time.Duration
}

// OS is the real world, of a build with that version; "" is none that was released.
func OS(release string) System {
	return System{Release: release, Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Environ: os.Environ(), Getenv: os.LookupEnv, Now: time.Now, Random: rand.Reader, StdinNotice: 2 * time.Second}
}

// Env returns a variable, "" when it is unset.
func (s System) Env(name string) string {
	if s.Getenv == nil {
		return ""
	}
	v, _ := s.Getenv(name)
	return v
}

// Dumb reports whether the terminal can do no more than show lines.
func (s System) Dumb() bool {
	kind := s.Env("TERM")
	return kind == "" || kind == "dumb"
}

// Unicode reports whether the terminal shows more than ASCII, by the locale.
func (s System) Unicode() bool {
	locale := cmp.Or(s.Env("LC_ALL"), s.Env("LC_CTYPE"), s.Env("LANG"))
	_, encoding, _ := strings.Cut(strings.ToLower(locale), ".")
	return !s.Dumb() && strings.HasPrefix(strings.ReplaceAll(encoding, "-", ""), "utf8")
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && f != nil && term.IsTerminal(int(f.Fd()))
}

// Size returns the columns and rows of a terminal, or 0 for an unknown size and for other files.
func Size(stream any) (columns, rows int) {
	if f, ok := stream.(*os.File); ok && f != nil {
		columns, rows, _ = term.GetSize(int(f.Fd()))
	}
	return max(columns, 0), max(rows, 0)
}

// Nonce is a fresh mark that no text can have guessed.
func (s System) Nonce() string {
	var b [8]byte
	if s.Random != nil {
		if _, err := io.ReadFull(s.Random, b[:]); err == nil {
			return hex.EncodeToString(b[:])
		}
	}
	return hex.EncodeToString([]byte(s.Now().Format("150405.000000000")))
}
