package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/skills"
	"pp/engine/store"
)

// skillsRun is one run of `pp skills`: its flags, and what it works on.
type skillsRun struct {
	run
	agent *setup.Agent

	gate, tool, prompt, trigger bool
	yes, revoke                 bool
}

// skillsVerbs are what can be done with skills.
func skillsVerbs() verbs[*skillsRun] {
	return verbs[*skillsRun]{
		{"list", nil, true, (*skillsRun).list},
		{"show", nil, true, (*skillsRun).show},
		{"check", nil, true, (*skillsRun).check},
		{"test", nil, true, (*skillsRun).test},
		{"new", []string{"gate", "tool", "prompt", "trigger"}, true, (*skillsRun).fresh},
		{"enable", nil, true, (*skillsRun).enable},
		{"disable", nil, true, (*skillsRun).disable},
		{"reload", nil, true, (*skillsRun).reload},
		{"trust", []string{"yes", "revoke"}, true, (*skillsRun).trust},
		{"why", nil, true, (*skillsRun).why},
	}
}

// Skills lists, shows, checks, tests and makes what a person writes in Lisp.
func Skills(a App) *cli.Command {
	r := &skillsRun{}
	return &cli.Command{Name: "skills", Usage: "list, check, test and make gates, prompts and tools in Lisp",
		UsageText: "[list | show SKILL | check FILE | test [SKILL] | new NEW-NAME | enable SKILL … | disable SKILL … | " +
			"reload | trust FILE | why ACTION …]",
		Flags: []cli.Flag{a.jsonFlag(),
			Bool("gate", "new: a gate, which judges actions", &r.gate),
			Bool("tool", "new: a tool made of other tools", &r.tool),
			Bool("prompt", "new: a prompt in the place of what was said", &r.prompt),
			Bool("trigger", "new: an answer to a sensor, without a model", &r.trigger),
			Bool("yes", "trust: do not ask", &r.yes),
			Bool("revoke", "trust: trust it no longer", &r.revoke)},
		Description: skillsHelp,
		Action: skillsVerbs().action(a, func(of run) (_ *skillsRun, err error) {
			r.run = of
			if r.agent, err = a.Agent(); err == nil {
				r.agent.Skills.Silent = true // what it prints says what is wrong
			}
			return r, err
		})}
}

const skillsHelp = "Skills are *.lisp and *.org files in ~/.config/pp/skills (skills_dir, SKILLS_DIR), and in\n" +
	".pp/skills of a repository, whose gates count, and all else only once the file is trusted, as it is then.\n\n" +
	"check loads a file that need not be installed, with its examples; test runs the examples of what is installed.\n" +
	"new writes one to begin with. why judges an action and prints what each skill says to it. enable switches on\n" +
	"a skill that comes with pp, or one that was disabled. A skill that failed and may have a gate makes every\n" +
	"action ask until it is mended or disabled.\n\n" +
	"exit codes: 0 done, 1 a skill or an example failed, 2 usage, 3 not confirmed, 78 configuration"

// SkillVerbs are what `pp skills` and /skills can do.
func SkillVerbs() []string {
	var out []string
	for _, v := range skillsVerbs() {
		out = append(out, v.name)
	}
	return out
}

// SkillsHere does in a conversation what `pp skills` does, with the skills that are in use there.
func SkillsHere(a App, ctx context.Context, m *setup.Agent, words []string) error {
	if len(words) > 0 && !slices.Contains(SkillVerbs(), words[0]) {
		return exit.UsageError(exit.Nearest(words[0], SkillVerbs(), "`pp help skills` lists what it can do"),
			"/skills cannot do that: %q", clipped(words[0]))
	}
	named := []string{"show", "check", "new", "enable", "disable", "trust", "why"}
	if len(words) == 1 && slices.Contains(named, words[0]) {
		return exit.UsageError("`pp help skills` lists what each takes", "/skills %s needs a name", words[0])
	}
	verb, words := skillsVerbs().find(words)
	r := &skillsRun{run: run{App: a, ctx: ctx}, agent: m}
	flags := map[string]*bool{"--gate": &r.gate, "--tool": &r.tool, "--prompt": &r.prompt, "--trigger": &r.trigger,
		"--yes": &r.yes, "--revoke": &r.revoke}
	for _, w := range words {
		to := flags[w]
		switch name, flag := strings.CutPrefix(w, "--"); {
		case !flag || verb.name == "why":
			r.words = append(r.words, w)
		case to == nil || !slices.Contains(verb.flags, name):
			return exit.UsageError("leave it out, or run `pp skills` in a shell", "/skills %s does not take %s", verb.name, w)
		default:
			*to = true
		}
	}
	return verb.run(r)
}

