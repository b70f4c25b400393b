package script

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// get is the value of a key: the last of its own, else the first that is merged in (<<); nil where there is none.
func (n *yamlNode) get(key string) *yamlNode {
	if n == nil || n.kind != yamlMap {
		return nil
	}
	for i := len(n.keys) - 1; i >= 0; i-- {
		if n.keys[i].text.S == key {
			return n.items[i]
		}
	}
	for _, m := range n.merged {
		if m[0].text.S == key {
			return m[1]
		}
	}
	return nil
}

// str is the text of a scalar, "" of anything else.
func (n *yamlNode) str() string {
	if n == nil {
		return ""
	}
	return n.text.S
}

// list are the items of a list.
func (n *yamlNode) list() []*yamlNode {
	if n == nil || n.kind != yamlList {
		return nil
	}
	return n.items
}

// pairs calls back with each key and value of a map, its own before those that are merged in.
func (n *yamlNode) pairs(each func(k, v *yamlNode)) {
	if n == nil || n.kind != yamlMap {
		return
	}
	for i, k := range n.keys {
		each(k, n.items[i])
	}
	for _, m := range n.merged {
		each(m[0], m[1])
	}
}

// scope is what the parts of a workflow hand down to their steps.
type scope struct {
	shell, dir string
	env        map[string]string
}

