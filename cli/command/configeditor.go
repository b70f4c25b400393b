package command

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"

	"pp/cli/ask"
	"pp/cli/config"
)

// configEditor lets the person edit a copy of the configuration in their editor.
// The copy takes the file's place when it loads; else it stays, and the file is
// as it was.
func configEditor(r *run) error {
	paths, err := userPaths(r.App)
	if err != nil {
		return err
	}
	before, err := readOwn(paths.ConfigFile)
	if err != nil {
		return err
	}
	text := cmp.Or(before, config.SampleFile())
	const unchanged = "the configuration was left as it is"
	draft, edited, err := ask.NewDraft(r.System, r.Signals, filepath.Dir(paths.ConfigFile), "config-*.toml", text,
		"export EDITOR=vi, or use `pp config set KEY VALUE`")
	if err != nil {
		return draft.Keep(err, unchanged)
	}
	if edited == text {
		return errors.Join(draft.Drop(), r.Out.Print("nothing was changed\n"))
	}
	err = replacePrivate(paths.ConfigFile, edited, func(fresh string) error {
		if _, err := userConfig(r.App, paths.ConfigFile, fresh); err != nil {
			return err
		}
		if now, err := readOwn(paths.ConfigFile); err != nil || now != before {
			return cmp.Or(err, errors.New("it was changed by somebody else meanwhile"))
		}
		return context.Cause(r.ctx)
	})
	if err != nil {
		return draft.Keep(err, unchanged)
	}
	return errors.Join(draft.Drop(), r.Out.Print("wrote "+paths.ConfigFile+"\n"))
}
