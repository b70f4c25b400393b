package gates

import (
	"strconv"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// shown is a path as a person would recognise it: as resolved, and as written
// when that differs.
func shown(p effect.Path) string {
	if p.Given == "" || p.Given == p.Name || !p.Linked {
		return quote(p.Name)
	}
	return quote(p.Name) + " (written " + quote(p.Given) + ")"
}

// quote clips a part of an action and shows it on one line; what deceives is
// escaped by the terminal writer.
func quote(s string) string {
	s = engine.Clip(s, 120)
	spaced, plain := false, true // plain: strconv.Quote would change nothing but add the quotes
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == ' ':
			spaced = true
		case c < 0x20 || c == 0x7f || c == '"':
			return strconv.Quote(s)
		case c == '\\' || c >= 0x80:
			plain = false
		}
	}
	switch {
	case !spaced:
		return s
	case plain:
		return `"` + s + `"`
	}
	return strconv.Quote(s)
}

// where tells where in the action an effect stands: ` (word 2 of "cat x")`.
func where(a engine.Action, s effect.Span) string {
	if s.Arg != "" {
		return " (:" + strings.ToUpper(s.Arg) + ")"
	}
	cmd := a.Command()
	if cmd == "" || s.End <= s.Start || s.End > len(cmd) {
		return ""
	}
	line := lineOf(cmd, s.Start)
	if s.Word > 0 {
		return " (word " + strconv.Itoa(s.Word) + " of " + quote(line) + ")"
	}
	return " (in " + quote(line) + ")"
}

// lineOf is the line of a command in which an offset stands.
func lineOf(cmd string, at int) string {
	start := strings.LastIndexByte(cmd[:at], '\n') + 1
	if end := strings.IndexByte(cmd[start:], '\n'); end >= 0 {
		return strings.TrimSpace(cmd[start : start+end])
	}
	return strings.TrimSpace(cmd[start:])
}

// sentence starts a reason with a capital letter and drops its full stop.
func sentence(s string) string {
	s = strings.TrimSuffix(strings.TrimSpace(s), ".")
	if s == "" {
		return "Dangerous whatever its parts are"
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func end(d engine.Decision) string {
	if d == engine.Deny {
		return ". No rule can allow it."
	}
	return ". Only a person can allow it."
}
