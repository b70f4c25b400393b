package session

import (
	"fmt"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/session/journal"
	"pp/sexp"
)

// The records of a session's file: one that opens it, then turns and flows.

func headRecord(id ID, workspace string, began time.Time) sexp.Plist {
	return sexp.Plist{}.With("SESSION", sexp.Int(format)).With("ID", sexp.String(id)).
		With("WORKSPACE", journal.Text(workspace)).With("AT", at(began))
}

func turnRecord(t engine.Turn, when time.Time) sexp.Plist {
	p := sexp.Plist{}.With("TURN", sexp.Keyword(strings.ToUpper(t.Role.String()))).With("ORIGIN", sexp.Keyword(t.Origin.String())).With("AT", at(when))
	if t.Label != "" {
		p = p.With("LABEL", journal.Text(t.Label))
	}
	if t.Failed {
		p = p.With("FAILED", sexp.T)
	}
	return p.With("TEXT", journal.Text(t.Text))
}

func flowRecord(f engine.Flow) sexp.Plist {
	return sexp.Plist{}.With("FLOW", journal.Text(f.Subject)).With("SECRET", sexp.Bool(f.Secret)).
		With("TURN-NUMBER", sexp.Int(int64(f.Turn))).With("AT", at(f.When))
}

func at(t time.Time) sexp.Value { return sexp.String(t.UTC().Format(time.RFC3339Nano)) }

func parseAt(p sexp.Plist) (time.Time, error) {
	s, _ := p.Text("AT")
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return t, fmt.Errorf("its time is %.40q", s)
	}
	return t, nil
}

// content is what a session's file holds.
type content struct {
	id        ID
	workspace string
	began     time.Time
	records   int
	turns     []engine.Turn
	flows     []engine.Flow
}

// take adds one record.
func (c *content) take(p sexp.Plist) error {
	c.records++
	if c.records == 1 {
		return c.head(p)
	}
	when, err := parseAt(p)
	if err != nil {
		return fmt.Errorf("record %d: %w", c.records, err)
	}
	if v, ok := p.Get("FLOW"); ok {
		subject, isText := journal.ParseText(v)
		n, _ := p.Integer("TURN-NUMBER")
		if !isText {
			return fmt.Errorf("record %d: a flow without a subject", c.records)
		}
		c.flows = append(c.flows, engine.Flow{Secret: p.True("SECRET"), Subject: subject, Turn: int(n), When: when})
		return nil
	}
	t, err := parseTurn(p)
	if err != nil {
		return fmt.Errorf("record %d: %w", c.records, err)
	}
	c.turns = append(c.turns, t)
	return nil
}

func (c *content) head(p sexp.Plist) error {
	if n, ok := p.Integer("SESSION"); !ok || n != format {
		return fmt.Errorf("not a session of the form that this version of pp reads (%d)", format)
	}
	id, _ := p.Text("ID")
	var err error
	if c.id, err = ParseID(id); err != nil {
		return err
	}
	c.workspace = journal.GetText(p, "WORKSPACE")
	c.began, err = parseAt(p)
	return err
}

// parseTurn reads a turn. A role or an origin that is not known is an error: to
// guess could make untrusted text trusted.
func parseTurn(p sexp.Plist) (engine.Turn, error) {
	var t engine.Turn
	role, _ := p.Keyword("TURN")
	origin, _ := p.Keyword("ORIGIN")
	known := false
	for _, r := range [...]engine.Role{engine.RoleUser, engine.RoleAssistant, engine.RoleTool} {
		if strings.ToUpper(r.String()) == role {
			t.Role, known = r, true
		}
	}
	if !known {
		return t, fmt.Errorf("a turn of the unknown role %.40q", role)
	}
	known = false
	for _, o := range [...]engine.Origin{engine.OriginUntrusted, engine.OriginAgent, engine.OriginPerson} {
		if o.String() == origin {
			t.Origin, known = o, true
		}
	}
	if !known {
		return t, fmt.Errorf("a turn of the unknown origin %.40q", origin)
	}
	v, _ := p.Get("TEXT")
	text, ok := journal.ParseText(v)
	if !ok {
		return t, fmt.Errorf("a turn without its text")
	}
	t.Text, t.Label, t.Failed = text, journal.GetText(p, "LABEL"), p.True("FAILED")
	return t, nil
}
