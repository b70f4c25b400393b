package shell

import (
	"cmp"
	"strings"

	"pp/engine/cause"
	"pp/gates/shell/value"
)

// echo is the output of echo. Other shells, and bash with xpg_echo, take the backslashes out without being asked to.
func (m *memory) echo(words []word) value.Value {
	v := echoed(words)
	if !m.dialect.other() && !m.may(xpgEcho) {
		return v
	}
	s, ok := v.Single()
	if !ok || !strings.Contains(s, `\`) {
		return v
	}
	plain, _ := unescape(s, escapeEcho)
	octal, _ := unescape(s, escapePrintf) // as dash has it, without the 0
	return value.AnyOf([]string{s, plain, octal}).Of(v.Origin)
}

// echoed is the output of echo of bash.
func echoed(words []word) value.Value {
	escapes, newline := false, true
	for len(words) > 0 && words[0].Known && len(words[0].Text) > 1 && words[0].Text[0] == '-' &&
		strings.Trim(words[0].Text[1:], "neE") == "" {
		for _, c := range words[0].Text[1:] {
			switch c {
			case 'n':
				newline = false
			case 'e':
				escapes = true
			case 'E':
				escapes = false
			}
		}
		words = words[1:]
	}
	if v, ok := joinedText(words); ok && !escapes {
		if newline {
			v.Set[0] += "\n"
		}
		return v
	}
	out := value.Text("")
	if len(words) > 64 {
		return value.Opaque(cause.EchoOutput.Bare())
	}
	for i, w := range words {
		if i > 0 {
			out = value.Concat(out, value.Text(" "))
		}
		v := wordValue(w)
		if s, ok := v.Single(); ok && escapes {
			s, stop := unescape(s, escapeEcho)
			v.Set = []string{s}
			if stop {
				return value.Concat(out, v)
			}
		}
		out = value.Concat(out, v)
	}
	if newline {
		out = value.Concat(out, value.Text("\n"))
	}
	if !out.Known && len(words) == 1 && !escapes {
		out.Roots, out.Number, out.Ident = words[0].val().Roots, words[0].val().Number, words[0].val().Ident
	}
	return out
}

// formatted is the output of printf FORMAT ARGUMENTS.
func formatted(words []word) value.Value {
	if len(words) > 0 && words[0].Known && words[0].Text == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		return value.Text("")
	}
	format := wordValue(words[0])
	f, ok := format.Single()
	all := value.Opaque(cause.FormattedText.Bare())
	for _, w := range words {
		all = all.Of(w.val().Origin)
	}
	if !ok {
		return all
	}
	var args []string
	for _, w := range words[1:] {
		if !w.Known {
			if f == "%s\n" && len(words) == 2 {
				all.Roots, all.Number, all.Ident = w.val().Roots, w.val().Number, w.val().Ident
			}
			return all
		}
		args = append(args, w.Text)
	}
	var b strings.Builder
	for turn := 0; turn == 0 || len(args) > 0; turn++ {
		before := len(args)
		rest, ok := formatOnce(&b, f, args)
		if !ok || b.Len() > maxText {
			return all
		}
		if args = rest; len(args) == before {
			break
		}
	}
	return value.Text(b.String()).Of(all.Origin)
}

// formatOnce uses the format up once; it knows %s, %b, %d, %i, %c, %x and %%.
func formatOnce(b *strings.Builder, f string, args []string) ([]string, bool) {
	next := func() string {
		if len(args) == 0 {
			return ""
		}
		s := args[0]
		args = args[1:]
		return s
	}
	for i := 0; i < len(f); i++ {
		j := strings.IndexByte(f[i:], '%')
		if j < 0 {
			s, _ := unescape(f[i:], escapePrintf)
			b.WriteString(s)
			break
		}
		s, _ := unescape(f[i:i+j], escapePrintf)
		b.WriteString(s)
		i += j + 1
		if i >= len(f) {
			return nil, false
		}
		switch f[i] {
		case '%':
			b.WriteByte('%')
		case 's':
			b.WriteString(next())
		case 'b':
			s, _ := unescape(next(), escapeB)
			b.WriteString(s)
		case 'c':
			if s := next(); s != "" {
				b.WriteByte(s[0])
			}
		case 'd', 'i':
			s := cmp.Or(next(), "0")
			if !value.IsNumber(s) {
				return nil, false
			}
			b.WriteString(s)
		default:
			return nil, false
		}
	}
	return args, true
}

// joinedText puts known words together, with single spaces.
func joinedText(words []word) (value.Value, bool) {
	var b strings.Builder
	out := value.Text("")
	for i := range words {
		w := &words[i]
		if !w.Known || b.Len() > maxText {
			return value.Value{}, false
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
		if w.info != nil {
			out = out.Of(w.info.Origin)
		}
	}
	out.Set = []string{b.String()}
	return out, true
}
