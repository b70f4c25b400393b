package journal

import (
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

// sumLen is how many digits of its SHA-256 a record carries.
const sumLen = 16

// headerMax is the longest comment line in front of a record.
const headerMax = len("; 999999999 ") + sumLen

// Errors of a record that cannot be kept.
var (
	ErrRecordSize = errors.New("the record is too long to be kept")
	ErrEncoding   = errors.New("the record has text that is not UTF-8")
)

// Limits bound what is read and written; zero fields take their defaults.
type Limits struct {
	Record int   // bytes of one record; default DefaultRecord
	File   int64 // bytes of a file; default 1 GiB
}

func (l Limits) record() int { return cmp.Or(max(0, l.Record), DefaultRecord) }

func (l Limits) file() int64 { return cmp.Or(max(0, l.File), 1<<30) }

// Append appends a record to dst. It fails for one that could not be read back:
// too long, or with text that is not UTF-8; give such a text as [Text].
func Append(dst []byte, p sexp.Plist, lim Limits) ([]byte, error) {
	body := sexp.Append(nil, p.Value())
	if len(body) > lim.record() {
		return dst, fmt.Errorf("%w: %d bytes, over the limit of %d", ErrRecordSize, len(body), lim.record())
	}
	if !utf8.Valid(body) {
		return dst, ErrEncoding
	}
	dst = append(dst, "; "...)
	dst = strconv.AppendInt(dst, int64(len(body)), 10)
	dst = append(dst, ' ')
	dst = append(dst, digits(body)...)
	dst = append(dst, '\n')
	dst = append(dst, body...)
	return append(dst, '\n'), nil
}

func digits(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])[:sumLen]
}

// parseHeader reads the comment line in front of a record, without its newline.
func parseHeader(line string) (length int, sum string, ok bool) {
	rest, ok := strings.CutPrefix(line, "; ")
	if !ok || len(line) > headerMax {
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

// parseBody reads what a record's comment line announced.
func parseBody(body []byte) (sexp.Plist, error) {
	v, err := sexp.Read(string(body), sexp.Limits{Bytes: len(body), Depth: 1000, Atoms: len(body) + 1})
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
