package setup

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"pp/engine"
	"pp/engine/approval"
	"pp/engine/effect"
	"pp/engine/replay"
	"pp/gates"
)

// Replayer judges what is on record by the rules of today: those of the configuration where
// it happened, of the flags that it was made with, and those that were learned. What was
// permitted for a run alone is taken from the record. It touches no file that a record names,
// and is safe for concurrent use, but for one proposal at a time.
type Replayer struct {
	agent *Agent

	mu     sync.Mutex
	others map[string]place // by the root of their workspace
}

// place is where something was judged, as it is set up today.
type place struct {
	agent *Agent
	wrong string // why it is not known how
}

// NewReplayer replays by an agent's rules.
func NewReplayer(a *Agent) *Replayer { return &Replayer{agent: a, others: map[string]place{}} }

// Judge judges a proposal anew. What is not known is said in words, and then there is no
// verdict.
func (r *Replayer) Judge(p *replay.Proposal) (v engine.Verdict, unknown string) {
	return r.judge(p, nil)
}

// JudgeRule is Judge by the grants of the record and of today, without and with one rule.
func (r *Replayer) JudgeRule(p *replay.Proposal, rule approval.Rule) (without, with engine.Verdict, unknown string) {
	keep := func(g engine.Grant) bool { return g.ID != rule.Grant.ID || !g.Learned }
	without, unknown = r.judge(p, func(list []engine.Grant) []engine.Grant {
		return slices.DeleteFunc(slices.Clone(list), func(g engine.Grant) bool { return !keep(g) })
	})
	if unknown != "" || p.Case == nil {
		return without, with, unknown
	}
	with, unknown = r.judge(p, func(list []engine.Grant) []engine.Grant {
		if rule.Place != "" && rule.Place != approval.PlaceOf(without.Workspace, without.Dir) {
			return list
		}
		return append(slices.DeleteFunc(slices.Clone(list), func(g engine.Grant) bool { return !keep(g) }), rule.Grant)
	})
	return without, with, unknown
}

// Why says which rule decides a verdict of Judge over a proposal, and where it is stated. Of an
// allowance it is the one that is about what decided then.
func (r *Replayer) Why(p *replay.Proposal, v engine.Verdict) string {
	gate, f := asThen(p, v)
	text := engine.RuleName(gate, f.Rule) + ": " + f.Reason
	at := r.at(v.Dir, v.Workspace)
	if at.agent == nil || f.Row == "" {
		return text
	}
	policy := at.agent.Settings.Policy
	if d, stated := policy.Rules[f.Row]; stated {
		text += fmt.Sprintf(" ([rules] %s = %q in %s)", f.Row, d.String(), policy.Origins[f.Row])
	}
	return text
}

func asThen(p *replay.Proposal, v engine.Verdict) (gate string, f engine.Finding) {
	if v.Decision == engine.Allow {
		for _, s := range v.Trace {
			for _, f := range s.Findings {
				if s.Gate == p.Gate && f.Rule == p.Rule {
					f.Reason = f.Sentence()
					return s.Gate, f
				}
			}
		}
	}
	s, f := v.Decisive()
	return s.Gate, f
}

// judge judges by the grants that change makes of those that there are; nil leaves them.
func (r *Replayer) judge(p *replay.Proposal, change func([]engine.Grant) []engine.Grant) (v engine.Verdict,
	unknown string) {
	action, unknown := p.Parsed()
	switch {
	case p.Case == nil:
		return v, "the record does not say what the verdict rested on; an older pp wrote it"
	case unknown != "":
		return v, unknown
	}
	if p.Case.Missing != "" {
		return v, p.Case.Missing
	}
	rec := p.Case.Facts()
	at := r.at(rec.Facts.Dir, rec.Facts.Workspace)
	if at.wrong != "" {
		return v, at.wrong
	}
	f, bound := replayed(p.Case, rec, at.agent.Settings, at.agent.Rules)
	if change != nil {
		f.Grants = change(f.Grants)
	}
	judge := func(f engine.Facts) engine.Verdict {
		v := at.agent.Judge.Judge(action, f)
		if rec.Disputed != "" {
			v = engine.Contested(v, rec.Disputed)
		}
		return v
	}
	if v = judge(f); v.Decision == engine.Ask && len(bound) > 0 && p.Case.Missing == "" {
		f.Grants = slices.Concat(f.Grants, bound)
		if judge(f).Decision != engine.Ask {
			return v, "a rule is bound to a file of which the record does not say what it held"
		}
	}
	return v, p.Case.Missing
}