// failed is the error of a skill that did not load.
func failedSkill(s skills.Skill) error {
	err := error(s.Problem)
	if s.Problem == nil {
		err = errors.New("the skill " + s.Name + " is " + s.State.String())
	}
	return &exit.Error{Code: exit.Failed, Kind: "skill", Err: err}
}

// named is the skill of a name, else a usage error with the nearest one.
func (r *skillsRun) named(name string) (skills.Skill, error) {
	return skillNamed(r.agent.Skills, name)
}

func skillNamed(k *setup.Skills, name string) (skills.Skill, error) {
	var known []string
	list := append(k.Current().Skills(), k.Off()...)
	for _, of := range []func(skills.Skill) string{func(s skills.Skill) string { return s.Name }, setup.Base} {
		for _, s := range list {
			if of(s) == strings.ToLower(name) {
				return s, nil
			}
			known = append(known, of(s))
		}
	}
	return skills.Skill{}, exit.Unknown("skill", name, known, "`pp skills` lists them")
}

// list prints what there is.
func (r *skillsRun) list() error {
	out := []row{}
	var b strings.Builder
	own := 0
	for _, s := range append(r.agent.Skills.Current().Skills(), r.agent.Skills.Off()...) {
		out = append(out, skillRow(s))
		has := parts(s)
		if s.Trust == skills.Shipped {
			has = append(has, "comes with pp")
		} else {
			own++
		}
		fmt.Fprintf(&b, "%-22s %-9s %s\n", s.Name, s.State, strings.Join(has, ", "))
		if s.Problem != nil {
			fmt.Fprintf(&b, "    %s\n", s.Problem)
		}
		if s.Inert {
			fmt.Fprintf(&b, "    only its gate is used: nobody trusted it; %s does\n", trusting(s))
		}
	}
	if own == 0 {
		b.WriteString("no skills of yours; `pp skills new NAME` writes one to begin with\n")
	}
	return r.App.Show(out, b.String())
}

// parts says what a skill has, for a person.
func parts(s skills.Skill) []string {
	var out []string
	for _, p := range []struct {
		has  bool
		what string
	}{{s.Gate, fmt.Sprintf("gate %d", s.Priority)}, {s.Prompt, "prompt"}, {s.Mandate, "mandate"}, {s.Trigger, "trigger"},
		{s.Recovers, "recovery"}} {
		if p.has {
			out = append(out, p.what)
		}
	}
	for _, tool := range s.Tools {
		out = append(out, "tool "+tool)
	}
	for _, sensor := range s.Sensors {
		out = append(out, "answers :"+sensor.String())
	}
	if len(out) == 0 && s.State == skills.Ready {
		out = append(out, "functions alone")
	}
	return out
}

// show prints all that is known of one skill.
func (r *skillsRun) show() error {
	s, err := r.named(r.words[0])
	if err != nil {
		return err
	}
	facts := [][2]string{{"name", s.Name}, {"state", s.State.String()}}
	if s.Problem != nil {
		facts = append(facts, [2]string{"problem", s.Problem.Error()})
	}
	facts = append(facts, [2]string{"file", s.Path}, [2]string{"of", s.Trust.String()})
	if s.Inert {
		facts = append(facts, [2]string{"inert", "all but its gate, until " + trusting(s)})
	}
	facts = append(facts, [][2]string{{"has", strings.Join(parts(s), ", ")}, {"depends", strings.Join(s.Depends, ", ")},
		{"exports", strings.Join(s.Exports, " ")}, {"hash", s.Hash}, {"version", s.Version}}...)
	for _, e := range s.Examples {
		facts = append(facts, [2]string{"example", exampleText(s, e)})
	}
	return r.App.Show(skillRow(s), lines(10, facts...))
}

