package credential

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
)

// sshConfig is what of the person's ssh configuration a command gets to see: what runs nothing, and says nothing of
// where else to look.
type sshConfig struct{ lines []sshLine }

// sshLine is a keyword in lower case and its arguments as they stand there.
type sshLine struct{ key, value string }

// sshHarmless are the keywords that only say where a host is and how to talk to it.
var sshHarmless = [...]string{"hostname", "user", "port", "identitiesonly", "hostkeyalias", "addressfamily",
	"compression", "serveraliveinterval", "serveralivecountmax", "connecttimeout", "connectionattempts",
	"preferredauthentications", "pubkeyauthentication", "passwordauthentication", "kbdinteractiveauthentication",
	"pubkeyacceptedalgorithms", "pubkeyacceptedkeytypes", "hostkeyalgorithms", "kexalgorithms", "ciphers", "macs",
	"stricthostkeychecking", "loglevel", "hashknownhosts", "requesttty", "ipqos", "tcpkeepalive", "rekeylimit",
	"casignaturealgorithms", "bindaddress", "identityfile"}

// sshNeeded are those that say more of how to log in; the command does not see them.
var sshNeeded = [...]string{"identityagent", "userknownhostsfile", "proxyjump", "proxycommand"}

// Bounds of an ssh configuration.
const (
	maxConfig   = 256 << 10 // bytes of one file
	maxIncludes = 64
)

// parseSSHConfig reads a configuration; include gives the text of the files that a pattern names. What stands under
// Match is left out, since whether it applies can take a command to find out.
func parseSSHConfig(text string, include func(pattern string) []string) sshConfig {
	var c sshConfig
	budget := maxIncludes
	c.read(text, "", &budget, include)
	return c
}

// read adds a file that stands below a Host line, "" for none.
func (c *sshConfig) read(text, host string, budget *int, include func(string) []string) {
	current, match := host, false
	for line := range strings.Lines(text) {
		key, value := sshWords(line)
		switch {
		case key == "" || strings.ContainsAny(value, "\x00\r`"):
		case key == "host":
			current, match = value, false
			c.lines = append(c.lines, sshLine{key, value})
		case key == "match":
			match = true
		case match:
		case key == "include":
			for _, pattern := range strings.Fields(value) {
				for _, text := range include(strings.Trim(pattern, `"`)) {
					if *budget--; *budget < 0 {
						return
					}
					c.read(text, current, budget, include)
				}
			}
			c.lines = append(c.lines, sshLine{"host", cmp.Or(current, "*")})
		case slices.Contains(sshHarmless[:], key), slices.Contains(sshNeeded[:], key):
			c.lines = append(c.lines, sshLine{key, value})
		}
	}
}

// sshWords takes a line apart: KEYWORD ARGUMENTS or KEYWORD=ARGUMENTS.
func sshWords(line string) (key, value string) {
	line = strings.TrimSpace(line)
	i := strings.IndexAny(line, " \t=")
	if i <= 0 || line[0] == '#' {
		return "", ""
	}
	value = strings.TrimLeft(line[i:], " \t")
	value = strings.TrimLeft(strings.TrimPrefix(value, "="), " \t")
	return strings.ToLower(line[:i]), value
}

// sshHostConfig is what a configuration says of one host.
type sshHostConfig struct {
	name       string // to which it connects
	port       int
	user       string
	alias      string // under which its key is known
	identities []string
	agent      string
	knownHosts []string
	proxied    bool // it is reached through another host or a command
}

// of is what the configuration says of a host. The first value counts, as in ssh.
func (c sshConfig) of(host string) sshHostConfig {
	first := map[string]string{}
	var out sshHostConfig
	active := true
	for _, l := range c.lines {
		switch {
		case l.key == "host":
			active = sshMatches(l.value, host)
		case !active:
		case l.key == "identityfile":
			out.identities = append(out.identities, unquoted(l.value))
		default:
			if _, ok := first[l.key]; !ok {
				first[l.key] = unquoted(l.value)
			}
		}
	}
	out.name = strings.ToLower(strings.ReplaceAll(cmp.Or(first["hostname"], host), "%h", host))
	out.user, out.alias, out.agent = first["user"], strings.ToLower(first["hostkeyalias"]), first["identityagent"]
	out.port, _ = strconv.Atoi(first["port"])
	out.knownHosts = strings.Fields(first["userknownhostsfile"])
	for _, key := range [...]string{"proxyjump", "proxycommand"} {
		out.proxied = out.proxied || first[key] != "" && !strings.EqualFold(first[key], "none")
	}
	return out
}

func unquoted(value string) string { return strings.Trim(value, `"`) }

// sshMatches reports whether a list of patterns, some with ! in front, matches a host.
func sshMatches(patterns, host string) bool {
	found := false
	for p := range strings.FieldsSeq(patterns) {
		p, not := strings.CutPrefix(unquoted(p), "!")
		if ok, err := path.Match(strings.ReplaceAll(p, "[", `\[`), host); err == nil && ok {
			if not {
				return false
			}
			found = true
		}
	}
	return found
}

// reduced is the configuration that the command gets. identity names the file that takes the place of one with a key.
// Nothing of the directory that holds it can be written, so that ssh is told not to try.
func (c sshConfig) reduced(identity func(name string) string) string {
	var b strings.Builder
	b.WriteString("UpdateHostKeys no\n")
	for _, l := range c.lines {
		switch {
		case slices.Contains(sshNeeded[:], l.key):
			continue
		case l.key == "identityfile":
			if l.value = identity(unquoted(l.value)); l.value == "" {
				continue
			}
		}
		b.WriteString(l.key + " " + l.value + "\n")
	}
	return b.String()
}
