package table

import (
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
)

// assign gives each operand the meaning of its position.
func (c *call) assign(l *layout) {
	if l == nil {
		if len(c.words) > 0 {
			c.out.unknown(c.out.Name + " takes no operand " + c.argv[c.words[0]].Text)
		}
		return
	}
	i := 0
	for _, s := range l.first {
		if s.isLeading() {
			i = c.leading(s, i)
			continue
		}
		if i >= len(c.words) || c.take(s, l, i) {
			return
		}
		i++
	}
	last := max(i, len(c.words)-len(l.last))
	for ; i < last; i++ {
		if l.rest == nil {
			c.out.unknown(c.out.Name + " takes no further operand " + c.argv[c.words[i]].Text)
			return
		}
		if c.take(*l.rest, l, i) {
			return
		}
	}
	for j := 0; i < len(c.words); i, j = i+1, j+1 {
		if c.take(l.last[j], l, i) {
			return
		}
	}
}

// leading takes the words that look like NAME=VALUE.
func (c *call) leading(s spec, i int) int {
	for ; i < len(c.words); i++ {
		w := &c.argv[c.words[i]]
		text := w.shown()
		if !strings.Contains(text, "=") {
			break
		}
		c.emit(s, c.words[i], text, w.Known, w.Many)
	}
	return i
}

// take gives operand i the meaning s; true when it took all that follow too.
func (c *call) take(s spec, l *layout, i int) bool {
	word := c.words[i]
	switch {
	case s.kind == Run && !s.hidden:
		c.run(s, word, len(c.argv))
		return true
	case s.join:
		c.join(s, word)
		return true
	}
	w := &c.argv[word]
	text := w.shown()
	if w.Many && !l.uniform && !l.tail(i) {
		c.opaque(word, l.worst(), cause.MayBeWords.Bare())
	}
	c.emit(s, word, text, w.Known, w.Many)
	return false
}

// run adds a command that the words from up to to make up.
func (c *call) run(s spec, from, to int) {
	if from >= to {
		return
	}
	c.out.Operands = append(c.out.Operands, Operand{Kind: Run, Word: from, From: from, To: to, Text: c.argv[from].Text,
		Known: c.argv[from].Known, Remote: c.remote(), Fill: c.fillOf(), Mark: c.mark})
}

// remote reports whether the command runs on another machine.
func (c *call) remote() bool { return c.eff.is&isRemote != 0 || c.p != nil && c.p.is&isRemote != 0 }

// fillOf says what completes a command of this program.
func (c *call) fillOf() Fill {
	switch {
	case c.fill != FillNone:
		return c.fill
	case c.p == nil:
		return FillNone
	case c.p.is&isFillTree != 0:
		return FillTree
	case c.p.is&isFillInput != 0:
		return FillInput
	}
	return FillNone
}

// join adds the script that the words from here make up, with single spaces.
func (c *call) join(s spec, from int) {
	text, known := joined(c.argv[from:])
	c.out.Operands = append(c.out.Operands, Operand{Kind: s.kind, Word: from, Text: text, Known: known, From: from,
		To: len(c.argv), Language: s.language, Remote: c.eff.is&isRemote != 0})
	c.analyse(s, from, text, known)
}

// joined puts words together with single spaces, up to the first unknown piece.
func joined(words []Word) (string, bool) {
	var b strings.Builder
	for i := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		if !words[i].Known {
			b.WriteString(words[i].Prefix)
			return b.String(), false
		}
		b.WriteString(words[i].Text)
	}
	return b.String(), true
}

