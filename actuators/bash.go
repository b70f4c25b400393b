package actuators

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// ErrNoBash says that there is no bash 5, without which there is no :SHELL.
var ErrNoBash = errors.New("commands need bash 5, and there is none on this machine; install it, " +
	"or use the tools")

// bashPlaces are where bash is looked for: never in the person's PATH, which may
// hold anything.
var bashPlaces = [...]string{"/usr/bin/bash", "/bin/bash", "/usr/local/bin/bash", "/opt/homebrew/bin/bash",
	"/run/current-system/sw/bin/bash"}

// FindBash gives the absolute path of bash 5 or later and its version, such as
// "5.2.15". The version is read from the program itself, so that nothing runs.
func FindBash() (name, version string, err error) {
	var seen []string
	for _, p := range bashPlaces {
		v := bashVersion(p)
		if v == "" {
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

// bashVersion is "" of what is not bash.
func bashVersion(name string) string {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 || info.Size() > maxProgram {
		return ""
	}
	data, err := os.ReadFile(name)
	_, rest, found := bytes.Cut(data, []byte(bashMark))
	if err != nil || !found {
		return ""
	}
	end := bytes.IndexFunc(rest, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	return string(rest[:max(end, 0)])
}
