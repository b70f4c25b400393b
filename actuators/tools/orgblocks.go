package tools

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/memory/org"
	"pp/sexp"
)

// The tools of literate programming.
const (
	Blocks = "org-blocks"
	Tangle = "org-tangle"
)

// maxTangled is how many bytes an Org file that is tangled can have.
const maxTangled = 1 << 20

// orgBlocks lists the source blocks of an Org file, and which of the files that they are
// tangled to differ from them.
func (o Options) orgBlocks() Tool {
	return newTool(engine.ToolSpec{
		Name:     Blocks,
		Doc:      "Lists an Org file's source blocks, with where each is tangled to and whether that differs.",
		ReadOnly: true,
		Params:   []engine.Param{{Name: "FILEPATH", Kind: engine.ParamPath, Required: true}},
		Effects: func(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
			l, err := o.literateOf(args, facts)
			if err != nil {
				return effect.Effects{}, err
			}
			reads := []effect.Path{l.source}
			for _, t := range l.targets {
				if t.path.Exists && !t.path.Dir && !o.Skip(t.path.Name) {
					reads = append(reads, t.path)
				}
			}
			return effect.Effects{Reads: reads}, nil
		},
	}, o.runOrgBlocks)
}

// literate is an Org file, and what it is tangled to.
type literate struct {
	source effect.Path
	blocks []org.SourceBlock
	// tangled gives of each block the name of its target, as it stands there; "" of none.
	tangled  []string
	targets  []tangleTarget
	private  int // blocks that are private, and of targets that such are tangled to
	unusable error
}

// tangleTarget is a file that blocks are tangled to.
type tangleTarget struct {
	org.Tangled
	path    effect.Path
	missing []effect.Path // directories, the outermost first
}

// literateOf reads an Org file as it is judged: of what may not be read, only that.
func (o Options) literateOf(args sexp.Plist, facts engine.Facts) (l literate, err error) {
	if l.source, err = pathOf(args, "FILEPATH", "", facts); err != nil {
		return l, err
	}
	name := l.source.Name
	if path.Ext(name) != ".org" {
		return l, errors.New(":FILEPATH is no Org file, whose name ends in .org")
	}
	l.source.Access = effect.AccessPublic
	if _, ok := facts.Workspace.Contains(name); !ok && !effect.Within(name, facts.Dir) {
		return l, errors.New(":FILEPATH is outside the workspace. Ask the person to add its directory with --add-dir")
	}
	if o.Skip(name) || o.Private.Whole(name) {
		return l, nil
	}
	info, err := facts.FS.Lstat(name)
	if err != nil || !info.Mode.IsRegular() || info.Size > maxTangled {
		return l, nil // what is wrong is said when it is opened
	}
	content, err := facts.FS.ReadFile(name, maxTangled)
	if err != nil || int64(len(content)) != info.Size {
		return l, nil
	}
	l.read(o, string(content))
	return l, l.resolve(facts)
}

// read finds the blocks and targets, but for what is private.
func (l *literate) read(o Options, content string) {
	d := org.Parse(content)
	t, err := d.Tangle(path.Base(l.source.Name))
	if l.unusable = err; err != nil {
		t.Blocks = d.SourceBlocks()
		t.Targets = make([]string, len(t.Blocks))
	}
	hidden := o.Private.Spans(content)
	secret := make([]bool, len(t.Blocks))
	for i, b := range t.Blocks {
		secret[i] = slices.ContainsFunc(hidden, func(s org.Span) bool { return s.Start < b.End && b.Start < s.End })
	}
	for _, f := range t.Files {
		if slices.ContainsFunc(f.Blocks, func(i int) bool { return secret[i] }) {
			for _, i := range f.Blocks {
				t.Targets[i] = ""
			}
			continue
		}
		l.targets = append(l.targets, tangleTarget{Tangled: f})
	}
	for i, b := range t.Blocks {
		if secret[i] {
			l.private++
			continue
		}
		l.blocks, l.tangled = append(l.blocks, b), append(l.tangled, t.Targets[i])
	}
}

