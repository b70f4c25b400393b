package setup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"pp/actuators"
	"pp/actuators/messenger"
	"pp/cli/exit"
	"pp/engine"
	"pp/gates/secrets"
)

// Sender brings one message to a person.
type Sender = actuators.Sender

// messengers are those that are set up, with whom each may write to.
func (s *Settings) messengers() map[engine.Target][]string {
	telegram, signal := s.Config.Telegram.Allow, s.Config.Signal.Allow
	if len(telegram)+len(signal) == 0 {
		return nil
	}
	out := map[engine.Target][]string{engine.TargetTelegram: telegram, engine.TargetSignal: signal}
	maps.DeleteFunc(out, func(_ engine.Target, allow []string) bool { return len(allow) == 0 })
	return out
}

// registerMessengers adds an actuator for each messenger that is set up, or was given.
func (a *Agent) registerMessengers(registry *actuators.Registry) {
	for t := range a.Settings.messengers() {
		sender, given := a.Messengers[t]
		if !given {
			sender = lateSender{a.Settings, t}
		}
		known := knownSecrets{a.Settings, a.Executor.values}
		registry.Register(t, actuators.NewMessenger(sender, known.mask, known.within))
	}
}

// lateSender connects to its messenger when there is a message to send.
type lateSender struct {
	settings *Settings
	to       engine.Target
}

// Send implements Sender.
func (l lateSender) Send(ctx context.Context, m messenger.Outgoing) error {
	if l.to != engine.TargetSignal {
		c, err := l.settings.Telegram(nil)
		if err != nil {
			return err
		}
		return c.Send(ctx, m)
	}
	c, err := l.settings.Signal(nil)
	if err != nil {
		return err
	}
	defer c.Close()
	return c.Send(ctx, m)
}

// messengerTools are what models call to send messages.
func (s *Settings) messengerTools() []engine.ToolSpec {
	var out []engine.ToolSpec
	set := s.messengers()
	for _, t := range [...]engine.Target{engine.TargetTelegram, engine.TargetSignal} {
		if _, ok := set[t]; ok {
			out = append(out, engine.MessengerTool(t))
		}
	}
	return out
}

// knownSecrets are those of the person, of the workspace, and what has the format of one.
type knownSecrets struct {
	settings *Settings
	values   *workspaceSecrets
}

// mask is a text without them.
func (k knownSecrets) mask(text string) string {
	return k.settings.Redactor.Redact(k.values.mask(text))
}

// within reports whether data has a secret that is known, or of a certain format.
func (k knownSecrets) within(data string) bool {
	for _, m := range secrets.Scan(data, secrets.Options{Vault: secrets.NewVault(k.settings.Config.Secrets())}) {
		if !m.Generic {
			return true
		}
	}
	return k.values.mask(data) != data
}

// Telegram connects to Telegram as the bot that is configured. It contacts nobody yet.
func (s *Settings) Telegram(log func(string)) (*messenger.Telegram, error) {
	t := s.Config.Telegram
	if t.Key.Reveal() == "" {
		return nil, exit.New(exit.Auth, "make a bot with @BotFather, then: pp config key telegram",
			errors.New("there is no token of a Telegram bot"))
	}
	if ok, why := t.MayUseKey(); !ok {
		return nil, exit.ConfigError("set gateway.telegram.base_url to an https address", "the token is not used: %s", why)
	}
	c, err := messenger.NewTelegram(messenger.TelegramOptions{Token: t.Key, BaseURL: t.BaseURL, Log: log})
	if err != nil {
		return nil, exit.New(exit.Auth, "`pp config key telegram` keeps another", err)
	}
	return c, nil
}

// Signal returns the connection to Signal through signal-cli with the configured account. It starts nothing yet.
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

// startSignal starts the person's own signal-cli, outside of any sandbox. It receives messages only on request: the
// gateway would lose messages that a sending process received.
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

// lastLine keeps the end of its input, and ends signal-cli if another process uses the account.
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
