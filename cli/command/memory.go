package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine/memory"
	"pp/engine/memory/index"
	"pp/engine/session"
)

// memoryRun is one run of `pp memory`: its flags, and what it works on.
type memoryRun struct {
	run
	Memory *setup.Memory

	tags                                  setup.Texts
	todo, scope, since, session, replaces string
	limit                                 int
	all, yes                              bool
}

// memoryVerbs are what can be done with memory.
func memoryVerbs() verbs[*memoryRun] {
	finding := []string{"tag", "todo", "scope", "session", "since", "limit"}
	return verbs[*memoryRun]{
		{"status", nil, true, (*memoryRun).status},
		{"list", finding, true, (*memoryRun).list},
		{"show", nil, true, (*memoryRun).show},
		{"history", nil, true, (*memoryRun).history},
		{"search", finding, true, (*memoryRun).search},
		{"remember", []string{"tag", "scope", "session", "replace"}, true, (*memoryRun).remember},
		{"forget", []string{"yes"}, true, (*memoryRun).forget},
		{"snapshot", nil, true, (*memoryRun).snapshot},
		{"snapshots", nil, true, (*memoryRun).snapshots},
		{"rollback", []string{"session", "all"}, true, (*memoryRun).rollback},
		{"verify", nil, true, (*memoryRun).verify},
		{"repair", nil, false, (*memoryRun).repair},
		{"export", []string{"scope", "session"}, false, (*memoryRun).export},
		{"import", nil, true, (*memoryRun).imports},
		{"reindex", nil, true, (*memoryRun).reindex},
	}
}

// Memory shows, finds, keeps, forgets and carries away what is remembered.
func Memory(a App) *cli.Command {
	r := &memoryRun{limit: listedNotes}
	return &cli.Command{Name: "memory", Usage: "show, find, keep, forget and carry away what is remembered",
		UsageText: "[status | list | show NOTE | history NOTE | search WORDS … | remember [TEXT …] | forget NOTE … | " +
			"snapshot LABEL … | snapshots | rollback [SNAPSHOT …] | verify | repair | export | import [FILE] | " +
			"reindex]",
		Flags: []cli.Flag{a.jsonFlag(),
			Texts("tag", "notes with `TAG`, or with all of several: a,b; remember gives them", &r.tags),
			Text("todo", "headlines with the keyword `TODO`", &r.todo),
			Text("scope", "notes of `SCOPE`: memex, workspace, conversation or all", &r.scope),
			Text("session", "those of the conversation `SESSION`", &r.session),
			Text("since", "from `DATE` on, written 2006-01-02 or as an age such as 7d", &r.since),
			&cli.IntFlag{Name: "limit", Value: listedNotes, Usage: "at most `N` notes", Destination: &r.limit},
			Text("replace", "a new version of `NOTE`; the old ones stay in its history", &r.replaces),
			Bool("all", "roll back what every conversation and workspace wrote", &r.all),
			Bool("yes", "do not ask", &r.yes)},
		Description: memoryHelp,
		Action: func(c *cli.Context) error {
			err := memoryVerbs().action(a, r.open)(c)
			if r.Memory != nil {
				err = errors.Join(err, r.Memory.Close())
			}
			return err
		}}
}

const memoryHelp = "A NOTE is named by its handle, such as k3f, by its ID, or by its titles from the top, as A/B/C.\n" +
	"Notes are those of the memex (memex_dir: your Org and Markdown files, which stay yours) and what pp was told,\n" +
	"which belongs to a workspace, a conversation or, with --scope memex, to you everywhere.\n\n" +
	"remember takes words, or standard input as somebody else's; history shows every version of a note.\n" +
	"snapshot names a place to go back to; rollback goes there, or to the newest: what the workspace's last\n" +
	"conversation wrote since is taken back, or that of --session, or with --all everybody's. It never changes files.\n" +
	"export writes all notes as they are now (-o FILE); import takes that in. repair writes a sound copy of a damaged\n" +
	"memory next to it. reindex builds the index again.\n\n" +
	"exit codes: 0 done, 1 the memory is damaged or cannot be read or written, 2 usage, 3 not confirmed,\n" +
	"65 what is given cannot be kept, 78 configuration"

