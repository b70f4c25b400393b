package command

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/providers"
)

// Providers lists the providers, and calls them when asked to; and what models they offer.
func Providers(a App) *cli.Command {
	var check bool
	return &cli.Command{Name: "providers", Usage: "list the providers, which are asked, and their models",
		UsageText: "[--check] [--json] | models [NAME] [--json]",
		Flags: []cli.Flag{a.jsonFlag(),
			Bool("check", "call each provider in use, and each that you configured", &check)},
		Description: modelsForm + scriptForm + "exit codes: 0 done, 2 usage, " +
			"69 with --check or models when one of the cascade did not answer, 78 configuration",
		Action: a.withSettings(func(c *cli.Context, s *setup.Settings) error {
			h, err := setup.NewProviderSet(s, a.Out, nil, "check")
			if err != nil {
				return err
			}
			if c.Args().Present() {
				return showModels(a, c.Context, h, c.Args().Tail())
			}
			return showProviders(a, c.Context, h, check)
		})}
}

// scriptForm is what a person has to know to write the file of a script.
const scriptForm = `A provider with protocol = "script" is no model: it replays its file, one property list for ` +
	`each prompt, in order.
   ; comments are allowed; the turn that is answered must contain the words of :EXPECT
   (:EXPECT "list the files" :FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "ls" :EXPLANATION "To list them.")))
   (:EXPECT ("SUCCESS" "go.mod") :REPLY "There is a go.mod.")
Each has one of :REPLY text, :FORM form, :BYTES #(255 254) or :ERROR :UNAVAILABLE, :TRY-LATER, :AUTH, :CONFIG or
:TOO-LARGE with a :MESSAGE; or, beside a text or alone, tool calls, :CALLS ((:TOOL "read-file" :ARGS "{}" :ID "1"));
and may have :EXPECT, :SYSTEM, :CONTEXT and :RESULTS (a text, or a list of them), :REPEAT n, :DELAY-MS n,
:USAGE (:INPUT n :OUTPUT n), and :CUT :TEXT or :CUT :CALL for a reply that is cut at its token limit.
What does not match ends with exit code 78.

`

func showProviders(a App, ctx context.Context, h *setup.ProviderSet, check bool) error {
	list := h.List()
	var wait sync.WaitGroup
	for i := range list {
		if p := &list[i]; check && (p.Place > 0 || h.Settings.SetUp(p.Name)) {
			wait.Go(func() { p.Check = h.Check(ctx, p.Name) })
		}
	}
	wait.Wait()
	return showChecked(a, list)
}

// showChecked prints providers, and fails when one of the cascade did not answer.
func showChecked(a App, list []setup.ProviderJSON) error {
	err := a.showRows(list, providersText(list))
	if err == nil && slices.ContainsFunc(list, func(p setup.ProviderJSON) bool {
		return p.Place > 0 && p.Check != "" && !strings.HasPrefix(p.Check, "answered")
	}) {
		return exit.Silent(exit.Unavailable)
	}
	return err
}

func providersText(list []setup.ProviderJSON) string {
	var b strings.Builder
	for _, p := range list {
		place := " -"
		if p.Place > 0 {
			place = fmt.Sprintf("%2d", p.Place)
		}
		where := "remote"
		if p.Local {
			where = "local"
		}
		fmt.Fprintf(&b, "%s %-11s %-9s %-6s %s%s, key %s\n", place, p.Name, p.Protocol, where,
			cmp.Or(p.Model, "its own choice"), worthText(p.Worth), p.Key)
		if p.Check != "" {
			fmt.Fprintf(&b, "      %s\n", p.Check)
		}
		for _, m := range p.Models {
			fmt.Fprintf(&b, "      %s/%s%s%s\n", p.Name, m.Name, worthText(m.Worth), tiersText(m.Tiers))
		}
	}
	return b.String()
}

// Cost shows what was spent.
func Cost(a App) *cli.Command {
	since, by := "", "model"
	return &cli.Command{Name: "cost", Usage: "show what was spent",
		UsageText: "[--since=DATE] [--by=model|provider|day] [--json]", Flags: []cli.Flag{a.jsonFlag(),
			Text("since", "from `DATE` on, written 2006-01-02; today unless given", &since),
			Text("by", "add up by `WHAT`: model, provider or day", &by)},
		Description: "exit codes: 0 done, 1 the records cannot be read, 2 usage, 78 configuration",
		Action:      a.withSettings(func(_ *cli.Context, s *setup.Settings) error { return ShowCost(a, s, since, by) })}
}

