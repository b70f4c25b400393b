package session

import (
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"pp/engine"
	"pp/engine/store"
	"pp/sexp"
)

// content is what a session's file holds: one record that opens it, then turns and
// flows.
type content struct {
	header
	records int
	turns   []engine.Turn
	flows   []engine.Flow
	left    engine.Left
}

// header is the record that opens a session's file.
type header struct {
	id        ID
	workspace string
	began     time.Time
}

func (h *header) fields(f *store.Fields) {
	f.Format("SESSION", format, "a session")
	f.Text("ID", (*string)(&h.id))
	f.OptionalText("WORKSPACE", &h.workspace)
	f.Time("AT", &h.began)
}

// turnFields are those of a turn. A role or an origin that is not known is an error:
// to guess could make untrusted text trusted.
func turnFields(t *engine.Turn, when time.Time) func(*store.Fields) {
	return func(f *store.Fields) {
		store.Keyword(f, "TURN", &t.Role, engine.RoleUser, engine.RoleAssistant, engine.RoleTool)
		store.Keyword(f, "ORIGIN", &t.Origin, engine.OriginUntrusted, engine.OriginAgent, engine.OriginPerson)
		f.Time("AT", &when)
		f.OptionalText("LABEL", &t.Label)
		f.Flag("FAILED", &t.Failed)
		f.Flag("DENIED", &t.Denied)
		f.Flag("MEMORY", &t.Memory)
		f.OptionalText("ANSWERS", &t.Answers)
		f.OptionalText("KEPT-BY", &t.Kept.Provider)
		f.OptionalText("KEPT", &t.Kept.Data)
		store.Records(f, "CALLS", &t.Calls, callFields)
		f.OptionalInteger("SUMMED", &t.Cut.Summed)
		f.OptionalInteger("LINED", &t.Cut.Lined)
		f.OptionalInteger("MOST", &t.Cut.Most)
		f.Text("TEXT", &t.Text)
		if f.OptionalText("PICTURE", &t.Picture.Type); t.Picture.Is() {
			store.Field(f, "DATA", &t.Picture.Data, encodeData, decodeData)
		}
	}
}

// encodeData and decodeData keep the bytes of a picture in base64.
func encodeData(data []byte) sexp.Value { return sexp.String(base64.StdEncoding.EncodeToString(data)) }

func decodeData(v sexp.Value) ([]byte, error) {
	text, ok := v.(sexp.String)
	if !ok {
		return nil, errors.New("not a text in base64")
	}
	return base64.StdEncoding.DecodeString(string(text))
}

// callFields are those of a call in a turn.
func callFields(c *engine.ToolCall) func(*store.Fields) {
	return func(f *store.Fields) {
		f.OptionalText("ID", &c.ID)
		f.Text("TOOL", &c.Tool)
		f.Text("ARGS", &c.Args)
		f.OptionalText("FORM", &c.Form)
		f.OptionalText("MARK", &c.Mark)
	}
}

func flowFields(w *engine.Flow) func(*store.Fields) {
	return func(f *store.Fields) {
		f.Text("FLOW", &w.Subject)
		f.Flag("SECRET", &w.Secret)
		f.Integer("TURN-NUMBER", &w.Turn)
	}
}

func leftFields(l *engine.Left) func(*store.Fields) {
	return func(f *store.Fields) {
		f.Text("LEFT", &l.Dir)
		vars := l.Exported.List()
		f.Texts("EXPORTED", &vars)
		l.Exported = engine.EnvironmentOf(vars)
	}
}

// take adds one record.
func (c *content) take(p sexp.Plist) error {
	c.records++
	if c.records == 1 {
		if err := store.Decode(p, c.header.fields); err != nil {
			return err
		}
		_, err := ParseID(string(c.id))
		return err
	}
	var turn engine.Turn
	var flow engine.Flow
	var err error
	_, flows := p.Get("FLOW")
	_, leaves := p.Get("LEFT")
	switch {
	case flows:
		err = store.Decode(p, flowFields(&flow))
		c.flows = append(c.flows, flow)
	case leaves:
		c.left = engine.Left{}
		err = store.Decode(p, leftFields(&c.left))
	default:
		err = store.Decode(p, turnFields(&turn, time.Time{}))
		c.turns = append(c.turns, turn)
	}
	if err != nil {
		return fmt.Errorf("record %d: %w", c.records, err)
	}
	return nil
}
