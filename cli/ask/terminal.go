package ask

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/approval"
)

// terminal puts questions to the person at the terminal.
type terminal struct {
	Asker
	person *Person
}

// put shows the whole question and takes keys until one answers it.
func (t terminal) put(ctx context.Context, s Shown) (Choice, error) {
	if s.Again != "" {
		t.person.Say("%s\n", oneLine(s.Again))
	} else {
		t.show(s)
	}
	keys, asked := t.keys(s)
	for {
		key, err := t.person.choice(ctx, keys, asked)
		if err != nil {
			return Choice{}, err
		}
		if c, done, err := t.answer(ctx, s, key); err != nil || done {
			return c, err
		}
	}
}

// show prints the whole question without cuts. Every row of the model's text has a mark.
func (t terminal) show(s Shown) {
	p, palette := t.person, t.person.pager.palette
	p.Say("\n")
	why := func() {
		for _, text := range s.Reasons {
			p.pager.write(palette.Yellow, "asks %s\n", oneLine(text))
		}
	}
	if how, said, _ := strings.Cut(s.Failed, "\n"); how != "" {
		p.pager.write(palette.Red, "%s\n", oneLine(how))
		if said != "" {
			p.Quote(said)
		}
	}
	v := s.Question.Verdict
	if s.Question.Did != nil {
		p.pager.write(palette.Yellow, "it was done in a layer, and nothing of it is there yet:\n")
	} else {
		why()
	}
	p.pager.quote(nil, ActionText(v.Action))
	for _, text := range slices.Concat(s.Does, s.Did) {
		p.Say("  %s\n", oneLine(text))
	}
	switch said := v.Action.Explanation; {
	case s.Question.Did != nil:
		why()
	case said == writtenByPerson:
	case said == "":
		p.Say("  explanation: %s\n", engine.NoExplanation)
	default:
		p.pager.speech("the model says", said)
	}
	for _, text := range s.Remarks {
		p.Say("  %s\n", oneLine(text))
	}
	if s.Onward != "" {
		p.Say("%s\n", oneLine(s.Onward))
	}
}

// keys are those that answer a question, and what is asked with them.
func (t terminal) keys(s Shown) (keys, asked string) {
	did, list := s.Question.Did, []string{"y once"}
	switch {
	case did != nil:
		keys, asked, list[0] = "ylde?", "take it over? ", "y yes"
	case s.Plan != nil && s.Plan.Agent != "":
		return "y", "let " + oneLine(s.Plan.Agent) + " do it once? y yes, n no"
	case s.Plan != nil:
		return "y", "carry it out? y yes, n no"
	default:
		keys, asked = "ymde?", "allow it? "
	}
	if s.Plan == nil {
		keys += "sa"
	}
	if len(s.Session) > 0 {
		list = append(list, "s this session")
	}
	if len(s.Always) > 0 {
		list = append(list, "a always")
	}
	action := s.Question.Verdict.Action
	if did == nil && action.Command() != "" {
		list = append(list, "m modify")
	}
	if _, folded := output.ChangeLines(did); folded {
		list = append(list, "l list all")
	}
	if did != nil || changesText(action) {
		list = append(list, "d diff")
	}
	return keys, asked + strings.Join(append(list, "e explain", "n no"), ", ")
}

// answer acts on one key; done is false for a key that only asks for more.
func (t terminal) answer(ctx context.Context, s Shown, key byte) (c Choice, done bool, err error) {
	p, q := t.person, s.Question
	switch key {
	case 'y':
		return Choice{Kind: engine.AnswerOnce}, true, nil
	case 's':
		return t.grant(ctx, engine.AnswerSession, s.Session, s.refused)
	case 'a':
		return t.grant(ctx, engine.AnswerAlways, s.Always, s.refused)
	case 'm':
		revised, err := t.modify(ctx, q.Verdict)
		return Choice{Kind: engine.AnswerModify, Revised: revised}, revised != nil, err
	case 'n':
		if s.Plan != nil {
			return Choice{Kind: engine.AnswerDeny}, true, nil
		}
		why, err := p.line(ctx, "why not? (told to the model) ")
		return Choice{Kind: engine.AnswerDeny, Reason: why}, true, err
	case 'l':
		for _, d := range q.Did {
			p.Say("  %s\n", oneLine(output.ChangeLine(d)))
		}
	case 'd':
		t.showDiffs(q)
	case 'e', '?':
		for _, v := range append([]engine.Verdict{q.Verdict}, q.Also...) {
			t.explain(v)
		}
	}
	return Choice{Kind: engine.AnswerDeny}, key == ctrlD, nil
}

