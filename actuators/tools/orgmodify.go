package tools

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

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
	orgArchive  = "archive"
)

var orgActions = [...]string{orgTODO, orgProperty, orgTag, orgUntag, orgPlanning, orgInsert, orgReplace, orgMove,
	orgArchive}

// archived is what the name of a file of archived subtrees ends with.
const archived = "_archive"

// orgModifyFile changes one headline of an Org file.
func (o Options) orgModifyFile() Tool {
	return newTool(engine.ToolSpec{
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

// orgEffects are those of org-modify-file: to archive writes the archive, too.
func orgEffects(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
	m := orgChangeOf(args)
	if err := m.check(); err != nil {
		return effect.Effects{}, err
	}
	p, err := pathOf(args, "FILEPATH", "", facts)
	if err != nil {
		return effect.Effects{}, err
	}
	writes := []effect.Path{p}
	if m.action == orgArchive {
		into, err := effect.Resolve(facts.FS, facts.Dir, p.Name+archived)
		if err != nil {
			return effect.Effects{}, fmt.Errorf(":FILEPATH: %w", err)
		}
		into.Given, into.Span = p.Given+archived, p.Span
		writes = append(writes, into)
	}
	reads := slices.Clone(writes)
	for i := range reads {
		reads[i].Access = effect.AccessPublic
	}
	return effect.Effects{Reads: reads, Writes: writes}, nil
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

// files are the file that is changed and its archive, as the verdict lets them be read and written.
func (m orgChange) files(e effect.Effects) (file, into effect.Path, err error) {
	same := func(a, b effect.Path) bool { return a.Name == b.Name }
	switch w := e.Writes; {
	case !slices.EqualFunc(w, e.Reads, same) || len(w) == 0 || !path.IsAbs(w[0].Name):
	case m.action != orgArchive && len(w) == 1:
		return w[0], into, nil
	case m.action == orgArchive && len(w) == 2 && w[1].Name == w[0].Name+archived:
		return w[0], w[1], nil
	}
	return file, into, fmt.Errorf("%w: the verdict does not let the file be read and written", engine.ErrNotCleared)
}

func (o Options) runOrgModify(ctx context.Context, j job) (engine.Result, error) {
	m := orgChangeOf(j.args)
	p, into, err := m.files(j.effects)
	if err != nil {
		return engine.Result{}, err
	}
	shown := j.shown(p.Name)
	r, content, err := o.existing(p, shown)
	if err != nil {
		return engine.Result{}, err
	}
	defer unix.Close(r.dirfd)
	f := outlineOf(o.Private, p.Name, content)
	f.shown = shown
	edited, tree, said, err := f.apply(m, o.Now)
	if err != nil {
		return engine.Result{}, err
	}
	result := engine.Result{Text: said, Changed: []string{p.Name}}
	if tree.to.File != "" {
		result.Changed = []string{into.Name, p.Name}
		if err := o.add(ctx, into, j.shown(into.Name), tree); err != nil {
			return engine.Result{}, err
		}
	}
	if err := r.do(ctx, edited); err != nil {
		if err = explainWrite(shown, err); len(result.Changed) == 2 {
			err = fmt.Errorf("the subtree is in %s now, and still in %s: %w", j.shown(into.Name), shown, err)
		}
		return engine.Result{}, err
	}
	result.Added, result.Removed = countLines(content, edited)
	return result, nil
}

// apply gives the content as it is to be, what goes to the archive, and what to say.
func (f outline) apply(m orgChange, now func() time.Time) (edited string, t archivedTree, said string, err error) {
	if m.action == orgArchive {
		edited, t, err = f.archive(m, now())
		return edited, t, "Archived " + t.shown + ".", err
	}
	edited, id, err := f.change(m)
	return edited, t, f.changed(edited, id), err
}

// opening finds a file that is to be replaced and reads it; existing is nil of a new one.
// The caller closes its directory.
func (o Options) opening(p effect.Path, shown string) (r *replacement, content string, err error) {
	if r, err = o.replace(p); err != nil {
		return nil, "", explainWrite(shown, err)
	}
	if r.existing != nil {
		if content, err = r.read(o, shown); err != nil {
			unix.Close(r.dirfd)
			return nil, "", explainWrite(shown, err)
		}
	}
	return r, content, nil
}

// existing is opening for a file that is there.
func (o Options) existing(p effect.Path, shown string) (r *replacement, content string, err error) {
	if r, content, err = o.opening(p, shown); err == nil && r.existing == nil {
		unix.Close(r.dirfd)
		err = explainWrite(shown, unix.ENOENT)
	}
	return r, content, err
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

// archivedTree is a subtree as it stands in an archive, the place there, and its outline path.
type archivedTree struct {
	to          org.Archive
	from        org.Source
	text, shown string
}

// archive takes a subtree out, and puts it under the file's own heading for what is
// archived if there is one; else it is for the archive, which is written first: what
// fails then leaves the subtree in both files, never in none.
func (f outline) archive(m orgChange, now time.Time) (edited string, t archivedTree, err error) {
	i, err := f.one(m.target, m.before)
	if err != nil {
		return "", t, err
	}
	t.from, t.shown = org.Source{File: f.file, Time: now}, display(strings.Join(f.Outline(i), "/"))
	if t.to, err = f.ArchiveOf(i, t.from); err != nil {
		return "", t, err
	}
	if t.to.File != "" && t.to.File != path.Base(f.file)+archived {
		return "", t, fmt.Errorf("%s is archived in %s, which is not written here. Ask the person to do it in Emacs", f.shown,
			display(t.to.File))
	}
	if t.text, err = f.Archived(i, t.to, t.from); err != nil {
		return "", t, err
	}
	edits := []org.Edit{{Span: f.Headlines[i].Span}}
	if t.to.File == "" {
		edits = append(edits, f.AppendArchived(t.to, t.text))
	}
	edited, err = org.Apply(f.Text, edits)
	return edited, t, cmp.Or(err, f.fits(edited))
}

// add puts an archived subtree into the file of its archive.
func (o Options) add(ctx context.Context, p effect.Path, shown string, t archivedTree) error {
	r, content, err := o.opening(p, shown)
	if err != nil {
		return err
	}
	defer unix.Close(r.dirfd)
	if r.existing == nil {
		content = org.NewArchive(t.from)
	}
	text, err := org.Apply(content, []org.Edit{org.Parse(content).AppendArchived(t.to, t.text)})
	if err != nil {
		return err
	}
	if err := r.do(ctx, text); err != nil {
		return explainWrite(shown, err)
	}
	return nil
}

// orgAfter is what a call of org-modify-file would leave in its file.
func orgAfter(args sexp.Plist, rules org.Privacy, name, before string) (string, error) {
	m := orgChangeOf(args)
	if m.action == orgArchive {
		return "", errors.New("there is no diff of a change to two files")
	}
	after, _, err := outlineOf(rules, name, before).change(m)
	return after, err
}