// resolve finds where the targets are, below the directory of the Org file.
func (l *literate) resolve(facts engine.Facts) error {
	seen := map[string]string{l.source.Name: path.Base(l.source.Name)}
	for i := range l.targets {
		t := &l.targets[i]
		name, err := atHome(t.Name, facts)
		if err != nil {
			return fmt.Errorf("%s %w", display(t.Name), err)
		}
		if t.path, err = effect.Resolve(facts.FS, path.Dir(l.source.Name), name); err != nil {
			return fmt.Errorf("%s: %w; tangle to another file", display(t.Name), err)
		}
		t.path.Given = t.Name
		if was, twice := seen[t.path.Name]; twice {
			return fmt.Errorf("%s and %s are one file; give it one name", display(was), display(t.Name))
		}
		seen[t.path.Name] = t.Name
		if err := t.directories(facts, seen); err != nil {
			return err
		}
	}
	return nil
}

// directories finds those that are to be made for a target.
func (t *tangleTarget) directories(facts engine.Facts, made map[string]string) error {
	for dir := path.Dir(t.path.Name); t.Mkdirp && made[dir] == ""; dir = path.Dir(dir) {
		_, err := facts.FS.Lstat(dir)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: %w; tangle to another file", display(t.Name), err)
		}
		p, err := effect.Resolve(facts.FS, "/", dir)
		if err != nil {
			return fmt.Errorf("%s: %w; tangle to another file", display(t.Name), err)
		}
		p.Given, made[dir] = path.Dir(t.Name)+"/", dir
		t.missing = append(t.missing, p)
	}
	slices.Reverse(t.missing)
	return nil
}

// reread is the Org file of a cleared call, as it was judged.
func (o Options) reread(j job) (l literate, err error) {
	if len(j.effects.Reads) == 0 || !path.IsAbs(j.effects.Reads[0].Name) {
		return l, fmt.Errorf("%w: the verdict does not let a file be read", engine.ErrNotCleared)
	}
	l.source = j.effects.Reads[0]
	shown := j.shown(l.source.Name)
	f, err := o.openRegular(l.source.Name)
	if err != nil {
		return l, explain(shown, err)
	}
	defer f.Close()
	st := f.Stat()
	was := effect.Identity{Dev: uint64(st.Dev), Inode: st.Ino, Size: st.Size, Modified: st.Mtim.Nano()}
	switch {
	case was != l.source.Is:
		return l, explainWrite(shown, errDiffers)
	case st.Size > maxTangled:
		return l, fmt.Errorf("%s has %d bytes; at most %d can be tangled. Split it", shown, st.Size, maxTangled)
	}
	content, err := io.ReadAll(io.LimitReader(f, maxTangled+1))
	if err != nil {
		return l, explain(shown, err)
	}
	if int64(len(content)) != st.Size {
		return l, explainWrite(shown, errDiffers)
	}
	l.read(o, string(content))
	return l, nil
}

func (o Options) runOrgBlocks(_ context.Context, j job) (engine.Result, error) {
	l, err := o.reread(j)
	if err != nil {
		return engine.Result{}, err
	}
	states := map[string]string{}
	for _, t := range l.targets {
		states[t.Name] = o.compare(t, j.effects.Reads[1:])
	}
	var out lines
	for i, b := range l.blocks {
		line := fmt.Sprintf("lines %d-%d", b.Line, b.Line+b.Lines-1)
		for _, word := range []string{b.Language, b.Name} {
			if word != "" {
				line += " " + display(word)
			}
		}
		if name := l.tangled[i]; name != "" {
			line += " -> " + display(name) + " (" + states[name] + ")"
		}
		out.add(line)
	}
	notes := l.notes(j.shown(l.source.Name))
	if out.more > 0 {
		notes = append(notes, plural(out.more, "more block", "more blocks"))
	}
	return engine.Result{Text: out.text("No source block.", notes)}, nil
}

// compare says how a target is beside its blocks.
func (o Options) compare(t tangleTarget, may []effect.Path) string {
	i := slices.IndexFunc(may, func(p effect.Path) bool { return p.Given == t.Name })
	if i < 0 {
		return "not there"
	}
	text, err := o.whole(may[i].Name, t.Name)
	switch {
	case err != nil:
		return "cannot be read"
	case text == t.Text:
		return "the same"
	}
	added, removed := countLines(text, t.Text)
	return fmt.Sprintf("differs: +%d -%d by tangling", added, removed)
}

// notes says what is not told of, or cannot be done.
func (l literate) notes(shown string) (notes []string) {
	if l.unusable != nil {
		notes = append(notes, shown+" "+l.unusable.Error())
	}
	if l.private > 0 {
		notes = append(notes, plural(l.private, "private block", "private blocks")+
			" left out, with the files that it is tangled to")
	}
	return notes
}
