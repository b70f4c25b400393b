package gates

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/paths"
	"pp/sexp"
)

// Dispatcher applies the rule table to every effect of an action. Each finding
// stands under one of eleven names and is about exactly one effect. A file tool, a
// command and a fetched address meet the same rows, so that no way of doing a thing
// is judged more mildly than another. It runs last but for the validator.
type Dispatcher struct {
	// Rules is the table; nil is the built-in one, read with the first effect that
	// needs a rule: most messages have none.
	Rules Rules
}

// Name implements engine.Gate.
func (Dispatcher) Name() string { return "dispatcher" }

// Priority implements engine.Gate.
func (Dispatcher) Priority() int { return 150 }

// Check implements engine.Gate.
func (d Dispatcher) Check(c engine.Case) ([]engine.Finding, error) {
	e := &c.Effects
	room := len(e.Hazards) + len(e.Opaque) + len(e.Reads) + len(e.Writes) + len(e.Deletes) + len(e.Metadata) +
		len(e.Runs) + len(e.Connects) + len(e.Loopback) + len(e.Remembers) + len(e.Recalls) + len(e.Messages) + len(e.Calls)
	j := judgement{Dispatcher: d, c: c, out: make([]engine.Finding, 0, room)}
	j.attempts() // first, since a question gives the first reason
	j.putByGit()
	j.hazards()
	j.opaque()
	j.files()
	j.programs()
	j.network()
	j.others()
	j.memory()
	j.messages()
	j.calls()
	j.contents()
	j.lisp()
	if len(j.out) == 0 {
		return one(engine.Allow, "effects", cause.NoEffect.Bare()), nil
	}
	return j.out, nil
}

// judgement collects the findings over one case.
type judgement struct {
	Dispatcher
	c   engine.Case
	out []engine.Finding
	// linked are the files known by other names, by the directory that was looked at too.
	linked map[string]map[effect.Node]paths.Place
	// company says whether a pattern found more than secrets, by where it stands.
	company map[int]bool
	// looked caches the result of looks.
	looked map[string][]effect.Span
}

func (d Dispatcher) table() Rules {
	if d.Rules == nil {
		return builtIn()
	}
	return d.Rules
}

// add applies a row to an effect, for a cause.
func (j *judgement) add(row string, e effect.Effect, c cause.Cause) {
	r, _ := j.table().inForce(row, j.c.Facts.Rules)
	j.out = append(j.out, engine.Finding{Decision: r.Decision, Rule: r.Check, Row: row, Cause: c, Reason: tell(c),
		Effect:   e,
		Waivable: r.Waivable && r.Decision == engine.Ask, ByPermission: r.ByPermission() && r.Decision == engine.Ask})
}

// lasting are the hazards that ask each time: what is run in secret or later, and secrets.
var lasting = [...]string{"hidden-execution", "executes-data", "persistence", "secret", "exfiltration",
	"environment-shown", "escape"}

// held are the hazards that ask where commands are confined. The sandbox holds what pp guesses from text in code, and a
// tool or setting that the words choose; and whether the data of a service may go is for the person to say.
var held = [...]string{"embedded-command", "configured", "destruction"}

func (j *judgement) hazards() {
	for _, h := range j.c.Effects.Hazards {
		row := "hazard"
		isHeld := !h.Asks && j.c.Facts.Confinement.Confined() && slices.Contains(held[:], h.Rule)
		if h.Asks || isHeld {
			row = "hazard-ask"
		}
		r, _ := j.table().inForce(row, j.c.Facts.Rules)
		if named, ok := j.table()[h.Rule]; ok && row == "hazard" && named.Decision == engine.Deny {
			r = named
		}
		j.out = append(j.out, engine.Finding{Decision: r.Decision, Rule: r.Check, Row: row,
			Cause:        j.at(h.Cause, h.Span),
			Reason:       tellHazard(j.at(h.Cause, h.Span), r.Decision),
			Effect:       effect.Effect{Kind: effect.KindHazard, Subject: h.Rule, Span: h.Span},
			ByPermission: r.ByPermission() && r.Decision == engine.Ask && !isHeld && !slices.Contains(lasting[:], h.Rule)})
	}
}

