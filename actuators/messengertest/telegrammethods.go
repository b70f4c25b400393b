package messengertest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"time"
	"unicode/utf16"
)

// arguments are those of a request, each as its JSON, or as the text of a form's field.
type arguments struct {
	values map[string]string
	file   *multipart.FileHeader
	data   []byte
}

// read reads the arguments of a request in any of the ways that the API takes them.
func read(r *http.Request) (a arguments, err error) {
	if r.Method != http.MethodPost {
		return a, errors.New("the method is not POST")
	}
	a.values = map[string]string{}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case err != nil:
		return a, err
	case kind == "application/json":
		var fields map[string]json.RawMessage
		if err := json.NewDecoder(r.Body).Decode(&fields); err != nil {
			return a, err
		}
		for k, v := range fields {
			a.values[k] = string(v)
			var text string
			if json.Unmarshal(v, &text) == nil {
				a.values[k] = text
			}
		}
		return a, nil
	case kind != "multipart/form-data":
		return a, fmt.Errorf("the content type is %s", kind)
	}
	if err := r.ParseMultipartForm(64 << 20); err != nil {
		return a, err
	}
	for k, v := range r.MultipartForm.Value {
		if len(v) != 1 {
			return a, fmt.Errorf("%s is given %d times", k, len(v))
		}
		a.values[k] = v[0]
	}
	for k, v := range r.MultipartForm.File {
		if k != "document" || len(v) != 1 {
			return a, fmt.Errorf("a file %q", k)
		}
		a.file = v[0]
		f, err := v[0].Open()
		if err != nil {
			return a, err
		}
		if a.data, err = io.ReadAll(f); err != nil {
			return a, err
		}
	}
	return a, nil
}

// only refuses arguments that a method does not have.
func (a arguments) only(names ...string) error {
	for k := range a.values {
		if !slices.Contains(names, k) {
			return fmt.Errorf("there is no argument %q", k)
		}
	}
	return nil
}

func (a arguments) integer(name string, low, high int64) (int64, error) {
	n, err := strconv.ParseInt(a.values[name], 10, 64)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%s is %q", name, a.values[name])
	}
	return n, nil
}

func (a arguments) chat() (int64, error) { return a.integer("chat_id", 1, 1<<53) }

func units(text string) int { return len(utf16.Encode([]rune(text))) }

func (s *Telegram) call(r *http.Request, method string, a arguments) (any, error) {
	switch method {
	case "getUpdates":
		return s.getUpdates(r, a)
	case "sendMessage":
		return s.sendMessage(a)
	case "sendDocument":
		return s.sendDocument(a)
	case "sendChatAction":
		if _, err := a.chat(); err != nil || a.values["action"] != "typing" {
			return nil, errors.Join(err, fmt.Errorf("the action %q", a.values["action"]))
		}
		return true, a.only("chat_id", "action")
	case "answerCallbackQuery":
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.callbacks[a.values["callback_query_id"]] {
			return nil, lateError("query is too old and response timeout expired or query ID is invalid")
		}
		delete(s.callbacks, a.values["callback_query_id"])
		return true, a.only("callback_query_id")
	case "editMessageReplyMarkup":
		return s.editMarkup(a)
	case "getFile":
		s.mu.Lock()
		defer s.mu.Unlock()
		data, ok := s.files[a.values["file_id"]]
		if !ok {
			return nil, errors.New("invalid file_id")
		}
		return map[string]any{"file_id": a.values["file_id"], "file_unique_id": "u", "file_size": len(data),
			"file_path": "documents/" + a.values["file_id"]}, a.only("file_id")
	}
	return nil, fmt.Errorf("no such method")
}