// within is the scope of a part that may set some of it anew.
func (s scope) within(defaults, env *yamlNode) scope {
	if run := defaults.get("run"); run != nil {
		s.shell = or(run.get("shell").str(), s.shell)
		s.dir = or(run.get("working-directory").str(), s.dir)
	}
	s.env = variables(s.env, env)
	return s
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// variables adds the variables of a map whose values are known.
func variables(to map[string]string, env *yamlNode) map[string]string {
	to = maps.Clone(to)
	env.pairs(func(k, v *yamlNode) {
		if to == nil {
			to = map[string]string{}
		}
		if v.kind == yamlMap { // as GitLab describes a variable
			v = v.get("value")
		}
		if v == nil || v.kind == yamlMap || v.kind == yamlList || strings.Contains(v.text.S, "${{") {
			delete(to, k.text.S) // nobody knows yet
			return
		}
		to[k.text.S] = v.text.S
	})
	return to
}

// workflow reads a workflow of GitHub's form, or an action that is made of steps.
func (f *File) workflow(doc *yamlNode) {
	f.Place = Runner
	if doc.kind != yamlMap {
		f.problem(doc.line, doc.col, "unreadable", "The file is neither a workflow nor an action.")
		return
	}
	top := scope{}.within(doc.get("defaults"), doc.get("env"))
	if runs := doc.get("runs"); runs != nil {
		f.steps(runs.get("steps"), top)
	}
	doc.get("jobs").pairs(func(_, job *yamlNode) {
		s := top
		if runner := job.get("runs-on"); strings.HasPrefix(runner.str(), "windows") {
			s.shell = or(s.shell, "pwsh")
		}
		f.steps(job.get("steps"), s.within(job.get("defaults"), job.get("env")))
	})
}

func (f *File) steps(steps *yamlNode, s scope) {
	for _, step := range steps.list() {
		run := step.get("run")
		if !f.work() || run == nil || run.kind != yamlScalar {
			continue
		}
		own := s.within(nil, step.get("env"))
		shell := or(step.get("shell").str(), s.shell)
		script := Script{Text: f.expressions(run.text), Env: own.env,
			Dir: workDir(or(step.get("working-directory").str(), s.dir))}
		if shell != "" && !isShell(shell) && !strings.Contains(shell, "${{") {
			script.Other = shell
		}
		code := step.get("shell")
		if code != nil && isShell(shell) && len(strings.Fields(shell)) > 1 { // what it says runs too
			f.add(Script{Text: f.expressions(code.text), Env: own.env, Dir: script.Dir})
		}
		f.add(script)
	}
}

// workDir is a directory below the repository's, "" where it is not known.
func workDir(dir string) string {
	if strings.HasPrefix(dir, "${{ github.workspace }}/") {
		dir = strings.TrimPrefix(dir, "${{ github.workspace }}/")
	}
	if strings.ContainsAny(dir, "$\x00") || path.IsAbs(dir) {
		return ""
	}
	if dir = path.Clean(dir); dir == "." || dir == ".." || strings.HasPrefix(dir, "../") {
		return ""
	}
	return dir
}

// expressions replaces each ${{ … }}, whose value GitHub writes into the text before a shell sees it, by a variable
// that nobody knows. Where anybody outside can choose that value, the text is whatever they want it to be.
func (f *File) expressions(t Text) Text {
	var w writer
	for {
		from := strings.Index(t.S, "${{")
		if from < 0 {
			break
		}
		n := strings.Index(t.S[from:], "}}")
		if n < 0 {
			break
		}
		line, col := t.Position(from)
		inner := strings.TrimSpace(t.S[from+3 : from+n])
		if name := outsiders(inner); name != "" {
			f.problem(line, col, "script-injection", "The text of "+name+", which anybody can choose, becomes a part of "+
				"this script; give it to the step as a variable under env, and use that.")
		}
		w.add(t.cut(0, from))
		w.put("${"+variable(inner)+"}", line, col)
		t = t.cut(from+n+2, len(t.S))
	}
	w.add(t)
	return w.text()
}

// variable is a name for the value of an expression.
func variable(expression string) string {
	switch expression {
	case "github.workspace":
		return "GITHUB_WORKSPACE"
	case "runner.temp":
		return "RUNNER_TEMP"
	}
	if name, ok := strings.CutPrefix(expression, "env."); ok && word(name) {
		return name
	}
	var b strings.Builder
	for _, c := range []byte(expression[:min(len(expression), 60)]) {
		if !wordByte(c) {
			c = '_'
		}
		b.WriteByte(c)
	}
	return "expr_" + b.String()
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

func word(s string) bool {
	for i := range len(s) {
		if !wordByte(s[i]) {
			return false
		}
	}
	return s != "" && (s[0] < '0' || s[0] > '9')
}

// outsiders is the part of an expression whose text anybody can choose who opens an issue or a pull request, "" where
// there is none.
func outsiders(expression string) string {
	for name := range strings.FieldsFuncSeq(expression, func(r rune) bool {
		return r != '.' && r != '*' && r != '-' && r != '[' && r != ']' && r != '\'' && (r > 127 || !wordByte(byte(r)))
	}) {
		lower := strings.NewReplacer("['", ".", "']", "").Replace(strings.ToLower(name))
		rest, ok := strings.CutPrefix(lower, "github.event.")
		if lower == "github.head_ref" {
			return name
		}
		if !ok {
			continue
		}
		switch last := rest[strings.LastIndexByte(rest, '.')+1:]; last {
		case "title", "body", "message", "page_name", "label", "head_branch", "display_title":
			return name
		case "ref", "default_branch":
			if strings.Contains(rest, "pull_request.head") || strings.Contains(rest, "head.repo") {
				return name
			}
		case "email", "name":
			if strings.Contains(rest, "commit") {
				return name
			}
		}
	}
	return ""
}

// gitLab reads the scripts of GitLab's jobs.
func (f *File) gitLab(doc *yamlNode) {
	f.Place = Runner
	if doc.kind != yamlMap {
		f.problem(doc.line, doc.col, "unreadable", "The file holds no jobs.")
		return
	}
	env := variables(nil, doc.get("variables"))
	scripts := func(job *yamlNode) {
		own := variables(env, job.get("variables"))
		for _, part := range [...]string{"before_script", "script", "after_script"} {
			if n := job.get(part); n != nil {
				var w writer
				f.joinItems(n, &w)
				f.add(Script{Text: w.text(), Env: own})
			}
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
func (f *File) joinItems(n *yamlNode, w *writer) {
	switch {
	case !f.work() || n.tag == "!reference":
	case n.kind == yamlScalar:
		w.add(n.text)
		w.put("\n", n.line, n.col)
	case n.kind == yamlList:
		for _, i := range n.items {
			f.joinItems(i, w)
		}
	}
}

// preCommit reads the entries of hooks that pre-commit starts without an environment of its own.
func (f *File) preCommit(doc *yamlNode) {
	hooks := func(list []*yamlNode) {
		for _, h := range list {
			entry := h.get("entry")
			if !f.work() {
				return
			}
			switch h.get("language").str() {
			case "system", "script", "unsupported", "unsupported_script":
				if entry != nil && entry.kind == yamlScalar {
					f.add(Script{Text: entry.text})
				}
			}
		}
	}
	hooks(doc.list())
	for _, repo := range doc.get("repos").list() {
		if repo.get("repo").str() == "local" {
			hooks(repo.get("hooks").list())
		}
	}
}
