package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pp/actuators/undo"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/jobs"
	"pp/engine/store"
)

// memexOf is the memex of a configuration, if it is there.
func memexOf(s *setup.Settings) string {
	if dir := s.Config.MemexDir; dir != "" && setup.Exists(dir) {
		return dir
	}
	return ""
}

// Bounds of what is read of a memex at once.
const (
	maxMemex = 1 << 30 // bytes of all notes
	maxNames = 1 << 20 // files and directories
)

// memex reads the person's notes. errIdle where there is no memex, unless the person asks for it now.
func (r *Running) memex(ctx context.Context) (jobs.Memex, error) {
	root := memexOf(r.Settings)
	if root == "" && r.ByName {
		return jobs.Memex{}, exit.ConfigError("set the directory of your notes with `pp config set memex_dir DIR`",
			"no notes directory (memex_dir)")
	}
	if root == "" {
		return jobs.Memex{}, errIdle
	}
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return jobs.Memex{}, fmt.Errorf("reading the memex: %w", err)
	}
	m := jobs.Memex{Root: root, Home: r.Settings.Where.Home, Private: r.Settings.Private,
		Loose: filepath.Join(root, r.Settings.Config.Scribe.From), Exists: func(name string) bool {
			_, err := os.Stat(name)
			return err == nil || !errors.Is(err, fs.ErrNotExist)
		}}
	w := noteWalk{Running: r, ctx: ctx, memex: &m}
	return m, filepath.WalkDir(root, w.visit)
}

// noteWalk gathers the notes of a memex.
type noteWalk struct {
	*Running
	ctx   context.Context
	memex *jobs.Memex
	size  int64 // of the notes so far
}

// visit takes a file or directory. What cannot be read is said, and left out.
func (w *noteWalk) visit(name string, d fs.DirEntry, err error) error {
	m := w.memex
	switch {
	case w.ctx.Err() != nil:
		return context.Cause(w.ctx)
	case err != nil:
		w.Out.Warn([]string{"it cannot be read: " + err.Error()})
		return nil
	case name == m.Root:
		return nil
	case strings.HasPrefix(d.Name(), ".") && d.IsDir():
		return fs.SkipDir
	case strings.HasPrefix(d.Name(), "."):
		return nil
	case len(m.Names) >= maxNames:
		return fmt.Errorf("%s has over %d files", m.Root, maxNames)
	}
	m.Names = append(m.Names, name)
	if !d.Type().IsRegular() || !isNote(name) {
		return nil
	}
	f, err := readNote(w.ctx, name)
	if err != nil {
		w.Out.Warn([]string{err.Error()})
		return nil
	}
	if w.size += int64(len(f.Text)); w.size > maxMemex {
		return fmt.Errorf("the notes of %s are over %d bytes", m.Root, int64(maxMemex))
	}
	m.Files = append(m.Files, f)
	return nil
}

// isNote reports whether a file is of Org or Markdown.
func isNote(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".org", ".org_archive", ".md", ".markdown":
		return true
	}
	return false
}

// maxOrgFile bounds a file of notes, in bytes.
const maxOrgFile = 64 << 20

func readNote(ctx context.Context, name string) (jobs.File, error) {
	text, err := store.Read(ctx, name, maxOrgFile)
	if err != nil {
		return jobs.File{}, err
	}
	return jobs.File{Name: name, Text: string(text)}, nil
}

// garden looks for what is broken in the notes, reports it, and has each certain repair wait for the person.
func garden(ctx context.Context, r *Running) error {
	m, err := r.memex(ctx)
	if err != nil {
		return err
	}
	report, err := jobs.Inspect(ctx, m)
	if err != nil {
		return err
	}
	p := proposer{Running: r}
	found := []row{} // "line" is 0 for a whole file; "repair" is null if none is certain
	var text strings.Builder
	for _, f := range report.Findings {
		file, repair, shown := below(m.Root, f.File), any(nil), ""
		if f.Repair != nil {
			state, token, err := p.propose(ctx, repairAction(*f.Repair))
			if err != nil {
				return err
			}
			repair = row{{"old", f.Repair.Old}, {"new", f.Repair.New}, {"why", f.Repair.Why}, {"state", state}, {"token", token}}
			shown = repairText(*f.Repair, state, token)
		}
		found = append(found, row{{"kind", f.Kind.String()}, {"file", file}, {"line", f.Line}, {"title", f.Title},
			{"what", f.What}, {"why", f.Why}, {"repair", repair}})
		text.WriteString(findingText(f, file) + shown)
	}
	r.Data = row{{"files", report.Files}, {"links", report.Links}, {"private", report.Private}, {"findings", found}}
	fmt.Fprintf(&text, "%s, %s: %s\n", counted(report.Files, "file"), counted(report.Links, "link"),
		cmp.Or(tally(report.Findings), "nothing to fix"))
	return r.Out.Print(r.Out.Redact(text.String()))
}

