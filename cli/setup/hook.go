package setup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"pp/actuators"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/audit"
	"pp/engine/effect"
	"pp/engine/session"
	"pp/engine/store"
	"pp/gates"
	"pp/gates/shell/table"
	"pp/sexp"
)

// Elsewhere describes another program that acts with its own tools under this agent's judgement. The zero value is pp.
type Elsewhere struct {
	Name     string        // of the program, "" for pp itself
	Confines bool          // pp rewrites commands to run in the sandbox
	Tools    []string      // tools with unknown effects, by their names here
	Flows    []engine.Flow // what its session has read
}

// Facts adapts the facts of an action to a program that acts by itself: no sandbox, and a shell with the environment of
// this process.
func (e Elsewhere) Facts(f engine.Facts, action engine.Action, s *Settings) engine.Facts {
	if e.Name == "" {
		return f
	}
	ours := f.Env
	f.Env = environmentFor(s.System, action.Command(), f.Dir)
	if e.Confines {
		maps.Copy(f.Env, ours)
	} else {
		f.Confinement = engine.Confinement{}
	}
	f.Flows = append(slices.Clone(f.Flows), e.Flows...)
	for _, name := range e.Tools {
		named := func(p engine.Permission) bool { return p.Pattern.Tool == name }
		if s.Config.Hook.Unknown == "deny" && !slices.ContainsFunc(f.Permissions, named) {
			f.Permissions = append(slices.Clone(f.Permissions), engine.Permission{Text: "hook.unknown",
				Pattern: engine.Pattern{Tool: name}, Decision: engine.Deny, Where: "the configuration"})
		}
	}
	return f
}

// environmentFor is what a command may find of this process's environment: what every child gets, what says where
// repositories are, and what the command names. The rest is nothing to it, and is kept out of every record.
func environmentFor(sys system.System, command, dir string) engine.Environment {
	out := engine.Environment{"PWD": dir, "GIT_CONFIG_COUNT": "0"} // nothing tames git there
	for _, entry := range sys.Environ {
		name, value, _ := strings.Cut(entry, "=")
		places := strings.HasPrefix(name, "GIT_") && !strings.HasPrefix(name, "GIT_CONFIG") || name == "XDG_CONFIG_HOME"
		counts := places || name == "GOFLAGS" || slices.Contains(childVariables[:], name) ||
			name != "_" && strings.Contains(command, name)
		if counts && name != "PWD" && !table.Marked("secret-variables", strings.ToUpper(name)) {
			out[name] = value
		}
	}
	return out
}

// tools are those of pp as they are when another program's take their place: nothing is left out of what they read.
func (e Elsewhere) tools(known engine.ToolTable, unknown string) engine.ToolTable {
	if e.Name == "" {
		return known
	}
	out := maps.Clone(known)
	for _, name := range [...]string{"read-file", "edit-file", "search-files"} {
		if spec, ok := out[name]; ok {
			out[name] = takingAll(spec)
		}
	}
	for _, name := range e.Tools {
		out[name] = engine.ToolSpec{Name: name, Doc: "A tool of " + e.Name + ".", Unknown: unknown != "allow",
			Params: []engine.Param{{Name: InputParam, Kind: engine.ParamText}}}
	}
	return out
}

// InputParam is the argument of a tool of another program: all that it is given.
const InputParam = "INPUT"

// takingAll is a tool like ours that leaves out nothing of what it reads.
func takingAll(spec engine.ToolSpec) engine.ToolSpec {
	ours := spec.Effects
	spec.Effects = func(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
		e, err := ours(args, facts)
		e.Reads = slices.Clone(e.Reads)
		for i := range e.Reads {
			if e.Reads[i].Access == effect.AccessPublic || e.Reads[i].Access == effect.AccessFound {
				e.Reads[i].Access = effect.AccessContent
			}
		}
		return e, err
	}
	return spec
}

