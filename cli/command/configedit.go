package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/setup"
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

func configPath(a App) error {
	paths, err := userPaths(a)
	if err != nil {
		return err
	}
	return a.Out.Print(paths.ConfigFile + "\n")
}

// configInit writes the template where there is no file yet.
func configInit(a App) error {
	paths, err := userPaths(a)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(paths.ConfigFile), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(paths.ConfigFile, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return &exit.Error{Code: exit.Failed, Kind: "failed", Err: fmt.Errorf("%s exists already; it was left as it is", paths.ConfigFile),
			Hint: "`pp config show` shows what is in force"}
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(config.WriteTemplate())
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(paths.ConfigFile))
	}
	return a.Out.Print("wrote " + paths.ConfigFile + "\n")
}

func configCheck(a App) error {
	s, err := a.load()
	if err != nil {
		return err
	}
	if _, err := setup.NewProviderSet(s, a.Out, nil, "check"); err != nil {
		return err
	}
	return a.Out.Print("ok\n")
}

// configSet gives a key without a table its value in the user's file. The file
// is replaced only by one that loads, and that says the same but for the key.
func configSet(a App, key, value string) error {
	paths, err := userPaths(a)
	if err != nil {
		return err
	}
	before, err := userConfig(a, paths.ConfigFile, paths.ConfigFile)
	if err != nil {
		return err
	}
	value, err = tomlValue(before, key, value)
	if err != nil {
		return err
	}
	old, err := os.ReadFile(paths.ConfigFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return replacePrivate(paths.ConfigFile, withSetting(string(old), key, value), func(fresh string) error {
		after, err := userConfig(a, paths.ConfigFile, fresh)
		if err != nil {
			return err
		}
		return onlyChanged(before, after, key)
	})
}

// userConfig loads the user's file alone, from where it is or from a copy that
// would replace it.
func userConfig(a App, name, from string) (*config.Config, error) {
	env := func(variable string) (string, bool) {
		if !strings.HasPrefix(variable, "XDG_") || a.System.Getenv == nil {
			return "", false
		}
		return a.System.Getenv(variable)
	}
	return config.Load(config.Input{Env: env, Home: setup.Home(a.System), Files: standIn{name, from}})
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

// tomlValue writes a value as its key's kind wants it.
func tomlValue(cfg *config.Config, key, value string) (string, error) {
	var known []string
	for _, v := range cfg.Values() {
		if strings.Contains(v.Key, ".") {
			continue
		}
		known = append(known, v.Key)
		switch {
		case v.Key != key:
		case strings.HasPrefix(v.Text, "["):
			return "", exit.UsageError("edit it in the file that `pp config path` names", "%s is a list", key)
		case strings.ContainsFunc(value, unicode.IsControl):
			return "", exit.UsageError("write it on one line", "the value has a control character in it")
		case strings.HasPrefix(v.Text, `"`):
			return strconv.Quote(value), nil
		case value == "" || strings.ContainsAny(value, " #\"'[]{}=,"):
			return "", exit.UsageError("write it as "+v.Text, "%q is no value of %s", value, key)
		default:
			return value, nil
		}
	}
	if strings.Contains(key, ".") {
		return "", exit.UsageError("edit it in the file that `pp config path` names", "config set takes only keys that are in no table, and got %q", key)
	}
	hint := "`pp config show` lists the keys"
	if n := exit.Near(key, known); n != "" {
		hint = "did you mean " + n + "?"
	}
	return "", exit.UsageError(hint, "there is no key %q", key)
}

// withSetting puts a setting into the text of a file: in the place of the one
// that is there, of the template's, or before the first table.
func withSetting(text, key, value string) string {
	lines := strings.SplitAfter(text, "\n")
	top := len(lines)
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "[") {
			top = i
			break
		}
	}
	setting := key + " = " + value
	for _, mark := range [...]string{"", "#"} {
		for i, line := range lines[:top] {
			rest, ok := strings.CutPrefix(strings.TrimSpace(line), mark+key)
			if rest = strings.TrimLeft(rest, " \t"); !ok || !strings.HasPrefix(rest, "=") {
				continue
			}
			lines[i] = setting + remark(rest[1:]) + "\n"
			return strings.Join(lines, "")
		}
	}
	head := strings.Join(lines[:top], "")
	if head != "" && !strings.HasSuffix(head, "\n") {
		head += "\n"
	}
	if top < len(lines) && !strings.HasSuffix(head, "\n\n") {
		setting += "\n"
	}
	return head + setting + "\n" + strings.Join(lines[top:], "")
}

