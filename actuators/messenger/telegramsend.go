package messenger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"
)

// Send sends one message to a chat. What is sent is plain text: nothing in it is a tag or
// a link with another text, and the server fetches no address in it to show what is there.
func (c *Telegram) Send(ctx context.Context, m Outgoing) error {
	chat, err := strconv.ParseInt(m.Chat, 10, 64)
	if err != nil {
		return &RefusedError{Why: fmt.Sprintf("%.40q is no chat of Telegram: a number", m.Chat)}
	}
	units := len(utf16.Encode([]rune(m.Text)))
	if units > TelegramMost {
		return fmt.Errorf("%w: %d characters, over %d", ErrTooLong, units, TelegramMost)
	}
	caption := ""
	if len(m.Files) > 0 && len(m.Buttons) == 0 && !m.Code && units <= mostCaption {
		caption = m.Text
	} else if m.Text != "" {
		if err := c.sendText(ctx, chat, m, units); err != nil {
			return err
		}
	}
	for i, f := range m.Files {
		err := c.request(ctx, func(ctx context.Context) error {
			_, err := c.api.SendDocument(ctx, &bot.SendDocumentParams{ChatID: chat, Caption: caption,
				Document: &models.InputFileUpload{Filename: f.Name, Data: bytes.NewReader(f.Data)}})
			return err
		})
		if err != nil && (i > 0 || caption == "" && m.Text != "") {
			err = fmt.Errorf("%w: a part of it was sent: %w", ErrUncertain, err)
		}
		if err != nil {
			return fmt.Errorf("the file %q: %w", f.Name, err)
		}
		caption = ""
	}
	return nil
}

// button is one below a message. The API wants exactly one field beside the label, and that of the library always has
// two.
type button struct {
	Label string `json:"text"`
	Token string `json:"callback_data"`
}

func (c *Telegram) sendText(ctx context.Context, chat int64, m Outgoing, units int) error {
	disabled := true
	p := &bot.SendMessageParams{ChatID: chat, Text: m.Text,
		LinkPreviewOptions: &models.LinkPreviewOptions{IsDisabled: &disabled}}
	if m.Code {
		p.Entities = []models.MessageEntity{{Type: models.MessageEntityTypePre, Length: units}}
	}
	if len(m.Buttons) > 0 {
		var row []button
		for _, b := range m.Buttons {
			row = append(row, button(b))
		}
		p.ReplyMarkup = map[string][][]button{"inline_keyboard": {row}}
	}
	return c.request(ctx, func(ctx context.Context) error {
		_, err := c.api.SendMessage(ctx, p)
		return err
	})
}

// Typing shows for a few seconds that an answer is being worked on.
func (c *Telegram) Typing(ctx context.Context, chat string) error {
	return c.request(ctx, func(ctx context.Context) error {
		_, err := c.api.SendChatAction(ctx, &bot.SendChatActionParams{ChatID: chat, Action: models.ChatActionTyping})
		return err
	})
}

// Pressed confirms the press of a button, and takes the buttons of its message away, as far
// as the server still lets it.
func (c *Telegram) Pressed(ctx context.Context, in Incoming) error {
	err := c.request(ctx, func(ctx context.Context) error {
		_, err := c.api.AnswerCallbackQuery(ctx, &bot.AnswerCallbackQueryParams{CallbackQueryID: in.Callback})
		return err
	})
	if id, bad := strconv.Atoi(in.Message); bad == nil && tookIt(err) == nil {
		err = c.request(ctx, func(ctx context.Context) error {
			_, err := c.api.EditMessageReplyMarkup(ctx, &bot.EditMessageReplyMarkupParams{ChatID: in.Chat, MessageID: id})
			return err
		})
	}
	return tookIt(err)
}

// tookIt is nil for what the server refuses because it was done, or is too late.
func tookIt(err error) error {
	if refused := new(RefusedError); errors.As(err, &refused) {
		return nil
	}
	return err
}

// Fetch reads a file that came with a message.
func (c *Telegram) Fetch(ctx context.Context, f File, limit int64) ([]byte, error) {
	var found *models.File
	err := c.request(ctx, func(ctx context.Context) (err error) {
		found, err = c.api.GetFile(ctx, &bot.GetFileParams{FileID: f.Ref})
		return err
	})
	if err != nil {
		return nil, err
	}
	name := found.FilePath
	if name == "" || strings.HasPrefix(name, "/") || path.Clean(name) != name || strings.HasPrefix(name, "..") ||
		strings.Contains(name, "\\") {
		return nil, fmt.Errorf("the server gives %.80q as the path of the file", name)
	}
	if found.FileSize > limit {
		return nil, fmt.Errorf("it has %d bytes, over the limit of %d", found.FileSize, limit)
	}
	var data []byte
	err = c.request(ctx, func(ctx context.Context) (err error) {
		data, err = c.download(ctx, (&url.URL{Path: name}).EscapedPath(), limit)
		return err
	})
	return data, err
}

func (c *Telegram) download(ctx context.Context, name string, limit int64) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.at("/file", name), nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the file cannot be had: %s", resp.Status)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("it has more than %d bytes", limit)
	}
	return data, err
}
