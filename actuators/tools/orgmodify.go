package tools

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/memory/org"
	"pp/sexp"
)

// The actions of org-modify-file.
const (
	orgTODO     = "todo"
	orgProperty = "property"
	orgTag      = "tag"
	orgUntag    = "untag"
	orgPlanning = "planning"
	orgInsert   = "insert"
	orgReplace  = "replace"
	orgMove     = "move"
)

var orgActions = [...]string{orgTODO, orgProperty, orgTag, orgUntag, orgPlanning, orgInsert, orgReplace, orgMove}

// orgModifyFile changes one headline of an Org file.
func (o Options) orgModifyFile() Tool {
	return onPath(engine.ToolSpec{
		Name: "org-modify-file",
		Doc:  "Changes one headline of an Org file; the rest stays as it is.",
		Params: []engine.Param{
			{Name: "FILEPATH", Kind: engine.ParamPath, Required: true},
			{Name: "TARGET", Kind: engine.ParamText, Required: true, MaxBytes: maxPattern,
				Doc: "ID, handle or outline path A/B"},
			{Name: "BEFORE", Kind: engine.ParamText, Required: true, MaxBytes: 2 * sha256.Size,
				Doc: "as org-find-headline gave it"},
			{Name: "ACTION", Kind: engine.ParamText, Required: true, MaxBytes: maxPattern,
				Doc: strings.Join(orgActions[:], ", ")},
			{Name: "NAME", Kind: engine.ParamText, MaxBytes: maxPattern,
				Doc: "the property, the tag, or SCHEDULED, DEADLINE or CLOSED"},
			{Name: "VALUE", Kind: engine.ParamText, MaxBytes: maxContent,
				Doc: "none takes away; for insert and replace Org text, for move where to"},
		},
		Effects: orgEffects,
	}, o.runOrgModify)
}

// orgEffects returns the effects of org-modify-file.
func orgEffects(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
	if err := orgChangeOf(args).check(); err != nil {
		return effect.Effects{}, err
	}
	p, err := pathOf(args, "FILEPATH", "", facts)
	if err != nil {
		return effect.Effects{}, err
	}
	read := p
	read.Access = effect.AccessPublic
	return effect.Effects{Reads: []effect.Path{read}, Writes: []effect.Path{p}}, nil
}

// orgChange is the arguments of org-modify-file.
type orgChange struct{ target, before, action, name, value string }

func orgChangeOf(args sexp.Plist) orgChange {
	text := func(name string) string { s, _ := args.Text(name); return s }
	return orgChange{text("TARGET"), strings.ToLower(text("BEFORE")), strings.ToLower(text("ACTION")), text("NAME"),
		text("VALUE")}
}

func (m orgChange) check() error {
	switch {
	case !slices.Contains(orgActions[:], m.action):
		return fmt.Errorf(":ACTION %q is none of %s", engine.Clip(m.action, 40), strings.Join(orgActions[:], ", "))
	case len(m.before) < hashDigits || strings.Trim(m.before, "0123456789abcdef") != "":
		return fmt.Errorf(":BEFORE is no hash of %d digits or more. org-find-headline gives it", hashDigits)
	case m.name == "" && slices.Contains([]string{orgProperty, orgTag, orgUntag, orgPlanning}, m.action):
		return fmt.Errorf("the name is missing, and the action %s needs it", m.action)
	case m.value == "" && slices.Contains([]string{orgInsert, orgReplace}, m.action):
		return fmt.Errorf("the value is missing, and the action %s needs it", m.action)
	}
	return nil
}

func (o Options) runOrgModify(ctx context.Context, j job, p effect.Path) (engine.Result, error) {
	if r, err := only(j.effects.Reads); err != nil || r.Name != p.Name {
		return engine.Result{}, fmt.Errorf("%w: the verdict does not allow reading and writing this file",
			engine.ErrNotCleared)
	}
	shown := j.shown(p.Name)
	r, content, err := o.existing(p, shown)
	if err != nil {
		return engine.Result{}, err
	}
	defer unix.Close(r.dirfd)
	f := outlineOf(o.Private, p.Name, content)
	f.shown = shown
	edited, id, err := f.change(orgChangeOf(j.args))
	if err != nil {
		return engine.Result{}, err
	}
	if err := r.do(ctx, edited); err != nil {
		return engine.Result{}, explainWrite(shown, err)
	}
	result := engine.Result{Text: f.changed(edited, id), Changed: []string{p.Name}}
	result.Added, result.Removed = countLines(content, edited)
	return result, nil
}

