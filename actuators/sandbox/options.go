package sandbox

import (
	"cmp"
	"time"

	"pp/engine"
)

// Options are what a sandbox needs to know of the person and the machine.
type Options struct {
	Home string // the person's home directory, resolved; "" when there is none
	Temp string // the temporary directory, if it is not /tmp
	// Env is the environment of commands, PATH included: what the gates judged
	// with. Nothing else of pp's environment reaches a command.
	Env engine.Environment
	// Path is the PATH with the directories of the workspace, for commands that need them; "" if Env has it.
	Path string
	// Own are pp's own directories, which no command sees.
	Own []string
	// CacheDir holds the private build caches, one directory a workspace, where there are no layers over the person's;
	// "" for none of both, and builds start cold in memory.
	CacheDir string
	// Tools and Caches are what the person's tools have below the home, by relative paths: programs and settings, which
	// commands only read, and caches, over which they get private layers.
	Tools, Caches []string
	// ProbeDir is the directory on whose file system pp tries layers and keeps those over caches, or "" for none.
	ProbeDir string
	// ProbeCache is the directory for the results of the probe, which are valid until the next boot. With "" each
	// start probes again.
	ProbeCache string
	// Secret reports whether a resolved path holds a secret; nil: none does.
	Secret func(path string) bool
	// Private reports whether a regular file has parts that are private, now: it is
	// masked as one with secrets is. It is asked of files for which MayHold holds, anew
	// for each command; nil: none has.
	Private func(path string) bool
	// MayHold tells by its name whether a file can have such parts.
	MayHold func(path string) bool
	// SystemSecrets are the paths of the system that hold secrets, asked for when something is to be masked; what
	// lies beside them is asked of Secret. nil: there are none.
	SystemSecrets func() []string
	// Values are what a file of settings keeps secret, told by its name and text; nil: nothing.
	Values func(name string, text []byte) []string
	// Surface reports whether a resolved path is an execution surface, which stays
	// read-only unless it was itself approved; nil: none is.
	Surface func(path string) bool
	// Clock tells the time; nil: durations are zero.
	Clock  func() time.Time
	Limits Limits
	// Shared says that the commands share one network, which has nothing but a loopback, until Close.
	Shared bool
}

// Limits bound one command. Zero fields take defaults that are generous for
// builds, and still bounds.
type Limits struct {
	Processes int   // processes and threads at once; 4096
	Files     int   // open files of one process; 4096
	FileSize  int64 // bytes of one file written; 8 GiB
	Data      int64 // bytes of writable private memory of one process; half the machine's
	Disk      int64 // bytes by which a file system that it may write may shrink; half of what is free
	Shared    int64 // bytes of the temporary directories that the commands of a conversation share; 4 GiB
	Memory    int64 // bytes of memory of the whole tree, and of its private /tmp; three quarters
}

// filled takes the defaults; memory is that of the machine in bytes.
func (l Limits) filled(memory int64) Limits {
	memory = cmp.Or(memory, 2<<30)
	return Limits{Processes: cmp.Or(l.Processes, 4096), Files: cmp.Or(l.Files, 4096),
		FileSize: cmp.Or(l.FileSize, 8<<30), Data: cmp.Or(l.Data, memory/2), Memory: cmp.Or(l.Memory, memory/4*3),
		Shared: cmp.Or(l.Shared, 4<<30),
		Disk:   l.Disk}
}

func (o Options) now() time.Time {
	if o.Clock == nil {
		return time.Time{}
	}
	return o.Clock()
}
