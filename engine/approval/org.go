package approval

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/memory/org"
	"pp/engine/store"
	"pp/sexp"
)

// OrgFile is the Org view of the store's flight plans, beside it: among pp's own
// files, where no agent may read or write.
func (s *Store) OrgFile() string { return filepath.Join(s.dir, "flight-plans.org") }

// orgHead begins the Org file of flight plans.
const orgHead = `# -*- coding: utf-8 -*-
#+TITLE: Flight plans
#+TODO: PLAN APPROVED | DONE DENIED
# A view of the flight plans of pp. Of what is changed here only the state of a
# plan is read: mark one APPROVED, or DENIED. pp approvals run carries out what
# is APPROVED.
`

// orgTail ends it with an empty page: Emacs looks for settings on the last page of a file, where no
// text of a model's or name of a file may be taken for some.
const orgTail = "\n\f\n"

// orgTime is an inactive Org timestamp, to the minute, in UTC as IDs are.
const orgTime = "[2006-01-02 Mon 15:04]"

// RenderOrg writes flight plans as Org nodes. What a model or a command said
// stands on one escaped line each, so that no text can look like another node, a
// property or a state.
func RenderOrg(plans []Plan, now time.Time) string {
	var b strings.Builder
	b.WriteString(orgHead)
	for _, p := range plans {
		renderNode(&b, p, now)
	}
	b.WriteString(orgTail)
	return b.String()
}

func renderNode(b *strings.Builder, p Plan, now time.Time) {
	keyword, note := orgState(p, now)
	what := oneLine(engine.Clip(summary(p.Action), 72))
	b.WriteString("\n* " + keyword + " " + plainName(p.Action.Tool()) + " " + what + "\n")
	b.WriteString(":PROPERTIES:\n")
	property := func(name, value string) { b.WriteString(":" + name + ": " + value + "\n") }
	property("ID", p.ID)
	property("TOKEN", p.Token)
	property("CREATED", p.Created.UTC().Format(orgTime))
	property("EXPIRES", p.Expires.UTC().Format(orgTime))
	property("DIRECTORY", oneLine(p.Dir))
	if p.Meta.Session != "" {
		property("SESSION", oneLine(p.Meta.Session))
	}
	b.WriteString(":END:\n")
	line := func(label, text string) { b.WriteString("- " + label + " :: " + text + "\n") }
	line("Action", oneLine(p.Action.Essence()))
	for _, a := range p.Also {
		line("Also", oneLine(a.Essence()))
	}
	if p.Action.Explanation != "" {
		line("The model says", oneLine(p.Action.Explanation))
	} else {
		line("Explanation", engine.NoExplanation)
	}
	for _, a := range p.Asks {
		text := plainName(a.Gate) + "/" + plainName(a.Rule) + " " + oneLine(a.Reason)
		if a.WaivedBy != "" {
			text += " (waived by " + oneLine(a.WaivedBy) + ")"
		}
		line("Asked by", text)
	}
	listed := p.Did.Changes[:min(len(p.Did.Changes), maxListed)]
	for _, c := range listed {
		line("Did", c.Kind.String()+" "+oneLine(c.Path))
	}
	if more := p.Did.Count() - len(listed); more > 0 {
		line("Did", "and "+strconv.Itoa(more)+" more: pp approvals show "+p.Token)
	}
	if note != "" {
		line("Now", oneLine(note))
	}
}

// orgState is the keyword of a plan's node, and what the keyword does not say.
func orgState(p Plan, now time.Time) (keyword, note string) {
	switch p.State {
	case StatePlan, StateApproved:
		if p.inTime(now) != nil {
			return "DENIED", "expired"
		}
		return p.State.String(), p.Note
	case StateClaimed:
		return "APPROVED", "being carried out since " + p.Changed.UTC().Format(orgTime)
	case StateDone, StateDenied:
		return p.State.String(), p.Note
	case StateVoid, StateNone:
	}
	return "DENIED", "void: " + p.Note
}

// summary is what a heading says of an action.
func summary(a engine.Action) string {
	switch op := a.Op.(type) {
	case engine.Run:
		return op.Command
	case engine.Call:
		return sexp.Print(op.Args.Value())
	case engine.Message:
		return op.Text
	case engine.Eval:
		return op.Code
	}
	return ""
}

// plainName is a name as it is when it is a plain word, else quoted.
func plainName(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return oneLine(s)
	}
	return s
}

// oneLine quotes a text so that it is one line on which nothing is hidden:
// control, bidirectional and invisible characters are escaped.
func oneLine(s string) string { return strconv.QuoteToGraphic(s) }

