// Package shipped has the skills that come with pp, written in Lisp as a person's are. Each
// is off until it is switched on.
package shipped

import (
	"embed"
	"path"
	"strings"

	"pp/engine/skills"
)

//go:embed *.lisp
var embedded embed.FS

// Files are the files of the skills, sorted by name.
func Files() []skills.File {
	entries, err := embedded.ReadDir(".")
	if err != nil {
		panic(err) // what is embedded can be read
	}
	files := make([]skills.File, 0, len(entries))
	for _, e := range entries {
		text, err := embedded.ReadFile(e.Name())
		if err != nil {
			panic(err)
		}
		name := strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
		files = append(files, skills.File{Path: "pp:" + e.Name(), Name: name, Text: string(text), Trust: skills.Shipped})
	}
	return files
}
