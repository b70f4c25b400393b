package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/store"
)

// userPaths are where the person's files are. It loads nothing, so that it
// works when the configuration does not.
func userPaths(a App) (config.Paths, error) {
	paths := config.FindPaths(a.System.Getenv, setup.Home(a.System), "")
	if paths.ConfigFile == "" {
		return paths, exit.UsageError("set HOME or XDG_CONFIG_HOME", "there is no place for a configuration file")
	}
	return paths, nil
}

func configPath(r *run) error {
	paths, err := userPaths(r.App)
	if err != nil {
		return err
	}
	return r.Out.Print(paths.ConfigFile + "\n")
}

// configInit writes the template where there is no file yet.
func configInit(r *run) error {
	paths, err := userPaths(r.App)
	if err != nil {
		return err
	}
	if err := writeFresh(paths.ConfigFile, config.SampleFile(), "`pp config show` shows what is in force"); err != nil {
		return err
	}
	return r.Out.Print("wrote " + paths.ConfigFile + "\n")
}

func configCheck(r *run) error {
	s, err := r.load()
	if err != nil {
		return err
	}
	if _, err := setup.NewProviderSet(s, r.Out, nil, "check"); err != nil {
		return err
	}
	return r.Out.Print("ok\n")
}

// configChange replaces the user's file by a changed one, which must load.
func configChange(a App, change func(config.File) (string, error)) error {
	paths, err := userPaths(a)
	if err != nil {
		return err
	}
	name := paths.ConfigFile
	old, err := readOwn(name)
	if err != nil {
		return err
	}
	text, err := change(config.File{Name: name, Text: old})
	var unknown *config.UnknownKeyError
	switch {
	case errors.As(err, &unknown):
		return unknownKey(unknown)
	case errors.Is(err, config.ErrNotEditable):
		return exit.New(exit.Failed, "edit it with `pp config edit`", fmt.Errorf("%s: %w; it was left as it is", name, err))
	case err != nil || text == old:
		return err
	}
	return replacePrivate(name, text, func(fresh string) error {
		_, err := userConfig(a, name, fresh)
		wrong, ok := errors.AsType[*config.Error](err)
		if !ok || wrong.Origin.Name != name {
			return err
		}
		if _, before := userConfig(a, name, name); before != nil {
			return before // with the lines of the file as it is
		}
		hint := strings.TrimPrefix(exit.LowerFirst(wrong.Hint)+"\nthe configuration was left as it is", "\n")
		return exit.ConfigError(hint, "%s", wrong.Message)
	})
}

// unknownKey is the usage error for a key that nobody knows.
func unknownKey(e *config.UnknownKeyError) error {
	hint := "`pp config show` lists the keys"
	if e.Hint != "" {
		hint = exit.LowerFirst(e.Hint)
	}
	return exit.UsageError(hint, "%w", e)
}

// configGet prints a key's value that is in force.
func configGet(r *run) error {
	s, err := r.load()
	if err != nil {
		return err
	}
	value, err := s.Config.Get(r.words[0])
	if unknown, ok := errors.AsType[*config.UnknownKeyError](err); ok {
		return unknownKey(unknown)
	}
	if value.Text == "" {
		return exit.New(exit.Failed, "`pp config set "+value.Key+" VALUE` sets it", fmt.Errorf("%s is not set", value.Key))
	}
	data, err := value.JSON()
	if err != nil {
		return err
	}
	return r.Show(data, value.Text+"\n")
}

// userConfig loads and checks the user's file alone, from where it is or from a copy
// that would replace it.
func userConfig(a App, name, from string) (*config.Config, error) {
	env := func(variable string) (string, bool) {
		if !strings.HasPrefix(variable, "XDG_") || a.System.Getenv == nil {
			return "", false
		}
		return a.System.Getenv(variable)
	}
	cfg, err := config.Load(config.Input{Env: env, Home: setup.Home(a.System), Files: standIn{name, from}})
	if err != nil {
		return nil, err
	}
	return cfg, setup.CheckGates(cfg)
}

// standIn is the machine's file system with another file in the place of one.
type standIn struct{ name, from string }

// Open implements config.Files.
func (s standIn) Open(name string) (fs.File, error) {
	if name == s.name {
		name = s.from
	}
	return config.OSFiles{}.Open(name)
}

// readOwn is the text of a person's own file, "" where there is none.
func readOwn(name string) (string, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return string(data), err
}

// replacePrivate replaces a file by one that only its owner can read, whole or
// not at all, once check takes the fresh one; nil takes any. A link to the file stays.
func replacePrivate(name, text string, check func(fresh string) error) error {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return store.Replace(name, []byte(text), store.Fresh{Durable: true, Check: check})
}

// keyVariable is the variable that holds the key of a provider, or of a messenger.
func keyVariable(s *setup.Settings, name string) (string, error) {
	p, ok := s.Config.Providers[name]
	switch {
	case !ok && name == "telegram":
		return config.TelegramToken, nil
	case !ok && s.Config.ServerVariable(name):
		return name, nil
	case !ok:
		return "", s.UnknownProvider(name)
	case p.KeyEnv == "":
		return "", exit.UsageError("set key_env of the provider to a variable's name", "provider %s takes no key", name)
	}
	return p.KeyEnv, nil
}

// configKey keeps the key of a provider or a messenger in the .env file beside the configuration.
func configKey(r *run) error {
	s, err := r.load()
	if err != nil {
		return err
	}
	variable, err := keyVariable(s, r.words[0])
	if err != nil {
		return err
	}
	file := s.Config.Paths.EnvFile
	if file == "" {
		return exit.UsageError("set HOME or XDG_CONFIG_HOME", "there is no place for a key")
	}
	key, err := readKey(r.App, r.ctx, s, variable)
	if err != nil {
		return err
	}
	if err := keepVariables(r.App, file, []engine.Secret{engine.NewSecret(variable, key)}); err != nil {
		return err
	}
	if r.System.Env(variable) != "" {
		r.Out.Note("warning", variable+" is set in the environment, too, and comes first there")
	}
	return r.Out.Print("kept " + variable + " in " + file + "\n")
}

// keepVariables keeps values in the .env file beside the configuration, which must load with them.
func keepVariables(a App, file string, list []engine.Secret) error {
	text, err := readOwn(file)
	if err != nil || len(list) == 0 {
		return err
	}
	for _, s := range list {
		if strings.ContainsFunc(s.Reveal(), unicode.IsControl) {
			return exit.New(exit.Data, "", fmt.Errorf("the value of %s has control characters", s.Name))
		}
		text = config.SetVariable(text, s.Name, s.Reveal())
	}
	return replacePrivate(file, text, func(fresh string) error {
		_, err := config.Load(config.Input{Env: a.System.Getenv, Home: setup.Home(a.System), Files: standIn{file, fresh}})
		return err
	})
}