// Bounds on an Org file of flight plans.
const (
	maxOrg  = 16 << 20
	maxMark = 10000
)

// ErrOrgSize says that an Org file is too large to be one of flight plans.
var ErrOrgSize = errors.New("the Org file is too large to be read for marks")

// Mark holds the state that a person gave a plan in an Org file.
type Mark struct {
	ID    string
	State State // StatePlan, StateApproved, StateDone or StateDenied
}

// orgStates lists the states that a person can set.
var orgStates = [...]State{StatePlan, StateApproved, StateDone, StateDenied}

// ReadOrg reads only the states of flight plans from an Org file, by the one ID in each
// node's property drawer, and ignores the file's own keywords. A plan whose ID occurs
// twice gives no mark; its ID is in void. ReadOrg skips nodes that are not flight plans.
func ReadOrg(data []byte) (marks []Mark, void []string, err error) {
	if len(data) > maxOrg {
		return nil, nil, ErrOrgSize
	}
	seen := map[string]int{}
	for _, h := range org.Parse(orgHead + string(data)).Headlines {
		at := slices.IndexFunc(orgStates[:], func(s State) bool { return s.String() == h.TODO })
		ids := slices.DeleteFunc(h.Properties, func(p org.Property) bool { return p.Name != "ID" })
		if at < 0 || len(ids) != 1 || !isID(ids[0].Value) {
			continue
		}
		id := ids[0].Value
		if seen[id]++; seen[id] > 1 {
			void = append(void, id)
			continue
		}
		if len(marks) == maxMark {
			return nil, nil, ErrOrgSize
		}
		marks = append(marks, Mark{ID: id, State: orgStates[at]})
	}
	marks = slices.DeleteFunc(marks, func(m Mark) bool { return seen[m.ID] > 1 })
	slices.Sort(void)
	return marks, slices.Compact(void), nil
}

// Synced holds the results of SyncOrg.
type Synced struct {
	Applied []Mark   // changes of state that SyncOrg applied
	Void    []string // IDs that occur twice, and were ignored
	Unknown []string // IDs without a flight plan
}

// SyncOrg applies the states that a person gave flight plans in the Org file of
// that name, then rewrites the file as the view of all plans if it differs. The
// only changes are PLAN to APPROVED, APPROVED back to PLAN, and either to DENIED;
// SyncOrg ignores and overwrites any other edit. It makes the file and its
// directory private, and creates nothing without a plan. The file must be among
// pp's own files, where no agent can write.
func (s *Store) SyncOrg(ctx context.Context, name string) (Synced, error) {
	var out Synced
	data, err := store.Read(ctx, name, maxOrg+1)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return out, fmt.Errorf("reading the flight plans: %w", err)
	}
	marks, void, err := ReadOrg(data)
	if err != nil {
		return out, fmt.Errorf("%s: %w", name, err)
	}
	out.Void = void
	for _, m := range marks {
		applied, err := s.apply(ctx, m)
		switch {
		case errors.Is(err, ErrUnknown):
			out.Unknown = append(out.Unknown, m.ID)
		case err != nil:
			return out, err
		case applied:
			out.Applied = append(out.Applied, m)
		}
	}
	plans, listErr := s.List()
	if missing && len(plans) == 0 {
		return out, listErr
	}
	fresh := []byte(RenderOrg(plans, s.options.Clock()))
	if bytes.Equal(fresh, data) {
		return out, listErr
	}
	unlock, err := s.lock(ctx)
	if err != nil {
		return out, errors.Join(err, listErr)
	}
	defer unlock()
	if now, err := store.Read(ctx, name, maxOrg+1); err == nil && !bytes.Equal(now, data) {
		return out, listErr // the person has just saved it: leave it for the next call
	}
	return out, errors.Join(store.ReplacePrivate(name, fresh, true), listErr)
}

// apply applies one mark, and reports whether it changed anything.
func (s *Store) apply(ctx context.Context, m Mark) (bool, error) {
	p, err := s.find(byID(m.ID))
	if err != nil {
		return false, err
	}
	now := s.options.Clock()
	before := m.State == StatePlan && p.Note == approvedByCommand // the file is older than the approval
	if !p.Waits(now) || m.State == p.State || m.State == StateDone || before {
		return false, nil
	}
	_, err = s.change(ctx, byID(m.ID), usable(func(Plan, time.Time) (State, string, error) {
		return m.State, "marked in the Org file", nil
	}))
	if _, ok := errors.AsType[*PlanError](err); ok && !errors.Is(err, ErrUnknown) {
		return false, nil // it has ended in the meantime
	}
	return err == nil, err
}