// Asked returns the tokens of the plans that a person must approve before another program may make a call, described
// by given. No token means that all plans were approved; Asked uses these approvals up.
func (a *Agent) Asked(ctx context.Context, asks []engine.Verdict, given, session string) ([]string, error) {
	if a.Plans == nil {
		return nil, exit.NoPlace("approvals")
	}
	name := a.Judge.Elsewhere.Name
	var tokens []string
	var approved []approval.Plan
	for _, v := range asks {
		b := Binding(v)
		b.Given = given
		p, found, err := a.Plans.Match(v, b, name)
		switch {
		case err != nil:
			return nil, err
		case !found:
			answer, err := a.Plans.Suspend(ctx, v, b, approval.Conversation{Agent: name,
				Meta: engine.Meta{Source: engine.TargetCLI, Session: session}})
			if err != nil {
				return nil, err
			}
			tokens = append(tokens, answer.Token)
		case p.State == approval.StateApproved:
			approved = append(approved, p)
		default:
			tokens = append(tokens, p.Token)
		}
	}
	if len(tokens) > 0 {
		SyncPlans(ctx, a.Settings.System, a.Plans, a.Out, a)
		return tokens, nil
	}
	if len(approved) != len(asks) {
		return nil, errors.New("nothing was asked")
	}
	for i, p := range approved {
		b := Binding(asks[i])
		b.Given = given
		if _, err := a.Plans.Use(ctx, p.Token, name, asks[i], b); err != nil {
			return nil, PlanError(err)
		}
	}
	return nil, nil
}

// approveElsewhere marks a plan as approved, for the program that asked to do it.
func (a *Agent) approveElsewhere(ctx context.Context, plan approval.Plan) (engine.Outcome, error) {
	p, err := a.Plans.Approve(ctx, plan.Token)
	if err != nil {
		return engine.Outcome{}, PlanError(err)
	}
	a.Answers = append(a.Answers, a.Out.Redact("approved for "+p.Agent+", once, until "+output.When(p.Expires)+": "+
		output.OneLine(p.Action.Essence(), 400)))
	return engine.Outcome{}, nil
}

// FlowsOf returns the data that verdicts let a program read, and that must not leave the machine without a question.
func FlowsOf(verdicts []engine.Verdict) []engine.Flow {
	var out []engine.Flow
	for _, v := range verdicts {
		out = append(out, readOutside(v, 0)...)
		for _, f := range v.Asks() {
			if f.Row == "secret-below" {
				out = append(out, engine.Flow{Subject: f.Effect.Subject, Secret: true})
			}
		}
	}
	return out
}

// judgedLife is how long a command that was allowed may wait for the shell that runs it.
const judgedLife = 10 * time.Minute

// Judged is a command that another agent may run in the sandbox; `pp sandbox --judged` runs it once.
type Judged struct {
	Agent, Session, Command, Dir string
	Workspace                    effect.Workspace
	Digest                       string
	Until                        time.Time
	Policy                       string
	AddDirs, Allow, AllowHosts   []string
	AcceptEdits                  bool
}

// Options are those with which it was judged.
func (j Judged) Options(o Options) *Options {
	o.Policy, o.AddDirs, o.Allow, o.AllowHosts, o.AcceptEdits = j.Policy, j.AddDirs, j.Allow, j.AllowHosts, j.AcceptEdits
	return &o
}

// Place is where it was judged.
func (j Judged) Place(sys system.System) Location { return Location{j.Dir, Home(sys), j.Workspace} }

