package store

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

// DefaultRecord is the longest record, in bytes, unless Limits say otherwise.
const DefaultRecord = 16 << 20

// sumLen is how many digits of its SHA-256 a record carries, and checkLen how many of its
// comment line's own where that is checked too.
const (
	sumLen   = 16
	checkLen = 8
)

// headerMax is the longest comment line in front of a record.
const headerMax = len("; 999999999  ") + sumLen + checkLen

// Errors of a record that cannot be kept.
var (
	ErrRecordSize = errors.New("the record is too long to be kept")
	ErrEncoding   = errors.New("the record has text that is not UTF-8")
	// ErrBegins is of strict files.
	ErrBegins = errors.New("the record has text that could be taken for the beginning of one")
)

// Limits bound what is read and written; zero fields take their defaults.
type Limits struct {
	Record int   // bytes of one record; default DefaultRecord
	File   int64 // bytes of a file; default 1 GiB
	// Strict is for files whose every record is on disk before it is acknowledged: only
	// a last record that is shorter than its length is torn, and a comment line ends in
	// digits of its own SHA-256, so that a length that was changed is not taken for that. No
	// record has a line in its text that begins with "; ", so that the next is always found.
	Strict bool
}

func (l Limits) record() int { return cmp.Or(max(0, l.Record), DefaultRecord) }

func (l Limits) file() int64 { return cmp.Or(max(0, l.File), 1<<30) }

// AppendRecord appends a record to dst. It fails for a record that ParseRecord would refuse:
// too long, or with text that is not UTF-8; give such a text as [Text].
func AppendRecord(dst []byte, p sexp.Plist, lim Limits) ([]byte, error) {
	return AppendRaw(dst, sexp.Append(nil, p.Value()), lim)
}

// AppendRaw is AppendRecord of a property list that is text already.
func AppendRaw(dst, body []byte, lim Limits) ([]byte, error) {
	if len(body) > lim.record() {
		return dst, fmt.Errorf("%w: %d bytes, over the limit of %d", ErrRecordSize, len(body), lim.record())
	}
	if !utf8.Valid(body) {
		return dst, ErrEncoding
	}
	if lim.Strict && bytes.Contains(body, []byte("\n; ")) {
		return dst, ErrBegins
	}
	sum := sha256.Sum256(body)
	begin := len(dst)
	dst = append(dst, "; "...)
	dst = strconv.AppendInt(dst, int64(len(body)), 10)
	dst = append(dst, ' ')
	dst = append(dst, digits(sum)...)
	if lim.Strict {
		dst = append(append(dst, ' '), check(string(dst[begin:]))...)
	}
	dst = append(dst, '\n')
	dst = append(dst, body...)
	return append(dst, '\n'), nil
}

func digits(sum [sha256.Size]byte) string { return hex.EncodeToString(sum[:])[:sumLen] }

// check are the digits that a strict comment line ends in.
func check(header string) string {
	sum := sha256.Sum256([]byte(header))
	return hex.EncodeToString(sum[:])[:checkLen]
}

// parseHeader reads the comment line in front of a record, without its newline.
func (l Limits) parseHeader(line string) (length int, sum string, ok bool) {
	if len(line) > headerMax {
		return 0, "", false
	}
	if l.Strict {
		at := strings.LastIndexByte(line, ' ')
		if at < 0 || line[at+1:] != check(line[:at]) {
			return 0, "", false
		}
		line = line[:at]
	}
	rest, ok := strings.CutPrefix(line, "; ")
	if !ok {
		return 0, "", false
	}
	number, sum, ok := strings.Cut(rest, " ")
	if !ok || len(sum) != sumLen {
		return 0, "", false
	}
	length, err := strconv.Atoi(number)
	if err != nil || length < 0 || strconv.Itoa(length) != number {
		return 0, "", false
	}
	return length, sum, true
}

// Raw is a record as it stands in a file.
type Raw struct {
	Offset int64  // of its comment line
	Length int64  // of all of it, with the comment line and the newlines
	Body   []byte // its property list as text; it may be good until the next one is read only
	Sum    [sha256.Size]byte
}

// ParseRecord reads the record at the start of data; it reports false if there is none
// that is sound. The body is part of data. Of one with a comment line that is sound and a
// body that is not, it gives the length.
func ParseRecord(data []byte, lim Limits) (Raw, bool) {
	header, _, ok := bytes.Cut(data[:min(len(data), headerMax+1)], []byte{'\n'})
	n, sum, headed := lim.parseHeader(string(header))
	at := len(header) + 1
	if !ok || !headed || n > lim.record() || len(data)-at <= n {
		return Raw{}, false
	}
	raw := Raw{Length: int64(at + n + 1), Body: data[at : at+n], Sum: sha256.Sum256(data[at : at+n])}
	return raw, data[at+n] == '\n' && digits(raw.Sum) == sum
}

// Plist reads the property list.
func (r Raw) Plist() (sexp.Plist, error) {
	v, err := sexp.Read(string(r.Body), sexp.Limits{Bytes: len(r.Body), Depth: 1000, Atoms: len(r.Body) + 1})
	if err != nil {
		return sexp.Plist{}, err
	}
	return sexp.AsPlist(v)
}

// Text is any bytes as a value: a string, or (:HEX "…") when they are not UTF-8.
func Text(s string) sexp.Value {
	if utf8.ValidString(s) {
		return sexp.String(s)
	}
	return Hex(s)
}

// Hex is any bytes as a value in hexadecimal, which [ParseText] reads too.
func Hex(s string) sexp.Value {
	return sexp.NewList(sexp.Keyword("HEX"), sexp.String(hex.EncodeToString([]byte(s))))
}

// ParseText reads what Text made. It reports false for anything else.
func ParseText(v sexp.Value) (string, bool) {
	if s, ok := v.(sexp.String); ok {
		return string(s), true
	}
	list, ok := v.(sexp.List)
	if !ok || list.Len() != 2 || list.At(0) != sexp.Value(sexp.Keyword("HEX")) {
		return "", false
	}
	if _, dotted := list.Tail(); dotted {
		return "", false
	}
	s, ok := list.At(1).(sexp.String)
	if !ok {
		return "", false
	}
	b, err := hex.DecodeString(string(s))
	return string(b), err == nil
}
