package gateway

import (
	"time"

	"pp/actuators/messenger"
	"pp/engine/store"
)

// kind is what a record says. The zero kind is of none.
type kind uint8

const (
	kindNone      kind = iota
	kindReceived       // a message came
	kindActing         // something may have been done for it
	kindAnswered       // what is to be sent for it; it is not answered again
	kindSending        // the part N is about to be sent
	kindSent           // it was
	kindUnsent         // it was not, and will be
	kindFailed         // the medium does not take it
	kindUncertain      // maybe sent; a record of older versions, and the state of a part
	kindUsed           // the question of a flight plan is being answered by the message ID
	kindDropped        // the message is not answered
	kindStranger       // somebody who gets no answer wrote
	kindSeen           // messages that came
	kindChat           // where a chat stands
)

var kindNames = [...]string{"NONE", "RECEIVED", "ACTING", "ANSWERED", "SENDING", "SENT", "UNSENT", "FAILED",
	"UNCERTAIN", "USED", "DROPPED", "STRANGER", "SEEN", "CHAT"}

// String returns the keyword's name.
func (k kind) String() string { return kindNames[min(int(k), len(kindNames)-1)] }

// record is one line of the journal.
type record struct {
	kind    kind
	id      string // of the message
	in      messenger.Incoming
	of      string // the message that a notice of an older version is about
	session string
	parts   []part
	asked   []asked
	with    []string // held messages that were answered with this one
	held    bool     // it is kept for the next one
	n       int      // a part
	token   string   // of a flight plan
	ids     []string
	at      time.Time
}

// part is one message that is to be sent.
type part struct {
	text  string
	token string // of the flight plan that its buttons answer; "" has none
	state kind   // kindNone waits, else one of sending, sent, failed and uncertain
}

// asked is a question that was put to a person, and how it is answered. Its buttons'
// tokens are made for this question, and only for it.
type asked struct {
	Question
	message  string // the one that it came of
	yes, no  string // the tokens of the buttons
	answered string // the message that answers it; "" while none does
}

func (r *record) fields(f *store.Fields) {
	kinds := make([]kind, 0, len(kindNames))
	for k := kindReceived; k <= kindChat; k++ {
		kinds = append(kinds, k)
	}
	store.Keyword(f, "RECORD", &r.kind, kinds...)
	f.OptionalText("ID", &r.id)
	f.OptionalText("OF", &r.of)
	f.OptionalText("SESSION", &r.session)
	f.OptionalText("TOKEN", &r.token)
	f.OptionalInteger("PART", &r.n)
	f.Flag("HELD", &r.held)
	f.Texts("WITH", &r.with)
	f.Texts("IDS", &r.ids)
	f.Time("AT", &r.at)
	f.OptionalText("CHAT", &r.in.Chat)
	f.OptionalText("FROM", &r.in.From)
	f.OptionalText("TEXT", &r.in.Text)
	f.OptionalText("BUTTON", &r.in.Button)
	f.OptionalText("CALLBACK", &r.in.Callback)
	f.OptionalText("MESSAGE", &r.in.Message)
	f.Flag("FORWARDED", &r.in.Forwarded)
	store.Records(f, "FILES", &r.in.Files, fileFields)
	store.Records(f, "PARTS", &r.parts, partFields)
	store.Records(f, "ASKED", &r.asked, askedFields)
}

func fileFields(x *messenger.File) func(*store.Fields) {
	return func(f *store.Fields) {
		f.OptionalText("NAME", &x.Name)
		f.OptionalText("MIME", &x.MIME)
		f.OptionalText("REF", &x.Ref)
		store.Number(f, "SIZE", &x.Size)
	}
}

func partFields(x *part) func(*store.Fields) {
	return func(f *store.Fields) {
		f.Text("TEXT", &x.text)
		f.OptionalText("TOKEN", &x.token)
		if f.Has("STATE", x.state != kindNone) {
			store.Keyword(f, "STATE", &x.state, kindSending, kindSent, kindFailed, kindUncertain)
		}
	}
}

func askedFields(x *asked) func(*store.Fields) {
	return func(f *store.Fields) {
		f.Text("CHAT", &x.Chat)
		f.Text("PLAN", &x.Plan)
		f.Text("DIGEST", &x.Digest)
		f.OptionalText("TEXT", &x.Text)
		f.OptionalText("WHY", &x.Why)
		f.OptionalText("SUMMARY", &x.Summary)
		f.Time("EXPIRES", &x.Expires)
		f.OptionalText("MESSAGE", &x.message)
		f.OptionalText("YES", &x.yes)
		f.OptionalText("NO", &x.no)
		f.OptionalText("ANSWERED", &x.answered)
	}
}
