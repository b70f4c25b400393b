package shell

import (
	"path"
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
)

// readMentions reports files in words that are no operands: of programs that ask anyway every word that looks like a
// path, of others those written as a path from the root or the home directory. It can only make things worse.
func readMentions(m *mentions) {
	if m.in.Prints || printsText(m.in.Name) {
		return
	}
	taken := takenWords(m, func(k table.Kind) bool {
		return !slices.Contains([]table.Kind{table.Plain, table.User, table.Env, table.Connect, table.Listen, table.Code}, k)
	})
	m.work(len(m.words))
	m.recurses = m.asks && recursive(m.walker, m.words)
	m.ends = wordAt(m.words, func(w word) bool { return w.Text == "--" })
	for i, w := range m.words[1:] {
		if i+1 >= len(taken) || taken[i+1] || !w.Known || isProse(m, i+1) {
			continue
		}
		for _, name := range mentionedNames(m, w, i+1) {
			readMention(m, name, w, i+1)
		}
	}
}

// printsText are programs whose words are text, whatever they look like.
func printsText(name string) bool { return table.Listed("print-text", name) }

// mentionedNames are the paths that a word names.
func mentionedNames(m *mentions, w word, n int) []string {
	s := w.Text
	if strings.HasPrefix(m.in.Name, "git ") {
		return gitPaths(m, n)
	}
	written := ""
	if w.node != nil {
		written = m.source(w.node)
	}
	home := strings.HasPrefix(written, "~") || strings.HasPrefix(written, "$HOME") || strings.HasPrefix(written, `"$HOME`)
	if !m.asks {
		plain := written != "" && written[0] != '\'' && written[0] != '"'
		if (strings.HasPrefix(s, "/") || home) && plain && !strings.ContainsAny(s, " *?{}$") {
			return []string{s}
		}
		return nil
	}
	if strings.ContainsAny(s, "\n") || len(s) > 1024 {
		return nil
	}
	var out []string
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("=@,;'\" ()<>|", r) }) {
		part = strings.TrimPrefix(part, "file://")
		if i := strings.LastIndexByte(part, ':'); i >= 0 && !strings.Contains(part, "://") {
			part = part[:i]
		}
		if rest, ok := strings.CutPrefix(part, "~/"); ok {
			part = m.facts.Home + "/" + rest
		}
		base := path.Base(part)
		if strings.Contains(part, "://") || part == "" || base == "." || base == ".." {
			continue
		}
		if strings.HasPrefix(part, "/") || strings.HasPrefix(part, "./") || strings.HasPrefix(part, "../") ||
			strings.HasPrefix(base, ".") && len(base) > 2 && base[1] != '.' ||
			strings.Contains(base, ".") && !strings.HasPrefix(part, "-") {
			out = append(out, part)
		}
		if strings.HasPrefix(part, "-") && strings.Contains(part, "/") {
			out = append(out, part[strings.IndexByte(part, '/'):])
		}
	}
	return out
}

// gitPaths are the files of a revision that a word names: HEAD:path, or what stands behind --.
func gitPaths(m *mentions, n int) []string {
	s := m.words[n].Text
	if _, after, ok := strings.Cut(s, ":"); ok && after != "" && !strings.HasPrefix(after, "//") &&
		!strings.HasPrefix(s, "-") && !strings.Contains(s, "@") {
		return []string{after}
	}
	if m.ends >= 0 && m.ends < n && !strings.HasPrefix(s, ":") || strings.HasPrefix(path.Base(s), ".env") ||
		strings.HasPrefix(s, "/") {
		return []string{s}
	}
	return nil
}

func readMention(m *mentions, name string, w word, n int) {
	span := m.wordSpan(w, n+1)
	paths, ok := m.resolve(name, m.dirs, false)
	if !ok {
		return
	}
	for _, p := range paths {
		if sinkDevice(p.Name) {
			continue
		}
		w.named = m.in.Names
		p.Span, p.Access = span, w.access()
		if m.asks && m.in.Class != effect.ProgramReads && table.Begins("disks", p.Name) {
			m.hazard(RuleDeviceWrite, cause.Path(p.Name), w.Span)
		}
		if m.asks && m.probing == 0 && m.in.Class != effect.ProgramReads && m.recurses &&
			protected(p.Name, m.facts) && !inTree(m.walker, p.Name) {
			m.hazard(RuleWholeTree, cause.Path(p.Name), w.Span)
		}
		if m.asks && (m.connects || serves(m.applied)) && (p.Name == "/" || p.Name == "/home" ||
			m.facts.Home != "" && effect.Within(p.Name, m.facts.Home)) && p.Dir {
			if _, in := m.facts.Workspace.Contains(p.Name); !in {
				m.hazard(RuleSecretSent, cause.Path(p.Name), w.Span)
			}
		}
		m.addPath(&m.eff.Reads, effect.KindRead, p)
	}
}

// serves reports whether a command offers or sends what it is given.
func serves(ap *applied) bool {
	if len(ap.eff.Listens) > 0 {
		return true
	}
	for i := range ap.words[:min(5, len(ap.words))] {
		s := strings.ToLower(ap.words[i].Text)
		if strings.Contains(s, "serve") || strings.Contains(s, "httpd") || strings.HasPrefix(s, "http") ||
			s == "sync" || s == "upload" || s == "web" || s == "rclone" || s == "-s" && ap.words[0].Text == "php" {
			return true
		}
	}
	return false
}

// recursive reports whether a flag says that everything below is meant.
func recursive(b *walker, words []word) bool {
	b.work(len(words))
	for i := range words[1:] {
		switch w := &words[i+1]; {
		case w.Text == "--recursive", w.Text == "/T", w.Text == "/MIR":
			return true
		case len(w.Text) > 1 && w.Text[0] == '-' && w.Text[1] != '-' && strings.ContainsAny(w.Text, "rR") &&
			!strings.ContainsAny(w.Text, "/=:.") && len(w.Text) < 6:
			return true
		}
	}
	return false
}

// judgeRenamed looks at a program under another name: a copy or a link of the script's, or a path to another program.
func judgeRenamed(ap *applied) {
	name := ap.words[0].Text
	if !strings.Contains(name, "/") || ap.probing > 0 {
		return
	}
	paths, _ := ap.resolve(name, ap.dirs, false)
	for _, p := range paths {
		originals := ap.view.originals(p.Name)
		if originals == nil {
			originals = []string{p.Name}
		}
		for _, real := range originals {
			judgeRenamedFrom(ap, p, real)
		}
	}
}

// judgeRenamedFrom looks at the program that a path stands for.
func judgeRenamedFrom(ap *applied, p effect.Path, real string) {
	name := ap.words[0].Text
	if strings.HasPrefix(real, "/proc/") && strings.HasSuffix(real, "/exe") {
		ap.hazard(RuleHidden, cause.ProcessNamesProgram.OfWord(name), ap.words[0].Span)
		real = "/bin/bash"
	}
	if path.Base(real) == ap.in.Name || path.Base(real) == path.Base(name) && real == p.Name && !p.Linked {
		return
	}
	words := append([]word(nil), ap.words...)
	words[0].Text = path.Base(real)
	ap.probing++
	probe(ap.walker, words[0].Span, func() { runExternal(newSimple(ap.walker, words)) })
	ap.probing--
}
