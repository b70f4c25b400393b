package gates

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/paths"
	"pp/gates/shell/table"
)

// files applies the rules for reads, writes, deletes and metadata.
func (j *judgement) files() {
	for _, p := range j.c.Effects.Reads {
		j.read(p)
	}
	for _, p := range j.c.Effects.Writes {
		j.write(p)
	}
	for _, p := range j.c.Effects.Deletes {
		j.remove(p)
	}
	for _, p := range j.c.Effects.Metadata {
		j.metadata(p)
	}
}

// addDir is what a person can do about a path outside the workspace.
const addDir = " Add the directory with --add-dir to allow it."

func (j *judgement) read(p effect.Path) {
	e := effect.Effect{Kind: effect.KindRead, Subject: p.Name, Span: p.Span}
	at := j.locate(p)
	says := j.about(cause.Reads, p)
	switch {
	case at.Own != paths.OwnNone:
		j.add("read-own", e, says.Because(cause.OwnNeverRead, at.Own.String()))
	case at.Secret != "" && at.Area == paths.AreaWorkspace && p.Access == effect.AccessName:
		j.add("read-workspace", e, j.about(cause.LooksAtName, p))
	case at.Secret != "" && at.Area == paths.AreaWorkspace && p.Access == effect.AccessFound && j.amongOthers(p):
		j.readMasked(e, says)
	case at.Secret != "":
		j.add("secret", e, says.Because(cause.SecretNeverRead, at.Secret))
	case j.readPrivate(e, p, at, says):
	case at.Device != paths.DeviceNone && p.Access == effect.AccessName:
		j.add("read-system", e, j.about(cause.LooksAtName, p))
	case at.Device != paths.DeviceNone:
		j.readDevice(e, p, at, says)
	case at.Area == paths.AreaSink:
		j.add("read-system", e, says)
	case p.Tree && holdsHomes(p, j.c.Facts.Home):
		j.add("read-elsewhere", e, says.Because(cause.HoldsHomes))
	case at.Area == paths.AreaTemp && besideWorkspace(p.Name, j.c.Facts):
		j.add("read-elsewhere", e, says.Because(cause.BesideWorkspace))
	case at.Area == paths.AreaWorkspace, at.Area == paths.AreaTemp, j.c.Facts.Scratch.Has(p.Name),
		(at.Tool || j.inVirtual(p.Name)) && j.c.Facts.Confinement.Confined():
		j.readTree(e, p, says)
	case at.Area == paths.AreaHome:
		j.add("read-home", e, says.Because(cause.OutsideInHome))
	case at.Area == paths.AreaSystem && !p.Exists, at.Area == paths.AreaSystem && j.public(p):
		j.add("read-system", e, says)
	case at.Area == paths.AreaOtherHome:
		j.add("read-elsewhere", e, says.Because(cause.OtherHome))
	case !p.Exists && !p.Tree, j.public(p):
		j.add("read-system", e, says)
	default:
		j.add("read-elsewhere", e, says.Because(cause.OutsideAddable))
	}
}

// inVirtual reports whether a path is in a virtual environment of Python in the home.
func (j *judgement) inVirtual(name string) bool {
	home := j.c.Facts.Home
	for dir := path.Dir(name); dir != home && effect.Within(dir, home); dir = path.Dir(dir) {
		if info, err := j.c.Facts.FS.Lstat(path.Join(dir, "pyvenv.cfg")); err == nil && info.Mode.IsRegular() {
			return true
		}
	}
	return false
}

// amongOthers reports whether the pattern that found a secret found other files too: one that finds nothing else
// names it.
func (j *judgement) amongOthers(p effect.Path) bool {
	if others, known := j.company[p.Span.Start]; known {
		return others
	}
	if j.company == nil {
		j.company = map[int]bool{}
	}
	j.company[p.Span.Start] = slices.ContainsFunc(j.c.Effects.Reads, func(q effect.Path) bool {
		return q.Access == effect.AccessFound && q.Span.Start == p.Span.Start && q.Span.End == p.Span.End &&
			j.locate(q).Secret == "" && j.private(q) == privateNothing
	})
	return j.company[p.Span.Start]
}

