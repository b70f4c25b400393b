package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/audit"
)

// traceOptions are what of a thought trace is shown, and how.
type traceOptions struct {
	format, gate, since  string
	session, agent       string
	denied, failOnChange bool
	last                 int
	from                 time.Time
}

// Trace shows, lists, verifies, replays and prunes thought traces.
func Trace(a App) *cli.Command {
	o, p := traceOptions{format: "text"}, pruneOptions{}
	return &cli.Command{Name: "trace", Usage: "show, list, verify, replay and prune thought traces",
		UsageText: "[SESSION | list | verify [SESSION] | replay [SESSION] | prune]", Flags: []cli.Flag{a.jsonFlag(),
			Text("format", "print as `FORMAT`: text, org or json", &o.format),
			Bool("denied", "only what a gate or a person denied", &o.denied),
			Text("gate", "only what `NAME` decided", &o.gate),
			Text("since", "from `DATE` on, written 2006-01-02", &o.since),
			Text("session", "that of the session `ID`", &o.session),
			Text("agent", "of another agent, `NAME`, whose calls pp hook judged; else this workspace's last conversation",
				&o.agent),
			Text("older-than", "prune what was last written before `AGE`, such as 30d", &p.age),
			Text("max-size", "prune the oldest until all have `SIZE`, such as 500M", &p.size),
			Bool("fail-on-change", "end replay with exit code 1 when something is decided otherwise", &o.failOnChange),
			Bool("blobs", "prune only long texts; the records stay and verify", &p.blobs),
			&cli.IntFlag{Name: "last", Value: 1000, Usage: "at most the last `N` records", Destination: &o.last}},
		Description: "prune without --older-than and --max-size applies trace.max_age and trace.max_size of the " +
			"configuration, as pp\n" +
			"does once a day; with --dry-run it only says what it would remove.\n" +
			"replay judges what is on record by the rules of today, of --policy FILE too, and says what they decide\n" +
			"otherwise: of all sessions, of one, or of what happened --since a date. It does nothing, and touches no\n" +
			"file of which the record tells; what is not on record is unknown. What flags permitted then is permitted.\n" +
			"exit codes: 0 done, 1 the trace is damaged or cannot be read, or replay --fail-on-change found a\n" +
			"change, 2 usage, 78 configuration",
		Action: func(c *cli.Context) error {
			if err := o.check(); err != nil {
				return err
			}
			if words := c.Args().Slice(); len(words) > 0 && words[0] == "replay" {
				return o.replay(a, c.Context, words[1:], p)
			}
			return a.withSettings(func(c *cli.Context, s *setup.Settings) error {
				return traceVerb(a, s, c.Args().Slice(), o, p)
			})(c)
		}}
}

func traceVerb(a App, s *setup.Settings, words []string, o traceOptions, p pruneOptions) error {
	dir := s.Kept("audit")
	if dir == "" {
		return exit.NoPlace("thought traces")
	}
	if o.session != "" {
		words = append(words, o.session)
	}
	prune := len(words) == 1 && words[0] == "prune"
	if o.agent != "" && len(words) == 0 {
		list, err := traces(dir)
		if err != nil {
			return err
		}
		of := func(t traceFile) bool { return strings.HasPrefix(t.Session, o.agent+"-") }
		i := slices.IndexFunc(list, of)
		if i < 0 {
			return exit.UsageError("`pp trace list` lists all", "no thought trace was kept of the agent %q", o.agent)
		}
		words = []string{list[i].Session}
	} else if o.agent != "" && words[0] != "list" {
		return exit.UsageError("leave one of them out", "--agent is for showing a trace, and for list")
	}
	if len(words) == 0 || len(words) == 1 && words[0] == "verify" {
		words = append(words, lastConversation(s, dir)...)
	}
	switch {
	case o.failOnChange:
		return exit.UsageError("run `pp trace replay`", "--fail-on-change is for replay")
	case !prune && p != (pruneOptions{}):
		return exit.UsageError("run `pp trace prune`", "--older-than, --max-size and --blobs are for prune")
	case prune:
		return pruneTraces(a, s.Config.Trace, dir, p)
	case len(words) == 1 && words[0] == "list":
		return listTraces(a, dir, o.agent)
	case len(words) <= 2 && len(words) > 0 && words[0] == "verify":
		return verifyTrace(a, dir, words[1:])
	case len(words) <= 1:
		return showTrace(a, dir, words, o)
	}
	return exit.UsageError("run `pp help trace`", "trace takes one session")
}

// lastConversation is this workspace's, which a job or another agent does not hide that wrote later; none where there
// is none, or its thought trace is gone.
func lastConversation(s *setup.Settings, traces string) []string {
	dir, kept := s.Sessions()
	if !kept {
		return nil
	}
	id, err := dir.Latest(s.Place())
	if err != nil {
		return nil
	}
	list, err := audit.List(traces)
	if err != nil || !slices.ContainsFunc(list, func(t audit.Kept) bool { return t.Session == string(id) }) {
		return nil
	}
	return []string{string(id)}
}

// replay replays the session that words or --session name, or all.
func (o traceOptions) replay(a App, ctx context.Context, words []string, p pruneOptions) error {
	if o.session != "" {
		words = append(words, o.session)
	}
	switch {
	case len(words) > 1:
		return exit.UsageError("run `pp help trace`", "replay takes one session")
	case p != (pruneOptions{}):
		return exit.UsageError("run `pp trace prune`", "--older-than, --max-size and --blobs are for prune")
	case o.denied || o.gate != "" || o.format != "text":
		return exit.UsageError("leave it out, or run `pp trace`", "--denied, --gate and --format are for showing a trace")
	}
	return replayTraces(a, ctx, words, o)
}

