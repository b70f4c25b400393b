package script

import (
	"maps"
	"regexp"
	"slices"

	"go.yaml.in/yaml/v3"
)

// gitLabInput is what GitLab replaces in a file.
var gitLabInput = regexp.MustCompile(`(?s)\$\[\[(.*?)\]\]`)

// gitLab reads the scripts of GitLab's jobs.
func (f *workflow) gitLab(doc *yaml.Node) {
	f.Place, f.marks = Runner, gitLabInput
	if doc.Kind != yaml.MappingNode {
		line, col := f.place(doc)
		f.problem(line, col, "unreadable", "The file holds no jobs.")
		return
	}
	f.document = doc
	f.defaults(get(doc, "spec", "inputs"))
	env := f.variables(nil, get(doc, "variables"))
	f.job(doc, env)
	for k, v := range pairs(doc) {
		if !slices.Contains([]string{"variables", "include", "workflow", "spec"}, str(k)) {
			f.job(v, f.variables(env, get(v, "variables")))
		}
	}
}

// job takes the commands of one job, or of all where they stand at the top.
func (f *workflow) job(job *yaml.Node, env map[string]string) {
	own := maps.Clone(env)
	for name, value := range own {
		own[name] = knownIn(own, value)
	}
	parts := []*yaml.Node{get(job, "hooks", "pre_get_sources_script"), get(job, "before_script"), get(job, "script"),
		get(job, "after_script")}
	for _, step := range items(get(job, "run")) {
		parts = append(parts, get(step, "script"))
		f.words(get(step, "exec", "command"), nil)
		if s := get(step, "step"); s != nil {
			f.unjudged(s, "a step")
		}
	}
	for _, n := range parts {
		var w writer
		f.joinItems(n, &w, 0)
		f.addTexts(Script{Text: w.text(), Env: own})
	}
	f.words(get(job, "image", "entrypoint"), nil)
	for _, service := range items(get(job, "services")) {
		f.words(get(service, "entrypoint"), get(service, "command"))
	}
}

// joinItems writes the commands of a script, which may be lists within lists, one after the other.
func (f *workflow) joinItems(n *yaml.Node, w *writer, depth int) {
	if n == nil || depth > maxDepth || !f.spend(1) {
		return
	}
	if n.Tag == "!reference" {
		var keys []string
		for _, key := range items(n) {
			keys = append(keys, str(key))
		}
		if to := get(f.document, keys...); to != nil && len(keys) > 0 {
			f.joinItems(to, w, depth+1)
		} else {
			f.unjudged(n, "another file")
		}
		return
	}
	if t := f.textOf(n); t.S != "" {
		line, col := f.place(n)
		w.add(t)
		w.put("\n", line, col)
	}
	for _, i := range items(n) {
		f.joinItems(i, w, depth+1)
	}
}
