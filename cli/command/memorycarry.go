package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/system"
	"pp/engine/memory"
)

// export writes what is remembered, as text.
func (r *memoryRun) export() error {
	if err := output.CheckOutput(r.Options.Out); err != nil {
		return err
	}
	reach := memory.Reach{All: true}
	if r.scope != "" || r.session != "" {
		var err error
		if reach, err = r.reach(); err != nil {
			return err
		}
	}
	var text bytes.Buffer // so that it is whole, or not there
	n, err := r.Memory.Store.Export(r.ctx, reach, &text)
	if err != nil {
		return r.Memory.Explained(err)
	}
	if r.Options.Out == "" {
		return r.Out.Print(text.String())
	}
	if err := r.Out.WriteFile(text.String()); err != nil {
		return err
	}
	r.Out.NoteOnce(counted(n, "note") + " in " + r.Options.Out + ", without earlier versions")
	return nil
}

// imports takes an export in.
func (r *memoryRun) imports() error {
	in, name, err := r.source()
	if err != nil {
		return err
	}
	defer in.Close()
	n, err := r.Memory.Store.Import(r.ctx, r.Memory.Author(""), in)
	switch {
	case errors.Is(err, context.Canceled):
		return context.Cause(r.ctx)
	case err != nil:
		return exit.DataError("`pp memory export -o FILE` writes one", "%s: %w; nothing of it is kept", name, err)
	}
	text := "imported " + counted(n, "note") + "\n"
	if n == 0 {
		text = "imported nothing: all of it is there\n"
	}
	if all, here, err := memoryCounts(r.Memory); err == nil && all > here {
		text += fmt.Sprintf("%d of all notes belong to other workspaces: pp memory list --scope all\n", all-here)
	}
	return r.App.Show(map[string]int{"imported": n}, text)
}

// source is the file that is named, else standard input.
func (r *memoryRun) source() (in io.ReadCloser, name string, err error) {
	if len(r.words) == 0 {
		if !system.Readable(r.System.Stdin) {
			return nil, "", exit.UsageError("name a file, or pipe one in", "there is nothing to import")
		}
		return io.NopCloser(r.System.Stdin), "standard input", nil
	}
	name = r.words[0]
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, name, exit.UsageError("check the name", "%s: no such file", name)
	case err == nil && !info.Mode().IsRegular():
		return nil, name, exit.UsageError("pipe it in instead", "%s is not a regular file", name)
	}
	if err == nil {
		in, err = os.Open(name)
	}
	if err != nil {
		return nil, name, exit.DataError("", "%w", err)
	}
	return in, name, nil
}
