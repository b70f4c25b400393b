package table

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"pp/engine/effect"
)

// spec says what is done with a value or an operand.
type spec struct {
	kind      Kind
	move      bool   // a second operand: DeleteTree of the same path
	change    bool   // a second operand: Write of the same path
	hidden    bool   // it is a command in a place where none is expected
	peer      bool   // HOST:PATH contacts the host instead
	upload    bool   // the file behind an at sign is read
	repo      bool   // the address or the path of a repository
	remote    bool   // or the name of a remote, which is of no account here
	mirror    bool   // what the source lacks is deleted there
	elsewhere bool   // what is done changes no file of a workspace: a service, a device, a display, the shell itself
	chars     string // what the value of a letter in a cluster consists of: other letters are flags again
	temporary bool   // a directory for files that are gone in the end
	mark      bool   // it is what stands for the names in xargs -I
	many      bool   // layouts only: as many as there are
	join      bool   // layouts only: all words from here are one script
	choices   []string
	language  string
	scheme    string
	port      int
	part      effect.Part
	list      Listing                   // the operand names a file with a list of names
	curl      func(v curl, text string) // reads a value of curl; nil for any other
	path      string                    // of what is done without an operand: the path, else the current directory
}

var specNames = sync.OnceValue(func() map[string]spec {
	return map[string]spec{
		"text": {kind: Plain}, "read": {kind: Read}, "tree": {kind: ReadTree}, "write": {kind: Write},
		"writetree": {kind: WriteTree}, "into": {kind: Into}, "append": {kind: Append}, "delete": {kind: Delete},
		"deltree": {kind: DeleteTree}, "meta": {kind: Metadata}, "metatree": {kind: MetadataTree}, "link": {kind: Link},
		"dir": {kind: Directory}, "connect": {kind: Connect}, "listen": {kind: Listen}, "socket": {kind: Socket},
		"signal": {kind: Signal}, "run": {kind: Run}, "shell": {kind: Shell}, "code": {kind: Code},
		"script": {kind: Script}, "source": {kind: Source}, "env": {kind: Env}, "user": {kind: User},
		"move": {kind: ReadTree, move: true}, "change": {kind: Read, change: true},
		"rread": {kind: Read, peer: true}, "rtree": {kind: ReadTree, peer: true}, "rinto": {kind: Into, peer: true},
		"rmove": {kind: ReadTree, move: true, peer: true}, "rmirror": {kind: Into, mirror: true, peer: true},
		"upload":    {kind: Read, upload: true},
		"repo":      {kind: Connect, repo: true, remote: true},
		"clone":     {kind: Connect, repo: true},
		"elsewhere": {kind: Plain, elsewhere: true}, "temporary": {kind: Plain, temporary: true},
		"hidden": {kind: Shell, hidden: true, language: "sh"}, "mark": {kind: Plain, mark: true},
	}
})

// parseSpec reads the name of a kind: "read", "code:awk", "connect:ssh:22", "git:index", "{always,never,auto}" or "".
func parseSpec(text string) (spec, error) {
	if text == "" {
		return spec{}, nil
	}
	if text[0] == '{' {
		if !strings.HasSuffix(text, "}") {
			return spec{}, fmt.Errorf("choices %q do not end with }", text)
		}
		return spec{choices: strings.Split(text[1:len(text)-1], ",")}, nil
	}
	if part, ok := effect.ParsePart(text); ok {
		return spec{kind: Part, part: part}, nil
	}
	name, detail, _ := strings.Cut(text, ":")
	if form, ok := map[string]Listing{"list": ListLines, "list0": ListNulls}[name]; ok {
		s, err := parseSpec(detail)
		s.list = form
		return s, err
	}
	if form, ok := curlForms()[detail]; ok && name == "curl" {
		return spec{kind: Connect, curl: form}, nil
	}
	s, ok := specNames()[name]
	if !ok {
		return spec{}, fmt.Errorf("%q is not a kind of operand", name)
	}
	if detail == "" {
		return s, nil
	}
	switch s.kind {
	case Connect, Listen:
		scheme, port, _ := strings.Cut(detail, ":")
		s.scheme = scheme
		if port != "" {
			n, err := strconv.ParseUint(port, 10, 16)
			if err != nil {
				return spec{}, fmt.Errorf("port of %q: %w", text, err)
			}
			s.port = int(n)
		}
	case Code, Script, Source:
		s.language = detail
	case Plain:
		s.chars = detail
	default:
		return spec{}, fmt.Errorf("%q takes nothing after the colon", name)
	}
	return s, nil
}

// parseDone reads the kinds of what is done to the current directory. Those that take a path may name another one
// after a colon: "change:go.mod", "socket:/run/docker.sock".
func parseDone(text string) ([]spec, error) {
	var out []spec
	for token := range strings.FieldsSeq(text) {
		s, err := parseSpec(token)
		if name, path, ok := strings.Cut(token, ":"); err != nil && ok {
			s, err = parseSpec(name)
			s.path = path
		}
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("what is done is missing")
	}
	return out, nil
}

// layout says what the operands are, by position: the first ones, as many as there are in the middle, the last ones.
type layout struct {
	first, last []spec
	rest        *spec
	uniform     bool // every position means the same
}

// parseLayout reads kinds, one of which may end in a star (any number) or a plus (the rest is one script).
func parseLayout(text string) (*layout, error) {
	l := &layout{}
	for _, token := range strings.Fields(text) {
		s, err := parseSpec(strings.TrimRight(token, "*+"))
		if err != nil {
			return nil, err
		}
		s.many, s.join = strings.HasSuffix(token, "*"), strings.HasSuffix(token, "+")
		switch {
		case s.many && l.rest == nil && !s.isLeading():
			l.rest = &s
		case s.many && !s.isLeading():
			return nil, fmt.Errorf("operands %q have two parts of any length", text)
		case l.rest == nil:
			l.first = append(l.first, s)
		default:
			l.last = append(l.last, s)
		}
	}
	l.uniform = len(l.first)+len(l.last) == 0 || l.rest == nil && len(l.first) == 1 && len(l.last) == 0
	return l, nil
}

// isLeading reports whether s takes the words that come first and look like it.
func (s spec) isLeading() bool { return s.many && s.kind == Env }

// place says how much it matters that an operand of this kind is not known.
func (s spec) place() effect.OpaquePlace {
	if s.mirror {
		return effect.OpaqueDelete
	}
	switch s.kind {
	case Run, Shell, Code, Script, Source:
		return effect.OpaqueCommand
	case Delete, DeleteTree:
		return effect.OpaqueDelete
	case Write, WriteTree, Into, Append, Metadata, MetadataTree, Link:
		return effect.OpaqueWrite
	}
	if s.move {
		return effect.OpaqueDelete
	}
	if s.change {
		return effect.OpaqueWrite
	}
	return effect.OpaqueOperand
}

// worst is the most severe place among the positions.
func (l *layout) worst() effect.OpaquePlace {
	place := effect.OpaqueOperand
	for _, s := range append(append([]spec(nil), l.first...), l.last...) {
		place = min(place, s.place())
	}
	if l.rest != nil {
		place = min(place, l.rest.place())
	}
	return place
}

// tail reports whether all operands from number i on only name what is read, however many there are.
func (l *layout) tail(i int) bool {
	if l.rest == nil || len(l.last) > 0 || i < len(l.first) ||
		l.rest.kind != Read && l.rest.kind != ReadTree && l.rest.kind != Plain {
		return false
	}
	for _, s := range l.first {
		if s.isLeading() || s.kind == Run || s.join {
			return false
		}
	}
	return !l.rest.join
}
