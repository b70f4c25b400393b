// Package org reads Org files by byte offsets, and edits them: what an edit does not
// name stays the same bytes. It is pure: no files, no clock, no streams.
//
// [Parse] takes any bytes, never fails, and takes time linear in their number. It reads
// as Emacs 28 does (org-element, org-get-tags, org-entry-get). Where these disagree among
// themselves or with later versions of Org, the reading that sees more is taken: "* TODO"
// alone is a keyword, "* TODO :tag:" has a tag, "* COMMENTARY" is no comment, and
// "#+FILETAGS::tag:" needs no blank. A headline begins wherever a line begins with stars
// and a blank, within a source block too, which then ends there. What #+SETUPFILE names
// is not read.
//
// [ParseMarkdown] gives the headlines of a Markdown file in the same form.
//
// An edit is a list of [Edit], none overlapping, in offsets of the text that was parsed;
// [Apply] makes the new text.
package org
