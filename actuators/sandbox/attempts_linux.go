package sandbox

import (
	"bytes"
	"encoding/binary"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// maxAttempts bounds what is told of the attempts of one command.
const maxAttempts = 20

// attempts are the hosts that a command without a network tried to reach: the names that it asked for, and the
// addresses that it connected or sent to. All of it comes from the command, and is for telling alone: what refuses is
// the empty network.
type attempts struct {
	mu      sync.Mutex
	own     string       // the name of this machine, which is no attempt
	servers []netip.Addr // of names, which the sandbox stands in for
	hosts   []string
}

// answerNames stands in for the name servers of this machine in a network that has nothing else. It notes the names
// that are asked for, and answers to each that it cannot be told now, as without a network.
func answerNames() *attempts {
	a := &attempts{}
	host, _ := os.Hostname()
	a.own = strings.ToLower(host)
	for _, server := range nameServers() {
		if !server.IsLoopback() && addLocal(server) != nil {
			continue
		}
		if c, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(netip.AddrPortFrom(server, 53))); err == nil {
			a.servers = append(a.servers, server)
			go a.answer(c)
		}
	}
	return a
}

// nameServers are those that a library asks, as resolv.conf(5) has them.
func nameServers() []netip.Addr {
	text, _ := os.ReadFile("/etc/resolv.conf")
	var out []netip.Addr
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "nameserver" {
			if addr, err := netip.ParseAddr(f[1]); err == nil && len(out) < 3 {
				out = append(out, addr.WithZone(""))
			}
		}
	}
	if out == nil {
		out = []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})}
	}
	return out
}

// addLocal makes an address one of the loopback device.
func addLocal(addr netip.Addr) error {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_ROUTE)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	family := byte(unix.AF_INET)
	if addr.Is6() {
		family = unix.AF_INET6
	}
	size := unix.SizeofNlMsghdr + unix.SizeofRtMsg + unix.SizeofRtAttr + addr.BitLen()/8 + unix.SizeofRtAttr + 4
	m := binary.NativeEndian.AppendUint32(nil, uint32(size))
	m = binary.NativeEndian.AppendUint16(m, unix.RTM_NEWROUTE)
	m = binary.NativeEndian.AppendUint16(m, unix.NLM_F_REQUEST|unix.NLM_F_CREATE)
	m = append(m, make([]byte, 8)...)
	m = append(m, family, byte(addr.BitLen()), 0, 0, unix.RT_TABLE_LOCAL, unix.RTPROT_BOOT, unix.RT_SCOPE_HOST,
		unix.RTN_LOCAL, 0, 0, 0, 0)
	m = binary.NativeEndian.AppendUint16(m, uint16(unix.SizeofRtAttr+addr.BitLen()/8))
	m = binary.NativeEndian.AppendUint16(m, unix.RTA_DST)
	m = append(m, addr.AsSlice()...)
	m = binary.NativeEndian.AppendUint16(m, unix.SizeofRtAttr+4)
	m = binary.NativeEndian.AppendUint16(m, unix.RTA_OIF)
	m = binary.NativeEndian.AppendUint32(m, 1) // the loopback device is the first of each network
	return unix.Sendto(fd, m, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK})
}

// answer answers queries until its socket is of no use.
func (a *attempts) answer(c *net.UDPConn) {
	const response, canTellLater = 0x80, 2
	buf := make([]byte, 4096)
	for {
		n, from, err := c.ReadFromUDPAddrPort(buf)
		if err != nil {
			return
		}
		if name, ok := asked(buf[:n]); ok {
			a.look(name)
			buf[2] |= response
			buf[3] = response | canTellLater
			_, _ = c.WriteToUDPAddrPort(buf[:n], from)
		}
	}
}

// asked is the name that a query of RFC 1035 asks for. It reports false for anything but ordinary letters.
func asked(query []byte) (name string, ok bool) {
	const header = 12
	var labels []string
	for at := header; at < len(query); {
		size := int(query[at])
		if size == 0 {
			name = strings.ToLower(strings.Join(labels, "."))
			if name == "" || len(name) > 253 {
				return "", false
			}
			return name, true
		}
		at++
		if size > 63 || at+size > len(query) || bytes.ContainsFunc(query[at:at+size], isOdd) {
			return "", false
		}
		labels = append(labels, string(query[at:at+size]))
		at += size
	}
	return "", false
}

// isOdd reports whether a letter is none of those in names of hosts.
func isOdd(r rune) bool {
	return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// look notes a name, unless it is this machine's own, that of an address, or one that was asked for before and now has
// the local domain at its end.
func (a *attempts) look(name string) {
	longer := func(host string) bool { return strings.HasPrefix(name, host+".") }
	if name == a.own || a.own != "" && longer(a.own) || strings.HasSuffix(name, ".arpa") {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if !slices.ContainsFunc(a.hosts, longer) {
		a.note(name)
	}
}

// contact notes an address, unless it is one in the sandbox. A datagram socket that sent nothing counts where it would
// ask for a name.
func (a *attempts) contact(to netip.AddrPort, idle bool) {
	if to.Addr().IsLoopback() || to.Addr().IsUnspecified() || idle && to.Port() != 53 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if to.Port() != 53 || !slices.Contains(a.servers, to.Addr()) {
		a.note(to.String())
	}
}

func (a *attempts) note(host string) {
	if len(a.hosts) < maxAttempts && !slices.Contains(a.hosts, host) {
		a.hosts = append(a.hosts, host)
	}
}

// seen returns what was noted.
func (a *attempts) seen() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.hosts)
}
