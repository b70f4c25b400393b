package effect

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"pp/engine/cause"
)

// ErrNoHost says that an address names no host.
var ErrNoHost = errors.New("the address has no host")

// AnyHost stands for the host of a program that chooses itself what it contacts.
const AnyHost = "any host"

// DefaultPort returns the port of a scheme that programs connect with, 0 if it is not known.
func DefaultPort(scheme string) int {
	return map[string]int{"http": 80, "https": 443, "ftp": 21, "ftps": 990, "ssh": 22, "sftp": 22, "scp": 22,
		"git+ssh": 22, "git": 9418, "ws": 80, "wss": 443, "ldap": 389, "ldaps": 636, "rsync": 873, "smtp": 25, "telnet": 23,
		"redis": 6379, "postgres": 5432, "postgresql": 5432, "mysql": 3306, "mongodb": 27017}[scheme]
}

// ParseEndpoint reads an address strictly: what a parser could read in two ways
// is an error, and what is not what it looks like has Odd set, with Host as it
// really is. No name is looked up.
//
// The forms of a numeric host are those of inet_aton(3), which curl and the C
// library accept: one to four parts, each decimal, octal (0…) or hexadecimal.
func ParseEndpoint(raw string) (Endpoint, error) {
	e := Endpoint{Given: raw, Listable: true}
	if !utf8.ValidString(raw) {
		return e, fmt.Errorf("the address is not UTF-8 text")
	}
	for _, r := range raw {
		switch {
		case r < 0x20 || r == 0x7f:
			return e, fmt.Errorf("the address contains a control character")
		case r == ' ' || r == '\\' || r == '\u00a0' || r == '\u3000':
			return e, fmt.Errorf("the address contains %q, which parsers disagree about", r)
		}
	}
	scheme, rest, ok := strings.Cut(raw, "://")
	if !ok {
		return e, fmt.Errorf("the address has no scheme; write https://HOST/PATH")
	}
	e.Scheme = strings.ToLower(scheme)
	authority := rest
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		authority = rest[:i]
	}
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		e.Odd, e.Listable = cause.OddUser, false
		authority = authority[at+1:]
	}
	if _, err := url.Parse(e.Scheme + "://" + authority + "/"); err != nil {
		return e, fmt.Errorf("the address is not well formed")
	}
	if strings.Contains(authority, "%") {
		return e, fmt.Errorf("the address has escapes in its host")
	}
	if err := e.setAuthority(authority); err != nil {
		return e, err
	}
	return e, nil
}

// setAuthority reads HOST, HOST:PORT or [IPV6]:PORT.
func (e *Endpoint) setAuthority(authority string) error {
	host, port := authority, ""
	if strings.HasPrefix(authority, "[") {
		end := strings.IndexByte(authority, ']')
		if end < 0 {
			return fmt.Errorf("the address has an unclosed bracket")
		}
		host, port = authority[1:end], strings.TrimPrefix(authority[end+1:], ":")
	} else if i := strings.LastIndexByte(authority, ':'); i >= 0 {
		host, port = authority[:i], authority[i+1:]
	}
	if host == "" {
		return ErrNoHost
	}
	if port == "" && strings.HasSuffix(authority, ":") {
		return fmt.Errorf("the address has a colon and no port")
	}
	e.Port = DefaultPort(e.Scheme)
	if port != "" {
		n, err := strconv.Atoi(port)
		if err != nil || n < 1 || n > 65535 {
			return fmt.Errorf("%q is not a port", shortened(port))
		}
		e.Port = n
	}
	e.setHost(host)
	if e.Host == "" { // a lone dot, the root of the name system
		return ErrNoHost
	}
	if strings.ContainsAny(e.Host, " /\\@?#%") {
		return fmt.Errorf("a character of the host stands for others, which end a host")
	}
	return nil
}

// setHost normalises a host name and notes what is odd about it.
func (e *Endpoint) setHost(host string) {
	odd := func(why cause.Kind) {
		e.Odd = cmp.Or(e.Odd, why)
	}
	// The full stops that IDNA (UTS 46) takes for a dot.
	dotted := strings.NewReplacer("\u3002", ".", "\uff0e", ".", "\uff61", ".").Replace(norm.NFKC.String(host))
	folded := strings.ToLower(strings.TrimSuffix(dotted, "."))
	for i := 0; i < len(host); i++ {
		if host[i] >= 0x80 {
			odd(cause.OddLetters)
			e.Listable = false
			break
		}
	}
	e.Host = folded
	if addr, err := netip.ParseAddr(folded); err == nil {
		e.Host = addr.Unmap().WithZone("").String()
		e.Listable = e.Listable && !addr.Is4In6()
		odd(addressKind(addr.Unmap()))
		return
	}
	if addr, ok := looseAddress(folded); ok {
		e.Host, e.Listable = addr.String(), false
		odd(cause.OddWrittenNumber)
		return
	}
	for label := range strings.SplitSeq(folded, ".") {
		switch {
		case strings.HasPrefix(label, "xn--"):
			odd(cause.OddEncoded)
		case label == "":
			odd(cause.OddEmptyPart)
			e.Listable = false
		}
	}
	if PrivateName(folded) {
		odd(cause.OddPrivateName)
	}
}

// addressKind says why a numeric address is odd.
func addressKind(a netip.Addr) cause.Kind {
	switch {
	case a.IsLoopback(), a.IsUnspecified():
		return cause.OddThisMachine
	case a.IsPrivate(), a.IsLinkLocalUnicast(), a.IsLinkLocalMulticast():
		return cause.OddPrivate
	}
	return cause.OddNumber
}

// looseAddress reads the numeric forms of inet_aton(3) that netip refuses.
func looseAddress(host string) (netip.Addr, bool) {
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var value uint64
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 0, 64)
		if err != nil || p == "" || strings.ContainsAny(p, "_+-") || strings.HasPrefix(p, "0b") ||
			strings.HasPrefix(p, "0o") {
			return netip.Addr{}, false
		}
		last := i == len(parts)-1
		bits := uint(8)
		if last {
			bits = uint(8 * (5 - len(parts)))
		}
		if n >= 1<<bits {
			return netip.Addr{}, false
		}
		value = value<<bits | n
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
}
