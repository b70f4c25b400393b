package script

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// download is a file that a script fetches, and that another may run.
type download struct {
	from      int // the script
	name      string
	program   string // by which it can be run without its directory, "" where it cannot or is checked
	line, col int
}

// carry puts what other scripts of the file download in front of those that name it. Each script is judged for itself,
// and a recipe, a step or an instruction may run what an earlier one fetched; in a Makefile no order is known.
func (f *File) carry(anyOrder bool) {
	var list []download
	parser := syntax.NewParser(syntax.Variant(syntax.LangBash))
	for i, s := range f.Scripts {
		if s.Other == "" && downloads(s.Text.S) && f.spend(1+len(s.Text.S)/64) {
			list = append(list, downloadsOf(parser, s.Text, i)...)
		}
	}
	for i := range f.Scripts {
		s := &f.Scripts[i]
		var w writer
		var before []download
		for _, d := range list {
			named := path.Base(d.name)
			if len(named) < 2 {
				named = d.name
			}
			if d.from != i && (anyOrder || d.from < i) && s.Other == "" && f.spend(1) && strings.Contains(s.Text.S, named) {
				w.put("curl -so '"+d.name+"' https://downloaded.example\n", d.line, d.col)
				before = append(before, d)
			}
			if d.from != i && (anyOrder || d.from < i) && s.Other == "" {
				f.loaded(*s, d)
			}
		}
		if len(before) > 0 {
			installed(&w, parser, s.Text, before)
			w.add(s.Text)
			s.Text = w.text()
		}
	}
}

// loaded reports a script whose programs load a file that another one downloads, since a variable names it.
func (f *File) loaded(s Script, d download) {
	for _, name := range runningSettings[:3] { // those that name files
		if v := s.Env[name]; v != "" && (v == d.name || strings.HasSuffix(v, "/"+d.name)) {
			line, col := s.Text.Position(0)
			f.problem(line, col, "download-execute", "What is downloaded is run by every program here, since "+name+" names it.")
		}
	}
}

// installed puts in front of a script that what it runs was downloaded to where programs are: they pass for installed.
func installed(w *writer, parser *syntax.Parser, script Text, list []download) {
	names := commandNames(parser, script.S)
	for _, d := range list {
		for _, name := range [...]string{d.program, d.name} {
			if d.program != "" && names[name] {
				w.put(name+"() { curl https://downloaded.example | sh; }\n", d.line, d.col)
				return // one is enough to deny it
			}
		}
	}
}

// downloadsOf are the files that the commands of a script fetch, by the names that it gives them.
func downloadsOf(parser *syntax.Parser, t Text, from int) (list []download) {
	file, err := parser.Parse(strings.NewReader(t.S), "")
	if err != nil {
		return nil
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		s, ok := n.(*syntax.Stmt)
		if !ok {
			return true
		}
		c, ok := s.Cmd.(*syntax.CallExpr)
		if !ok {
			return true
		}
		var words []string
		for _, w := range c.Args {
			words = append(words, t.S[w.Pos().Offset():w.End().Offset()])
		}
		name := fetched(words)
		for _, r := range s.Redirs {
			if len(words) > 0 && isFetcher(words[0]) && r.Op == syntax.RdrOut {
				name = t.S[r.Word.Pos().Offset():r.Word.End().Offset()]
			}
		}
		if name = strings.Trim(name, `"'`); name != "" && !strings.ContainsAny(name, "'$`\\\n*?[") &&
			len(name) > 1 {
			d := download{from: from, name: name}
			if program := path.Base(name); strings.HasSuffix(path.Dir(name), "/bin") && !checked(t.S) &&
				strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789_-./") == "" {
				d.program = program
			}
			d.line, d.col = t.Position(int(s.Pos().Offset()))
			list = append(list, d)
		}
		return true
	})
	return list
}

// checked reports whether a script compares what it downloads with a sum or a signature.
func checked(script string) bool {
	return strings.Contains(script, "sum -") || strings.Contains(script, "sum --check") ||
		strings.Contains(script, "--verify") || strings.Contains(script, "verify-blob")
}

// commandNames are the names of what a script runs, as they are written but for quotes.
func commandNames(parser *syntax.Parser, script string) map[string]bool {
	names := map[string]bool{}
	if file, err := parser.Parse(strings.NewReader(script), ""); err == nil {
		syntax.Walk(file, func(n syntax.Node) bool {
			if c, ok := n.(*syntax.CallExpr); ok && len(c.Args) > 0 {
				names[strings.Trim(script[c.Args[0].Pos().Offset():c.Args[0].End().Offset()], `"'`)] = true
			}
			return true
		})
	}
	return names
}

func isFetcher(word string) bool { return path.Base(word) == "curl" || path.Base(word) == "wget" }

// fetched is the file that the words of a command write what they download to, "" for none.
func fetched(words []string) string {
	if len(words) > 0 && words[0] == "sudo" {
		words = words[1:]
	}
	if len(words) == 0 || !isFetcher(words[0]) {
		return ""
	}
	wget, address, named := path.Base(words[0]) == "wget", "", path.Base(words[0]) == "wget"
	for i, w := range words[1:] {
		next := ""
		if i+2 < len(words) {
			next = words[i+2]
		}
		switch {
		case wget && (w == "-O" || w == "--output-document"), !wget && w == "--output":
			return next
		case strings.HasPrefix(w, "--output=") || strings.HasPrefix(w, "--output-document="):
			_, name, _ := strings.Cut(w, "=")
			return name
		case strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--"):
			at := strings.IndexByte(w, "oO"[b2i(wget)])
			if at > 0 && at+1 < len(w) {
				return w[at+1:]
			} else if at > 0 {
				return next
			}
			named = named || strings.Contains(w, "O")
		case w == "--remote-name":
			named = true
		case strings.Contains(w, "://"):
			address = strings.Trim(w, `"'`)
		}
	}
	if !named || address == "" || strings.HasSuffix(address, "/") {
		return ""
	}
	return path.Base(address)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