// showDiffs shows what would become of texts, or did.
func (t terminal) showDiffs(q engine.Question) {
	if q.Did == nil {
		diff, err := t.change(q.Verdict)
		if err != nil {
			t.person.Say("%s\n", oneLine(err.Error()))
			return
		}
		t.person.Diff(diff)
		return
	}
	for _, diff := range diffsOf(q) {
		if diff != "" {
			t.person.Diff(diff)
		}
	}
}

// grant shows the scopes that there are, narrow to wide, and takes the number of one: none is kept unread.
func (t terminal) grant(ctx context.Context, kind engine.AnswerKind, offers []Offer,
	refused map[engine.AnswerKind][]string) (c Choice, done bool, err error) {
	for i, o := range offers {
		for j, text := range o.Sentences {
			mark := "   "
			if j == 0 {
				mark = fmt.Sprintf("%d  ", i+1)
			}
			t.person.Say("  %s%s\n", mark, oneLine(text))
		}
	}
	for _, why := range refused[kind] {
		t.person.Say("  -  %s\n", oneLine(why))
	}
	n := min(len(offers), 9)
	if n == 0 {
		return c, false, nil
	}
	numbers := "1"
	if n > 1 {
		numbers = fmt.Sprintf("1 to %d", n)
	}
	key, err := t.person.choice(ctx, "123456789"[:n], "keep which? "+numbers+", n none")
	if err != nil || key < '1' || key > '9' {
		return c, false, err
	}
	return Choice{Kind: kind, Offer: int(key - '1')}, true, nil
}

// writtenByPerson is the explanation of a command that no model proposed.
const writtenByPerson = "Written by the person in place of the proposal."

// modify lets the person write another command, which is judged from the start; nil where they did not.
func (t terminal) modify(ctx context.Context, v engine.Verdict) (*engine.Action, error) {
	op, ok := v.Action.Op.(engine.Run)
	if !ok {
		t.person.Say("only a command can be modified here.\n")
		return nil, nil
	}
	text, err := t.person.editLine(ctx, "the command instead: ", op.Command)
	if err != nil || text == "" || text == op.Command {
		return nil, err
	}
	revised := v.Action
	op.Command = text
	revised.Op, revised.Explanation = op, writtenByPerson
	return &revised, nil
}

// explain prints the whole trace.
func (t terminal) explain(v engine.Verdict) {
	for _, s := range v.Trace {
		t.person.Say("  %3d %-12s %-6s %s\n", s.Priority, s.Gate, s.Decision, oneLine(output.StepText(s)))
	}
}

// Show prints the whole of a command that was proposed.
func (k Asker) Show(ctx context.Context, p *Person, v engine.Verdict) {
	terminal{k, p}.show(k.describe(ctx, engine.Question{Verdict: v}))
}

// SealShown binds the person's choice to the shown action. A command without questions needs no seal.
func (k Asker) SealShown(v engine.Verdict) (approval.Seal, error) {
	if !v.Decision.Asks() {
		return approval.Seal{}, nil
	}
	return k.seal(v)
}

// Choose reads keys until one decides: it returns done to run the command, or the next verdict to show.
func (k Asker) Choose(ctx context.Context, p *Person, v engine.Verdict) (
	next engine.Verdict, done bool, err error) {
	t := terminal{k, p}
	keys, asked := "rme?", "r run, m modify, e explain, q quit"
	if v.Decision == engine.Deny {
		keys, asked = keys[1:], strings.TrimPrefix(asked, "r run, ")
	}
	for {
		key, err := p.choice(ctx, keys, asked)
		if err != nil {
			return v, false, err
		}
		switch key {
		case 'r':
			return v, true, nil
		case 'e', '?':
			t.explain(v)
		case 'm':
			revised, err := t.modify(ctx, v)
			if err != nil {
				return v, false, err
			}
			if revised != nil {
				return k.Agent.Judge.Now(*revised), false, nil
			}
		default:
			return v, false, exit.Silent(exit.Denied)
		}
	}
}

// Chosen approves the command that the person chose to run, as shown, and asks as usual about other commands.
func (k Asker) Chosen(shown engine.Verdict, seal approval.Seal) engine.Approver {
	return chosen{k, shown, seal}
}

type chosen struct {
	Asker
	shown engine.Verdict
	seal  approval.Seal
}

// Ask implements engine.Approver.
func (k chosen) Ask(ctx context.Context, q engine.Question) (engine.Answer, error) {
	if v := q.Verdict; k.Knows(v) && q.Did == nil &&
		k.seal.Check(v, setup.Binding(v), k.Agent.Settings.System.Now()) == nil {
		return engine.Answer{Kind: engine.AnswerOnce}, nil
	}
	return k.Asker.Ask(ctx, q)
}

// Knows implements engine.Knowing.
func (k chosen) Knows(v engine.Verdict) bool { return v.SameQuestion(k.shown) }
