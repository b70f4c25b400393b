package messenger

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"path"
	"strings"
	"unicode/utf16"
)

// maxFiles bounds the files of one message, in bytes: signal-cli reads a text of 20 million
// characters at most, and they stand in one.
const maxFiles = 12 << 20

// Codes with which signal-cli says that a request failed.
const (
	codeUser         = -1
	codeUntrustedKey = -4
	codeRateLimit    = -5
	codeParse        = -32700
	codeRequest      = -32600
	codeMethod       = -32601
	codeParams       = -32602
)

// outgoing are the parameters of a message.
type outgoing struct {
	Recipient   []string `json:"recipient"`
	Message     string   `json:"message,omitempty"`
	Attachments []string `json:"attachments,omitempty"`
	Style       []string `json:"textStyle,omitempty"`
}

// sent is what became of a message, for each recipient; old versions leave that out.
type sent struct {
	Results []struct {
		Type string `json:"type"`
	} `json:"results"`
}

// Send sends one message to a person, as plain text. The error wraps ErrUncertain
// where nobody knows whether it was sent, and ErrTooLong where it is too long.
func (c *Signal) Send(ctx context.Context, m Outgoing) error {
	if !IsSignalIdentity(m.Chat) {
		return &RefusedError{Why: fmt.Sprintf("%.40q is nobody that Signal names: a number with its "+
			"country's code, or an account's identifier", m.Chat)}
	}
	out := outgoing{Recipient: []string{m.Chat}, Message: m.Text}
	units := len(utf16.Encode([]rune(m.Text)))
	if units > SignalMost {
		return fmt.Errorf("%w: %d characters, over %d", ErrTooLong, units, SignalMost)
	}
	if m.Code && units > 0 {
		out.Style = []string{fmt.Sprintf("0:%d:MONOSPACE", units)}
	}
	size := 0
	for _, f := range m.Files {
		if size += len(f.Data); size > maxFiles {
			return fmt.Errorf("%w: its files have over %d bytes", ErrTooLong, maxFiles)
		}
		out.Attachments = append(out.Attachments, uri(f))
	}
	k, err := c.connect(ctx)
	if err != nil {
		return err
	}
	result, err := k.request(ctx, "send", out, signalTime)
	return signalOutcome(result, err)
}

// uri is a file in the form of RFC 2397, with its name.
func uri(f Upload) string {
	kind, _, err := mime.ParseMediaType(mime.TypeByExtension(path.Ext(f.Name)))
	if err != nil {
		kind = "application/octet-stream"
	}
	return "data:" + kind + ";filename=" + plainName(f.Name) + ";base64," + base64.StdEncoding.EncodeToString(f.Data)
}

// plainName is a file's name without what would end it there.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ';' || r == ',' || r == '%' || r < ' ' || r == '/' || r == '\\' || r == 0x7f {
			return '_'
		}
		return r
	}, name)
}

// told is what became of a message.
func signalOutcome(result json.RawMessage, err error) error {
	var failed *failure
	var lost *lostError
	switch {
	case errors.As(err, &lost):
		return fmt.Errorf("%w: %w", ErrUncertain, err)
	case errors.As(err, &failed):
		return refused(failed)
	case err != nil:
		return err
	}
	var s sent
	if err := json.Unmarshal(result, &s); err != nil {
		return fmt.Errorf("%w: signal-cli: %w", ErrUncertain, err)
	}
	return s.signalOutcome(nil)
}

// told is what became of a message to one person; so is what is to be said where nothing is known.
func (s sent) signalOutcome(so error) error {
	for _, r := range s.Results {
		switch r.Type {
		case "SUCCESS":
			return nil
		case "RATE_LIMIT_FAILURE":
			so = errors.New("Signal takes no more messages for a while; `signal-cli submitRateLimitChallenge` may help")
		case "UNREGISTERED_FAILURE":
			so = &RefusedError{Why: "nobody is registered with Signal by that number"}
		case "IDENTITY_FAILURE":
			so = &RefusedError{Why: "the safety number of that person has changed; see `signal-cli trust`"}
		case "INVALID_PRE_KEY_FAILURE":
			so = &RefusedError{Why: "that person's keys cannot be used"}
		default: // such as NETWORK_FAILURE: it may be there
			return fmt.Errorf("%w: signal-cli: %.40s", ErrUncertain, r.Type)
		}
	}
	return so
}

// refused is what an error that signal-cli gives says of a message.
func refused(f *failure) error {
	var s sent
	if len(f.Data.Response) > 0 && json.Unmarshal(f.Data.Response, &s) == nil && len(s.Results) > 0 {
		return s.signalOutcome(f)
	}
	switch f.Code {
	case codeRateLimit:
		return f
	case codeUser, codeUntrustedKey, codeParse, codeRequest, codeMethod, codeParams:
		return &RefusedError{Why: f.Error()}
	}
	return fmt.Errorf("%w: %w", ErrUncertain, f)
}

// Typing shows for a few seconds that an answer is being worked on.
func (c *Signal) Typing(ctx context.Context, chat string) error {
	k, err := c.connect(ctx)
	if err == nil {
		_, err = k.request(ctx, "sendTyping", outgoing{Recipient: []string{chat}}, signalTime)
	}
	return err
}

// Fetch reads a file that came with a message.
func (c *Signal) Fetch(ctx context.Context, f File, limit int64) ([]byte, error) {
	from, id, ok := strings.Cut(f.Ref, " ")
	if !ok || id == "" {
		return nil, errors.New("the file has no name by which signal-cli knows it")
	}
	if f.Size > limit {
		return nil, fmt.Errorf("it has %d bytes, over the limit of %d", f.Size, limit)
	}
	k, err := c.connect(ctx)
	if err != nil {
		return nil, err
	}
	result, err := k.request(ctx, "getAttachment", map[string]string{"id": id, "recipient": from}, signalTime)
	if err != nil {
		return nil, err
	}
	var got struct {
		Data []byte `json:"data"` // in base 64
	}
	if err := json.Unmarshal(result, &got); err != nil {
		return nil, fmt.Errorf("signal-cli: %w", err)
	}
	if int64(len(got.Data)) > limit {
		return nil, fmt.Errorf("it has %d bytes, over the limit of %d", len(got.Data), limit)
	}
	return got.Data, nil
}
