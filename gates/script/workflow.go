package script

import (
	"maps"
	"path"
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
	secret     []secret
}

// secret is a variable that holds what the forge keeps secret, with the line that says so to a shell.
type secret struct {
	name string
	set  Text
}

// within is the scope of a part that may set some of it anew.
func (s scope) within(f *workflow, defaults, env *yamlNode) scope {
	if run := defaults.get("run"); run != nil {
		f.shellItself(run.get("shell"), s.env)
		s.shell = or(run.get("shell").str(), s.shell)
		s.dir = or(run.get("working-directory").str(), s.dir)
	}
	s.env = f.variables(s.env, env)
	s.secret = s.secret[:len(s.secret):len(s.secret)]
	env.pairs(func(k, v *yamlNode) {
		_, _, inner, ok := expression(v.str(), 0)
		if lower := strings.ToLower(inner); ok && word(k.text.S) && strings.Contains(lower, "secrets") && !address(inner) {
			var w writer
			w.put(k.text.S+"=${"+variable(inner)+"}\n", v.line, v.col)
			s.secret = append(s.secret, secret{k.text.S, w.text()})
		}
	})
	return s
}

// address reports whether what a forge keeps is by its name where things are sent, and not what logs in there.
func address(expression string) bool {
	name, ok := strings.CutPrefix(strings.ToUpper(expression), "SECRETS.")
	for _, end := range [...]string{"HOOK", "HOOK_URL", "HOST", "BUCKET", "BUCKET_NAME", "REGION", "EMAIL", "USER",
		"USERNAME", "ENDPOINT", "DOMAIN"} {
		if ok && strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// told is a script with the secrets in front that it names.
func (f *workflow) told(script Text, s scope) Text {
	var w writer
	for _, v := range s.secret {
		if f.work() && strings.Contains(script.S, v.name) {
			w.add(v.set)
		}
	}
	w.add(script)
	return w.text()
}

// shellItself takes the command line of a shell, which runs too where it is more than a name.
func (f *workflow) shellItself(shell *yamlNode, env map[string]string) {
	if shell != nil && isShell(shell.str()) && len(strings.Fields(shell.str())) > 1 {
		f.addTexts(Script{Text: shell.text, Env: env})
	}
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// variables adds the variables of a map whose values are known.
func (f *workflow) variables(to map[string]string, env *yamlNode) map[string]string {
	if env == nil || !f.spend(len(to)) {
		return to
	}
	to = maps.Clone(to)
	env.pairs(func(k, v *yamlNode) {
		if to == nil {
			to = map[string]string{}
		}
		if v.kind == yamlMap { // as GitLab describes a variable
			v = v.get("value")
		}
		if v == nil || v.kind == yamlMap || v.kind == yamlList || strings.Contains(v.text.S, "${{") {
			delete(to, k.text.S)
			f.taint("env."+k.text.S, v.str())
			if t, n := f.written(Text{S: v.str()}, to, 0); n == 1 && t.S != "" && !strings.Contains(t.S, "${") {
				to[k.text.S] = t.S // the file says it
			}
			return
		}
		to[k.text.S] = v.text.S
	})
	return to
}

// workflow is a file of what a forge runs, and what the names in it may hold.
type workflow struct {
	*File
	tainted map[string]bool   // names, in small letters, that hold what anybody can choose
	values  map[string]values // what other names may be
	closed  map[string]bool   // whether an input that it declares takes no text of any kind
}

// gitHub reads a workflow of GitHub's form, or an action that is made of steps.
func (f *workflow) gitHub(doc *yamlNode) {
	f.Place = Runner
	if doc.kind != yamlMap {
		f.problem(doc.line, doc.col, "unreadable", "The file is neither a workflow nor an action.")
		return
	}
	f.miswritten(doc, "jobs", "runs")
	f.defaults(doc.get("inputs"))
	for _, how := range [...]string{"workflow_call", "workflow_dispatch"} {
		f.defaults(doc.get("on").get(how).get("inputs"))
	}
	top := scope{}.within(f, doc.get("defaults"), doc.get("env"))
	if runs := doc.get("runs"); runs != nil {
		f.steps(runs.get("steps"), top, false)
		f.container(runs, top)
	}
	outside := triggeredOutside(doc.get("on"))
	tainted, known := f.tainted, f.values
	needed := map[string]string{}
	doc.get("jobs").pairs(func(id, job *yamlNode) {
		if !f.spend(1 + len(tainted) + len(known) + len(needed)) {
			return
		}
		f.tainted, f.values = maps.Clone(tainted), maps.Clone(known)
		for name, text := range needed {
			f.taint(name, text)
		}
		f.matrix(job.get("strategy").get("matrix"))
		f.beside(job)
		f.miswritten(job, "steps")
		s := top
		runner := job.get("runs-on").str()
		named := strings.ToLower(id.text.S + " " + job.get("name").str() + " " + doc.get("name").str())
		if _, _, inner, ok := expression(runner, 0); ok {
			v := f.valuesOf(inner, nil, 0)
			if runner = strings.Join(v.list, " "); v.open && strings.Contains(named, "windows") {
				runner = "windows"
			}
		}
		if strings.HasPrefix(runner, "windows") && !strings.Contains(runner, "ubuntu") && !strings.Contains(runner, "macos") {
			s.shell = or(s.shell, "pwsh")
		}
		f.steps(job.get("steps"), s.within(f, job.get("defaults"), job.get("env")), outside)
		job.get("outputs").pairs(func(k, v *yamlNode) {
			if from, _, inner, ok := expression(v.str(), 0); ok && from >= 0 && f.outsider(inner) != "" {
				needed["needs."+id.text.S+".outputs."+k.text.S] = "${{ github.head_ref }}"
			}
		})
	})
}

// triggeredOutside reports whether anybody can start a workflow that has the rights of the repository.
func triggeredOutside(on *yamlNode) bool {
	found := false
	named := func(n *yamlNode) {
		found = found || n.str() == "pull_request_target" || n.str() == "workflow_run" || n.str() == "issue_comment"
	}
	named(on)
	for _, n := range on.list() {
		named(n)
	}
	on.pairs(func(k, _ *yamlNode) { named(k) })
	return found
}

// action takes what a step gives to an action that runs it, and what it checks out where anybody can start it.
func (f *workflow) action(step *yamlNode, s scope, outside bool) {
	uses, with := step.get("uses").str(), step.get("with")
	if strings.HasPrefix(uses, "docker://") {
		f.words(with.get("entrypoint"), with.get("args"))
	}
	name, _, _ := strings.Cut(uses, "@")
	for _, key := range [...]string{"script", "run", "command", "cmd", "inlineScript"} {
		code := with.get(key)
		if code == nil || code.kind != yamlScalar || !f.work() {
			continue
		}
		switch name {
		case "actions/github-script":
			f.injected(code.text)
			f.add(Script{Text: code.text, Other: "node"})
		case "nick-fields/retry", "nick-invision/retry":
			f.addTexts(Script{Text: code.text, Env: s.env})
		case "appleboy/ssh-action":
			var w writer
			w.put("ssh host <<'PP_END'\n", code.line, code.col)
			w.add(code.text)
			w.put("\nPP_END\n", code.line, code.col)
			f.addTexts(Script{Text: w.text()})
		default:
			if strings.ContainsAny(code.text.S, "|;&`$\n") {
				f.add(Script{Text: code.text, Other: "the action " + name})
			}
		}
	}
	ref := with.get("ref")
	if lower := strings.ToLower(ref.str()); outside && name == "actions/checkout" && (f.outsider(lower) != "" ||
		strings.Contains(lower, "pull_request.head.sha") || strings.Contains(lower, "refs/pull/") ||
		strings.Contains(lower, "workflow_run.head_sha")) {
		f.problem(ref.line, ref.col, "untrusted-checkout", "Anybody can start this workflow, which has the rights of the "+
			"repository, and it checks out their commits; use pull_request for what builds or runs them.")
	}
}

func (f *workflow) steps(steps *yamlNode, s scope, outside bool) {
	for _, step := range steps.list() {
		f.miswritten(step, "run", "uses")
		run := step.get("run")
		own := s.within(f, nil, step.get("env"))
		f.action(step, own, outside)
		if !f.work() || run == nil || run.kind != yamlScalar {
			continue
		}
		shell := or(step.get("shell").str(), s.shell)
		if onWindows(step.get("if").str()) {
			shell = or(shell, "pwsh")
		}
		script := Script{Text: f.told(run.text, own), Env: own.env,
			Dir: workDir(or(step.get("working-directory").str(), s.dir))}
		if shell != "" && !isShell(shell) && !strings.Contains(shell, "${{") {
			script.Other = shell
		}
		f.shellItself(step.get("shell"), own.env)
		f.addTexts(script)
		f.outputs(step.get("id").str(), run.text.S)
		f.exported(run)
	}
}

// onWindows reports whether a condition holds on Windows alone.
func onWindows(condition string) bool {
	is := strings.NewReplacer(" ", "", "\"", "'", "${{", "", "}}", "").Replace(strings.ToLower(condition))
	return is == "runner.os=='windows'" || strings.HasPrefix(is, "runner.os=='windows'&&") ||
		strings.HasSuffix(is, "&&runner.os=='windows'") && !strings.Contains(is, "||")
}

// miswritten lists keys that a forge does not know as they are written, and whose values it may not run.
func (f *workflow) miswritten(n *yamlNode, names ...string) {
	n.pairs(func(k, _ *yamlNode) {
		for _, name := range names {
			if k.text.S != name && strings.EqualFold(k.text.S, name) {
				f.add(Script{Text: k.text, Other: "a key that is written " + k.text.S})
			}
		}
	})
}

// exported reports variables for later steps whose value is code that every shell there runs.
func (f *workflow) exported(run *yamlNode) {
	for _, name := range [...]string{"BASH_ENV=", "LD_PRELOAD="} {
		if i := strings.Index(run.text.S, name); i >= 0 && strings.Contains(run.text.S[i:], "GITHUB_ENV") {
			line, col := run.text.Position(i)
			f.problem(line, col, "hidden-execution", "Every later step runs what this variable names: "+name)
		}
	}
}

// addTexts adds a script for each text that its own may become.
func (f *workflow) addTexts(s Script) {
	for _, t := range f.texts(s.Text, s.Env) {
		s.Text = t
		f.add(s)
	}
}

// workDir is a directory, absolute or below the repository's, "" where it is not known.
func workDir(dir string) string {
	dir = strings.TrimPrefix(dir, "${{ github.workspace }}/")
	if strings.ContainsAny(dir, "$\x00") {
		return ""
	}
	if dir = path.Clean(dir); dir == "." || dir == ".." || strings.HasPrefix(dir, "../") {
		return ""
	}
	return dir
}

// outsider is what anybody can choose in an expression, the variables that were set to such a thing among it.
func (f *workflow) outsider(expression string) string {
	if name := outsiders(expression); name != "" {
		return name
	}
	if len(f.tainted) == 0 {
		return ""
	}
	for name := range strings.FieldsFuncSeq(indexed(strings.ToLower(expression)), func(r rune) bool {
		return r != '.' && r != '-' && (r > 127 || !wordByte(byte(r)))
	}) {
		if f.tainted[name] {
			return name
		}
	}
	return ""
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
	if address(expression) {
		return "expr_address"
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
