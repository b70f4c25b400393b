package script

import (
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

// CopiedBy reports whether a Dockerfile copies a file of that name, which stands beside it, into its image.
func CopiedBy(dockerfile, name string) bool {
	for line := range strings.Lines(dockerfile) {
		words := strings.Fields(line)
		if len(words) > 2 && (strings.EqualFold(words[0], "COPY") || strings.EqualFold(words[0], "ADD")) &&
			slices.Contains(words[1:len(words)-1], name) && !strings.Contains(line, "--from=") {
			return true
		}
	}
	return false
}

// docker reads a Dockerfile.
type docker struct {
	file   *File
	lines  []string
	at     int  // line, from 0
	escape byte // what stands at the end of a line that goes on
	env    map[string]string
	dir    string
	other  string // the shell of the image where it is none that is judged
}

// readDocker reads the commands of a Dockerfile, which run in the image that it makes.
func (f *File) readDocker(text string) {
	f.Place = Image
	d := docker{file: f, lines: lines(text), escape: '\\', dir: "/"}
	d.directives()
	for d.at < len(d.lines) {
		if line := strings.TrimSpace(d.lines[d.at]); line == "" || line[0] == '#' {
			d.at++
			continue
		}
		t := d.instruction()
		d.run(t.trim())
	}
}

// directives reads the comments at the top that say how the rest is to be read.
func (d *docker) directives() {
	for _, line := range d.lines {
		line = strings.TrimSpace(line)
		name, value, ok := strings.Cut(strings.TrimPrefix(line, "#"), "=")
		if !ok || !strings.HasPrefix(line, "#") {
			return
		}
		if strings.EqualFold(strings.TrimSpace(name), "escape") && strings.TrimSpace(value) == "`" {
			d.escape = '`'
		}
	}
}

// instruction is the next instruction, over all its lines, without the comments between them.
func (d *docker) instruction() Text {
	var w writer
	for first := true; d.at < len(d.lines); first = false {
		line := d.lines[d.at]
		d.at++
		if trimmed := strings.TrimSpace(line); !first && (trimmed == "" || trimmed[0] == '#') {
			continue
		}
		body := strings.TrimRight(line, " \t")
		if body == "" || body[len(body)-1] != d.escape {
			w.take(line, d.at, 1)
			break
		}
		w.take(body[:len(body)-1], d.at, 1)
		w.put("\\\n", d.at, len(body))
	}
	return w.text()
}

// run takes an instruction.
func (d *docker) run(t Text) {
	name, rest := cutWord(t)
	switch name = strings.ToUpper(name); name {
	case "ONBUILD":
		d.run(rest)
	case "FROM":
		d.env, d.dir, d.other = nil, "/", ""
	case "SHELL":
		d.shell(rest)
	case "ENV", "ARG":
		d.variables(rest, name == "ARG")
	case "WORKDIR":
		d.workDir(rest.S)
	case "HEALTHCHECK":
		_, rest = cutFlags(rest)
		if word, command := cutWord(rest); strings.EqualFold(word, "CMD") {
			d.command(command)
		}
	case "RUN", "CMD", "ENTRYPOINT":
		_, rest = cutFlags(rest)
		d.command(rest)
	case "COPY", "ADD":
		for _, h := range heredocs(rest.S) {
			d.written(h, rest.S)
		}
		if name == "ADD" {
			d.fetched(rest)
		}
	}
}

// shell takes the words that start the shell of each RUN, and runs its command behind them.
func (d *docker) shell(t Text) {
	words, ok := d.jsonWords(t)
	list := strings.Fields(strings.ReplaceAll(words.S, "'", ""))
	if !ok || len(list) == 0 {
		return
	}
	if d.other = ""; !isShell(strings.Join(list, " ")) {
		d.other = list[0]
	}
	if len(list) > 2 {
		words.S += ":"
		d.file.add(Script{Text: words, Dir: d.dir, Env: d.env})
	}
}

// written takes a text that an instruction puts into the image, where it may be run: it says so by how it starts, by
// its name, or by where it stands.
func (d *docker) written(h hereDoc, words string) {
	body, other := d.heredoc(h)
	fields := strings.Fields(words)
	to := strings.Trim(fields[len(fields)-1], `"'`)
	switch dir, ext := path.Dir(to), path.Ext(to); {
	case strings.HasPrefix(body.S, "#!"), ext == ".sh", ext == ".bash", strings.HasSuffix(dir, "bin"),
		strings.HasPrefix(to, "/etc/profile"), strings.HasPrefix(path.Base(to), ".bash"):
		d.file.add(Script{Text: body, Dir: d.dir, Env: d.env, Other: other})
	}
}

// fetched takes what ADD downloads, which a later instruction may run. What is compared with a checksum is known.
func (d *docker) fetched(t Text) {
	flags, rest := cutFlags(t)
	words := strings.Fields(rest.S)
	if len(words) < 2 || strings.Contains(strings.Join(flags, " "), "--checksum=") {
		return
	}
	to := strings.Trim(words[len(words)-1], `"'`)
	for _, from := range words[:len(words)-1] {
		if !strings.HasPrefix(from, "http://") && !strings.HasPrefix(from, "https://") ||
			strings.ContainsAny(from+to, "'$`\\") {
			continue
		}
		name := to
		if strings.HasSuffix(to, "/") || to == "." {
			name = path.Join(to, path.Base(from))
		}
		if !path.IsAbs(name) {
			name = path.Join(d.dir, name)
		}
		var w writer
		line, col := rest.Position(0)
		w.put("curl -so '"+name+"' '"+from+"'", line, col)
		d.file.add(Script{Text: w.text(), Dir: d.dir, Env: d.env})
	}
}

func (d *docker) workDir(dir string) {
	switch dir = strings.Trim(dir, `"'`); {
	case strings.Contains(dir, "$"):
	case path.IsAbs(dir):
		d.dir = path.Clean(dir)
	default:
		d.dir = path.Join(d.dir, dir)
	}
}

// known is a value with the variables replaced that the file has set.
func (d *docker) known(value string) string { return knownIn(d.env, value) }

// knownIn is a value with the variables replaced that are among those.
func knownIn(env map[string]string, value string) string {
	if strings.Count(value, "$") > 20 {
		return value
	}
	return os.Expand(value, func(name string) string {
		if v, ok := env[name]; ok && len(v) < 1000 {
			return v
		}
		return "$" + name
	})
}

// variables takes NAME=value pairs, and NAME value. An argument is what it is unless who builds gives it another value.
func (d *docker) variables(t Text, argument bool) {
	if !d.file.spend(len(d.env)) {
		return
	}
	d.env = maps.Clone(d.env)
	if d.env == nil {
		d.env = map[string]string{}
	}
	set := func(name, value string) {
		value = d.known(strings.Trim(value, `"'`))
		if delete(d.env, name); word(name) && !(argument && value == "") && !strings.ContainsAny(value, "$\\\n") {
			d.env[name] = value
		}
	}
	fields := strings.Fields(t.S)
	if len(fields) > 0 && !strings.Contains(fields[0], "=") {
		set(fields[0], strings.TrimSpace(strings.TrimPrefix(t.S, fields[0])))
		return
	}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, "=")
		if strings.Count(value, `"`) == 1 { // it has spaces
			value = "$"
		}
		set(name, value)
	}
}

