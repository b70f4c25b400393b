package sandbox

import (
	"bytes"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine"
)

// Where bash finds the file that it reads before a command, and where it writes what the command leaves: a directory of
// the command's own, which is gone with it.
const (
	leavesFile = "/run/pp/bash"
	leftDir    = "/run/pp/left"
)

// leavesText makes bash write, when the command has ended, where it then works and what it has exported. It starts no
// program, and changes neither the command's text nor its exit status. The last line leaves $_ as bash has it at first.
const leavesText = "unset BASH_ENV\n" +
	"trap '{ set +xuv; builtin pwd -P >|" + leftDir + "/dir; builtin compgen -e >|" + leftDir + "/names; " +
	"builtin mapfile -t __pp <" + leftDir + "/names; for __pp in \"${__pp[@]}\"; do " +
	"builtin printf \"%s=%s\\0\" \"$__pp\" \"${!__pp}\"; done >|" + leftDir + "/env; } 2>/dev/null || :' EXIT\n" +
	": \"$BASH\"\n"

// maxLeft bounds what a command may leave, in bytes.
const maxLeft = 128 << 10

// unread are the variables that bash takes from its environment as options or code unless it is told not to. It is
// told not to by -p, with which it would not read leavesFile either.
var unread = [...]string{"SHELLOPTS", "BASHOPTS", "CDPATH", "GLOBIGNORE", "ENV", "BASH_ENV"}

// leaves has bash say what a command leaves.
func (o *order) leaves() {
	o.Leaves = true
	o.Steps = append(o.Steps, step{Kind: stepText, Path: leavesFile, Text: leavesText},
		step{Kind: stepHide, Path: leftDir, Write: true})
	o.Rules = append(o.Rules, rule{leftDir, canWrite})
	o.Env = slices.DeleteFunc(o.Env, func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(unread[:], name) || strings.HasPrefix(name, "BASH_FUNC_")
	})
	o.Env = append(o.Env, "BASH_ENV="+leavesFile)
}

// readLeft reads what bash wrote, in the sandbox, where nothing else can be read.
func readLeft(name string) []byte {
	fd, err := unix.Open(path.Join(leftDir, name), unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	f := os.NewFile(uintptr(fd), name)
	defer f.Close()
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil
	}
	data, _ := io.ReadAll(io.LimitReader(f, maxLeft+1))
	return data
}

// leftOf returns what a command left, as compared with the environment that it was given; nil if that is not known. The
// command may have written anything in the place of bash.
func leftOf(dir, env []byte, given []string) *Left {
	if len(dir) == 0 || dir[len(dir)-1] != '\n' || len(env) == 0 {
		return nil
	}
	out := &Left{Dir: string(dir[:len(dir)-1]), Exported: engine.Environment{}}
	if len(env) > maxLeft {
		out.TooMuch = true
		return out
	}
	before := map[string]string{}
	for _, entry := range given {
		name, value, _ := strings.Cut(entry, "=")
		before[name] = value
	}
	for entry := range bytes.SplitSeq(env, []byte{0}) {
		name, value, ok := strings.Cut(string(entry), "=")
		if was, had := before[name]; ok && (!had || was != value) {
			out.Exported[name] = value
		}
		delete(before, name)
	}
	for name := range before {
		out.Unset = append(out.Unset, name)
	}
	return out
}
