package command

import (
	"context"
	"maps"
	"slices"

	"pp/cli/config"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine/approval"
	"pp/engine/memory"
	"pp/engine/session"
	"pp/providers"
)

// Candidate is what a word of a command line may become.
type Candidate struct{ Value, Description string }

// Values gives the values of a kind that complete a command line; none for a kind that it does not know. It reads
// files, and contacts nothing; what cannot be read gives no candidates.
func Values(a App, kind string) []Candidate {
	switch kind {
	case "format":
		return named("text", "json", "jsonl")
	case "when":
		return named("auto", "always", "never")
	case "scope":
		return named("memex", "workspace", "conversation", "all")
	}
	at, err := setup.Here(a.System, a.Options)
	if err != nil {
		return nil
	}
	s, err := setup.Load(a.System, a.Options, at)
	if err != nil {
		return nil
	}
	return configured(s, kind)
}

// configured are the values that the configuration and what it keeps give.
func configured(s *setup.Settings, kind string) []Candidate {
	switch kind {
	case "provider":
		return named(slices.Sorted(maps.Keys(s.Config.Providers))...)
	case "model":
		return models(s)
	case "key":
		return candidates(s, s.Config.Values(), func(v config.Value) (string, string) { return v.Key, v.Text })
	case "conversation":
		return conversations(s)
	case "rule":
		return rules(s)
	case "token":
		return tokens(s)
	case "note":
		return notes(s)
	case "snapshot":
		return snapshots(s)
	case "skill":
		return skillNames(s)
	case "job":
		return candidates(s, jobsOf(s), func(j job) (string, string) { return j.name, j.schedule })
	}
	return nil
}

// models are the aliases, and the known models by provider.
func models(s *setup.Settings) []Candidate {
	table := providers.DefaultTable()
	var out []Candidate
	for _, aliases := range []map[string]string{s.Config.Aliases, table.Aliases} {
		for _, name := range slices.Sorted(maps.Keys(aliases)) {
			out = append(out, Candidate{Value: name, Description: aliases[name]})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Config.Providers)) {
		out = append(out, Candidate{Value: name + "/"})
		service := table.Service(name, s.Config.Providers[name].BaseURL)
		for _, m := range slices.Sorted(maps.Keys(service.Models)) {
			out = append(out, Candidate{Value: name + "/" + m})
		}
	}
	return out
}

func conversations(s *setup.Settings) []Candidate {
	dir, kept := s.Sessions()
	if !kept {
		return nil
	}
	list, _ := dir.List()
	return candidates(s, list, func(c session.Info) (string, string) { return string(c.ID), c.Title })
}

func rules(s *setup.Settings) []Candidate {
	dir := s.Kept("approvals")
	if dir == "" {
		return nil
	}
	list, _ := approval.NewRules(dir, approval.Options{Clock: s.System.Now}).List()
	return candidates(s, setup.ActiveRules(list), func(r approval.Rule) (string, string) {
		return r.Grant.ID, r.Sentence()
	})
}

// tokens are those of the flight plans that wait.
func tokens(s *setup.Settings) []Candidate {
	store, err := setup.PlanStore(s.System)
	if err != nil {
		return nil
	}
	plans, _ := store.Pending()
	return candidates(s, plans, func(p approval.Plan) (string, string) { return p.Token, p.Action.Command() })
}

// candidates are values with descriptions, in which secrets are masked.
func candidates[T any](s *setup.Settings, list []T, of func(T) (value, description string)) []Candidate {
	var out []Candidate
	for _, item := range list {
		value, description := of(item)
		out = append(out, Candidate{Value: value, Description: s.Redactor.Redact(description)})
	}
	return out
}

func named(names ...string) []Candidate {
	out := make([]Candidate, 0, len(names))
	for _, n := range names {
		out = append(out, Candidate{Value: n})
	}
	return out
}

// notes are the newest of the memex and of this workspace, as the index has them.
func notes(s *setup.Settings) []Candidate {
	m, err := setup.OpenMemory(s, func(string) {})
	if err != nil {
		return nil
	}
	defer m.Close()
	q := memory.Query{Scope: memory.Reach{Workspace: m.Place}, Limit: completedNotes}
	list, _, _ := m.Find(context.Background(), q)
	return candidates(s, list, func(h memory.Hit) (string, string) { return h.Handle, h.Title })
}

// completedNotes is how many notes are offered, the newest.
const completedNotes = 200

// snapshots are those of memory that have a name.
func snapshots(s *setup.Settings) []Candidate {
	m, err := setup.OpenMemory(s, func(string) {})
	if err != nil {
		return nil
	}
	list, _ := m.Store.Snapshots()
	return candidates(s, list, func(x memory.Snapshot) (string, string) { return x.Name, output.When(x.Time) })
}

// skillNames are those of the skills that are there, by the names of their files, and of
// those that come with pp.
func skillNames(s *setup.Settings) []Candidate {
	k := setup.NewSkills(s)
	files := k.Files()
	var out []Candidate
	for _, f := range files {
		out = append(out, Candidate{Value: f.Name, Description: f.Path})
	}
	return append(out, named(k.Shipped()...)...)
}
