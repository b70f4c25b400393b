package messenger

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// note is what comes with each message: by itself, or as the result of a subscription.
type note struct {
	Envelope  *envelope `json:"envelope"`
	Exception *struct {
		Message string `json:"message"`
		Type    string `json:"type"`
	} `json:"exception"`
	Result *note `json:"result"`
}

// envelope is what is read of one. Whatever it may hold besides a message, such as receipts,
// calls and what another device of the account has sent, is none.
type envelope struct {
	Number    string          `json:"sourceNumber"`
	UUID      string          `json:"sourceUuid"`
	Timestamp int64           `json:"timestamp"`
	Data      *data           `json:"dataMessage"`
	Edit      json.RawMessage `json:"editMessage"`
	Story     json.RawMessage `json:"storyMessage"`
	Sync      json.RawMessage `json:"syncMessage"`
}

// data is a message.
type data struct {
	Text        string          `json:"message"`
	Group       json.RawMessage `json:"groupInfo"`
	GroupV2     json.RawMessage `json:"groupV2"`
	Story       json.RawMessage `json:"storyContext"`
	Reaction    json.RawMessage `json:"reaction"`
	Deleted     json.RawMessage `json:"remoteDelete"`
	AdminDelete json.RawMessage `json:"adminDelete"`
	Vote        json.RawMessage `json:"pollVote"`
	Attachments []struct {
		ID   string `json:"id"`
		Name string `json:"filename"`
		MIME string `json:"contentType"`
		Size int64  `json:"size"`
	} `json:"attachments"`
}

// is reports whether a part of a message is there.
func is(parts ...json.RawMessage) bool {
	for _, raw := range parts {
		if len(raw) > 0 && string(raw) != "null" {
			return true
		}
	}
	return false
}

// read makes a notification what it means. ok is false for one that brings no message of a
// person; the error says of one that a message could not be read.
func (c *Signal) read(raw json.RawMessage) (in Incoming, ok bool, err error) {
	var n note
	if err := json.Unmarshal(raw, &n); err != nil {
		return in, false, err
	}
	if n.Result != nil {
		n = *n.Result
	}
	if n.Exception != nil {
		return in, false, fmt.Errorf("%.80s: %.200s", n.Exception.Type, n.Exception.Message)
	}
	e := n.Envelope
	if e == nil || e.Data == nil || is(e.Edit, e.Story, e.Sync) || e.Number == c.Number {
		return in, false, nil
	}
	d := e.Data
	if is(d.Story, d.Reaction, d.Deleted, d.AdminDelete, d.Vote) || d.Text == "" && len(d.Attachments) == 0 {
		return in, false, nil
	}
	from := c.who(e.Number, e.UUID)
	if !IsSignalIdentity(from) {
		return in, false, nil
	}
	in = Incoming{ID: strconv.FormatInt(e.Timestamp, 10) + " " + from, Chat: from, From: from,
		Private: true, Text: d.Text, At: time.UnixMilli(e.Timestamp)}
	if is(d.Group, d.GroupV2) {
		in.Chat, in.Private = "a group", false
	}
	for _, a := range d.Attachments {
		in.Files = append(in.Files, File{Name: cmp.Or(a.Name, "file"), MIME: a.MIME, Size: a.Size,
			Ref: from + " " + a.ID})
	}
	return in, true, nil
}

// IsSignalIdentity reports whether a text is how Signal names a person: a number in its international
// form, or an account's identifier in lower case.
func IsSignalIdentity(text string) bool {
	if len(text) > 1 && text[0] == '+' {
		return len(text) <= 16 && text[1] != '0' && made(text[1:], "0123456789")
	}
	for i, r := range text {
		if (i == 8 || i == 13 || i == 18 || i == 23) != (r == '-') {
			return false
		}
	}
	return len(text) == 36 && made(text, "0123456789abcdef-")
}

// made reports whether a text is made of nothing but some characters.
func made(text, of string) bool { return strings.Trim(text, of) == "" }
