package actuators

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"pp/actuators/credential"
	"pp/actuators/sandbox"
	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/sexp"
)

// Runner is what the actuator needs of a sandbox.
type Runner interface {
	// Holds fails when less is enforced than a verdict relied on.
	Holds(relied engine.Confinement) error
	Spec(c engine.Cleared) (sandbox.Spec, error)
	Run(ctx context.Context, s sandbox.Spec, c sandbox.Command) (sandbox.Exit, error)
}

// Lender lends a cleared command the person's credentials for what it contacts; a nil loan is none.
type Lender interface {
	Lend(ctx context.Context, c engine.Cleared) (*credential.Loan, error)
}

// ShellOptions are the limits of commands, and who watches them.
type ShellOptions struct {
	Limit      time.Duration // of one command; 0: 120 s
	BuildLimit time.Duration // of a build or test; 0: 600 s
	MaxLimit   time.Duration // what a proposal may ask for; 0: one hour
	MaxOutput  int           // bytes kept of the output; 0: 16 KiB
	// Live gets the output as it comes, line by line: whoever shows it on a terminal
	// must escape it. nil: nobody.
	Live io.Writer
	// Text says that a person reads Live: what is not text is named, not passed on.
	Text bool
	// Mask hides the secrets in what Live gets; nil hides none.
	Mask func(string) string
	// Lender lends credentials to approved commands; nil lends none.
	Lender Lender
	// Lasts reports whether a variable that a command exported is one for the commands after it. With nil commands
	// leave nothing to each other.
	Lasts func(f engine.Facts, name, value string) bool
	// Keeps reports whether what commands start may go on after them.
	Keeps func() bool
	Now   func() time.Time
	// Streams gives what a command has as its standard input, output and error, in the place of an empty input and of
	// what the result says; Env is then its environment. nil: a result has the output.
	Streams func() (*[3]*os.File, error)
	Env     engine.Environment
}

// Shell is the :SHELL actuator. It is safe for concurrent use when Live is.
type Shell struct {
	runner Runner
	opts   ShellOptions
	bash   func() (string, error)
}

// NewShell returns the actuator. Nothing is looked for before the first command.
func NewShell(r Runner, o ShellOptions) *Shell {
	o.Limit = cmp.Or(o.Limit, 120*time.Second)
	o.BuildLimit = cmp.Or(o.BuildLimit, 600*time.Second)
	o.MaxLimit = cmp.Or(o.MaxLimit, time.Hour)
	o.MaxOutput = cmp.Or(o.MaxOutput, 16<<10)
	return &Shell{runner: r, opts: o, bash: sync.OnceValues(func() (string, error) {
		name, _, err := FindBash()
		return name, err
	})}
}

var _ engine.Actuator = (*Shell)(nil)

// Do implements engine.Actuator. A command that ran is a result whatever its
// exit status; one that had to be ended is a failed result; an error means that
// nothing ran.
func (s *Shell) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	if !c.Valid() {
		return engine.Result{}, engine.ErrNotCleared
	}
	p, err := s.prepare(c)
	if err != nil {
		return engine.Result{}, err
	}
	if r, own := s.own(p.op); own {
		return r, nil
	}
	return s.run(ctx, p)
}

// prepare finds all that running a command needs, and runs nothing.
func (s *Shell) prepare(c engine.Cleared) (prepared, error) {
	op, ok := c.Action().Op.(engine.Run)
	if !ok {
		return prepared{}, fmt.Errorf("the action has no command; only a :CMD goes to :SHELL")
	}
	if err := s.runner.Holds(c.Verdict().Confinement); err != nil {
		return prepared{}, err
	}
	spec, err := s.runner.Spec(c)
	if err != nil {
		return prepared{}, err
	}
	for _, entry := range c.Verdict().Facts.Exported.List() {
		if !strings.HasPrefix(entry, "PATH=") { // which the sandbox chooses
			spec.Env = append(spec.Env, entry)
		}
	}
	bash, err := s.bash()
	return prepared{Cleared: c, op: op, bash: bash, spec: spec, masked: masked(c.Effects().Reads, spec)}, err
}

// run runs a command. What it changes is looked for, unless a layer catches it.
func (s *Shell) run(ctx context.Context, p prepared) (engine.Result, error) {
	var before watched
	if !p.layered {
		before = watch(p.Verdict().Facts.Scratch.Outside(p.Effects()))
	}
	loan, err := s.lend(ctx, p.Cleared, &p.spec)
	if err != nil {
		return engine.Result{}, err
	}
	defer loan.Close()
	opts := s.opts
	opts.Mask = masking(s.opts.Mask, loan.Mask)
	out := newOutput(opts)
	limit := s.limit(p.op, p.Effects())
	cmd := s.command(p, out, limit)
	if s.opts.Streams != nil {
		if cmd.Streams, err = s.opts.Streams(); err != nil {
			return engine.Result{}, err
		}
	}
	exit, err := s.runner.Run(ctx, p.spec, cmd)
	out.live.flush()
	if err != nil {
		return engine.Result{}, err
	}
	did := before.changed()
	did.masked = p.masked
	result := s.result(exit, out, limit, did, loan, p.Verdict())
	if !p.layered && result.EndedWell() {
		fail(&result, hollow(p.Effects(), p.spec))
	}
	result.Text = loan.Mask(result.Text)
	return result, nil
}

