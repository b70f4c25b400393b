package tools

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"pp/engine"
)

// maxGlob is how many bytes a pattern may have.
const maxGlob = 1_000

// Glob is a compiled file name pattern. It takes time in proportion to the
// name's length, whatever the pattern.
type Glob struct {
	rx   *regexp.Regexp
	base bool // it has one component
}

// CompileGlob reads a pattern: * and ? within a component, ** for any number of
// components, [a-z] and [!a-z], {a,b}, and \ before a character that stands for
// itself.
func CompileGlob(pattern string) (Glob, error) {
	text := strings.TrimPrefix(pattern, "./")
	wrong := func(why string) (Glob, error) {
		return Glob{}, fmt.Errorf("the pattern %q %s", engine.Clip(pattern, 100), why)
	}
	switch {
	case text == "":
		return wrong(`is empty. Give one such as "*.go" or "src/**/*.c"`)
	case len(text) > maxGlob:
		return wrong(fmt.Sprintf("is longer than %d bytes", maxGlob))
	case strings.HasPrefix(text, "/"):
		return wrong("begins with /. Give the directory as the path and a pattern relative to it")
	case text == ".." || strings.HasPrefix(text, "../") || strings.Contains(text, "/../") ||
		strings.HasSuffix(text, "/.."):
		return wrong("has .. in it. Give the directory as the path")
	}
	t := translation{in: strings.TrimSuffix(text, "/")}
	if why := t.run(); why != "" {
		return wrong(why)
	}
	rx, err := regexp.Compile(`(?s)\A(?:` + t.out.String() + `)\z`)
	if err != nil {
		return wrong("cannot be used: " + err.Error())
	}
	return Glob{rx: rx, base: !strings.Contains(t.in, "/") && t.in != "**"}, nil
}

// Match reports whether a path relative to the root of the walk is meant.
func (g Glob) Match(rel string) bool { return g.rx.MatchString(rel) }

// AnyDepth is Match, but a pattern without "/" is about the last component, wherever that is.
func (g Glob) AnyDepth(rel string) bool {
	if g.base {
		rel = path.Base(rel)
	}
	return g.Match(rel)
}

// translation turns a pattern into a regular expression.
type translation struct {
	in     string
	pos    int
	braces int
	out    strings.Builder
}

// run returns what is wrong with the pattern, "" for nothing.
func (t *translation) run() string {
	for t.pos < len(t.in) {
		c := t.in[t.pos]
		switch {
		case c == '*':
			t.stars()
			continue
		case c == '?':
			t.out.WriteString(`[^/]`)
		case c == '[':
			if !t.class() {
				return "has a [ without its ]"
			}
			continue
		case c == '{':
			t.braces++
			t.out.WriteString(`(?:`)
		case c == '}' && t.braces > 0:
			t.braces--
			t.out.WriteString(`)`)
		case c == ',' && t.braces > 0:
			t.out.WriteString(`|`)
		case c == '\\' && t.pos+1 < len(t.in):
			t.pos++
			t.literal()
			continue
		default:
			t.literal()
			continue
		}
		t.pos++
	}
	if t.braces > 0 {
		return "has a { without its }"
	}
	return ""
}

// literal writes the next character as itself.
func (t *translation) literal() {
	_, size := utf8.DecodeRuneInString(t.in[t.pos:])
	t.out.WriteString(regexp.QuoteMeta(t.in[t.pos : t.pos+size]))
	t.pos += size
}

// stars writes * or, when it is a whole component, **.
func (t *translation) stars() {
	start := t.pos
	for t.pos < len(t.in) && t.in[t.pos] == '*' {
		t.pos++
	}
	opens := start == 0 || strings.IndexByte("/{,", t.in[start-1]) >= 0
	end := t.pos == len(t.in) || t.braces > 0 && strings.IndexByte(",}", t.in[t.pos]) >= 0
	switch {
	case t.pos-start == 2 && opens && end:
		t.out.WriteString(`.+`)
	case t.pos-start == 2 && opens && t.in[t.pos] == '/':
		t.pos++
		t.out.WriteString(`(?:[^/]+/)*`)
	default:
		t.out.WriteString(`[^/]*`)
	}
}

// class writes a set of characters. It reports whether the set has an end.
func (t *translation) class() bool {
	rest := t.in[t.pos+1:]
	negated := strings.HasPrefix(rest, "!") || strings.HasPrefix(rest, "^")
	if negated {
		rest = rest[1:]
	}
	// A ] that comes first stands for itself.
	end := strings.IndexByte(rest[min(1, len(rest)):], ']') + 1
	if end == 0 {
		return false
	}
	set := strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `^`, `\^`, `&`, `\&`, `~`, `\~`).Replace(rest[:end])
	if negated {
		t.out.WriteString(`[^/` + set + `]`)
	} else {
		t.out.WriteString(`[` + set + `]`)
	}
	t.pos = len(t.in) - len(rest) + end + 1
	return true
}
