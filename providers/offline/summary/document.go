package summary

import "strings"

// sentencesLimit is how many sentences of a document are weighed, the first.
const sentencesLimit = 400_000

// sentence is one sentence of a document and where it stands.
type sentence struct {
	text    string
	kind    blockKind
	section int32 // counts headings
	block   int32 // counts blocks
	place   int32 // in its block
}

// document is what summarizing needs of a text.
type document struct {
	sentences []sentence
	headings  []string // without their markup; [0] is "" and stands for what comes before the first
}

// readDocument parses text, which must be normalized. A document of headings
// alone has them for sentences.
func readDocument(text string) document {
	doc := document{headings: []string{""}}
	d := dialectOf(text)
	words := newInliner(d)
	block := int32(0)
	add := func(s sentence) {
		if len(doc.sentences) < sentencesLimit {
			doc.sentences = append(doc.sentences, s)
		}
	}
	eachBlock(text, d, func(kind blockKind, text string) {
		text = words.text(text)
		if kind == heading {
			doc.headings = append(doc.headings, text)
			return
		}
		block++
		place := int32(0)
		eachSentence(text, func(s string) {
			if strings.ContainsFunc(s, isWordRune) { // else it is a row of signs
				add(sentence{s, kind, int32(len(doc.headings) - 1), block, place})
				place++
			}
		})
	})
	if len(doc.sentences) == 0 {
		for i, h := range doc.headings {
			if h != "" {
				add(sentence{text: h, block: int32(i)})
			}
		}
	}
	return doc
}
