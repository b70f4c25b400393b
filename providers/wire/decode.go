package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"pp/engine"
)

// Reading says how a reply is read. Mask is applied to every text of the server
// that goes into an error, before it is cut to size. Ended is called once the reply
// says that it is whole, though more may follow, such as its usage. It, Mask and
// Preview may be nil.
type Reading struct {
	Framing Framing
	Limit   int // bytes of text and calls together
	Preview func(delta string)
	Mask    func(text string) string
	Ended   func()
}

// byteOrderMark may stand before a reply of any framing. The specification of
// event streams leaves it out; servers that write files put it before JSON too.
const byteOrderMark = "\xef\xbb\xbf"

// Decode reads a reply from its bytes, whatever they are and however they are
// cut into reads. It returns the text, and in res the calls and why the reply ended. If the
// reply did not end, it returns the text so far and why not: ErrTruncated, ErrTooLong,
// ErrGarbage, engine.ErrEmptyReply, a *ServerError, a *StopError, or the error of r. A body
// that begins with a brace is one JSON value, of a server that does not stream.
func Decode(r io.Reader, read ReadEvent, how Reading) (text string, res Result, err error) {
	d := decoder{read: read, Reading: how}
	body := bufio.NewReaderSize(r, 512)
	if mark, err := body.Peek(len(byteOrderMark)); err == nil && string(mark) == byteOrderMark {
		_, _ = body.Discard(len(byteOrderMark)) // cannot fail: it was peeked
	}
	head, err := skipSpace(body)
	switch {
	case err != nil && err != io.EOF:
		return "", res, err
	case how.Framing == SSE && (head == '{' || head == '['):
		err = d.whole(body)
	default:
		err = d.stream(body)
	}
	if err == nil {
		err = d.verdict()
	}
	return d.text.String(), d.res, err
}

type decoder struct {
	Reading
	read   ReadEvent
	res    Result
	text   strings.Builder
	events int
	over   bool   // no event can follow
	odd    string // the first event, for an error
}

func (d *decoder) shown(text string, n int) string {
	if d.Mask != nil {
		text = d.Mask(text)
	}
	return clip(text, n)
}

// skipSpace returns the first byte that is no space, which it leaves unread.
func skipSpace(r *bufio.Reader) (byte, error) {
	for range maxAnswer {
		head, err := r.Peek(1)
		if err != nil {
			return 0, err
		}
		if strings.IndexByte(" \t\r\n", head[0]) < 0 {
			return head[0], nil
		}
		_, _ = r.Discard(1) // cannot fail: it was peeked
	}
	return 0, ErrGarbage
}

func (d *decoder) whole(r io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(r, maxLine+1))
	switch {
	case err != nil:
		return err
	case len(data) > maxLine:
		return ErrTooLong
	}
	_, err = d.add(data)
	d.over = true
	return err
}

func (d *decoder) stream(r io.Reader) error {
	es := newEvents(r, d.Framing)
	for {
		e, err := es.next()
		switch {
		case err == io.EOF && !es.known && es.total > 0:
			return fmt.Errorf("%w: it has %q", ErrGarbage, d.shown(es.odd, maxName))
		case err == io.EOF:
			return nil
		case err != nil:
			// The reply had said that it was done; what the connection does then
			// does not matter.
			if d.res.Stop != StopNone && !errors.Is(err, ErrTooLong) {
				return nil
			}
			return err
		}
		end, err := d.add(e.data)
		if errors.Is(err, ErrGarbage) && e.cut && bytes.HasPrefix(e.data, []byte("{")) {
			return ErrTruncated
		}
		if err != nil || end {
			return err
		}
	}
}

// add takes one event. It skips events that are not of the protocol, such as a keep-alive. If nothing else comes, the
// error names the first of them.
func (d *decoder) add(data []byte) (end bool, err error) {
	data = bytes.TrimSpace(data)
	switch {
	case len(data) == 0:
		return false, nil
	case string(data) == "[DONE]":
		d.over = true
		return true, nil
	}
	d.events++
	if d.events == 1 {
		d.odd = d.shown(string(data), maxName)
	}
	text, end, err := d.read(&d.res, data)
	if err != nil {
		if se, ok := errors.AsType[*ServerError](err); ok {
			return false, &ServerError{Status: se.Status, After: se.After, Window: se.Window,
				Param: se.Param, Code: d.shown(se.Code, maxName), Message: d.shown(se.Message, maxText)}
		}
		if named, ok := ReadError(data); data[0] != '{' || ok && named.isAlive() {
			return false, nil
		}
		return false, fmt.Errorf("%w: it has %q", ErrGarbage, d.shown(string(data), maxName))
	}
	d.over = d.over || end
	switch {
	case d.text.Len()+len(text)+d.res.size > d.Limit:
		return false, fmt.Errorf("%w: its text is over the limit of %d bytes", ErrTooLong, d.Limit)
	case len(d.res.calls) > mostCalls:
		return false, fmt.Errorf("%w: it has more than %d calls", ErrTooLong, mostCalls)
	}
	if d.Ended != nil && d.res.Stop != StopNone {
		d.Ended()
	}
	if text != "" {
		d.res.Said = true
		d.text.WriteString(text)
		if d.Preview != nil {
			d.Preview(text)
		}
	}
	return end, nil
}

// verdict returns an error if a reply that ended cannot be kept.
func (d *decoder) verdict() error {
	if d.res.Stop != StopWhole {
		d.res.dropBroken()
	}
	came := strings.TrimSpace(d.text.String()) != "" || len(d.res.Calls()) > 0 || len(d.res.Broken) > 0
	switch {
	case came && d.res.Stop != StopBroken && (d.over || d.res.Stop != StopNone):
		return nil
	case d.res.Stop == StopBroken, d.res.Stop == StopRefused, d.res.Stop.isCut():
		return &StopError{Stop: d.res.Stop, Finish: d.shown(d.res.Finish, maxName), Detail: d.shown(d.res.Detail, maxText)}
	case d.events == 0 || d.res.Stop != StopNone:
		return engine.ErrEmptyReply
	case d.text.Len() == 0 && len(d.res.calls) == 0 && d.res.Model == "":
		return fmt.Errorf("%w: it has %q", ErrGarbage, d.odd)
	case d.over:
		return engine.ErrEmptyReply
	}
	return ErrTruncated
}

// clip makes a server's text fit for one line: valid UTF-8, no control
// or formatting characters, runs of space as one, at most n bytes.
func clip(text string, n int) string {
	if len(text) > 8*n {
		text = text[:8*n]
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, " "))
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > n {
		text = strings.ToValidUTF8(text[:n], "") + "…"
	}
	return text
}
