package setup

import (
	"context"
	"errors"
	"maps"

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
		var sender Sender = telegramSender{a.Settings}
		if given, ok := a.Messengers[t]; ok {
			sender = given
		} else if t == engine.TargetSignal {
			sender = signalSender{a.Settings}
		}
		known := knownSecrets{a.Settings, a.Executor.values}
		registry.Register(t, actuators.NewMessenger(sender, known.mask, known.within))
	}
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

// telegramSender connects when there is a message to send.
type telegramSender struct{ *Settings }

// Send implements Sender.
func (t telegramSender) Send(ctx context.Context, m messenger.Outgoing) error {
	c, err := t.Telegram(nil)
	if err != nil {
		return err
	}
	return c.Send(ctx, m)
}
