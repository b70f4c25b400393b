package table

import (
	"path"
	"pp/engine/effect"
	"slices"
	"strings"
)

// maxEmbedded bounds how many words are searched for commands that they carry.
const maxEmbedded = 256

// embedded looks for commands and code of others in the words of a command that the table does not know in full, or of
// which it knows only that a person must be asked. What it finds can only make things worse.
func (c *call) embedded() {
	if c.p != nil && c.out.Known && !c.catchAll() {
		return
	}
	n := min(len(c.argv), maxEmbedded)
	if c.mayHoldCommand() {
		for i := 1; i < n; i++ {
			if c.argv[i].Known && Listed("embedded-programs", systemName(c.argv[i].Text)) && !c.covered(i) && !c.prose(i) {
				c.run(spec{kind: Run}, i, len(c.argv))
				break
			}
		}
	}
	for i := 1; i < n; i++ {
		w := &c.argv[i]
		if !w.Known || c.covered(i) || c.prose(i) {
			continue
		}
		if from := holdsCommand(w.Text); from >= 0 {
			if script, ok := plainScript(w.Text[from:]); ok && !w.Many {
				c.out.Operands = append(c.out.Operands, Operand{Kind: Shell, Word: i, From: i, To: i + 1, Text: script, Known: true,
					Language: "sh"})
			} else {
				c.emit(spec{kind: Code, language: "command"}, i, w.Text, true, w.Many)
			}
		}
		c.codeFlag(i)
	}
}

// catchAll reports whether the entry takes any words, and only asks about them.
func (c *call) catchAll() bool {
	return c.p.style == styleNone && c.p.hook == nil && c.p.after == nil && c.p.is&(isRemote|isPure|isPrinted) == 0 &&
		len(c.out.Hazards) > 0 && (c.p.args == nil || c.p.args.rest != nil && c.p.args.rest.kind == Plain)
}

// mayHoldCommand reports whether a command may stand among the words. To installers and remotes they are names.
func (c *call) mayHoldCommand() bool {
	if c.p == nil {
		return true
	}
	if c.out.Network || c.p.is&isRemote != 0 || strings.HasPrefix(c.out.Name, "git ") {
		return false
	}
	return !slices.ContainsFunc(c.out.Hazards, func(h effect.Hazard) bool {
		return h.Rule == "install" || h.Rule == "container"
	})
}

// covered reports whether an operand has said already what word i does.
func (c *call) covered(i int) bool {
	for _, o := range c.out.Operands {
		switch {
		case o.Kind == Plain || o.Kind == Read || o.Kind == ReadTree || o.Kind == Script && o.Word == 0:
		case o.Word == i || o.Kind == Run && o.From <= i && i < o.To:
			return true
		}
	}
	return false
}

// systemName is the base name of a bare name or of a program of the system.
func systemName(text string) string {
	if strings.HasPrefix(text, "-") {
		return ""
	}
	name, ordinary := programName(text)
	if !ordinary {
		return ""
	}
	return name
}

// holdsCommand gives where in a word with blanks the name of a program stands that words of its own follow, or -1.
func holdsCommand(text string) int {
	if len(text) > 1<<16 || !strings.ContainsAny(text, " \t\n;,") {
		return -1
	}
	for i := 0; i < len(text); {
		for i < len(text) && !nameByte(text[i]) {
			i++
		}
		from := i
		for i < len(text) && nameByte(text[i]) {
			i++
		}
		if i < len(text) && strings.IndexByte(" \t;|,\"'", text[i]) >= 0 && Listed("text-programs", text[from:i]) &&
			(from == 0 || text[from-1] != '-' && text[from-1] != '.') {
			return from
		}
	}
	return -1
}

// plainScript gives a text up to the bracket or quote that closes it, if a shell reads it as a person does.
func plainScript(text string) (string, bool) {
	if i := strings.IndexAny(text, ")}]'"); i >= 0 {
		text = text[:i]
	}
	return text, strings.Contains(text, " ") && !strings.ContainsAny(text, "({[$<>\\#!`\"\n")
}

func nameByte(b byte) bool {
	return b == '_' || b == '.' || b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z'
}

// flagParts parts a flag from its value, of which the beginning up to a sign counts to the name, and gives the word
// that the value is in.
func flagParts(argv []Word, i int) (name, value string, at int) {
	name, at = argv[i].Text, i
	if j := strings.IndexAny(name, "=:"); j > 0 {
		name, value = name[:j], name[j+1:]
	} else if i+1 < len(argv) && argv[i+1].Known {
		value, at = argv[i+1].Text, i+1
	}
	if j := strings.LastIndexAny(value, "=:"); j >= 0 && j+1 < len(value) {
		name, value = name+value[:j], value[j+1:]
	}
	return name, value, at
}

// codeFlag looks at a flag that the table does not list, or at a word of an entry that takes any: a value that is a
// path from the root or above, where the flag says that it is code, is code from there.
func (c *call) codeFlag(i int) {
	text := c.argv[i].Text
	if len(text) < 2 || text[0] != '-' {
		return
	}
	name, value, at := flagParts(c.argv, i)
	if !hasAnyPrefix(value, "/", "../", "~/") || strings.ContainsAny(value, " \n") {
		return
	}
	code := Marked("code-flags", strings.ToLower(name)) || Listed("code-suffixes", path.Ext(value))
	if !code || c.covered(at) || c.prose(at) {
		return
	}
	c.emit(spec{kind: Source}, at, value, true, c.argv[at].Many)
}
