package shell_test

import (
	"bufio"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// touched is one thing that a program did, as strace saw it.
type touched struct {
	what string // write, read, run, contact
	name string // absolute path, or the address
	temp bool   // a fresh file for the time being
}

var (
	syscallLine = regexp.MustCompile(`^(\d+) +([a-z0-9_]+)\((.*)$`)
	quotedText  = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"(\.\.\.)?`)
	directoryFD = regexp.MustCompile(`^(?:AT_FDCWD|\d+)<([^>]*)>`)
)

// changing are the calls that change what is at a path, and which of their
// paths that are: 0 for the first.
var changing = map[string][]int{
	"creat": {0}, "unlink": {0}, "unlinkat": {0}, "rmdir": {0}, "mkdir": {0}, "mkdirat": {0}, "mknod": {0}, "mknodat": {0},
	"truncate": {0}, "chmod": {0}, "fchmodat": {0}, "fchmodat2": {0}, "chown": {0}, "lchown": {0}, "fchownat": {0},
	"utime":  {0},
	"utimes": {0}, "utimensat": {0}, "futimesat": {0}, "setxattr": {0}, "lsetxattr": {0}, "removexattr": {0},
	"lremovexattr": {0},
	"rename":       {0, 1}, "renameat": {0, 1}, "renameat2": {0, 1}, "link": {1}, "linkat": {1}, "symlink": {1},
	"symlinkat": {1}, "mount": {1},
	"umount2": {0}, "swapon": {0}, "chroot": {0}, "pivot_root": {0}, "acct": {0},
}

// readTrace takes a log of strace -f -y apart. The first execve is the program
// itself. Calls that failed count where they would change something: whether
// they could is the sandbox's affair.
func readTrace(log, dir string) ([]touched, error) {
	f, err := os.Open(log)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []touched
	cwd := map[string]string{}
	started := false
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		m := syscallLine.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		pid, call, args := m[1], m[2], m[3]
		at := dir
		if d := cwd[pid]; d != "" {
			at = d
		}
		failed := strings.Contains(args, ") = -1 ")
		switch {
		case call == "execve" || call == "execveat":
			paths := pathsOf(args, at)
			switch {
			case failed || len(paths) == 0:
			case !started:
				started = true
			default:
				out = append(out, touched{what: "run", name: paths[0]})
			}
		case !started:
		case call == "chdir" && !failed:
			if p := pathsOf(args, at); len(p) > 0 {
				cwd[pid] = p[0]
			}
		case call == "open" || call == "openat" || call == "openat2":
			if p := pathsOf(args, at); len(p) > 0 {
				t := touched{what: "read", name: p[0]}
				if strings.Contains(args, "O_WRONLY") || strings.Contains(args, "O_RDWR") || strings.Contains(args, "O_CREAT") ||
					strings.Contains(args, "O_TRUNC") {
					t.what, t.temp = "write", strings.Contains(args, "O_EXCL") || strings.Contains(args, "O_TMPFILE")
				} else if failed {
					continue
				}
				out = append(out, t)
			}
		case changing[call] != nil:
			paths := pathsOf(args, at)
			for _, i := range changing[call] {
				if i < len(paths) {
					out = append(out, touched{what: "write", name: paths[i]})
				}
			}
		case call == "fchmod" || call == "fchown" || call == "ftruncate" || call == "fsetxattr":
			if m := directoryFD.FindStringSubmatch(args); m != nil && strings.HasPrefix(m[1], "/") {
				out = append(out, touched{what: "write", name: m[1]})
			}
		case call == "connect" || call == "bind" || call == "sendto" || call == "sendmsg":
			if i := strings.Index(args, "{sa_family=AF_"); i >= 0 && !strings.HasPrefix(args[i:], "{sa_family=AF_NETLINK") {
				out = append(out, touched{what: "contact", name: call + " " + args[i:min(len(args), i+110)]})
			}
		}
	}
	return out, lines.Err()
}

// pathsOf gives the paths among the arguments of a call, absolute. A directory
// descriptor before one is what it is relative to.
func pathsOf(args, cwd string) []string {
	var out []string
	rest := args
	if strings.HasPrefix(rest, "NULL") {
		return nil
	}
	for len(out) < 2 {
		loc := quotedText.FindStringSubmatchIndex(rest)
		if loc == nil {
			break
		}
		at := cwd
		before := strings.TrimLeft(rest[:loc[0]], ", ")
		if m := directoryFD.FindStringSubmatch(before); m != nil {
			at = m[1]
		}
		name, err := strconv.Unquote(`"` + rest[loc[2]:loc[3]] + `"`)
		if err != nil {
			name = rest[loc[2]:loc[3]]
		}
		if !path.IsAbs(name) {
			name = path.Join(at, name)
		}
		out = append(out, path.Clean(name))
		rest = rest[loc[1]:]
	}
	return out
}
