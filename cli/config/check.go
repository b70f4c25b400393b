package config

import (
	"cmp"
	"net"
	"net/netip"
	"net/url"
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

// checkNumber accepts the number of a person's account, in its one notation: 0 is nobody's, and one below 0 is a
// group's.
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

// checkVariable accepts the name of an environment variable. The text is not
// repeated in the message: it may be a key written in the wrong place.
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

// checkURL accepts an address of the web, of which path is an example's. What must not stand in it is for a key to say.
// With variables, a part of the host may be one.
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

// actuatorName is the form in which names of actuators and providers are kept.
// They may be written as keywords, with a colon.
func actuatorName(s string) string {
	return strings.ToLower(strings.TrimPrefix(strings.TrimSpace(s), ":"))
}

func trimSlash(s string) string { return strings.TrimRight(s, "/") }

// isLoopback reports whether a URL's host is this machine by its own name or
// address, so that nothing sent there crosses a wire.
func isLoopback(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	addr, err := netip.ParseAddr(u.Hostname())
	return strings.EqualFold(u.Hostname(), "localhost") || err == nil && addr.Unmap().IsLoopback()
}

// ollamaURL turns OLLAMA_HOST, which is also what the server listens on, into
// a base URL: the port is 11434 unless given (80 and 443 with a scheme), and
// an address that means "all" means this machine.
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
