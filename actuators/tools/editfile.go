package tools

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/memory/org"
	"pp/engine/store"
	"pp/sexp"
)

// Limits of an edit.
const (
	maxEdited  = 8 << 20 // bytes of a file that is edited, before and after
	maxMatches = 100     // matches that are counted
	maxListed  = 5       // matches whose lines are named
)

// errNoEdit is an error of editing, besides those of opening and writing.
var errNoEdit = errors.New("not a text that can be edited")

// editFile replaces one text in a file by another.
func (o Options) editFile() Tool {
	return onPath(engine.ToolSpec{
		Name: "edit-file",
		Doc:  "Replaces a text that a file has exactly once.",
		Params: []engine.Param{
			{Name: "FILEPATH", Kind: engine.ParamPath, Required: true},
			{Name: "OLD", Kind: engine.ParamText, Required: true, MaxBytes: maxContent, Doc: "exactly as it is there"},
			{Name: "NEW", Kind: engine.ParamText, Required: true, MaxBytes: maxContent},
		},
		Effects: func(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
			// Whether :OLD matches is not looked at here: before a verdict the answer
			// would tell what is in a file that may not be read.
			before, _ := args.Text("OLD")
			after, _ := args.Text("NEW")
			switch {
			case before == "":
				return effect.Effects{}, errors.New("the old text is empty. Give the text to replace; a new file is made with " +
					"write-file")
			case before == after:
				return effect.Effects{}, errors.New("the old text and the new are the same, so nothing would change. Give the " +
					"text that is to be there")
			}
			p, err := pathOf(args, "FILEPATH", "", facts)
			if err != nil {
				return effect.Effects{}, err
			}
			read := p
			read.Access = effect.AccessPublic
			return effect.Effects{Reads: []effect.Path{read}, Writes: []effect.Path{p}}, nil
		},
	}, o.runEditFile)
}

func (o Options) runEditFile(ctx context.Context, j job, p effect.Path) (engine.Result, error) {
	if r, err := only(j.effects.Reads); err != nil || r.Name != p.Name {
		return engine.Result{}, fmt.Errorf("%w: the verdict does not let the one file be read and written",
			engine.ErrNotCleared)
	}
	shown := j.shown(p.Name)
	r, content, err := o.existing(p, shown)
	if err != nil {
		return engine.Result{}, err
	}
	defer unix.Close(r.dirfd)
	before, _ := j.args.Text("OLD")
	after, _ := j.args.Text("NEW")
	edited, line, err := editingOf(o.Private, p.Name, shown, content).edit(before, after)
	if err != nil {
		return engine.Result{}, err
	}
	if err := r.do(ctx, edited); err != nil {
		return engine.Result{}, explainWrite(shown, err)
	}
	text := fmt.Sprintf("Replaced the text at line %d of %s (now %s%s).", line, shown,
		plural(len(edited), "byte", "bytes"), strings.TrimPrefix(r.what(), inPlace))
	result := engine.Result{Text: text, Changed: []string{p.Name}}
	result.Added, result.Removed = countLines(content, edited)
	return result, nil
}

// read gives the content of the file that look found.
func (r *replacement) read(o Options, shown string) (string, error) {
	if r.existing.Size > maxEdited {
		return "", tooLarge(shown, r.existing.Size)
	}
	f, err := o.openEntry(r.dirfd, r.base)
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxEdited+1))
	if err != nil {
		return "", err
	}
	if len(b) > maxEdited {
		return "", tooLarge(shown, int64(len(b)))
	}
	if store.IsBinary(b[:min(len(b), sample)]) {
		return "", &pathError{strings.TrimSuffix(describe(shown, b, int64(len(b))), "."), errNoEdit}
	}
	if int64(len(b)) != r.existing.Size {
		return "", errDiffers
	}
	return string(b), r.unchanged()
}

func tooLarge(shown string, size int64) error {
	return &pathError{fmt.Sprintf("%s has %d bytes; at most %d can be edited. Change it with a command such as sed", shown,
		size, maxEdited), errNoEdit}
}

// unchanged is an error when the file is not as look found it.
func (r *replacement) unchanged() error {
	var now unix.Stat_t
	if err := unix.Fstatat(r.dirfd, r.base, &now, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return errors.Join(errDiffers, err)
	}
	was := r.existing
	if now.Dev != was.Dev || now.Ino != was.Ino || now.Mode != was.Mode || now.Size != was.Size || now.Mtim != was.Mtim ||
		now.Ctim != was.Ctim {
		return errDiffers
	}
	return nil
}

// editing is a file that is edited. Its private subtrees are neither matched nor told of.
type editing struct {
	shown, content string
	rules          org.Privacy
	hidden         []org.Span // what is private of content
	public         string     // the rest
}

func editingOf(rules org.Privacy, name, shown, content string) editing {
	e := editing{shown: shown, content: content, rules: rules, public: content}
	if rules.MayHold(name) {
		if e.hidden = rules.Spans(content); len(e.hidden) > 0 {
			e.public, _ = rules.StripOrg(content)
		}
	}
	return e
}

