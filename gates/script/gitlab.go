package script

import (
	"maps"
	"slices"
)

// gitLab reads the scripts of GitLab's jobs.
func (f *workflow) gitLab(doc *yamlNode) {
	f.Place = Runner
	if doc.kind != yamlMap {
		f.problem(doc.line, doc.col, "unreadable", "The file holds no jobs.")
		return
	}
	f.document = doc
	f.defaults(doc.get("spec").get("inputs"))
	env := f.variables(nil, doc.get("variables"))
	scripts := func(job *yamlNode) {
		own := f.variables(env, job.get("variables"))
		if f.spend(len(own)); len(own) > 0 {
			own = maps.Clone(own)
		}
		for name, value := range own {
			own[name] = knownIn(own, value)
		}
		parts := []*yamlNode{job.get("hooks").get("pre_get_sources_script"), job.get("before_script"), job.get("script"),
			job.get("after_script")}
		for _, step := range job.get("run").list() {
			parts = append(parts, step.get("script"))
			f.words(step.get("exec").get("command"), nil)
			if s := step.get("step"); s != nil {
				f.add(Script{Text: Text{S: "step", pieces: []piece{{line: s.line, col: s.col, fixed: true}}}, Other: "a step"})
			}
		}
		for _, n := range parts {
			if n != nil {
				var w writer
				f.joinItems(n, &w, 0)
				f.add(Script{Text: f.replaced(w.text(), "$[[", "]]", nil), Env: own})
			}
		}
		f.words(job.get("image").get("entrypoint"), nil)
		for _, service := range job.get("services").list() {
			f.words(service.get("entrypoint"), service.get("command"))
		}
	}
	scripts(doc)
	doc.pairs(func(k, v *yamlNode) {
		if v.kind == yamlMap && !slices.Contains([]string{"variables", "include", "workflow", "spec"}, k.text.S) {
			scripts(v)
		}
	})
}

// joinItems writes the commands of a script, which may be lists within lists, one after the other.
func (f *workflow) joinItems(n *yamlNode, w *writer, depth int) {
	switch {
	case !f.spend(1+len(n.text.S)/64) || depth > maxYAMLDepth: // aliases and references may name the same often
	case n.tag == "!reference":
		to := f.document
		for _, key := range n.list() {
			to = to.get(key.str())
		}
		if to != nil && len(n.items) > 0 {
			f.joinItems(to, w, depth+1)
			return
		}
		f.add(Script{Text: Text{S: n.tag, pieces: []piece{{line: n.line, col: n.col, fixed: true}}}, Other: "another file"})
	case n.kind == yamlScalar:
		w.add(n.text)
		w.put("\n", n.line, n.col)
	case n.kind == yamlList:
		for _, i := range n.items {
			f.joinItems(i, w, depth+1)
		}
	}
}
