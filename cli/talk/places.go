package talk

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"

	"pp/engine"
	"pp/engine/store"
)

// mostPlaces is how many places of a result are named.
const mostPlaces = 200

// Place is a place in a file. Its Line is 1 where none is known.
type Place struct {
	File string
	Line int
}

// Places are the places in files that a result is about: what was read or changed, and what its lines begin with as
// FILE:LINE.
func Places(a engine.Action, r engine.Result, dir string) (out []Place) {
	seen := map[string]bool{}
	add := func(file string, line int) {
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		key := file + ":" + strconv.Itoa(line)
		if !seen[key] && len(out) < mostPlaces {
			seen[key] = true
			out = append(out, Place{file, line})
		}
	}
	if call, ok := a.Op.(engine.Call); ok {
		if file, ok := call.Args.Text("FILEPATH"); ok {
			line, _ := call.Args.Integer("START")
			add(file, max(int(line), lineOf(file, call, dir)))
		}
	}
	for _, file := range r.Changed {
		if len(out) == 0 || file != out[0].File {
			add(file, 1)
		}
	}
	file := ""
	for line := range strings.Lines(r.Text) {
		line = strings.TrimRight(line, "\n")
		if a.Tool() == "search-files" { // which names a file, and then its lines by their numbers
			if n, ok := number(line); ok && file != "" {
				add(file, n)
			} else {
				file = line
			}
		} else if file, n, ok := place(strings.TrimSpace(line)); ok {
			add(file, n)
		}
	}
	return out
}

// mostSearched bounds the file that an edit is looked for in, in bytes.
const mostSearched = 1 << 20

// lineOf is the line at which a file has what an edit put there, 1 where that cannot be told.
func lineOf(file string, call engine.Call, dir string) int {
	text, edits := call.Args.Text("NEW")
	if !edits || text == "" {
		return 1
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	data, err := store.Read(context.Background(), file, mostSearched)
	before, _, found := strings.Cut(string(data), text)
	if err != nil || !found {
		return 1
	}
	return 1 + strings.Count(before, "\n")
}

// number reads the number of a line, with a colon or a blank behind it or nothing.
func number(text string) (n int, ok bool) {
	rest := strings.TrimLeft(text, "0123456789")
	n, err := strconv.Atoi(text[:len(text)-len(rest)])
	return n, err == nil && n > 0 && (rest == "" || rest[0] == ':' || rest[0] == ' ')
}

// place reads the FILE:LINE that a line begins with.
func place(line string) (file string, n int, ok bool) {
	file, rest, found := strings.Cut(line, ":")
	if !found || file == "" || !strings.ContainsAny(file, "./") || strings.ContainsAny(file, " \t\"'") {
		return "", 0, false
	}
	n, ok = number(rest)
	return file, n, ok
}
