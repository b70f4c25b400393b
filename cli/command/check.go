package command

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/actuators/credential"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/cause"
	"pp/engine/skills"
	"pp/gates/shell/table"
	"pp/sexp"
)

// checkExplanation stands on actions that a person gives to be judged.
const checkExplanation = "Given by a person to be judged."

// checkOptions are the flags of `pp check`.
type checkOptions struct {
	lines, explain, assume bool
	unconfined             bool
	op, skill              string
	fileOptions
}

// Check judges without a model, and does nothing.
func Check(a App) *cli.Command {
	var o checkOptions
	return &cli.Command{Name: "check", Usage: "judge a command, path, URL or request, and do nothing",
		UsageText: "COMMAND … | --op=read|write|delete PATH … | --jsonl | --file=FILE [PATH …] | --staged",
		Flags: []cli.Flag{a.jsonFlag(),
			Bool("jsonl", "judge each line of standard input", &o.lines),
			Bool("explain", "print effects, spans and the whole trace", &o.explain),
			Bool("assume-confined", "judge as on a machine whose sandbox works", &o.assume),
			Bool("unconfined", "judge for another program's shell, which confines nothing, as pp hook does", &o.unconfined),
			Text("skill", "judge with the skill in `FILE` too, which need not be installed", &o.skill),
			Text("op", "judge the file `OPERATION` read, write or delete", &o.op),
			Texts("file", "judge every command in `FILE`, and in those that follow", &o.files),
			Bool("staged", "judge what git's index holds: of --file, else of all that is staged", &o.staged),
			Bool("sarif", "print what --file or --staged finds as SARIF 2.1.0", &o.sarif)},
		Description: "Without words it judges what standard input has. Of a word that names a file and no program,\n" +
			"reading it is judged. A line of --jsonl is an object with \"id\" and one of \"cmd\", \"op\" and\n" +
			"\"path\", \"url\", \"action\", and optionally \"cwd\" and \"allowed_hosts\".\n" +
			"A line with a mistyped key, or with one twice,\n" +
			"is denied; a key that resembles none of these is a note of yours, and is not looked at.\n" +
			"With --skill a file that fails is exit code 1.\n" +
			"--file reads Makefiles, Dockerfiles, shell scripts, package.json, workflows and actions of GitHub,\n" +
			"and .gitlab-ci.yml, and judges their commands where they will run.\n" +
			"A command that is answered with \"try\" runs in a sandbox; you are asked only if it changes something.\n" +
			"exit codes: 0 allow and try, 3 deny, 4 ask, 2 usage; with --jsonl 0 when every line was answered;\n" +
			"with --file and --staged that of the strictest answer; a file that cannot be judged is denied",
		Action: func(c *cli.Context) error { return checkOne(a, c.Context, o, c.Args().Slice()) }}
}

func checkOne(a App, ctx context.Context, o checkOptions, words []string) error {
	if err := exit.OneOf("op", o.op, "read", "write", "delete"); err != nil && o.op != "" {
		return err
	}
	m, err := a.Agent()
	if err != nil {
		return err
	}
	if o.skill != "" {
		s, err := tryFile(ctx, m, o.skill)
		if err != nil {
			return err
		}
		if s.State != skills.Ready {
			return failedSkill(s)
		}
	}
	if o.assume && o.unconfined {
		return exit.UsageError("leave one of them out", "--assume-confined and --unconfined exclude each other")
	}
	if o.unconfined {
		m.Judge.Elsewhere.Name = "another program"
	}
	k := checker{agent: m, assume: o.assume, unconfined: o.unconfined}
	if o.assume {
		m.Machine.Confined = func() bool { return true }
	}
	if o.asked() {
		return k.checkFiles(a, ctx, o, words)
	}
	if o.lines {
		if len(words) > 0 {
			return exit.UsageError("leave the command out, or leave --jsonl out",
				"--jsonl reads its commands from standard input")
		}
		if o.op != "" {
			return exit.UsageError(`give "op" and "path" in each line`, "--jsonl and --op exclude each other")
		}
		return system.EachLine(ctx, a.System.Stdin, a.Out.PrintLine, k.line)
	}
	return k.checkWords(a, ctx, o, words)
}

