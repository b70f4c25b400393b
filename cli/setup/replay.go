package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/approval"
	"pp/engine/audit"
	"pp/engine/effect"
)

// Replayer judges recorded effects by today's rules: the configuration of their workspace, the flags, and the learned
// rules. It reads no file of the workspace.
type Replayer struct {
	agent  *Agent
	others map[string]*Agent // by the root of their workspace; nil where the configuration there cannot be used
}

// NewReplayer replays by an agent's rules.
func NewReplayer(a *Agent) *Replayer { return &Replayer{agent: a, others: map[string]*Agent{}} }

// Judge judges a proposal again. unknown says why it cannot be judged, and then there is no verdict.
func (r *Replayer) Judge(p *audit.Proposal) (v engine.Verdict, unknown string) {
	return r.judge(p, func(list []engine.Grant) []engine.Grant { return list })
}

// JudgeRule judges a proposal without a rule and with it.
func (r *Replayer) JudgeRule(p *audit.Proposal, rule approval.Rule) (without, with engine.Verdict, unknown string) {
	drop := func(list []engine.Grant) []engine.Grant {
		return slices.DeleteFunc(slices.Clone(list), func(g engine.Grant) bool { return g.Learned && g.ID == rule.Grant.ID })
	}
	without, unknown = r.judge(p, drop)
	if unknown != "" || rule.Place != "" && rule.Place != approval.PlaceOf(without.Workspace, without.Dir) {
		return without, without, unknown
	}
	with, unknown = r.judge(p, func(list []engine.Grant) []engine.Grant { return append(drop(list), rule.Grant) })
	return without, with, unknown
}

// Why says which rule decides a verdict of Judge, and where it is stated.
func (r *Replayer) Why(v engine.Verdict) string {
	step, f := v.Decisive()
	text := engine.RuleName(step.Gate, f.Rule) + ": " + f.Reason
	agent := r.at(v.Dir, v.Workspace)
	if agent == nil || f.Row == "" {
		return text
	}
	if d, stated := agent.Settings.Policy.Rules[f.Row]; stated {
		text += fmt.Sprintf(" ([rules] %s = %q in %s)", f.Row, d.String(), agent.Settings.Policy.Origins[f.Row])
	}
	return text
}

// judge judges by the grants that change makes of those that there are.
func (r *Replayer) judge(p *audit.Proposal, change func([]engine.Grant) []engine.Grant) (v engine.Verdict,
	unknown string) {
	action, unknown := p.Parsed()
	switch {
	case unknown != "":
		return v, unknown
	case p.Recorded == nil:
		return v, "the record has no effects: an older pp wrote it, or they touch a secret or a private file"
	}
	agent := r.at(p.Recorded.Dir, p.Recorded.Workspace)
	if agent == nil {
		return v, "the configuration of " + p.Recorded.Workspace.Root + " cannot be used"
	}
	f := factsThen(p.Recorded, agent)
	seen := &unseen{}
	f.FS, f.Grants = seen, change(f.Grants)
	now := agent.Judge.inForce.current()
	f.Tools = now.table
	v = now.stack.Over(recordedEffects{p.Recorded}).Judge(action, f)
	if p.Recorded.Disputed != "" {
		v = engine.Contested(v, p.Recorded.Disputed)
	}
	if v.Decision != p.Decision && seen.asked {
		return v, "the verdict depends on files, which are not on record"
	}
	return v, ""
}

// factsThen returns the recorded facts under today's rules. A learned rule counts although its file may differ.
func factsThen(rec *engine.Recorded, agent *Agent) engine.Facts {
	f := agent.Settings.answerFacts(nil)
	f.Dir, f.Workspace, f.Confinement = rec.Dir, rec.Workspace, rec.Confinement
	f.Flows, f.Attempts, f.Evaluated, f.Occasion = rec.Flows, rec.Attempts, rec.Evaluated, rec.Occasion
	f.Scratch = rec.Scratch
	f.AcceptEdits = f.AcceptEdits || rec.AcceptEdits
	f.Hosts = slices.Concat(f.Hosts, rec.RunHosts)
	f.Permissions = slices.Concat(f.Permissions, rec.Permissions)
	f.Grants = slices.DeleteFunc(slices.Clone(rec.Grants), func(g engine.Grant) bool { return g.Learned })
	if agent.Rules == nil {
		return f
	}
	list, err := agent.Rules.List()
	if err != nil {
		return f // rules that cannot be read waive nothing
	}
	here := approval.PlaceOf(f.Workspace, f.Dir)
	for _, x := range list {
		then := slices.ContainsFunc(rec.Grants, func(g engine.Grant) bool { return g.Learned && g.ID == x.Grant.ID })
		if x.Active() && (x.Place == "" || x.Place == here) && (then || x.Script == "" && x.Repository == "") {
			f.Grants = append(f.Grants, x.Grant)
		}
	}
	return f
}

// at is the agent of a place as it is set up today, nil where its configuration cannot be used.
func (r *Replayer) at(dir string, w effect.Workspace) *Agent {
	s := r.agent.Settings
	if w.Root == s.Where.Workspace.Root && (w.Root != "" || dir == s.Where.Dir) {
		return r.agent
	}
	key := w.Root
	if key == "" {
		key = "\x00" + dir
	}
	if known, ok := r.others[key]; ok {
		return known
	}
	opts := s.Options
	var agent *Agent
	if there, err := Load(s.System, &opts, Location{Dir: dir, Home: s.Where.Home, Workspace: w}); err == nil {
		agent = NewAgent(there, r.agent.Out, r.agent.signals)
	}
	r.others[key] = agent
	return agent
}

// recordedEffects is an analyst that gives the effects on record.
type recordedEffects struct{ *engine.Recorded }

// Analyse implements gates.Analyst.
func (r recordedEffects) Analyse(a engine.Action, _ engine.Facts) (engine.Action, effect.Effects, error) {
	if r.Failed != "" {
		return a, r.Effects, errors.New(strings.TrimSuffix(r.Failed, "."))
	}
	return a, r.Effects, nil
}

// unseen is a file system in which nothing is known. It notes whether it was asked.
type unseen struct{ asked bool }

func (u *unseen) Lstat(string) (effect.FileInfo, error) { return effect.FileInfo{}, u.ask() }

func (u *unseen) Readlink(string) (string, error) { return "", u.ask() }

func (u *unseen) ReadDir(string) ([]string, error) { return nil, u.ask() }

func (u *unseen) ReadFile(string, int) ([]byte, error) { return nil, u.ask() }

func (u *unseen) ReadLarge(string, int) ([]byte, error) { return nil, u.ask() }

func (u *unseen) ask() error {
	u.asked = true
	return fs.ErrNotExist
}