// edit gives the content with before, which must occur once, replaced by after,
// and the line it was found at. Line endings and the final newline, or that there
// is none, stay as they are in the file.
func (e editing) edit(before, after string) (edited string, line int, err error) {
	before, after = sameEndings(e.content, before), sameEndings(e.content, after)
	at := matches(e.public, before)
	switch {
	case len(at) == 0:
		return "", 0, fmt.Errorf("the old text is not in %s, so nothing was changed. Read the file with read-file and "+
			"copy the text exactly, with its white space", e.shown)
	case len(at) > 1:
		return "", 0, fmt.Errorf("the old text occurs %s in %s (%s), so nothing was changed. Add the lines around the "+
			"one you mean to both texts, so that it occurs once", times(len(at)), e.shown, lineList(e.public, at))
	}
	start, end := e.place(at[0], at[0]+len(before))
	if end-start != len(before) {
		return "", 0, fmt.Errorf("the old text goes over a private subtree of %s, which is not shown, so nothing was "+
			"changed. Change what is before it and what is after it one by one", e.shown)
	}
	edited = sameEnd(e.content, e.content[:start]+after+e.content[end:])
	switch {
	case edited == e.content:
		return "", 0, fmt.Errorf("the edit would leave %s as it is, since its line endings and its final newline are kept. "+
			"Change those with write-file", e.shown)
	case len(edited) > maxEdited:
		return "", 0, tooLarge(e.shown, int64(len(edited)))
	case !e.keeps(edited):
		return "", 0, fmt.Errorf("the edit would change a private subtree of %s, which is not shown, so nothing was "+
			"changed. Let the new text end with a newline, and leave the headlines above that subtree as they are", e.shown)
	}
	return edited, 1 + strings.Count(e.public[:at[0]], "\n"), nil
}

// place is where a part of the public text stands in the content.
func (e editing) place(from, to int) (start, end int) {
	start, end = from, to
	removed := 0
	for _, s := range e.hidden {
		at := s.Start - removed // in the public text
		removed += s.End - s.Start
		if at <= from {
			start = from + removed
		}
		if at < to {
			end = to + removed
		}
	}
	return start, end
}

// keeps reports whether all that is private is there, and private, in the edited content too.
func (e editing) keeps(edited string) bool {
	if len(e.hidden) == 0 {
		return true
	}
	now := e.rules.Spans(edited)
	return !slices.ContainsFunc(e.hidden, func(was org.Span) bool {
		return !slices.ContainsFunc(now, func(is org.Span) bool {
			return strings.Contains(edited[is.Start:is.End], e.content[was.Start:was.End])
		})
	})
}

// sameEnd gives edited a final newline when content has one, and none when it has none.
func sameEnd(content, edited string) string {
	newline := "\n"
	if onlyCRLF(content) {
		newline = "\r\n"
	}
	switch had, has := strings.HasSuffix(content, newline), strings.HasSuffix(edited, newline); {
	case had && !has && edited != "":
		edited += newline
	case has && !had:
		for strings.HasSuffix(edited, newline) {
			edited = strings.TrimSuffix(edited, newline)
		}
	}
	return edited
}

func onlyCRLF(content string) bool {
	n := strings.Count(content, "\n")
	return n > 0 && n == strings.Count(content, "\r\n")
}

// sameEndings gives text the line endings of content: models write a bare
// newline whatever the file has. A file with both kinds is taken as it is.
func sameEndings(content, text string) string {
	lf := strings.ReplaceAll(text, "\r\n", "\n")
	switch {
	case onlyCRLF(content):
		return strings.ReplaceAll(lf, "\n", "\r\n")
	case strings.Contains(content, "\n") && !strings.Contains(content, "\r"):
		return lf
	}
	return text
}

// matches gives where part stands in content, overlapping ones too, since any of
// them could be meant; at most maxMatches.
func matches(content, part string) []int {
	var at []int
	for from := 0; len(at) < maxMatches; {
		i := strings.Index(content[from:], part)
		if i < 0 {
			break
		}
		at = append(at, from+i)
		from += i + 1
	}
	return at
}

func times(n int) string {
	if n == maxMatches {
		return fmt.Sprintf("at least %d times", n)
	}
	return fmt.Sprintf("%d times", n)
}

func lineList(content string, at []int) string {
	var list []string
	for _, i := range at[:min(len(at), maxListed)] {
		list = append(list, strconv.Itoa(1+strings.Count(content[:i], "\n")))
	}
	out := "lines " + strings.Join(list, ", ")
	if len(at) > maxListed {
		out += " and more"
	}
	return out
}

// After is what a call of write-file, edit-file or org-modify-file would leave in its file,
// which holds before now. ok is false of any other call. It touches nothing.
func After(c engine.Call, rules org.Privacy, name, before string) (after string, ok bool, err error) {
	switch c.Tool {
	case "write-file":
		content, _ := c.Args.Text("CONTENT")
		return content, true, nil
	case "edit-file":
		from, _ := c.Args.Text("OLD")
		to, _ := c.Args.Text("NEW")
		after, _, err = editingOf(rules, name, name, before).edit(from, to)
		return after, true, err
	case "org-modify-file":
		after, err = orgAfter(c.Args, rules, name, before)
		return after, true, err
	}
	return "", false, nil
}
