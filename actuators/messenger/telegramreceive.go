package messenger

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/go-telegram/bot"
)

// conflicts is how often in a row somebody else may have the bot's messages: after a
// restart the server takes the last process for another one for a while.
const conflicts = 5

// Receive hands each message and each press of a button to take, in order, until ctx ends
// or the server knows no such bot. A message is acknowledged by asking for the ones after it, which is done only
// once take gave no error for it.
func (c *Telegram) Receive(ctx context.Context, take func(Incoming) error) error {
	var next int64
	out, others := newOutage(c.log, c.wait), 0
	for ctx.Err() == nil {
		updates, err := c.updates(ctx, next)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, ErrToken):
			return err
		case errors.Is(err, ErrOther):
			if others++; others > conflicts {
				return err
			}
		default:
			others = 0
		}
		if err != nil {
			out.failed(ctx, err)
			continue
		}
		if next, err = c.hand(updates, next, take); err == nil {
			out.end()
			continue
		}
		c.log("a message is not acknowledged: " + err.Error())
		c.wait(ctx, out.next.NextBackOff())
	}
	return nil
}

// hand gives updates to take, up to the first that it does not take, and says which is the
// next one to ask for.
func (c *Telegram) hand(updates []json.RawMessage, next int64, take func(Incoming) error) (int64, error) {
	for _, raw := range updates {
		var id struct {
			ID int64 `json:"update_id"`
		}
		if err := json.Unmarshal(raw, &id); err != nil {
			return next, fmt.Errorf("an update without a number: %w", err)
		}
		if in, ok := readTelegram(raw); ok {
			if err := take(in); err != nil {
				return next, err
			}
		}
		next = id.ID + 1
	}
	return next, nil
}

// reply is how the server answers.
type reply struct {
	OK          bool              `json:"ok"`
	Result      []json.RawMessage `json:"result"`
	Code        int               `json:"error_code"`
	Description string            `json:"description"`
	Parameters  struct {
		RetryAfter int `json:"retry_after"`
	} `json:"parameters"`
}

// updates asks for what came, and waits a while for something to come. It asks itself, since
// the library acknowledges what nobody has handled yet.
func (c *Telegram) updates(ctx context.Context, next int64) ([]json.RawMessage, error) {
	body, err := json.Marshal(map[string]any{"offset": next, "limit": 100, "timeout": int(pollTime / time.Second),
		"allowed_updates": []string{"message", "callback_query"}})
	if err != nil {
		return nil, err
	}
	var answer reply
	err = c.request(ctx, func(ctx context.Context) error {
		answer = reply{}
		return c.post(ctx, "getUpdates", body, &answer)
	})
	return answer.Result, err
}

func (c *Telegram) post(ctx context.Context, method string, body []byte, answer *reply) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.at("", method), bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, replyBytes))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, answer); err != nil {
		return fmt.Errorf("%s: %s: the reply is no JSON", method, resp.Status)
	}
	switch {
	case answer.OK:
		return nil
	case answer.Code == http.StatusTooManyRequests:
		return &bot.TooManyRequestsError{Message: answer.Description, RetryAfter: answer.Parameters.RetryAfter}
	case answer.Code == http.StatusUnauthorized, answer.Code == http.StatusNotFound:
		return bot.ErrorUnauthorized
	case answer.Code == http.StatusConflict:
		return bot.ErrorConflict
	}
	return fmt.Errorf("%s: %d %.200s", method, answer.Code, answer.Description)
}