// Keep keeps the command of a verdict that allows it, and gives the name to take it up by.
func (j *Judge) Keep(v engine.Verdict, session string) (string, error) {
	digest, err := approval.DigestOf(v, Binding(v))
	if err != nil {
		return "", err
	}
	var random [16]byte
	if _, err := io.ReadFull(j.settings.System.Random, random[:]); err != nil {
		return "", err
	}
	o := j.settings.Options
	policy := o.Policy
	if policy != "" {
		if policy, err = filepath.Abs(policy); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(Judged{j.Elsewhere.Name, session, v.Action.Command(), v.Dir, v.Workspace, digest.String(),
		j.settings.System.Now().Add(judgedLife), policy, o.AddDirs, o.Allow, o.AllowHosts, j.AcceptEdits})
	if err != nil {
		return "", err
	}
	id := hex.EncodeToString(random[:])
	file := filepath.Join(j.settings.Kept("hook"), "judged", id)
	if err := store.PrivateDir(filepath.Dir(file)); err != nil {
		return "", err
	}
	return id, os.WriteFile(file, data, 0o600)
}

// TakeJudged takes up what was kept by a name. Of many processes that do so at once one succeeds.
func TakeJudged(sys system.System, id string) (j Judged, err error) {
	unknown := exit.UsageError("it is for the line that pp hook has put in place of a command; it runs once",
		"there is no command %q that was judged", engine.Clip(id, 40))
	dir := config.StateDir(sys.Getenv, Home(sys))
	if raw, err := hex.DecodeString(id); err != nil || len(raw) != 16 || dir == "" {
		return j, unknown
	}
	file := filepath.Join(dir, "hook", "judged", id)
	taken := file + "." + fmt.Sprint(os.Getpid())
	if err := os.Rename(file, taken); err != nil {
		return j, unknown
	}
	defer os.Remove(taken)
	data, err := store.Read(context.Background(), taken, 4<<20)
	if err == nil {
		err = json.Unmarshal(data, &j)
	}
	if err == nil && !sys.Now().Before(j.Until) {
		err = errors.New("it was allowed too long ago; make the call again")
	}
	return j, err
}

// errOtherwise says that a command is not what it was.
var errOtherwise = errors.New("it is judged otherwise now, so it was not run; make the call again")

// RunJudged runs a judged command in the sandbox, with these streams, if the verdict is still the same. What it did in
// a layer is applied as far as the gates allow it; approver is asked about the rest.
func (a *Agent) RunJudged(ctx context.Context, j Judged, streams [3]*os.File, approver engine.Approver) (
	engine.Outcome, error) {
	a.Judge.Elsewhere = Elsewhere{Name: j.Agent, Confines: true}
	action := engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: j.Command},
		Explanation: "Allowed to " + j.Agent + ", in the sandbox."}
	v := a.Judge.Now(action)
	digest, err := approval.DigestOf(v, Binding(v))
	switch {
	case err != nil:
		return engine.Outcome{}, err
	case v.Decision != engine.Allow && v.Decision != engine.Try, digest.String() != j.Digest,
		v.Action.Command() != j.Command:
		return engine.Outcome{}, fmt.Errorf("%w: %s", errOtherwise, v.Sentence())
	}
	l := a.apart(approver, a.Executor.streaming(a.Settings, streams), j.Session)
	out := l.Run(ctx, Request(engine.Meta{Source: engine.TargetCLI, Session: j.Session}, action))
	if out.Err == nil && len(out.Actions)+len(out.Pending)+len(out.Denials) == 0 {
		return out, errOtherwise
	}
	return out, out.Err
}

// Apart is a loop that applies what a command of another program did in a layer.
func (a *Agent) Apart(approver engine.Approver, session string) *engine.Loop {
	return a.apart(approver, a.Executor.shell(a.Settings, nil), session)
}

// apart is a loop for one command of another program: no model is asked about it, or told of it.
func (a *Agent) apart(approver engine.Approver, shell engine.Actuator, id string) *engine.Loop {
	return &engine.Loop{Judge: a.Judge, Reviewer: gates.Reviewer{Waivers: gates.DefaultWaivers()}, Facts: a.Judge.facts,
		Approver: approver, Actuators: onlyShell{shell}, Session: session.NewMemory(0),
		Silent: []engine.Target{engine.TargetShell}, Recorder: briefly{a.Settings, id}, Redactor: a.Settings.Redactor,
		Clock: a.Settings.System.Now}
}

// onlyShell finds no actuator but that of commands.
type onlyShell struct{ engine.Actuator }

// Find implements engine.Actuators.
func (s onlyShell) Find(t engine.Target) (engine.Actuator, bool) {
	return s.Actuator, t == engine.TargetShell
}

