package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/effect"
)

// Server is a server as a person configured it: one that is started, with Command, or one that is reached, with URL.
type Server struct {
	Name    string // see CheckName
	Command string // an absolute path, or a program on the PATH of commands
	Args    []string
	Env     []Variable // all that it gets beside PATH, HOME, USER and the locale
	URL     string     // of the streamable HTTP transport
	Headers []Variable // sent with each request to URL
	// ClientID names pp at the service that gives logins, where it registers nobody by itself.
	// ClientSecret is what the service knows it by, where it gave one.
	ClientID     string
	ClientSecret engine.Secret
	// Effects are what its tools may do, in words: "read workspace", "write workspace", "read PATH", "write PATH",
	// "connect HOST". A started server runs in a sandbox made from them. Without any, and of one that is reached,
	// nobody knows what a call does.
	Effects []string
	Timeout time.Duration // of one call; 0: a minute
}

// Variable is a value with its name, which may be a secret.
type Variable struct {
	Name  string
	Value engine.Secret
}

// maxServerName is how long a server's name may be, in bytes.
const maxServerName = 32

// CheckName says what is wrong with a server's name: it has lower-case letters, digits, "-" and single "_".
func CheckName(name string) error {
	odd := strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") != ""
	if name == "" || len(name) > maxServerName || odd || strings.Contains(name, "__") || strings.Trim(name, "_") != name {
		return fmt.Errorf("%q is no name for a server: it takes at most %d lower-case letters, digits, "+
			"\"-\" and single \"_\"",
			engine.Clip(name, 40), maxServerName)
	}
	return nil
}

// Check says what is wrong with a server's entry.
func (s Server) Check() error {
	if err := CheckName(s.Name); err != nil {
		return err
	}
	if (s.Command == "") == (s.URL == "") {
		return fmt.Errorf("the server %s needs either a command or a url", s.Name)
	}
	for _, words := range s.Effects {
		if _, err := parseGrant(words); err != nil {
			return err
		}
	}
	if s.URL == "" {
		return nil
	}
	if len(s.Effects) > 0 {
		return fmt.Errorf("the server %s is remote: nothing could hold it to effects; allow its tools by name under "+
			"[permissions]", s.Name)
	}
	_, err := s.endpoint()
	return err
}

// endpoint is where a remote server is: over https, or on this machine.
func (s Server) endpoint() (effect.Endpoint, error) {
	e, err := effect.ParseEndpoint(s.URL)
	if err == nil && e.Scheme != "https" && !(e.Scheme == "http" && e.Loopback()) {
		err = fmt.Errorf("only https is used, and http on this machine")
	}
	if u, parseErr := url.Parse(s.URL); err == nil && (parseErr != nil || u.User != nil || u.Fragment != "") {
		err = fmt.Errorf("it has user information or a fragment; give secrets as headers or by `pp mcp login`")
	}
	if err != nil {
		return e, fmt.Errorf("the url of the server %s cannot be used: %w", s.Name, err)
	}
	e.Tool = true
	return named(e), nil
}

// named is an address that the entry names. One on this machine is not odd there: the person wrote it.
func named(e effect.Endpoint) effect.Endpoint {
	if e.Listable {
		e.Odd = ""
	}
	return e
}

// identity is a hash of how a server is started or reached, and of what it is granted. The values of variables are left
// out: they may be secrets, and change.
func (s Server) identity() string {
	names := func(list []Variable) []string {
		out := []string{}
		for _, v := range list {
			out = append(out, v.Name)
		}
		slices.Sort(out)
		return out
	}
	data, _ := json.Marshal([]any{s.Name, s.Command, s.Args, names(s.Env), s.URL, names(s.Headers), s.Effects})
	return hashOf(data)
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// grant is one effect that an entry grants.
type grant struct {
	verb    string // read, write or connect
	subject string // "workspace", a path, or a host
}

func parseGrant(words string) (grant, error) {
	verb, subject, _ := strings.Cut(strings.TrimSpace(words), " ")
	g := grant{strings.ToLower(verb), strings.TrimSpace(subject)}
	bad := func(why string) (grant, error) {
		return g, fmt.Errorf("the effect %q of an MCP server: %s", engine.Clip(words, 80), why)
	}
	if g.subject == "" {
		return bad(`say what, as in "read workspace", "write /data" or "connect api.github.com"`)
	}
	switch g.verb {
	case "read", "write":
		if g.subject != "workspace" && !strings.HasPrefix(g.subject, "/") && g.subject != "~" &&
			!strings.HasPrefix(g.subject, "~/") {
			return bad("give an absolute path, one below ~, or the word workspace")
		}
	case "connect":
		if e, err := effect.ParseEndpoint("https://" + g.subject); err != nil || strings.ContainsAny(g.subject, "/?#@*") ||
			e.Odd != "" && !e.Listable {
			return bad("give one host, with a port perhaps")
		}
	default:
		return bad("it begins with read, write or connect")
	}
	return g, nil
}

// effects are what a call may do by the entry's grants, as they are in the facts' file system now.
func (s Server) effects(f engine.Facts) (effect.Effects, error) {
	var e effect.Effects
	for _, words := range s.Effects {
		g, err := parseGrant(words)
		if err != nil {
			return e, err
		}
		switch {
		case g.verb == "connect":
			to, err := effect.ParseEndpoint("https://" + g.subject)
			if err != nil {
				return e, err
			}
			to.Scheme = ""
			e.Connects = append(e.Connects, named(to))
			continue
		case g.subject == "workspace" && f.Workspace.Root == "":
			continue // there is none
		}
		for _, name := range g.places(f) {
			p, err := effect.Resolve(f.FS, f.Dir, name)
			if err != nil {
				return e, fmt.Errorf("the effect %q of the server %s: %w", words, s.Name, err)
			}
			p.Given, p.Tree = name, p.Dir
			switch {
			case g.verb == "read":
				e.Reads = append(e.Reads, p)
			case g.subject == "workspace":
				p.Given, p.Part, p.Tree = "The MCP server "+s.Name, effect.PartWork, false
				e.Writes = append(e.Writes, p)
			default:
				e.Writes = append(e.Writes, p)
			}
		}
	}
	return e, nil
}

// places are the paths that a grant is about.
func (g grant) places(f engine.Facts) []string {
	switch {
	case g.subject == "workspace":
		return f.Workspace.Roots()
	case strings.HasPrefix(g.subject, "~"):
		return []string{f.Home + g.subject[1:]}
	}
	return []string{g.subject}
}
