package hook

import (
	"errors"
	"fmt"
	"strings"
)

// The lines of a patch that name a file.
const (
	patchBegin  = "*** Begin Patch"
	patchAdd    = "*** Add File:"
	patchUpdate = "*** Update File:"
	patchDelete = "*** Delete File:"
	patchMove   = "*** Move to:"
)

// errNoPatch says that a patch names no file that it would change.
var errNoPatch = errors.New("it names no file")

// patched returns what a patch changes; one that cannot be read is an error of the call.
func patched(in Fields, text string) []Deed {
	deeds, err := patchDeeds(text)
	if err != nil {
		in.fail("the patch: %w", err)
	}
	return deeds
}

// patchDeeds returns what a patch in the form of apply_patch changes. What it adds is the content of
// the file that was named last.
func patchDeeds(patch string) ([]Deed, error) {
	var files []*File
	for line := range strings.SplitSeq(patch, "\n") {
		head := strings.TrimSpace(line)
		op, path := patchHead(head)
		switch {
		case op != OpNone:
			files = append(files, &File{Op: op, Path: path})
		case strings.HasPrefix(head, "*** ") && len(files) == 0 && head != patchBegin && head != "*** End Patch":
			return nil, fmt.Errorf("the line %.80q is not known", head)
		case strings.HasPrefix(line, "+") && len(files) > 0:
			files[len(files)-1].Content += line[1:] + "\n"
		}
	}
	if len(files) == 0 {
		return nil, errNoPatch
	}
	var out []Deed
	for _, f := range files {
		out = append(out, *f)
	}
	return out, nil
}

func patchHead(line string) (FileOp, string) {
	for _, h := range [...]struct {
		prefix string
		op     FileOp
	}{{patchAdd, Write}, {patchUpdate, Edit}, {patchDelete, Delete}, {patchMove, Write}} {
		if path, ok := strings.CutPrefix(line, h.prefix); ok {
			return h.op, strings.TrimSpace(path)
		}
	}
	return OpNone, ""
}