func (s *Telegram) getUpdates(r *http.Request, a arguments) (any, error) {
	if err := a.only("offset", "limit", "timeout", "allowed_updates"); err != nil {
		return nil, err
	}
	offset, err := a.integer("offset", 0, 1<<53)
	limit, err2 := a.integer("limit", 1, 100)
	timeout, err3 := a.integer("timeout", 0, 50)
	var kinds []string
	if err := errors.Join(err, err2, err3, json.Unmarshal([]byte(a.values["allowed_updates"]), &kinds)); err != nil {
		return nil, err
	}
	end := time.After(time.Duration(timeout) * time.Second)
	for {
		s.mu.Lock()
		s.offset = max(s.offset, int(offset))
		list, changed := s.pending(), s.changed
		s.mu.Unlock()
		if len(list) > 0 {
			return list[:min(len(list), int(limit))], nil
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
	if err := a.only("chat_id", "text", "entities", "link_preview_options", "reply_markup"); err != nil {
		return nil, err
	}
	chat, err := a.chat()
	if err != nil {
		return nil, err
	}
	sent := Sent{Chat: chat, Text: a.values["text"], Buttons: map[string]string{}}
	n := units(sent.Text)
	if n == 0 {
		return nil, errors.New("message text is empty")
	}
	if n > 4096 {
		return nil, errors.New("message is too long")
	}
	var preview struct {
		Disabled bool `json:"is_disabled"`
	}
	if json.Unmarshal([]byte(a.values["link_preview_options"]), &preview) != nil || !preview.Disabled {
		return nil, errors.New("the server would fetch addresses in the text")
	}
	if sent.Pre, err = a.pre(n); err != nil {
		return nil, err
	}
	if err := a.keyboard(sent.Buttons); err != nil {
		return nil, err
	}
	return s.keep(sent), nil
}

// pre reports whether the whole text has a fixed pitch.
func (a arguments) pre(length int) (bool, error) {
	text, given := a.values["entities"]
	if !given {
		return false, nil
	}
	var list []struct {
		Type   string
		Offset int
		Length int
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return false, err
	}
	for _, e := range list {
		if e.Type != "pre" || e.Offset != 0 || e.Length != length {
			return false, fmt.Errorf("entity %+v in a text of %d", e, length)
		}
	}
	return len(list) == 1, nil
}

// keyboard reads the buttons below a message.
func (a arguments) keyboard(into map[string]string) error {
	text, given := a.values["reply_markup"]
	if !given {
		return nil
	}
	var markup struct {
		Rows [][]map[string]any `json:"inline_keyboard"`
	}
	if err := json.Unmarshal([]byte(text), &markup); err != nil {
		return err
	}
	for _, row := range markup.Rows {
		for _, b := range row {
			label, _ := b["text"].(string)
			data, _ := b["callback_data"].(string)
			if len(b) != 2 { // exactly one of the optional fields must be used
				return errors.New("BUTTON_TYPE_INVALID")
			}
			if label == "" || len(data) < 1 || len(data) > 64 {
				return errors.New("BUTTON_DATA_INVALID")
			}
			into[label] = data
		}
	}
	return nil
}

func (s *Telegram) sendDocument(a arguments) (any, error) {
	if err := a.only("chat_id", "caption"); err != nil {
		return nil, err
	}
	chat, err := a.chat()
	if err != nil {
		return nil, err
	}
	if a.file == nil || units(a.values["caption"]) > 1024 || len(a.data) > 50<<20 || len(a.data) == 0 {
		return nil, errors.New("no document, an empty one, or too much of it")
	}
	return s.keep(Sent{Chat: chat, Text: a.values["caption"], File: a.file.Filename, FileData: string(a.data)}), nil
}

// keep remembers what was sent, and gives the message.
func (s *Telegram) keep(sent Sent) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages++
	sent.ID = s.messages
	s.sent = append(s.sent, sent)
	s.change()
	return map[string]any{"message_id": sent.ID, "date": 1, "chat": map[string]any{"id": sent.Chat, "type": "private"},
		"text": sent.Text}
}

func (s *Telegram) editMarkup(a arguments) (any, error) {
	chat, err := a.chat()
	id, err2 := a.integer("message_id", 1, 1<<31)
	if err := errors.Join(err, err2, a.only("chat_id", "message_id")); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, m := range s.sent {
		if m.ID != int(id) || m.Chat != chat {
			continue
		}
		if len(m.Buttons) == 0 {
			return nil, lateError("message is not modified")
		}
		s.sent[i].Buttons = map[string]string{}
		s.change()
		return map[string]any{"message_id": m.ID, "date": 1, "chat": map[string]any{"id": chat, "type": "private"}}, nil
	}
	return nil, lateError("message to edit not found")
}
