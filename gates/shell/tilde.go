package shell

import (
	"path"
	"strings"
	"unicode/utf8"

	"pp/gates/shell/value"
)

// expandTilde replaces an unquoted tilde at the start of a word or of what looks like an assignment, as bash does.
func expandTilde(ex *walker, list []atom, written bool) []atom {
	if len(list) == 0 || list[0].node != nil || list[0].quoted {
		return list
	}
	first := list[0].text
	if strings.HasPrefix(first, "~") {
		return tildeIn(ex, list, 0, "/")
	}
	if i := strings.IndexByte(first, '='); written && i > 0 && validName(first[:i]) {
		return tildeIn(ex, list, i+1, "/:")
	}
	return list
}

// tildeIn replaces tildes from offset from of the first atom on, up to one of the ends. Another may stand behind a
// colon that is one.
func tildeIn(ex *walker, list []atom, from int, ends string) []atom {
	has := false
	for i := range list {
		has = has || list[i].node == nil && !list[i].quoted && strings.IndexByte(list[i].text, '~') >= 0
	}
	if !has {
		return list
	}
	out := make([]atom, 0, len(list)+2)
	start := true // a tilde here is replaced
	for n, at := range list {
		if at.node != nil || at.quoted {
			out = append(out, at)
			start = false
			continue
		}
		s := at.text
		if n == 0 && from > 0 {
			out = append(out, atom{text: s[:from]})
			s = s[from:]
		}
		for s != "" {
			if start && s[0] == '~' {
				end := strings.IndexAny(s, ends)
				whole := end >= 0 || n == len(list)-1
				if end < 0 {
					end = len(s)
				}
				if home, ok := homeDir(ex, s[1:end]); ok && whole {
					out = append(out, atom{text: home, quoted: true})
					s = s[end:]
				}
			}
			i := strings.IndexByte(s, ':')
			if i < 0 || ends == "/" {
				if s != "" {
					out = append(out, atom{text: s})
				}
				start = s == "" && start
				break
			}
			out = append(out, atom{text: s[:i+1]})
			s, start = s[i+1:], true
		}
	}
	return out
}

// homeDir is the directory that ~name stands for.
func homeDir(m *walker, name string) (string, bool) {
	switch name {
	case "":
		if v, ok := m.state.get("HOME"); ok {
			if s, ok := v.Single(); ok && !v.Unset {
				return s, true
			}
			if !v.Known {
				return "/", true // unknown: as bad as it can be
			}
		} else if s, ok := m.facts.Env["HOME"]; ok {
			return s, true
		}
		return m.facts.Home, m.facts.Home != ""
	case "-":
		v := lookupVar(m, "OLDPWD")
		s, ok := v.Single()
		return s, ok && !v.Unset
	case "root":
		return "/root", true
	case "+", "0", "+0":
		return workDir(m)
	case m.facts.User, path.Base(m.facts.Home):
		return m.facts.Home, m.facts.Home != ""
	}
	if value.IsNumber(strings.TrimPrefix(name, "+")) { // an entry of the stack of directories
		return "/", m.state.place().pushed // not known: as bad as it can be
	}
	return m.account(name)
}

// account looks a name up in the account table of the machine.
func (d *walker) account(name string) (string, bool) {
	data, err := d.view.ReadFile("/etc/passwd", 256<<10)
	if err != nil {
		return "", false
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		rest, ok := strings.CutPrefix(line, name+":")
		if !ok {
			continue
		}
		if fields := strings.Split(rest, ":"); len(fields) >= 5 {
			return fields[4], true
		}
	}
	return "", false
}

func validName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || i > 0 && c >= '0' && c <= '9') {
			return false
		}
	}
	return s != ""
}

// ansiC decodes the text of $'…' as bash does: what follows a NUL is dropped.
func ansiC(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	out, _ := unescape(s, escapeDollar)
	if i := strings.IndexByte(out, 0); i >= 0 {
		out = out[:i]
	}
	return out
}

// escapes says whose rules for backslashes hold.
type escapes uint8

const (
	escapeDollar escapes = iota // $'…'
	escapeEcho                  // echo -e: octal with \0
	escapePrintf                // the format of printf
	escapeB                     // %b of printf
)

// unescape decodes backslashes; stop says that \c ended the output.
func unescape(s string, how escapes) (out string, stop bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'a', 'b', 'e', 'E', 'f', 'n', 'r', 't', 'v', '\\':
			b.WriteByte("\a\b\x1b\x1b\f\n\r\t\v\\"[strings.IndexByte(`abeEfnrtv\`, c)])
		case '\'', '"', '?':
			if how != escapeDollar && how != escapePrintf || how == escapePrintf && c == '?' {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		case 'x':
			n, used := digits(s[i+1:], 16, 2)
			if used == 0 {
				b.WriteString(`\x`)
				continue
			}
			b.WriteByte(byte(n))
			i += used
		case 'u', 'U':
			n, used := digits(s[i+1:], 16, map[byte]int{'u': 4, 'U': 8}[c])
			if used == 0 {
				b.WriteByte('\\')
				b.WriteByte(c)
				continue
			}
			b.Write(utf8.AppendRune(nil, rune(n)))
			i += used
		case 'c':
			if how == escapeEcho || how == escapeB {
				return b.String(), true
			}
			if how == escapeDollar && i+1 < len(s) {
				i++
				b.WriteByte(s[i] & 0x1f)
				continue
			}
			b.WriteString(`\c`)
		case '0', '1', '2', '3', '4', '5', '6', '7':
			if how == escapeEcho && c != '0' {
				b.WriteByte('\\')
				b.WriteByte(c)
				continue
			}
			most := 3
			if c == '0' && how != escapeDollar && how != escapePrintf {
				most = 4
			}
			n, used := digits(s[i:], 8, most)
			b.WriteByte(byte(n))
			i += used - 1
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String(), false
}

func digits(s string, base, most int) (n, used int) {
	for used < most && used < len(s) {
		d := strings.IndexByte("0123456789abcdef", s[used]|0x20)
		if s[used] < 'A' {
			d = strings.IndexByte("0123456789", s[used])
		}
		if d < 0 || d >= base {
			break
		}
		n = n*base + d
		used++
	}
	return n, used
}