// spent is what was spent under one name.
type spent struct {
	name                  string
	calls, tokens, cached int
	cost                  float64
	unpriced              bool
}

// ShowCost prints what was spent from a day on, "" being today, added up by model, provider or
// day.
func ShowCost(a App, s *setup.Settings, since, by string) error {
	today := a.System.Now().UTC().Format(time.DateOnly)
	since = cmp.Or(since, today)
	if _, err := time.Parse(time.DateOnly, since); err != nil {
		return exit.UsageError("write it as 2006-01-02", "--since %q is not a date", since)
	}
	name := map[string]func(providers.Entry) string{
		"model":    func(e providers.Entry) string { return e.Provider + "/" + e.Model },
		"provider": func(e providers.Entry) string { return e.Provider },
		"day":      func(e providers.Entry) string { return e.Time.UTC().Format(time.DateOnly) },
	}[by]
	if name == nil {
		return exit.UsageError("use model, provider or day", "--by %q is not known", by)
	}
	var entries []providers.Entry
	if dir := s.Kept("spending"); dir != "" {
		var err error
		if entries, err = providers.NewSpendingFiles(dir).Entries(since, today); err != nil {
			return err
		}
	}
	return printCost(a, sumUp(entries, name))
}

func sumUp(entries []providers.Entry, name func(providers.Entry) string) (out []spent) {
	sums := map[string]spent{}
	for _, e := range entries {
		s := sums[name(e)]
		s.name, s.calls, s.tokens = name(e), s.calls+1, s.tokens+e.Usage.Input+e.Usage.Output
		s.cached += min(e.Usage.Cached, e.Usage.Input)
		s.cost, s.unpriced = s.cost+e.Cost, s.unpriced || !e.Priced
		sums[s.name] = s
	}
	for _, n := range slices.Sorted(maps.Keys(sums)) {
		s := sums[n]
		s.cost = output.Dollars(s.cost)
		out = append(out, s)
	}
	return out
}

// printCost prints sums; the cost is null, or unknown, where a price was.
func printCost(a App, list []spent) error {
	return showList(a, list, "nothing was spent\n", func(s spent) (any, string) {
		var dollars any
		cost, cached := "unknown price", ""
		if !s.unpriced {
			dollars, cost = s.cost, fmt.Sprintf("$%.4f", s.cost)
		}
		if s.cached > 0 {
			cached = fmt.Sprintf(", %d of them from a cache", s.cached)
		}
		return row{{"name", s.name}, {"calls", s.calls}, {"tokens", s.tokens}, {"cached", s.cached}, {"cost_usd", dollars}},
			fmt.Sprintf("%-40s %5d calls %9d tokens  %s%s\n", s.name, s.calls, s.tokens, cost, cached)
	})
}

// modelsForm says what the tiers are.
const modelsForm = `models asks the servers that have a key or are on this machine what they offer, and gives with each
model its window and price, where the server or the table of models says so, and the tier that it answers for its
provider. Where no model is set, what is easy goes to the small one and what is hard to the large one;
pp config set providers.NAME.small MODEL, and .large, say which that is.

`

// showModels prints what the servers of all providers, or of one, offer.
func showModels(a App, ctx context.Context, h *setup.ProviderSet, names []string) error {
	list := h.List()
	if len(names) > 0 {
		if _, ok := h.Settings.Config.Providers[names[0]]; !ok {
			return h.Settings.UnknownProvider(names[0])
		}
		list = []setup.ProviderJSON{h.Describe(names[0])}
	}
	h.Offered(ctx, list, true)
	if len(names) == 0 {
		list = slices.DeleteFunc(list, func(p setup.ProviderJSON) bool { return p.Models == nil && p.Check == "" })
		return showChecked(a, list)
	}
	list[0].Place = max(1, list[0].Place) // it was asked for
	if list[0].Models == nil && list[0].Check == "" {
		list[0].Check = "not asked: it has no server, or no key is set"
	}
	return showChecked(a, list)
}

// worthText is what is known of a model, behind its name.
func worthText(w setup.Worth) string {
	text := ""
	if w.Window > 0 {
		text += fmt.Sprintf(", %d tokens", w.Window)
	}
	if w.Input != nil {
		text += fmt.Sprintf(", $%g in, $%g out", *w.Input, *w.Output)
	}
	return text
}

// tiersText says which tiers a model answers.
func tiersText(tiers []string) string {
	if len(tiers) == 0 {
		return ""
	}
	return ", tier " + strings.Join(tiers, " and ")
}
