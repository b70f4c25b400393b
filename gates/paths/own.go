package paths

import (
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// Own says what of pp's a path is.
type Own uint8

// What is pp's.
const (
	OwnNone    Own = iota
	OwnFiles       // configuration, state, rules, audit
	OwnBinary      // whatever its name
	OwnProject     // the rules of a project
)

var ownNames = [...]string{"", "pp's own files", "pp's own binary", "the project's rules for pp"}

// String says it for a person, "" for nothing of pp's.
func (o Own) String() string { return ownNames[o] }

func ownOf(p effect.Path, f engine.Facts, known *found) Own {
	switch {
	case slices.ContainsFunc(f.Own.Paths, func(dir string) bool { return effect.Within(p.Name, dir) }):
		return OwnFiles
	case Binary(p, f):
		return OwnBinary
	case known[own] != nil:
		return OwnFiles
	case known[project] != nil:
		return OwnProject
	}
	return OwnNone
}

// Binary reports whether a resolved path is pp itself, under whatever name.
func Binary(p effect.Path, f engine.Facts) bool {
	if f.Own.Binary != "" && p.Name == f.Own.Binary {
		return true
	}
	if f.Own.Inode == 0 || !p.Exists || f.FS == nil {
		return false
	}
	info, err := f.FS.Lstat(p.Name)
	return err == nil && info.Inode == f.Own.Inode && info.Dev == f.Own.Device
}

// OwnBelow reports whether something of pp's lies below a directory, which goes with it.
func OwnBelow(p effect.Path, f engine.Facts) bool {
	return p.Dir && slices.ContainsFunc(f.Own.Paths, func(dir string) bool {
		return dir != p.Name && effect.Within(dir, p.Name)
	})
}

// Git says what of a repository a path is.
type Git uint8

// What is in a repository's directory.
const (
	GitNone      Git = iota
	GitTrusted       // executed or trusted by git: its configuration, hooks, attributes, and what redirects it
	GitData          // the rest
	GitDirectory     // the directory itself, or the file that stands for it
)

var gitNames = [...]string{"", "git's configuration or hooks", "git's own data", "git's own directory"}

// String says it for a person, "" for what is in no repository's directory.
func (g Git) String() string { return gitNames[g] }

// GitOf says what of a repository a resolved path is.
func GitOf(name string) Git { return gitOf(fold(name)) }

func gitOf(folded string) Git {
	i := strings.LastIndex(folded, "/.git/")
	if i < 0 {
		if strings.HasSuffix(folded, "/.git") {
			return GitDirectory
		}
		return GitNone
	}
	rest := folded[i+len("/.git/"):]
	for _, p := range [...]string{"config", "config.worktree", "hooks", "info/attributes", "objects/info/alternates",
		"commondir", "gitdir"} {
		if effect.Within(rest, p) || strings.HasSuffix(rest, "/"+p) || strings.Contains(rest, "/hooks/") {
			return GitTrusted
		}
	}
	return GitData
}

// Device is a device or a kernel interface, where a write is never a file write.
type Device uint8

// The devices.
const (
	DeviceNone    Device = iota
	DeviceOther          // a terminal, a printer …
	DeviceRaw            // holds whole file systems, or the machine's memory: whoever reads it reads every secret
	DeviceCapture        // says what the person types, shows or speaks
	DeviceBoot
	DeviceKernel
)

var deviceNames = [...]string{"", "a device", "a disk or the machine's memory",
	"a keyboard, a screen, a microphone or a camera", "the boot files", "a kernel interface"}

// String says it for a person, "" for none.
func (d Device) String() string { return deviceNames[d] }

func deviceOf(folded string) Device {
	if name, ok := strings.CutPrefix(folded, "/dev/"); ok {
		return deviceNode(folded, name)
	}
	switch {
	case effect.Within(folded, "/boot"), effect.Within(folded, "/efi"):
		return DeviceBoot
	case strings.HasPrefix(folded, "/proc/self/fd/"):
		return DeviceNone
	case effect.Within(folded, "/sys"), strings.HasPrefix(folded, "/proc/"):
		return DeviceKernel
	}
	return DeviceNone
}

func deviceNode(folded, name string) Device {
	begins := func(with string) bool { return strings.HasPrefix(name, with) }
	switch {
	case begins("shm/"), begins("pts/"), name == "shm", Sink(folded):
		return DeviceNone
	case slices.ContainsFunc(rawDevices[:], begins):
		return DeviceRaw
	case slices.ContainsFunc(captureDevices[:], begins):
		return DeviceCapture
	}
	return DeviceOther
}
