package sandbox

import (
	"encoding/binary"
	"slices"

	"golang.org/x/sys/unix"
)

// opened notices which masked files of layers a command opens: to it they look empty, and what it makes of that only
// who knows of the masks understands.
type opened struct {
	fd    int
	names map[uint32]string
}

// watchOpened begins to notice; where the kernel cannot tell, nothing is noticed.
func watchOpened(names []string) opened {
	w := opened{fd: -1, names: map[uint32]string{}}
	if len(names) == 0 {
		return w
	}
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return w
	}
	w.fd = fd
	for _, name := range names {
		if wd, err := unix.InotifyAddWatch(fd, name, unix.IN_OPEN|unix.IN_DONT_FOLLOW); err == nil {
			w.names[uint32(wd)] = name
		}
	}
	return w
}

// read gives the files that were opened.
func (w opened) read() []string {
	var out []string
	buf := make([]byte, 64<<10)
	for w.fd >= 0 {
		n, err := unix.Read(w.fd, buf)
		if err != nil || n <= 0 {
			break
		}
		for events := buf[:n]; len(events) >= unix.SizeofInotifyEvent; {
			name := w.names[binary.NativeEndian.Uint32(events)]
			if name != "" && !slices.Contains(out, name) {
				out = append(out, name)
			}
			events = events[min(unix.SizeofInotifyEvent+int(binary.NativeEndian.Uint32(events[12:])), len(events)):]
		}
	}
	slices.Sort(out)
	return out
}
