package command

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"pp/cli/setup"
	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates"
	"pp/gates/script"
)

// fileJudge judges one file.
type fileJudge struct {
	checker
	commandFile
	report *fileReport
	lines  []string
}

// included returns the text of a file of the workspace, if its path has no link. If the file is too large, it returns
// one byte more than pp judges.
func included(facts engine.Facts, name string) (string, bool) {
	root := facts.Workspace.Root
	if root == "" || !effect.Within(name, root) {
		return "", false
	}
	for dir := filepath.Dir(name); len(dir) > len(root); dir = filepath.Dir(dir) {
		if info, err := facts.FS.Lstat(dir); err != nil || !info.Mode.IsDir() {
			return "", false
		}
	}
	if info, err := facts.FS.Lstat(name); err != nil || !info.Mode.IsRegular() {
		return "", false
	}
	text, err := facts.FS.ReadFile(name, script.MaxBytes+1)
	return string(text), err == nil
}

// file judges every command of a file.
func (k checker) file(f commandFile, r *fileReport) {
	j := fileJudge{k, f, r, strings.Split(strings.TrimPrefix(f.text, "\ufeff"), "\n")}
	first := len(r.Findings)
	if f.err != nil {
		j.found(1, 1, engine.Deny, "input", "file", "It cannot be read: "+f.err.Error()+".")
		return
	}
	facts := k.fileFacts(f, script.Machine)
	if f.kind == script.KindShell {
		text, ok := included(facts, filepath.Join(filepath.Dir(f.path), "Dockerfile"))
		if ok && script.CopiedBy(text, filepath.Base(f.path)) {
			f.kind = script.KindShellImage
		}
	}
	read := script.Read(f.kind, f.text, func(name string) (text string, apart, ok bool) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(facts.Dir, name)
		}
		text, ok = included(facts, name)
		return text, r.given[name], ok
	})
	for _, p := range read.Problems {
		decision := engine.Deny
		if p.Asks {
			decision = engine.Ask
		}
		j.found(p.Line, p.Col, decision, "input", p.Rule, p.Reason)
	}
	facts = k.fileFacts(f, read.Place)
	in := script.Surroundings{Place: read.Place, Home: facts.Home, Root: facts.Workspace.Root}
	for _, s := range read.Scripts {
		if s.Other != "" {
			line, col := s.Text.Position(0)
			r.Unjudged = append(r.Unjudged, j.placed(commandJSON{Line: line, Column: col, Runs: s.Other}))
			continue
		}
		j.script(s, in, facts)
	}
	j.credentials()
	slices.SortStableFunc(r.Findings[first:], func(a, b commandJSON) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	r.Findings = append(r.Findings[:first], distinct(r.Findings[first:])...)
}

// distinct leaves out what is said already of a place: aliases name the same steps, and a variable has several values.
func distinct(list []commandJSON) []commandJSON {
	seen, out := map[commandJSON]bool{}, list[:0]
	for _, f := range list {
		c := f
		c.Command = ""
		if c.Cause.Kind != "" {
			c.Reason, c.Cause = "", c.Cause.Anywhere()
		}
		if !seen[c] {
			seen[c] = true
			out = append(out, f)
		}
	}
	return out
}

// placed is what is said of a command with the file that it is in, its column counted in characters.
func (j fileJudge) placed(c commandJSON) commandJSON {
	c.File, c.path, c.Column = j.name, j.path, characters(j.lines, c.Line, c.Column)
	return c
}

// found reports what was found at a place in the file.
func (j fileJudge) found(line, col int, d engine.Decision, gate, rule, reason string) {
	j.report.Findings = append(j.report.Findings, j.placed(commandJSON{Line: line, Column: col, Decision: d.String(),
		Gate: gate, Rule: rule, Reason: reason}))
}

