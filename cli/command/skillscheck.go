package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/regular"
	"pp/engine/skills"
)

// mostSkill is more than a file of a skill may have, in bytes.
const mostSkill = 2 << 20

// tryFile has a file used as a skill of the person's, in the place of one of that name.
func tryFile(ctx context.Context, m *setup.Agent, name string) (skills.Skill, error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return skills.Skill{}, err
	}
	data, err := regular.Read(ctx, full, mostSkill)
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
			return cmp.Or(r.Out.PrintJSON(skillView(s)), exit.Silent(exit.Failed))
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
	return r.App.Show(skillView(s), text+"\n")
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
	out := []skillJSON{}
	passed, failed := 0, 0
	for _, s := range list {
		if s.State == skills.Disabled && len(r.words) == 0 {
			continue
		}
		out = append(out, skillView(s))
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

// whyJSON is what `pp skills why --json` prints.
type whyJSON struct {
	Decision string            `json:"decision"`
	Gate     string            `json:"gate"` // that decided
	Reason   string            `json:"reason"`
	Action   string            `json:"action"`
	Skills   []output.StepJSON `json:"skills"`
}

// why judges an action, and prints what each skill says to it.
func (r *skillsRun) why() error {
	v, answer := checker{agent: r.agent}.judge(questionOf(strings.Join(r.words, " "), ""))
	out := whyJSON{Decision: answer.Decision, Gate: answer.Gate, Reason: answer.Reason, Action: answer.Action,
		Skills: []output.StepJSON{}}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: %s\n", answer.Decision, engine.RuleName(answer.Gate, answer.Rule), answer.Reason)
	for i, s := range v.Trace {
		if !isSkillGate(s.Gate) {
			continue
		}
		out.Skills = append(out.Skills, answer.Trace[i])
		fmt.Fprintf(&b, "  %3d %-24s %-6s %s\n", s.Priority, s.Gate, s.Decision, output.StepText(untimed(s)))
		for _, f := range s.Findings {
			if len(s.Findings) > 1 {
				fmt.Fprintf(&b, "        %-6s %s\n", f.Decision, f.Reason)
			}
		}
	}
	if len(out.Skills) == 0 {
		b.WriteString("  no skill has a gate\n")
	}
	return r.App.Show(out, b.String())
}

// untimed is a step without its duration and version, which say nothing of why.
func untimed(s engine.Step) engine.Step {
	s.Duration, s.Version = 0, ""
	return s
}

// isSkillGate reports whether a gate is a skill's, or asks because one failed.
func isSkillGate(name string) bool { return name == "skills" || strings.HasPrefix(name, "skill/") }
