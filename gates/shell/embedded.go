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
func (ap *applied) needsAnswer() bool {
	in := ap.in
	if !in.Known || in.Network || ap.connects || in.Escalates || in.StdinCode || len(in.Hazards)+len(in.Opaque) > 0 ||
		in.Class == effect.ProgramUnknown {
		return true
	}
	return ap.has(table.Code, table.Script, table.Source, table.Listen, table.Part)
}

// has reports whether there is an operand of one of the kinds.
func (ap *applied) has(kinds ...table.Kind) bool {
	return slices.ContainsFunc(ap.in.Operands, func(o table.Operand) bool { return slices.Contains(kinds, o.Kind) })
}

// taken marks the words that operands of all kinds but some cover.
func (m *mentions) taken(covers func(table.Kind) bool) []bool {
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

// commands looks for commands behind a program that asks anyway, and in text that reads like a script.
func (m *mentions) commands() {
	if printsText(m.in.Name) && !m.has(table.Code) || m.nested >= maxNested-4 || m.probing > 1 ||
		!m.asks && m.in.Class != effect.ProgramBuilds {
		return
	}
	taken := m.taken(func(k table.Kind) bool { return k == table.Run || k == table.Shell })
	m.probing++
	for i := 1; i < len(taken); i++ {
		w := m.words[i]
		if taken[i] || !w.Known || m.prose(i) {
			continue
		}
		if destructive(w.Text) && i+1 < len(m.words) && !strings.HasSuffix(m.in.Name, " "+w.Text) {
			m.probe(w.Span, func() { m.simple(append([]word(nil), m.words[i:]...)).external() })
		}
		m.text(w)
	}
	if s, ok := m.stdin.Single(); ok && !m.stdin.None && len(s) < maxText && m.in.Name != "tee" &&
		m.in.Name != "xargs" {
		m.input(s)
	}
	m.probing--
}

// prose reports whether a word is text for people, whatever it looks like.
func (m *mentions) prose(i int) bool {
	return table.Prose(m.in.Name, func(i int) string { return m.words[i].Text }, i)
}

// destructive reports whether a word names a program that is dangerous to find behind another.
func destructive(s string) bool {
	return table.Listed("destructive", path.Base(s)) || strings.HasPrefix(path.Base(s), "mkfs.")
}

// text looks at one word as a script, behind its flag if it has one.
func (m *mentions) text(w word) {
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
			m.probeText(f, w.Span)
		}
		for _, verb := range table.Marks("run-verbs") {
			if i := strings.Index(f, verb); i >= 0 {
				m.probeText(strings.Trim(f[i+len(verb):], "\"'()[]{}"), w.Span)
			}
		}
	}
	if strings.ContainsAny(s, "\"'`()[]{}") {
		m.scan(s, w.Span)
	}
}

// input looks at text that a program gets on its input.
func (m *mentions) input(s string) {
	span := m.words[0].Span
	lines := strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == ';' })
	for i, line := range lines {
		if i > 50 {
			break
		}
		line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), ":!"))
		for _, verb := range [...]string{"exec ", "shell ", "system ", "! "} {
			if rest, ok := strings.CutPrefix(line, verb); ok {
				line = rest
			}
		}
		if first, _, _ := strings.Cut(line, " "); destructive(first) && strings.Contains(line, " ") {
			m.probeText(line, span)
		}
		if m.connects {
			for _, f := range strings.Fields(line) {
				if hasAnyPrefix(f, "/", "~") {
					c := codeScan{analysis: m.analysis, code: line, lower: strings.ToLower(line), span: span}
					c.pathLiteral(f)
				}
			}
		}
	}
	if strings.ContainsAny(s, "\"'`(") {
		m.scan(s, span)
	}
}

// probe walks something for the worst of its effects only.
func (a *analysis) probe(span effect.Span, do func()) {
	there := a.aside(span, do)
	a.keepWorst(&there, span)
}

// aside walks something of which nothing happens, and gives its effects.
func (a *analysis) aside(span effect.Span, do func()) (there effect.Effects) {
	eff, seen := a.eff, a.seen
	a.eff, a.seen = &there, nil
	a.tried(span, do)
	a.eff, a.seen = eff, seen
	return there
}

// tried walks something that may be a part of the command, and changes nothing for what stands behind it.
func (a *analysis) tried(span effect.Span, do func()) {
	state, view, procs := a.state, a.view, maps.Clone(a.procs)
	a.view = view.layer()
	a.within(span, func() {
		a.push()
		a.discard(func() {
			do()
			a.traps()
		})
		a.drop()
	})
	a.state, a.view, a.procs = state, view, procs
}

// probeText walks text as a command and keeps only what is worse than opaque.
func (a *analysis) probeText(script string, span effect.Span) {
	if a.nested >= maxNested-2 {
		return
	}
	a.probe(span, func() { a.walkText(script, span) })
}

// walkText walks a text that somebody will run as a shell command; it does nothing when it does not parse.
func (a *analysis) walkText(script string, span effect.Span) {
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
		a.push()
		a.discard(func() { a.stmts(file.Stmts) })
		a.drop()
	})
	a.nested--
}

// discard walks something for its effects only.
func (m *memory) discard(do func()) {
	old, stdin := m.out, m.stdin
	m.out = &sink{discard: true}
	m.stdin = value.NoInput()
	do()
	m.out, m.stdin = old, stdin
}
