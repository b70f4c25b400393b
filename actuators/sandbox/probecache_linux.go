package sandbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// probeFile is the name of the file, in Options.ProbeCache, with what a probe found.
const probeFile = "sandbox-probe"

// maxProbeFile bounds what is read of it, in bytes.
const maxProbeFile = 4 << 10

// cachedProbe is a probe as it is written down: what was tried and how it went.
// What that amounts to is concluded anew, and what it promises is demanded of
// every command's own set-up: a wrong file can stop a command, and weaken nothing.
type cachedProbe struct {
	Machine                   string // the fingerprint it is true of
	Namespaces, User, EveryID bool
	Status                    status
	Failed                    []string
}

// readProbe reads the cached probe of this machine. It ignores a file with another fingerprint.
func readProbe(dir, machine string) (c cachedProbe, ok bool) {
	if dir == "" || machine == "" {
		return c, false
	}
	data, err := store.Whole(path.Join(dir, probeFile), maxProbeFile)
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(data)).Decode(&c)
	}
	return c, err == nil && c.Machine == machine && c.Namespaces
}

// write keeps the probe for the next start, whole or not at all; of processes
// that do so at once, one prevails. Where it cannot, the next start probes again.
func (c cachedProbe) write(dir string) error {
	var data bytes.Buffer
	if err := errors.Join(gob.NewEncoder(&data).Encode(c), os.MkdirAll(dir, 0o700)); err != nil {
		return err
	}
	return store.Replace(path.Join(dir, probeFile), data.Bytes(), store.Fresh{})
}

// fingerprint identifies everything that decides the result of a probe: the boot, the user and namespaces, pp itself
// and its options. It is "" if that cannot be read; then pp caches nothing. If a kernel setting changes later, the
// set-up of the next command fails and drops the cached probe.
func (s *Sandbox) fingerprint() string {
	boot, err := store.Read(context.Background(), "/proc/sys/kernel/random/boot_id", 100)
	own, err2 := store.Read(context.Background(), "/proc/self/status", 64<<10)
	if err != nil || err2 != nil {
		return ""
	}
	text := fmt.Appendf(nil, "%s %q %q %q %v\n", boot, s.opts.Home, s.opts.Temp, s.opts.ProbeDir, s.limits)
	for line := range strings.Lines(string(own)) {
		switch key, _, _ := strings.Cut(line, ":"); key {
		case "Uid", "Gid", "Groups", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs", "Seccomp":
			text = append(text, line...)
		}
	}
	for _, name := range [...]string{"/proc/self/exe", "/", "/proc/self/ns/user", "/proc/self/ns/mnt"} {
		var st unix.Stat_t
		if unix.Stat(name, &st) != nil {
			return ""
		}
		text = fmt.Appendln(text, st.Dev, st.Ino)
		if name == "/proc/self/exe" {
			text = fmt.Appendln(text, st.Size, st.Mtim, st.Ctim)
		}
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
