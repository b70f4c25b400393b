package messenger_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pp/actuators/messenger"
	"pp/actuators/messengertest"
)

const (
	account = "+4915112345678"
	ann     = "+33612345678"
	annID   = "7ccae375-cd51-4c82-8b1e-7be3280aa485"
)

// client is one to a server, which waits for nothing.
func client(t *testing.T, s *messengertest.Signal, allow ...string) *messenger.Signal {
	t.Helper()
	c := messenger.NewSignal(messenger.SignalOptions{Number: account, Allow: allow, Start: s.Start,
		Wait: func(context.Context, time.Duration) {}, Log: func(line string) { t.Log(line) }})
	t.Cleanup(func() {
		_ = c.Close()
		for _, w := range s.Wrong() {
			t.Errorf("signal-cli would not understand: %s", w)
		}
	})
	return c
}

// inbox takes messages.
type inbox struct {
	mu    sync.Mutex
	got   []messenger.Incoming
	until int
	last  string // after which nothing is waited for
	done  context.CancelFunc
	each  func(n int)
	fails int // so often a message is not taken
}

func (b *inbox) take(in messenger.Incoming) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fails > 0 {
		b.fails--
		return errors.New("the disk is full")
	}
	if b.each != nil {
		b.each(len(b.got))
	}
	if b.got = append(b.got, in); len(b.got) >= b.until || in.Text == b.last {
		b.done()
	}
	return nil
}

// receive is what a client receives until there are n messages.
func receive(t *testing.T, c *messenger.Signal, b *inbox, n int) []messenger.Incoming {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	b.until, b.done = n, cancel
	if err := c.Receive(ctx, b.take); err != nil {
		t.Fatal(err)
	}
	if len(b.got) != n {
		t.Fatalf("%d messages came, want %d", len(b.got), n)
	}
	return b.got
}

// envelope is one from Ann, with what follows its usual fields.
func envelope(timestamp int, rest string) string {
	return fmt.Sprintf(`{"source":%q,"sourceNumber":%[1]q,"sourceUuid":%q,"sourceName":"Ann","sourceDevice":1,`+
		`"timestamp":%d,"serverReceivedTimestamp":1,"serverDeliveredTimestamp":2,%s}`,
		ann, strings.ToUpper(annID), timestamp, rest)
}

// said is the data of a message.
func said(text, rest string) string {
	return fmt.Sprintf(`"dataMessage":{"timestamp":1,"message":%q,"expiresInSeconds":0,"viewOnce":false%s}`, text, rest)
}

