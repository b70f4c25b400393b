package tools

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/memory/org"
	"pp/sexp"
)

// Headlines finds what a handle, such as k3f, names in the memory. Its error says why it
// cannot. It must be safe for concurrent use.
type Headlines interface {
	Lookup(handle string) (Headline, error)
}

// Headline is where a headline stands, and how it was when the memory read it.
type Headline struct {
	File string   // absolute; "" of what stands in none
	ID   string   // "" where it has none
	Hash [32]byte // SHA-256 of its subtree's bytes
}

// hashDigits is how much of a subtree's hash is shown, and is enough to name it.
const hashDigits = 12

// orgFindHeadline gives a headline of an Org or Markdown file with what is below it, and
// the hash that an edit needs; or the headlines that there are.
func (o Options) orgFindHeadline() Tool {
	return onPath(engine.ToolSpec{
		Name:     "org-find-headline",
		Doc:      "Gives a headline of a file with its subtree, or lists headlines.",
		ReadOnly: true,
		Params: []engine.Param{
			{Name: "FILEPATH", Kind: engine.ParamPath, Required: true},
			{Name: "TARGET", Kind: engine.ParamText, MaxBytes: maxPattern,
				Doc: "ID, handle, outline path A/B, or words of the title; none lists all"},
		},
		Effects: func(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
			return readPath(args, "FILEPATH", "", facts)
		},
	}, o.runOrgFind)
}

func (o Options) runOrgFind(_ context.Context, j job, p effect.Path) (engine.Result, error) {
	shown := j.shown(p.Name)
	content, err := o.whole(p.Name, shown)
	if err != nil {
		return engine.Result{}, err
	}
	f := outlineOf(o.Private, p.Name, content)
	f.shown = shown
	target, _ := j.args.Text("TARGET")
	var found []int
	switch {
	case target == "":
		found = f.public()
	case isHandle(target):
		if found, err = f.byHandle(o.Headlines, target); err != nil {
			return engine.Result{}, err
		}
	default:
		found = f.find(target)
	}
	if len(found) == 0 {
		found = f.titled(target)
	}
	if len(found) == 1 && target != "" {
		return engine.Result{Text: f.subtree(found[0])}, nil
	}
	return engine.Result{Text: f.list(found)}, nil
}

// whole reads a text file that can be edited.
func (o Options) whole(name, shown string) (string, error) {
	f, err := o.openRegular(name)
	if err != nil {
		return "", explain(shown, err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxEdited+1))
	if err != nil {
		return "", explain(shown, err)
	}
	if len(b) > maxEdited {
		return "", tooLarge(shown, f.Stat().Size)
	}
	return string(b), nil
}

// outline is a file's headlines, of which those that are private are not told of.
type outline struct {
	*org.Document
	editing
	file string
}

func outlineOf(rules org.Privacy, name, content string) outline {
	f := outline{editing: editingOf(rules, name, name, content), file: name}
	switch path.Ext(name) {
	case ".md", ".markdown":
		f.Document = org.ParseMarkdown(content)
	default:
		f.Document = org.Parse(content)
	}
	return f
}

// told leaves out the headlines that are private.
func (f outline) told(found []int) []int {
	return slices.DeleteFunc(found, func(i int) bool {
		at := f.Headlines[i].Start
		return slices.ContainsFunc(f.hidden, func(s org.Span) bool { return s.Start <= at && at < s.End })
	})
}

func (f outline) public() []int {
	all := make([]int, len(f.Headlines))
	for i := range all {
		all[i] = i
	}
	return f.told(all)
}

// find gives the headlines that an ID or an outline path names.
func (f outline) find(target string) []int { return f.told(f.Find(target)) }

// titled gives the headlines with a text in their title, in any case.
func (f outline) titled(text string) []int {
	text = strings.ToLower(text)
	return slices.DeleteFunc(f.public(), func(i int) bool {
		return !strings.Contains(strings.ToLower(f.Headlines[i].Title), text)
	})
}

// hashed gives the headlines whose hash begins so.
func (f outline) hashed(before string) []int {
	return slices.DeleteFunc(f.public(), func(i int) bool { return !strings.HasPrefix(f.hash(i), before) })
}