// emit adds one operand of the meaning s. Plain ones have no effect and are left out.
func (c *call) emit(s spec, word int, text string, known, many bool) {
	switch {
	case len(s.choices) > 0:
		c.choice(s, word, text, known)
		return
	case s.curl != nil:
		s.curl(curl{c, word, known, many}, text)
		return
	case s.mark:
		if c.mark = text; text == "" {
			c.mark = "{}"
		}
		if !known {
			c.opaque(word, effect.OpaqueCommand, cause.ReplacedUnknown.Bare())
		}
		return
	case s.kind == Plain && !s.temporary:
		c.out.Elsewhere = c.out.Elsewhere || s.elsewhere
		return
	case s.repo && known && (text == "" || s.remote && !strings.ContainsAny(text, "/.~:")):
		c.out.Remote = text // its name, or an address that is not known
		return
	case s.list != NotListed:
		c.emit(spec{kind: Read}, word, text, known, many)
		s.upload, s.peer = false, false
	case text == "-" && known && isStream(s.kind):
		if s.kind == Script {
			c.out.StdinCode, c.out.Language = true, s.language
		}
		return
	}
	if s.upload {
		if text = uploaded(text); text == "" || text == "-" {
			return
		}
	}
	if known && text == "/dev/null" && (s.kind == Write || s.kind == Append) {
		return
	}
	if s.list == NotListed {
		s, text = c.located(s, text, known)
	}
	if s.hidden {
		c.hazard("hidden-execution", engine.Deny, cause.FlagRunsCommand.OfProgram(c.out.Name), word)
	}
	if s.kind == Code && c.analyse(s, word, text, known) {
		return
	}
	op := Operand{Kind: s.kind, Word: word, Text: text, Known: known, Many: many, Language: s.language,
		Scheme: s.scheme, Port: s.port, Part: s.part, Remote: c.eff.is&isRemote != 0, Temporary: s.temporary,
		List: s.list}
	c.out.put(s, op)
}

// put adds an operand, and the other effects that the spec lists for the path.
func (out *Interpretation) put(s spec, op Operand) {
	out.Operands = append(out.Operands, op)
	if s.move || s.mirror {
		op.Kind = DeleteTree
		out.Operands = append(out.Operands, op)
	}
	if s.change {
		op.Kind = Write
		out.Operands = append(out.Operands, op)
	}
}

// located says of an operand that names another machine, or a repository, what it is.
func (c *call) located(s spec, text string, known bool) (spec, string) {
	if file, is := strings.CutPrefix(text, "file:///"); s.repo && known && is {
		text, s = "/"+file, spec{kind: ReadTree, scheme: LocalRepository}
	} else if s.repo && known && !onPeer(text) {
		s = spec{kind: ReadTree, scheme: LocalRepository}
	}
	switch {
	case s.peer && onPeer(text):
		c.out.Network = true
		s = spec{kind: Connect, scheme: "ssh", port: 22}
		if strings.Contains(text, "::") || strings.HasPrefix(text, "rsync:") {
			s.scheme, s.port = "rsync", 873
		}
	case (s.kind == Read || s.kind == ReadTree) && known && s.scheme == "" && isAddress(text):
		c.out.Network = true // many programs read addresses as they read files
		s = spec{kind: Connect}
	}
	return s, text
}

// isAddress reports whether a text is an address that is no file.
func isAddress(text string) bool {
	scheme, _, ok := strings.Cut(strings.ToLower(text), "://")
	return ok && len(scheme) > 1 && scheme != "file" && strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyz+0123456789") == ""
}

// uploaded gives the file that a value such as @file, name=@file;type=t or name=<file names, "" when it names none.
func uploaded(value string) string {
	_, file, ok := strings.Cut(value, "=")
	switch {
	case strings.HasPrefix(value, "@"):
		file = value[1:]
	case ok && (strings.HasPrefix(file, "@") || strings.HasPrefix(file, "<")):
		file, _, _ = strings.Cut(file[1:], ";")
	default:
		return ""
	}
	return file
}

// onPeer reports whether a path is HOST:PATH or an address, as scp and rsync decide: a colon before any slash.
func onPeer(text string) bool {
	colon := strings.IndexByte(text, ':')
	slash := strings.IndexByte(text, '/')
	return colon > 0 && (slash < 0 || colon < slash)
}

// isStream says for which kinds a single dash means standard input or output.
func isStream(k Kind) bool {
	return slices.Contains([]Kind{Read, ReadTree, Write, WriteTree, Append, Script, Source}, k)
}

// choice checks a value against the listed ones.
func (c *call) choice(s spec, word int, text string, known bool) {
	switch {
	case !known:
		c.opaque(word, effect.OpaqueOperand, cause.FlagValueUnknown.Bare())
	case !matchAny(s.choices, text):
		c.out.unknown("the table does not list the value " + text + " for " + c.out.Name)
		c.opaque(word, effect.OpaqueOperand, cause.FlagValueNotListed.Bare())
	}
}

// analyse reads code in a language that the package understands; true when its effects were added instead.
func (c *call) analyse(s spec, word int, text string, known bool) bool {
	if !known {
		return false
	}
	read := languageReader(s.language)
	return read != nil && read(c, word, text)
}
