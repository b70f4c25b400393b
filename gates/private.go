package gates

import (
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/paths"
)

// Kinds of what is private of a path.
const (
	privateNothing = iota
	privatePart
	privateWhole
)

// private says what of an existing path is private. A file that cannot be looked through counts as having such parts.
func (j *judgement) private(p effect.Path) int {
	rules := j.c.Facts.Private
	switch {
	case rules == nil, j.c.Facts.FS == nil:
		return privateNothing
	case rules.Whole(p.Name):
		return privateWhole
	case p.Exists && !p.Dir && rules.MayHold(p.Name) && paths.HoldsPrivate(j.c.Facts, p.Name):
		return privatePart
	}
	return privateNothing
}

// readPrivate judges a read of what is private, and reports whether there was such a thing to judge. What names it
// alone, as a listing does, is judged like any other.
func (j *judgement) readPrivate(e effect.Effect, p effect.Path, at paths.Place, says cause.Cause) bool {
	if j.c.Facts.Private == nil || j.c.Facts.FS == nil || p.Access == effect.AccessName {
		return false
	}
	if p.Tree && p.Access != effect.AccessPublic && !j.c.Facts.Confinement.Confined() {
		if name, found := (&treeWalk{view: j.c.Facts.FS, left: maxBelow, is: j.privateBelow}).below(p.Name, 0); found {
			j.add("private", e, says.Because(cause.PrivateBelow, name))
			return true
		}
	}
	is := j.private(p)
	masked := is != privateNothing && p.Access == effect.AccessFound && at.Area == paths.AreaWorkspace &&
		j.amongOthers(p) && j.c.Facts.Confinement.Confined()
	switch {
	case masked:
		j.add("read-workspace", e, says.Because(cause.PrivateMasked))
	case is == privateWhole:
		j.add("private", e, says.Because(cause.PrivateWhole))
	case is == privatePart && p.Access != effect.AccessPublic:
		j.add("private-part", e, says.Because(cause.PrivateParts))
	default:
		return false
	}
	return true
}

// overPrivate judges a write or a deletion of a file with private parts, and reports whether it is one. Only a tool
// that leaves those as they are may change the rest.
func (j *judgement) overPrivate(e effect.Effect, p effect.Path, says cause.Cause) bool {
	if j.private(p) != privatePart {
		return false
	}
	for _, r := range j.c.Effects.Reads {
		if r.Name == p.Name && r.Access == effect.AccessPublic && e.Kind == effect.KindWrite {
			return false
		}
	}
	j.add("private-part", e, says.Because(cause.PrivatePartsLost))
	return true
}

// privateBelow reports whether what stands below a tree is private.
func (j *judgement) privateBelow(full string, _ bool) bool {
	rules := j.c.Facts.Private
	return rules.Whole(full) || rules.MayHold(full) && j.private(effect.Path{Name: full, Exists: true}) != privateNothing
}

// namesPrivate denies a word that is the path of something private, and reports whether it is one.
func (j *judgement) namesPrivate(p effect.Path, word string, e effect.Effect, says cause.Cause) bool {
	switch j.private(p) {
	case privateWhole:
		j.add("private", e, says.Because(cause.NamesPrivate, word))
		return true
	case privatePart:
		j.add("private-part", e, says.Because(cause.NamesPrivateParts, word))
		return true
	}
	return false
}
