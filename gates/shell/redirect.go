package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// walkRedirected walks a command with the redirections of its statement.
func walkRedirected(f *walker, s *syntax.Stmt, do func()) {
	if len(s.Redirs) == 0 {
		do()
		return
	}
	stdin, out := f.stdin, f.out
	var files []effect.Path
	var outputs []*sink
	var before []value.Value
	for _, r := range s.Redirs {
		if paths, ok := redirect(f, r, out); ok {
			for _, p := range paths {
				old := value.Text("")
				switch r.Op {
				case syntax.AppOut:
					old = f.contentOf(p)
				case syntax.RdrAll, syntax.AppAll, syntax.DplOut: // the file gets errors as well
					old = value.Opaque(cause.Errors.Bare())
				}
				files, outputs, before = append(files, p), append(outputs, f.out), append(before, old)
			}
		}
	}
	do()
	for i, p := range files {
		recordWritten(f, p, before[i], outputs[i].value(), f.span(s))
	}
	if call, ok := s.Cmd.(*syntax.CallExpr); ok && len(call.Args) == 1 && call.Args[0].Lit() == "exec" {
		stdin = f.stdin // exec without a command changes the shell itself
		for _, p := range files {
			out.files = append(out.files, func(v value.Value) { f.view.write(p.Name, v) })
		}
	}
	f.stdin, f.out = stdin, out
}

// contentOf returns the content of a file before something is appended to it.
func (d *walker) contentOf(p effect.Path) value.Value {
	v, wrote := d.view.file(p.Name)
	switch {
	case d.view.downloadedInto(p.Name):
		return value.Opaque(cause.Download.Bare()).With(value.Network, p.Name)
	case wrote:
		return v
	case p.Exists || d.view.originals(p.Name) != nil:
		return value.Opaque(cause.FileContent.OfPath(p.Name))
	}
	return value.Text("")
}

// appended returns the content of a file after something was appended to it.
func appended(before, v value.Value) value.Value {
	out := value.Concat(before, v)
	if !out.Known {
		out = out.Suspect(v.Texts()...)
	}
	return out
}

// recordWritten records what a redirection put into a file.
func recordWritten(f *walker, p effect.Path, before, v value.Value, span effect.Span) {
	if (v.Taint&value.Endless != 0 || f.endless > 0) && !sinkDevice(p.Name) {
		f.hazard(RuleDiskFiller, cause.Path(p.Name), span)
	}
	f.truncated(p, v, span)
	if terminal(p.Name) {
		switch s, ok := v.Single(); {
		case !ok:
			f.hazard(RuleDeceptive, cause.TerminalUnknown.Bare(), span)
		case strings.Contains(s, "/approve") || strings.Contains(s, "/deny"):
			f.hazard(RuleDeceptive, cause.TerminalAnswer.Bare(), span)
		default:
			f.concern(RuleDeceptive, cause.TerminalWrite.Bare(), span)
		}
	}
	f.view.write(p.Name, appended(before, v))
}

// redirect applies one redirection; it returns the files that standard output goes to from now on.
func redirect(f *walker, r *syntax.Redirect, before *sink) ([]effect.Path, bool) {
	fd := ""
	if r.N != nil {
		fd = r.N.Value
		if name, ok := strings.CutPrefix(fd, "{"); ok {
			evaluatedName(f, strings.TrimSuffix(name, "}"), f.span(r))
			assignNamed(f, strings.TrimSuffix(name, "}"), value.Number(cause.DescriptorNumber.Bare()), f.span(r))
		}
	}
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		connectInput(f, fd, expandHereDocument(f, r))
	case syntax.WordHdoc:
		connectInput(f, fd, value.Concat(expandOne(f, r.Word), value.Text("\n")))
	case syntax.DplIn, syntax.DplOut:
		return duplicate(f, r, fd, before)
	case syntax.RdrIn:
		for _, w := range expandWord(f, nil, r.Word) {
			connectInput(f, fd, readFile(f, w))
		}
	case syntax.RdrInOut:
		for _, w := range expandWord(f, nil, r.Word) {
			writeFile(f, w)
			connectInput(f, fd, readFile(f, w))
		}
	default:
		return connectOutput(f, r, fd), true
	}
	return nil, false
}

// connectInput connects standard input.
func connectInput(f *walker, fd string, v value.Value) {
	if fd == "" || fd == "0" {
		v.None = false
		f.stdin = v
		return
	}
	if value.IsNumber(fd) {
		put(&f.procs, "/dev/fd/"+fd, v)
	}
}

// connectOutput connects standard output to a file, or reports the write of another descriptor; it returns the files.
func connectOutput(f *walker, r *syntax.Redirect, fd string) []effect.Path {
	var files []effect.Path
	for _, w := range expandWord(f, nil, r.Word) {
		files = append(files, writeFile(f, w)...)
	}
	if fd != "" && fd != "1" {
		return nil
	}
	f.out = &sink{}
	return files
}

// duplicate handles >& and <&, which copy a descriptor or, with a name, write a file.
func duplicate(f *walker, r *syntax.Redirect, fd string, before *sink) ([]effect.Path, bool) {
	words := expandWord(f, nil, r.Word)
	if len(words) != 1 {
		f.addOpaque(f.source(r), cause.TargetUnknown.Bare(), effect.OpaqueWrite, f.span(r))
		return nil, false
	}
	w := words[0]
	plain := w.Known && (w.Text == "-" || value.IsNumber(strings.TrimSuffix(w.Text, "-"))) || !w.Known && w.val().Number
	switch {
	case plain && r.Op == syntax.DplIn:
		connectInput(f, fd, value.Opaque(cause.OtherDescriptor.Bare()))
	case plain && (fd == "" || fd == "1"):
		if w.Text == "1" {
			return nil, false
		}
		f.out = &sink{discard: true}
	case plain:
	case r.Op == syntax.DplOut && (fd == "" || fd == "1"):
		files := writeFile(f, w)
		f.out = &sink{}
		return files, true
	default:
		if r.Op == syntax.DplIn {
			connectInput(f, fd, value.Opaque(cause.DescriptorUnknown.Bare()))
		}
		f.addOpaque(f.source(r), cause.DescriptorNotKnown.Bare(), effect.OpaqueWrite, f.span(r))
	}
	return nil, false
}

