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
	"pp/engine/skills"
	"pp/providers"
)

// Candidate holds one completion of a word.
type Candidate struct{ Value, Description string }

// Values returns the values of a kind, to complete a command line; none for an unknown kind. It reads files but opens
// no connection, and skips what it cannot read.
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
	case "job":
		return candidates(s, jobsOf(s), func(j job) (string, string) { return j.name, j.schedule })
	case "skill":
		k := setup.NewSkills(s)
		files := candidates(s, k.Files(), func(f skills.File) (string, string) { return f.Name, f.Path })
		return append(files, named(k.Shipped()...)...)
	case "session":
		if dir, kept := s.Sessions(); kept {
			list, _ := dir.List()
			return candidates(s, list, func(c session.Info) (string, string) { return string(c.ID), c.Title })
		}
	case "rule":
		if dir := s.Kept("approvals"); dir != "" {
			list, _ := approval.NewRules(dir, approval.Options{Clock: s.System.Now}).List()
			return candidates(s, setup.ActiveRules(list), func(r approval.Rule) (string, string) {
				return r.Grant.ID, r.Sentence()
			})
		}
	case "token":
		if store, err := setup.PlanStore(s.System); err == nil {
			plans, _ := store.Pending()
			return candidates(s, plans, func(p approval.Plan) (string, string) { return p.Token, p.Action.Command() })
		}
	case "note":
		return notes(s)
	case "snapshot":
		if m, err := setup.OpenMemory(s, func(string) {}); err == nil {
			list, _ := m.Store.Snapshots()
			return candidates(s, list, func(x memory.Snapshot) (string, string) { return x.Name, output.When(x.Time) })
		}
	}
	return nil
}

// models are the aliases, and the known models by provider.
func models(s *setup.Settings) []Candidate {
	table := providers.DefaultTable()
	var out []Candidate
	for _, aliases := range []map[string]string{s.Config.Aliases, table.Aliases} {
		for _, name := range slices.Sorted(maps.Keys(aliases)) {
			out = append(out, Candidate{name, aliases[name]})
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

// notes returns the newest indexed notes of the memex and of this workspace.
func notes(s *setup.Settings) []Candidate {
	m, err := setup.OpenMemory(s, func(string) {})
	if err != nil {
		return nil
	}
	defer m.Close()
	q := memory.Query{Scope: memory.Reach{Workspace: m.Place}, Limit: 200}
	list, _, _ := m.Find(context.Background(), q)
	return candidates(s, list, func(h memory.Hit) (string, string) { return h.Handle, h.Title })
}

// candidates are values with descriptions, in which secrets are masked.
func candidates[T any](s *setup.Settings, list []T, of func(T) (value, description string)) (out []Candidate) {
	for _, item := range list {
		value, description := of(item)
		out = append(out, Candidate{value, s.Redactor.Redact(description)})
	}
	return out
}

func named(names ...string) (out []Candidate) {
	for _, n := range names {
		out = append(out, Candidate{Value: n})
	}
	return out
}