func (o *traceOptions) check() error {
	if err := exit.OneOf("format", o.format, "text", "org", "json"); err != nil {
		return err
	}
	if o.last < 1 || o.last > 100_000 {
		return exit.UsageError("give a number from 1 to 100000", "--last %d is out of range", o.last)
	}
	if o.since == "" {
		return nil
	}
	var err error
	if o.from, err = time.ParseInLocation(time.DateOnly, o.since, time.Local); err != nil {
		return exit.UsageError("write it as 2006-01-02", "--since %q is not a date", o.since)
	}
	return nil
}

// traceFile is one session's thought trace on disk.
type traceFile struct {
	Session string    `json:"session"`
	Changed time.Time `json:"changed"`
	Bytes   int64     `json:"bytes"`
}

// traces lists the thought traces, the one written last first.
func traces(dir string) ([]traceFile, error) {
	kept, err := audit.List(dir)
	list := []traceFile{}
	for _, k := range kept {
		if k.Bytes > 0 || k.Noted {
			list = append(list, traceFile{k.Session, k.Changed, k.Bytes + k.Long})
		}
	}
	return list, err
}

func listTraces(a App, dir, agent string) error {
	list, err := traces(dir)
	if err != nil {
		return err
	}
	if agent != "" {
		list = slices.DeleteFunc(list, func(t traceFile) bool { return !strings.HasPrefix(t.Session, agent+"-") })
	}
	var b strings.Builder
	for _, t := range list {
		fmt.Fprintf(&b, "%s  %s  %d bytes\n", t.Session, output.When(t.Changed), t.Bytes)
	}
	return a.Show(list, cmp.Or(b.String(), "no thought trace was kept\n"))
}

// openTrace gives the parts of a session's thought trace, in order, or those of the session written last.
func openTrace(dir string, words []string) ([]*audit.FileStore, error) {
	var name string
	if len(words) > 0 {
		name = words[0]
	} else {
		list, err := traces(dir)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, exit.UsageError("pp keeps one for each conversation, unless --ephemeral is given",
				"no thought trace was kept")
		}
		name = list[0].Session
	}
	stores, err := audit.Parts(dir, name)
	if err != nil {
		return nil, exit.UsageError(traceHint, "%w", err)
	}
	return stores, nil
}

const traceHint = "`pp trace list` lists them"

// traceError says what is wrong with a trace.
func traceError(store *audit.FileStore, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return exit.UsageError(traceHint, "there is no thought trace of session %q", store.Session())
	}
	return fmt.Errorf("%s: %w", store.Path(), err)
}

func verifyTrace(a App, dir string, words []string) error {
	stores, err := openTrace(dir, words)
	if err != nil {
		return err
	}
	var s audit.State
	anchored := int64(1)
	for _, store := range stores {
		part, err := store.Scan(nil)
		if err == nil && part.Records == 0 {
			err = errors.New("the thought trace has no record")
		}
		if err != nil {
			return traceError(store, err)
		}
		s.Session, s.Records, s.Torn, s.Anchored = part.Session, s.Records+part.Records, part.Torn, s.Anchored+part.Anchored
		anchored = min(anchored, part.Anchored)
	}
	text := fmt.Sprintf("sound: session %s, %d records", s.Session, s.Records)
	if s.Torn > 0 {
		text += fmt.Sprintf("; the last record was not written to its end (%d bytes)", s.Torn)
	}
	if anchored == 0 && !a.Options.Quiet {
		a.Out.Note("note", "not anchored: no action with effects is in it, or it was written by an older pp, so that "+
			"nothing would tell that its end is missing")
	}
	return a.Show(map[string]any{"session": s.Session, "records": s.Records, "torn": s.Torn, "anchored": s.Anchored},
		text+"\n")
}

// showTrace prints the records that were asked for. The sound beginning of a
// damaged trace is printed before the error.
func showTrace(a App, dir string, words []string, o traceOptions) error {
	stores, err := openTrace(dir, words)
	if err != nil {
		return err
	}
	var rows []traceRow
	left, background := 0, false
	take := func(e audit.Entry) error {
		if e.Kind == engine.RecordSignal {
			background = e.Fields.True("BACKGROUND")
			if len(rows) == 1 && rows[0].Kind == strings.ToLower(string(audit.KindOpen)) { // which came before
				rows[0].Quadrant = audit.KindOpen.Quadrant(background, false).String()
			}
		}
		if !o.wants(e) {
			return nil
		}
		if len(rows) == 2*o.last { // at most twice what is shown is held
			left += o.last
			rows = append(rows[:0], rows[o.last:]...)
		}
		rows = append(rows, rowOf(e, background))
		return nil
	}
	var damage error
	for _, store := range stores {
		if _, err := store.Scan(take); err != nil {
			damage = traceError(store, err)
			break
		}
	}
	if over := len(rows) - o.last; over > 0 {
		left += over
		rows = rows[over:]
	}
	if left > 0 {
		a.Out.Note("note", fmt.Sprintf("%d earlier records are left out; --last N shows more", left))
	}
	if damage == nil && len(rows) == 0 {
		a.Out.NoteOnce(o.none())
	}
	var cut *audit.DamageError
	if damage == nil || errors.As(damage, &cut) {
		if err := printRows(a, rows, o.format); err != nil {
			return err
		}
	}
	return damage
}

func printRows(a App, rows []traceRow, format string) error {
	if a.Options.JSON || format == "json" {
		if rows == nil {
			rows = []traceRow{}
		}
		return a.Out.PrintJSON(rows)
	}
	for _, r := range rows {
		text := r.text()
		if format == "org" {
			text = r.org()
		}
		if err := a.Out.Print(a.Out.Redact(text)); err != nil {
			return err
		}
	}
	return nil
}
