package offline

import (
	"strings"
	"unicode/utf8"
)

// sentencesLimit is how many sentences of a document are weighed; what comes
// after them is not read.
const sentencesLimit = 400_000

// sentence is one sentence of a document and where it stands.
type sentence struct {
	text      string
	kind      blockKind
	section   int32 // counts headings
	paragraph int32 // counts blocks
	place     int32 // in its block
	ofBlock   int32 // how many sentences its block has
}

// document is what summarising needs of a text.
type document struct {
	sentences []sentence
	headings  []string // without their markup; [0] is "" and stands for what comes before the first
}

// readDocument parses text, which must be normalised.
func readDocument(text string) document {
	d := dialectOf(text)
	doc := document{headings: []string{""}}
	paragraph := int32(0)
	eachBlock(text, func(b block) {
		switch b.kind {
		case blockHeading:
			doc.headings = append(doc.headings, inline(b.text, d))
			return
		case blockCode, blockTable:
			return
		}
		paragraph++
		first := len(doc.sentences)
		eachSentence(inline(b.text, d), func(s string) {
			if len(doc.sentences) < sentencesLimit && saysSomething(s) {
				doc.sentences = append(doc.sentences, sentence{text: s, kind: b.kind, section: int32(len(doc.headings) - 1),
					paragraph: paragraph, place: int32(len(doc.sentences) - first)})
			}
		})
		for i := first; i < len(doc.sentences); i++ {
			doc.sentences[i].ofBlock = int32(len(doc.sentences) - first)
		}
	})
	if len(doc.sentences) == 0 {
		for i, h := range doc.headings[1:] {
			if h != "" && len(doc.sentences) < sentencesLimit {
				doc.sentences = append(doc.sentences, sentence{text: h, paragraph: int32(i), ofBlock: 1})
			}
		}
	}
	return doc
}

// saysSomething leaves out rows of signs; a number alone is still something.
func saysSomething(s string) bool {
	for i := 0; i < len(s); {
		class, size := classAt(s[i:])
		if class != classNone {
			return true
		}
		if r, _ := utf8.DecodeRuneInString(s[i:]); r >= 0x3040 && isWide(r) {
			return true
		}
		i += size
	}
	return false
}

// clean is the document's sentences, one a line: what a summary is taken from.
func (d document) clean() string {
	var out strings.Builder
	for i, s := range d.sentences {
		if i > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(s.text)
	}
	return out.String()
}