func (j *judgement) opaque() {
	for _, o := range j.c.Effects.Opaque {
		e := effect.Effect{Kind: effect.KindOpaque, Subject: o.Text, Span: o.Span}
		c := j.at(cmp.Or(o.Cause, cause.NotKnown.Bare()), o.Span)
		row, ends := "opaque", cause.OpaqueOperand
		switch {
		case o.Place == effect.OpaqueDelete && o.Tree:
			row, ends = "opaque-delete", cause.OpaqueTree
		case o.Place != effect.OpaqueOperand:
			ends = cause.OpaqueAnything
		}
		j.add(row, e, c)
		j.out[len(j.out)-1].Reason = tellOpaque(o.Text, c, ends)
	}
}

// attempts asks before another command where those before it tried in a row to reach what the sandbox keeps away. One
// that only reads can reach nothing.
func (j *judgement) attempts() {
	if list := j.c.Facts.Attempts; len(list) > 0 && j.c.Action.Command() != "" && !j.c.Effects.Harmless() {
		j.add("attempts", effect.Effect{}, cause.AttemptsInARow.OfText(strings.Join(cause.Texts(list), ", ")))
	}
}

func (j *judgement) others() {
	for _, s := range j.c.Effects.Signals {
		e := effect.Effect{Kind: effect.KindSignal, Subject: s.Name, Span: s.Span}
		switch s.Name {
		case "-1", "1", "0", "pp":
			j.add("signal-all", e, j.at(cause.SignalsSeveral.OfText(s.Name), s.Span))
		default:
			j.add("signal", e, j.at(cause.SignalsProcess.OfText(s.Name), s.Span))
		}
	}
	for _, s := range j.c.Effects.Escalates {
		j.add("escalate", effect.Effect{Kind: effect.KindEscalate, Subject: s.How, Span: s.Span},
			j.at(cause.BecomesUser.OfText(s.How), s.Span))
	}
	for _, s := range j.c.Effects.Sockets {
		j.add("socket", effect.Effect{Kind: effect.KindSocket, Subject: s.Name, Span: s.Span}, j.at(socket(s.Name), s.Span))
	}
}

// socket is the cause for talking to a socket.
func socket(name string) cause.Cause {
	switch path.Base(name) {
	case "docker.sock", "podman.sock", "containerd.sock", "buildkitd.sock":
		return cause.TalksToContainers.OfText(name)
	}
	return cause.TalksToSocket.OfText(name)
}

// contents looks for credentials in every text that the action carries out of
// the conversation.
func (j *judgement) contents() {
	eachText(j.c.Action, func(arg, text string) {
		kind, certain, found := Credentials{}.Find(text)
		e := effect.Effect{Kind: effect.KindText, Subject: kind, Span: effect.Span{Arg: arg}}
		_, message := j.c.Action.Op.(engine.Message)
		message = message && len(j.strangers()) == 0
		switch {
		case !found, message && !certain:
			// A message is redacted before it is shown.
		case certain:
			j.add("content", e, cause.CarriesCredential.OfText(kind))
		default:
			j.add("content-likely", e, cause.CarriesLikelyCredential.OfText(kind))
		}
	})
}

// lisp requires that a form reads before it is evaluated, and warns of a Lisp
// file that would not.
func (j *judgement) lisp() {
	switch op := j.c.Action.Op.(type) {
	case engine.Eval:
		if _, err := sexp.ReadAll(op.Code, sexp.Limits{}); err != nil {
			j.add("lisp", effect.Effect{Kind: effect.KindText, Span: effect.Span{Arg: "code"}},
				cause.FormUnread.OfText(err.Error()))
		}
	case engine.Call:
		j.lispFile(op)
	}
}

// lispFiles are how the names of files of Common Lisp end.
var lispFiles = [...]string{".lisp", ".lsp", ".cl", ".asd"}

// lispFile looks at the text that a call puts in a Lisp file. What an edit makes
// of one is not known here: to find out, the file would have to be read before
// anybody allowed that.
func (j *judgement) lispFile(op engine.Call) {
	arg := "content"
	text, whole := op.Args.Text("CONTENT")
	if !whole {
		arg = "new"
		if text, _ = op.Args.Text("NEW"); text == "" {
			return
		}
	}
	for _, p := range j.c.Effects.Writes {
		if !slices.Contains(lispFiles[:], strings.ToLower(path.Ext(p.Name))) {
			continue
		}
		if _, err := sexp.ReadAll(text, sexp.Limits{}); whole && err != nil {
			j.add("verified", effect.Effect{Kind: effect.KindText, Subject: p.Name, Span: effect.Span{Arg: arg}},
				cause.LispUnread.OfText(err.Error()))
		}
		j.untried(p, arg, text)
	}
}
