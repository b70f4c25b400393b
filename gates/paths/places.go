package paths

import (
	_ "embed"
	"strings"
	"sync"
)

// Descriptions of paths that the code finds, too.
const (
	isLoaded = "a file that one of your tools runs or loads"
	onPath   = "a file that runs as a command or when Python starts"
)

//go:embed paths.txt
var pathsText string

// classNames lists the names of the classes in paths.txt.
var classNames = map[string]class{"secret": secret, "own": own, "project": project, "startup": startup,
	"system": system, "loaded": loaded, "surface": surface, "tool": tool, "settings": settings, "cache": cache, "top": top}

// rows reads paths.txt. It is part of the program, so an error in it panics.
var rows = sync.OnceValue(func() (list []*row) {
	for line := range strings.Lines(pathsText) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		if name, kind, _ := strings.Cut(line[1:], "]"); line[0] == '[' {
			c, known := classNames[name]
			if !known {
				panic("paths: " + name + " is not a class")
			}
			list = append(list, &row{class: c, kind: strings.TrimSpace(kind)})
			continue
		}
		r := list[len(list)-1]
		if but, ok := strings.CutPrefix(line, "but "); ok {
			r.but = but
		} else {
			r.paths = strings.TrimPrefix(strings.TrimSuffix(r.paths, ",")+", "+strings.TrimSuffix(line, ","), ", ")
		}
	}
	return list
})

// pathsOf lists the paths of a class.
func pathsOf(c class) (list []string) {
	for _, r := range rows() {
		if r.class == c {
			list = append(list, strings.Split(r.paths, ", ")...)
		}
	}
	return list
}

// Tools lists what the tools of a developer keep in a home, by relative paths: programs and settings, and caches.
func Tools() (tools, caches []string) {
	return append(inHome(tool), inHome(settings)...), inHome(cache)
}

func inHome(c class) []string {
	list := pathsOf(c)
	for i, name := range list {
		list[i] = strings.Trim(strings.TrimPrefix(name, "~"), "/")
	}
	return list
}

// sinks swallow or yield nothing of worth.
var sinks = [...]string{"/dev/null", "/dev/zero", "/dev/full", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty",
	"/dev/random", "/dev/urandom"}

// rawDevices and captureDevices are how the names of such devices begin, below /dev.
var (
	rawDevices = [...]string{"sd", "hd", "vd", "xvd", "nvme", "mmcblk", "dm-", "md", "loop", "mapper/", "disk/",
		"disk", "rdisk", "sr", "mem", "kmem", "port", "kmsg"}
	captureDevices = [...]string{"input/", "uinput", "uhid", "hidraw", "snd/", "video", "vcs"}
)
