package config

import (
	"net/netip"
	"strconv"
	"strings"
)

// Host is one host that fetch-url may contact without asking, in lower case,
// with a port only when one was written.
type Host struct {
	Name   string
	Origin Origin
}

// HostNames returns the names alone.
func (c *Config) HostNames() []string {
	names := make([]string, len(c.Hosts))
	for i, h := range c.Hosts {
		names[i] = h.Name
	}
	return names
}

// parseHost returns a host in the one form in which hosts are compared, or
// what is wrong with it. A list entry is a name or an address, never a URL, a
// pattern or a look-alike.
func parseHost(text string) (host, problem string) {
	name, port, problem := cutPort(text)
	if problem != "" {
		return "", problem
	}
	if addr, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		name = addr.String()
		if port != "" && addr.Is6() {
			name = "[" + name + "]"
		}
	} else {
		name = strings.TrimSuffix(strings.ToLower(name), ".")
		if problem := checkHostName(name); problem != "" {
			return "", problem
		}
	}
	if port != "" {
		name += ":" + port
	}
	return name, ""
}

const notAHost = "is not a host name; write it like \"api.github.com\" or \"127.0.0.1:8080\", " +
	"without scheme, path or pattern"

func cutPort(text string) (name, port, problem string) {
	colon := strings.LastIndexByte(text, ':')
	bare6 := strings.Count(text, ":") > 1 && !strings.HasPrefix(text, "[")
	if colon < 0 || bare6 || strings.HasSuffix(text, "]") {
		return text, "", ""
	}
	number, err := strconv.ParseUint(text[colon+1:], 10, 16)
	if err != nil || number == 0 {
		return "", "", notAHost
	}
	return text[:colon], strconv.FormatUint(number, 10), ""
}

func checkHostName(name string) string {
	if name == "" || len(name) > 253 {
		return notAHost
	}
	for _, label := range strings.Split(name, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return notAHost
		}
		for i := 0; i < len(label); i++ {
			b := label[i]
			switch {
			case b >= 0x80:
				return "is not in ASCII; write the name in its xn-- form, so that look-alikes show"
			case b >= 'a' && b <= 'z', b >= '0' && b <= '9', b == '-', b == '_':
			default:
				return notAHost
			}
		}
	}
	if last := name[strings.LastIndexByte(name, '.')+1:]; last[0] >= '0' && last[0] <= '9' {
		return "is neither a name nor an address in its usual notation"
	}
	return ""
}

// addHosts appends what a person's own layer allows.
func (c *Config) addHosts(texts []string, o Origin) error {
	hosts, err := parseHosts(texts, o)
	if err != nil {
		return err
	}
	for _, h := range hosts {
		if !containsHost(c.Hosts, h.Name) {
			c.Hosts = append(c.Hosts, h)
		}
	}
	return nil
}

// keepHosts keeps only hosts that the project lists too: the list of a
// project's file is an intersection, never an addition.
func (c *Config) keepHosts(texts []string, o Origin) error {
	listed, err := parseHosts(texts, o)
	if err != nil {
		return err
	}
	var kept []Host
	for _, h := range c.Hosts {
		if containsHost(listed, h.Name) {
			kept = append(kept, h)
		} else if h.Origin.Source == SourceFlag {
			c.warn(o, "hosts.allow does not list "+printable(h.Name)+", so "+h.Origin.String()+" has no effect here")
		}
	}
	c.Hosts = kept
	c.origins["hosts.allow"] = o
	return nil
}

func parseHosts(texts []string, o Origin) ([]Host, error) {
	hosts := make([]Host, 0, len(texts))
	for _, text := range texts {
		name, problem := parseHost(text)
		if problem != "" {
			return nil, o.fail("hosts.allow", quoted(text)+" "+problem, "")
		}
		hosts = append(hosts, Host{Name: name, Origin: o})
	}
	return hosts, nil
}

func containsHost(hosts []Host, name string) bool {
	for _, h := range hosts {
		if h.Name == name {
			return true
		}
	}
	return false
}
