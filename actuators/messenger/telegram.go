package messenger

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-telegram/bot"

	"pp/engine"
)

// TelegramURL is where the Bot API is, unless configured.
const TelegramURL = "https://api.telegram.org"

// TelegramMost is the length of one message's text, in UTF-16 code units; captions are shorter.
const (
	TelegramMost = 4096
	mostCaption  = 1024
)

// Bounds of what is read and waited for.
const (
	replyBytes   = 16 << 20
	dialTime     = 20 * time.Second
	telegramTime = 2 * time.Minute // with a file in it
	pollTime     = 50 * time.Second
	longestWait  = time.Hour // that a server may ask for
)

// ErrToken says that the server knows no bot with the token.
var ErrToken = errors.New("telegram does not know the bot's token")

// ErrOther says that somebody else receives the bot's messages.
var ErrOther = errors.New("another program receives this bot's messages, or a webhook is set for it")

// TelegramOptions are what a Telegram is made with.
type TelegramOptions struct {
	Token   engine.Secret
	BaseURL string // "" is TelegramURL
	// Wait waits, or until ctx ends; nil is with a timer.
	Wait func(ctx context.Context, d time.Duration)
	// Log is told what a person should know: that the connection is lost, and is back. nil is nobody.
	Log func(line string)
}

// Telegram is a bot's connection. It is safe for concurrent use; Receive is called once at a
// time.
type Telegram struct {
	api  *bot.Bot
	http *http.Client
	base string
	wait func(context.Context, time.Duration)
	log  func(string)
	// at is the URL of a method, and hide masks the token in a text. Both are closures, so that no way of
	// printing a Telegram shows it.
	at   func(before, method string) string
	hide func(string) string
}

// NewTelegram makes a client. It contacts nobody. The error is one of the token's form.
func NewTelegram(o TelegramOptions) (*Telegram, error) {
	token := o.Token.Reveal()
	id, secret, _ := strings.Cut(token, ":")
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
	if strings.Trim(id, "0123456789") != "" || id == "" || len(secret) < 20 || strings.Trim(secret, allowed) != "" {
		return nil, errors.New("that is no token of a Telegram bot: digits, a colon, letters and digits")
	}
	base := strings.TrimRight(cmp.Or(o.BaseURL, TelegramURL), "/")
	c := &Telegram{base: base, wait: o.Wait, log: o.Log}
	c.at = func(before, method string) string { return base + before + "/bot" + token + "/" + method }
	hide := strings.NewReplacer(token, engine.Masked, secret, engine.Masked)
	c.hide = hide.Replace
	if c.wait == nil {
		c.wait = Wait
	}
	if c.log == nil {
		c.log = func(string) {}
	}
	c.http = &http.Client{
		Transport: &http.Transport{
			Proxy:                  nil, // a proxy is a host that nobody told pp about
			DialContext:            (&net.Dialer{Timeout: dialTime}).DialContext,
			TLSHandshakeTimeout:    dialTime,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
			IdleConnTimeout:        time.Minute,
			MaxResponseHeaderBytes: 64 << 10,
		},
		// The token is in the path, and goes to no other host.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	api, err := bot.New(token, bot.WithServerURL(base), bot.WithSkipGetMe(), bot.WithHTTPClient(pollTime, bounded{c.http}),
		bot.WithErrorsHandler(func(error) {}), bot.WithUpdatesChannelCap(0))
	if err != nil {
		return nil, errors.New(c.hide(err.Error()))
	}
	c.api = api
	return c, nil
}

// String never shows the token.
func (c *Telegram) String() string { return "telegram at " + c.base }

// GoString is String.
func (c *Telegram) GoString() string { return c.String() }

// bounded reads no more of a reply than there may be.
type bounded struct{ *http.Client }

// Do is that of http.Client.
func (b bounded) Do(req *http.Request) (*http.Response, error) {
	resp, err := b.Client.Do(req)
	if err == nil {
		resp.Body = limited{io.LimitReader(resp.Body, replyBytes), resp.Body}
	}
	return resp, err
}

type limited struct {
	io.Reader
	io.Closer
}

// request makes one request of the API as often as the server says that it is too early.
// The error is one of those that [gateway.Messenger] has for Send, without the token.
func (c *Telegram) request(ctx context.Context, do func(context.Context) error) error {
	for {
		wrote, err := c.once(ctx, do)
		if err == nil {
			return nil
		}
		if early, ok := errors.AsType[*bot.TooManyRequestsError](err); ok && ctx.Err() == nil {
			c.wait(ctx, min(time.Duration(max(1, early.RetryAfter))*time.Second, longestWait))
			if ctx.Err() == nil {
				continue
			}
		}
		return c.told(err, wrote)
	}
}

// once makes a request, and reports whether any of it may have reached the server.
func (c *Telegram) once(ctx context.Context, do func(context.Context) error) (wrote bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, telegramTime)
	defer cancel()
	var sent atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteHeaderField: func(string, []string) { sent.Store(true) }})
	err = do(ctx)
	return sent.Load(), err
}

// told is what went wrong with a request, without the token.
func (c *Telegram) told(err error, wrote bool) error {
	text := c.hide(err.Error())
	var early *bot.TooManyRequestsError
	switch {
	case errors.As(err, &early): // it was not taken
		return errors.New(text)
	case errors.Is(err, bot.ErrorUnauthorized), errors.Is(err, bot.ErrorNotFound):
		return ErrToken
	case errors.Is(err, bot.ErrorConflict):
		return ErrOther
	case errors.Is(err, bot.ErrorBadRequest) && strings.Contains(text, "too long"):
		return fmt.Errorf("%w: %s", ErrTooLong, text)
	case errors.Is(err, bot.ErrorBadRequest), errors.Is(err, bot.ErrorForbidden):
		return &RefusedError{Why: text}
	}
	if moved := new(bot.MigrateError); errors.As(err, &moved) {
		return &RefusedError{Why: text}
	}
	if wrote {
		return fmt.Errorf("%w: %s", ErrUncertain, text)
	}
	return errors.New(text)
}