// readMasked judges a secret that a pattern found among other files: as in a tree, it is masked where that can be done.
func (j *judgement) readMasked(e effect.Effect, says cause.Cause) {
	if !j.c.Facts.Confinement.Confined() {
		j.add("secret-below", e, says.Because(cause.UnmaskedSecrets))
		return
	}
	j.add("read-workspace", e, says.Because(cause.MaskedSecrets))
}

// besideWorkspace reports whether a path in the temporary directory belongs to
// what lies around a workspace that is there too: a neighbour, not scratch.
func besideWorkspace(name string, f engine.Facts) bool {
	around := path.Dir(f.Workspace.Root)
	return f.Workspace.Root != "" && around != "/tmp" && around != "/var/tmp" && around != f.Temp &&
		paths.Temporary(around, f) && effect.Within(name, around)
}

// holdsHomes reports whether what is read of a tree is of home directories too. The names in those of services tell
// nothing.
func holdsHomes(p effect.Path, home string) bool {
	switch p.Name {
	case "/", "/home", "/root", "/Users", "/proc", "/run":
		return true
	case "/var", "/mnt", "/media":
		return p.Access != effect.AccessName
	}
	return home != "" && p.Name != home && effect.Within(home, p.Name)
}

func (j *judgement) readDevice(e effect.Effect, p effect.Path, at paths.Place, says cause.Cause) {
	folded := paths.Fold(p.Name)
	if effect.Within(folded, "/proc") || effect.Within(folded, "/sys") || effect.Within(folded, "/boot") {
		if j.public(p) || !p.Exists {
			j.add("read-system", e, says)
			return
		}
	}
	if at.Device == paths.DeviceRaw || at.Device == paths.DeviceCapture {
		j.add("write-device", e, says.Because(cause.DeviceNever, at.Device.String()))
		return
	}
	j.add("read-device", e, says.Because(cause.Device, at.Device.String()))
}

// readTree allows a read in the workspace; below a tree, secrets that are neither masked nor left out ask.
func (j *judgement) readTree(e effect.Effect, p effect.Path, says cause.Cause) {
	revealed := p.Access != effect.AccessName && p.Access != effect.AccessPublic
	git := p.Access == effect.AccessTracked || p.Access == effect.AccessChanged
	if git && p.Tree {
		if name, found := j.secretHeld(p); found {
			j.add("secret-below", e, j.at(cause.GitPrintsSecrets.OfText(name), p.Span))
			return
		}
	} else if p.Tree && revealed && !j.c.Facts.Confinement.Confined() {
		if name, found := secretBelow(j.c.Facts.FS, p); found {
			j.add("secret-below", e, says.Because(cause.SecretBelow, name))
			return
		}
	}
	j.add("read-workspace", e, says)
}

// public reports whether anyone may read an existing path.
func (j *judgement) public(p effect.Path) bool {
	if j.c.Facts.FS == nil || !p.Exists {
		return false
	}
	info, err := j.c.Facts.FS.Lstat(p.Name)
	return err == nil && info.Mode.Perm()&0o004 != 0
}

// maxBelow bounds the walk for secrets below a tree.
const maxBelow = 20000

// secretBelow looks for a secret path in what is read of a tree. A walk that reaches its bound
// counts as having found one.
func secretBelow(view effect.FS, p effect.Path) (string, bool) {
	if view == nil {
		return p.Name, true
	}
	w := secretWalk{view, p}
	return (&treeWalk{view: view, left: maxBelow, beyond: "a part too large to search",
		visible: p.Access == effect.AccessVisible, is: w.secret}).below(p.Name, 0)
}