// cutWord is the first word of a text and what follows it.
func cutWord(t Text) (string, Text) {
	n := strings.IndexAny(t.S, " \t\\\n")
	if n < 0 {
		return t.S, Text{}
	}
	return t.S[:n], skipSpace(t.cut(n, len(t.S)))
}

// skipSpace is a text from where something stands in it, ends of lines that go on left out.
func skipSpace(t Text) Text {
	n := 0
	for n < len(t.S) && (t.S[n] == ' ' || t.S[n] == '\t' || strings.HasPrefix(t.S[n:], "\\\n") || t.S[n] == '\n') {
		n++
	}
	return t.cut(n, len(t.S))
}

// cutFlags is the flags in front of a text, and the text.
func cutFlags(t Text) (flags []string, rest Text) {
	for strings.HasPrefix(t.S, "--") {
		var flag string
		flag, t = cutWord(t)
		flags = append(flags, flag)
	}
	return flags, t
}

// command takes what an instruction runs: words in JSON, text for the shell, or text that follows it (<<).
func (d *docker) command(t Text) {
	if t = t.trim(); strings.HasPrefix(t.S, "[") {
		if words, ok := d.jsonWords(t); ok {
			d.file.add(Script{Text: words, Dir: d.dir, Env: d.env})
			return
		}
	}
	docs := heredocs(t.S)
	var w writer
	w.add(t)
	for i, h := range docs {
		body, other := d.heredoc(h)
		if i == 0 && h.alone {
			s := Script{Text: body, Dir: d.dir, Env: d.env, Other: cmp.Or(other, d.other)}
			if command := strings.TrimSpace(h.command); command != "" && !isShell(command) {
				s.Other = command
			}
			d.file.add(s)
			return
		}
		line, col := body.Position(len(body.S))
		w.put("\n", line, col)
		w.add(body)
		w.put(h.name, line, col)
	}
	d.file.add(Script{Text: w.text(), Dir: d.dir, Env: d.env, Other: d.other})
}

