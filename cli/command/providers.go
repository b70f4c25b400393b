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
	var check, tier bool
	return &cli.Command{Name: "providers", Usage: "list the providers, which are asked, and their models",
		UsageText: "[--check] [--json] | models [NAME] [--json] | models --set-tier MODEL TIER",
		Flags: []cli.Flag{a.jsonFlag(), Bool("check", "call each provider that is asked, and each that you set up", &check),
			Bool("set-tier", "have a model answer what is easy or hard: small or large", &tier)},
		Description: modelsForm + scriptForm + "exit codes: 0 done, 2 usage, " +
			"69 with --check or models when one of the cascade did not answer, 78 configuration",
		Action: a.withSettings(func(c *cli.Context, s *setup.Settings) error {
			h, err := setup.NewProviderSet(s, a.Out, nil, "check")
			if err != nil {
				return err
			}
			words := c.Args().Slice()
			switch {
			case tier && len(words) == 3:
				return setTier(a, c.Context, h, words[1], words[2])
			case tier:
				return exit.UsageError("write: pp providers models --set-tier PROVIDER/MODEL small",
					"--set-tier needs a model and a tier")
			case len(words) > 0:
				return showModels(a, c.Context, h, words[1:])
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

type costJSON struct {
	Name   string   `json:"name"`
	Calls  int      `json:"calls"`
	Tokens int      `json:"tokens"`
	Cached int      `json:"cached"`   // of the tokens: read from a cache
	Cost   *float64 `json:"cost_usd"` // null when a price was unknown
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

func sumUp(entries []providers.Entry, name func(providers.Entry) string) []costJSON {
	sums := map[string]*costJSON{}
	for _, e := range entries {
		s := sums[name(e)]
		if s == nil {
			zero := 0.0
			s = &costJSON{Name: name(e), Cost: &zero}
			sums[name(e)] = s
		}
		s.Calls++
		s.Tokens += e.Usage.Input + e.Usage.Output
		s.Cached += min(e.Usage.Cached, e.Usage.Input)
		switch {
		case !e.Priced:
			s.Cost = nil
		case s.Cost != nil:
			*s.Cost += e.Cost
		}
	}
	out := []costJSON{}
	for _, n := range slices.Sorted(maps.Keys(sums)) {
		if s := sums[n]; s.Cost != nil {
			*s.Cost = output.Dollars(*s.Cost)
		}
		out = append(out, *sums[n])
	}
	return out
}

func printCost(a App, list []costJSON) error {
	return showList(a, len(list), "nothing was spent\n", func(i int) (any, string) {
		c, cost := list[i], "unknown price"
		if c.Cost != nil {
			cost = fmt.Sprintf("$%.4f", *c.Cost)
		}
		cached := ""
		if c.Cached > 0 {
			cached = fmt.Sprintf(", %d of them from a cache", c.Cached)
		}
		return c, fmt.Sprintf("%-40s %5d calls %9d tokens  %s%s\n", c.Name, c.Calls, c.Tokens, cost, cached)
	})
}