// treeWalk looks for something below a directory.
type treeWalk struct {
	view    effect.FS
	left    int    // how many names are looked at
	beyond  string // what is found where they are more, "" for nothing
	visible bool   // names with a dot in front are passed over
	is      func(full string, isDir bool) bool
}

func (w *treeWalk) below(dir string, depth int) (string, bool) {
	names, err := w.view.ReadDir(dir)
	if err != nil && len(names) > 0 {
		w.left = -1 // there are more names than the view reads
	}
	if slices.Contains(names, ".ignore") || slices.Contains(names, ".rgignore") {
		w.visible = false // they may name what is hidden
	}
	for _, n := range names {
		if w.left--; w.left < 0 || depth > 64 {
			return w.beyond, w.beyond != ""
		}
		if w.visible && strings.HasPrefix(n, ".") {
			continue
		}
		full := path.Join(dir, n)
		info, err := w.view.Lstat(full)
		isDir := err == nil && info.Mode&fs.ModeDir != 0
		if w.is(full, isDir) {
			return full, true
		}
		if n == ".git" || n == "node_modules" || !isDir {
			continue
		}
		if found, ok := w.below(full, depth+1); ok {
			return found, true
		}
	}
	return "", false
}

// secretWalk looks for secrets in a tree that is read.
type secretWalk struct {
	view effect.FS
	p    effect.Path
}

// secret reports whether what stands below the tree is a secret that is read. Where names of one ending are read alone,
// a link counts as what it leads to, and a directory, or a name that a program may take apart, as one.
func (w secretWalk) secret(full string, isDir bool) bool {
	if w.p.Ends == 0 {
		_, secret := paths.Secret(full, isDir)
		return secret
	}
	if !w.p.Ends.Fit(full) {
		return false
	}
	to, err := effect.Resolve(w.view, path.Dir(full), path.Base(full))
	_, secret := paths.Secret(to.Name, false)
	return err != nil || secret || to.Dir || strings.ContainsAny(full[len(w.p.Name):], " \t\n\r\"'\\")
}

// partRows are the rows for the parts of a repository and of the workspace.
var partRows = [...]string{effect.PartIndex: "git-index", effect.PartObjects: "git-objects",
	effect.PartRefs: "git-refs", effect.PartStash: "git-stash", effect.PartConfig: "git-config",
	effect.PartWorktrees: "git-worktrees", effect.PartModules: "git-modules", effect.PartHooks: "write-git",
	effect.PartPersonal: "git-personal", effect.PartTree: "git-tree", effect.PartWork: "write-anything",
	effect.PartManifest: "write-manifest"}

// part judges a write that names no file: by its own row, wherever the repository is.
func (j *judgement) part(p effect.Path, e effect.Effect) {
	says := cause.Cause{Kind: cause.ChangesPart, Program: p.Given, Path: p.Name, Text: p.Part.Says()}
	switch p.Part {
	case effect.PartWork:
		says.Kind = cause.MayWriteAnything
	case effect.PartManifest:
		says.Kind = cause.WritesManifest
	}
	j.add(partRows[p.Part], e, j.at(says, p.Span))
}

