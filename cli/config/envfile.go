package config

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"
)

// envFile is a parsed .env file.
type envFile struct {
	values map[string]envValue
	order  []string // each name once, in the order first written
}

type envValue struct {
	text Secret
	line int
}

func (f envFile) get(name string) (string, bool) {
	value := f.values[name].text.Reveal()
	return value, value != ""
}

// parseEnvFile reads lines of NAME=VALUE. A line may be empty, a comment, or
// start with "export". A value is unquoted (it ends at white space followed by
// '#', or at the end of the line, and is trimmed), 'literal', or "quoted" with
// the escapes \n \r \t \" \\ \$. Nothing is expanded or executed. The last of
// several lines for one name counts, as in a shell. Errors name line and
// column, never a value.
func parseEnvFile(from Origin, data []byte) (envFile, error) {
	file := envFile{values: make(map[string]envValue)}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	for number := 1; len(data) > 0; number++ {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		data = rest
		p := envLine{text: strings.TrimSuffix(string(line), "\r")}
		name, value, problem := p.parse()
		if problem != "" {
			from.Line, from.Column = number, p.at+1
			return envFile{}, from.fail("", problem, "Write lines like NAME=value, or NAME=\"value\"")
		}
		if name == "" {
			continue
		}
		if _, seen := file.values[name]; !seen {
			file.order = append(file.order, name)
		}
		file.values[name] = envValue{text: NewSecret(value), line: number}
	}
	return file, nil
}

// envLine parses one line; at is the offset it has come to.
type envLine struct {
	text string
	at   int
}

func (p *envLine) parse() (name, value, problem string) {
	if !utf8.ValidString(p.text) {
		return "", "", "the line is not UTF-8"
	}
	for i := 0; i < len(p.text); i++ {
		if b := p.text[i]; b < ' ' && b != '\t' || b == 0x7f {
			p.at = i
			return "", "", "the line holds a control character"
		}
	}
	p.spaces()
	if p.at == len(p.text) || p.text[p.at] == '#' {
		return "", "", ""
	}
	if rest := p.text[p.at:]; strings.HasPrefix(rest, "export ") || strings.HasPrefix(rest, "export\t") {
		p.at += len("export")
		p.spaces()
	}
	start := p.at
	for p.at < len(p.text) && isNameByte(p.text[p.at], p.at > start) {
		p.at++
	}
	name = p.text[start:p.at]
	p.spaces()
	if name == "" || p.at == len(p.text) || p.text[p.at] != '=' {
		return "", "", "expected NAME=value"
	}
	p.at++
	p.spaces()
	value, problem = p.value()
	return name, value, problem
}

func (p *envLine) spaces() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
}

func isNameByte(b byte, digits bool) bool {
	return b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || digits && b >= '0' && b <= '9'
}

func (p *envLine) value() (value, problem string) {
	if p.at == len(p.text) {
		return "", ""
	}
	switch p.text[p.at] {
	case '\'':
		end := strings.IndexByte(p.text[p.at+1:], '\'')
		if end < 0 {
			return "", "the quote is not closed"
		}
		value = p.text[p.at+1 : p.at+1+end]
		p.at += end + 2
		return value, p.end()
	case '"':
		if value, problem = p.doubleQuoted(); problem != "" {
			return "", problem
		}
		return value, p.end()
	}
	rest := p.text[p.at:]
	for i := 0; i < len(rest); i++ {
		if rest[i] == '#' && (i == 0 || rest[i-1] == ' ' || rest[i-1] == '\t') {
			rest = rest[:i]
			break
		}
	}
	return strings.TrimRight(rest, " \t"), ""
}

func (p *envLine) doubleQuoted() (value, problem string) {
	var b strings.Builder
	for i := p.at + 1; i < len(p.text); i++ {
		switch c := p.text[i]; c {
		case '"':
			p.at = i + 1
			return b.String(), ""
		case '\\':
			i++
			if i == len(p.text) {
				return "", "the quote is not closed"
			}
			switch p.text[i] {
			case 'n':
				b.WriteByte('\n')
			case 'r':
				b.WriteByte('\r')
			case 't':
				b.WriteByte('\t')
			case '"', '\\', '$':
				b.WriteByte(p.text[i])
			default:
				p.at = i
				return "", "unknown escape; write \\\\ for a backslash"
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", "the quote is not closed"
}

// end checks that nothing but a comment follows a quoted value.
func (p *envLine) end() string {
	p.spaces()
	if p.at < len(p.text) && p.text[p.at] != '#' {
		return "text follows the closing quote"
	}
	return ""
}

// SetVariable returns the text of a .env file with a variable given a value of one
// line, in the place of every line that set it; the rest stays byte for byte.
func SetVariable(text, name, value string) string {
	setting := name + `="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`).Replace(value) + "\"\n"
	var b strings.Builder
	for line := range strings.SplitAfterSeq(text, "\n") {
		rest := strings.TrimLeft(strings.TrimPrefix(line, "\ufeff"), " \t")
		if after, ok := strings.CutPrefix(rest, "export"); ok && strings.TrimLeft(after, " \t") != after {
			rest = strings.TrimLeft(after, " \t")
		}
		if rest, ok := strings.CutPrefix(rest, name); ok && strings.HasPrefix(strings.TrimLeft(rest, " \t"), "=") {
			b.WriteString(setting)
			setting = ""
			continue
		}
		b.WriteString(line)
	}
	if setting != "" && b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
		b.WriteByte('\n')
	}
	return b.String() + setting
}

// checkEnvMode refuses a file of keys that anyone may change, and warns when
// others may read it.
func (l *loader) checkEnvMode(from Origin, mode fs.FileMode) error {
	if err := refuseWritable(from, mode); err != nil {
		return err
	}
	if mode.Perm()&0o077 != 0 {
		l.cfg.warn(from,
			fmt.Sprintf("holds keys and others may read it (mode %04o). Run: chmod 600 %s", mode.Perm(), shellWord(from.Name)))
	}
	return nil
}

// isSecretName tells names of secrets from names of settings.
func isSecretName(name string) bool {
	upper := strings.ToUpper(name)
	for _, end := range []string{"KEY", "TOKEN", "SECRET", "PASSWORD", "PASSPHRASE"} {
		if strings.HasSuffix(upper, end) {
			return true
		}
	}
	return false
}
