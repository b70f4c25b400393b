package setup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"pp/actuators/messenger"
	"pp/cli/exit"
)

// Signal connects to Signal by signal-cli as the account that is configured. It starts nothing
// yet.
func (s *Settings) Signal(log func(string)) (*messenger.Signal, error) {
	number := s.Config.Signal.Number
	if number == "" {
		return nil, exit.ConfigError("register an account with signal-cli, then: "+
			"pp config set gateway.signal.number +4915112345678", "gateway.signal.number is not set")
	}
	program, err := exec.LookPath("signal-cli")
	if err != nil {
		return nil, exit.New(exit.Unavailable, "install it from https://github.com/AsamK/signal-cli, and have it in PATH",
			errors.New("the program signal-cli is not found"))
	}
	return messenger.NewSignal(messenger.SignalOptions{Number: number, Allow: s.Config.Signal.Allow, Log: log,
		Start: func() (io.ReadWriteCloser, error) { return startSignal(program, number) }}), nil
}

// signalEnds is how long signal-cli may take to end by itself once its input has ended.
const signalEnds = 5 * time.Second

// signalProcess is a running signal-cli: its output and its input.
type signalProcess struct {
	io.ReadCloser
	input io.WriteCloser
	cmd   *exec.Cmd
	said  *lastLine
}

// startSignal starts the person's own signal-cli, outside of any sandbox, so that it receives nothing
// before it is asked to: what a process took that only sends would be lost to the gateway.
func startSignal(program, number string) (io.ReadWriteCloser, error) {
	cmd := exec.Command(program, "-a", number, "jsonRpc", "--receive-mode=manual")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // it outlives an interruption until what it sends is sent
	p := &signalProcess{cmd: cmd, said: &lastLine{}}
	p.said.end = func() error { return cmd.Process.Kill() }
	cmd.Stderr = p.said
	cmd.WaitDelay = time.Second
	var err error
	if p.ReadCloser, err = cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if p.input, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	return p, cmd.Start()
}

// Write implements io.Writer.
func (p *signalProcess) Write(data []byte) (int, error) { return p.input.Write(data) }

// Close ends it, and says why it ended if it did so by itself.
func (p *signalProcess) Close() error {
	_ = p.input.Close() // it has ended already, or ends now
	timer := time.AfterFunc(signalEnds, func() { _ = p.cmd.Process.Kill() })
	defer timer.Stop()
	err := p.cmd.Wait()
	if err == nil {
		return nil
	}
	return fmt.Errorf("signal-cli ended: %w: %s", err, p.said.text())
}

// lastLine keeps the end of what is written to it. Where that says that another process has the account, it
// ends signal-cli, which would wait for that one.
type lastLine struct {
	kept []byte
	end  func() error
}

// Write implements io.Writer.
func (l *lastLine) Write(text []byte) (int, error) {
	l.kept = append(l.kept, text...)
	l.kept = bytes.Clone(l.kept[max(0, len(l.kept)-1000):])
	if bytes.Contains(l.kept, []byte("in use by another instance")) {
		_ = l.end()
	}
	return len(text), nil
}

// text is the last line.
func (l *lastLine) text() string {
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(string(l.kept), "")), "\n")
	return lines[len(lines)-1]
}

// signalSender starts signal-cli for each message that is to be sent.
type signalSender struct{ *Settings }

// Send implements Sender.
func (s signalSender) Send(ctx context.Context, m messenger.Outgoing) error {
	c, err := s.Signal(nil)
	if err != nil {
		return err
	}
	defer c.Close()
	return c.Send(ctx, m)
}
