package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// PDF is the type of a document of pages, which not every model takes that sees pictures.
const PDF = "application/pdf"

// Picture is a picture, or a document of pages, as the bytes of its file. It is data of
// untrusted origin, and nothing in it is masked: only its type, size and digest are ever
// written beside the conversation itself. The zero value is none.
type Picture struct {
	Type string // its media type, such as image/png
	Data []byte // not to be changed
}

// Is reports whether there is a picture.
func (p Picture) Is() bool { return p.Type != "" }

// String is what a picture is, in words.
func (p Picture) String() string {
	kind := "a picture"
	if p.Type == PDF {
		kind = "a document"
	}
	return fmt.Sprintf("%s: %s, %d bytes", kind, p.Type, len(p.Data))
}

// digest names a picture in the thought trace.
func (p Picture) digest() string {
	sum := sha256.Sum256(p.Data)
	return fmt.Sprintf("%s, %d bytes, sha256 %s", p.Type, len(p.Data), hex.EncodeToString(sum[:]))
}

// lastSaid is where the person spoke last; -1 where they did not.
func (p Prompt) lastSaid() int {
	for i, t := range slices.Backward(p.Turns) {
		if t.Role == RoleUser && t.Origin == OriginPerson {
			return i
		}
	}
	return -1
}

// Shown are the pictures that came with what the person said last.
func (p Prompt) Shown() []Picture {
	var out []Picture
	for _, t := range p.Turns[p.lastSaid()+1:] {
		if t.Picture.Is() {
			out = append(out, t.Picture)
		}
	}
	return out
}

// Unseen is a prompt without the pictures that keep does not take. The turns still say
// what each was.
func (p Prompt) Unseen(keep func(Picture) bool) Prompt {
	p.Turns = slices.Clone(p.Turns)
	for i := range p.Turns {
		if t := &p.Turns[i]; t.Picture.Is() && !keep(t.Picture) {
			t.Text, t.Picture = "(not shown to this model: "+t.Picture.String()+")", Picture{}
		}
	}
	return p
}
