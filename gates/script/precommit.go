package script

import "strings"

// preCommit reads the entries of hooks, which pre-commit runs in every language. What hooks of other repositories run
// that give no entry here is not known.
func (f *File) preCommit(doc *yamlNode) {
	hooks := func(list []*yamlNode) {
		for _, h := range list {
			if !f.work() {
				return
			}
			f.hook(h.get("entry"), h.get("args"), h.get("language").str())
		}
	}
	hooks(doc.list())
	for _, repo := range append(doc.get("repos").list(), doc.list()...) {
		hooks(repo.get("hooks").list())
	}
}

// hook takes what a hook runs: its entry with the arguments after it.
func (f *File) hook(entry, args *yamlNode, language string) {
	if entry == nil || entry.kind != yamlScalar || language == "pygrep" || language == "fail" {
		return // what those are given is a pattern, and a message
	}
	var w writer
	if language == "docker_image" {
		w.put("docker run --rm ", entry.line, entry.col)
	}
	w.add(entry.text)
	f.joinWords(args, &w)
	f.add(Script{Text: w.text()})
}

// joinWords writes the words of a list behind a command.
func (f *File) joinWords(args *yamlNode, w *writer) {
	for _, a := range args.list() {
		if f.work() && a.kind == yamlScalar && a.text.S != "" {
			w.put(" '"+strings.ReplaceAll(a.text.S, "'", `'\''`)+"'", a.line, a.col)
		}
	}
}
