package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/regular"
	"pp/engine/view"
)

// Rules lists, explains, revokes, tests and imports learned rules.
func Rules(a App) *cli.Command {
	return &cli.Command{Name: "rules", Usage: "list, explain, revoke, test and import learned rules",
		UsageText: "[list | explain ID | revoke ID [REASON …] | test ID [COMMAND …] | import]",
		Flags:     []cli.Flag{a.jsonFlag()},
		Description: "test without a command tells how many of the questions on record the rule would have answered.\n" +
			"exit codes: 0 done, 1 the rules cannot be read, 2 usage, 3 a rule was refused, 78 configuration",
		Action: func(c *cli.Context) error { return rulesVerb(a, c.Context, c.Args().Slice()) }}
}

func rulesVerb(a App, ctx context.Context, words []string) error {
	m, err := a.Agent()
	if err != nil {
		return err
	}
	if m.Rules == nil {
		return exit.ConfigError(exit.NoPlaceHint, "there is no place where rules are kept")
	}
	verb := "list"
	if len(words) > 0 {
		verb, words = words[0], words[1:]
	}
	if verb != "list" && verb != "explain" {
		if err := a.Out.NoJSON("rules " + verb); err != nil {
			return err
		}
	}
	switch verb {
	case "import":
		return importRules(a, ctx, m)
	case "explain":
		r, err := m.Rules.Get(words[0])
		if err != nil {
			return exit.UsageError("`pp rules` lists them", "%w", err)
		}
		return a.Show(viewOf(r), r.Explain(a.System.Now()))
	case "revoke":
		r, err := m.Rules.Revoke(ctx, words[0], strings.Join(words[1:], " "))
		if err != nil {
			return exit.UsageError("`pp rules` lists them", "%w", err)
		}
		return a.Out.Print("revoked " + r.Grant.ID + ": " + a.Out.Redact(r.Sentence()) + "\n")
	case "test":
		return testRule(a, ctx, m, words[0], strings.Join(words[1:], " "))
	}
	return ListRules(a, m)
}

type ruleView struct {
	ID       string    `json:"id"`
	Sentence string    `json:"sentence"`
	From     string    `json:"from"`
	Since    time.Time `json:"since"`
	Uses     int       `json:"uses"`
	Denied   int       `json:"denied"` // of the uses
	Advice   string    `json:"advice"`
}

func viewOf(r approval.Rule) ruleView {
	return ruleView{r.Grant.ID, r.Sentence(), r.From, r.Since, r.Usage.Uses, r.Usage.Denied, r.Advice()}
}

// ListRules prints the learned rules in force.
func ListRules(a App, m *setup.Agent) error {
	list, err := m.Rules.List()
	if err != nil {
		return err
	}
	out := []ruleView{}
	var b strings.Builder
	for _, r := range setup.ActiveRules(list) {
		v := viewOf(r)
		out = append(out, v)
		fmt.Fprintf(&b, "%s  %s\n    from %s, %s, used %d times\n", v.ID, v.Sentence, v.From, output.When(v.Since), v.Uses)
		if v.Advice != "" {
			fmt.Fprintf(&b, "    %s\n", v.Advice)
		}
	}
	return a.showRows(out, cmp.Or(b.String(), "no rule was learned\n"))
}

// testRule judges a command with and without one rule, or, without a command, the questions that
// are on record.
func testRule(a App, ctx context.Context, m *setup.Agent, id, cmd string) error {
	r, err := m.Rules.Get(id)
	if err != nil {
		return exit.UsageError("`pp rules` lists them", "%w", err)
	}
	if cmd == "" {
		return testOnRecord(a, ctx, m, r)
	}
	without := m.Judge.With(ShellAction(cmd), nil)
	with := m.Judge.With(ShellAction(cmd), []engine.Grant{r.Grant})
	return a.Out.Print(a.Out.Redact("without: " + without.Sentence() + "\nwith:    " + with.Sentence() + "\n"))
}

// maxSuggestions bounds what is read of a repository's suggestions, in bytes; what is
// cut off there does not parse.
const maxSuggestions = 1 << 20

// importRules shows and tests each suggestion of the repository, and keeps those
// that the person wants. A suggestion does nothing before that.
func importRules(a App, ctx context.Context, m *setup.Agent) error {
	name := filepath.Join(m.Settings.Where.Workspace.Root, ".pp", "rules.toml")
	data, err := regular.Read(ctx, name, maxSuggestions)
	if errors.Is(err, os.ErrNotExist) {
		return exit.UsageError("a repository suggests rules in .pp/rules.toml", "%s: no such file", name)
	}
	if err != nil {
		return err
	}
	fs := view.New()
	list, err := approval.ReadSuggestions(data, m.Settings.Where.Workspace.Root, fs)
	if err != nil {
		return exit.ConfigError("it is the repository's file: correct it there, or leave it; nothing of it was imported",
			"%s: %w", name, err)
	}
	p, ok := a.present()
	if !ok {
		return exit.UsageError("run it at a terminal", "importing rules needs a person, for each of them")
	}
	defer p.Close()
	for _, s := range list {
		if err := importOne(ctx, m, p, s, name); err != nil {
			return err
		}
	}
	return nil
}

func importOne(ctx context.Context, m *setup.Agent, p *ask.Person, r approval.Rule, name string) error {
	if r.Why != "" {
		p.Say("the repository says: %s\n", r.Why)
	}
	if yes, err := p.Yes(ctx, r.Sentence()+"\nkeep that?"); err != nil || !yes {
		return err
	}
	kept, err := m.Rules.Learn(ctx, r, "import of "+name, m.Judge.With)
	if _, ok := errors.AsType[*approval.WideError](err); ok {
		p.Say("refused: %v\n", err)
		return nil
	}
	if err == nil {
		p.Say("kept as %s\n", kept.Grant.ID)
	}
	return err
}
