package gates

import (
	"path"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// Area is where a resolved path is.
type Area uint8

// The areas. The zero value is the least trusted.
const (
	AreaElsewhere Area = iota
	AreaSystem         // /usr, /etc, /proc …
	AreaHome           // the person's home, outside the workspace
	AreaOtherHome      // somebody else's home
	AreaTemp
	AreaWorkspace
	AreaSink // /dev/null and the like, which swallow or yield nothing of worth
)

// Place is what the gates know of a resolved path.
type Place struct {
	Area Area
	// Secret, Own, Surface, Git, Startup, Loaded and Device say why the path is special;
	// "" when it is not in that way.
	Secret  string // holds secrets
	Own     string // belongs to pp
	Surface string // something executes it later: CI files, editor tasks, package scripts
	Git     string // git's own configuration and hooks
	Startup string // run at log-in, by a scheduler or a service manager
	Loaded  string // in a home, run or loaded by a tool of the person
	Device  string // a device or a kernel interface
	// Root names a directory whose deletion or clobbering is never right: the
	// file system, a system directory, a home, the workspace root.
	Root string
}

// Locate classifies a resolved path.
func Locate(p effect.Path, f engine.Facts) Place {
	name := fold(p.Name)
	var out Place
	out.Secret, _ = secretFolded(name, p.Dir || !p.Exists && strings.HasSuffix(p.Given, "/"))
	if out.Secret == "" && !p.Exists && strings.ContainsAny(name, "*?[") {
		out.Secret = secretPattern(name)
	}
	out.Own = own(p, f)
	out.Root = rootOf(p.Name, name, f)
	out.Area = areaOf(p.Name, name, f)
	out.Device = device(name)
	out.Startup = startup(name)
	out.Git = gitInternal(name)
	switch out.Area {
	case AreaWorkspace, AreaTemp:
		out.Surface = surface(name)
	case AreaHome, AreaOtherHome:
		out.Loaded = loadedFromHome(name, fold(f.Home))
	case AreaElsewhere, AreaSystem, AreaSink:
	}
	return out
}

// What is told of pp's binary, whatever its name, and of the workspace's top.
const (
	ownBinary     = "pp's own binary"
	ownFilesText  = "pp's own files"
	rootWorkspace = "the workspace itself"
)

func own(p effect.Path, f engine.Facts) string {
	for _, dir := range f.Own.Paths {
		if effect.Within(p.Name, dir) {
			return ownFilesText
		}
	}
	if f.Own.Binary != "" && p.Name == f.Own.Binary {
		return ownBinary
	}
	if f.Own.Inode != 0 && p.Exists && f.FS != nil {
		if info, err := f.FS.Lstat(p.Name); err == nil && info.Inode == f.Own.Inode && info.Dev == f.Own.Device {
			return ownBinary
		}
	}
	name := fold(p.Name)
	for _, d := range [...]string{"/.config/pp", "/.local/share/pp", "/.local/state/pp", "/.cache/pp"} {
		if i := strings.Index(name, d); i >= 0 && (len(name) == i+len(d) || name[i+len(d)] == '/') {
			return ownFilesText
		}
	}
	if strings.HasSuffix(name, "/.pp") || strings.Contains(name, "/.pp/") {
		return "the project's rules for pp"
	}
	return ""
}

// ownBelow reports whether something of pp's lies below a directory, which goes with it.
func ownBelow(p effect.Path, f engine.Facts) bool {
	return p.Dir && slices.ContainsFunc(f.Own.Paths, func(dir string) bool {
		return dir != p.Name && effect.Within(dir, p.Name)
	})
}

func areaOf(name, folded string, f engine.Facts) Area {
	if strings.HasPrefix(folded, "/dev/fd/") || strings.HasPrefix(folded, "/proc/self/fd/") ||
		strings.HasPrefix(folded, "/dev/") && slices.Contains(sinks[:], folded) {
		return AreaSink
	}
	if _, ok := f.Workspace.Contains(name); ok {
		return AreaWorkspace
	}
	if effect.Within(name, f.Home) && f.Home != "/" {
		return AreaHome
	}
	if temporary(name, folded, f) {
		return AreaTemp
	}
	if home, below := homeOf(folded); home != "" && below {
		return AreaOtherHome
	}
	if systemDir(folded) {
		return AreaSystem
	}
	return AreaElsewhere
}

// sinks swallow or yield nothing of worth.
var sinks = [...]string{"/dev/null", "/dev/zero", "/dev/full", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty",
	"/dev/random", "/dev/urandom"}

// temporary reports whether a path is one of the temporary directories or below one.
func temporary(name, folded string, f engine.Facts) bool {
	return effect.Within(folded, "/tmp") || effect.Within(folded, "/var/tmp") ||
		f.Temp != "" && effect.Within(name, f.Temp)
}

// homeOf gives the home directory a path is in by the usual layout, and
// whether the path is at or below it.
func homeOf(folded string) (string, bool) {
	if effect.Within(folded, "/root") {
		return "/root", true
	}
	for _, base := range [...]string{"/home/", "/users/"} {
		if rest, ok := strings.CutPrefix(folded, base); ok && rest != "" {
			user, _, _ := strings.Cut(rest, "/")
			return base + user, true
		}
	}
	return "", false
}

var systemRoots = [...]string{"/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/opt",
	"/proc", "/run", "/sbin", "/srv", "/sys", "/usr", "/var", "/nix", "/gnu", "/system", "/library",
	"/applications", "/private", "/mnt", "/media"}

func systemDir(folded string) bool {
	return folded == "/" ||
		slices.ContainsFunc(systemRoots[:], func(dir string) bool { return effect.Within(folded, dir) })
}

// rootOf says what kind of root a path is: deleting it takes a tree that is
// nobody's to take.
func rootOf(name, folded string, f engine.Facts) string {
	switch {
	case folded == "/":
		return "the root of the file system"
	case f.Home != "" && name == f.Home:
		return "the home directory"
	case f.Home != "" && effect.Within(f.Home, name):
		return "a directory above the home directory"
	case f.Workspace.Root != "" && name == f.Workspace.Root:
		return rootWorkspace
	case f.Workspace.Root != "" && effect.Within(f.Workspace.Root, name):
		return "a directory above the workspace"
	case folded == "/home", folded == "/root", folded == "/users":
		return "the home directories"
	}
	if home, _ := homeOf(folded); home == folded && home != "" {
		return "a home directory"
	}
	if _, in := f.Workspace.Contains(name); in {
		if slices.Contains([]string{".git", ".hg", ".svn", ".jj"}, path.Base(folded)) {
			return "the repository's history"
		}
		return ""
	}
	if path.Base(folded) == ".git" {
		return "a repository's history"
	}
	if temporary(name, folded, f) {
		if folded == "/tmp" || folded == "/var/tmp" || name == f.Temp {
			return "the temporary directory"
		}
		return ""
	}
	switch {
	case slices.Contains(systemRoots[:], folded):
		return "a system directory"
	case systemFile(folded):
		return "a part of the system"
	}
	return ""
}

// device covers devices and kernel interfaces where a write is never a file write.
func device(folded string) string {
	if name, ok := strings.CutPrefix(folded, "/dev/"); ok {
		return deviceNode(folded, name)
	}
	switch {
	case effect.Within(folded, "/boot"), effect.Within(folded, "/efi"):
		return "the boot files"
	case strings.HasPrefix(folded, "/proc/self/fd/"):
		return ""
	case effect.Within(folded, "/sys"), strings.HasPrefix(folded, "/proc/"):
		return "a kernel interface"
	}
	return ""
}

// deviceNode says what kind of device a path below /dev is, "" when it is none.
func deviceNode(folded, name string) string {
	begins := func(with string) bool { return strings.HasPrefix(name, with) }
	switch {
	case begins("shm/"), begins("fd/"), begins("pts/"), name == "shm", slices.Contains(sinks[:], folded):
		return ""
	case slices.ContainsFunc(rawDevices[:], begins):
		return rawDevice
	case slices.ContainsFunc(captureDevices[:], begins):
		return captureDevice
	}
	return "a device"
}

// rawDevices and captureDevices are how the names of such devices begin.
var (
	rawDevices = [...]string{"sd", "hd", "vd", "xvd", "nvme", "mmcblk", "dm-", "md", "loop", "mapper/", "disk/",
		"disk", "rdisk", "sr", "mem", "kmem", "port", "kmsg"}
	captureDevices = [...]string{"input/", "uinput", "uhid", "hidraw", "snd/", "video", "vcs"}
)

// rawDevice is a device that holds whole file systems, or the machine's memory:
// whoever reads it reads every secret.
const rawDevice = "a disk or the machine's memory"

// captureDevice is a device that says what the person types, shows or speaks.
const captureDevice = "a keyboard, a screen, a microphone or a camera"
