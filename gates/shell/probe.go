package shell

import (
	"maps"
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// needsAnswer reports whether a person is asked anyway, so that what the words look like can only make it worse.
func needsAnswer(ap *applied) bool {
	in := ap.in
	if !in.Known || in.Network || ap.connects || in.Escalates || in.StdinCode || len(in.Hazards)+len(in.Opaque) > 0 ||
		in.Class == effect.ProgramUnknown {
		return true
	}
	return hasKind(ap, table.Code, table.Script, table.Source, table.Listen, table.Part)
}

// hasKind reports whether there is an operand of one of the kinds.
func hasKind(ap *applied, kinds ...table.Kind) bool {
	return slices.ContainsFunc(ap.in.Operands, func(o table.Operand) bool { return slices.Contains(kinds, o.Kind) })
}

// takenWords marks the words that operands of all kinds but some cover.
func takenWords(m *mentions, covers func(table.Kind) bool) []bool {
	words := make([]bool, len(m.words))
	for _, o := range m.in.Operands {
		if !covers(o.Kind) && !o.Temporary {
			continue
		}
		if o.Kind == table.Run || o.Kind == table.Shell {
			for i := o.From; i < o.To && i < len(words); i++ {
				words[i] = true
			}
		}
		if o.Word < len(words) {
			words[o.Word] = true
		}
	}
	return words
}

// mentions is a command while the words that no operand covers are looked at: they may name files and commands.
type mentions struct {
	*applied
	asks     bool // a person is asked anyway
	recurses bool // a flag says that everything below is meant
	ends     int  // the index of the first --; -1 if there is none
}

// scanCommands looks for commands behind a program that asks anyway, and in text that reads like a script.
func scanCommands(m *mentions) {
	if printsText(m.in.Name) && !hasKind(m.applied, table.Code) || m.nested >= maxNested-4 || m.probing > 1 ||
		!m.asks && m.in.Class != effect.ProgramBuilds {
		return
	}
	taken := takenWords(m, func(k table.Kind) bool { return k == table.Run || k == table.Shell })
	m.probing++
	for i := 1; i < len(taken); i++ {
		w := m.words[i]
		if taken[i] || !w.Known || isProse(m, i) {
			continue
		}
		if destructive(w.Text) && i+1 < len(m.words) && !strings.HasSuffix(m.in.Name, " "+w.Text) {
			probe(m.walker, w.Span, func() { runExternal(newSimple(m.walker, append([]word(nil), m.words[i:]...))) })
		}
		scanMention(m, w)
	}
	if s, ok := m.stdin.Single(); ok && !m.stdin.None && len(s) < maxText && m.in.Name != "tee" &&
		m.in.Name != "xargs" {
		scanInput(m, s)
	}
	m.probing--
}

// isProse reports whether a word is text for people, whatever it looks like.
func isProse(m *mentions, i int) bool {
	return table.Prose(m.in.Name, func(i int) string { return m.words[i].Text }, i)
}

// destructive reports whether a word names a program that is dangerous to find behind another.
func destructive(s string) bool {
	return table.Listed("destructive", path.Base(s)) || strings.HasPrefix(path.Base(s), "mkfs.")
}

// scanMention looks at one word as a script, behind its flag if it has one.
func scanMention(m *mentions, w word) {
	s := w.Text
	if !strings.ContainsAny(s, " \t\n;|") && !strings.Contains(s, `\_`) || len(s) > 8192 {
		return
	}
	forms := []string{s}
	if _, after, ok := strings.Cut(s, "="); ok {
		forms = append(forms, after)
	}
	if strings.HasPrefix(s, "-") && len(s) > 2 {
		forms = append(forms, s[2:], strings.TrimLeft(s, "-vi")[min(1, len(strings.TrimLeft(s, "-vi"))):])
	}
	for _, f := range forms {
		f = strings.TrimSpace(strings.TrimLeft(f, "!|:"))
		f = strings.ReplaceAll(f, `\_`, " ")
		f = strings.Trim(f, `"'`)
		first, rest, more := strings.Cut(f, " ")
		if destructive(first) || more && strings.ContainsAny(rest, ";|&") {
			probeText(m.walker, f, w.Span)
		}
		for _, verb := range table.Marks("run-verbs") {
			if i := strings.Index(f, verb); i >= 0 {
				probeText(m.walker, strings.Trim(f[i+len(verb):], "\"'()[]{}"), w.Span)
			}
		}
	}
	if strings.ContainsAny(s, "\"'`()[]{}") {
		scanText(m.walker, s, w.Span)
	}
}

// scanInput looks at text that a program gets on its input.
func scanInput(m *mentions, s string) {
	span := m.words[0].Span
	suspect(m.walker, s, span)
	for f := range strings.FieldsSeq(s) {
		if m.connects && hasAnyPrefix(f, "/", "~") {
			scanPath(&codeScan{walker: m.walker, code: s, lower: strings.ToLower(s), span: span}, f)
		}
	}
}

// probe walks something for the worst of its effects only.
func probe(a *walker, span effect.Span, do func()) {
	there := walkAside(a, span, do)
	keepWorst(a, &there, span)
}

// walkAside walks something of which nothing happens, and gives its effects.
func walkAside(a *walker, span effect.Span, do func()) (there effect.Effects) {
	eff, seen := a.eff, a.seen
	a.eff, a.seen = &there, nil
	walkTried(a, span, do)
	a.eff, a.seen = eff, seen
	return there
}

// walkTried walks something that may be a part of the command, and changes nothing for what stands behind it.
func walkTried(a *walker, span effect.Span, do func()) {
	state, view, procs := a.state, a.view, maps.Clone(a.procs)
	a.view = view.layer()
	a.within(span, func() {
		pushLayer(a)
		discard(a, func() { walkShell(a, do) })
		dropLayer(a)
	})
	a.state, a.view, a.procs = state, view, procs
}

// probeText walks text as a command and keeps only what is worse than opaque.
func probeText(a *walker, script string, span effect.Span) {
	if a.nested >= maxNested-2 {
		return
	}
	probe(a, span, func() { walkText(a, script, span) })
}

// walkText walks a text that somebody will run as a shell command; it does nothing when it does not parse.
func walkText(a *walker, script string, span effect.Span) {
	script = strings.TrimLeft(strings.TrimSpace(script), "!|")
	if script == "" || len(script) > maxLength || a.nested >= maxNested || !a.work(len(script)) {
		return
	}
	file, err := a.gram.parse(script)
	if err != nil {
		return
	}
	a.nested++
	a.within(span, func() {
		a.src = script
		pushLayer(a)
		discard(a, func() { walkStmts(a, file.Stmts) })
		dropLayer(a)
	})
	a.nested--
}

// discard walks something for its effects only.
func discard(m *walker, do func()) {
	old, stdin := m.out, m.stdin
	m.out = &sink{discard: true}
	m.stdin = value.NoInput()
	do()
	m.out, m.stdin = old, stdin
}