// credentials looks for keys and tokens in every line that nothing was found in: no command need carry them.
func (j fileJudge) credentials() {
	for i, line := range j.lines {
		carries := func(c commandJSON) bool {
			return c.Line == i+1 && c.Rule == "content-exposure" && c.path == j.path
		}
		kind, certain, _ := (gates.Credentials{}).Find(withoutLocal(line))
		if certain && !slices.ContainsFunc(j.report.Findings, carries) {
			j.found(i+1, 1, engine.Deny, "dispatcher", "content-exposure", "The line carries a credential ("+kind+
				"). Refer to it by the name of an environment variable instead.")
		}
	}
}

// script judges a script whole, and reports what was found of each of its commands.
func (j fileJudge) script(s script.Script, in script.Surroundings, facts engine.Facts) {
	facts.Env = maps.Clone(facts.Env)
	maps.Copy(facts.Env, s.Env)
	switch {
	case filepath.IsAbs(s.Dir):
		facts.Dir = s.Dir
	case s.Dir != "":
		facts.Dir = filepath.Join(facts.Dir, s.Dir)
	}
	v := j.agent.Judge.Judge(ShellAction(s.Text.S), facts).AsGiven()
	located := script.Locate(s.Text, v.Action.Command())
	commands := commandsOf(s.Text, located)
	seen := map[commandJSON]bool{}
	for _, step := range v.Trace {
		for _, f := range findings(step) {
			_, chosen := facts.Rules[f.Row]
			if f.Decision == engine.Allow || f.WaivedBy != "" || !chosen && in.IsOrdinary(f, located) {
				continue
			}
			start := located.Start(f)
			i := max(0, min(located.At(start), len(commands)-1))
			if f.Row == "content" || f.Row == "content-likely" {
				j.carried(s.Text, located, f, step.Gate)
				continue
			}
			c, f := commands[i], plain(f)
			c.Decision, c.Gate, c.Rule, c.Reason = f.Decision.String(), step.Gate, f.Rule, f.Reason
			c.Cause, c.subject = f.Cause, f.Effect.Subject
			if commands[i].Decision != engine.Deny.String() {
				commands[i] = c
			}
			c.Line, c.Column = located.Position(start)
			once := c // one place is told once of each thing, whatever values a variable has there
			if f.Effect.Kind == effect.KindHazard {
				once.Reason, once.Cause = "", cause.Cause{}
			}
			if f.Effect.Subject == "download-execute" { // and of one download, however often it is run
				once = commandJSON{Rule: f.Rule, Cause: f.Cause.Anywhere()}
			}
			if !seen[once] {
				seen[once] = true
				j.report.Findings = append(j.report.Findings, j.placed(c))
			}
		}
	}
	said := ""
	for i, c := range commands {
		if reason := in.Unread(located, i); reason != said && reason != "" && c.Decision == engine.Allow.String() {
			said = reason
			c.Decision, c.Gate, c.Rule, c.Reason = engine.Ask.String(), "input", "unread-code", reason
			j.report.Findings = append(j.report.Findings, j.placed(c))
		}
		j.report.Commands = append(j.report.Commands, j.placed(c))
	}
}

// carried reports where a script carries what looks like a credential: in the first line that alone looks so, unless it
// is certain, which every line is looked at for; else where the command is that has it in several lines, or puts it
// together.
func (j fileJudge) carried(t script.Text, located script.Located, f engine.Finding, gate string) {
	at := 0
	say := func(row, col int, kind string, certain bool) {
		decision := f.Decision
		if f.Row == "content" && !certain { // certain was what a service of this machine is told
			decision = engine.Ask
		}
		j.found(row, col, decision, gate, f.Rule, "Carries what looks like a credential ("+kind+
			"). Refer to it by the name of an environment variable instead.")
	}
	for line := range strings.Lines(t.S) {
		kind, certain, found := (gates.Credentials{}).Find(withoutLocal(line))
		if certain {
			return
		}
		if found {
			row, col := t.Position(at)
			say(row, col, kind, false)
			return
		}
		at += len(line)
	}
	whole := withoutLocal(located.Canonical)
	if kind, certain, found := (gates.Credentials{}).Find(whole); found {
		row, col := located.Position(located.Start(f))
		say(row, col, kind, certain || whole == located.Canonical)
	}
}