// open opens the memory that a run is about.
func (r *memoryRun) open(of run) (*memoryRun, error) {
	r.run = of
	if err := r.check(); err != nil {
		return nil, err
	}
	s, err := r.load()
	if err != nil {
		return nil, err
	}
	if r.Memory, err = setup.OpenMemory(s, func(text string) { r.Out.Warn([]string{text}) }); err != nil {
		return nil, err
	}
	r.Memory.Patience = setup.Patience
	r.Memory.ByMeaning(r.Out)
	return r, nil
}

// check refuses values that no verb takes.
func (r *memoryRun) check() error {
	if r.limit < 1 || r.limit > mostNotes {
		return exit.UsageError("give a number from 1 to 10000", "--limit %d is out of range", r.limit)
	}
	if r.session != "" {
		if _, err := session.ParseID(r.session); err != nil {
			return exit.UsageError("`pp sessions` lists them", "%w", err)
		}
	}
	return nil
}

// Bounds of how many notes are listed.
const (
	listedNotes = 20
	mostNotes   = 10_000
)

// query is what the flags narrow notes to.
func (r *memoryRun) query(text string) (memory.Query, error) {
	q := memory.Query{Text: text, Tags: tagList(r.tags), TODO: r.todo, Limit: r.limit}
	var err error
	if q.Since, err = r.from(); err == nil {
		q.Scope, err = r.reach()
	}
	return q, err
}

