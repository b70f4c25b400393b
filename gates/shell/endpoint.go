package shell

import (
	"net/netip"
	"strconv"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
)

// endpoint reads an address as programs take it: a URL, user@host:path, host:port, a name. Host is the real one.
func endpoint(given, scheme string, port int) effect.Endpoint {
	e := effect.Endpoint{Given: given, Scheme: scheme, Port: port}
	rest := given
	if s, after, ok := strings.Cut(rest, "://"); ok && !strings.ContainsAny(s, "/@") {
		e.Scheme, rest = strings.ToLower(s), after
		if i := strings.IndexAny(rest, "/?#\\"); i >= 0 {
			if rest[i] == '\\' {
				e.Odd = cause.OddBackslash
			}
			rest = rest[:i]
		}
		if e.Port = effect.DefaultPort(e.Scheme); e.Port == 0 {
			e.Port = port
		}
	} else if i := strings.IndexByte(rest, '/'); i >= 0 && !strings.Contains(rest[:i], ":") {
		rest = rest[:i]
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		if e.Scheme == "http" || e.Scheme == "https" {
			e.Odd = cause.OddUser
		}
		rest = rest[i+1:]
	}
	rest = hostPort(&e, rest)
	host := strings.ToLower(strings.TrimSuffix(rest, "."))
	number, odd := numericHost(host)
	switch addr, err := netip.ParseAddr(strings.Trim(host, "[]")); {
	case err == nil:
		e.Host = addr.Unmap().String()
		e.Odd = cause.OddNumber
		if addr.IsLoopback() {
			e.Odd = ""
		}
	case odd:
		e.Host = number
		e.Odd = cause.OddWrittenNumber
	case !ascii(host):
		e.Host, e.Odd = host, cause.OddLetters
	case strings.HasPrefix(host, "xn--") || strings.Contains(host, ".xn--"):
		e.Host, e.Odd = host, cause.OddEncoded
	case strings.Contains(host, "%"):
		e.Host, e.Odd = host, cause.OddEscaped
	default:
		e.Host = host
	}
	return e
}

// hostPort takes the port, or what follows a host as in host:path, off.
func hostPort(e *effect.Endpoint, rest string) string {
	if strings.HasPrefix(rest, "[") {
		if i := strings.IndexByte(rest, ']'); i >= 0 {
			if p, ok := strings.CutPrefix(rest[i+1:], ":"); ok && portOf(p) > 0 {
				e.Port = portOf(p)
			}
			return rest[:i+1]
		}
		return rest
	}
	if strings.Count(rest, ":") > 1 {
		if _, err := netip.ParseAddr(rest); err == nil {
			return rest
		}
	}
	host, after, _ := strings.Cut(rest, ":")
	if p := portOf(after); p > 0 {
		e.Port = p
	}
	return host
}

func portOf(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > 65535 {
		return 0
	}
	return n
}

// numericHost is the address that a number stands for which some programs take for one, such as 0x7f000001 or
// 0177.0.0.1, and the number itself when it is too large.
func numericHost(host string) (string, bool) {
	var n uint64
	parts := strings.Split(host, ".")
	for i, part := range parts {
		v, err := strconv.ParseUint(part, 0, 64)
		if err != nil {
			return "", false
		}
		if i == len(parts)-1 {
			n = n<<(8*max(0, 5-len(parts))) | v
		} else {
			n = n<<8 | v
		}
	}
	if len(parts) > 4 || n > 1<<32-1 {
		return host, true
	}
	return netip.AddrFrom4([4]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}).String(), true
}
