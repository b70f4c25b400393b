package approval

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"pp/engine"
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