// What is no message of a person to this account alone comes to nothing, or is marked.
func TestSignalReceive(t *testing.T) {
	approve := said("/approve K7MQ-2XWD", "")
	nothing := map[string]string{
		"a sync message of the person's other device": `"syncMessage":{"sentMessage":{"destination":"+1","timestamp":1,` +
			`"message":"/approve K7MQ-2XWD"}}`,
		"a sync message with data": approve + `,"syncMessage":{"sentMessage":null}`,
		"an edit":                  `"editMessage":{"targetSentTimestamp":1,` + approve + `}`,
		"data with an edit":        approve + `,"editMessage":{"targetSentTimestamp":1}`,
		"a story":                  `"storyMessage":{"allowsReplies":true}`,
		"a reply to a story": said("/approve K7MQ-2XWD",
			`,"storyContext":{"authorNumber":"+1","sentTimestamp":1}`),
		"a reaction": said("👍",
			`,"reaction":{"emoji":"👍","targetAuthor":"+1","targetSentTimestamp":1,"isRemove":false}`),
		"a deletion":   said("", `,"remoteDelete":{"timestamp":1}`),
		"a vote":       said("yes", `,"pollVote":{"targetSentTimestamp":1}`),
		"a receipt":    `"receiptMessage":{"when":1,"isDelivery":true,"timestamps":[1]}`,
		"typing":       `"typingMessage":{"action":"STARTED","timestamp":1}`,
		"a call":       `"callMessage":{"offerMessage":{"id":1}}`,
		"nothing said": `"dataMessage":{"timestamp":1,"message":null}`,
		"nothing":      `"x":null`,
	}
	s := &messengertest.Signal{}
	for name, rest := range nothing {
		s.Deliver(envelope(1, rest))
		t.Log(name)
	}
	s.Deliver(`null`)
	s.Deliver(strings.ReplaceAll(envelope(1, approve), ann, account)) // this account itself
	s.Deliver(`{"sourceNumber":null,"sourceUuid":null,"timestamp":1,` + approve + `}`)
	s.Deliver(`{"sourceNumber":"ann","sourceUuid":"ANN","timestamp":1,` + approve + `}`)
	s.Notify(`{"exception":{"message":"Untrusted Identity","type":"UntrustedIdentityException"},"envelope":` +
		envelope(1, approve) + `}`)
	s.Notify(`[1,2]`)
	s.Deliver(envelope(2, said("in a group", `,"groupInfo":{"groupId":"Zw==","revision":1,"type":"DELIVER"}`)))
	s.Deliver(envelope(3, said("hello", `,"quote":{"id":1,"text":"/approve K7MQ-2XWD"}`)))
	s.Deliver(envelope(4, said("", `,"attachments":[`+
		`{"contentType":"text/plain","filename":"a.txt","id":"Abc.txt","size":3},`+
		`{"contentType":"image/png","filename":null,"id":"x","size":null}]`)))
	at := func(ms int64) time.Time { return time.UnixMilli(ms) }
	want := []messenger.Incoming{
		{ID: "2 " + ann, From: ann, Chat: "a group", Text: "in a group", At: at(2)},
		{ID: "3 " + ann, From: ann, Chat: ann, Private: true, Text: "hello", At: at(3)},
		{ID: "4 " + ann, From: ann, Chat: ann, Private: true, At: at(4), Files: []messenger.File{
			{Name: "a.txt", MIME: "text/plain", Size: 3, Ref: ann + " Abc.txt"},
			{Name: "file", MIME: "image/png", Ref: ann + " x"}}},
	}
	if diff := cmp.Diff(want, receive(t, client(t, s, ann), &inbox{}, len(want))); diff != "" {
		t.Error(diff)
	}
}

// A person is named by the identity that is on the list, and by the number otherwise.
func TestWho(t *testing.T) {
	for name, tc := range map[string]struct {
		allow        []string
		number, uuid string
		want         string
	}{
		"the number is listed":     {[]string{ann}, `"` + ann + `"`, `"` + annID + `"`, ann},
		"the identifier is listed": {[]string{annID}, `"` + ann + `"`, `"` + strings.ToUpper(annID) + `"`, annID},
		"both are":                 {[]string{ann, annID}, `"` + ann + `"`, `"` + annID + `"`, annID},
		"none is":                  {nil, `"` + ann + `"`, `"` + annID + `"`, ann},
		"there is no number":       {[]string{ann}, "null", `"` + annID + `"`, annID},
		"there is no identifier":   {[]string{annID}, `"` + ann + `"`, "null", ann},
	} {
		s := &messengertest.Signal{}
		s.Deliver(fmt.Sprintf(`{"source":"+999","sourceNumber":%s,"sourceUuid":%s,"timestamp":1,%s}`, tc.number, tc.uuid,
			said("hello", "")))
		if got := receive(t, client(t, s, tc.allow...), &inbox{}, 1); got[0].From != tc.want || got[0].Chat != tc.want {
			t.Errorf("%s: %q in %q, want %q", name, got[0].From, got[0].Chat, tc.want)
		}
	}
}

// A message that is not taken comes again, in order. After a cut the next ones come; what was on its way is lost.
func TestSignalReceiveAgain(t *testing.T) {
	s := &messengertest.Signal{}
	for i := range 500 {
		s.Deliver(envelope(i+1, said(fmt.Sprint(i), "")))
	}
	b := &inbox{fails: 7, last: "999", until: 1000}
	b.each = func(n int) {
		if n%200 == 100 {
			s.Cut()
		}
		if n < 500 {
			s.Deliver(envelope(n+501, said(fmt.Sprint(n+500), "")))
		}
	}
	c := client(t, s, ann)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	b.done = cancel
	if err := c.Receive(ctx, b.take); err != nil {
		t.Fatal(err)
	}
	last := -1
	if len(b.got) < 990 {
		t.Errorf("%d messages came", len(b.got))
	}
	for _, in := range b.got {
		var n int
		if _, err := fmt.Sscan(in.Text, &n); err != nil || n <= last {
			t.Fatalf("%q comes after %d: %v", in.Text, last, err)
		}
		last = n
	}
	if s.Starts() < 2 {
		t.Errorf("it was started %d times", s.Starts())
	}
}

