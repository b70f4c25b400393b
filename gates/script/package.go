package script

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// readPackage reads the scripts of a package.json, which npm runs with sh, and the commands that tools keep there.
func (f *File) readPackage(text string) {
	f.lines = lines(text)
	if text = strings.TrimPrefix(text, "\ufeff"); strings.TrimSpace(text) == "" {
		return
	}
	doc, err := f.readJSON(text)
	if err != nil || doc.Kind != yaml.MappingNode {
		line, col := f.place(doc)
		f.problem(line, col, "unreadable", "The file cannot be read as an object of JSON.")
		return
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
}

// commandsIn takes the commands that stand in a value: as texts, in lists, or in an object's values.
func (f *File) commandsIn(n *yaml.Node) {
	if n == nil || !f.spend(1) {
		return
	}
	f.add(Script{Text: f.textOf(n)})
	for _, item := range items(n) {
		f.commandsIn(item)
	}
	for _, v := range pairs(n) {
		f.commandsIn(v)
	}
}
