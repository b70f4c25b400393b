package skills

import (
	"embed"
	"path"
	"strings"
)

//go:embed shipped/*.lisp
var embedded embed.FS

// ShippedFiles are the skills that come with pp, written in Lisp as a person's are, sorted by name. Each is off until
// it is switched on.
func ShippedFiles() []File {
	entries, err := embedded.ReadDir("shipped")
	if err != nil {
		panic(err) // what is embedded can be read
	}
	files := make([]File, 0, len(entries))
	for _, e := range entries {
		text, err := embedded.ReadFile("shipped/" + e.Name())
		if err != nil {
			panic(err)
		}
		name := strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
		files = append(files, File{Path: "pp:" + e.Name(), Name: name, Text: string(text), Trust: Shipped})
	}
	return files
}
