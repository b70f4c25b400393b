package command

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"pp/cli/exit"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/memory"
	"pp/engine/memory/org"
	"pp/engine/regular"
)

type ingestedJSON struct {
	Files   int `json:"files"`
	New     int `json:"new"`
	Changed int `json:"changed"` // that have a new version
	Same    int `json:"same"`
	Private int `json:"private"` // parts that were left out
}

// ingest keeps the headlines of files as notes, each anew where it changed. What files say
// is nobody's word.
func (r *memoryRun) ingest() error {
	scope, err := r.keepIn()
	if err != nil {
		return err
	}
	known, err := r.ingested()
	if err != nil {
		return err
	}
	var j ingestedJSON
	for _, name := range r.words {
		if err := r.ingestFile(name, scope, known, &j); err != nil {
			return err
		}
	}
	return r.App.Show(j, fmt.Sprintf("kept of %s: %d new, %d changed, %d as they were; private and left out: %d\n",
		counted(j.Files, "file"), j.New, j.Changed, j.Same, j.Private))
}

// sourceText is a file's text without what is private, and how many parts those were.
func (r *memoryRun) sourceText(name, full string) (text string, left int, err error) {
	if dir := r.Memory.Settings.Config.MemexDir; dir != "" && effect.Within(full, dir) {
		return "", 0, exit.UsageError("`pp memory search` finds what it says", "%s is in the memex, and needs no keeping",
			name)
	}
	data, err := regular.Read(r.ctx, full, maxOrgFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", 0, exit.UsageError("check the name", "%s: no such file", name)
	case errors.Is(err, regular.ErrDirectory):
		return "", 0, exit.UsageError("name its files; `pp config set memex_dir DIR` has a directory searched as it stands",
			"%s is a directory", name)
	case err != nil:
		return "", 0, exit.DataError("", "%w", err)
	case !utf8.Valid(data):
		return "", 0, exit.DataError("convert it with iconv", "%s is not UTF-8 text", name)
	}
	text, left = r.Memory.Settings.Private.Strip(full, string(data))
	return text, left, nil
}

func (r *memoryRun) ingestFile(name string, scope memory.Scope, known map[[2]string]memory.Object,
	j *ingestedJSON) error {
	full, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	text, left, err := r.sourceText(name, full)
	if err != nil {
		return err
	}
	j.Files, j.Private = j.Files+1, j.Private+left
	list := headlineNotes(full, text)
	for i, o := range list {
		list[i].Scope = scope
		if was, had := known[sourceOf(o)]; had {
			list[i].ID, list[i].Scope = was.ID, was.Scope
		}
	}
	kept, err := r.Memory.Store.PutAll(r.ctx, r.Memory.Author(r.session), list)
	if err != nil {
		return r.Memory.Explained(err)
	}
	for _, o := range kept {
		was, had := known[sourceOf(o)]
		switch known[sourceOf(o)] = o; {
		case !had:
			j.New++
		case o.Version > was.Version:
			j.Changed++
		default:
			j.Same++
		}
	}
	return nil
}

// ingested are the notes that were made of files, by the file and their outline in it.
func (r *memoryRun) ingested() (map[[2]string]memory.Object, error) {
	known := map[[2]string]memory.Object{}
	err := r.Memory.Store.All(memory.Reach{All: true}, func(o memory.Object) bool {
		if of := sourceOf(o); of[0] != "" {
			known[of] = o
		}
		return true
	})
	return known, r.Memory.Explained(err)
}

func sourceOf(o memory.Object) [2]string {
	return [2]string{attribute(o, "SOURCE"), attribute(o, "OUTLINE")}
}

func attribute(o memory.Object, name string) string {
	for _, a := range o.Attributes {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// headlineNotes are the headlines of a text as notes, or the text as one.
func headlineNotes(file, text string) (out []memory.Object) {
	parse := org.Parse
	if ext := strings.ToLower(filepath.Ext(file)); ext == ".md" || ext == ".markdown" {
		parse = org.ParseMarkdown
	}
	note := func(outline, title, todo, body string, tags []string) {
		o := memory.Object{Type: "NOTE", Origin: engine.OriginUntrusted, Content: strings.TrimSpace(body)}
		for _, a := range []memory.Attribute{{Name: "OUTLINE", Value: outline}, {Name: "SOURCE", Value: file},
			{Name: "TAGS", Value: strings.Join(tags, " ")}, {Name: "TITLE", Value: title}, {Name: "TODO", Value: todo}} {
			if a.Value != "" {
				o.Attributes = append(o.Attributes, a)
			}
		}
		out = append(out, o)
	}
	d := parse(text)
	if body := text[d.Body.Start:d.Body.End]; strings.TrimSpace(body) != "" {
		title := d.Title
		if title == "" {
			title = filepath.Base(file)
		}
		note("", title, "", body, d.Tags)
	}
	seen := map[string]int{}
	for i, h := range d.Headlines {
		outline := strings.Join(d.Outline(i), "/")
		if seen[outline]++; seen[outline] > 1 {
			outline += fmt.Sprintf(" (%d)", seen[outline])
		}
		note(outline, h.Title, h.TODO, text[h.Body.Start:h.Body.End], d.AllTags(i))
	}
	return out
}
