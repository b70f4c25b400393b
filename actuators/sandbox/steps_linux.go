package sandbox

import (
	"cmp"
	"path"
	"slices"

	"pp/engine/effect"
)

// stepKind is what happens at a path. Of several at one path the later wins.
type stepKind uint8

const (
	stepHide   stepKind = iota // an empty private directory
	stepShow                   // what is there, read-only
	stepGuard                  // an entry beside one that may be changed, read-only
	stepWrite                  // what is there, writable
	stepLayer                  // a layer over what is there
	stepApart                  // what is there, as a mount of its own
	stepKeep                   // a protected path, read-only
	stepEmpty                  // an empty directory
	stepBlank                  // an empty file
	stepFiller                 // a filler, as large and as old as the file that is there
	stepLend                   // something from elsewhere, read-only
	stepText                   // a file that holds a text
)

// step is one mount, in the form the child gets.
type step struct {
	Kind  stepKind
	Path  string
	Write bool // of stepHide: private, but writable
	// From is what is shown in place of what is at the path, "" for that itself.
	From string
	Text string // of stepText
}

// steps compiles a specification into mounts, a directory before what is below it.
func (s *Spec) steps() []step {
	var out []step
	add := func(k stepKind, name string) { out = append(out, step{Kind: k, Path: name}) }
	for _, h := range s.Hidden {
		out = append(out, step{Kind: stepHide, Path: h, Write: slices.Contains(s.Scratch, h)})
	}
	for _, b := range s.Shared {
		out = append(out, step{Kind: stepWrite, Path: b.To, From: b.From})
	}
	for _, d := range s.Scratch {
		if s.isShared(d) {
			continue
		}
		if !slices.Contains(s.Hidden, d) && !s.seen(d) {
			out = append(out, step{Kind: stepHide, Path: d, Write: true})
		}
	}
	for _, v := range s.Visible {
		if !s.changeable(v) { // a mount could not be replaced
			add(stepShow, v)
		}
	}
	for _, g := range s.Writable {
		out = append(out, s.writeSteps(g)...)
	}
	for _, c := range s.Caches {
		add(stepWrite, c)
	}
	for _, m := range s.caches.layers {
		add(stepLayer, m.Target)
	}
	for _, c := range s.caches.binds {
		out = append(out, step{Kind: stepWrite, Path: c.To, From: c.From})
	}
	for _, a := range s.Apart {
		add(stepApart, a)
	}
	for _, r := range s.ReadOnly {
		add(stepKeep, r)
	}
	for _, m := range s.Masked {
		switch {
		case m.Held:
			add(stepFiller, m.Path)
		case !m.Dir:
			add(stepBlank, m.Path)
		case slices.ContainsFunc(s.Caches, func(c string) bool { return effect.Within(c, m.Path) }):
			add(stepHide, m.Path) // empty too, but with room for the caches
		default:
			add(stepEmpty, m.Path)
		}
	}
	for _, l := range s.Lent {
		out = append(out, step{Kind: stepLend, Path: l.To, From: l.From})
	}
	if text, files := s.attributes(); files != "" {
		out = append(out, step{Kind: stepText, Path: attributesFile, Text: text},
			step{Kind: stepText, Path: hiddenFile, Text: files})
	}
	slices.SortStableFunc(out, func(a, b step) int {
		return cmp.Or(byDepth(a.Path, b.Path), int(a.Kind)-int(b.Kind))
	})
	return dropRepeated(out)
}

// dropRepeated leaves the last step of each path.
func dropRepeated(steps []step) []step {
	out := steps[:0]
	for i, st := range steps {
		if i+1 < len(steps) && steps[i+1].Path == st.Path {
			continue
		}
		out = append(out, st)
	}
	return out
}

// writeSteps makes one grant writable and protects what stands beside it.
func (s *Spec) writeSteps(g Grant) []step {
	out := []step{{Kind: stepWrite, Path: g.Path}}
	if s.layered(g.Path) {
		out[0].Kind = stepLayer
	}
	if g.Kind != GrantEntries {
		return out
	}
	// In a directory that is hidden else, the neighbours are hidden too.
	hide := withinAny(g.Path, s.Hidden) && !withinAny(g.Path, s.Visible)
	names := readNames(g.Path, maxSiblings)
	for _, n := range names {
		full := path.Join(g.Path, n)
		if slices.Contains(g.Entries, n) || hide && slices.Contains(s.Visible, full) {
			continue
		}
		kind := stepBlank
		switch {
		case !hide || isLink(full):
			kind = stepGuard
		case isDir(full):
			kind = stepHide
		}
		out = append(out, step{Kind: kind, Path: full})
	}
	return out
}