// localHosts are those that a service is on which is started for a test, with a password that everybody knows.
var localHosts = [...]string{"localhost", "127.0.0.1", "[::1]", "0.0.0.0"}

// withoutLocal is a text without the passwords of its addresses of this machine.
func withoutLocal(line string) string {
	for _, host := range localHosts {
		parts := strings.Split(line, "@"+host)
		for i := range parts[:len(parts)-1] {
			start := strings.LastIndex(parts[i], "://")
			if rest := parts[i+1]; start >= 0 && (rest == "" || strings.ContainsAny(rest[:1], ":/\"' \n")) &&
				!strings.ContainsAny(parts[i][start+3:], " /\\\"'\n") {
				parts[i] = parts[i][:start+3]
			}
		}
		line = strings.Join(parts, "@"+host)
	}
	return line
}

// commandsOf are the simple commands of a script, or all of it where it has none.
func commandsOf(t script.Text, l script.Located) []commandJSON {
	var out []commandJSON
	for _, c := range l.Commands {
		out = append(out, commandJSON{Line: c.Line, Column: c.Col, Command: c.Text, Decision: engine.Allow.String()})
	}
	if len(out) == 0 {
		line, col := t.Position(0)
		out = []commandJSON{{Line: line, Column: col, Command: t.S, Decision: engine.Allow.String()}}
	}
	return out
}

// findings are those of a step, or the step itself where it has none.
func findings(s engine.Step) []engine.Finding {
	if len(s.Findings) > 0 {
		return s.Findings
	}
	return []engine.Finding{{Decision: s.Decision, Rule: s.Rule, Reason: s.Reason}}
}

// plain is a finding without a position in the script, which is none in the file.
func plain(f engine.Finding) engine.Finding {
	if f.Cause.Place != "" {
		f.Cause.Place = ""
		f.Reason = f.Cause.Sentence() + ". " + cause.NoRule.Bare().Sentence() + "."
	}
	return f
}

// standardPath is where programs are on a machine that nobody changed.
const standardPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// fileFacts are the surroundings of the commands of a file. They are the same on every machine: variables and files
// outside of the workspace are not known.
func (k checker) fileFacts(f commandFile, p script.Place) engine.Facts {
	s := *k.agent.Settings
	at := setup.At(filepath.Dir(f.path), s.Where.Home)
	if f.kind != script.KindMake && f.kind != script.KindPackage && at.Workspace.Root != "" {
		at.Dir = at.Workspace.Root
	}
	s.Where = setup.NewEnvironment(s.System, at, s.Config, s.Redactor.Redact)
	facts := s.Facts(k.agent.InForce.Table())
	facts.Grants = k.agent.Judge.Waivers(facts)
	facts.OpenEnv, facts.Temp = true, "/tmp"
	facts.Confinement = engine.Confinement{Files: engine.FilesMounts, Network: true, Sockets: true, Tree: true,
		Assumed: true}
	facts.AskUnconfined, facts.Flows = false, nil
	root := at.Workspace.Root
	switch p {
	case script.Machine:
	case script.Runner:
		facts.Home, facts.Own = "/home/runner", engine.Own{}
	case script.Image:
		facts.Home, facts.Own, facts.Dir, facts.UID, root = "/root", engine.Own{}, "/", 0, ""
		facts.Workspace = effect.Workspace{Why: "it runs in an image"}
	}
	facts.Env = engine.Environment{"HOME": facts.Home, "PATH": standardPath}
	if p == script.Runner {
		facts.Env["CI"], facts.Env["GITHUB_WORKSPACE"], facts.Env["RUNNER_TEMP"] = "true", facts.Dir, "/tmp"
	}
	if f.kind == script.KindShell || f.kind == script.KindShellRunner {
		facts.Script = f.path
	}
	facts.FS = treeView{facts.FS, root, f.staged}
	return facts
}
