package output

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"pp/cli/system"
	"pp/engine"
)

const (
	progressAfter = 300 * time.Millisecond // what answers sooner shows nothing
	progressEvery = 100 * time.Millisecond
	previewRows   = 6
	previewBytes  = 16 << 10 // kept of the preview
)

// Progress shows the working provider, the time and a preview on the terminal, until the answer comes. A nil Progress
// shows nothing. It is safe for concurrent use.
type Progress struct {
	tty    *os.File
	now    func() time.Time
	redact func(string) string // of what is done

	mu     sync.Mutex
	live   *Live
	since  time.Time
	label  string   // what is done besides waiting for an answer
	asked  []string // the providers that are thinking, or the commands that run
	shows  int      // how much of that is shown; the last to end takes it away
	ended  func()   // ends the showing
	paused int      // somebody else has the terminal
	bytes  int      // of the reply so far
	tail   string   // the end of the preview, as the terminal may show it
}

// NewProgress is the progress of this run; nil where nobody would see it.
func NewProgress(sys system.System, out *Printer) *Progress {
	tty, ok := sys.Stderr.(*os.File)
	if out.Options.Quiet || !ok || !system.IsTerminal(tty) || sys.Dumb() {
		return nil
	}
	return &Progress{tty: tty, now: sys.Now, redact: out.Redact, live: &Live{To: tty}}
}

// Around shows the progress while a provider works on a prompt.
func (p *Progress) Around(provider engine.Provider) engine.Provider {
	if p == nil {
		return provider
	}
	return shown{provider, p.begin}
}

// shown wraps a provider and shows its progress while it works. It implements engine.Provider.
type shown struct {
	engine.Provider
	begin func() (end func())
}

// Complete implements engine.Provider.
func (s shown) Complete(ctx context.Context, prompt engine.Prompt) (engine.Reply, error) {
	defer s.begin()()
	return s.Provider.Complete(ctx, prompt)
}

// Named gives a provider that tells the progress when it is asked.
func (p *Progress) Named(name string, provider engine.Provider) engine.Provider {
	if p == nil {
		return provider
	}
	return shown{provider, func() func() {
		p.ask(name)
		return func() { p.answered(name) }
	}}
}

// Acting shows the progress while commands run, under what they print to live; nil shows nothing of that.
func (p *Progress) Acting(commands func(live io.Writer) engine.Actuator, live io.Writer) engine.Actuator {
	if p == nil {
		return commands(live)
	}
	if live != nil {
		live = above{p, live}
	}
	return running{p, commands(live)}
}

// running is an actuator of commands, each shown while it runs. It implements engine.Actuator.
type running struct {
	progress *Progress
	inner    engine.Actuator
}

// Do implements engine.Actuator.
func (r running) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	name := OneLine(r.progress.redact(c.Action().Command()), 200)
	r.progress.ask(name)
	defer r.progress.answered(name)
	defer r.progress.begin()()
	return r.inner.Do(ctx, c)
}

// above writes where the progress is meanwhile away. It implements io.Writer.
type above struct {
	progress *Progress
	to       io.Writer
}

// Write implements io.Writer.
func (w above) Write(text []byte) (int, error) {
	defer w.progress.Pause()()
	return w.to.Write(text)
}

// begin starts to show; end takes everything away before it returns, once nothing else is shown.
func (p *Progress) begin() (end func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shows++; p.shows == 1 {
		p.since = p.now()
		p.restart()
		stop, stopped := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(stopped)
			p.show(stop)
		}()
		p.ended = func() {
			close(stop)
			<-stopped
		}
	}
	return p.end
}

func (p *Progress) end() {
	p.mu.Lock()
	p.shows--
	left, ended := p.shows, p.ended
	p.mu.Unlock()
	if left > 0 {
		return
	}
	ended()
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.live.Erase()
	p.asked = nil
}

// show draws until it is stopped.
func (p *Progress) show(stop <-chan struct{}) {
	first := time.NewTimer(progressAfter)
	defer first.Stop()
	select {
	case <-first.C:
	case <-stop:
		return
	}
	// After a stop and a continuation the shell has written to the terminal.
	resumed := make(chan os.Signal, 1)
	signal.Notify(resumed, syscall.SIGCONT)
	defer signal.Stop(resumed)
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	for {
		select {
		case <-resumed:
			p.mu.Lock()
			p.live.Forget()
			p.mu.Unlock()
		default:
		}
		p.draw()
		select {
		case <-tick.C:
		case <-stop:
			return
		}
	}
}

// draw shows the state, unless other output has the terminal.
func (p *Progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.paused > 0 || !system.Foreground(p.tty) {
		return
	}
	columns, rows := system.Size(p.tty)
	if columns <= 0 || rows <= 0 {
		columns, rows = 80, 24
	}
	var lines []string
	if len(p.tail) > 0 {
		lines = Rows(p.tail, columns, min(previewRows, rows-2))
	}
	_ = p.live.Draw(columns, append(lines, p.status(columns))...)
}

func (p *Progress) status(columns int) string {
	what := slices.DeleteFunc([]string{p.label, strings.Join(p.asked, " and ")}, func(s string) bool { return s == "" })
	end := fmt.Sprintf("%d s", int(p.now().Sub(p.since).Seconds()))
	if p.bytes > 0 {
		end += fmt.Sprintf(", about %d tokens", (p.bytes+3)/4)
	}
	if len(what) == 0 {
		return "pp: " + end
	}
	return fitted("pp: "+strings.Join(what, ", "), ", "+end, columns)
}

// Add takes a piece of the reply; an empty one begins another reply.
func (p *Progress) Add(delta string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if delta == "" {
		p.restart()
	}
	p.bytes += len(delta)
}

// Left sets the preview to the masked part of the reply that is not shown elsewhere.
func (p *Progress) Left(text string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tail = Escape(strings.ToValidUTF8(text[max(0, len(text)-previewBytes):], ""), Text)
}

// Work says what is being done, until the next call; "" is nothing special.
func (p *Progress) Work(label string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.label = label
}

func (p *Progress) ask(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, name)
}

func (p *Progress) answered(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.asked, name); i >= 0 {
		p.asked = slices.Delete(p.asked, i, i+1)
	}
}

// restart forgets the reply so far: another one begins.
func (p *Progress) restart() { p.bytes, p.tail = 0, "" }

// Pause leaves the terminal to somebody else until the function it returns is called.
func (p *Progress) Pause() (resume func()) {
	if p == nil {
		return func() {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paused++
	_ = p.live.Erase()
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.paused--
	}
}
