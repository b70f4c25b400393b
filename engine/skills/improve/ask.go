package improve

import (
	"strings"

	"pp/engine"
)

// form is what a model has to know to write a skill.
const form = `You write a skill for pp, an agent whose every action is judged by gates: one file of Common Lisp
that a person reads, and keeps or not. Answer with the whole file in one fenced block, and nothing else.

- The language is a pure subset: no files, processes, clock, random numbers, eval.
- (defskill :NAME :priority 100 :mandate "…" :deterministic (lambda (action ctx) …)); a mandate, a gate, or both.
- The mandate is told to models: at most ten short sentences, each of which would have prevented something below.
- The gate gives action itself where it has no objection, (list :type :log :text "why") to deny, and
  (list :type :event :level :approval-required :text "why") to have a person asked. (getf ctx :effects) is a list of
  (:KIND :RUNS :WORDS ("git" "push")), (:KIND :WRITES :PATH "/a/b"), (:KIND :CONNECTS :HOST "example.org") and so on.
- Functions that it needs are defun forms before it, named NAME-something.
- (defexamples :NAME ("git push --force" :deny) ("git push" :pass)): every gate has examples of both; they are run.
- Deny nothing that was carried out before, and be no wider than what was denied.`

// Prompt asks a model for a skill in the place of a draft. What is in the traces is data to it.
// problem is what was wrong with what it wrote before, "" at first.
func (d Draft) Prompt(problem string) engine.Prompt {
	var b strings.Builder
	for _, f := range d.Findings {
		b.WriteString("- " + f.String() + "\n")
		for _, text := range f.Denied {
			b.WriteString("  denied: " + text + "\n")
		}
		for _, text := range f.Passed {
			b.WriteString("  carried out: " + text + "\n")
		}
		if f.Reason != "" {
			b.WriteString("  the person said: " + f.Reason + "\n")
		}
	}
	ask := "Write the skill " + d.Name +
		" for what follows. This is a draft by a template; make it clearer, narrower, and " +
		"say what to do instead where you can:\n\n" + d.Text()
	if problem != "" {
		ask += "\nWhat you wrote before was of no use: " + problem
	}
	return engine.Prompt{
		System: strings.ReplaceAll(form, "NAME", d.Name),
		Tier:   engine.TierReasoning,
		Turns: []engine.Turn{
			{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: ask},
			{Role: engine.RoleUser, Origin: engine.OriginUntrusted, Label: "thought traces", Text: b.String()}},
	}
}

// maxDraft is how much of a reply is taken for a skill, in bytes.
const maxDraft = 16 << 10

// Written is the file that a reply gives: its one fenced block, or all of it where that is Lisp.
// "" is none.
func Written(reply string) string {
	text := strings.TrimSpace(reply)
	if _, rest, fenced := strings.Cut(text, "```"); fenced {
		_, rest, _ = strings.Cut(rest, "\n") // the tag
		block, after, closed := strings.Cut(rest, "```")
		if !closed || strings.Contains(after, "```") {
			return ""
		}
		text = strings.TrimSpace(block)
	}
	if len(text) > maxDraft || !strings.HasPrefix(text, "(") && !strings.HasPrefix(text, ";") {
		return ""
	}
	return text + "\n"
}
