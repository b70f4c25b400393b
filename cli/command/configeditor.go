package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/input"
)

// configEditor lets the person edit a copy of the configuration in their editor.
// The copy takes the file's place when it loads; else it stays, and the file is
// as it was.
func configEditor(a App, ctx context.Context) error {
	editor := a.System.Env("VISUAL")
	if editor == "" {
		editor = a.System.Env("EDITOR")
	}
	if editor == "" {
		return exit.UsageError("export EDITOR=vi, or use `pp config set KEY VALUE`",
			"neither VISUAL nor EDITOR says which editor to start")
	}
	paths, err := userPaths(a)
	if err != nil {
		return err
	}
	before, err := os.ReadFile(paths.ConfigFile)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return err
	}
	text := string(before)
	if missing {
		text = config.SampleFile()
	}
	cp, err := writeCopy(filepath.Dir(paths.ConfigFile), text)
	if err != nil {
		return err
	}
	if err := runEditor(a, editor, cp); err != nil {
		return keptCopy(a, cp, text, fmt.Errorf("the editor %s: %w", editor, err))
	}
	edited, err := input.ReadFile(cp)
	if err != nil {
		return keptCopy(a, cp, text, err)
	}
	if string(edited) == text {
		return errors.Join(os.Remove(cp), a.Out.Print("nothing was changed\n"))
	}
	err = replacePrivate(paths.ConfigFile, string(edited), func(fresh string) error {
		if _, err := userConfig(a, paths.ConfigFile, fresh); err != nil {
			return err
		}
		now, err := os.ReadFile(paths.ConfigFile)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if string(now) != string(before) || errors.Is(err, fs.ErrNotExist) != missing {
			return errors.New("it was changed by somebody else meanwhile")
		}
		return context.Cause(ctx)
	})
	if err != nil {
		return keptCopy(a, cp, text, err)
	}
	return errors.Join(os.Remove(cp), a.Out.Print("wrote "+paths.ConfigFile+"\n"))
}

// writeCopy makes the copy to edit, beside the file and as private.
func writeCopy(dir, text string) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(dir, "config-*.toml") // 0600
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// runEditor runs the editor as git does: its words are the shell's, the file
// comes behind them. An interrupt is for the editor, not for pp.
func runEditor(a App, editor, file string) error {
	defer a.Signals.Ignore()()
	cmd := exec.Command("/bin/sh", "-c", editor+` "$@"`, editor, file)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = a.System.Stdin, a.System.Stdout, a.System.Stderr, a.System.Environ
	return cmd.Run()
}

// keptCopy says why an edit did not take the file's place, and where it is. A
// copy that nobody changed is not worth keeping.
func keptCopy(a App, cp, text string, err error) error {
	if now, rerr := os.ReadFile(cp); rerr == nil && string(now) == text {
		return &exit.Error{Code: exit.Failed, Kind: "failed", Err: errors.Join(err, os.Remove(cp)),
			Hint: "the configuration was left as it is"}
	}
	f := *exit.Classify(err)
	f.Hint += "\nthe configuration was left as it is; your edit is in " + cp
	return &f
}