// remark is the comment behind a value, with the blanks before it.
func remark(rest string) string {
	value := strings.TrimLeft(rest, " \t")
	if value == "" {
		return ""
	}
	end := 0
	if quote := value[0]; quote == '"' || quote == '\'' {
		for end = 1; end < len(value) && value[end] != quote; end++ {
			if quote == '"' && value[end] == '\\' {
				end++
			}
		}
	}
	if end >= len(value) {
		return ""
	}
	at := strings.IndexByte(value[end:], '#')
	if at < 0 {
		return ""
	}
	return "  " + strings.TrimRight(value[end+at:], " \t\r\n")
}

// onlyChanged refuses an edit that hit something else than its key: the file
// has a form that an edit of one line does not do justice to.
func onlyChanged(before, after *config.Config, key string) error {
	was := map[string]string{}
	for _, v := range before.Values() {
		was[v.Key] = v.Text
	}
	list := after.Values()
	same := len(list) == len(was)
	for _, v := range list {
		same = same && (v.Key == key || was[v.Key] == v.Text)
	}
	if !same {
		return &exit.Error{Code: exit.Failed, Kind: "failed", Err: fmt.Errorf("setting %s would change something else in the file; it was left as it is", key),
			Hint: "edit it in the file that `pp config path` names"}
	}
	return nil
}

// replacePrivate replaces a file by one that only its owner can read, whole or
// not at all, once check takes the fresh one. A link to the file stays.
func replacePrivate(name, text string, check func(fresh string) error) error {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".pp-*") // 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := check(f.Name()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// configKey keeps a provider's key in the .env file beside the configuration.
func configKey(a App, ctx context.Context, provider string) error {
	s, err := a.load()
	if err != nil {
		return err
	}
	p, ok := s.Config.Providers[provider]
	if !ok {
		return s.UnknownProvider(provider)
	}
	if p.KeyEnv == "" {
		return exit.UsageError("set key_env of the provider to a variable's name", "provider %s takes no key", provider)
	}
	file := s.Config.Paths.EnvFile
	if file == "" {
		return exit.UsageError("set HOME or XDG_CONFIG_HOME", "there is no place for a key")
	}
	key, err := readKey(a, ctx, s, p.KeyEnv)
	if err != nil {
		return err
	}
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err = replacePrivate(file, withVariable(string(old), p.KeyEnv, key), func(fresh string) error {
		_, err := config.Load(config.Input{Env: a.System.Getenv, Home: setup.Home(a.System), Files: standIn{file, fresh}})
		return err
	})
	if err != nil {
		return err
	}
	if a.System.Env(p.KeyEnv) != "" {
		a.Out.Note("warning", p.KeyEnv+" is set in the environment, too, and comes first there")
	}
	return a.Out.Print("kept " + p.KeyEnv + " in " + file + "\n")
}

// withVariable puts a variable into the text of a .env file, in the place of
// every line that set it.
func withVariable(text, name, value string) string {
	setting := name + `="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`).Replace(value) + "\"\n"
	var b strings.Builder
	for line := range strings.SplitAfterSeq(text, "\n") {
		rest := strings.TrimLeft(strings.TrimPrefix(line, "\ufeff"), " \t")
		if after, ok := strings.CutPrefix(rest, "export"); ok && strings.TrimLeft(after, " \t") != after {
			rest = strings.TrimLeft(after, " \t")
		}
		if rest, ok := strings.CutPrefix(rest, name); ok && strings.HasPrefix(strings.TrimLeft(rest, " \t"), "=") {
			b.WriteString(setting)
			setting = ""
			continue
		}
		b.WriteString(line)
	}
	if setting != "" && b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
		b.WriteByte('\n')
	}
	return b.String() + setting
}