func (j *judgement) write(p effect.Path) {
	e := effect.Effect{Kind: effect.KindWrite, Subject: p.Name, Span: p.Span}
	if p.Part != effect.PartNone {
		j.part(p, e)
		return
	}
	at := j.locate(p)
	says := j.about(cause.Writes, p)
	if j.forbidden(e, p, at, says) || j.overPrivate(e, p, says) {
		return
	}
	switch {
	case at.Area == paths.AreaSink:
		return
	case j.c.Facts.Scratch.Has(p.Name) && at.Root == paths.RootNone:
		j.add("write-scratch", e, says.Because(cause.InScratch))
	case p.Tree && at.Root != paths.RootNone:
		j.add("write-root", e, says.Because(cause.WritesRoot, at.Root.String()))
	case at.Git != paths.GitNone && at.Git != paths.GitData:
		j.add("write-git", e, says.Because(cause.GitExecutes, at.Git.String()))
	case at.Git != paths.GitNone:
		j.add("write-git-data", e, says.Because(cause.GitData, at.Git.String()))
	case at.Surface != "":
		j.add("write-surface", e, says.Because(cause.Surface, at.Surface))
	case at.Startup != "":
		j.add("write-surface", e, says.Because(cause.Surface, at.Startup))
	case at.System != "":
		j.add("write-system", e, says.Because(cause.Surface, at.System))
	case at.Holds != "" && j.bringsFiles(e, p):
		j.add("write-surface", e, says.Because(cause.SurfaceBelow, at.Holds))
	case j.decides(p):
		j.bare(e, says)
	case p.Links > 1 && !p.Dir:
		j.add("write-linked", e, says.Because(cause.HardLinks))
	case at.Area == paths.AreaWorkspace && unseen(j.c, e):
		j.add("write-workspace", e, says.Because(cause.UnseenWithoutLayers))
	case at.Area == paths.AreaWorkspace:
		j.add("write-workspace", e, says.Because(cause.AcceptEdits))
	case at.Area == paths.AreaTemp && !p.Exists:
		j.add("write-temporary", e, says.Because(cause.InTemporary))
	case at.Area == paths.AreaOtherHome:
		j.add("write-other-user", e, says.Because(cause.OtherUser))
	case at.Cache && j.c.Facts.Confinement.Confined() && j.c.Facts.Confinement.Layers:
		j.add("write-cache", e, says.Because(cause.InPrivateCache))
	default:
		j.add("write-outside", e, says.Because(cause.OutsideWorkspace))
	}
}

// bringsFiles reports whether the write of a directory may bring files with it, as a move, a copy and a link do.
func (j *judgement) bringsFiles(e effect.Effect, p effect.Path) bool {
	if by, ok := j.c.Effects.Program(e); ok {
		return !slices.Contains(table.Marks("makes-directories"), by.Canonical)
	}
	return p.Tree
}

// forbidden applies the denials that writes, deletes and metadata share.
func (j *judgement) forbidden(e effect.Effect, p effect.Path, at paths.Place, says cause.Cause) bool {
	confined := j.c.Facts.Confinement.Confined()
	switch {
	case at.Own == paths.OwnNone && e.Kind != effect.KindWrite && paths.OwnBelow(p, j.c.Facts):
		j.add("own", e, says.Because(cause.OwnBelow))
	case at.Own != paths.OwnNone:
		j.add("own", e, says.Because(cause.OwnNeverChanged, at.Own.String()))
	case at.Device != paths.DeviceNone:
		j.add("write-device", e, says.Because(cause.DeviceNever, at.Device.String()))
	case at.Startup != "" && e.Kind != effect.KindDelete && !(confined && at.Area == paths.AreaWorkspace):
		j.add("write-startup", e, says.Because(cause.StartupNever, at.Startup))
	case at.System != "" && e.Kind != effect.KindDelete && !confined:
		j.add("write-startup", e, says.Because(cause.StartupNever, at.System))
	case at.Loaded != "" && e.Kind != effect.KindDelete:
		j.add("write-startup", e, says.Because(cause.LoadedNever, at.Loaded))
	case at.Secret != "" && at.Surface != "" && e.Kind == effect.KindWrite:
		return false // as .envrc, which people write anew
	case at.Secret != "" && confined && e.Kind == effect.KindWrite && !p.Exists && !p.Tree &&
		at.Area == paths.AreaWorkspace:
		j.add("write-new-secret", e, says.Because(cause.SecretNew, at.Secret))
	case at.Secret != "":
		j.add("secret", e, says.Because(cause.SecretNeverTouched, at.Secret))
	case j.c.Facts.Private != nil && j.c.Facts.Private.Whole(p.Name):
		j.add("private", e, says.Because(cause.PrivateWhole))
	default:
		return false
	}
	return true
}

