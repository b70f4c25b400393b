package approval

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/session/journal"
	"pp/sexp"
)

// planFormat is the number of the form of a flight plan's records.
const planFormat = 1

// planRecord is the first record of a plan's file.
func planRecord(p Plan) sexp.Plist {
	var asked []sexp.Value
	for _, a := range p.Asks {
		asked = append(asked, askedRecord(a).Value())
	}
	rec := sexp.Plist{}.With("PLAN", sexp.Int(planFormat)).
		With("ID", sexp.String(p.ID)).With("TOKEN", sexp.String(p.Token)).
		With("CREATED", at(p.Created)).With("EXPIRES", at(p.Expires)).
		With("DIGEST", sexp.String(p.Digest.String())).
		With("SOURCE", journal.Text(string(p.Meta.Source))).With("SESSION", journal.Text(p.Meta.Session)).
		With("DIR", journal.Text(p.Dir)).
		With("WORKSPACE", journal.Text(p.Workspace.Root)).With("WHY", journal.Text(p.Workspace.Why)).
		With("ADDED", texts(p.Workspace.Added)).
		With("ASKS", sexp.NewList(asked...)).
		With("ACTION", p.Action.Value())
	if len(p.Cascade) > 0 {
		rec = rec.With("CASCADE", texts(p.Cascade))
	}
	if p.Consensus > 0 {
		rec = rec.With("CONSENSUS", sexp.Int(int64(p.Consensus)))
	}
	return rec
}

func askedRecord(a Asked) sexp.Plist {
	p := sexp.Plist{}.With("GATE", journal.Text(a.Gate)).With("RULE", journal.Text(a.Rule)).With("REASON", journal.Text(a.Reason)).
		With("KIND", kindValue(a.Kind)).With("SUBJECT", journal.Text(a.Subject))
	if a.WaivedBy != "" {
		p = p.With("WAIVED-BY", journal.Text(a.WaivedBy))
	}
	return p
}

// stateRecord is what a later record says: what became of the plan, and when.
func stateRecord(s State, when time.Time, note string) sexp.Plist {
	p := sexp.Plist{}.With("STATE", sexp.Keyword(s.String())).With("AT", at(when))
	if note != "" {
		p = p.With("NOTE", journal.Text(note))
	}
	return p
}

// take adds one record of a plan's file.
func (p *Plan) take(rec sexp.Plist) error {
	if p.State == StateNone {
		return p.parse(rec)
	}
	name, _ := rec.Keyword("STATE")
	state, ok := parseState(name)
	if !ok {
		return fmt.Errorf("a flight plan in the unknown state %.40q", name)
	}
	when, err := parseAt(rec, "AT")
	if err != nil {
		return err
	}
	p.State, p.Changed, p.Note = state, when, journal.GetText(rec, "NOTE")
	return nil
}

func (p *Plan) parse(rec sexp.Plist) error {
	if n, ok := rec.Integer("PLAN"); !ok || n != planFormat {
		return fmt.Errorf("not a flight plan of the form that this version of pp reads (%d)", planFormat)
	}
	id, _ := rec.Text("ID")
	if !isID(id) {
		return fmt.Errorf("%.80q is no flight plan's ID", id)
	}
	token, _ := rec.Text("TOKEN")
	if parsed, err := ParseToken(token); err != nil || parsed != token {
		return errors.New("the flight plan has no token")
	}
	var errs [4]error
	out := Plan{ID: id, Token: token, State: StatePlan}
	digest, _ := rec.Text("DIGEST")
	out.Digest, errs[0] = ParseDigest(digest)
	out.Created, errs[1] = parseAt(rec, "CREATED")
	out.Expires, errs[2] = parseAt(rec, "EXPIRES")
	out.Action, errs[3] = parseAction(rec)
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	out.Changed = out.Created
	out.Meta = engine.Meta{Source: engine.Target(journal.GetText(rec, "SOURCE")), Session: journal.GetText(rec, "SESSION")}
	out.Dir = journal.GetText(rec, "DIR")
	out.Workspace.Root, out.Workspace.Why = journal.GetText(rec, "WORKSPACE"), journal.GetText(rec, "WHY")
	var err error
	if out.Workspace.Added, err = parseTexts(rec, "ADDED"); err != nil {
		return err
	}
	if out.Cascade, err = parseTexts(rec, "CASCADE"); err != nil {
		return err
	}
	if n, ok := rec.Integer("CONSENSUS"); ok {
		out.Consensus = int(n)
	}
	if out.Asks, err = parseAsks(rec); err != nil {
		return err
	}
	*p = out
	return nil
}

// parseAction reads an action as a proposal is read: there is one reader of
// actions, and it takes nothing from one that only the harness may say.
func parseAction(rec sexp.Plist) (engine.Action, error) {
	v, ok := rec.Get("ACTION")
	if !ok {
		return engine.Action{}, errors.New("a record without its action")
	}
	return engine.Decoder{}.Action(v, engine.TargetCLI)
}

func parseAsks(rec sexp.Plist) ([]Asked, error) {
	list, ok := rec.List("ASKS")
	if !ok {
		return nil, errors.New("a flight plan without what it asks")
	}
	var out []Asked
	for _, v := range list.All() {
		p, err := sexp.AsPlist(v)
		if err != nil {
			return nil, err
		}
		a := Asked{Gate: journal.GetText(p, "GATE"), Rule: journal.GetText(p, "RULE"), Reason: journal.GetText(p, "REASON"),
			Subject: journal.GetText(p, "SUBJECT"), WaivedBy: journal.GetText(p, "WAIVED-BY")}
		kind, _ := p.Get("KIND")
		if a.Kind, err = parseKind(kind); err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

func at(t time.Time) sexp.Value { return sexp.String(t.UTC().Format(time.RFC3339Nano)) }

func parseAt(p sexp.Plist, key string) (time.Time, error) {
	s, _ := p.Text(key)
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return t, fmt.Errorf(":%s is no time: %.40q", key, s)
	}
	return t, nil
}

func texts(list []string) sexp.Value {
	out := make([]sexp.Value, 0, len(list))
	for _, s := range list {
		out = append(out, journal.Text(s))
	}
	return sexp.NewList(out...)
}

func parseTexts(p sexp.Plist, key string) ([]string, error) {
	list, ok := p.List(key)
	if _, given := p.Get(key); given && !ok {
		return nil, fmt.Errorf(":%s is no list", key)
	}
	var out []string
	for _, v := range list.All() {
		s, ok := journal.ParseText(v)
		if !ok {
			return nil, fmt.Errorf(":%s has something other than a text", key)
		}
		out = append(out, s)
	}
	return out, nil
}

// kinds are all kinds of effect.
func kinds() []effect.Kind {
	var out []effect.Kind
	for k := effect.KindAction; k <= effect.KindText; k++ {
		out = append(out, k)
	}
	return out
}

func kindValue(k effect.Kind) sexp.Value { return sexp.Keyword(strings.ToUpper(k.String())) }

func parseKind(v sexp.Value) (effect.Kind, error) {
	s, ok := v.(sexp.Symbol)
	if ok && s.IsKeyword() {
		if k, known := kindNamed(strings.ToLower(s.Name)); known {
			return k, nil
		}
	}
	return 0, fmt.Errorf("%.40q is no kind of effect", sexp.Print(v))
}

func kindNamed(name string) (effect.Kind, bool) {
	for _, k := range kinds() {
		if k.String() == name {
			return k, true
		}
	}
	return 0, false
}
