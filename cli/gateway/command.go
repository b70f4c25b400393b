package gateway

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"pp/actuators/messenger"
	"pp/cli/command"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine"
)

// Command lets people write to pp by a messenger.
func Command(a command.App) *cli.Command {
	return &cli.Command{Name: "gateway", Usage: "answer people by a messenger, until it is stopped",
		UsageText: "telegram | signal | unit systemd",
		Description: "Only whom gateway.telegram.allow or gateway.signal.allow lists is answered, each in a private chat\n" +
			"of their own. What needs a person is asked there. It runs in the foreground; unit prints what a service\n" +
			"manager needs, and installs nothing. `pp config key telegram` keeps the token of Telegram's bot; Signal\n" +
			"needs the program signal-cli, which has an account: gateway.signal.number.\n" +
			"exit codes: 130 or 143 stopped, 1 a record cannot be kept, 2 usage, 69 signal-cli cannot be used, 75 another\n" +
			"one runs, 77 the messenger does not know pp, 78 configuration",
		Action: func(c *cli.Context) error {
			switch word := c.Args().First(); word {
			case "":
				return exit.UsageError("such as: pp gateway telegram", "gateway needs the name of a messenger")
			case "unit":
				if c.Args().Get(1) != "systemd" {
					return exit.UsageError("run `pp gateway unit systemd`", "a unit is of systemd")
				}
				return printUnit(a)
			default:
				return serve(a, c.Context, word)
			}
		}}
}

// opened is a medium with the conversations that it is for.
type opened struct {
	Medium
	chats map[string]config.Chat
}

// open opens the medium of a name. It contacts nobody yet.
func open(name string, s *setup.Settings, log func(string)) (opened, error) {
	switch name {
	case "telegram":
		c, err := s.Telegram(log)
		if err != nil {
			return opened{}, err
		}
		return opened{Medium{Name: name, Target: engine.TargetTelegram, Messenger: c, Allow: s.Config.Telegram.Allow,
			Most: messenger.TelegramMost, Buttons: true}, s.Config.Telegram.Chats}, nil
	case "signal":
		c, err := s.Signal(log)
		if err != nil {
			return opened{}, err
		}
		return opened{Medium{Name: name, Target: engine.TargetSignal, Messenger: c, Allow: s.Config.Signal.Allow,
			Most: messenger.SignalMost}, s.Config.Signal.Chats}, nil
	}
	return opened{}, exit.Unknown("messenger", name, nil, "`pp help gateway` lists them")
}

// serve answers people until ctx ends.
func serve(a command.App, ctx context.Context, name string) error {
	m, err := a.Agent()
	if err != nil {
		return err
	}
	s := m.Settings
	dir := s.Kept("gateway")
	if dir == "" {
		return exit.NoPlace("messages")
	}
	var mu sync.Mutex
	log := func(line string) {
		mu.Lock()
		defer mu.Unlock()
		a.Out.Note(name, s.System.Now().Format("15:04:05 ")+line)
	}
	of, err := open(name, s, log)
	if err != nil {
		return err
	}
	if end, ok := of.Messenger.(io.Closer); ok {
		defer end.Close()
	}
	if len(of.Allow) == 0 {
		a.Out.Note("warning", "nobody may write yet: the list gateway."+name+".allow is empty; write to it yourself, and "+
			"the line that follows here has your number")
	} else {
		log(fmt.Sprintf("%d may write, in %s; Ctrl-C stops it", len(of.Allow), s.Where.Dir))
	}
	var sender setup.Sender = of.Messenger
	g := &Gateway{Medium: of.Medium, Dir: dir + "/" + name, Clock: s.System.Now, Random: s.System.Random, Log: log,
		Talker: &conversations{app: a, settings: s, target: of.Target, chats: of.chats, sender: sender}}
	return failed(g.Run(ctx))
}

// failed gives an end of a gateway its exit code.
func failed(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, messenger.ErrToken):
		return exit.New(exit.Auth, "`pp config key telegram` keeps another; @BotFather says which", err)
	case errors.Is(err, messenger.ErrNotReady):
		return exit.New(
			exit.Unavailable,
			"run `signal-cli -a NUMBER receive` by hand and see what it says; another program may "+
				"hold the account",
			err,
		)
	case errors.Is(err, messenger.ErrOther):
		return exit.New(exit.TryLater, "stop the other program; deleteWebhook of the Bot API ends a webhook", err)
	}
	return err
}

// printUnit prints a unit for systemd, as text to be put in a file.
func printUnit(a command.App) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	if err := command.UnitNames(self, dir); err != nil {
		return err
	}
	quote := strings.NewReplacer("%", "%%", "$", "$$")
	return a.Out.Print(`# ~/.config/systemd/user/pp-gateway@.service
# systemctl --user daemon-reload
# systemctl --user enable --now pp-gateway@telegram
# loginctl enable-linger      # so that it runs while you are not logged in
# journalctl --user -u pp-gateway@telegram
[Unit]
Description=pp answers by %i
Wants=network-online.target
After=network-online.target

[Service]
ExecStart="` + quote.Replace(self) + `" gateway %i
WorkingDirectory=` + strings.ReplaceAll(dir, "%", "%%") + `
Restart=on-failure
RestartSec=10
RestartPreventExitStatus=2 77 78
SuccessExitStatus=130 143

[Install]
WantedBy=default.target
`)
}
