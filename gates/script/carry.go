package script

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"
)

// download is a file that a script fetches, and that another may run.
type download struct {
	from      int // the script
	name      string
	line, col int
}

// carry puts what other scripts of the file download in front of those that name it. Each script is judged for itself,
// and a recipe, a step or an instruction may run what an earlier one fetched; in a Makefile no order is known.
func (f *File) carry(anyOrder bool) {
	var list []download
	checked := map[int]bool{}
	for i, s := range f.Scripts {
		if s.Other == "" && downloads(s.Text.S) && f.spend(1+len(s.Text.S)/64) {
			list = append(list, downloadsOf(s.Text, i)...)
			checked[i] = isChecked(s.Text.S)
		}
	}
	for i := range f.Scripts {
		s := &f.Scripts[i]
		var w writer
		run := sync.OnceValue(func() []Command { return Locate(s.Text, s.Text.S).Commands })
		for _, d := range list {
			if d.from == i || !anyOrder && d.from > i || s.Other != "" {
				continue
			}
			f.loaded(*s, d)
			if f.spend(1) && strings.Contains(s.Text.S, path.Base(d.name)) {
				w.put("curl -so '"+d.name+"' https://downloaded.example\n", d.line, d.col)
				if !checked[d.from] && isProgram(d.name) && slices.ContainsFunc(run(), d.isRunBy) {
					w.put(path.Base(d.name)+"() { curl https://downloaded.example | sh; }\n", d.line, d.col)
				}
			}
		}
		if w.b.Len() > 0 {
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

// isProgram reports whether a file is in a directory of programs, with a name that a function may have.
func isProgram(name string) bool {
	return strings.HasSuffix(path.Dir(name), "/bin") &&
		word("_"+strings.NewReplacer("-", "_", ".", "_").Replace(path.Base(name)))
}

// isRunBy reports whether a command runs a file of a directory of programs, by its path or by its name alone.
func (d download) isRunBy(c Command) bool {
	return len(c.words) > 0 && (c.words[0] == d.name || c.words[0] == path.Base(d.name))
}

// isChecked reports whether a script checks its downloads against a checksum or signature.
func isChecked(script string) bool {
	return slices.ContainsFunc([]string{"sum -", "sum --check", "--verify", "verify-blob"}, func(part string) bool {
		return strings.Contains(script, part)
	})
}

// downloadsOf returns the files that a script downloads, by the names that the script gives them.
func downloadsOf(t Text, from int) (list []download) {
	for _, c := range Locate(t, t.S).Commands {
		for _, name := range c.fetched() {
			if len(name) > 1 && !strings.ContainsAny(name, "$`\\\n*?[") {
				list = append(list, download{from, name, c.Line, c.Col})
			}
		}
	}
	return list
}

func isFetcher(word string) bool { return path.Base(word) == "curl" || path.Base(word) == "wget" }

// fetched are the files that a command may write what it downloads to.
func (c Command) fetched() []string {
	words := c.words
	if len(words) > 0 && words[0] == "sudo" {
		words = words[1:]
	}
	if len(words) == 0 || !isFetcher(words[0]) {
		return nil
	}
	flag, isNamed, names := "o", false, []string(nil)
	if path.Base(words[0]) == "wget" {
		flag, isNamed = "O", true
	}
	address := ""
	for i, w := range words[1:] {
		next := strings.Join(words[min(i+2, len(words)):min(i+3, len(words))], "")
		at, short := strings.Index(w, flag), strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--")
		switch option, value, _ := strings.Cut(w, "="); {
		case option == "--output" || option == "--output-document":
			names = append(names, cmp.Or(value, next))
		case short && at > 0:
			names = append(names, cmp.Or(w[at+1:], next))
		case w == "--remote-name" || short && strings.Contains(w, "O"):
			isNamed = true
		case strings.Contains(w, "://"):
			address = w
		}
	}
	if isNamed && len(names) == 0 && address != "" && !strings.HasSuffix(address, "/") {
		names = append(names, path.Base(address))
	}
	return append(names, c.written...)
}
