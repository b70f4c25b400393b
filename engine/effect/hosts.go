package effect

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// HostListed reports whether a list of hosts, as a person wrote it in lower case, has a host at a port. An entry is a
// name or an address, with a port perhaps (localhost:8080, [::1]:8080); without one it stands for the usual ports. A
// name that begins with "*." stands for every name below it, but for one with an encoded part, which could look like
// anything.
func HostListed(list []string, host string, port int, usual ...int) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	return slices.ContainsFunc(list, func(entry string) bool {
		name, at := cutPort(entry)
		if at != 0 && at != port || at == 0 && !slices.Contains(usual, port) {
			return false
		}
		domain, wild := strings.CutPrefix(name, "*")
		if !wild {
			return host == name
		}
		below, ok := strings.CutSuffix(host, domain)
		return ok && below != "" && strings.HasPrefix(domain, ".") && !strings.Contains("."+below, ".xn--") && !numeric(host)
	})
}

// cutPort splits an entry of such a list; the port is 0 where there is none.
func cutPort(entry string) (name string, port int) {
	entry = strings.ToLower(entry)
	i := strings.LastIndexByte(entry, ':')
	if i < 0 || strings.Count(entry, ":") > 1 && entry[i-1] != ']' {
		return strings.TrimSuffix(strings.Trim(entry, "[]"), "."), 0
	}
	port, err := strconv.Atoi(entry[i+1:])
	if err != nil {
		port = -1
	}
	return strings.TrimSuffix(strings.Trim(entry[:i], "[]"), "."), port
}

func numeric(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

// PrivateName reports whether a host's name, in lower case, is one that only this machine or a private network knows.
func PrivateName(host string) bool {
	for _, domain := range [...]string{".localhost", ".local", ".internal", ".home.arpa"} {
		if strings.HasSuffix(host, domain) {
			return true
		}
	}
	return host == "localhost"
}

// Loopback reports whether the host is this machine by its name or address.
func (e Endpoint) Loopback() bool {
	if addr, err := netip.ParseAddr(e.Host); err == nil {
		return addr.IsLoopback()
	}
	return e.Host == "localhost" || strings.HasSuffix(e.Host, ".localhost")
}