// What came before a client was stopped is taken, and what did not come yet comes to the next one.
func TestSignalReceiveStopped(t *testing.T) {
	s := &messengertest.Signal{}
	for i := range 200 {
		s.Deliver(envelope(i+1, said(fmt.Sprint(i), "")))
	}
	c := client(t, s, ann)
	ctx, cancel := context.WithCancel(t.Context())
	taken := 0
	err := c.Receive(ctx, func(messenger.Incoming) error {
		if taken++; taken == 10 {
			cancel()
		}
		return nil
	})
	if err != nil || taken < 10 || taken+s.Waiting() != 200 {
		t.Errorf("%d of 200 were taken, and %d wait: %v", taken, s.Waiting(), err)
	}
	if err := c.Send(t.Context(), messenger.Outgoing{Chat: ann, Text: "bye"}); err != nil || s.Starts() != 1 {
		t.Errorf("what is still to be sent: %v, after %d starts", err, s.Starts())
	}
}

// signal-cli that never gets ready is tried a few times, and then said.
func TestNeverReady(t *testing.T) {
	starts := 0
	c := messenger.NewSignal(messenger.SignalOptions{Number: account, Wait: func(context.Context, time.Duration) {},
		Start: func() (io.ReadWriteCloser, error) {
			starts++
			return nil, errors.New("no such program")
		}})
	err := c.Receive(t.Context(), func(messenger.Incoming) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "no such program") || starts < 2 {
		t.Errorf("%d starts: %v", starts, err)
	}
	if err := c.Send(t.Context(), messenger.Outgoing{Chat: ann, Text: "x"}); err == nil ||
		errors.Is(err, messenger.ErrUncertain) {
		t.Errorf("a message is said to have been sent, or perhaps: %v", err)
	}
}

// What becomes of a message is known, is certainly nothing, or is uncertain.
func TestSignalSend(t *testing.T) {
	var refused *messenger.RefusedError
	isRefused := func(err error) bool { return errors.As(err, &refused) }
	uncertain := func(err error) bool { return errors.Is(err, messenger.ErrUncertain) }
	later := func(err error) bool { return err != nil && !uncertain(err) && !isRefused(err) }
	for name, tc := range map[string]struct {
		o    messengertest.Outcome
		want func(error) bool
	}{
		"sent":                        {messengertest.Outcome{}, func(err error) bool { return err == nil }},
		"sent, of an old version":     {messengertest.Outcome{Bare: true}, func(err error) bool { return err == nil }},
		"a network failure":           {messengertest.Outcome{Type: "NETWORK_FAILURE"}, uncertain},
		"a network failure, an error": {messengertest.Outcome{Type: "NETWORK_FAILURE", Code: -1}, uncertain},
		"something new":               {messengertest.Outcome{Type: "OTHER_FAILURE", Code: -1}, uncertain},
		"not registered":              {messengertest.Outcome{Type: "UNREGISTERED_FAILURE", Code: -1}, isRefused},
		"another key":                 {messengertest.Outcome{Type: "IDENTITY_FAILURE", Code: -4}, isRefused},
		"another key, without more":   {messengertest.Outcome{Bare: true, Code: -4}, isRefused},
		"too many":                    {messengertest.Outcome{Type: "RATE_LIMIT_FAILURE", Code: -5}, later},
		"too many, without more":      {messengertest.Outcome{Bare: true, Code: -5}, later},
		"a wrong request":             {messengertest.Outcome{Bare: true, Code: -32602}, isRefused},
		"input or output":             {messengertest.Outcome{Bare: true, Code: -3}, uncertain},
		"an internal error":           {messengertest.Outcome{Bare: true, Code: -32603}, uncertain},
		"it ends":                     {messengertest.Outcome{Die: true}, uncertain},
	} {
		s := &messengertest.Signal{Send: func(messengertest.Message) messengertest.Outcome { return tc.o }}
		c := client(t, s)
		if err := c.Send(t.Context(), messenger.Outgoing{Chat: ann, Text: "done"}); !tc.want(err) {
			t.Errorf("%s: %v", name, err)
		}
		if n := len(s.Sent()); n != 1 {
			t.Errorf("%s: it was sent %d times", name, n)
		}
	}
}

