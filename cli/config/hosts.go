package config

import (
	"net/netip"
	"slices"
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

// RunHosts are the names of the hosts that a flag allows.
func (c *Config) RunHosts() []string {
	var names []string
	for _, h := range c.Hosts {
		if h.Origin.Source == SourceFlag {
			names = append(names, h.Name)
		}
	}
	return names
}

// parseHost returns a host in the one form in which hosts are compared, or
// what is wrong with it. A list entry is a name or an address, or "*." and the name
// of somebody's domain, never a URL, another pattern or a look-alike.
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
		domain, wild := strings.CutPrefix(name, "*.")
		if problem := checkHostName(domain); problem != "" {
			return "", problem
		}
		if wild && shared(domain) {
			return "", "is not a host name, but stands for the hosts of many owners; write it like \"*.example.com\""
		}
	}
	if port != "" {
		name += ":" + port
	}
	return name, ""
}

const notAHost = "is not a host name; write it like \"api.github.com\", \"*.example.com\" or \"127.0.0.1:8080\", " +
	"without scheme, path or another pattern"

// secondLevel are the names below which countries register domains, as in co.uk.
const secondLevel = " ac ad co com ed edu go gob gov gr id ind info lg ltd me mil ne net nhs nic nom " +
	"or org plc police sch web "

// shared reports whether a domain is one below which anybody may register names.
func shared(domain string) bool {
	first, rest, dotted := strings.Cut(domain, ".")
	return !dotted || len(rest) == 2 && strings.Contains(secondLevel, " "+first+" ")
}

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
	if strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 }) {
		return "is not in ASCII; write the name in its xn-- form, so that look-alikes show"
	}
	labels := strings.Split(name, ".")
	for _, label := range labels {
		if label == "" || len(label) > 63 || strings.Trim(label, "-") != label || !only(label, letters+digits+"-_") {
			return notAHost
		}
	}
	if last := labels[len(labels)-1]; last[0] >= '0' && last[0] <= '9' {
		return "is neither a name nor an address in its usual notation"
	}
	return ""
}

func (l *loader) hosts(e entry) error {
	list, ok := asList(e.value)
	if !ok {
		return e.where.fail("hosts.allow", "hosts.allow must be a list of host names, not "+showValue(e.value),
			"Write: allow = [\"api.github.com\"]")
	}
	l.cfg.origins["hosts.allow"] = e.where
	return l.cfg.mergeHosts(list, e.where)
}

// mergeHosts appends what a person's own layer allows. The list of a project's
// file is an intersection, never an addition: only hosts that it lists too are kept.
func (c *Config) mergeHosts(texts []string, o Origin) error {
	listed := make([]string, len(texts))
	for i, text := range texts {
		var problem string
		if listed[i], problem = parseHost(text); problem != "" {
			return o.fail("hosts.allow", quoted(text)+" "+problem, "")
		}
	}
	if o.Source != SourceProject {
		for _, name := range listed {
			if !slices.Contains(c.HostNames(), name) {
				c.Hosts = append(c.Hosts, Host{Name: name, Origin: o})
			}
		}
		return nil
	}
	c.Hosts = slices.DeleteFunc(c.Hosts, func(h Host) bool {
		cut := !slices.Contains(listed, h.Name)
		if cut && h.Origin.Source == SourceFlag {
			c.warn(o, "hosts.allow does not list "+printable(h.Name)+", so "+h.Origin.String()+" has no effect here")
		}
		return cut
	})
	return nil
}
