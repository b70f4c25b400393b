package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"pp/actuators/undo"
	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/audit"
	"pp/engine/regular"
	"pp/engine/skills"
	"pp/engine/skills/improve"
)

// Bounds of the traces that are read for a draft, the newest first.
const (
	maxTraces     = 500
	maxTraceBytes = 256 << 20
)

// learned is the name of what is drafted, unless another is given.
const learned = "learned"

// improveJSON is what `pp skills improve --json` prints.
type improveJSON struct {
	Name     string        `json:"name"`
	Path     string        `json:"path"`
	Found    []findingJSON `json:"found"`
	Traces   int           `json:"traces"`
	Records  int           `json:"records"`
	Text     string        `json:"text"`
	Diff     string        `json:"diff"`
	Examples []exampleJSON `json:"examples"`
	Kept     bool          `json:"kept"`
}

type findingJSON struct {
	Kind  string `json:"kind"`
	What  string `json:"what"`
	Count int    `json:"count"`
	Gate  bool   `json:"gate"`
	Text  string `json:"text"`
}

// improve drafts a skill from the thought traces, and keeps it where a person approves.
func (r *skillsRun) improve() error {
	name := learned
	if len(r.words) > 0 {
		name = r.words[0]
	}
	if !skillName(name) {
		return exit.UsageError("use lower-case letters, digits and -, such as learned", "%q is no name for a skill",
			clipped(name))
	}
	dir, _ := r.agent.Skills.Dirs()
	if dir == "" {
		return exit.UsageError("set HOME, XDG_CONFIG_HOME or skills_dir", "there is no place where skills are kept")
	}
	found, err := r.evidence()
	if err != nil {
		return err
	}
	draft := improve.Draft{Name: name, Findings: found.Findings(), Traces: found.Traces()}
	out := improveJSON{Name: name, Path: filepath.Join(dir, name+".lisp"), Traces: found.Traces(),
		Records: found.Records(), Found: []findingJSON{}, Examples: []exampleJSON{}}
	if draft.Empty() {
		return r.App.Show(out, fmt.Sprintf("nothing was denied, changed or failed often enough to say something about it, "+
			"in %s of %s\n", counted(out.Records, "record"), counted(out.Traces, "thought trace")))
	}
	return r.propose(draft, out)
}

// propose shows a draft, and keeps it where a person approves.
func (r *skillsRun) propose(draft improve.Draft, out improveJSON) error {
	old, there, err := r.readOld(out.Path)
	if err != nil {
		return err
	}
	draft, s, text, err := r.drafted(draft, out.Path)
	if err != nil {
		return err
	}
	for _, f := range draft.Findings {
		out.Found = append(out.Found, findingJSON{f.Kind.String(), f.What, f.Count, f.Gate(), f.String()})
	}
	out.Text, out.Diff, out.Examples = text, undo.Diff(out.Path, old, text, there), skillView(s).Examples
	if out.Diff == "" {
		return r.App.Show(out, out.Path+" has all of it already\n")
	}
	p, ok := r.present()
	if !ok {
		err := exit.New(exit.Denied, "run it at a terminal; what it would keep is printed",
			errors.New("nobody is at the terminal to approve it: it was not kept"))
		return errors.Join(r.App.Show(out, out.Text), err)
	}
	defer p.Close()
	if err := r.approve(p, out, s); err != nil {
		return err
	}
	if err := r.keepDraft(out, old); err != nil {
		return err
	}
	out.Kept = true
	r.agent.Skills.Reload()
	return r.App.Show(out, "kept "+out.Path+"\n`pp undo` takes it back\n")
}

// approve shows a person what was found, what came of the examples and the diff, and asks.
func (r *skillsRun) approve(p *ask.Person, out improveJSON, s skills.Skill) error {
	for _, f := range out.Found {
		p.Say("%s\n", f.Text)
	}
	for _, e := range s.Examples {
		p.Say("%s\n", exampleText(s, e))
	}
	p.Diff(out.Diff)
	return p.Confirm(r.ctx, "keep it, and use it from now on?", "it was not kept")
}

// maxOld bounds the file that a draft would take the place of, in bytes.
const maxOld = 1 << 20

// readOld is the file that a draft would take the place of.
func (r *skillsRun) readOld(name string) (text string, there bool, err error) {
	data, err := regular.Read(r.ctx, name, maxOld)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	if len(data) == maxOld {
		err = fmt.Errorf("%s: it is larger than a skill can be; give another name", name)
	}
	return string(data), err == nil, err
}