// expandHereDocument is the text of a here-document.
func expandHereDocument(f *walker, r *syntax.Redirect) value.Value {
	quoted := false
	for _, p := range r.Word.Parts {
		switch p := p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			quoted = true
		case *syntax.Lit:
			quoted = quoted || strings.Contains(p.Value, `\`)
		}
	}
	v := value.Text("")
	switch {
	case !quoted:
		v = expandDocument(f, r.Hdoc)
	case r.Hdoc != nil:
		v = value.Text(r.Hdoc.Lit())
	}
	if s, ok := v.Single(); ok && r.Op == syntax.DashHdoc {
		lines := strings.Split(s, "\n")
		for i := range lines {
			lines[i] = strings.TrimLeft(lines[i], "\t")
		}
		v.Text = strings.Join(lines, "\n")
	}
	return v
}

// readFile reports that a redirection reads a file, and gives its content.
func readFile(f *walker, w word) value.Value {
	if openNetwork(f, w) {
		return value.Opaque(cause.NetworkData.Bare()).With(value.Network, w.Text)
	}
	if !w.Known {
		addRead(f, w, 0, w.Prefix, false, workDirs(f), false)
		for _, s := range w.val().Maybe {
			addRead(f, word{Word: wordFrom(s, w.Span)}, 0, s, true, workDirs(f), false)
		}
		v := value.Opaque(cause.FileUnknown.Bare())
		v.Written = w.Text
		return v
	}
	if v, ok := streamOf(f, w.Text); ok {
		return v
	}
	out := value.Opaque(cause.FileContent.OfPath(w.Text))
	out.Written = w.Text
	for _, p := range addRead(f, w, 0, w.Text, true, workDirs(f), false) {
		if v, ok := f.view.file(p.Name); ok {
			return v
		}
		out.Files = []string{p.Name}
		if endlessDevice(p.Name) {
			out = out.With(value.Endless, p.Name)
		}
		if private(p, f.facts) {
			out = out.With(value.Secret, p.Name)
		}
	}
	return out
}

// streamOf is the content behind names that stand for open descriptors.
func streamOf(f *walker, name string) (value.Value, bool) {
	switch name {
	case "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return f.stdin, true
	case "/dev/null":
		return value.Text(""), true
	}
	if v, ok := f.procs[name]; ok {
		return v, true
	}
	for _, dir := range [...]string{"/dev/fd/", "/proc/self/fd/"} {
		if n, ok := strings.CutPrefix(name, dir); ok && value.IsNumber(n) {
			return value.Opaque(cause.OpenDescriptor.Bare()), true
		}
	}
	return value.Value{}, false
}

// sinkDevice reports whether what is written to a path goes nowhere.
func sinkDevice(name string) bool {
	if table.Listed("sinks", name) {
		return true
	}
	for _, dir := range [...]string{"/dev/fd/", "/proc/self/fd/", "/dev/pts/"} {
		if n, ok := strings.CutPrefix(name, dir); ok && value.IsNumber(n) {
			return true
		}
	}
	return false
}

// terminal reports whether a path is where a person types and reads.
func terminal(name string) bool { return name == "/dev/tty" || strings.HasPrefix(name, "/dev/pts/") }

func endlessDevice(name string) bool {
	return name == "/dev/zero" || name == "/dev/urandom" || name == "/dev/random" || name == "/dev/full"
}

// writeFile reports that a redirection writes a file.
func writeFile(f *walker, w word) []effect.Path {
	if openNetwork(f, w) {
		return nil
	}
	if !w.Known || w.Many {
		f.addOpaque(w.Text, cause.WrittenFileUnknown.Bare(), effect.OpaqueWrite, w.Span)
		for _, s := range w.val().Maybe {
			writeFile(f, word{Word: wordFrom(s, w.Span)})
		}
		return nil
	}
	if terminal(w.Text) {
		return []effect.Path{{Name: w.Text, Given: w.Text, Span: w.Span}}
	}
	if sinkDevice(w.Text) {
		return nil
	}
	return addWrite(f, w, 0, w.Text, true, workDirs(f), false)
}

// openNetwork handles the names for which bash opens a connection itself.
func openNetwork(f *walker, w word) bool {
	name := w.Text
	if !w.Known {
		name = w.Prefix
	}
	var scheme string
	switch {
	case strings.HasPrefix(name, "/dev/tcp/"):
		scheme = "tcp"
	case strings.HasPrefix(name, "/dev/udp/"):
		scheme = "udp"
	default:
		return false
	}
	host, port, _ := strings.Cut(name[len("/dev/tcp/"):], "/")
	if !w.Known {
		port = ""
	}
	e := endpoint(host, scheme, 0)
	e.Given, e.Port, e.Span = name, portOf(port), w.Span
	f.addConnect(e)
	if w.Known && (e.Host == "localhost" || e.Host == "127.0.0.1" || e.Host == "::1") {
		f.concern(RuleNetRedirect, cause.Word(name), w.Span)
	} else {
		f.hazard(RuleNetRedirect, cause.Word(name), w.Span)
	}
	return true
}

func wordFrom(s string, span effect.Span) table.Word {
	return table.Word{Text: s, Known: true, Span: span}
}
