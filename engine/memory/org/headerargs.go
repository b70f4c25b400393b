package org

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// headerSpace is what separates an argument from its value.
const headerSpace = " \f\t\n\r\v"

// headerKind is what the value of a header argument is.
type headerKind uint8

const (
	headerNone   headerKind = iota // the argument stands alone
	headerText                     // a text, or a string in quotes
	headerNumber                   // which no argument of tangling takes
	headerLisp                     // a form that Emacs would evaluate
	headerBroken                   // a string that does not end, or has an escape other than \" and \\
)

// headerValue is the value of a header argument.
type headerValue struct {
	kind headerKind
	text string // as it stands there, of a string its content
}

// headerArgs are the header arguments that apply to a block, by name with the colon. Under ""
// stands the beginning of a text that cannot be read.
type headerArgs map[string]headerValue

// HeaderArgument gives the value in force of a block's header argument, such as ":tangle":
// of a string its content, of Lisp the form as it stands there. It is not given where
// neither the block nor anything above says it.
func (d *Document) HeaderArgument(b SourceBlock, name string) (value string, given bool) {
	v, given := d.headerArgs(b)[name]
	return v.text, given
}

// headerArgs gives what applies to a block: the file's arguments and those of headlines
// above, for all languages and for its own, then those of its line, then of #+HEADER. The
// later replaces the earlier, but for :var.
func (d *Document) headerArgs(b SourceBlock) headerArgs {
	args := headerArgs{}
	names := []string{"header-args"}
	if b.Language != "" {
		names = append(names, "header-args:"+b.Language)
	}
	for _, name := range names {
		text, _ := d.Property(b.Headline, name, true)
		args.read(text)
	}
	for _, text := range slices.Concat([]string{b.Parameters}, b.Headers) {
		args.read(text)
	}
	return args
}

// maxHeader is how many bytes of header arguments are read.
const maxHeader = 8 << 10

func (a headerArgs) read(text string) {
	parts, ok := []string(nil), len(text) <= maxHeader
	if ok {
		parts, ok = splitHeader(text)
	}
	if !ok {
		a[""] = headerValue{headerBroken, text[:min(len(text), maxHeader/100)]}
	}
	for i, arg := range parts {
		if i > 0 {
			arg = ":" + arg
		}
		if name, value, ok := cutHeader(arg); ok {
			a[name] = readHeader(value)
		} else if name = strings.TrimRight(arg, headerSpace); name != "" {
			a[name] = headerValue{}
		}
	}
}

// cutHeader cuts an argument into its name and its value, if it has one.
func cutHeader(arg string) (name, value string, ok bool) {
	arg = strings.TrimLeft(arg, headerSpace)
	i := strings.IndexAny(arg, headerSpace)
	if i < 0 {
		return "", "", false
	}
	value = strings.Trim(arg[i:], headerSpace)
	return arg[:i], value, value != ""
}

// splitHeader splits where a colon follows a blank, outside balanced brackets and strings,
// and leaves the two out. It is not ok where brackets or strings do not end.
func splitHeader(text string) (parts []string, ok bool) {
	var part strings.Builder
	flush := func() {
		if part.Len() > 0 {
			parts = append(parts, part.String())
			part.Reset()
		}
	}
	for i := 0; i < len(text); {
		n := 1
		switch c := text[i]; {
		case c == ':' && i > 0 && isBlank(text[i-1]):
			before := part.String()
			part.Reset()
			part.WriteString(before[:max(0, len(before)-1)])
			flush()
			i++
			continue
		case c == '(' || c == '[':
			n = balanced(text[i:])
		case c == '"' && (i == 0 || text[i-1] != '\\'):
			n = quoted(text[i:])
		}
		if n == 0 {
			return nil, false
		}
		part.WriteString(text[i : i+n])
		i += n
	}
	flush()
	return parts, true
}

// balanced is how long the brackets are that a text begins with; 0 where they do not end.
// A square bracket within is none, as Emacs has it.
func balanced(text string) int {
	open := []byte{text[0]}
	for i := 1; i < len(text); i++ {
		n := len(open) - 1
		switch c := text[i]; {
		case c == '(':
			open = append(open, c)
		case c == ')' && open[n] == '(', c == ']' && open[n] == '[':
			open = open[:n]
		}
		if len(open) == 0 {
			return i + 1
		}
	}
	return 0
}

// quoted is how long the string is that a text begins with; 0 where it does not end.
func quoted(text string) int {
	for i := 1; i < len(text); i++ {
		if text[i] == '"' && text[i-1] != '\\' {
			return i + 1
		}
	}
	return 0
}

// headerNumbers are the texts that Emacs takes for a number.
var headerNumbers = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[-+]?([0-9]+\.?|[0-9]*\.[0-9]+(e[-+]?[0-9]+)?|[0-9]+e[-+]?[0-9]+)$`)
})

// readHeader reads the value of an argument.
func readHeader(value string) headerValue {
	switch {
	case headerNumbers().MatchString(value):
		return headerValue{headerNumber, value}
	case strings.IndexByte("('`[", value[0]) >= 0, value == "*this*":
		return headerValue{headerLisp, value}
	case value[0] != '"':
		return headerValue{headerText, value}
	}
	var b strings.Builder
	for i := 1; i < len(value); i++ {
		switch value[i] {
		case '"':
			return headerValue{headerText, b.String()}
		case '\\':
			if i++; i == len(value) || strings.IndexByte(`"\`, value[i]) < 0 {
				return headerValue{headerBroken, value}
			}
			b.WriteByte(value[i])
		default:
			b.WriteByte(value[i])
		}
	}
	return headerValue{headerBroken, value}
}
