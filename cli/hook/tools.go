package hook

import (
	"encoding/json"
	"strings"
	"unicode"
)

// reader reads what a tool would do from its arguments. The makers below take the names of arguments; one that ends
// with "?" may be missing.
type reader func(args Fields) []Deed

func runs(command string) reader {
	return func(in Fields) []Deed { return []Deed{Command{in.named(command)}} }
}

func reads(file string) reader { return on(Read, file, "", "") }

func writes(file, content string) reader { return on(Write, file, content, "") }

func edits(file, content, old string) reader { return on(Edit, file, content, old) }

func lists(dir string) reader { return on(List, dir, "", "") }

func searches(dir string) reader { return on(Search, dir, "", "") }

func on(op FileOp, file, content, old string) reader {
	return func(in Fields) []Deed {
		return []Deed{File{Op: op, Path: in.named(file), Content: in.named(content), Old: in.named(old)}}
	}
}

// globs lists the directory that a pattern leads to from another.
func globs(dir, pattern string) reader {
	return func(in Fields) []Deed {
		return []Deed{File{Op: List, Path: globbed(in.named(dir), in.named(pattern))}}
	}
}

func fetches(url string) reader {
	return func(in Fields) []Deed { return []Deed{Fetch{in.named(url)}} }
}

func patches(text ...string) reader {
	return func(in Fields) []Deed { return patched(in, in.Alias(text...)) }
}

// both does what each of two readers says.
func both(one, two reader) reader {
	return func(in Fields) []Deed { return append(one(in), two(in)...) }
}

// multiEdit is Claude Code's tool for several edits of one file.
func multiEdit(in Fields) []Deed {
	var before, after []string
	for _, e := range in.Objects("edits") {
		before, after = append(before, e.Text("old_string")), append(after, e.Text("new_string"))
	}
	return []Deed{File{Edit, in.Text("file_path"), strings.Join(after, "\n"), strings.Join(before, "\n")}}
}

// readMany is Gemini's tool that reads paths and patterns of files.
func readMany(in Fields) (out []Deed) {
	for _, p := range in.Texts("include") {
		if strings.ContainsAny(p, "*?[{!(\\") {
			out = append(out, File{Op: Search, Path: globbed("", p)})
		} else {
			out = append(out, File{Op: Read, Path: p})
		}
	}
	return out
}

// fetchesNamed fetches the addresses that a prompt names: Gemini gets every word of it that is one, and
// for a file of GitHub's its raw form. Configured otherwise it gets a url that it is given.
func fetchesNamed(in Fields) (out []Deed) {
	if in.Has("url") {
		out = append(out, Fetch{in.Text("url")})
		if !in.Has("prompt") {
			return out
		}
	}
	space := func(r rune) bool { return r == '\ufeff' || r != '\u0085' && unicode.IsSpace(r) } // as JavaScript has it
	for _, word := range strings.FieldsFunc(in.Text("prompt"), space) {
		if !strings.Contains(word, "://") {
			continue
		}
		out = append(out, Fetch{word})
		if at, path, ok := strings.Cut(word, "/blob/"); ok {
			if _, repo, ok := strings.Cut(strings.ToLower(at), "://github.com/"); ok {
				out = append(out, Fetch{"https://raw.githubusercontent.com/" + repo + "/" + path})
			}
		}
	}
	if len(out) == 0 {
		return []Deed{Unknown{"web_fetch"}}
	}
	return out
}

// strReplace is Copilot's tool that views and edits files.
func strReplace(in Fields) []Deed {
	switch in.Text("command") {
	case "view":
		return reads("path")(in)
	case "create":
		return writes("path", "file_text")(in)
	case "str_replace", "insert":
		return edits("path", "new_str?", "old_str?")(in)
	}
	return []Deed{Unknown{"str_replace_editor"}}
}

// below does an operation on each of the directories that Copilot's search is told of, under either name, or on
// where a pattern leads from them.
func below(op FileOp, pattern string) reader {
	return func(in Fields) (out []Deed) {
		var dirs []string
		if json.Unmarshal(in.values["paths"], &dirs) != nil && in.Has("paths") {
			dirs = []string{in.Text("paths")}
		}
		if in.Has("path") || len(dirs) == 0 {
			dirs = append(dirs, in.Optional("path"))
		}
		for _, dir := range dirs {
			out = append(out, File{Op: op, Path: globbed(dir, in.named(pattern))})
		}
		return out
	}
}

// queries asks Copilot's database of the session, unless it opens another.
func queries(in Fields) []Deed {
	words := strings.FieldsFunc(strings.ToLower(in.Text("query")), func(r rune) bool { return !unicode.IsLetter(r) })
	for _, w := range words {
		switch w {
		case "attach", "vacuum", "pragma", "extension", "readfile", "writefile":
			return []Deed{Unknown{"sql"}}
		}
	}
	return []Deed{None{}}
}
