package index

import (
	"fmt"
	"hash/crc32"
	"io/fs"
	"math"
	"runtime"
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// checksum is CRC-32C, for which processors have an instruction.
func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// maxFile bounds a file of the index that is mapped.
const maxFile = 4 << 30

// mapFile maps a file of the index, which must be a regular file that is no link and, unless
// size is negative, have that size.
func mapFile(name string, size int64) ([]byte, stamp, error) {
	fail := func(err error) ([]byte, stamp, error) {
		return nil, stamp{}, &fs.PathError{Op: "map", Path: name, Err: err}
	}
	fd, err := unix.Open(name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return fail(err)
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return fail(err)
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG || st.Size == 0 || st.Size > min(maxFile, math.MaxInt) ||
		size >= 0 && st.Size != size {
		return fail(ErrDamaged)
	}
	b, err := unix.Mmap(fd, 0, int(st.Size), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return fail(err)
	}
	return b, stampOf(&st), nil
}

// guarded runs what reads mapped memory. A file that is cut while it is mapped, and one that
// does not hold what it should, are ErrDamaged.
func guarded(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch r := recover().(type) {
		case nil:
		case runtime.Error:
			err = fmt.Errorf("%w: %v", ErrDamaged, r)
		default:
			panic(r)
		}
	}()
	return read()
}
