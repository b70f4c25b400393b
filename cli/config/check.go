package config

import (
	"cmp"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pp/actuators/messenger"
)

// The checks return what is wrong with a text, to follow its name, or "".

func checkNoControl(s string) string {
	if strings.ContainsFunc(s, unicode.IsControl) {
		return "must not contain control characters"
	}
	return ""
}

func checkPlain(s string) string {
	if strings.TrimSpace(s) == "" {
		return "must not be empty"
	}
	return checkNoControl(s)
}

const (
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  = "0123456789"
)

// only reports whether a text has no other bytes than those of a set.
func only(s, set string) bool { return strings.Trim(s, set) == "" }

// checkWord accepts the name of an actuator, a template or an alias.
func checkWord(s string) string {
	if !only(s, letters+digits+"-_.") || s != "" && !only(s[:1], letters+digits) {
		return "must be a name of letters, digits, '-', '_' and '.'"
	}
	return checkPlain(s)
}

// checkNumber accepts the number of a person's account: 0 is nobody's, and one below 0 is a group's.
func checkNumber(s string) string {
	if n, err := strconv.ParseInt(s, 10, 64); err != nil || n <= 0 || strconv.FormatInt(n, 10) != s {
		return "must be the number of a person's account: digits, above 0"
	}
	return ""
}

// checkLowerWord accepts the name of a provider.
func checkLowerWord(s string) string {
	if checkWord(s) != "" || s != strings.ToLower(s) {
		return "must be of lower-case letters, digits, '-', '_' and '.'"
	}
	return ""
}

// checkVariable accepts the name of a variable. The message does not repeat the text: it may be a misplaced key.
func checkVariable(s string) string {
	if !only(s, letters+digits+"_") || s != "" && only(s[:1], digits) {
		return "must be the name of an environment variable, never the key itself"
	}
	return ""
}

func checkBaseURL(s string) string {
	u, problem := checkURL(s, "/v1", "key_env", false)
	switch {
	case problem != "":
		return problem
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "must not contain a query or a fragment"
	}
	return ""
}

// checkURL accepts a web address. path is the path of the example in its errors, and key names the setting for what an
// address must not contain, such as a password. With variables, a part of the host may be one.
func checkURL(s, path, key string, variables bool) (u *url.URL, problem string) {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return u, "must be a URL like \"https://host" + path + "\""
	case u.User != nil:
		return u, "must not contain a user or password; use " + key
	}
	if _, problem := parseHost(u.Host); problem != "" && !(variables && strings.Contains(u.Host, "$")) {
		return u, "names a host that " + problem
	}
	return u, ""
}

// actuatorName returns the stored form of the name of an actuator or provider, without a leading colon.
func actuatorName(s string) string {
	return strings.ToLower(strings.TrimPrefix(strings.TrimSpace(s), ":"))
}

func trimSlash(s string) string { return strings.TrimRight(s, "/") }

// isLoopback reports whether a URL's host is this machine, so that data sent there never leaves it.
func isLoopback(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	addr, err := netip.ParseAddr(u.Hostname())
	return strings.EqualFold(u.Hostname(), "localhost") || err == nil && addr.Unmap().IsLoopback()
}

// ollamaURL turns OLLAMA_HOST, which is also what the server listens on, into a base URL: the port is 11434 unless
// given (80 and 443 with a scheme), and an address that means "all" means this machine.
func ollamaURL(s string) string {
	s = strings.TrimSpace(s)
	scheme, rest, found := strings.Cut(s, "://")
	if !found {
		scheme, rest = "http", s
	}
	hostPort, path, _ := strings.Cut(rest, "/")
	host, port, problem := cutPort(hostPort)
	if problem != "" {
		return s // checkBaseURL refuses it with the reason
	}
	if port == "" && found {
		port = map[string]string{"http": "80", "https": "443"}[scheme]
	}
	port = cmp.Or(port, "11434")
	switch host = strings.Trim(host, "[]"); host {
	case "", "0.0.0.0":
		host = "127.0.0.1"
	case "::":
		host = "::1"
	}
	return strings.TrimSuffix(scheme+"://"+net.JoinHostPort(host, port)+"/"+path, "/")
}

func orList(words []string) string {
	list := `"` + strings.Join(words, `", "`) + `"`
	if last := strings.LastIndex(list, ", "); last >= 0 {
		list = list[:last] + " or " + list[last+len(", "):]
	}
	return list
}

func formatNumber(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// checkPhone accepts the number of an account of Signal.
func checkPhone(s string) string {
	if s != "" && (!messenger.IsSignalIdentity(s) || s[0] != '+') {
		return "must be a telephone number with its country's code: + and digits, in quotes"
	}
	return ""
}

// checkSignal accepts who has an account of Signal.
func checkSignal(s string) string {
	if !messenger.IsSignalIdentity(s) {
		return "must be a telephone number with its country's code, in quotes, or an account's identifier in lower case"
	}
	return ""
}

// Host is one host that fetch-url may contact without asking, in lower case, with a port only when one was written.
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

// parseHost returns a host in the one form in which hosts are compared, or what is wrong with it. A list entry is a
// name or an address, or "*." and the name of somebody's domain, never a URL, another pattern or a look-alike.
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

// mergeHosts appends the hosts that a person's layer allows, or keeps only those that a project's file also lists.
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
