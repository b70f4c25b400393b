package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"pp/cli/setup"
	"pp/engine/approval"
	"pp/engine/audit"
	"pp/engine/jobs"
	"pp/engine/memory/index"
)

// builtins are the jobs that come with pp, in the order in which they run.
func builtins(s *setup.Settings) []job {
	return []job{
		{name: "checkpoint", schedule: every(s.Config.MemoryAutoSave), run: checkpoint},
		{name: "approvals", schedule: "every 10s", suspend: true, run: carryOutApproved},
		{name: "index", schedule: "every 5m", run: freshenIndex},
		{name: "vectors", schedule: "every 10m", run: embedStale},
		{name: "gardener", schedule: "@daily", dir: memexOf(s), tier: "reflex", suspend: true, run: garden},
		{name: "scribe", schedule: "@hourly", off: !s.Config.Scribe.Enable, dir: memexOf(s), tier: "cognition",
			suspend: true, run: scribe},
		{name: "pruning", schedule: "@daily", run: prune},
	}
}

// remembered opens what is remembered; errIdle where nothing was kept yet.
func (r *Running) remembered(have func(*setup.Settings) bool) (*setup.Memory, error) {
	if !have(r.Settings) {
		return nil, errIdle
	}
	return setup.OpenMemory(r.Settings, func(text string) { r.Out.Warn([]string{text}) })
}

func keptNotes(s *setup.Settings) bool {
	return s.Kept("memory") != "" && setup.Exists(s.Kept("memory"))
}

func anyNotes(s *setup.Settings) bool { return s.Config.MemexDir != "" || keptNotes(s) }

// checkpoint notes where memory stands, if something was written since the last snapshot.
func checkpoint(ctx context.Context, r *Running) error {
	m, err := r.remembered(keptNotes)
	if err != nil {
		return err
	}
	taken, err := m.Store.Checkpoint(ctx, m.Author(""))
	if err == nil && !taken {
		return errIdle
	}
	return m.Explained(err)
}

// carryOutApproved carries out the flight plans that a person marked APPROVED.
func carryOutApproved(ctx context.Context, r *Running) error {
	store, err := setup.PlanStore(r.System)
	if err != nil {
		return err
	}
	if plans, err := store.Pending(); err == nil && len(plans) == 0 {
		return errIdle
	}
	setup.SyncPlans(ctx, r.System, store, r.Out, nil)
	plans, err := store.Pending()
	marked := func(p approval.Plan) bool { return p.State == approval.StateApproved && p.Agent == "" }
	if err == nil && !slices.ContainsFunc(plans, marked) {
		return errIdle
	}
	return runApproved(r.App, ctx)
}

// freshenIndex looks for what changed in the memex and in memory.
func freshenIndex(ctx context.Context, r *Running) error {
	m, err := r.remembered(anyNotes)
	if err != nil {
		return err
	}
	defer m.Close()
	m.Patience = 10 * setup.Patience
	x, fresh, err := m.Index(ctx)
	if err != nil {
		return err
	}
	stat, err := x.Stat()
	if err != nil {
		return err
	}
	now := fmt.Sprint(stat.Changes, fresh.Files, fresh.Notes)
	if was := r.Record.Mark; was == now {
		return errIdle
	}
	r.Record.Mark = now
	return r.Out.Print(fmt.Sprintf("%s, %s, %d not looked at\n", counted(fresh.Files, "file"),
		counted(fresh.Notes, "note"), fresh.Behind))
}

// embedStale makes the vectors that notes lack, where notes are found by meaning.
func embedStale(ctx context.Context, r *Running) error {
	if r.Settings.Config.Embedding.Provider == "hashing" {
		return errIdle
	}
	m, err := r.remembered(anyNotes)
	if err != nil {
		return err
	}
	defer m.Close()
	m.ByMeaning(r.Out)
	if _, _, err := m.Index(ctx); err != nil {
		return err
	}
	done, left := 0, 0
	err = m.Embed(ctx, func(p index.Progress) { done, left = done+p.Done, p.Left })
	if err == nil && done == 0 && left == 0 {
		return errIdle
	}
	return r.Out.Worse(r.Out.Print(fmt.Sprintf("embedded %s; left: %d\n", counted(done, "note"), left)), err)
}

// planKept is how long a flight plan that came to its end is kept.
const planKept = "30d"

// prune removes what is over its bounds: thought traces, flight plans that ended and what waits with them, and
// what is known of jobs that are no more.
func prune(ctx context.Context, r *Running) error {
	var worst error
	if dir := r.Settings.Kept("audit"); setup.Exists(dir) {
		kept := r.Settings.Config.Trace
		gone, err := audit.Prune(dir, audit.Limits{Before: r.System.Now().Add(-kept.MaxAge), MaxBytes: int64(kept.MaxSize)})
		worst = r.Out.Worse(worst, err)
		if len(gone) > 0 {
			worst = r.Out.Worse(worst, r.Out.Print("removed "+counted(len(gone), "thought trace")+"\n"))
		}
	}
	if setup.Exists(r.Settings.Kept("approvals")) {
		worst = r.Out.Worse(worst, prunePlans(r.App, ctx, planKept))
	}
	gone, err := forgetJobs(r)
	if gone > 0 {
		worst = r.Out.Worse(worst, r.Out.Print("forgot "+counted(gone, "job")+" that are no more\n"))
	}
	return r.Out.Worse(worst, err)
}

// forgetJobs removes what is known of jobs that are not configured any more, once they have been gone for as
// long as thought traces are kept.
func forgetJobs(r *Running) (int, error) {
	store := jobs.NewStore(r.Settings.Kept("jobs"))
	names, err := store.Names()
	if err != nil {
		return 0, err
	}
	there := jobsOf(r.Settings)
	gone := 0
	for _, name := range names {
		info, err := os.Stat(filepath.Join(r.Settings.Kept("jobs"), name+".job"))
		if err != nil || slices.ContainsFunc(there, func(j job) bool { return j.name == name }) ||
			r.System.Now().Sub(info.ModTime()) < r.Settings.Config.Trace.MaxAge {
			continue
		}
		if err := store.Remove(name); err != nil {
			return gone, err
		}
		gone++
	}
	return gone, nil
}
