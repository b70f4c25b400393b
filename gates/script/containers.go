package script

import "strings"

// container takes what an action starts in a container of its own.
func (f *workflow) container(runs *yamlNode, s scope) {
	for _, key := range [...]string{"pre-entrypoint", "entrypoint", "post-entrypoint"} {
		f.words(runs.get(key), runs.get("args"))
	}
	if runs.get("entrypoint") == nil {
		f.words(nil, runs.get("args"))
	}
}

// words takes a command that an entry point and its arguments make: each is a text, or a list.
func (f *workflow) words(entry, args *yamlNode) {
	var w writer
	for _, n := range [...]*yamlNode{entry, args} {
		if n != nil && n.kind == yamlScalar {
			w.add(n.text)
			w.put(" ", n.line, n.col)
		}
		f.joinWords(n, &w)
	}
	t, _ := f.written(w.text().trim(), nil, 0)
	f.add(Script{Text: t})
}

// beside takes what the containers of a job are started with.
func (f *workflow) beside(job *yamlNode) {
	f.options(job.get("container").get("options"))
	job.get("services").pairs(func(_, service *yamlNode) { f.options(service.get("options")) })
}

// options takes the options of a container, and the command that looks after its health.
func (f *workflow) options(n *yamlNode) {
	const health = "--health-cmd"
	if n == nil || n.kind != yamlScalar || strings.TrimSpace(n.text.S) == "" || !f.work() {
		return
	}
	var w writer
	w.put("docker create ", n.line, n.col)
	w.add(n.text)
	f.addTexts(Script{Text: w.text()})
	for t := n.text; ; {
		i := strings.Index(t.S, health)
		if i < 0 {
			return
		}
		t = t.cut(i+len(health), len(t.S))
		t = t.cut(min(len(t.S), len(t.S)-len(strings.TrimLeft(t.S, "= "))), len(t.S))
		end := strings.IndexAny(t.S, " \n")
		if t.S != "" && (t.S[0] == '"' || t.S[0] == '\'') {
			quote := t.S[0]
			t = t.cut(1, len(t.S))
			end = strings.IndexByte(t.S, quote)
		}
		if end < 0 {
			end = len(t.S)
		}
		f.addTexts(Script{Text: t.cut(0, end)})
		t = t.cut(end, len(t.S))
	}
}