// endless is the limit of a command that somebody else ends.
const endless = time.Duration(1 << 62)

// streaming is the :SHELL actuator for a command with streams of its own, and its caller's environment.
func (h *Executor) streaming(s *Settings, streams [3]*os.File) engine.Actuator {
	own := func() (*[3]*os.File, error) {
		var out [3]*os.File
		for i, f := range streams {
			fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 3)
			if err != nil {
				return nil, err
			}
			out[i] = os.NewFile(uintptr(fd), f.Name())
		}
		return &out, nil
	}
	shell := actuators.NewShell(lazySandbox{h.Box}, actuators.ShellOptions{Limit: endless, BuildLimit: endless,
		Streams: own, Env: callersEnvironment(s)})
	if h.Images == nil {
		return shell
	}
	return actuators.NewLayered(shell, h.guard(shell), h.begin)
}

// callersEnvironment is that of this process, but for what has programs load or find something else than what was
// judged, and with what commands of pp get in place of the rest.
func callersEnvironment(s *Settings) engine.Environment {
	out := engine.Environment{}
	for _, entry := range s.System.Environ {
		name, value, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, "LD_") && !strings.HasPrefix(name, "GIT_") && !strings.HasPrefix(name, "BASH") {
			out[name] = value
		}
	}
	maps.Copy(out, s.Where.Child())
	out["PATH"] = s.Where.Programs()
	return out
}

// briefly keeps a thought trace that others write too: it is open for a moment only.
type briefly struct {
	settings *Settings
	session  string
}

// Record implements engine.Recorder.
func (b briefly) Record(ctx context.Context, r engine.Record) error {
	return RecordBriefly(ctx, b.settings, b.session, r)
}

// maxBriefly bounds a part of a trace that is opened for every few records, in bytes: it is read whole each time.
const maxBriefly = 32 << 10

// RecordBriefly adds records to the thought trace of a session that other processes write too.
func RecordBriefly(ctx context.Context, s *Settings, session string, records ...engine.Record) error {
	unlock, err := store.Lock(ctx, filepath.Join(s.Kept("hook"), session+".lock"))
	if err != nil {
		return err
	}
	defer unlock()
	store, err := audit.NewFileStore(s.Kept("audit"), session)
	if err != nil {
		return err
	}
	log := audit.NewLog(store, audit.Options{Session: session, Clock: s.System.Now,
		Redactor: s.Redactor, MaxBytes: maxBriefly})
	defer store.Close()
	for _, r := range records {
		r = shortened(r, s.Redactor.Redact)
		err := log.Record(ctx, r)
		if errors.Is(err, audit.ErrRecordSize) { // too many effects for one part
			r.Fields, r.Text = r.Fields.With(engine.FieldRecorded, sexp.String("")), engine.Clip(r.Text, 4<<10)
			err = log.Record(ctx, r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// maxRecordedText bounds a text of a record, in bytes: several fit into one part.
const maxRecordedText = 16 << 10

// shortened is a record without what is too long of its texts, such as the content of a file that would be written.
func shortened(r engine.Record, redact func(string) string) engine.Record {
	r.Text = inShort(r.Text, redact)
	for key, v := range r.Fields.All() {
		if s, ok := v.(sexp.String); ok && len(s) > maxRecordedText {
			r.Fields = r.Fields.With(key, sexp.String(inShort(string(s), redact)))
		}
	}
	return r
}

// inShort returns a text, or the beginning and end of a long one with its size and hash. It masks before it cuts.
func inShort(s string, redact func(string) string) string {
	if len(s) <= maxRecordedText {
		return s
	}
	head, tail := redact(s[:maxRecordedText]), redact(s[len(s)-maxRecordedText:])
	tail = tail[max(0, len(tail)-maxRecordedText/4):]
	return fmt.Sprintf("%s [%d bytes, SHA-256 %x] …%s", engine.Clip(head, maxRecordedText/2), len(s),
		sha256.Sum256([]byte(s)), strings.ToValidUTF8(tail, ""))
}
