package ask

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"pp/actuators/tools"
	"pp/actuators/undo"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/effect"
)

// Show prints the whole question: who asks and why, the action as it would be
// carried out, what it would do. Nothing is cut. What the model wrote stands
// behind a mark on every row, so that it cannot pass for the question.
func (k Asker) Show(ctx context.Context, p *Person, v engine.Verdict) {
	p.Say("\n")
	for _, why := range reasons(v) {
		p.pager.write(p.pager.palette.Yellow, "asks %s\n", oneLine(why))
	}
	p.pager.quote(nil, ActionText(v.Action))
	for _, e := range v.Effects.All() {
		p.Say("  %-9s %s\n", e.Kind, oneLine(e.Subject))
	}
	switch said := v.Action.Explanation; said {
	case writtenByPerson:
	case "":
		p.Say("  explanation: %s\n", engine.NoExplanation)
	default:
		p.pager.speech("the model says", said)
	}
	for _, text := range k.remarks(ctx, v) {
		p.Say("  %s\n", oneLine(text))
	}
}

// reasons are why an action is asked about, a gate's rule and sentence each.
func reasons(v engine.Verdict) (out []string) {
	for _, s := range v.Trace {
		for _, f := range s.Findings {
			if f.Decision == engine.Ask && f.WaivedBy == "" {
				out = append(out, engine.RuleName(s.Gate, f.Rule)+": "+f.Reason)
			}
		}
	}
	return out
}

// remarks are what else there is to know about an action before it is approved.
func (k Asker) remarks(ctx context.Context, v engine.Verdict) (out []string) {
	if op, ok := v.Action.Op.(engine.Run); ok && op.Limit > 0 {
		out = append(out, fmt.Sprintf("for at most %v", op.Limit))
	}
	if text := held(v); text != "" {
		out = append(out, text)
	}
	for _, terms := range k.Agent.Executor.Lender.Terms(ctx, v) {
		out = append(out, "credential: "+terms)
	}
	return append(out, k.Agent.Executor.NotUndoable(v)...)
}

// held says what an action is held to, "" where that needs no saying.
func held(v engine.Verdict) string {
	command := v.Action.Command() != ""
	switch {
	case v.Confinement.Confined() && command && !v.Confinement.Layers:
		return "confined: it can do this and nothing else; with no layer here, it fails where it links or moves what " +
			"stands there, or replaces what is not named"
	case v.Confinement.Confined():
		return "confined: it can do this and nothing else"
	case command:
		return "unconfined: nothing holds it to this"
	}
	return ""
}

// question is what is asked after the action was shown: the keys that can be
// pressed.
func (k Asker) question(q engine.Question) string {
	v := q.Verdict
	keys := append([]string{"y once"}, k.scopeKeys(q)...)
	if v.Action.Command() != "" {
		keys = append(keys, "m modify")
	}
	if changesText(v.Action) {
		keys = append(keys, "d diff")
	}
	return "allow it? " + strings.Join(append(keys, "e explain", "n no"), ", ")
}

// explain prints the whole trace.
func (k Asker) explain(p *Person, v engine.Verdict) {
	for _, s := range v.Trace {
		p.Say("  %3d %-12s %-6s %s\n", s.Priority, s.Gate, s.Decision, oneLine(output.StepText(s)))
	}
}

func changesText(a engine.Action) bool {
	c, ok := a.Op.(engine.Call)
	return ok && slices.Contains([]string{"write-file", "edit-file", "org-modify-file", tools.Tangle}, c.Tool)
}

// diff shows what a write or an edit would change, over the very content that
// the approval is bound to.
func (k Asker) diff(p *Person, v engine.Verdict) {
	text, err := k.change(v)
	if err != nil {
		p.Say("%s\n", oneLine(err.Error()))
		return
	}
	p.Diff(text)
}

// Quote shows a text that somebody else wrote, every byte of it.
func (p *Person) Quote(text string) {
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		p.pager.quote(nil, line)
	}
}

// Diff shows a unified diff.
func (p *Person) Diff(text string) {
	palette := p.pager.palette
	styles := map[byte]func(string) string{'+': palette.Green, '-': palette.Red, '@': palette.Bold}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		var style func(string) string
		if line != "" {
			style = styles[line[0]]
		}
		p.pager.quote(style, line)
	}
}

// Change is the unified diff of what an action would make of the files as they are now; "" of one that is no
// write, edit or tangling. It changes nothing.
func Change(m *setup.Agent, a engine.Action) (string, error) {
	if !changesText(a) {
		return "", nil
	}
	return Asker{Agent: m}.change(m.Judge.Now(a))
}

// change is the unified diff of a write, an edit or a tangling.
func (k Asker) change(v engine.Verdict) (string, error) {
	list, err := Changes(k.Agent, v)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, c := range list {
		b.WriteString(undo.Diff(c.Path, c.Before, c.After, c.Exists))
	}
	if b.Len() == 0 {
		return "", errors.New("nothing would change")
	}
	return b.String(), nil
}

// FileChange is what an action would make of one file, which is new unless it exists.
type FileChange struct {
	Path, Before, After string
	Exists              bool
}

// Changes are what a write, an edit or a tangling would make of files, as it was judged. It changes nothing.
func Changes(m *setup.Agent, v engine.Verdict) ([]FileChange, error) {
	c, ok := v.Action.Op.(engine.Call)
	if !ok || !changesText(v.Action) {
		return nil, errors.New("there is no diff of this: only of write-file, edit-file and org-tangle")
	}
	private := m.Settings.Private
	after := func(p effect.Path, before string) (string, error) {
		text, _, err := tools.After(c, private, p.Name, before)
		return text, err
	}
	if c.Tool == tools.Tangle && len(v.Effects.Reads) == 1 {
		content, _, err := contentOf(v, v.Effects.Reads[0].Name)
		if err != nil {
			return nil, err
		}
		texts, err := tools.TangledAfter(private, v.Effects.Reads[0].Name, content)
		if err != nil {
			return nil, fmt.Errorf("it would fail: %w", err)
		}
		after = func(p effect.Path, _ string) (string, error) { return texts[p.Given], nil }
	} else if len(v.Effects.Writes) != 1 {
		return nil, errors.New("there is no diff of a change to two files")
	}
	return changes(v, after)
}

// changes are those of the files that an action writes.
func changes(v engine.Verdict, after func(p effect.Path, before string) (string, error)) (out []FileChange, err error) {
	for _, p := range v.Effects.Writes {
		if strings.HasSuffix(p.Given, "/") { // a directory
			continue
		}
		before, exists, err := contentOf(v, p.Name)
		if err != nil {
			return nil, err
		}
		text, err := after(p, before)
		if err != nil {
			return nil, fmt.Errorf("it would fail: %w", err)
		}
		out = append(out, FileChange{p.Name, before, text, exists})
	}
	return out, nil
}

// contentOf is what a file holds, as it was judged.
func contentOf(v engine.Verdict, name string) (text string, exists bool, err error) {
	before, err := v.Facts.FS.ReadFile(name, approval.MaxContent)
	exists = !errors.Is(err, fs.ErrNotExist)
	if err != nil && exists {
		return "", true, fmt.Errorf("there is no diff, as what is there cannot be read: %w", err)
	}
	if info, err := v.Facts.FS.Lstat(name); exists && (err != nil || info.Size != int64(len(before))) {
		return "", true, fmt.Errorf("there is no diff: %s is not what it was, or has more than %d MiB", name,
			approval.MaxContent>>20)
	}
	return string(before), exists, nil
}
