package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/engine"
	"pp/engine/approval"
	"pp/engine/view"
)

func rulesCommand(a app) *cli.Command {
	return &cli.Command{Name: "rules", Usage: "list, explain, revoke, test and import learned rules",
		UsageText: "[list | explain ID | revoke ID [REASON …] | test ID COMMAND | import]", Flags: []cli.Flag{a.jsonFlag()},
		Description: "exit codes: 0 done, 1 the rules cannot be read, 2 usage, 3 a rule was refused, 78 configuration",
		Action:      func(c *cli.Context) error { return rulesVerb(a, c.Context, c.Args().Slice()) }}
}

func rulesVerb(a app, ctx context.Context, words []string) error {
	m, err := a.agent()
	if err != nil {
		return err
	}
	if m.rules == nil {
		return &failure{code: exitConfig, kind: "config", err: errors.New("there is no place where rules are kept"), hint: "set HOME or XDG_STATE_HOME"}
	}
	verb := "list"
	if len(words) > 0 {
		verb, words = words[0], words[1:]
	}
	if verb != "list" && verb != "explain" {
		if err := a.out.noJSON("rules " + verb); err != nil {
			return err
		}
	}
	switch {
	case verb == "list" && len(words) == 0:
		return listRules(a, m)
	case verb == "import" && len(words) == 0:
		return importRules(a, ctx, m)
	case verb == "explain" && len(words) == 1:
		r, err := m.rules.Get(words[0])
		if err != nil {
			return usageError("`pp rules` lists them", "%w", err)
		}
		if a.opts.json {
			return a.out.printJSON(viewOf(r))
		}
		return a.out.print(a.out.redact(r.Explain(a.sys.Now())))
	case verb == "revoke" && len(words) >= 1:
		r, err := m.rules.Revoke(ctx, words[0], strings.Join(words[1:], " "))
		if err != nil {
			return usageError("`pp rules` lists them", "%w", err)
		}
		return a.out.print("revoked " + r.Grant.ID + ": " + a.out.redact(r.Sentence()) + "\n")
	case verb == "test" && len(words) >= 2:
		return testRule(a, m, words[0], strings.Join(words[1:], " "))
	}
	return usageError("run `pp help rules`", "rules cannot do that: %q", strings.TrimSpace(verb+" "+strings.Join(words, " ")))
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

func listRules(a app, m *agent) error {
	list, err := m.rules.List()
	if err != nil {
		return err
	}
	out := []ruleView{}
	var b strings.Builder
	for _, r := range list {
		if !r.Active() {
			continue
		}
		v := viewOf(r)
		out = append(out, v)
		fmt.Fprintf(&b, "%s  %s\n    from %s, %s, used %d times\n", v.ID, v.Sentence, v.From, v.Since.Local().Format("2006-01-02 15:04"), v.Uses)
		if v.Advice != "" {
			fmt.Fprintf(&b, "    %s\n", v.Advice)
		}
	}
	if a.opts.json {
		return a.out.printJSON(out)
	}
	if len(out) == 0 {
		return a.out.print("no rule was learned\n")
	}
	return a.out.print(a.out.redact(b.String()))
}

// testRule judges a command with and without one rule.
func testRule(a app, m *agent, id, cmd string) error {
	r, err := m.rules.Get(id)
	if err != nil {
		return usageError("`pp rules` lists them", "%w", err)
	}
	without := m.judgeWith(shellAction(cmd), nil)
	with := m.judgeWith(shellAction(cmd), []engine.Grant{r.Grant})
	return a.out.print(a.out.redact("without: " + without.Sentence() + "\nwith:    " + with.Sentence() + "\n"))
}

// importRules shows and tests each suggestion of the repository, and keeps those
// that the person wants. A suggestion does nothing before that.
func importRules(a app, ctx context.Context, m *agent) error {
	name := filepath.Join(m.settings.where.workspace.Root, ".pp", "rules.toml")
	data, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return usageError("a repository suggests rules in .pp/rules.toml", "%s: no such file", name)
	}
	if err != nil {
		return err
	}
	fs := view.New()
	list, err := approval.ReadSuggestions(data, m.settings.where.workspace.Root, fs)
	if err != nil {
		return &failure{code: exitConfig, kind: "config", err: fmt.Errorf("%s: %w", name, err),
			hint: "it is the repository's file: correct it there, or leave it; nothing of it was imported"}
	}
	p, ok := a.present()
	if !ok {
		return usageError("run it at a terminal", "importing rules needs a person, for each of them")
	}
	defer p.close()
	for _, s := range list {
		if err := importOne(a, ctx, m, p, s, name); err != nil {
			return err
		}
	}
	return nil
}

func importOne(a app, ctx context.Context, m *agent, p *person, s approval.Suggestion, name string) error {
	if s.Rule.Why != "" {
		p.say("the repository says: %s\n", s.Rule.Why)
	}
	p.say("%s\nkeep that? y yes, anything else no ", s.Rule.Sentence())
	key, err := p.key(ctx)
	p.say("\n")
	if err != nil || key != 'y' && key != 'Y' {
		return err
	}
	kept, err := m.rules.Learn(ctx, s.Rule, "import of "+name, m.judgeWith)
	var wide *approval.WideError
	if errors.As(err, &wide) {
		p.say("refused: %v\n", err)
		return nil
	}
	if err == nil {
		p.say("kept as %s\n", kept.Grant.ID)
	}
	return err
}
