package messengertest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
)

// arguments are those of a request, each as its JSON, or as the text of a form's field.
type arguments struct {
	values map[string]string
	name   string // of a document
	data   []byte
}

// read parses the arguments of a request from either form that the API accepts.
func read(r *http.Request) (a arguments, err error) {
	a.values = map[string]string{}
	if r.Header.Get("Content-Type") == "application/json" {
		var fields map[string]json.RawMessage
		err := json.NewDecoder(r.Body).Decode(&fields)
		for k, v := range fields {
			a.values[k] = string(v)
		}
		return a, err
	}
	if err := r.ParseMultipartForm(64 << 20); err != nil {
		return a, err
	}
	for k, v := range r.MultipartForm.Value {
		a.values[k] = v[0]
	}
	for k, v := range r.MultipartForm.File {
		if k != "document" || len(v) != 1 {
			return a, fmt.Errorf("a file %q", k)
		}
		f, err := v[0].Open()
		if err != nil {
			return a, err
		}
		a.name = v[0].Filename
		if a.data, err = io.ReadAll(f); err != nil {
			return a, err
		}
	}
	return a, nil
}

// fits returns an error for an unknown argument, or for one that is not a number where the API wants a number.
func (a arguments) fits(names string) error {
	for k, v := range a.values {
		_, err := strconv.ParseInt(v, 10, 64)
		isNumber := strings.HasSuffix(k, "_id") && k != "callback_query_id" && k != "file_id" || k == "offset"
		if !slices.Contains(strings.Fields(names), k) || isNumber && err != nil {
			return fmt.Errorf("there is no argument %q, or it is not %q", k, v)
		}
	}
	if id := a.number("chat_id"); strings.HasPrefix(names, "chat_id") && (id < 1 || id > 1<<53) {
		return fmt.Errorf("the chat %d", id)
	}
	return nil
}

func (a arguments) number(name string) int64 {
	n, _ := strconv.ParseInt(a.values[name], 10, 64) // fits has looked
	return n
}

// methods maps the methods of the API to their arguments.
func methods() map[string]string {
	return map[string]string{
		"getUpdates":             "offset limit timeout allowed_updates",
		"sendMessage":            "chat_id text entities link_preview_options reply_markup",
		"sendDocument":           "chat_id caption",
		"sendChatAction":         "chat_id action",
		"answerCallbackQuery":    "callback_query_id",
		"editMessageReplyMarkup": "chat_id message_id",
		"getFile":                "file_id",
	}
}

func (s *Telegram) call(r *http.Request, method string, a arguments) (any, error) {
	names, known := methods()[method]
	if !known || r.Method != http.MethodPost {
		return nil, errors.New("no such method")
	}
	if err := a.fits(names); err != nil {
		return nil, err
	}
	if method == "getUpdates" {
		return s.getUpdates(r, a)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch method {
	case "sendMessage":
		return s.sendMessage(a)
	case "sendDocument":
		if len(utf16.Encode([]rune(a.values["caption"]))) > 1024 || len(a.data) > 50<<20 || len(a.data) == 0 {
			return nil, errors.New("no document, an empty one, or too much of it")
		}
		return s.keep(Sent{Chat: a.number("chat_id"), Text: a.values["caption"], File: a.name,
			FileData: string(a.data)}), nil
	case "answerCallbackQuery":
		if !s.callbacks[a.values["callback_query_id"]] {
			return nil, lateError("query is too old and response timeout expired or query ID is invalid")
		}
		delete(s.callbacks, a.values["callback_query_id"])
	case "editMessageReplyMarkup":
		return s.editMarkup(a)
	case "getFile":
		id := a.values["file_id"]
		data, ok := s.files[id]
		if !ok {
			return nil, errors.New("invalid file_id")
		}
		return map[string]any{"file_id": id, "file_unique_id": "u", "file_size": len(data),
			"file_path": "documents/" + id}, nil
	}
	return true, nil
}

func (s *Telegram) getUpdates(r *http.Request, a arguments) (any, error) {
	end := time.After(time.Duration(a.number("timeout")) * time.Second)
	for {
		s.mu.Lock()
		s.offset = max(s.offset, int(a.number("offset")))
		list, changed := s.pending(), s.changed
		s.mu.Unlock()
		if len(list) > 0 {
			return list[:min(len(list), int(a.number("limit")))], nil
		}
		select {
		case <-changed:
		case <-end:
			return []any{}, nil
		case <-r.Context().Done():
			return []any{}, nil
		}
	}
}

func (s *Telegram) sendMessage(a arguments) (any, error) {
	sent := Sent{Chat: a.number("chat_id"), Text: a.values["text"], Buttons: map[string]string{}}
	units := len(utf16.Encode([]rune(sent.Text)))
	if units == 0 || units > 4096 {
		return nil, errors.New("message text is empty, or is too long")
	}
	if a.values["link_preview_options"] != `{"is_disabled":true}` {
		return nil, errors.New("the server would fetch addresses in the text")
	}
	switch entities := a.values["entities"]; entities {
	case "":
	case fmt.Sprintf(`[{"type":"pre","offset":0,"length":%d}]`, units):
		sent.Pre = true
	default:
		return nil, fmt.Errorf("entities %s in a text of %d", entities, units)
	}
	if text, given := a.values["reply_markup"]; given {
		var markup struct {
			Rows [][]map[string]string `json:"inline_keyboard"`
		}
		if err := json.Unmarshal([]byte(text), &markup); err != nil {
			return nil, err
		}
		for _, b := range slices.Concat(markup.Rows...) { // exactly one of the optional fields must be used
			if n := len(b["callback_data"]); len(b) != 2 || b["text"] == "" || n < 1 || n > 64 {
				return nil, errors.New("BUTTON_TYPE_INVALID, or BUTTON_DATA_INVALID")
			}
			sent.Buttons[b["text"]] = b["callback_data"]
		}
	}
	return s.keep(sent), nil
}

// keep stores a sent message and returns it. The caller holds the lock.
func (s *Telegram) keep(sent Sent) map[string]any {
	s.messages++
	sent.ID = s.messages
	s.sent = append(s.sent, sent)
	s.change()
	return map[string]any{"message_id": sent.ID, "date": 1, "text": sent.Text,
		"chat": map[string]any{"id": sent.Chat, "type": "private"}}
}

func (s *Telegram) editMarkup(a arguments) (any, error) {
	i := slices.IndexFunc(s.sent, func(m Sent) bool {
		return m.ID == int(a.number("message_id")) && m.Chat == a.number("chat_id")
	})
	if i < 0 || len(s.sent[i].Buttons) == 0 {
		return nil, lateError("message to edit not found, or is not modified")
	}
	s.sent[i].Buttons = map[string]string{}
	s.change()
	return map[string]any{"message_id": s.sent[i].ID, "date": 1,
		"chat": map[string]any{"id": s.sent[i].Chat, "type": "private"}}, nil
}