func TestSignalSendForm(t *testing.T) {
	s := &messengertest.Signal{Files: map[string][]byte{"Abc.txt": []byte("one\n")}}
	c := client(t, s)
	file := messenger.Upload{Name: "a;b,c.txt", Data: []byte{0, 1, 2}}
	for _, m := range []messenger.Outgoing{
		{Chat: annID, Text: "rm 😀", Code: true, Buttons: []messenger.Button{{Label: "Approve", Token: "x"}}},
		{Chat: ann, Text: "here", Files: []messenger.Upload{file}},
	} {
		if err := c.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	want := []messengertest.Message{{To: []string{annID}, Text: "rm 😀", Style: []string{"0:5:MONOSPACE"}},
		{To: []string{ann}, Text: "here", Files: []string{"data:text/plain;filename=a_b_c.txt;base64," +
			base64.StdEncoding.EncodeToString(file.Data)}}}
	if diff := cmp.Diff(want, s.Sent()); diff != "" {
		t.Error(diff)
	}
	if err := c.Typing(t.Context(), ann); err != nil {
		t.Error(err)
	}
	ref := messenger.File{Ref: ann + " Abc.txt", Size: 4}
	if data, err := c.Fetch(t.Context(), ref, 4); err != nil || !bytes.Equal(data, []byte("one\n")) {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := c.Fetch(t.Context(), ref, 3); err == nil {
		t.Error("a file over the limit is fetched")
	}
	ref.Size = 0
	if _, err := c.Fetch(t.Context(), ref, 3); err == nil {
		t.Error("a file that is larger than it was said to be is fetched")
	}
	if s.Starts() != 1 {
		t.Errorf("it was started %d times", s.Starts())
	}
}

// What Signal does not take is not sent at all.
func TestSignalSendRefuses(t *testing.T) {
	s := &messengertest.Signal{}
	c := client(t, s)
	var refused *messenger.RefusedError
	for _, chat := range []string{"", "ann", "+", "+0151", "4915112345678", "-a", "u:ann.01", "PNI:" + annID, annID + "\n",
		strings.ToUpper(annID), strings.ReplaceAll(annID, "-", "x")} {
		if err := c.Send(t.Context(), messenger.Outgoing{Chat: chat, Text: "x"}); !errors.As(err, &refused) {
			t.Errorf("%q: %v", chat, err)
		}
	}
	for _, m := range []messenger.Outgoing{{Chat: ann, Text: strings.Repeat("x", messenger.SignalMost+1)},
		{Chat: ann, Text: "x", Files: []messenger.Upload{{Name: "a", Data: make([]byte, 13<<20)}}}} {
		if err := c.Send(t.Context(), m); !errors.Is(err, messenger.ErrTooLong) {
			t.Errorf("%v", err)
		}
	}
	if n := s.Starts(); n != 0 {
		t.Errorf("it was started %d times", n)
	}
}

// Whoever waits is let go when its context ends, and the message is uncertain.
func TestSignalCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := &messengertest.Signal{}
	s.Send = func(messengertest.Message) messengertest.Outcome {
		cancel()
		<-t.Context().Done()
		return messengertest.Outcome{}
	}
	c := client(t, s)
	if err := c.Send(ctx, messenger.Outgoing{Chat: ann, Text: "x"}); !errors.Is(err, messenger.ErrUncertain) {
		t.Errorf("%v", err)
	}
	err := c.Send(ctx, messenger.Outgoing{Chat: ann, Text: "x"})
	if err == nil || errors.Is(err, messenger.ErrUncertain) {
		t.Errorf("with an ended context: %v", err)
	}
}