// below is a name as it is shown: as it stands below the memex.
func below(root, name string) string { return strings.TrimPrefix(name, root+"/") }

// findingText formats a finding for a person.
func findingText(f jobs.Finding, file string) string {
	place := file
	if f.Line > 0 {
		place += fmt.Sprintf(":%d", f.Line)
	}
	if place != "" {
		place += ": "
	}
	return strings.TrimRight(place+strings.ReplaceAll(f.Kind.String(), "-", " ")+" "+f.What, " ") + ": " + f.Why + "\n"
}

// repairText formats a repair and its state.
func repairText(e jobs.Edit, state, token string) string {
	text := ""
	for _, line := range changedLines(e.Old, e.New) {
		text += "    " + line + "\n"
	}
	text += "    " + e.Why + " "
	switch state {
	case "suspended", "waits":
		return text + "To apply it: pp approve " + token + "\n"
	case "refused":
		return text + "You denied it.\n"
	case "later":
		return text + "pp proposes it after you have decided others.\n"
	}
	return text + "pp cannot repair it: " + state + "\n"
}

// changedLines are the lines that an edit takes away and puts there.
func changedLines(old, now string) (out []string) {
	for i, line := range strings.Split(undo.Diff("", old+"\n", now+"\n", true), "\n") {
		if i > 1 && (strings.HasPrefix(line, "-") || strings.HasPrefix(line, "+")) { // the first two are names
			out = append(out, line[:1]+" "+output.OneLine(line[1:], shownContent))
		}
	}
	return out
}

// tally counts findings by kind, in their order.
func tally(list []jobs.Finding) string {
	counts := map[jobs.Kind]int{}
	var kinds []jobs.Kind
	for _, f := range list {
		if counts[f.Kind]++; counts[f.Kind] == 1 {
			kinds = append(kinds, f.Kind)
		}
	}
	var parts []string
	for _, k := range kinds {
		parts = append(parts, counted(counts[k], strings.ReplaceAll(k.String(), "-", " ")))
	}
	return strings.Join(parts, ", ")
}

// repairAction is the call that makes an edit.
func repairAction(e jobs.Edit) engine.Action {
	a := toolCall("edit-file", "FILEPATH", e.File, "NEW", e.New, "OLD", e.Old)
	a.Explanation = "The gardener proposes it: " + e.Why
	return a
}

// proposer has actions wait for the person, each once: whatever would allow them, they are asked about.
type proposer struct {
	*Running
	plans   []approval.Plan // nil until the first
	waiting int
}

// mostWaiting is how many of a job's proposals wait at once; nobody decides more in a day.
const mostWaiting = 20

// soon is how long before its end a flight plan is made anew, so that one waits all day.
const soon = time.Hour

// propose suspends an action, unless it waits already or the person denied it. state is one of suspended, waits,
// refused and later, or says why it cannot be.
func (p *proposer) propose(ctx context.Context, a engine.Action) (state, token string, err error) {
	m, l, err := p.Agent()
	if err != nil {
		return "", "", err
	}
	if m.Plans == nil {
		return "there is no place for flight plans", "", nil
	}
	if p.plans == nil {
		if p.plans, err = m.Plans.List(); err != nil && p.plans == nil {
			return "", "", err
		}
		aside(l)
		l.Facts = withoutWaivers(l.Facts)
	}
	essence, now := a.Essence(), p.System.Now()
	for _, plan := range p.plans {
		switch same := plan.Action.Essence() == essence; {
		case !same:
		case plan.State == approval.StateDenied:
			return "refused", "", nil
		case !plan.Waits(now):
		case plan.State == approval.StatePlan && plan.Expires.Before(now.Add(soon)):
			if _, err := m.Plans.Renew(ctx, plan.Token, "asked about anew, since its time was nearly over"); err != nil {
				return "", "", err
			}
		default:
			p.waiting++
			return "waits", plan.Token, nil
		}
	}
	if p.waiting++; p.waiting > mostWaiting {
		return "later", "", nil
	}
	if v := l.Judge.Judge(a, l.Facts(a)); !v.Decision.Asks() {
		p.waiting--
		return v.Sentence(), "", nil
	}
	out, err := p.carry(ctx, engine.Request{Action: a})
	switch {
	case err != nil:
		return "", "", err
	case out.Err != nil:
		return "", "", out.Err
	case len(out.Pending) == 0:
		return "it was not suspended", "", nil
	}
	return "suspended", out.Pending[0].Token, nil
}

// withoutWaivers are facts under which nothing that asks is allowed by what the person said before.
func withoutWaivers(facts func(engine.Action) engine.Facts) func(engine.Action) engine.Facts {
	return func(a engine.Action) engine.Facts {
		f := facts(a)
		f.Grants, f.AcceptEdits = nil, false
		var kept []engine.Permission
		for _, p := range f.Permissions {
			if p.Decision != engine.Allow {
				kept = append(kept, p)
			}
		}
		f.Permissions = kept
		return f
	}
}