func (j *judgement) remove(p effect.Path) {
	e := effect.Effect{Kind: effect.KindDelete, Subject: p.Name, Span: p.Span}
	at := j.locate(p)
	says := j.about(cause.Deletes, p)
	if p.Tree {
		says.Kind = cause.DeletesTree
	}
	switch {
	case at.System != "" && at.Startup == "" && j.c.Facts.Confinement.Confined() && !p.Tree && !p.Dir:
		j.add("delete-outside", e, says.Because(cause.Surface, at.System))
	case at.Root != paths.RootNone:
		j.add("delete-root", e, says.Because(cause.RootNever, at.Root.String()))
	case j.forbidden(e, p, at, says), j.overPrivate(e, p, says):
	case j.c.Facts.Scratch.Has(p.Name):
		j.add("write-scratch", e, says.Because(cause.InScratch))
	case at.Git != paths.GitNone:
		j.add("delete-root", e, says.Because(cause.GitNever, at.Git.String()))
	case at.Startup != "", at.Area == paths.AreaOtherHome:
		j.add("delete-root", e, says.Because(cause.NotOfWorkspace))
	case at.Area == paths.AreaWorkspace:
		j.add("delete-workspace", e, says.Because(cause.AcceptDeletion))
	case at.Area == paths.AreaTemp:
		j.add("delete-workspace", e, says.Because(cause.InTemporary))
	case p.Tree && at.Area == paths.AreaHome && path.Dir(p.Name) == j.c.Facts.Home:
		j.add("delete-root", e, says.Because(cause.HomeDirectory))
	default:
		j.add("delete-outside", e, says.Because(cause.OutsideWorkspace))
	}
}

func (j *judgement) metadata(p effect.Path) {
	e := effect.Effect{Kind: effect.KindMetadata, Subject: p.Name, Span: p.Span}
	at := j.locate(p)
	says := j.about(cause.ChangesMetadata, p)
	switch {
	case at.System != "" && at.Startup == "" && j.c.Facts.Confinement.Confined() && !p.Tree && !p.Dir:
		j.add("metadata-outside", e, says.Because(cause.Surface, at.System))
	case at.Root != paths.RootNone && (p.Tree || at.Root != paths.RootWorkspace):
		j.add("write-root", e, says.Because(cause.RootNever, at.Root.String()))
	case j.forbidden(e, p, at, says):
	case j.c.Facts.Scratch.Has(p.Name):
		j.add("write-scratch", e, says.Because(cause.InScratch))
	case at.Git != paths.GitNone:
		j.add("write-git", e, says.Because(cause.GitNever, at.Git.String()))
	case at.Area == paths.AreaOtherHome:
		j.add("write-other-user", e, says.Because(cause.OtherUser))
	case at.Area == paths.AreaWorkspace, at.Area == paths.AreaTemp:
		j.add("metadata-workspace", e, says)
	default:
		j.add("metadata-outside", e, says.Because(cause.OutsideWorkspace))
	}
}

// locate is paths.Locate, and for a file with several names what the others tell of it.
func (j *judgement) locate(p effect.Path) paths.Place {
	at := paths.Locate(p, j.c.Facts)
	node := effect.Node{Dev: p.Is.Dev, Inode: p.Is.Inode}
	if p.Links < 2 || p.Dir || !p.Exists || node == (effect.Node{}) || at.Own != paths.OwnNone || at.Secret != "" {
		return at
	}
	dir := path.Dir(p.Name)
	linked, known := j.linked[dir]
	if !known {
		linked = paths.LinkedFiles(j.c.Facts, dir)
		if j.linked == nil {
			j.linked = map[string]map[effect.Node]paths.Place{}
		}
		j.linked[dir] = linked
	}
	is := linked[node]
	if is.Secret == paths.PrivatePart && j.c.Facts.Private.MayHold(p.Name) {
		return at // judged by what it holds
	}
	at.Own = is.Own
	if is.Secret != "" {
		at.Secret = is.Secret + ", by another of its names"
	}
	return at
}
