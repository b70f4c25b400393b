package command

import (
	"fmt"
	"strings"

	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/engine/memory"
)

// forget takes notes out of memory, with all their versions, after asking.
func (r *memoryRun) forget() error {
	ids := make([]string, len(r.words))
	texts := make([]string, len(r.words))
	for i, name := range r.words {
		o, err := r.object(name)
		if err != nil {
			return err
		}
		ids[i], texts[i] = o.ID, output.OneLine(o.Content, shownContent)
	}
	if err := r.confirmed(texts); err != nil {
		return err
	}
	gone, err := r.Memory.Store.Forget(r.ctx, r.Memory.Author(""), ids)
	if err != nil {
		return r.Memory.Explained(err)
	}
	if _, err := r.Memory.Rebuild(r.ctx); err != nil {
		return exit.New(exit.Failed, "`pp memory reindex` makes the index anew, without them",
			fmt.Errorf("they are forgotten, and the index may still have them: %w", err))
	}
	return r.sayForgotten(texts, gone)
}

// confirmed shows what would be forgotten, and asks.
func (r *memoryRun) confirmed(texts []string) error {
	question := "forget " + counted(len(texts), "note") + ", every version of it, for good?"
	return r.confirm(r.ctx, r.yes, "give --yes to forget without being asked", func(p *ask.Person) {
		for _, text := range texts {
			p.Say("  %s\n", r.Out.Redact(text))
		}
	}, question, "nothing was forgotten")
}

// sayForgotten prints the forgotten notes, and the hashes that no longer resolve.
func (r *memoryRun) sayForgotten(texts []string, gone memory.Forgotten) error {
	hashes := []string{}
	var b strings.Builder
	for i, text := range texts {
		fmt.Fprintf(&b, "forgot %s: %s\n", r.words[i], text)
	}
	fmt.Fprintf(&b, "gone: %s; these hashes no longer resolve:\n", counted(len(gone.Hashes), "version"))
	for _, h := range gone.Hashes {
		hashes = append(hashes, h.String())
		b.WriteString("  " + h.String() + "\n")
	}
	b.WriteString("what a conversation said of it stays there and in its trace: `pp sessions rm SESSION`, `pp trace " +
		"prune`\n")
	return r.App.Show(row{{"forgotten", gone.IDs}, {"hashes", hashes}}, b.String())
}
