package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"pp/actuators/sandbox"
	"pp/cli/config"
	"pp/cli/term"
	"pp/engine"
)

// app is one invocation of pp.
type app struct {
	sys    System
	stdout io.Writer // escapes what deceives when it is a terminal
	stderr io.Writer
	opts   options
	cfg    *config.Config
	// redactor masks secrets in everything that is printed; nil until the
	// configuration is loaded.
	redactor engine.Redactor
	noted    map[string]bool        // notes that were printed once already
	policy   policy                 // of --policy, for this run
	live     io.Writer              // gets a command's output as it comes; nil is nobody
	onTurn   atomic.Pointer[func()] // what SIGINT does during a turn of a conversation
	heed     func()                 // has signals cancel the run from now on; may be called again
	unkept   bool                   // the state directory cannot be used
	progress *progress              // of waiting for a model; nil shows nothing
	report   *report                // the JSON object, when one was asked for
}

// Main runs pp and returns its exit code. It never panics.
func Main(sys System) (code int) {
	// A sandbox is pp executing itself; the child never comes back.
	if sandbox.Child(append([]string{"pp"}, sys.Args...)) {
		return exitOK
	}
	a := &app{sys: sys, stdout: guarded(sys.Stdout), stderr: guarded(sys.Stderr), noted: map[string]bool{}}
	defer func() {
		if p := recover(); p != nil {
			a.note("error", "unexpected failure; this is a defect in pp")
			code = exitFailed
		}
	}()
	ctx, heed := interruptible(&a.onTurn)
	a.heed = sync.OnceFunc(heed)
	defer a.flush()
	err := a.run(ctx)
	if err == nil {
		err = a.finish(exitOK, nil)
	} else {
		f := classify(err)
		a.say(f)
		if ferr := a.finish(f.code, f); ferr != nil {
			a.say(classify(ferr))
		}
		return f.code
	}
	if err != nil {
		f := classify(err)
		a.say(f)
		return f.code
	}
	return exitOK
}

// guarded wraps a stream that is a terminal, so that nothing printed there can
// deceive; anything else gets every byte as it is.
func guarded(w io.Writer) io.Writer {
	if w == nil {
		return io.Discard
	}
	if isTerminal(w) {
		return term.NewWriter(w, term.Text, term.Plain)
	}
	return w
}

// flush writes what the terminal writers hold back: an unfinished character.
func (a *app) flush() {
	for _, w := range []io.Writer{a.stdout, a.stderr} {
		if f, ok := w.(interface{ Flush() error }); ok {
			// There is nobody left to tell that a terminal went away.
			_ = f.Flush()
		}
	}
}

// heedAfter is how long a prompt is ended by a signal as any process is, because
// it has done nothing yet and waits for nothing yet: to heed signals costs a
// twentieth of a short run. A run that is to act heeds them before.
const heedAfter = 10 * time.Millisecond

// interruptible is a context that SIGINT, SIGTERM and SIGHUP cancel, with the
// cause, once heed was called. While onTurn is set, SIGINT goes there instead: it
// cancels a turn of a conversation and not the conversation. Nothing is undone at
// the end, because the process ends with Main.
func interruptible(onTurn *atomic.Pointer[func()]) (ctx context.Context, heed func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	deliver := func() {
		for s := range signals {
			turn := onTurn.Load()
			switch {
			case s == syscall.SIGTERM:
				cancel(errTerminated)
			case s == syscall.SIGHUP:
				cancel(errHangup)
			case turn != nil:
				(*turn)()
			default:
				cancel(errInterrupted)
			}
		}
	}
	return ctx, func() {
		for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
			if !signal.Ignored(s) { // as by nohup
				signal.Notify(signals, s)
			}
		}
		go deliver()
	}
}

// run parses the command line and carries it out.
func (a *app) run(ctx context.Context) error {
	a.wantReport(valueOf(a.sys.Args, "--output-format"))
	global, commands := a.flags(), a.commands(ctx)
	line := arrange(a.sys.Args, global, commands)
	if line.command == "" {
		if err := mistyped(line, commands); err != nil {
			return err
		}
	}
	if err := fitFlags(&line, global, commands); err != nil {
		return err
	}
	switch line.command {
	case "version": // is over before anybody could interrupt it
	case "":
		time.AfterFunc(heedAfter, a.heed)
	default:
		a.heed()
	}
	commands = only(commands, line.command)
	known := global
	for _, cmd := range commands {
		known = append(known, cmd.Flags...)
	}
	if line.wantsHelp(known) {
		return a.help(line.topic())
	}
	c := &cli.App{
		Name: "pp", HelpName: "pp", Usage: "an AI agent whose every action is judged before it happens",
		UsageText: usageText, Flags: given(global, line.global), Commands: commands, HideHelpCommand: true, HideHelp: true, HideVersion: true,
		UseShortOptionHandling: true, Writer: a.stdout, ErrWriter: a.stderr,
		CustomAppHelpTemplate: helpTemplate,
		ExitErrHandler:        func(*cli.Context, error) {},
		OnUsageError:          func(_ *cli.Context, err error, _ bool) error { return badFlag(err, line, known) },
		Action:                func(c *cli.Context) error { return a.prompt(ctx, c.Args().Slice()) },
		Before:                func(*cli.Context) error { return a.opts.check() },
	}
	for _, cmd := range commands {
		cmd.OnUsageError = c.OnUsageError
		cmd.HideHelpCommand = true
		cmd.UseShortOptionHandling = true
		cmd.CustomHelpTemplate = commandTemplate
	}
	return c.RunContext(ctx, line.argv())
}

// mistyped catches one bare word that is nearly a command.
func mistyped(line arranged, commands []*cli.Command) error {
	if len(line.words) != 1 || strings.ContainsAny(line.words[0], " \t\n/.") {
		return nil
	}
	names := make([]string, 0, len(commands))
	for _, c := range commands {
		names = append(names, c.Name)
	}
	for _, c := range names {
		if c == line.words[0] {
			return nil // it stood after "--"
		}
	}
	if c := near(line.words[0], names); c != "" {
		return usageError("run `pp "+c+"`, or `pp \""+line.words[0]+" …\"` with more words to ask the model",
			"%q is not a command; the nearest is %q", line.words[0], c)
	}
	return nil
}

// redact masks secrets in text for a person.
func (a *app) redact(text string) string {
	if a.redactor == nil {
		return text
	}
	return a.redactor.Redact(text)
}

// print writes data to standard output; a write that fails is the exit code.
func (a *app) print(text string) error {
	if _, err := io.WriteString(a.stdout, text); err != nil {
		return &failure{code: exitFailed, kind: "output", err: errors.New("standard output cannot be written: " + cause(err)),
			hint: "the answer was not saved; -o FILE writes it to a file"}
	}
	return nil
}

func cause(err error) string {
	var e *os.PathError
	if errors.As(err, &e) {
		return e.Err.Error()
	}
	return err.Error()
}
