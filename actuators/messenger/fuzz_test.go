package messenger

import (
	"testing"
	"time"
)

// Whatever signal-cli writes, what comes of it is a message of somebody who is named, and not of this account; and
// what is private stands in that person's own chat.
func FuzzSignal(f *testing.F) {
	for _, seed := range []string{``, `null`, `{}`, `[]`, `{"result":null}`, `{"result":{"result":{"result":{}}}}`,
		`{"envelope":{"sourceNumber":"+33612345678","timestamp":1,"dataMessage":{"message":"hi"}}}`,
		`{"subscription":0,"result":{"envelope":{"sourceUuid":"7CCAE375-cd51-4c82-8b1e-7be3280aa485","timestamp":1,` +
			`"dataMessage":{"message":"hi","groupInfo":{"groupId":"Zw=="}}},"account":"+4915112345678"}}`,
		`{"envelope":{"sourceNumber":"+4915112345678","timestamp":1e400,"dataMessage":{"message":"hi"}}}`,
		`{"envelope":{"sourceNumber":"+1","timestamp":-1,` +
			`"dataMessage":{"message":"","attachments":[{"id":"../x","size":-1}]}}}`,
		`{"exception":{},"envelope":{"sourceNumber":"+1","dataMessage":{"message":"hi"}}}`,
	} {
		f.Add([]byte(seed))
	}
	c := NewSignal(SignalOptions{Number: "+4915112345678", Allow: []string{"7ccae375-cd51-4c82-8b1e-7be3280aa485"}})
	f.Fuzz(func(t *testing.T, raw []byte) {
		in, ok, err := c.read(raw)
		switch {
		case !ok:
			return
		case err != nil, !IsSignalIdentity(in.From), in.From == c.Number, in.Private != (in.Chat == in.From), in.Button != "":
			t.Fatalf("%q: %+v, %v", raw, in, err)
		case in.Text == "" && len(in.Files) == 0, in.ID == "", in.At.After(time.UnixMilli(1<<63 - 1)):
			t.Fatalf("%q: %+v", raw, in)
		}
	})
}

// Only numbers in their international form, and identifiers in lower case, name a person.
func TestIdentity(t *testing.T) {
	for text, want := range map[string]bool{"+1": true, "+4915112345678": true,
		"7ccae375-cd51-4c82-8b1e-7be3280aa485": true,
		"":                                     false, "+": false, "+0": false, "1": false,
		"+1 2": false, "+12345678901234567": false, "++1": false,
		"7CCAE375-cd51-4c82-8b1e-7be3280aa485": false, "7ccae375-cd51-4c82-8b1e-7be3280aa48": false,
		"7ccae375-cd51-4c82-8b1e-7be3280aa4855": false, "7ccae375cd51-4c82-8b1e-7be3280aa485-": false,
		"------------------------------------": false, "é": false} {
		if IsSignalIdentity(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// FuzzUpdate sends arbitrary bytes as an update, which pp must read or skip.
func FuzzUpdate(f *testing.F) {
	f.Add(`{"update_id":1,"message":{"message_id":1,"from":{"id":7},"chat":{"id":7,"type":"private"},"text":"x"}}`)
	f.Add(`{"update_id":1,"callback_query":{"id":"1","from":{"id":7},"data":"x","message":null}}`)
	f.Add(`{"update_id":1,"message":{"photo":[],"from":null}}`)
	f.Fuzz(func(t *testing.T, text string) {
		in, ok := readTelegram([]byte(text))
		if ok && (in.From == "" || in.Chat == "" || in.Private && in.From != in.Chat || in.Forwarded && in.Button != "") {
			t.Errorf("%+v", in)
		}
	})
}
