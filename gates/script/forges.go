package script

import "strings"

// pipeline reads the commands of forges that name them by keys, wherever those stand: CircleCI, Azure Pipelines,
// Bitbucket, Drone, Woodpecker, Buildkite and Travis.
func (f *workflow) pipeline(doc *yamlNode) {
	f.Place = Runner
	doc.get("parameters").pairs(func(k, v *yamlNode) { f.declare("inputs."+k.text.S, v) })
	for _, p := range doc.get("parameters").list() {
		f.declare("inputs."+p.get("name").str(), p)
	}
	f.stage(doc, scope{}, 0)
}

// stage takes the commands of a part, and of the parts in it, which inherit what it sets.
func (f *workflow) stage(n *yamlNode, s scope, depth int) {
	if n == nil || depth > maxYAMLDepth || !f.spend(1+len(n.keys)+len(n.items)) {
		return
	}
	for _, item := range n.list() {
		f.stage(item, s, depth+1)
	}
	for _, key := range [...]string{"variables", "environment", "env"} {
		if v := n.get(key); v != nil && v.kind == yamlMap {
			s.env = f.variables(s.env, v)
		}
	}
	s.shell = or(n.get("shell").str(), s.shell)
	s.dir = or(n.get("working_directory").str(), or(n.get("workingDirectory").str(), s.dir))
	if strings.HasPrefix(n.get("pool").get("vmImage").str(), "windows") || n.get("platform").get("os").str() == "windows" {
		s.shell = "the shell of Windows"
	}
	switch task, _, _ := strings.Cut(n.get("task").str(), "@"); task {
	case "", "Bash", "CmdLine":
	default:
		s.shell = "the task " + task
	}
	n.pairs(func(k, v *yamlNode) {
		switch key := strings.ReplaceAll(k.text.S, "-", "_"); key {
		case "run", "script", "bash", "command", "commands", "before_script", "after_script", "before_install",
			"install", "before_deploy", "after_success", "after_failure", "inlineScript":
			f.commands(n, v, key, s, depth)
		case "pwsh", "powershell":
			f.add(Script{Text: v.text, Other: key})
		default:
			f.stage(v, s, depth+1)
		}
	})
}

// commands takes what stands at a key for commands: a text, several, or parts that have some in them.
func (f *workflow) commands(in, n *yamlNode, key string, s scope, depth int) {
	if key == "command" && n.kind == yamlList && in.get("image") != nil { // of a container, by its words
		f.words(nil, n)
		return
	}
	f.stage(n, s, depth+1) // those that are no texts
	var w writer
	switch n.kind {
	case yamlScalar:
		if f.spend(1 + len(n.text.S)/64) {
			w.add(n.text)
		}
	case yamlList:
		for _, line := range n.items {
			if line.kind == yamlScalar && f.spend(1+len(line.text.S)/64) {
				w.add(line.text)
				w.put("\n", line.line, line.col)
			}
		}
	}
	script := Script{Text: f.substituted(w.text(), s.env), Env: s.env, Dir: workDir(s.dir)}
	if s.shell != "" && !isShell(s.shell) && key != "bash" && !strings.ContainsAny(s.shell, "<$") {
		script.Other = s.shell
	}
	f.addTexts(script)
}

// substituted is a text as the forge hands it to a shell, with its own references replaced.
func (f *workflow) substituted(t Text, env map[string]string) Text {
	switch f.kind {
	case KindCircle:
		return f.replaced(t, "<<", ">>", nil)
	case KindAzure:
		return f.replaced(t, "$(", ")", env)
	}
	for at := 0; ; at++ {
		i := strings.IndexByte(t.S[at:], '$')
		if i < 0 {
			return t
		}
		at += i
		name, braces := strings.CutPrefix(t.S[at+1:], "{")
		name = name[:wordEnd(name)]
		written := strings.HasPrefix(name, "BUILDKITE_") ||
			braces && (strings.HasPrefix(name, "DRONE_") || strings.HasPrefix(name, "CI_"))
		if written && chosen(name) && (at == 0 || t.S[at-1] != '$' && t.S[at-1] != '\\') {
			line, col := t.Position(at)
			f.injection(name, line, col)
		}
	}
}

// replaced is a text with the value of each reference of the forge's own between two marks, or a variable that nobody
// knows. Those whose text others choose are reported.
func (f *workflow) replaced(t Text, open, end string, env map[string]string) Text {
	var w writer
	at, next := 0, 0
	for from := 0; ; {
		i := strings.Index(t.S[from:], open) + from
		if i < from {
			break
		}
		from = i + len(open)
		if next < from { // next is the position of the next end mark
			n := strings.Index(t.S[from:], end)
			if n < 0 {
				break
			}
			next = from + n
		}
		name := strings.TrimSpace(t.S[from:next])
		size := next - from + len(end)
		if !f.spend(1 + size/1024) {
			break
		}
		value, set := env[name]
		if !set && !dotted(name) || i > 0 && t.S[i-1] == '\\' {
			continue
		}
		line, col := t.Position(i)
		if chosen(name) {
			f.injection(name, line, col)
		} else if f.byRight(strings.ToLower(name)) {
			f.givenText(name, line, col)
		}
		w.add(t.cut(at, i))
		if !set {
			value = "${" + variable(name) + "}"
		}
		w.put(value, line, col)
		from += size
		at = from
	}
	w.add(t.cut(at, len(t.S)))
	return w.text()
}

// dotted reports whether a text is the name of something that a forge knows, which has parts.
func dotted(name string) bool {
	for i := range len(name) {
		if c := name[i]; !wordByte(c) && c != '.' && c != '-' {
			return false
		}
	}
	return strings.Contains(name, ".") && name[0] != '.'
}

// chosen reports whether a variable of a forge holds what whoever proposes a change writes.
func chosen(name string) bool {
	name = strings.NewReplacer("_", "", ".", "").Replace(strings.ToLower(name))
	for _, part := range [...]string{"message", "title", "requestsourcebranch", "requestdescription", "commitsourcebranch",
		"dronesourcebranch", "pullrequestbody", "headref", "changebranch", "changeauthor"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}