// existing opens and reads a file that a tool changes. The caller closes its directory.
func (o Options) existing(p effect.Path, shown string) (r *replacement, content string, err error) {
	if r, err = o.replace(p); err != nil {
		return nil, "", explainWrite(shown, err)
	}
	if err = unix.ENOENT; r.existing != nil {
		content, err = r.read(o, shown)
	}
	if err != nil {
		unix.Close(r.dirfd)
		return nil, "", explainWrite(shown, err)
	}
	return r, content, nil
}

// change gives the content as it is to be, and the ID of the headline that was changed or
// inserted: one that has none is given one, which follows from the file as it is.
func (f outline) change(m orgChange) (edited, id string, err error) {
	i, err := f.one(m.target, m.before)
	if err != nil {
		return "", "", err
	}
	d, own := f.Document, f.Headlines[i].ID
	id = newID(f.file, f.content, i)
	switch {
	case m.action == orgInsert:
		m.value, id, err = withID(m.value, id)
	case m.action == orgReplace:
		m.value, id, err = withID(m.value, cmp.Or(own, id))
	case own != "":
		id = own
	default:
		var text string
		text, id, err = withIDAt(d, i, id)
		d = org.Parse(text)
	}
	if err != nil {
		return "", "", err
	}
	edits, err := f.edits(d, i, m)
	if err != nil {
		return "", "", err
	}
	if edited, err = org.Apply(d.Text, edits); err == nil && edited == d.Text {
		err = fmt.Errorf("%s would stay as it is", f.shown)
	}
	return edited, id, cmp.Or(err, f.fits(edited))
}

// fits says why a file cannot have a content.
func (f outline) fits(edited string) error {
	switch {
	case len(edited) > maxEdited:
		return tooLarge(f.shown, int64(len(edited)))
	case !f.keeps(edited):
		return fmt.Errorf("that would change a private subtree of %s, which is not shown, so nothing was changed", f.shown)
	}
	return nil
}

func (f outline) edits(d *org.Document, i int, m orgChange) ([]org.Edit, error) {
	switch m.action {
	case orgTODO:
		return d.SetTODO(i, m.value)
	case orgProperty:
		if m.value == "" {
			return d.DeleteProperty(i, m.name)
		}
		return d.SetProperty(i, m.name, m.value)
	case orgTag, orgUntag:
		return d.SetTag(i, m.name, m.action == orgTag)
	case orgPlanning:
		return d.SetPlanning(i, m.name, m.value)
	case orgInsert:
		return d.Insert(i, m.value)
	case orgReplace:
		return d.Replace(i, m.value)
	case orgMove:
		under := -1
		if m.value != "" {
			to := f.find(m.value) // headlines have the same numbers in both
			if len(to) != 1 {
				return nil, fmt.Errorf("%w: the value %s is not the ID or the outline path of one headline of %s", errTarget,
					display(engine.Clip(m.value, 80)), f.shown)
			}
			under = to[0]
		}
		return d.Move(i, under)
	}
	return nil, errors.ErrUnsupported
}

// withID gives the first headline of a text an ID, if it has none.
func withID(text, id string) (with, its string, err error) {
	d := org.Parse(text)
	if len(d.Headlines) == 0 {
		return text, "", nil // what is wrong is said where it is inserted
	}
	return withIDAt(d, 0, id)
}

func withIDAt(d *org.Document, i int, id string) (with, its string, err error) {
	if own := d.Headlines[i].ID; own != "" {
		return d.Text, own, nil
	}
	edits, err := d.SetProperty(i, "ID", id)
	if err != nil {
		return "", "", err
	}
	with, err = org.Apply(d.Text, edits)
	return with, id, err
}

// newID is an ID for a headline: a UUID of version 8. The same file gets the same one, so
// that what is shown before is what is written, and no two versions of files do.
func newID(file, content string, i int) string {
	h := sha256.Sum256(fmt.Appendf(nil, "pp-org-id-1\x00%s\x00%d\x00%s", file, i, content))
	h[6], h[8] = h[6]&0x0f|0x80, h[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", h[0:4], h[4:6], h[6:8], h[8:10], h[10:16])
}

// changed says what was done, and what the next change of the same headline needs.
func (f outline) changed(edited, id string) string {
	now := outlineOf(f.rules, f.file, edited)
	text := "Changed " + f.shown
	if found := now.find(id); len(found) == 1 {
		text += fmt.Sprintf(": %s has :ID %q and :BEFORE %q now", display(strings.Join(now.Outline(found[0]), "/")), id,
			now.hash(found[0])[:hashDigits])
	}
	return text + "."
}

// orgAfter is what a call of org-modify-file would leave in its file.
func orgAfter(args sexp.Plist, rules org.Privacy, name, before string) (string, error) {
	after, _, err := outlineOf(rules, name, before).change(orgChangeOf(args))
	return after, err
}