// checkWords judges what the words say, or what is piped in.
func (k checker) checkWords(a App, ctx context.Context, o checkOptions, words []string) error {
	text, err := wordsOrPiped(a, ctx, words, " ")
	if err == nil && strings.TrimSpace(text) == "" {
		err = exit.UsageError("try: pp check 'git push --force'", "there is nothing to judge")
	}
	if err != nil {
		return err
	}
	if o.op == "" && len(words) == 1 && isData(text) {
		a.Out.Note("note", "it is no program, so that reading it is judged; --op=write and --op=delete judge those")
		o.op = "read"
	}
	v, answer := k.judge(questionOf(strings.TrimRight(text, "\n"), o.op))
	return cmp.Or(showVerdict(a, o, v, answer), decided(answer.Decision))
}

// isData reports whether a word names what is there and what no shell would run, and is not written as a command is.
func isData(word string) bool {
	if strings.HasPrefix(word, "./") {
		return false
	}
	_, missing := os.Stat(word)
	_, unfit := exec.LookPath(word)
	return missing == nil && unfit != nil && !table.Default().Knows(word)
}

// decided is the exit code of a decision.
func decided(decision string) error {
	switch decision {
	case engine.Allow.String(), engine.Try.String():
		return nil
	case engine.Ask.String():
		return exit.Silent(exit.Suspended)
	}
	return exit.Silent(exit.Denied)
}

// questionOf is what words ask about, by how they begin.
func questionOf(text, op string) Question {
	switch {
	case op != "":
		return Question{Op: &op, Path: &text}
	case strings.HasPrefix(text, "(") && requestForm(text):
		return Question{Action: &text}
	case isAddress(text):
		return Question{URL: &text}
	}
	return Question{Cmd: &text}
}

// requestForm reports whether text reads as a property list with a :TYPE.
func requestForm(text string) bool {
	v, err := sexp.Read(text, sexp.Limits{})
	p, perr := sexp.AsPlist(v)
	_, typed := p.Get("TYPE")
	return err == nil && perr == nil && typed
}

func showVerdict(a App, o checkOptions, v engine.Verdict, answer checkAnswer) error {
	var b strings.Builder
	b.WriteString(verdictText(v, answer))
	if o.explain || a.Options.Verbose {
		explain(&b, v, answer)
	}
	return a.Show(answer, b.String())
}

// verdictText is what was decided, for a person.
func verdictText(v engine.Verdict, answer checkAnswer) string {
	text := fmt.Sprintf("%s %s: %s\n", answer.Decision, engine.RuleName(answer.Gate, answer.Rule), answer.Reason) +
		alsoSay(v, answer)
	if v.Decision == engine.Try {
		text += "  It runs in a sandbox; you are asked only if it changes something.\n"
	}
	return text
}

// alsoSay are the skills that object to an action besides the gate that decided.
func alsoSay(v engine.Verdict, answer checkAnswer) string {
	var b strings.Builder
	for _, s := range v.Trace {
		if isSkillGate(s.Gate) && s.Gate != answer.Gate && s.Decision != engine.Allow {
			fmt.Fprintf(&b, "also %s %s: %s\n", s.Decision, engine.RuleName(s.Gate, s.Rule), s.Reason)
		}
	}
	return b.String()
}

// explain writes everything that is known of a verdict, for a person.
func explain(b io.Writer, v engine.Verdict, answer checkAnswer) {
	fmt.Fprintf(b, "\njudged: %s\nin: %s (confined: %s)\n\neffects:\n", v.Action.Canonical(), v.Dir, answer.Confined)
	if len(answer.Effects) == 0 {
		fmt.Fprintln(b, "  none")
	}
	for _, u := range answer.Credentials {
		fmt.Fprintf(b, "  %-9s %s, once approved\n", "lent", u)
	}
	cmd := v.Action.Command()
	for _, e := range answer.Effects {
		fmt.Fprintf(b, "  %-9s %s", e.Kind, e.Subject)
		if e.End > e.Start && e.End <= len(cmd) {
			fmt.Fprintf(b, "   [%d:%d %q]", e.Start, e.End, cmd[e.Start:e.End])
		}
		fmt.Fprintln(b)
	}
	fmt.Fprintln(b, "\ntrace:")
	for _, s := range v.Trace {
		fmt.Fprintf(b, "  %3d %-12s %-6s %s\n", s.Priority, s.Gate, s.Decision, output.StepText(s))
		for _, f := range s.Findings {
			if len(s.Findings) > 1 || f.WaivedBy != "" {
				fmt.Fprintf(b, "        %-6s %s: %s", f.Decision, f.Rule, f.Reason)
				if f.WaivedBy != "" {
					fmt.Fprintf(b, " [waived by %s]", f.WaivedBy)
				}
				fmt.Fprintln(b)
			}
		}
	}
}