// masked are the files that the command looks at, by a pattern or by their names, and that it finds empty: what it says
// of them is not so.
func masked(reads []effect.Path, spec sandbox.Spec) []string {
	var out []string
	for _, p := range reads {
		hides := func(m sandbox.Mask) bool { return effect.Within(p.Name, m.Path) }
		if p.Access != effect.AccessContent && len(out) < 20 && !slices.Contains(out, p.Name) &&
			slices.ContainsFunc(spec.Masked, hides) {
			out = append(out, p.Name)
		}
	}
	return out
}

// limit is how long a command may take: what it asked for, within the maximum,
// else that of its kind.
func (s *Shell) limit(op engine.Run, e effect.Effects) time.Duration {
	if op.Limit > 0 {
		return min(op.Limit, s.opts.MaxLimit)
	}
	for _, r := range e.Runs {
		if r.Class == effect.ProgramBuilds {
			return s.opts.BuildLimit
		}
	}
	return s.opts.Limit
}

// withRest says what came of what the command left running.
func withRest(p sexp.Plist, exit sandbox.Exit) sexp.Plist {
	if exit.Kept > 0 {
		p = p.With("RUNNING", sexp.String(fmt.Sprintf("[%d]; the command jobs lists what is left running, and kill %%%[1]d "+
			"ends it. What it writes from now on stays its own, but for /tmp", exit.Kept)))
	}
	if exit.Rest {
		what := "what it had started and left running"
		if exit.NotKept != nil {
			what += ", because pp could not keep it: " + exit.NotKept.Error()
		}
		p = p.With("ENDED", sexp.String(what))
	}
	return p
}

// result says how the command ended, then what it printed.
func (s *Shell) result(exit sandbox.Exit, out *output, limit time.Duration, did changes,
	loan *credential.Loan, v engine.Verdict) engine.Result {
	text, left := out.text()
	status := "SUCCESS"
	if exit.Code != 0 || exit.Signal != 0 {
		status = "ERROR"
	}
	p := sexp.NewPlist().With("STATUS", sexp.Keyword(status))
	if exit.Signal != 0 {
		p = p.With("SIGNAL", sexp.String(unix.SignalName(exit.Signal)))
	} else {
		p = p.With("EXIT", sexp.Int(int64(exit.Code)))
	}
	if exit.Duration >= time.Second {
		p = p.With("SECONDS", sexp.Int(int64(exit.Duration/time.Second)))
	}
	if left > 0 {
		p = p.With("LEFT-OUT", sexp.Int(left))
	}
	p = withLent(withRest(p, exit), loan)
	p = engine.Result{Changed: did.all, Made: did.made, Deleted: did.deleted}.AddChanges(p, v.Dir)
	if len(exit.Attempts) > 0 {
		p = p.With("TRIED-TO-CONNECT", texts(exit.Attempts)).With("BECAUSE", sexp.String("no network in the sandbox"))
	}
	did.masked = slices.Compact(slices.Sorted(slices.Values(slices.Concat(did.masked, exit.Opened))))
	if len(did.masked) > 0 {
		p = p.With("MASKED", texts(did.masked))
	}
	changed := did.all
	if len(exit.Planted) > 0 {
		p = p.With("EXECUTED-LATER", texts(exit.Planted))
		changed = append(changed, exit.Planted...)
	}
	next, p := s.left(exit, v, p)
	ended := &engine.Exit{Code: exit.Code, TimedOut: exit.TimedOut}
	if exit.Signal != 0 {
		ended.Code, ended.Signal = 0, unix.SignalName(exit.Signal)
	}
	result := engine.Result{Origin: engine.OriginUntrusted, Changed: changed, Made: did.made, Deleted: did.deleted,
		Exit: ended, Duration: exit.Duration, Rest: exit.Rest, Left: next,
		Attempts: attempted(exit)}
	why := s.ended(exit, limit)
	if why != "" {
		result.Failed, result.Text = true, "ERROR [shell]: "+why
	} else {
		result.Text = "TOOL [shell] RESULT: "
	}
	result.Text += sexp.Print(p.Value())
	if text = strings.TrimSuffix(text, "\n"); text != "" {
		result.Text += "\n" + text
	}
	if !result.EndedWell() {
		result.Error = strings.TrimSpace(why + "\n" + text)
	}
	return result
}

// attempted is what a command tried to reach although the sandbox keeps it away.
func attempted(exit sandbox.Exit) (out []cause.Cause) {
	for _, host := range exit.Attempts {
		out = append(out, cause.TriedToConnect.OfHost(host))
	}
	for _, name := range exit.Opened {
		out = append(out, cause.TriedToRead.OfPath(name))
	}
	return out
}

// ended says why a command had to be ended, "" when it ended by itself.
func (s *Shell) ended(exit sandbox.Exit, limit time.Duration) string {
	switch {
	case exit.TimedOut:
		return fmt.Sprintf("the command was ended after %s, with everything it had started. "+
			"Ask for more time (a timeout of at most %d seconds, as limits.max_command_time has it), or do less at once; "+
			"a person sets limits.command_time. ",
			limit, int64(s.opts.MaxLimit/time.Second))
	case exit.Memory:
		return "the command was ended, because its processes together used too much memory. Do less at once. "
	case exit.Disk:
		return "the command was ended, because it had filled half of what was free on the disk, or more than 4 GiB of " +
			"/tmp. Delete what it left, or do less at once. "
	case exit.Lost:
		return "something outside killed the command with everything it had started, perhaps for want of memory. " +
			"Look at what it has done before you do it again. "
	}
	return ""
}

func texts(names []string) sexp.Value {
	out := make([]sexp.Value, len(names))
	for i, name := range names {
		out[i] = sexp.String(name)
	}
	return sexp.NewList(out...)
}