// trusting is what a person types to trust all that a skill needs.
func trusting(s skills.Skill) string {
	commands := make([]string, len(s.Untrusted))
	for i, path := range s.Untrusted {
		commands[i] = "`pp skills trust " + Line([]string{path}) + "`"
	}
	return strings.Join(commands, ", then ")
}

// reload loads all of them anew, and says what came of it.
func (r *skillsRun) reload() error {
	list := r.agent.Skills.Reload().Skills()
	var b strings.Builder
	out := []row{}
	count := map[skills.State]int{}
	for _, s := range list {
		count[s.State]++
		out = append(out, skillRow(s))
		if s.State == skills.Failed {
			b.WriteString(setup.FailedText(s) + "\n")
		}
	}
	fmt.Fprintf(&b, "%s ready, %d failed, %d disabled\n", counted(count[skills.Ready], "skill"), count[skills.Failed],
		count[skills.Disabled])
	if err := r.App.Show(out, b.String()); err != nil || count[skills.Failed] == 0 {
		return err
	}
	return exit.Silent(exit.Failed)
}

// mostSkill is more than a file of a skill may have, in bytes.
const mostSkill = 2 << 20

// tryFile has a file used as a skill of the person's, in the place of one of that name.
func tryFile(ctx context.Context, m *setup.Agent, name string) (skills.Skill, error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return skills.Skill{}, err
	}
	data, err := store.Read(ctx, full, mostSkill)
	if errors.Is(err, fs.ErrNotExist) {
		return skills.Skill{}, exit.UsageError("`pp skills` lists those that are installed", "%s: no such file", name)
	}
	if err != nil {
		return skills.Skill{}, err
	}
	if ending := filepath.Ext(full); ending != ".lisp" && ending != ".org" {
		return skills.Skill{}, exit.UsageError("name it NAME.lisp, or NAME.org with blocks of Lisp",
			"%s: a skill is a .lisp or an .org file", name)
	}
	s, err := m.Skills.Try(full, string(data))
	if err != nil {
		return s, fmt.Errorf("%s: %w", name, err)
	}
	return s, ctx.Err()
}

// check loads a file and runs its examples.
func (r *skillsRun) check() error {
	if k := r.agent.Skills; k.Follow { // a conversation goes on with what is installed, and nothing is new about it
		defer k.Trying()()
	}
	s, err := tryFile(r.ctx, r.agent, r.words[0])
	if err != nil {
		return err
	}
	if s.State != skills.Ready {
		if r.Options.JSON {
			return cmp.Or(r.Out.PrintJSON(skillRow(s)), exit.Silent(exit.Failed))
		}
		return failedSkill(s)
	}
	text := s.Path + ": ok: " + strings.Join(parts(s), ", ")
	if n := len(s.Examples); n > 0 {
		text += "; " + counted(n, "example") + " pass"
		if n == 1 {
			text += "es"
		}
	} else if s.Gate {
		text += "; it has no examples, which (defexamples :" + s.Name + " (\"git push\" :pass)) would give it"
	}
	return r.App.Show(skillRow(s), text+"\n")
}