// Question is one thing to judge, as a line of --jsonl has it.
type Question struct {
	ID           json.RawMessage `json:"id"`
	Cmd          *string         `json:"cmd"`
	Op           *string         `json:"op"`
	Path         *string         `json:"path"`
	URL          *string         `json:"url"`
	Action       *string         `json:"action"`
	Cwd          *string         `json:"cwd"`
	AllowedHosts []string        `json:"allowed_hosts"`
}

// checkAnswer is what is said of one question.
type checkAnswer struct {
	ID       json.RawMessage `json:"id,omitempty"`
	Decision string          `json:"decision"`
	Gate     string          `json:"gate"`
	Rule     string          `json:"rule"`
	Reason   string          `json:"reason"`
	Cause    cause.Cause     `json:"cause,omitzero"`
	Effects  []effectJSON    `json:"effects"`
	Action   string          `json:"action,omitempty"`
	// Credentials are what it would be lent if a person approved it.
	Credentials []string          `json:"credentials,omitempty"`
	Confined    string            `json:"confined"`
	Trace       []output.StepJSON `json:"trace"`
}

type effectJSON struct {
	Kind    string `json:"kind"`
	Subject string `json:"subject"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
}

// checker judges questions with one stack.
type checker struct {
	agent  *setup.Agent
	assume bool
	// unconfined judges as where there is no sandbox.
	unconfined bool
}

// line answers one line of --jsonl; what cannot be read is denied, never skipped.
func (k checker) line(line []byte) any {
	var q Question
	if err := system.ReadLineOf(line, &q, "id", "cmd", "op", "path", "url", "action", "cwd", "allowed_hosts"); err != nil {
		return refusal(system.IDOrNull(q.ID), "input", "json",
			"The line is not a JSON object of the expected form: "+system.Unread(err)+".")
	}
	_, answer := k.judge(q)
	answer.ID = system.IDOrNull(q.ID)
	return answer
}

func refusal(id json.RawMessage, gate, rule, reason string) checkAnswer {
	return checkAnswer{ID: id, Decision: engine.Deny.String(), Gate: gate, Rule: rule, Reason: reason,
		Effects: []effectJSON{}, Confined: engine.FilesNone.String(), Trace: []output.StepJSON{}}
}

// judge decodes a question and judges it. It never fails: what is in doubt is denied.
func (k checker) judge(q Question) (engine.Verdict, checkAnswer) {
	a, gate, err := k.action(q)
	if err != nil {
		return engine.Verdict{}, refusal(nil, gate, "form", err.Error())
	}
	facts, err := k.facts(q, a)
	if err != nil {
		return engine.Verdict{}, refusal(nil, "input", "cwd", err.Error())
	}
	v := k.agent.Judge.Judge(a, facts)
	if k.unconfined { // another program does it, and nothing in its place
		v = v.AsGiven()
	}
	step, f := v.Decisive()
	answer := checkAnswer{Decision: v.Decision.String(), Gate: step.Gate, Rule: f.Rule, Reason: f.Reason, Cause: f.Cause,
		Effects: []effectJSON{}, Action: v.Action.Canonical(), Confined: facts.Confinement.Files.String(),
		Trace: output.StepsOf(v)}
	if facts.Confinement.Assumed {
		answer.Confined = "assumed"
	}
	for _, e := range v.Effects.All() {
		answer.Effects = append(answer.Effects, effectJSON{e.Kind.String(), e.Subject, e.Span.Start, e.Span.End})
	}
	for _, u := range credential.Of(v.Effects) {
		if _, err := facts.FS.Lstat(filepath.Join(facts.Home, u.File)); u.Kind == credential.File && err != nil {
			continue
		}
		answer.Credentials = append(answer.Credentials, u.String())
	}
	return v, answer
}

// action is the action that a question is about.
func (k checker) action(q Question) (engine.Action, string, error) {
	given := slices.DeleteFunc([]*string{q.Cmd, q.Op, q.URL, q.Action}, func(p *string) bool { return p == nil })
	if len(given) != 1 {
		return engine.Action{}, "input",
			fmt.Errorf(`The line must have exactly one of "cmd", "op" with "path", "url", "action"; it has %d.`, len(given))
	}
	switch {
	case q.Cmd != nil:
		return ShellAction(*q.Cmd), "", nil
	case q.URL != nil:
		return toolCall("fetch-url", "URL", *q.URL), "", nil
	case q.Op != nil:
		return fileAction(*q.Op, q.Path, k.agent.Settings.Where.Home)
	}
	known := []engine.Target{engine.TargetCLI, engine.TargetTool, engine.TargetShell, engine.TargetSystem,
		engine.TargetSystemMessage, engine.TargetEmacs, engine.TargetTelegram, engine.TargetSignal}
	dir := k.agent.Settings.Where.Dir
	if q.Cwd != nil {
		dir = *q.Cwd
	}
	runs := func() string { return dir }
	said, err := engine.Decoder{Known: func(t engine.Target) bool { return slices.Contains(known, t) },
		Tests: k.agent.Settings.Tests, Tools: k.agent.InForce.Table(), Dir: runs}.Decode(*q.Action, engine.TargetCLI)
	return said.Action, "decode", err
}

func fileAction(op string, path *string, home string) (engine.Action, string, error) {
	if path == nil || *path == "" {
		return engine.Action{}, "input", fmt.Errorf(`"op" needs "path".`)
	}
	switch op {
	case "read":
		return toolCall("read-file", "FILEPATH", *path), "", nil
	case "write":
		args := engine.SortArgs(sexp.Plist{}.With("FILEPATH", sexp.String(*path)).With("CONTENT", sexp.String("")))
		return engine.Action{Target: engine.TargetTool, Op: engine.Call{Tool: "write-file", Args: args},
			Explanation: checkExplanation}, "", nil
	case "delete":
		name := *path
		for _, short := range [...]string{"~", "$HOME", "${HOME}"} {
			if name == short || strings.HasPrefix(name, short+"/") {
				name = home + name[len(short):] // what a person means by it
			}
		}
		return ShellAction("rm -- " + QuoteWord(name)), "", nil
	}
	return engine.Action{}, "input", fmt.Errorf(`"op" is read, write or delete, not %q.`, op)
}

// ShellAction is a command that a person gives to be judged.
func ShellAction(cmd string) engine.Action {
	return engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: cmd}, Explanation: checkExplanation}
}

func toolCall(tool string, pairs ...string) engine.Action {
	var args sexp.Plist
	for pair := range slices.Chunk(pairs, 2) { // a name and its value
		args = args.With(pair[0], sexp.String(pair[1]))
	}
	return engine.Action{Target: engine.TargetTool, Op: engine.Call{Tool: tool, Args: args}, Explanation: checkExplanation}
}

// QuoteWord is a word that the shell reads back as exactly this text.
func QuoteWord(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// facts are those of the working directory, or of the one the question names.
func (k checker) facts(q Question, action engine.Action) (engine.Facts, error) {
	s := *k.agent.Settings
	if q.Cwd != nil {
		info, err := os.Stat(*q.Cwd)
		if err != nil || !info.IsDir() || !filepath.IsAbs(*q.Cwd) {
			return engine.Facts{}, fmt.Errorf("%q is no existing directory given by an absolute path.", *q.Cwd)
		}
		dir, err := filepath.EvalSymlinks(*q.Cwd)
		if err != nil {
			return engine.Facts{}, fmt.Errorf("%q cannot be resolved.", *q.Cwd)
		}
		at := setup.At(dir, s.Where.Home)
		at.Workspace.Added = s.Where.Workspace.Added
		s.Where = setup.NewEnvironment(s.System, at, s.Config, s.Redactor.Redact)
	}
	f := s.Facts(k.agent.InForce.Table())
	f.Hosts = append(f.Hosts[:len(f.Hosts):len(f.Hosts)], q.AllowedHosts...)
	f.Grants = k.agent.Judge.Waivers(f)
	switch {
	case k.assume:
		f = k.agent.Machine.Facts(f, action)
		f.Confinement = engine.Confinement{Files: engine.FilesMounts, Network: true, Sockets: true, Tree: true, Assumed: true}
	case k.unconfined:
		f = k.agent.Judge.Elsewhere.Facts(f, action, &s)
	default:
		f = k.agent.Machine.Facts(f, action)
		f.Confinement = k.agent.Executor.Confinement(action)
	}
	return f, nil
}
