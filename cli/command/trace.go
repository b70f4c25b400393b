package command

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/audit"
)

// traceRun is one run of `pp trace`: its flags, and the settings and the directory that it works on.
type traceRun struct {
	run
	settings *setup.Settings
	dir      string

	format, gate, since  string
	session, agent       string
	denied, failOnChange bool
	last                 int
	from                 time.Time
	age, size            string // of prune
	blobs                bool
}

// Trace shows, lists, verifies, replays and prunes thought traces.
func Trace(a App) *cli.Command {
	o := &traceRun{format: "text"}
	return &cli.Command{Name: "trace", Usage: "show, list, verify, replay and prune thought traces",
		UsageText: "[SESSION | list | verify [SESSION] | replay [SESSION] | prune]", Flags: []cli.Flag{a.jsonFlag(),
			Text("format", "print as `FORMAT`: text, org or json", &o.format),
			Bool("denied", "only what a gate or a person denied", &o.denied),
			Text("gate", "only what `NAME` decided", &o.gate),
			Text("since", "from `DATE` on, written 2006-01-02", &o.since),
			Text("session", "that of `SESSION`", &o.session),
			Text("agent", "of another agent, `NAME`, whose calls pp hook judged; else this workspace's last conversation",
				&o.agent),
			Text("older-than", "prune what was last written before `AGE`, such as 30d", &o.age),
			Text("max-size", "prune the oldest until all have `SIZE`, such as 500M", &o.size),
			Bool("fail-on-change", "end replay with exit code 1 when something is decided otherwise", &o.failOnChange),
			Bool("blobs", "prune only long texts; the records stay and verify", &o.blobs),
			&cli.IntFlag{Name: "last", Value: 1000, Usage: "at most the last `N` records", Destination: &o.last}},
		Description: "prune without --older-than and --max-size applies trace.max_age and trace.max_size of the " +
			"configuration, as pp\n" +
			"does once a day; with --dry-run it only says what it would remove.\n" +
			"replay judges the recorded effects by the rules of today, of --policy FILE too, and says what they decide\n" +
			"otherwise: of all sessions, of one, or of what happened --since a date. It does nothing, and looks at\n" +
			"no file; what is not on record is unknown. What flags permitted then is permitted.\n" +
			"exit codes: 0 done, 1 the trace is damaged or cannot be read, or replay --fail-on-change found a\n" +
			"change, 2 usage, 78 configuration",
		Action: traceVerbs().action(a, o.open)}
}

// traceVerbs are what can be done with thought traces.
func traceVerbs() verbs[*traceRun] {
	return verbs[*traceRun]{
		{"", []string{"format", "denied", "gate", "since", "session", "agent", "last"}, true, (*traceRun).show},
		{"list", []string{"agent"}, true, (*traceRun).list},
		{"verify", []string{"session"}, true, (*traceRun).verify},
		{"replay", []string{"session", "since", "fail-on-change"}, true, (*traceRun).replay},
		{"prune", []string{"older-than", "max-size", "blobs"}, true, (*traceRun).prune},
	}
}

