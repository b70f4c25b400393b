package cause

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed sentences.txt
var text string

// sentences gives the text of each kind.
var sentences = sync.OnceValue(func() map[Kind]string {
	out := map[Kind]string{}
	for line := range strings.Lines(text) {
		if name, says, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(name, "#") {
			out[Kind(name)] = says
		}
	}
	return out
})

// Known reports whether there is a sentence for a kind.
func (k Kind) Known() bool {
	_, ok := sentences()[k]
	return ok
}

// String renders the cause as a part of a sentence, without a full stop. A cause of a kind that this version does not
// know is shown by its name.
func (c Cause) String() string {
	says, ok := sentences()[c.Kind]
	switch {
	case c.Kind == "":
		return ""
	case !ok:
		says = strings.ReplaceAll(string(c.Kind), "-", " ")
	}
	says = c.fill(says)
	if c.Of == "" || says == "" {
		return says
	}
	general, _, danger := strings.Cut(sentences()[c.Of], "<:")
	general = c.fill(general)
	switch {
	case strings.IndexByte(",;:.", says[0]) >= 0:
		return general + says
	case danger:
		return general + ": " + says
	}
	return general + " " + says
}

// Texts renders several causes, each as a part of a sentence.
func Texts(list []Cause) (out []string) {
	for _, c := range list {
		out = append(out, c.String())
	}
	return out
}

// Sentence is String with a capital letter.
func (c Cause) Sentence() string {
	s := c.String()
	first, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(string(first)) + s[size:]
}

// fill replaces the placeholders of a text. A part in <> is left out if its arguments are empty.
func (c Cause) fill(says string) string {
	before, rest, _ := strings.Cut(says, "<")
	optional, after, _ := strings.Cut(rest, ">")
	out, _ := c.replace(before)
	if s, filled := c.replace(optional); filled {
		out += s
	}
	end, _ := c.replace(after)
	return out + end
}

// replace replaces the placeholders of a text, and reports whether one of the arguments is not empty.
func (c Cause) replace(says string) (out string, filled bool) {
	for {
		before, rest, _ := strings.Cut(says, "{")
		placeholder, after, ok := strings.Cut(rest, "}")
		out += before
		if !ok {
			return out, filled
		}
		name, quoted := strings.CutPrefix(placeholder, "quoted ")
		arg := c.argument(name)
		if filled = filled || arg != ""; quoted {
			arg = quote(arg)
		}
		out, says = out+arg, after
	}
}

// The lengths at which arguments are cut, in bytes.
const (
	maxArgument = 160
	maxQuoted   = 120
)

// argument is one argument as it is shown.
func (c Cause) argument(name string) string {
	switch name {
	case "program":
		return clip(c.Program, maxArgument)
	case "path":
		return clip(c.Path, maxArgument)
	case "host":
		return clip(c.Host, maxArgument)
	case "name":
		return clip(c.Name, maxArgument)
	case "word":
		return clip(strings.TrimSuffix(c.Word, "."), maxArgument)
	case "text":
		return c.Text
	case "line":
		return c.Line
	case "shown":
		return c.shown()
	case "where":
		return c.Where()
	}
	return "{" + name + "}"
}

// shown is the path as a person would recognise it: as resolved, and as written if that differs.
func (c Cause) shown() string {
	if c.Given == "" || c.Given == c.Path {
		return quote(c.Path)
	}
	return quote(c.Path) + " (written " + quote(c.Given) + ")"
}

// Where tells where in the action it stands: ` (word 2 of "cat x")`.
func (c Cause) Where() string {
	switch {
	case c.Place != "":
		return " (at " + c.Place + ")"
	case c.Line == "":
		return ""
	case c.Position > 0:
		return " (word " + strconv.Itoa(c.Position) + " of " + quote(c.Line) + ")"
	case c.Position < 0: // an argument of a tool
		return " (:" + strings.ToUpper(c.Line) + ")"
	}
	return " (in " + quote(c.Line) + ")"
}

// quote cuts a text and shows it on one line, in quotes if it has blanks or anything else than printed ASCII.
func quote(s string) string {
	s = clip(s, maxQuoted)
	if strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '"' }) {
		return strconv.Quote(s)
	}
	return s
}

// clip cuts a text to a length in bytes.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
