// Package messenger carries messages of people and to people, over Telegram's Bot API and over Signal, through the
// program signal-cli and the JSON-RPC that it speaks on its standard streams.
//
// It must never let a bot's token into an error, a log or anything else that is printed, although it stands in the
// URL of every request; never send a message a second time when it may have been sent; never contact any host but the
// one it was told; and never take for a person's words what they did not write to this account alone. Signal does not
// say of a message that it was forwarded. Who may write, and what is answered, is for others to say. It starts no
// process: whoever makes a [Signal] says how signal-cli is started.
//
// Start reading at [Incoming], then [Telegram.Receive] and [Signal.Receive].
package messenger

import (
	"context"
	"errors"
	"time"
)

// Incoming is one message, or one button that was pressed, as a messenger delivered it.
// Nothing of it is to be believed but From and Chat, for which the messenger stands.
type Incoming struct {
	ID        string // of the delivery, by which a repeated one is known; grows
	Chat      string // where it was said; equal to From in a private chat
	From      string // the identity that the messenger gives the person
	Private   bool   // nobody else reads what is said there
	Forwarded bool   // somebody else has written it
	Text      string
	Button    string // the token of the button that was pressed; "" for a message
	Callback  string // by which the messenger is told that the press arrived
	Message   string // the message that the button stands at
	Files     []File
	At        time.Time
}

// File is a file that came with a message, and was not fetched yet.
type File struct {
	Name string // as the sender called it; never a path
	MIME string
	Size int64  // as the messenger says; what is fetched is bounded all the same
	Ref  string // by which the messenger finds it
}

// Outgoing is one message to a person.
type Outgoing struct {
	Chat    string
	Text    string // plain; the messenger's package escapes it
	Code    bool   // to be shown as it is, with a fixed pitch
	Buttons []Button
	Files   []Upload
}

// Button is an answer that a person can give by pressing it.
type Button struct {
	Label string
	Token string // at most 64 bytes, of letters, digits and signs
}

// Upload is a file to be sent.
type Upload struct {
	Name string
	Data []byte
}

// ErrUncertain says of a message that nobody can know whether it was sent.
var ErrUncertain = errors.New("whether it was sent is not known")

// ErrTooLong says of a message that the messenger takes none of that length.
var ErrTooLong = errors.New("it is too long to be sent")

// RefusedError says that the messenger does not take a message, now or later: it was not sent.
type RefusedError struct{ Why string }

// Error implements error.
func (e *RefusedError) Error() string { return e.Why }

// Wait waits, or until ctx ends.
func Wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
