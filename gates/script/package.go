package script

import (
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// halfPair is an escape of JSON for half of a character, which YAML does not know.
var halfPair = regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`)

// readPackage reads the scripts of a package.json, which npm runs with sh, and the commands that tools keep there. JSON
// is YAML but for tabs between its parts and halves of characters.
func (f *File) readPackage(text string) {
	if strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")) == "" {
		return
	}
	text = halfPair.ReplaceAllString(strings.ReplaceAll(text, "\t", " "), `\ufffd\ufffd`)
	f.readYAML(text, func(doc *yaml.Node) {
		if doc.Kind != yaml.MappingNode {
			line, col := f.place(doc)
			f.problem(line, col, "unreadable", "The file cannot be read as an object of JSON.")
		}
		for k, v := range pairs(doc) {
			switch str(k) {
			case "scripts", "husky", "lint-staged", "simple-git-hooks", "gitHooks":
				f.commandsIn(v)
			case "wireit":
				for _, script := range pairs(v) {
					f.commandsIn(get(script, "command"))
				}
			case "config":
				f.commandsIn(get(v, "ghooks"))
				f.commandsIn(get(v, "husky"))
			}
		}
	})
}

// commandsIn takes the commands that stand in a value: as texts, in lists, or in an object's values.
func (f *File) commandsIn(n *yaml.Node) {
	if n == nil || !f.spend(1) {
		return
	}
	if n.ShortTag() == "!!str" {
		f.add(Script{Text: f.textOf(n)})
	}
	for _, item := range items(n) {
		f.commandsIn(item)
	}
	for _, v := range pairs(n) {
		f.commandsIn(v)
	}
}