// tagList are the tags that were given, as a,b or one by one.
func tagList(given setup.Texts) []string {
	var out []string
	for _, list := range given {
		out = append(out, strings.FieldsFunc(list, func(c rune) bool { return c == ',' || c == ':' || c == ' ' })...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// reach is whose notes the flags ask for: the memex's and this workspace's, if they say nothing.
func (r *memoryRun) reach() (memory.Reach, error) {
	scope := cmp.Or(r.scope, memory.ScopeWorkspace.String())
	if err := exit.OneOf("scope", scope, "memex", "workspace", "conversation", "all"); err != nil {
		return memory.Reach{}, err
	}
	reach := memory.Reach{Workspace: r.Memory.Place, Conversation: r.session}
	switch scope {
	case "memex":
		reach.Workspace = ""
	case "conversation":
		if r.session == "" {
			return reach, noSession()
		}
	case "all":
		reach.All = true
	}
	return reach, nil
}

// noSession says that a conversation has to be named.
func noSession() error {
	return exit.UsageError("name it with --session; `pp sessions` lists them", "which conversation is not said")
}

// from is the time that --since names.
func (r *memoryRun) from() (time.Time, error) {
	if r.since == "" {
		return time.Time{}, nil
	}
	if t, err := time.ParseInLocation(time.DateOnly, r.since, time.Local); err == nil {
		return t, nil
	}
	age, err := parseAge("since", r.since)
	if err != nil {
		return time.Time{}, exit.UsageError("write it as 2006-01-02, or as an age such as 7d",
			"--since %q is neither a date nor an age", r.since)
	}
	return r.System.Now().Add(-age), nil
}

// reportText is what a store has, for a person.
func reportText(r memory.Report) string {
	text := counted(r.Objects, "note") + ", " + counted(r.Versions, "version") + ", " + counted(r.Snapshots, "snapshot")
	if r.Torn > 0 {
		text += fmt.Sprintf("; the last record was not written to its end (%d bytes)", r.Torn)
	}
	return text
}

// verify reads everything that is kept, and says whether it is as it was written.
func (r *memoryRun) verify() error {
	report, err := r.Memory.Store.Verify(r.ctx)
	if err != nil {
		return r.Memory.Explained(err)
	}
	text := "sound: " + reportText(report) + "\n"
	if report.Records == 0 {
		text = "nothing is remembered\n"
	}
	return r.App.Show(row{{"notes", report.Objects}, {"versions", report.Versions}, {"shown", report.Shown},
		{"snapshots", report.Snapshots}, {"records", report.Records}, {"bytes", report.Bytes}, {"torn", report.Torn}}, text)
}

// repair writes what is sound beside what is damaged.
func (r *memoryRun) repair() error {
	dir := r.Memory.Settings.Kept("memory")
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return r.Out.Print("nothing is remembered\n")
	}
	to := dir + "-" + r.System.Now().UTC().Format("20060102-150405")
	report, err := r.Memory.Store.Repair(r.ctx, to)
	if err != nil {
		return err
	}
	lost := "nothing was damaged"
	if report.Dropped > 0 {
		lost = "left out, because they are damaged: " + counted(report.Dropped, "stretch") + " of records"
	}
	return r.Out.Print(fmt.Sprintf("kept in %s: %s\n%s\nto use it: mv %s %s && mv %s %s\n", to, reportText(report), lost,
		QuoteWord(dir), QuoteWord(dir+"-damaged"), QuoteWord(to), QuoteWord(dir)))
}

// status says what is remembered, and where.
func (r *memoryRun) status() error { return MemoryStatus(r.App, r.ctx, r.Memory) }

// MemoryStatus says what is remembered, and where.
func MemoryStatus(a App, ctx context.Context, r *setup.Memory) error {
	cfg := r.Settings.Config
	all, here, err := memoryCounts(r)
	if err != nil {
		return r.Explained(err)
	}
	var s index.Stat
	headlines := 0
	if all > 0 || cfg.MemexDir != "" {
		x, _, err := r.Index(ctx)
		if err != nil {
			return err
		}
		if s, err = x.Stat(); err != nil {
			return err
		}
		headlines = s.Notes - all
	}
	dir, memex, at := r.Settings.Kept("memory"), cfg.MemexDir, r.Settings.IndexDir()
	facts := [][2]string{{"notes", "none yet; add one with pp memory remember TEXT"}, {"memex", noMemex}}
	if all > 0 {
		facts[0][1] = fmt.Sprintf("%d, %d of them for this workspace or everywhere: %s", all, here, dir)
	}
	if _, err := os.Stat(memex); memex != "" && err != nil {
		facts[1][1] = err.Error()
	} else if memex != "" {
		facts[1][1] = fmt.Sprintf("%s: %s, %s; private and left out: %d", memex, counted(s.Files, "file"),
			counted(headlines, "headline"), s.Private)
	}
	if all > 0 || memex != "" {
		state := "up to date"
		if s.Behind > 0 {
			state = counted(s.Behind, "file") + " not indexed again yet"
		}
		facts = append(facts, [2]string{"index", fmt.Sprintf("%s: %d bytes, %s", at, s.Bytes, state)},
			[2]string{"embedding", cfg.Embedding.Provider})
	}
	return a.Show(row{{"notes", all}, {"notes_here", here}, {"dir", dir}, {"memex", memex}, {"files", s.Files},
		{"headlines", headlines}, {"private", s.Private}, {"behind", s.Behind}, {"index", at}, {"index_bytes", s.Bytes},
		{"faults", len(s.Faults)}, {"embedding", cfg.Embedding.Provider}}, lines(11, facts...))
}

// memoryCounts says how many notes pp was told, and how many of them are of this workspace or everybody's.
func memoryCounts(m *setup.Memory) (all, here int, err error) {
	reach := memory.Reach{Workspace: m.Place}
	err = m.Store.All(memory.Reach{All: true}, func(o memory.Object) bool {
		all++
		if reach.Holds(o.Scope) {
			here++
		}
		return true
	})
	return all, here, err
}

// noMemex says that no directory of a person's own notes is named.
const noMemex = "none; pp config set memex_dir DIR names one"

// counted is a number of things.
func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// snapshotRow is a snapshot as --json prints it; it has no name if it was taken before an input.
func snapshotRow(s memory.Snapshot) row {
	return row{{"number", s.Number}, {"name", s.Name}, {"when", s.Time}}.and("session", s.By.Session)
}

// labelOf is what a snapshot is called.
func labelOf(s memory.Snapshot) string { return cmp.Or(s.Name, fmt.Sprint(s.Number)) }

// snapshot names a place to go back to.
func (r *memoryRun) snapshot() error {
	s, err := r.Memory.Store.Snapshot(r.ctx, r.Memory.Author(""), strings.Join(r.words, " "))
	if errors.Is(err, memory.ErrObject) {
		return exit.UsageError("give it some words, such as: pp memory snapshot before the move", "%w", err)
	}
	if err != nil {
		return r.Memory.Explained(err)
	}
	return r.App.Show(snapshotRow(s), "snapshot "+labelOf(s)+"\n")
}

// snapshots lists the places to go back to, the newest first.
func (r *memoryRun) snapshots() error {
	list, err := r.Memory.Store.Snapshots()
	if err != nil {
		return r.Memory.Explained(err)
	}
	slices.Reverse(list)
	return showList(r.App, list, "no snapshot was taken\n", func(s memory.Snapshot) (any, string) {
		about := cmp.Or(s.Name, "before an input of "+s.By.Session)
		if s.Checkpoint() {
			about = "a checkpoint of the heartbeat"
		}
		return snapshotRow(s), fmt.Sprintf("%-6d %s  %s\n", s.Number, output.When(s.Time), about)
	})
}

// rollback goes back to a snapshot, the newest if none is named.
func (r *memoryRun) rollback() error {
	if r.all && r.session != "" {
		return exit.UsageError("leave one of them out", "--all and --session exclude each other")
	}
	to, err := r.place()
	if err != nil {
		return err
	}
	o := memory.RollbackOptions{Session: r.session, All: r.all}
	list, err := r.Memory.Store.Rollback(r.ctx, r.Memory.Author(r.session), to.Number, o)
	if err != nil {
		return r.Memory.Explained(err)
	}
	changes := []row{} // each with its version before and now; 0 where there is none
	var b strings.Builder
	fmt.Fprintf(&b, "rolled back to %s: %s\n", labelOf(to), changed(len(list)))
	for _, c := range list {
		changes = append(changes, row{{"id", c.ID}, {"was", c.Was}, {"now", c.Now}, {"text", c.Content}})
		now := fmt.Sprintf("version %d again", c.Now)
		if c.Now == 0 {
			now = "gone"
		}
		fmt.Fprintf(&b, "  %s: %s\n", now, output.OneLine(c.Content, shownContent))
	}
	return r.App.Show(row{{"snapshot", snapshotRow(to)}, {"changes", changes}}, b.String())
}

func changed(n int) string {
	switch n {
	case 0:
		return "nothing had changed"
	case 1:
		return "1 note changed"
	}
	return fmt.Sprintf("%d notes changed", n)
}

// place is the snapshot that is named, else the newest.
func (r *memoryRun) place() (memory.Snapshot, error) {
	name := strings.Join(r.words, " ")
	if name == "" {
		list, err := r.Memory.Store.Snapshots()
		list = slices.DeleteFunc(list, memory.Snapshot.Checkpoint) // which come by themselves, and would hide what was meant
		if err == nil && len(list) == 0 {
			err = exit.UsageError("`pp memory snapshot LABEL` takes one", "no snapshot was taken")
		}
		if err != nil {
			return memory.Snapshot{}, r.Memory.Explained(err)
		}
		return list[len(list)-1], nil
	}
	s, err := r.Memory.Store.FindSnapshot(name)
	if errors.Is(err, memory.ErrNoSnapshot) {
		return s, exit.Unknown("snapshot", name, nil, "`pp memory snapshots` lists them")
	}
	return s, r.Memory.Explained(err)
}
