package undo

import (
	"bytes"
	"encoding/binary"
	"net/netip"
	"os"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// tell tells contacts the internet address of a call, which the kernel then does.
func (n *notification) tell(fd int, contacts func(to netip.AddrPort, idle bool)) {
	if contacts == nil {
		return
	}
	to, ok := n.address()
	idle := ok && n.nr == unix.SYS_CONNECT && n.isDatagram()
	// The process may have ended meanwhile, and its number be another's.
	if ok && ioctl(fd, notifyValid, unsafe.Pointer(&n.id)) == 0 {
		contacts(to, idle)
	}
}

// address is the internet address that a call connects or sends to, as it stood in the memory of the process: another
// thread may have put a different one there since, so that it is good for telling a person, and for nothing that
// decides. It reports false for an address of another kind.
func (n *notification) address() (to netip.AddrPort, ok bool) {
	at, size := n.args[1], n.args[2]
	switch n.nr {
	case unix.SYS_SENDTO:
		at, size = n.args[4], n.args[5]
	case unix.SYS_SENDMSG, unix.SYS_SENDMMSG: // the first of several
		var header [12]byte
		if !n.peek(at, header[:]) {
			return to, false
		}
		at, size = binary.NativeEndian.Uint64(header[:]), uint64(binary.NativeEndian.Uint32(header[8:]))
	}
	var a [unix.SizeofSockaddrInet6]byte
	if size < unix.SizeofSockaddrInet4 || !n.peek(at, a[:min(size, uint64(len(a)))]) {
		return to, false
	}
	port := binary.BigEndian.Uint16(a[2:])
	switch family := binary.NativeEndian.Uint16(a[:]); {
	case family == unix.AF_INET:
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(a[4:8])), port), true
	case family == unix.AF_INET6 && size >= unix.SizeofSockaddrInet6-4:
		return netip.AddrPortFrom(netip.AddrFrom16([16]byte(a[8:24])).Unmap(), port), true
	}
	return to, false
}

// peek reads from the memory of the process.
func (n *notification) peek(at uint64, buf []byte) bool {
	local := []unix.Iovec{{Base: &buf[0]}}
	local[0].SetLen(len(buf))
	got, err := unix.ProcessVMReadv(int(n.pid), local, []unix.RemoteIovec{{Base: uintptr(at), Len: len(buf)}}, 0)
	return err == nil && got == len(buf)
}

// isDatagram reports whether the call is for a socket of datagrams. To connect one sends nothing: that is how a library
// asks the kernel which way an address lies.
func (n *notification) isDatagram() bool {
	data, _ := os.ReadFile("/proc/" + strconv.Itoa(int(n.pid)) + "/status")
	_, data, _ = bytes.Cut(data, []byte("\nTgid:\t"))
	data, _, _ = bytes.Cut(data, []byte("\n"))
	process, _ := strconv.Atoi(string(data))
	pidfd, err := unix.PidfdOpen(process, 0)
	if err != nil {
		return false
	}
	defer unix.Close(pidfd)
	fd, err := unix.PidfdGetfd(pidfd, int(n.args[0]), 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	kind, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_TYPE)
	return err == nil && kind == unix.SOCK_DGRAM
}
