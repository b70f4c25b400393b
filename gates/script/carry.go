package script

import (
	"path"
	"slices"
	"strings"
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
		for _, d := range list {
			if d.from == i || !anyOrder && d.from > i || s.Other != "" {
				continue
			}
			f.loaded(*s, d)
			if f.spend(1) && strings.Contains(s.Text.S, path.Base(d.name)) {
				w.put("curl -so '"+d.name+"' https://downloaded.example\n", d.line, d.col)
				if !checked[d.from] && isCommand(s.Text, d.name) {
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

// isCommand reports whether a script runs a file of a directory of programs, by its path or by its name alone.
func isCommand(script Text, name string) bool {
	base := path.Base(name)
	return strings.HasSuffix(path.Dir(name), "/bin") && word(strings.NewReplacer("-", "_", ".", "_").Replace(base)) &&
		slices.ContainsFunc(Locate(script, script.S).Commands, func(c Command) bool {
			first, _, _ := strings.Cut(unquoted(c.Text), " ")
			return first == base || first == name
		})
}

// isChecked reports whether a script compares what it downloads with a sum or a signature.
func isChecked(script string) bool {
	return slices.ContainsFunc([]string{"sum -", "sum --check", "--verify", "verify-blob"}, func(part string) bool {
		return strings.Contains(script, part)
	})
}

// downloadsOf are the files that the commands of a script fetch, by the names that it gives them.
func downloadsOf(t Text, from int) (list []download) {
	for _, c := range Locate(t, t.S).Commands {
		name := fetched(strings.Fields(unquoted(c.Text)))
		if len(name) > 1 && !strings.ContainsAny(name, "$`\\*?[") {
			list = append(list, download{from, name, c.Line, c.Col})
		}
	}
	return list
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
	flags, address, isNamed := "o", "", false
	if path.Base(words[0]) == "wget" {
		flags, isNamed = "O", true
	}
	for i, w := range words[1:] {
		next := strings.Join(words[min(i+2, len(words)):min(i+3, len(words))], "")
		at := strings.IndexAny(w, flags)
		switch option, value, ok := strings.Cut(w, "="); {
		case option == "--output" || option == "--output-document":
			if ok {
				return value
			}
			return next
		case w == ">" || w == ">>":
			return next
		case strings.HasPrefix(w, ">"):
			return strings.TrimLeft(w, ">|")
		case strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && at > 0:
			if at+1 < len(w) {
				return w[at+1:]
			}
			return next
		case w == "--remote-name" || strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.Contains(w, "O"):
			isNamed = true
		case strings.Contains(w, "://"):
			address = w
		}
	}
	if !isNamed || address == "" || strings.HasSuffix(address, "/") {
		return ""
	}
	return path.Base(address)
}