// test runs the examples of the skills that are installed, or of one.
func (r *skillsRun) test() error {
	list := r.agent.Skills.Reload().Skills()
	if len(r.words) > 0 {
		s, err := r.named(r.words[0])
		if err != nil {
			return err
		}
		list = []skills.Skill{s}
	}
	var b strings.Builder
	out := []row{}
	passed, failed := 0, 0
	for _, s := range list {
		if s.State == skills.Disabled && len(r.words) == 0 {
			continue
		}
		out = append(out, skillRow(s))
		bad := 0
		for _, e := range s.Examples {
			b.WriteString(exampleText(s, e) + "\n")
			if e.Passed() {
				passed++
			} else {
				bad++
			}
		}
		if bad == 0 && s.State != skills.Ready {
			b.WriteString("FAIL  " + failedSkill(s).Error() + "\n")
			bad = 1
		}
		failed += bad
	}
	fmt.Fprintf(&b, "%d passed, %d failed\n", passed, failed)
	if err := r.Show(out, b.String()); err != nil || failed == 0 {
		return err
	}
	return exit.Silent(exit.Failed)
}

// why judges an action, and prints what each skill says to it.
func (r *skillsRun) why() error {
	v, answer := checker{agent: r.agent}.judge(questionOf(strings.Join(r.words, " "), ""))
	said := []output.StepJSON{}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: %s\n", answer.Decision, engine.RuleName(answer.Gate, answer.Rule), answer.Reason)
	for i, s := range v.Trace {
		if !isSkillGate(s.Gate) {
			continue
		}
		said = append(said, answer.Trace[i])
		fmt.Fprintf(&b, "  %3d %-24s %-6s %s\n", s.Priority, s.Gate, s.Decision, output.StepText(untimed(s)))
		for _, f := range s.Findings {
			if len(s.Findings) > 1 {
				fmt.Fprintf(&b, "        %-6s %s\n", f.Decision, f.Reason)
			}
		}
	}
	if len(said) == 0 {
		b.WriteString("  no skill has a gate\n")
	}
	return r.App.Show(row{{"decision", answer.Decision}, {"gate", answer.Gate}, {"reason", answer.Reason},
		{"action", answer.Action}, {"skills", said}}, b.String())
}

// untimed is a step without its duration and version, which say nothing of why.
func untimed(s engine.Step) engine.Step {
	s.Duration, s.Version = 0, ""
	return s
}

// isSkillGate reports whether a gate is a skill's, or asks because one failed.
func isSkillGate(name string) bool { return name == "skills" || strings.HasPrefix(name, "skill/") }

// skillRow is a skill as --json prints it. "asks" says that it failed, and makes every action ask.
func skillRow(s skills.Skill) row {
	var problem any
	if p := s.Problem; p != nil {
		problem = &formError{Message: p.Reason, File: p.File, Line: p.Line, Column: p.Column, Form: p.Form}
	}
	sensors, examples := []string{}, []row{}
	for _, sensor := range s.Sensors {
		sensors = append(sensors, sensor.String())
	}
	for _, e := range s.Examples {
		examples = append(examples, row{{"line", e.Line}, {"input", e.Input}, {"want", e.Want}, {"got", e.Got},
			{"reason", e.Reason}, {"passed", e.Passed()}})
	}
	return row{{"name", s.Name}, {"state", s.State.String()}}.and("problem", problem).and("asks", s.Asks).
		join(row{{"path", s.Path}, {"trust", s.Trust.String()}}).and("inert", s.Inert).
		join(row{{"hash", s.Hash}, {"version", s.Version}, {"priority", s.Priority}, {"gate", s.Gate}, {"prompt", s.Prompt},
			{"mandate", s.Mandate}, {"trigger", s.Trigger}, {"recovers", s.Recovers}, {"depends", all(s.Depends)},
			{"exports", all(s.Exports)}, {"tools", all(s.Tools)}, {"sensors", sensors}, {"examples", examples}})
}

// exampleText is an example and what came of it, on one line.
func exampleText(s skills.Skill, e skills.ExampleResult) string {
	if e.Passed() {
		return fmt.Sprintf("ok    %s:%d: %s :%s", s.Path, e.Line, e.Input, e.Want)
	}
	got := e.Got
	if got == "" {
		got = "nothing, as it was not run"
	}
	text := fmt.Sprintf("FAIL  %s:%d: %s wants :%s and gives %s", s.Path, e.Line, e.Input, e.Want, got)
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text
}
