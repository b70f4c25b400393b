package shell

import (
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/gates/shell/value"
)

// echo is the output of echo. Other shells, and bash with xpg_echo, take the backslashes out without being asked to.
func echo(m *walker, words []word) value.Value {
	v := echoed(words)
	s, ok := v.Single()
	if !m.dialect.other() && !mayHaveOption(m, xpgEcho) || !ok || !strings.Contains(s, `\`) {
		return v
	}
	plain, _ := unescape(s, escapeEcho)
	octal, _ := unescape(s, escapePrintf) // as dash has it, without the 0
	return value.OneOf(s, plain, octal).Of(v.Origin)
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
			v.Text += "\n"
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
			v.Text = s
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

// formatted is the output of printf FORMAT ARGUMENTS. Of conversions it knows %s.
func formatted(words []word) value.Value {
	if len(words) > 0 && words[0].Known && words[0].Text == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		return value.Text("")
	}
	f, args := words[0], words[1:]
	parts := strings.Split(f.Text, "%s")
	if !f.Known || len(args) > 64 || anyWord(args, func(w word) bool { return w.Many }) ||
		slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(p, "%") }) {
		out := value.Opaque(cause.FormattedText.Bare())
		for _, w := range words {
			v := wordValue(w)
			out = out.Of(v.Origin).Suspect(v.Texts()...)
		}
		return out
	}
	out := value.Text("")
	for turn := 0; turn == 0 || len(args) > 0 && len(parts) > 1; turn++ {
		for i, p := range parts {
			if i > 0 && len(args) > 0 {
				out, args = value.Concat(out, wordValue(args[0])), args[1:]
			}
			s, _ := unescape(p, escapePrintf)
			out = value.Concat(out, value.Text(s))
		}
	}
	if !out.Known && f.Text == `%s\n` && len(words) == 2 {
		out.Roots, out.Number, out.Ident = words[1].val().Roots, words[1].val().Number, words[1].val().Ident
	}
	return out
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
	out.Text = b.String()
	return out, true
}
