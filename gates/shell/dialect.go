package shell

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
)

// dialect is the language of the shell whose script is walked. All are parsed as bash; this is where they differ.
type dialect uint8

const (
	dialectBash dialect = iota
	dialectSh           // dash, the shell of busybox, or bash: nobody knows which
	dialectKsh
	dialectZsh
	dialectFish
	dialectCsh
)

// dialectOf is the language that a program takes, when it is a shell.
func dialectOf(name string) (dialect, bool) {
	base := path.Base(name[strings.LastIndexByte(name, ' ')+1:])
	for d, names := range [...][]string{{"bash", "rbash"}, {"sh", "dash", "ash", "yash", "posh"},
		{"ksh", "mksh", "lksh", "oksh", "ksh93"}, {"zsh"}, {"fish"}, {"csh", "tcsh"}} {
		if slices.Contains(names, base) {
			return dialect(d), true
		}
	}
	return dialectBash, false
}

// xonshCommand is a command that xonsh runs in brackets of its own. They read as a substitution of bash.
var xonshCommand = regexp.MustCompile(`[!$]\[([^\]]*)\]|!\(([^)]*)\)`)

// other reports whether the shell may lack what only bash has.
func (d dialect) other() bool { return d != dialectBash }

// onlyBash walks what a shell other than bash may not do.
func onlyBash(m *walker, do func()) {
	m.bashOnly++
	do()
	m.bashOnly--
}

// enterDialect makes a shell's language and options those of the scripts it runs, and returns how to go back.
func enterDialect(ap *applied) (old dialect, options []string) {
	old, options = ap.dialect, ap.startOptions
	d, ok := dialectOf(ap.in.Name)
	if !ok {
		return old, options
	}
	ap.dialect, ap.startOptions = d, nil
	for i, w := range ap.words[1:] {
		if w.Known && w.Text == "-O" && i+2 < len(ap.words) {
			ap.startOptions = append(ap.startOptions, ap.words[i+2].Text)
		}
	}
	return old, options
}

// foreignScript looks for what another shell reads in another way than bash.
func foreignScript(m *walker, file *syntax.File, span effect.Span) {
	if !m.dialect.other() {
		return
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.SglQuoted:
			foreignQuotes(m, n, span)
		case *syntax.ExtGlob:
			if m.dialect == dialectZsh { // (e:'…':) and (+f) run code for each name
				m.hazard(RuleHidden, cause.ZshRunsForNames.OfWord(m.source(n)), span)
			}
		case *syntax.Word:
			foreignSubscript(m, n, span)
		case *syntax.CallExpr:
			if len(n.Args) > 0 && ownCommand(m, n.Args[0].Lit()) {
				m.opaqueCommand(m.source(n), cause.ShellDiffers.Bare(), span)
			}
		}
		return true
	})
}

// foreignQuotes looks at quoted text that ends elsewhere, or means something else, in other shells.
func foreignQuotes(m *walker, n *syntax.SglQuoted, span effect.Span) {
	switch {
	case n.Dollar && m.dialect == dialectSh && strings.Contains(n.Value, `\'`),
		!n.Dollar && m.dialect == dialectFish && strings.HasSuffix(n.Value, `\`):
		m.hazard(RuleDeceptive, cause.QuoteEndDiffers.OfWord(m.source(n)), span)
	case n.Dollar && (m.dialect == dialectSh || m.dialect == dialectFish || m.dialect == dialectCsh):
		m.concern(RuleDeceptive, cause.QuoteMeaningDiffers.OfWord(m.source(n)), span)
	}
}

// foreignSubscript looks for $name[…], an element for zsh and fish.
func foreignSubscript(m *walker, w *syntax.Word, span effect.Span) {
	if m.dialect != dialectZsh && m.dialect != dialectFish && m.dialect != dialectCsh {
		return
	}
	parts := w.Parts
	if len(parts) == 1 {
		if q, ok := parts[0].(*syntax.DblQuoted); ok {
			parts = q.Parts
		}
	}
	for i, p := range parts[:max(0, len(parts)-1)] {
		param, ok := p.(*syntax.ParamExp)
		next, lit := parts[i+1].(*syntax.Lit)
		if ok && param.Short && lit && strings.HasPrefix(next.Value, "[") {
			m.opaqueCommand(m.source(w), cause.ListElementInShell.Bare(), span)
		}
	}
}

// ownCommand reports whether a shell has a command of this name that does something else than that of bash.
func ownCommand(m *walker, name string) bool {
	own := map[dialect]string{dialectFish: "own/fish", dialectCsh: "own/csh", dialectZsh: "zsh/commands"}
	return table.Listed(own[m.dialect], name)
}