// replayed are recorded facts under today's rules, and the grants of rules of which it is not
// known whether they were in force, because of a file that they are bound to.
func replayed(c *replay.Case, rec replay.Recorded, s *Settings, rules *approval.Rules) (f engine.Facts,
	bound []engine.Grant) {
	then := rec.Facts
	f = s.answerFacts(nil)
	f.Dir, f.Home, f.Temp, f.User, f.UID, f.Workspace = then.Dir, then.Home, then.Temp, then.User, then.UID, then.Workspace
	f.FS, f.Kept, f.Env, f.Own, f.Confinement = c, c, then.Env, then.Own, then.Confinement
	f.Flows, f.Evaluated, f.Occasion = then.Flows, then.Evaluated, then.Occasion
	f.AcceptEdits = f.AcceptEdits || then.AcceptEdits
	f.Hosts = slices.Concat(f.Hosts, rec.RunHosts)
	for _, p := range rec.Permissions {
		if p.Where != allowFlag {
			continue
		}
		var err error
		if p.Pattern, err = gates.ParsePattern(p.Text); err == nil {
			f.Permissions = append(f.Permissions, p)
		}
	}
	parts, paths := s.Private.Keys()
	f.Private, c.SameParts, c.SamePaths = replay.Privacy(&s.Private), parts == rec.Parts, paths == rec.Paths
	f.Grants, bound = grantedThen(f, rec.Grants, rules)
	return f, bound
}

// grantedThen are the grants of the session then, and the learned rules of today. A rule
// that is bound to a file is in force where it was in force then.
func grantedThen(f engine.Facts, then []engine.Grant, rules *approval.Rules) (granted, bound []engine.Grant) {
	for _, g := range then {
		if !g.Learned {
			granted = append(granted, g)
		}
	}
	if rules == nil {
		return granted, nil
	}
	list, err := rules.List()
	if err != nil {
		return granted, nil
	}
	here := approval.PlaceOf(f.Workspace, f.Dir)
	for _, x := range list {
		was := func(g engine.Grant) bool { return g.Learned && g.ID == x.Grant.ID }
		switch {
		case !x.Active() || x.Place != "" && x.Place != here:
		case x.Script == "" && x.Repository == "", slices.ContainsFunc(then, was):
			granted = append(granted, x.Grant)
		default:
			bound = append(bound, x.Grant)
		}
	}
	return granted, bound
}

// at is how a place is set up today.
func (r *Replayer) at(dir string, w effect.Workspace) place {
	s := r.agent.Settings
	if w.Root == s.Where.Workspace.Root && (w.Root != "" || dir == s.Where.Dir) {
		return place{agent: r.agent}
	}
	key := w.Root
	if key == "" {
		key = "\x00" + dir
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if p, known := r.others[key]; known {
		return p
	}
	opts := s.Options
	there, err := Load(s.System, &opts, Location{Dir: dir, Home: s.Where.Home, Workspace: w})
	p := place{}
	if err != nil {
		p.wrong = fmt.Sprintf("the configuration of %s cannot be used: %v", strings.TrimPrefix(key, "\x00"), err)
	} else {
		p.agent = NewAgent(there, r.agent.Out, r.agent.signals)
	}
	r.others[key] = p
	return p
}
