package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"pp/engine"
	"pp/sexp"
)

// The fixed beginning of a line: the hash stands at a known place, so that it
// is checked before anything is parsed.
const (
	lineStart = `(:HASH "`
	hashAt    = len(lineStart)
	hashLen   = 2 * sha256.Size
	hashEnd   = `" `
	coverAt   = hashAt + hashLen + len(hashEnd) // what the hash covers begins here
)

// digest is a hash as it is written.
type digest [hashLen]byte

// line makes the next line, newline included.
func (l *Log) line(kind engine.RecordKind, lost int, fields sexp.Plist, text sexp.Value) ([]byte, error) {
	prev := l.state.last()
	p := sexp.Plist{}.With("HASH", sexp.String(prev[:])) // overwritten below
	p = p.With("SEQ", sexp.Int(l.state.Records+1)).With("PREV", sexp.String(prev[:]))
	p = p.With("TIME", sexp.String(l.options.Clock().UTC().Format(time.RFC3339Nano)))
	p = p.With("KIND", sexp.Keyword(string(kind)))
	if lost > 0 {
		p = p.With("LOST", sexp.Int(lost))
	}
	if fields.Len() > 0 {
		p = p.With("FIELDS", fields.Value())
	}
	if text != nil {
		p = p.With("TEXT", text)
	}
	b := sexp.Append(nil, p.Value())
	sum := sha256.Sum256(b[coverAt:])
	hex.Encode(b[hashAt:], sum[:])
	b = append(b, '\n')
	if bytes.IndexByte(b, '\n') != len(b)-1 {
		return nil, fmt.Errorf("a kind or a key of the record has a line break in it: %.80q", kind)
	}
	if len(b) > MaxLine {
		return nil, fmt.Errorf("%w: %d bytes, over the limit of %d", ErrRecordSize, len(b), MaxLine)
	}
	return b, nil
}

// writer turns a record's texts into what a line may hold.
type writer struct {
	redactor engine.Redactor
	inline   int
	blobs    []blob
	bytes    int64 // of all blobs
}

type blob struct{ hash, text string }

// fields gives every text of a record its form. A value that is not a text
// stays as it is when that is safe, and else becomes the text of itself.
func (w *writer) fields(p sexp.Plist) sexp.Plist {
	var out sexp.Plist
	for key, v := range p.All() {
		if key == engine.FieldRecorded && w.hasSecret(v) {
			continue
		}
		switch x := v.(type) {
		case sexp.String:
			v = w.text(string(x))
		case sexp.Int:
		default:
			if printed := sexp.Print(v); !w.safe(v, printed) {
				v = w.text(printed)
			}
		}
		out = out.With(key, v)
	}
	return out
}

// hasSecret reports whether a string in a JSON text would be masked. The text itself does not tell, since JSON escapes
// characters.
func (w *writer) hasSecret(v sexp.Value) bool {
	printed, _ := v.(sexp.String)
	d := json.NewDecoder(strings.NewReader(string(printed)))
	for {
		token, err := d.Token()
		if err != nil {
			return err != io.EOF
		}
		if s, ok := token.(string); ok && engine.Redact(w.redactor, s) != s {
			return true
		}
	}
}

// safe reports whether a value can stand in a line as it is: short, on one
// line, with nothing to mask, readable, and not to be taken for a text.
func (w *writer) safe(v sexp.Value, printed string) bool {
	if len(printed) > w.inline || strings.Contains(printed, "\n") || engine.Redact(w.redactor, printed) != printed {
		return false
	}
	if _, isText := ParseText(v); isText {
		return false
	}
	_, err := sexp.Read(printed, sexp.Limits{Depth: 100})
	return err == nil
}

// text is a text, redacted, in the shortest of its three forms that can hold it.
func (w *writer) text(s string) sexp.Value {
	s = engine.Redact(w.redactor, s)
	if len(s) > w.inline {
		sum := sha256.Sum256([]byte(s))
		hash := hex.EncodeToString(sum[:])
		w.blobs = append(w.blobs, blob{hash, s})
		w.bytes += int64(len(s))
		return sexp.NewList(sexp.Keyword("BLOB"), sexp.String(hash), sexp.Keyword("BYTES"), sexp.Int(len(s)))
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	if !strings.Contains(s, "\n") {
		return sexp.String(s)
	}
	parts := []sexp.Value{sexp.Keyword("LINES")}
	for line := range strings.SplitSeq(s, "\n") {
		parts = append(parts, sexp.String(line))
	}
	return sexp.NewList(parts...)
}

// Text is a text of a record as it was kept.
type Text struct {
	Inline string // the text itself, when it was short
	Blob   string // else the hash of the file that has it
	Bytes  int64  // and its length
}

// ParseText reads a text's form, as it stands in a record's :FIELDS or :TEXT.
// It reports false for a value that is no text.
func ParseText(v sexp.Value) (Text, bool) {
	if s, ok := v.(sexp.String); ok {
		return Text{Inline: string(s)}, true
	}
	list, ok := v.(sexp.List)
	if !ok || list.Len() < 2 {
		return Text{}, false
	}
	if p, err := sexp.AsPlist(v); err == nil && list.Len() == 4 {
		hash, isHash := p.Text("BLOB")
		n, isSize := p.Integer("BYTES")
		if isHash && isSize && isDigest(hash) && n >= 0 {
			return Text{Blob: hash, Bytes: n}, true
		}
	}
	if list.At(0) != sexp.Value(sexp.Keyword("LINES")) {
		return Text{}, false
	}
	lines := make([]string, 0, list.Len()-1)
	for _, item := range list.Slice(1, list.Len()).All() {
		s, ok := item.(sexp.String)
		if !ok {
			return Text{}, false
		}
		lines = append(lines, string(s))
	}
	return Text{Inline: strings.Join(lines, "\n")}, true
}

// isDigest reports whether s is a hash as it is written, good as a file name.
func isDigest(s string) bool { return len(s) == hashLen && strings.Trim(s, "0123456789abcdef") == "" }
