package org

import (
	"crypto/sha256"
	"slices"
	"strings"
)

// cryptTag means something to Org itself.
const cryptTag = "crypt"

// AllTags gives the tags of a headline with those it inherits: the file's, then those of
// the headlines above, outermost first, then its own. Of equal ones the last stays.
func (d *Document) AllTags(i int) []string {
	var lists [][]string
	for at := i; at >= 0; at = d.Headlines[at].Parent {
		lists = append(lists, d.Headlines[at].Tags)
	}
	lists = append(lists, d.Tags)
	seen := map[string]bool{}
	var tags []string // in reverse
	for _, list := range lists {
		for _, tag := range slices.Backward(list) {
			if !seen[tag] {
				seen[tag] = true
				tags = append(tags, tag)
			}
		}
	}
	slices.Reverse(tags)
	return tags
}

// Outline gives the titles from the outermost headline down to this one.
func (d *Document) Outline(i int) []string {
	var titles []string
	for at := i; at >= 0; at = d.Headlines[at].Parent {
		titles = append(titles, d.Headlines[at].Title)
	}
	slices.Reverse(titles)
	return titles
}

// Find gives the headlines that have an ID, or else those with an outline path: all
// titles, outermost first, joined by slashes.
func (d *Document) Find(target string) []int {
	var ids, paths []int
	for i := range d.Headlines {
		if d.Headlines[i].ID == target && target != "" {
			ids = append(ids, i)
		}
		if d.hasPath(i, target) {
			paths = append(paths, i)
		}
	}
	if ids != nil {
		return ids
	}
	return paths
}

func (d *Document) hasPath(i int, path string) bool {
	for {
		h := &d.Headlines[i]
		rest, ok := strings.CutSuffix(path, h.Title)
		if !ok || h.Parent < 0 {
			return ok && rest == ""
		}
		if path, ok = strings.CutSuffix(rest, "/"); !ok {
			return false
		}
		i = h.Parent
	}
}

// Hash is the SHA-256 of a headline's subtree, byte for byte.
func (d *Document) Hash(i int) [32]byte {
	h := &d.Headlines[i]
	return sha256.Sum256([]byte(d.Text[h.Start:h.End]))
}

// Private gives what is private: the subtrees with one of the tags, each with all that is
// below it, and the whole text when the file has one of them. The case of a tag does not
// count. What is tagged crypt is always private.
func (d *Document) Private(tags []string) []Span {
	private := func(tag string) bool {
		return strings.EqualFold(tag, cryptTag) ||
			slices.ContainsFunc(tags, func(t string) bool { return strings.EqualFold(t, tag) })
	}
	if slices.ContainsFunc(d.Tags, private) {
		return []Span{{0, len(d.Text)}}
	}
	var spans []Span
	for i := range d.Headlines {
		h := &d.Headlines[i]
		if n := len(spans); n > 0 && h.Start < spans[n-1].End {
			continue
		}
		if slices.ContainsFunc(h.Tags, private) {
			spans = append(spans, h.Span)
		}
	}
	return spans
}