func (f outline) hash(i int) string {
	h := f.Hash(i)
	return hex.EncodeToString(h[:])
}

var handle = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(k[a-z2-7]{2,}|\{k[a-z2-7]+\})$`) })

// isHandle reports whether a text can be a handle. One without braces can be a title, too.
func isHandle(text string) bool { return handle().MatchString(text) }

// byHandle gives the headline that a handle names, none when it names none and has no braces.
func (f outline) byHandle(known Headlines, target string) ([]int, error) {
	if found := f.find(target); len(found) > 0 {
		return found, nil
	}
	was, err := known.Lookup(strings.Trim(target, "{}"))
	switch {
	case err != nil && target[0] != '{':
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%s names no headline: %w", target, err)
	case was.File != f.file:
		return nil, fmt.Errorf("%s is of another file than %s. Give the one that it stands in, %s", target, f.shown,
			display(was.File))
	}
	if found := f.find(was.ID); was.ID != "" && len(found) > 0 {
		return found, nil
	}
	if found := f.hashed(hex.EncodeToString(was.Hash[:])); len(found) > 0 {
		return found, nil
	}
	return nil, fmt.Errorf("%s has changed since %s was given. Look for its title", f.shown, target)
}

// subtree shows one headline.
func (f outline) subtree(i int) string {
	h := f.Headlines[i]
	text, left := f.Text[h.Start:h.End], 0
	if len(f.hidden) > 0 {
		text, left = f.rules.StripOrg(text)
	}
	var l lines
	l.add(fmt.Sprintf("%s in %s, :BEFORE %q", display(strings.Join(f.Outline(i), "/")), f.shown, f.hash(i)[:hashDigits]))
	for line := range strings.Lines(text) {
		line, _ = valid(strings.TrimRight(line, "\r\n"))
		l.add(line)
	}
	return l.text("", f.notes(l.more, "more line", left))
}

// list shows headlines with their hashes, as they stand there.
func (f outline) list(found []int) string {
	var l lines
	for n, i := range found {
		h := f.Headlines[i]
		line, _ := valid(f.Text[h.Line.Start:h.Line.End])
		if !l.add(f.hash(i)[:hashDigits] + " " + strings.ReplaceAll(line, "\n", " ")) {
			l.more = len(found) - n
			break
		}
	}
	return l.text("No headline of "+f.shown+" is that.", f.notes(l.more, "more headline", len(f.hidden)))
}

func (f outline) notes(more int, what string, left int) (notes []string) {
	if more > 0 {
		notes = append(notes, plural(more, what, what+"s"))
	}
	if left > 0 {
		notes = append(notes, plural(left, "private subtree", "private subtrees")+" left out")
	}
	return notes
}

// errTarget is an error of naming a headline that is to be changed.
var errTarget = errors.New("no such headline")

// one gives the headline that is to be changed: that of the target whose hash is before.
func (f outline) one(target, before string) (int, error) {
	if !f.rules.MayHold(f.file) {
		return 0, fmt.Errorf("%s is no Org file. Use edit-file", f.shown)
	}
	found := f.find(target)
	if len(found) == 0 && isHandle(target) {
		found = f.hashed(before) // which names it, as the handle does
	}
	if len(found) == 0 {
		return 0, fmt.Errorf("%w: %s is no ID, handle or outline path of %s, or it has changed, so nothing was changed. "+
			"Find it with org-find-headline", errTarget, display(engine.Clip(target, 80)), f.shown)
	}
	found = slices.DeleteFunc(found, func(i int) bool { return !strings.HasPrefix(f.hash(i), before) })
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("%w: %s is not as it was when that hash was given, so nothing was changed. Read it again with "+
			"org-find-headline", errTarget, display(engine.Clip(target, 80)))
	case 1:
		return found[0], nil
	}
	return 0, fmt.Errorf("%w: %s in %s are the same, so nothing was changed. Use edit-file", errTarget,
		plural(len(found), "headline", "headlines"), f.shown)
}
