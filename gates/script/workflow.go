package script

import (
	"cmp"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// workflow is a file of what a forge runs, and what the names in its expressions may hold.
type workflow struct {
	*File
	marks    *regexp.Regexp // an expression that the forge replaces in a text before a shell sees it
	tainted  map[string]bool
	values   map[string]values
	closed   map[string]bool // whether an input that the file declares takes no text of any kind
	document *yaml.Node      // what !reference names parts of
}

// scope is what the parts of a workflow hand down to their steps.
type scope struct {
	shell, dir string
	env        map[string]string
	secrets    []secret
}

// secret is a variable that holds what the forge keeps secret, with the line that says so to a shell.
type secret struct {
	name string
	set  Text
}

// within returns the scope of a part that may set some of it again.
func (s scope) within(f *workflow, part *yaml.Node) scope {
	if run := get(part, "defaults", "run"); run != nil {
		f.shellItself(get(run, "shell"), s.env)
		s.shell = cmp.Or(str(get(run, "shell")), s.shell)
		s.dir = cmp.Or(str(get(run, "working-directory")), s.dir)
	}
	env := get(part, "env")
	s.env = f.variables(s.env, env)
	s.secrets = slices.Clip(s.secrets)
	for k, v := range pairs(env) {
		m := f.marks.FindStringSubmatch(str(v))
		if m != nil && word(str(k)) && strings.Contains(strings.ToLower(m[1]), "secrets") && !isAddress(m[1]) {
			var w writer
			line, col := f.place(v)
			w.put(str(k)+"=${"+variable(m[1])+"}\n", line, col)
			s.secrets = append(s.secrets, secret{str(k), w.text()})
		}
	}
	return s
}

// isAddress reports whether a secret's name suggests an address, and not what logs in there.
func isAddress(expression string) bool {
	name, ok := strings.CutPrefix(strings.ToUpper(strings.TrimSpace(expression)), "SECRETS.")
	return ok && slices.ContainsFunc([]string{"HOOK", "HOOK_URL", "HOST", "BUCKET", "BUCKET_NAME", "REGION", "EMAIL",
		"USER", "USERNAME", "ENDPOINT", "DOMAIN"}, func(end string) bool { return strings.HasSuffix(name, end) })
}

// withSecrets is a script with assignments in front of the secrets that it names.
func (f *workflow) withSecrets(script Text, s scope) Text {
	var w writer
	for _, v := range s.secrets {
		if f.spend(1) && strings.Contains(script.S, v.name) {
			w.add(v.set)
		}
	}
	w.add(script)
	return w.text()
}

// shellItself judges a shell that is given as a command line, and not by its name alone.
func (f *workflow) shellItself(shell *yaml.Node, env map[string]string) {
	if isShell(str(shell)) && len(strings.Fields(str(shell))) > 1 {
		f.addTexts(Script{Text: f.textOf(shell), Env: env})
	}
}

// variables adds the variables of a map whose values are known.
func (f *workflow) variables(to map[string]string, env *yaml.Node) map[string]string {
	if env == nil || !f.spend(len(to)) {
		return to
	}
	out := map[string]string{}
	maps.Copy(out, to)
	for k, v := range pairs(env) {
		if v.Kind == yaml.MappingNode { // as GitLab describes a variable
			v = get(v, "value")
		}
		name, value := str(k), str(v)
		delete(out, name)
		f.taint("env."+name, value)
		t, n := f.written(Text{S: value}, out, 0)
		if v != nil && v.Kind == yaml.ScalarNode && n == 1 && (value == t.S || t.S != "" && !strings.Contains(t.S, "${")) {
			out[name] = t.S
		}
	}
	return out
}

// gitHub reads a workflow of GitHub's form, or an action that is made of steps.
func (f *workflow) gitHub(doc *yaml.Node) {
	f.Place, f.marks = Runner, gitHubExpression
	if doc.Kind != yaml.MappingNode {
		line, col := f.place(doc)
		f.problem(line, col, "unreadable", "The file is neither a workflow nor an action.")
		return
	}
	f.defaults(get(doc, "inputs"))
	f.defaults(get(doc, "on", "workflow_call", "inputs"))
	f.defaults(get(doc, "on", "workflow_dispatch", "inputs"))
	top := scope{}.within(f, doc)
	runs := get(doc, "runs")
	f.steps(get(runs, "steps"), top, false)
	for _, key := range [...]string{"pre-entrypoint", "entrypoint", "post-entrypoint"} {
		if entry := get(runs, key); entry != nil || key == "entrypoint" {
			f.words(entry, get(runs, "args"))
		}
	}
	outside := startedOutside(get(doc, "on"))
	tainted, known := f.tainted, f.values
	needed := map[string]string{}
	for id, job := range pairs(get(doc, "jobs")) {
		if !f.spend(1 + len(tainted) + len(known) + len(needed)) {
			return
		}
		f.tainted, f.values = maps.Clone(tainted), maps.Clone(known)
		for name, text := range needed {
			f.taint(name, text)
		}
		f.runJob(job, top, outside)
		for k, v := range pairs(get(job, "outputs")) {
			if m := f.marks.FindStringSubmatch(str(v)); m != nil && f.outsider(m[1]) != "" {
				needed["needs."+str(id)+".outputs."+str(k)] = "${{ github.head_ref }}"
			}
		}
	}
}

// runJob takes the commands of a job.
func (f *workflow) runJob(job *yaml.Node, s scope, outside bool) {
	f.matrix(get(job, "strategy", "matrix"))
	f.options(get(job, "container", "options"))
	for _, service := range pairs(get(job, "services")) {
		f.options(get(service, "options"))
	}
	runner := str(get(job, "runs-on"))
	if m := f.marks.FindStringSubmatch(runner); m != nil {
		runner = strings.Join(f.valuesOf(m[1], nil, 0).list, " ")
	}
	if strings.HasPrefix(runner, "windows") && !strings.Contains(runner, "ubuntu") && !strings.Contains(runner, "macos") {
		s.shell = cmp.Or(s.shell, "pwsh")
	}
	f.steps(get(job, "steps"), s.within(f, job), outside)
}

// startedOutside reports whether anybody can start a workflow that has the rights of the repository.
func startedOutside(on *yaml.Node) bool {
	names := []string{str(on)}
	for _, n := range items(on) {
		names = append(names, str(n))
	}
	for k := range pairs(on) {
		names = append(names, str(k))
	}
	return slices.ContainsFunc(names, func(name string) bool {
		return name == "pull_request_target" || name == "workflow_run" || name == "issue_comment"
	})
}

func (f *workflow) steps(steps *yaml.Node, s scope, outside bool) {
	for _, step := range items(steps) {
		run := get(step, "run")
		own := s.within(f, step)
		f.action(step, own, outside)
		if !f.spend(1) || str(run) == "" {
			continue
		}
		shell := cmp.Or(str(get(step, "shell")), s.shell)
		if isOnWindows(str(get(step, "if"))) {
			shell = cmp.Or(shell, "pwsh")
		}
		script := Script{Text: f.withSecrets(f.textOf(run), own), Env: own.env,
			Dir: workDir(cmp.Or(str(get(step, "working-directory")), s.dir))}
		if shell != "" && !isShell(shell) && !f.marks.MatchString(shell) {
			script.Other = shell
		}
		f.shellItself(get(step, "shell"), own.env)
		f.addTexts(script)
		f.outputs(str(get(step, "id")), str(run))
		f.exported(run)
	}
}

// isOnWindows reports whether a condition holds on Windows alone.
func isOnWindows(condition string) bool {
	is := strings.NewReplacer(" ", "", "\"", "'", "${{", "", "}}", "").Replace(strings.ToLower(condition))
	return !strings.Contains(is, "||") && slices.Contains(strings.Split(is, "&&"), "runner.os=='windows'")
}

// codeOfActions are actions that run a part of what they are given, with what stands in front of it for a shell and
// behind it; no such text is another language.
var codeOfActions = map[string][]string{
	"actions/github-script": nil,
	"nick-fields/retry":     {"", ""},
	"nick-invision/retry":   {"", ""},
	"appleboy/ssh-action":   {"ssh host <<'PP_END'\n", "\nPP_END\n"},
}

// action takes what a step gives to an action that runs it, and what it checks out where anybody can start it.
func (f *workflow) action(step *yaml.Node, s scope, outside bool) {
	uses, with := str(get(step, "uses")), get(step, "with")
	if strings.HasPrefix(uses, "docker://") {
		f.words(get(with, "entrypoint"), get(with, "args"))
	}
	name, _, _ := strings.Cut(uses, "@")
	around, known := codeOfActions[name]
	for _, key := range [...]string{"script", "run", "command", "cmd", "inlineScript"} {
		code := get(with, key)
		switch {
		case str(code) == "" || !f.spend(1):
		case around != nil:
			var w writer
			line, col := f.place(code)
			w.put(around[0], line, col)
			w.add(f.textOf(code))
			w.put(around[1], line, col)
			f.addTexts(Script{Text: w.text(), Env: s.env})
		case known:
			f.texts(f.textOf(code), s.env)
			f.unjudged(code, "node")
		case strings.ContainsAny(code.Value, "|;&`$\n"):
			f.unjudged(code, "the action "+name)
		}
	}
	ref := get(with, "ref")
	if lower := strings.ToLower(str(ref)); outside && name == "actions/checkout" && (f.outsider(lower) != "" ||
		strings.Contains(lower, "pull_request.head.sha") || strings.Contains(lower, "refs/pull/") ||
		strings.Contains(lower, "workflow_run.head_sha")) {
		line, col := f.place(ref)
		f.problem(line, col, "untrusted-checkout", "Anybody can start this workflow, which has the rights of the "+
			"repository, and it checks out their commits; use pull_request for what builds or runs them.")
	}
}

// exported reports BASH_ENV or LD_PRELOAD written to GITHUB_ENV: every later shell runs what they name.
func (f *workflow) exported(run *yaml.Node) {
	for _, name := range [...]string{"BASH_ENV=", "LD_PRELOAD="} {
		t := f.textOf(run)
		if i := strings.Index(t.S, name); i >= 0 && strings.Contains(t.S[i:], "GITHUB_ENV") {
			line, col := t.Position(i)
			f.problem(line, col, "hidden-execution", "Every later step runs what this variable names: "+name)
		}
	}
}

// unjudged lists what another program runs.
func (f *workflow) unjudged(n *yaml.Node, other string) {
	var w writer
	line, col := f.place(n)
	w.put(cmp.Or(str(n), n.Tag), line, col)
	f.add(Script{Text: w.text(), Other: other})
}

// words takes a command that an entry point and its arguments make: each is a text, or a list.
func (f *workflow) words(entry, args *yaml.Node) {
	var w writer
	for _, n := range [...]*yaml.Node{entry, args} {
		if str(n) != "" {
			line, col := f.place(n)
			w.add(f.textOf(n))
			w.put(" ", line, col)
		}
		for _, item := range items(n) {
			if f.spend(1) && str(item) != "" {
				line, col := f.place(item)
				w.put(" '"+strings.ReplaceAll(item.Value, "'", `'\''`)+"'", line, col)
			}
		}
	}
	t, _ := f.written(w.text().trim(), nil, 0)
	f.add(Script{Text: t})
}

// healthCommand is the option of a container with the command that tells whether it works.
var healthCommand = regexp.MustCompile(`--health-cmd[= ]+(?:"([^"]*)"?|'([^']*)'?|(\S+))`)

// options takes the options of a container, and the command that tells whether it works.
func (f *workflow) options(n *yaml.Node) {
	t := f.textOf(n)
	if t.S == "" {
		return
	}
	var w writer
	line, col := f.place(n)
	w.put("docker create ", line, col)
	w.add(t)
	f.addTexts(Script{Text: w.text()})
	for _, m := range healthCommand.FindAllStringSubmatchIndex(t.S, -1) {
		for i := 2; i < len(m); i += 2 {
			if m[i] >= 0 {
				f.addTexts(Script{Text: t.cut(m[i], m[i+1])})
			}
		}
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
