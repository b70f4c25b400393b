package table

import (
	"regexp"
	"strings"

	"pp/engine"
	"pp/engine/cause"
)

// sedReader walks a sed script by GNU sed's grammar; one that it does not understand stays unread code.
type sedReader struct {
	call *call
	word int
	rest string
	// inBrackets matches a bracket expression, in which a delimiter ends nothing. Some versions of sed end the text
	// there all the same: for those it is empty.
	inBrackets string
	ends       map[byte]*regexp.Regexp // what a delimiter ends, by the delimiter
}

// readSed says what a sed script does: which files it reads and writes, what it runs.
func readSed(c *call, word int, text string) bool {
	read := func(inBrackets string) bool {
		r := sedReader{c, word, text, inBrackets, map[byte]*regexp.Regexp{}}
		for r.take(sedSpace); r.rest != ""; r.take(sedSpace) {
			if !r.address() || !r.command() {
				return false
			}
		}
		return true
	}
	if !read(`\[\^?\]?(?:\[:[a-z]+:\]|[^]\n[])*\]|`) {
		return false
	}
	if strings.Contains(text, "[") {
		read("") // for its effects; where it fails, so would sed
	}
	return true
}

var (
	sedSpace = regexp.MustCompile(`^[ \t\n;}]*`)
	sedLines = regexp.MustCompile(`^[0-9$,+~! \t]+`)
	sedPlain = regexp.MustCompile(`^(?:[{=dDgGhHnNpPxzF]|[lLqQ][ \t]*[0-9]*|#[^\n]*|[:btT][ \t]*[^\s\v;}]*|` +
		`[aic](?:\\(?s:.)|[^\\\n])*\\?)`)
	sedFile  = regexp.MustCompile(`^[rRwW][ \t]*([^\n]*)`)
	sedRuns  = regexp.MustCompile(`^e([^\n]*)`)
	sedFlags = regexp.MustCompile(`^[0-9gpiImMe]*(?:w[ \t]*([^\n]*))?`)
)

// take takes what a pattern matches from the rest of the script: the match and the texts of its groups.
func (r *sedReader) take(pattern *regexp.Regexp) []string {
	m := pattern.FindStringSubmatch(r.rest)
	if m != nil {
		r.rest = r.rest[len(m[0]):]
	}
	return m
}

// address takes the addresses of a command, if any.
func (r *sedReader) address() bool {
	for r.rest != "" {
		delimiter := r.rest[0]
		switch {
		case r.take(sedLines) != nil:
			continue
		case delimiter == '\\' && len(r.rest) > 1 && r.rest[1] != '\n':
			delimiter, r.rest = r.rest[1], r.rest[1:]
		case delimiter != '/':
			return true
		}
		if r.rest = r.rest[1:]; !r.delimited(delimiter) {
			return false
		}
		r.rest = strings.TrimLeft(r.rest, "IM")
	}
	return false
}

// delimited takes a regular expression up to its delimiter.
func (r *sedReader) delimited(delimiter byte) bool {
	if r.ends[delimiter] == nil {
		quoted := `\x` + string("0123456789abcdef"[delimiter>>4]) + string("0123456789abcdef"[delimiter&15])
		other := quoted + `\\\n`
		if r.inBrackets != "" {
			other += `\[`
		}
		r.ends[delimiter] = regexp.MustCompile(`^(?:` + r.inBrackets + `\\(?s:.)|[^` + other + `])*` + quoted)
	}
	return delimiter < 0x80 && r.take(r.ends[delimiter]) != nil
}

// command takes one command after its addresses.
func (r *sedReader) command() bool {
	if r.take(sedPlain) != nil {
		return true
	}
	kind := r.rest[0]
	if m := r.take(sedFile); m != nil {
		return r.file(kind, m[1])
	}
	if m := r.take(sedRuns); m != nil {
		r.call.hazard("hidden-execution", engine.Deny, cause.SedRunsCommand.Bare(), r.word)
		if script := strings.TrimSpace(m[1]); script != "" {
			r.call.shellText(r.word, script)
		}
		return true
	}
	if kind != 's' && kind != 'y' || len(r.rest) < 2 || r.rest[1] == '\n' || r.rest[1] == '\\' {
		return false
	}
	delimiter := r.rest[1]
	if r.rest = r.rest[2:]; kind == 'y' {
		return r.text(delimiter) && r.text(delimiter)
	}
	if !r.delimited(delimiter) || !r.text(delimiter) {
		return false
	}
	flags := r.take(sedFlags)
	before, _, writes := strings.Cut(flags[0], "w")
	if strings.Contains(before, "e") {
		r.call.hazard("executes-data", engine.Deny, cause.SedRunsInput.Bare(), r.word)
	}
	return writes && r.file('w', flags[1]) || r.rest == "" || strings.IndexByte(" \t;\n}#", r.rest[0]) >= 0
}

// text takes text that is no regular expression up to its delimiter.
func (r *sedReader) text(delimiter byte) bool {
	for i := 0; i < len(r.rest); i++ {
		switch r.rest[i] {
		case '\\':
			i++
		case delimiter:
			r.rest = r.rest[i+1:]
			return true
		}
	}
	return false
}

// file adds the file of r, w and the flag w.
func (r *sedReader) file(command byte, name string) bool {
	if !in(" /dev/stdout /dev/stderr /dev/stdin ", name) {
		kind := map[bool]Kind{true: Read, false: Write}[command|0x20 == 'r']
		r.call.emit(spec{kind: kind}, r.word, name, true, false)
	}
	return true
}