// evidence reads the thought traces that are kept, the newest first. Of a damaged one it takes what
// stands before the damage.
func (r *skillsRun) evidence() (*improve.Evidence, error) {
	found := &improve.Evidence{Redactor: r.agent.Settings.Redactor}
	dir := r.agent.Settings.Kept("audit")
	if dir == "" {
		return nil, exit.NoPlace("thought traces")
	}
	list, err := traces(dir)
	if err != nil {
		return nil, err
	}
	size := int64(0)
	for i, t := range list {
		if size += t.Bytes; i == maxTraces || size > maxTraceBytes {
			r.Out.Note("note", fmt.Sprintf("only the newest %d of %d thought traces were read", i, len(list)))
			break
		}
		switch err := r.readTrace(found, dir, t.Session); {
		case errors.Is(err, errFull):
			r.Out.Note("note", fmt.Sprintf("only the newest %d records were read", found.Records()))
			return found, nil
		case err != nil:
			return nil, err
		}
	}
	return found, nil
}

// errFull says that no more records are looked at.
var errFull = errors.New("there are more")

// readTrace takes note of the records of one trace.
func (r *skillsRun) readTrace(found *improve.Evidence, dir, session string) error {
	store, err := audit.NewFileStore(dir, session)
	if err != nil {
		return err
	}
	found.Begin()
	_, err = store.Scan(func(e audit.Entry) error {
		if r.ctx.Err() != nil {
			return context.Cause(r.ctx)
		}
		if !found.Add(e) {
			return errFull
		}
		return nil
	})
	_, damaged := errors.AsType[*audit.DamageError](err)
	if damaged || errors.Is(err, fs.ErrNotExist) { // or pruned meanwhile
		r.Out.Note("warning", fmt.Sprintf("%s: %v", store.Path(), err))
		return nil
	}
	return err
}

// drafted is a draft that loads, as it is or as a model writes it, and whose examples pass. What the
// gates see otherwise than the traces tell gets no gate.
func (r *skillsRun) drafted(d improve.Draft, path string) (improve.Draft, skills.Skill, string, error) {
	defer r.agent.Skills.Trying()()
	for range len(d.Findings) + 1 {
		text := d.Text()
		s, err := tried(r.agent, path, text)
		if err == nil {
			if r.ask {
				s, text, err = r.written(d, s, path)
			}
			return d, s, text, err
		}
		var wrong []string
		for _, e := range s.Examples {
			if !e.Passed() {
				wrong = append(wrong, e.Input)
			}
		}
		if len(wrong) == 0 {
			return d, s, "", fmt.Errorf("the draft cannot be used: %w", err)
		}
		d = d.Without(wrong)
	}
	return d, skills.Skill{}, "", errors.New("the draft cannot be used")
}

// tried loads a draft as it would be loaded, and is an error where it is not to be kept.
func tried(m *setup.Agent, path, text string) (skills.Skill, error) {
	if m.Settings.Redactor.Redact(text) != text || strings.Contains(text, engine.Masked) {
		return skills.Skill{}, errors.New("a secret stands in it")
	}
	s, err := m.Skills.Try(path, text)
	switch {
	case err != nil:
	case s.State != skills.Ready:
		err = failedSkill(s)
	case s.Prompt || s.Trigger || s.Recovers || len(s.Tools)+len(s.Sensors) > 0:
		err = errors.New("it may have a gate and a mandate, and nothing else")
	case s.Gate && len(s.Examples) == 0:
		err = errors.New("its gate has no examples")
	}
	return s, err
}

// written is what a model makes of a draft; the draft itself where that cannot be used.
func (r *skillsRun) written(d improve.Draft, s skills.Skill, path string) (skills.Skill, string, error) {
	model, err := r.agent.Model("skills improve")
	if err != nil {
		return s, "", err
	}
	problem := ""
	for range 2 {
		prompt := d.Prompt(problem)
		prompt.Nonce = r.System.Nonce()
		reply, err := model.Complete(r.ctx, prompt)
		if err != nil {
			return s, "", err
		}
		text := improve.Written(reply.Text)
		if text == "" {
			problem = "it was not one file of Lisp in one fenced block"
			continue
		}
		fresh, err := tried(r.agent, path, text)
		if err == nil && fresh.Name != d.Name {
			err = fmt.Errorf("its name is %s, not %s", fresh.Name, d.Name)
		}
		if err == nil {
			return fresh, text, nil
		}
		problem = err.Error()
	}
	r.Out.Note("note", "what the model wrote cannot be used, so this is the draft without it: "+r.Out.Redact(problem))
	return s, d.Text(), nil
}

// keepDraft writes a draft so that it can be undone, unless somebody changed the file meanwhile.
func (r *skillsRun) keepDraft(out improveJSON, old string) error {
	images := r.agent.Executor.Images
	if images == nil {
		return exit.NoPlace("before-images")
	}
	store, err := images()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out.Path), 0o700); err != nil {
		return err
	}
	return store.Around("pp skills improve "+out.Name, r.agent.Settings.Place(), []string{out.Path}, func() error {
		if now, _, err := r.readOld(out.Path); err != nil || now != old {
			return cmp.Or(err, errors.New(out.Path+" was changed meanwhile; it was left as it is"))
		}
		return replacePrivate(out.Path, out.Text, nil)
	})
}
