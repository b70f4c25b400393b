package messenger

import (
	"cmp"
	"encoding/json"
	"strconv"
	"time"
)

// update is what is read of one: messages and presses of buttons. Whatever else there is,
// such as a message that was edited or a channel's, is none.
type update struct {
	ID       int64    `json:"update_id"`
	Message  *message `json:"message"`
	Callback *struct {
		ID      string   `json:"id"`
		From    user     `json:"from"`
		Message *message `json:"message"`
		Data    string   `json:"data"`
	} `json:"callback_query"`
}

type user struct {
	ID  int64 `json:"id"`
	Bot bool  `json:"is_bot"`
}

// message holds the fields that pp reads of a message.
type message struct {
	messageFields
	foreign bool // a field shows that the sender did not write it
}

type messageFields struct {
	ID   int   `json:"message_id"`
	Date int64 `json:"date"`
	From *user `json:"from"`
	Chat struct {
		ID   int64  `json:"id"`
		Type string `json:"type"`
	} `json:"chat"`
	Text    string `json:"text"`
	Caption string `json:"caption"`

	Document  *document  `json:"document"`
	Audio     *document  `json:"audio"`
	Video     *document  `json:"video"`
	Voice     *document  `json:"voice"`
	VideoNote *document  `json:"video_note"`
	Photo     []document `json:"photo"` // in sizes, the largest last
}

// foreignFields names the fields that only a message written by somebody other than its sender has.
var foreignFields = [...]string{"forward_origin", "forward_from", "forward_from_chat", "forward_sender_name",
	"forward_date", "is_automatic_forward", "sender_chat", "via_bot", "sender_business_bot", "business_connection_id",
	"story", "edit_date", "guest_bot_caller_user"}

// UnmarshalJSON implements json.Unmarshaler.
func (m *message) UnmarshalJSON(data []byte) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	for _, name := range foreignFields {
		m.foreign = m.foreign || is(all[name])
	}
	return json.Unmarshal(data, &m.messageFields)
}

type document struct {
	ID   string `json:"file_id"`
	Name string `json:"file_name"`
	MIME string `json:"mime_type"`
	Size int64  `json:"file_size"`
}

// readTelegram makes an update what it means. ok is false for one that is neither a message nor
// the press of a button, and for one that cannot be read.
func readTelegram(raw []byte) (in Incoming, ok bool) {
	var u update
	if json.Unmarshal(raw, &u) != nil || (u.Message == nil) == (u.Callback == nil) {
		return in, false
	}
	in.ID = strconv.FormatInt(u.ID, 10)
	m := u.Message
	var from *user
	if u.Callback != nil {
		m, from = u.Callback.Message, &u.Callback.From
		if m == nil || u.Callback.Data == "" || m.foreign {
			return in, false
		}
		in.Button, in.Callback, in.Message = u.Callback.Data, u.Callback.ID, strconv.Itoa(m.ID)
	} else {
		from = m.From
		in.Text, in.Forwarded, in.Files = cmp.Or(m.Text, m.Caption), m.foreign, m.files()
		in.At = time.Unix(m.Date, 0)
	}
	if from == nil || from.Bot {
		return in, false
	}
	in.From, in.Chat = strconv.FormatInt(from.ID, 10), strconv.FormatInt(m.Chat.ID, 10)
	in.Private = m.Chat.Type == "private" && m.Chat.ID == from.ID
	return in, true
}

// files are those that came with a message, with names where the sender gave none.
func (m *message) files() (out []File) {
	add := func(d *document, name, mime string) {
		if d != nil && d.ID != "" {
			out = append(out, File{Name: cmp.Or(d.Name, name), MIME: cmp.Or(d.MIME, mime), Size: d.Size, Ref: d.ID})
		}
	}
	add(m.Document, "file", "")
	add(m.Audio, "audio", "")
	add(m.Video, "video.mp4", "")
	add(m.Voice, "voice.ogg", "")
	add(m.VideoNote, "video.mp4", "")
	if n := len(m.Photo); n > 0 {
		add(&m.Photo[n-1], "photo.jpg", "image/jpeg")
	}
	return out
}