// jsonWords is the command line that a list of words in JSON makes.
func (d *docker) jsonWords(t Text) (Text, bool) {
	var list []string
	if json.Unmarshal([]byte(strings.ReplaceAll(t.S, "\\\n", " \n")), &list) != nil {
		return Text{}, false
	}
	var w writer
	line, col := t.Position(strings.IndexByte(t.S, '"'))
	for _, word := range list {
		w.put("'"+strings.ReplaceAll(word, "'", `'\''`)+"' ", line, col)
	}
	return w.text(), true
}

// hereDoc is a text that follows an instruction.
type hereDoc struct {
	name, command string
	tabs          bool // leading ones are dropped
	alone         bool // the instruction is nothing but a command that the text is for, or nothing else at all
}

// hereDocStart is what says that a text follows, with its end mark.
var hereDocStart = regexp.MustCompile(`<<<|<<(-?)["']*([A-Za-z_]\w*)["']*`)

// heredocs are the texts that an instruction says will follow.
func heredocs(s string) (out []hereDoc) {
	for _, m := range hereDocStart.FindAllStringSubmatchIndex(s, -1) {
		before := s[:m[0]]
		if m[4] < 0 || strings.Count(before, `"`)%2 == 1 || strings.Count(before, "'")%2 == 1 {
			continue
		}
		out = append(out, hereDoc{name: s[m[4]:m[5]], command: before, tabs: m[2] < m[3],
			alone: strings.TrimSpace(s[m[1]:]) == "" && len(strings.Fields(before)) < 3 &&
				!strings.ContainsAny(before, "|;&>")})
	}
	return out
}

// heredoc reads the text that follows, to its end mark. One that starts with #! may be for another program.
func (d *docker) heredoc(h hereDoc) (body Text, other string) {
	var w writer
	for first := true; d.at < len(d.lines); first = false {
		line, col := d.lines[d.at], 1
		d.at++
		if h.tabs {
			trimmed := strings.TrimLeft(line, "\t")
			line, col = trimmed, 1+len(line)-len(trimmed)
		}
		if line == h.name {
			return w.text(), other
		}
		if first && strings.HasPrefix(line, "#!") && !isShell(line[2:]) {
			other = strings.TrimSpace(line[2:])
		}
		w.take(line, d.at, col)
		w.put("\n", d.at, col+len(line))
	}
	d.file.problem(len(d.lines), 1, "unreadable", "The text after <<"+h.name+" has no end.")
	return w.text(), other
}
