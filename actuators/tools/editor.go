package tools

import (
	"context"
	"errors"
	"strings"
)

// Editor is where the person edits files, some of which may have changes there that are not saved. It is safe for
// concurrent use.
type Editor interface {
	// Text is the text of a file, by its absolute path, as the editor has it. With an error the file is read.
	Text(ctx context.Context, name string) (string, error)
	// Save has the editor make a text that of a file. With ErrNoEditor, or any other error that leaves the file as it
	// was, the file is written.
	Save(ctx context.Context, name, text string) error
}

// ErrNoEditor is what an editor says that has no part in reading files, or in writing them.
var ErrNoEditor = errors.New("the editor does not do that")

// errUnsaved is an error of writing: the person's own changes would be lost, or come back.
var errUnsaved = errors.New("it has changes in the editor that are not saved")

// edited is the text of a file as the editor has it, if it does.
func (o Options) edited(ctx context.Context, name string) (text string, ok bool) {
	if o.Editor == nil {
		return "", false
	}
	text, err := o.Editor.Text(ctx, name)
	return text, err == nil
}

// handed has the editor write a file, and reports whether it did.
func (r *replacement) handed(ctx context.Context, content string) (done bool, err error) {
	if r.tools.Editor == nil {
		return false, nil
	}
	if r.existing != nil {
		if ours, err := r.editable(ctx); !ours || err != nil {
			return false, err
		}
	}
	if err := r.tools.Editor.Save(ctx, r.name, content); err != nil {
		return false, context.Cause(ctx)
	}
	f, err := r.tools.openEntry(r.dirfd, r.base)
	if err != nil {
		r.unlike = true
		return true, nil
	}
	defer f.Close()
	now := make([]byte, len(content)+1)
	n, _ := f.ReadAt(now, 0)
	r.unlike = string(now[:n]) != content
	return true, nil
}

// editable reports whether the editor has a part in a file that is there, as it is on the disk.
func (r *replacement) editable(ctx context.Context) (bool, error) {
	before, err := r.read(r.tools, r.name)
	if err != nil {
		return false, nil // no text, which an editor has no part in
	}
	switch text, err := r.tools.Editor.Text(ctx, r.name); {
	case ctx.Err() != nil:
		return false, context.Cause(ctx)
	case err == nil && sameLines(text) != sameLines(before):
		return false, errUnsaved
	case err != nil && !errors.Is(err, ErrNoEditor):
		return false, nil
	}
	return true, r.unchanged()
}

// sameLines is a text as an editor has it that has its own line ends.
func sameLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }
