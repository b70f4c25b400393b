package ask

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"pp/cli/exit"
	"pp/cli/system"
)

// Draft is a private copy of a text that the person edits in their own editor.
type Draft struct {
	before, name string
}

// NewDraft lets the person edit a private copy of a text in $VISUAL or $EDITOR, and returns the result. The caller
// removes or keeps the copy. Without an editor it returns an error with instead as its hint.
func NewDraft(sys system.System, signals *system.Signals, dir, pattern, text, instead string) (Draft, string, error) {
	editor := cmp.Or(sys.Env("VISUAL"), sys.Env("EDITOR"))
	if editor == "" {
		return Draft{}, "", exit.UsageError(instead, "neither VISUAL nor EDITOR says which editor to start")
	}
	d := Draft{before: text}
	var err error
	if d.name, err = writeCopy(dir, pattern, text); err != nil {
		return Draft{}, "", err
	}
	if err := runEditor(sys, signals, editor, d.name); err != nil {
		return d, "", fmt.Errorf("the editor %s: %w", editor, err)
	}
	edited, err := system.ReadFile(d.name)
	return d, string(edited), err
}

// Drop removes the copy.
func (d Draft) Drop() error { return os.Remove(d.name) }

// Keep adds the fate of the edit and the path of the copy to an error, unless the person changed nothing.
func (d Draft) Keep(err error, left string) error {
	if d.name == "" {
		return err
	}
	if now, rerr := os.ReadFile(d.name); rerr == nil && string(now) == d.before {
		return exit.New(exit.Failed, left, errors.Join(err, d.Drop()))
	}
	f := *exit.Classify(err)
	f.Hint += "\n" + left + "; your edit is in " + d.name
	return &f
}

// writeCopy makes the copy to edit, with the directory where it is missing.
func writeCopy(dir, pattern, text string) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(dir, pattern) // 0600
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// runEditor runs the editor as git does: through the shell, with the file as the last argument.
func runEditor(sys system.System, signals *system.Signals, editor, file string) error {
	defer signals.Ignore()()
	cmd := exec.Command("/bin/sh", "-c", editor+` "$@"`, editor, file)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = sys.Stdin, sys.Stdout, sys.Stderr, sys.Environ
	return cmd.Run()
}
