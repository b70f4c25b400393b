package approval

import (
	"errors"
	"fmt"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/engine/store"
	"pp/sexp"
)

// planFormat is the number of the form of a flight plan's records.
const planFormat = 1

// fields are those of the first record of a plan's file.
func (p *Plan) fields(f *store.Fields) {
	f.Format("PLAN", planFormat, "a flight plan")
	f.Text("ID", &p.ID)
	f.Text("TOKEN", &p.Token)
	f.Time("CREATED", &p.Created)
	f.Time("EXPIRES", &p.Expires)
	store.Field(f, "DIGEST", &p.Digest, digestValue, digestOf)
	f.OptionalInteger("DIGEST-FORM", &p.Form)
	f.OptionalText("SOURCE", (*string)(&p.Meta.Source))
	f.OptionalText("SESSION", &p.Meta.Session)
	f.OptionalText("CHAT", &p.Meta.Chat)
	f.Flag("BACKGROUND", &p.Meta.Background)
	f.OptionalText("AGENT", &p.Agent)
	f.OptionalText("DIR", &p.Dir)
	vars := p.Exported.List()
	f.Texts("EXPORTED", &vars)
	p.Exported = engine.EnvironmentOf(vars)
	f.OptionalText("WORKSPACE", &p.Workspace.Root)
	f.OptionalText("WHY", &p.Workspace.Why)
	f.Texts("ADDED", &p.Workspace.Added)
	store.AllRecords(f, "ASKS", &p.Asks, func(a *Asked) func(*store.Fields) { return a.fields })
	store.Field(f, "ACTION", &p.Action, engine.Action.Value, actionOf)
	if f.Has("PROPOSED", p.Proposed.Op != nil) {
		store.Field(f, "PROPOSED", &p.Proposed, engine.Action.Value, actionOf)
	}
	store.Records(f, "ALSO", &p.Also, func(a *engine.Action) func(*store.Fields) {
		return func(f *store.Fields) { store.Field(f, "ACTION", a, engine.Action.Value, actionOf) }
	})
	f.Texts("CASCADE", &p.Cascade)
	f.Integer("CONSENSUS", &p.Consensus)
	p.Did.fields(f)
	store.Records(f, "BOUND", &p.Bound, func(b *Bound) func(*store.Fields) { return b.fields })
	store.Records(f, "WITHIN", &p.Within, compositionFields)
}

func (a *Asked) fields(f *store.Fields) {
	f.OptionalText("GATE", &a.Gate)
	f.OptionalText("RULE", &a.Rule)
	f.OptionalText("REASON", &a.Reason)
	if f.Has("CAUSE", a.Cause.Kind != "") {
		why := a.Cause.Values()
		f.Texts("CAUSE", &why)
		a.Cause = cause.FromValues(why)
	}
	store.Field(f, "KIND", &a.Kind, kindValue, kindOf)
	f.OptionalText("SUBJECT", &a.Subject)
	f.OptionalText("WAIVED-BY", &a.WaivedBy)
}

// stateFields are those of a later record: what became of the plan, and when.
func (p *Plan) stateFields(f *store.Fields) {
	store.Keyword(f, "STATE", &p.State, StatePlan, StateApproved, StateClaimed, StateDone, StateDenied, StateVoid)
	f.Time("AT", &p.Changed)
	f.OptionalText("NOTE", &p.Note)
}

// take adds one record of a plan's file.
func (p *Plan) take(rec sexp.Plist) error {
	next := *p
	next.Note = ""
	if p.State != StateNone {
		if err := store.Decode(rec, next.stateFields); err != nil {
			return err
		}
		*p = next
		return nil
	}
	if err := store.Decode(rec, next.fields); err != nil {
		return err
	}
	if !isID(next.ID) {
		return fmt.Errorf("%.80q is no flight plan's ID", next.ID)
	}
	if parsed, err := ParseToken(next.Token); err != nil || parsed != next.Token {
		return errors.New("the flight plan has no token")
	}
	next.State, next.Changed = StatePlan, next.Created
	*p = next
	return nil
}

func digestValue(d Digest) sexp.Value { return sexp.String(d.String()) }

func digestOf(v sexp.Value) (Digest, error) {
	s, _ := store.ParseText(v)
	return ParseDigest(s)
}

// actionOf reads an action as a proposal is read: there is one reader of actions,
// and it takes nothing from one that only the harness may say.
func actionOf(v sexp.Value) (engine.Action, error) {
	return engine.Decoder{}.Action(v, engine.TargetCLI)
}

func kindValue(k effect.Kind) sexp.Value { return sexp.Keyword(strings.ToUpper(k.String())) }

func kindOf(v sexp.Value) (effect.Kind, error) {
	s, _ := v.(sexp.Symbol)
	if k, known := effect.ParseKind(strings.ToLower(s.Name)); known && s.IsKeyword() {
		return k, nil
	}
	return 0, fmt.Errorf("%.40q is no kind of effect", sexp.Print(v))
}

// The record of the composed tools that called a suspended action.

func compositionFields(m *engine.Composition) func(*store.Fields) {
	return func(f *store.Fields) {
		store.Field(f, "ACTION", &m.Action, engine.Action.Value, actionOf)
		f.OptionalText("ASKED", &m.Asked)
		store.Records(f, "RESULTS", &m.Results, innerFields)
		innerFields(&m.Called)(f)
	}
}

func innerFields(i *engine.Inner) func(*store.Fields) {
	return func(f *store.Fields) {
		f.Text("TOOL", &i.Tool)
		if f.Has("ARGS", i.Args.Len() > 0) {
			store.Field(f, "ARGS", &i.Args, sexp.Plist.Value, sexp.AsPlist)
		}
		f.OptionalText("STATUS", &i.Status)
		f.OptionalText("CONTENT", &i.Content)
		f.Flag("MEMORY", &i.Memory)
	}
}

// withinText encodes such calls for comparison.
func withinText(list []engine.Composition) string {
	return sexp.Print(store.Encode(func(f *store.Fields) {
		store.Records(f, "WITHIN", &list, compositionFields)
	}).Value())
}
