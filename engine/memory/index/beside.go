package index

import "strings"

// replaces reports whether a note has, of two words that stand side by side in the one that answers, only one of them,
// and always something else in the place of the other: it is about a thing of another name.
func (r *ranking) replaces(c, answer *candidate) bool {
	lacks, both := answer.near&^c.near, c.near&answer.near
	said, texts := r.sides(answer), r.sides(c)
	for _, w := range said {
		if w.slots&both != 0 && (lacks&w.left != 0 && always(texts, w.slots&both, true) ||
			lacks&w.right != 0 && always(texts, w.slots&both, false)) {
			return true
		}
	}
	return false
}

// side is a word of the question in a text, and the ones on its sides.
type side struct {
	slots, left, right uint32
	// leftOther and rightOther say that something else that tells stands there.
	leftOther, rightOther bool
}

// sides gives the words of the question in a note and above it.
func (r *ranking) sides(c *candidate) (all []side) {
	text := r.g.segments[c.seg].outline(c.note) + "\n" + c.body
	for line := range strings.Lines(text) {
		slots, ended, told := uint32(0), true, false
		for field := range strings.FieldsSeq(line) {
			now := r.ask.words(field)
			word := strings.ToLower(strings.Trim(field, marks+"-+#"))
			tells := now != 0 || word != "" && !stopWord(word)
			if now != 0 {
				all = append(all, side{slots: now, left: slots, leftOther: !ended && told && slots == 0})
			}
			if !ended && slots != 0 {
				before := len(all) - 1
				if now != 0 {
					before--
				}
				all[before].right, all[before].rightOther = now, tells && now == 0
			}
			slots, ended, told = now, ends(field), tells
			if ended {
				slots = 0
			}
		}
	}
	return all
}

// always reports whether some words are in a text, and everywhere something else stands on that side of them.
func always(all []side, slots uint32, left bool) (other bool) {
	for _, w := range all {
		if w.slots&slots == 0 {
			continue
		}
		if other = left && w.leftOther || !left && w.rightOther; !other {
			return false
		}
	}
	return other
}
