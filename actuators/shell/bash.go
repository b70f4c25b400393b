package shell

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strconv"
	"strings"
)

// ErrNoBash says that there is no bash 5, without which there is no :SHELL.
var ErrNoBash = errors.New("commands need bash 5, and there is none on this machine; install it, or use the tools")

// bashPlaces are where bash is looked for: never in the person's PATH, which may
// hold anything.
var bashPlaces = [...]string{"/usr/bin/bash", "/bin/bash", "/usr/local/bin/bash", "/opt/homebrew/bin/bash",
	"/run/current-system/sw/bin/bash"}

// FindBash gives the absolute path of bash 5 or later and its version, such as
// "5.2.15". The version is read from the program itself, so that nothing runs.
func FindBash() (name, version string, err error) {
	var seen []string
	for _, p := range bashPlaces {
		v, err := bashVersion(p)
		if err != nil {
			continue
		}
		major, _, _ := strings.Cut(v, ".")
		if n, err := strconv.Atoi(major); err == nil && n >= 5 {
			return p, v, nil
		}
		seen = append(seen, p+" is version "+v)
	}
	if len(seen) > 0 {
		return "", "", fmt.Errorf("%w (%s)", ErrNoBash, strings.Join(seen, ", "))
	}
	return "", "", ErrNoBash
}

// bashMark stands in every bash, before its version.
const bashMark = "@(#)Bash version "

// maxProgram bounds what is read of a program.
const maxProgram = 64 << 20

func bashVersion(name string) (string, error) {
	f, err := os.Open(path.Clean(name))
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
		return "", errors.Join(err, errors.New("not a program"))
	}
	data := make([]byte, min(info.Size(), maxProgram))
	if _, err := io.ReadFull(f, data); err != nil {
		return "", err
	}
	_, rest, ok := bytes.Cut(data, []byte(bashMark))
	if !ok {
		return "", errors.New("not bash")
	}
	end := bytes.IndexFunc(rest[:min(len(rest), 32)], func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if end <= 0 {
		return "", errors.New("bash without a version")
	}
	return string(rest[:end]), nil
}
