package command

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine/memory"
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
			Text("session", "those of the conversation `ID`", &r.session),
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