// open checks the flags, and finds the traces.
func (r *traceRun) open(of run) (_ *traceRun, err error) {
	r.run = of
	if err := r.check(); err != nil {
		return nil, err
	}
	if r.settings, err = r.load(); err != nil {
		return nil, err
	}
	if r.dir = r.settings.Kept("audit"); r.dir == "" {
		return nil, exit.NoPlace("thought traces")
	}
	if r.session != "" {
		r.words = append(r.words, r.session)
	}
	switch {
	case len(r.words) > 1:
		return nil, exit.UsageError("run `pp help trace`", "trace takes one session")
	case len(r.words) > 0 && r.agent != "":
		return nil, exit.UsageError("leave one of them out", "--agent and a session exclude each other")
	}
	return r, nil
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

func (r *traceRun) check() error {
	if err := exit.OneOf("format", r.format, "text", "org", "json"); err != nil {
		return err
	}
	if r.last < 1 || r.last > 100_000 {
		return exit.UsageError("give a number from 1 to 100000", "--last %d is out of range", r.last)
	}
	if r.since == "" {
		return nil
	}
	var err error
	if r.from, err = time.ParseInLocation(time.DateOnly, r.since, time.Local); err != nil {
		return exit.UsageError("write it as 2006-01-02", "--since %q is not a date", r.since)
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

// written are the traces of an agent, "" being all.
func (r *traceRun) written() ([]traceFile, error) {
	list, err := traces(r.dir)
	return slices.DeleteFunc(list, func(t traceFile) bool {
		return r.agent != "" && !strings.HasPrefix(t.Session, r.agent+"-")
	}), err
}

func (r *traceRun) list() error {
	list, err := r.written()
	if err != nil {
		return err
	}
	return showList(r.App, list, "no thought trace was kept\n", func(t traceFile) (any, string) {
		return t, fmt.Sprintf("%s  %s  %d bytes\n", t.Session, output.When(t.Changed), t.Bytes)
	})
}

// parts are those of a session's thought trace, in order: the one named, an agent's last, this workspace's last
// conversation, or the session written last.
func (r *traceRun) parts() ([]*audit.FileStore, error) {
	if len(r.words) == 0 && r.agent == "" {
		r.words = lastConversation(r.settings, r.dir)
	}
	if len(r.words) > 0 {
		return partsOf(r.dir, r.words[0])
	}
	list, err := r.written()
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0 && r.agent != "":
		return nil, exit.UsageError("`pp trace list` lists all", "no thought trace was kept of the agent %q", r.agent)
	case len(list) == 0:
		return nil, exit.UsageError("pp keeps one for each conversation, unless --ephemeral is given",
			"no thought trace was kept")
	}
	return partsOf(r.dir, list[0].Session)
}

func partsOf(dir, session string) ([]*audit.FileStore, error) {
	stores, err := audit.Parts(dir, session)
	if err != nil {
		return nil, exit.UsageError(traceHint, "%w", err)
	}
	return stores, nil
}

const traceHint = "`pp trace list` lists them"

// traceError says what is wrong with a trace.
func traceError(store *audit.FileStore, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return exit.Unknown("thought trace of session", store.Session(), nil, traceHint)
	}
	return fmt.Errorf("%s: %w", store.Path(), err)
}

func (r *traceRun) verify() error {
	stores, err := r.parts()
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
	if anchored == 0 && !r.Options.Quiet {
		r.Out.Note("note", "not anchored: no action with effects is in it, or it was written by an older pp, so that "+
			"nothing would tell that its end is missing")
	}
	return r.Show(map[string]any{"session": s.Session, "records": s.Records, "torn": s.Torn, "anchored": s.Anchored},
		text+"\n")
}

// show prints the records that were asked for. The sound beginning of a
// damaged trace is printed before the error.
func (r *traceRun) show() error {
	stores, err := r.parts()
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
		if !r.wants(e) {
			return nil
		}
		if len(rows) == 2*r.last { // at most twice what is shown is held
			left += r.last
			rows = append(rows[:0], rows[r.last:]...)
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
	if over := len(rows) - r.last; over > 0 {
		left += over
		rows = rows[over:]
	}
	if left > 0 {
		r.Out.Note("note", fmt.Sprintf("%d earlier records are left out; --last N shows more", left))
	}
	if damage == nil && len(rows) == 0 {
		r.Out.NoteOnce(r.none())
	}
	if _, cut := errors.AsType[*audit.DamageError](damage); cut || damage == nil {
		if err := r.print(rows); err != nil {
			return err
		}
	}
	return damage
}

func (r *traceRun) print(rows []traceRow) error {
	if r.Options.JSON || r.format == "json" {
		if rows == nil {
			rows = []traceRow{}
		}
		return r.Out.PrintJSON(rows)
	}
	for _, row := range rows {
		text := row.text()
		if r.format == "org" {
			text = row.org()
		}
		if err := r.Out.Print(r.Out.Redact(text)); err != nil {
			return err
		}
	}
	return nil
}

// prune removes old thought traces: by the flags, or by the configured
// limits when there are none.
func (r *traceRun) prune() error {
	l, err := r.limits()
	if err != nil {
		return err
	}
	gone, err := audit.Prune(r.dir, l)
	return cmp.Or(err, sayPruned(r.App, gone, l))
}

func (r *traceRun) limits() (l audit.Limits, err error) {
	kept := r.settings.Config.Trace
	l = audit.Limits{BlobsOnly: r.blobs, Dry: r.Options.DryRun}
	if r.age == "" && r.size == "" {
		l.Before, l.MaxBytes = r.System.Now().Add(-kept.MaxAge), int64(kept.MaxSize)
		return l, nil
	}
	if r.age != "" {
		age, err := parseAge("older-than", r.age)
		if err != nil {
			return l, err
		}
		l.Before = r.System.Now().Add(-age)
	}
	if r.size != "" {
		l.MaxBytes, err = parseSize("max-size", r.size)
	}
	return l, err
}

// parseSize reads a number of bytes, with k, M or G for 1024, its square and cube.
func parseSize(flag, text string) (int64, error) {
	digits, unit := text, int64(1)
	for suffix, n := range map[string]int64{"k": 1 << 10, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30} {
		if rest, ok := strings.CutSuffix(text, suffix); ok {
			digits, unit = rest, n
		}
	}
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil || n == 0 {
		return 0, exit.UsageError("write it as 500M or 2G", "--%s %q is no size", flag, text)
	}
	return int64(n) * unit, nil
}

func sayPruned(a App, gone []audit.Kept, l audit.Limits) error {
	list := []row{}
	var bytes int64
	var b strings.Builder
	did := "removed"
	if l.Dry {
		did = "would remove"
	}
	for _, k := range gone {
		list = append(list, row{{"session", k.Session}, {"record_bytes", k.Bytes}, {"texts", k.Blobs},
			{"text_bytes", k.Long}})
		bytes += k.Bytes + k.Long
		if l.BlobsOnly {
			fmt.Fprintf(&b, "%s %d long texts of %s, %d bytes\n", did, k.Blobs, k.Session, k.Long)
			continue
		}
		fmt.Fprintf(&b, "%s %s of %s, %d bytes\n", did, k.Session, k.Changed.Local().Format(time.DateOnly), k.Bytes+k.Long)
	}
	if len(gone) > 0 {
		fmt.Fprintf(&b, "%s %d bytes of %d sessions\n", did, bytes, len(gone))
	}
	return a.Show(list, cmp.Or(b.String(), "nothing to remove\n"))
}
