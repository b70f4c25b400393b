package shell

import (
	"pp/engine/cause"
	"pp/engine/effect"
)

// The rules of the hazards that this package finds itself. The table adds others, on the words of one program.
const (
	RuleUnparsable      = "unparsable"
	RuleDeceptive       = "deceptive-text"
	RuleOverCap         = "over-cap"
	RuleForkBomb        = "fork-bomb"
	RuleDiskFiller      = "disk-filler"
	RuleEndless         = "endless-input"
	RuleDeviceWrite     = "device-write"
	RuleKernelWrite     = "kernel-write"
	RuleDownloadExecute = "download-execute"
	RuleDecodeExecute   = "decode-execute"
	RuleGeneratedExec   = "generated-execute"
	RuleHidden          = "hidden-execution"
	RuleReverseShell    = "reverse-shell"
	RuleNetRedirect     = "network-redirect"
	RuleSecretSent      = "secret-sent"
	RuleRemoteDestroy   = "remote-destruction"
	RuleDeleteAll       = "delete-all"
	RuleArithmetic      = "arithmetic-execution"
	RuleEmbedded        = "embedded-command"
	RuleMassSend        = "mass-sending"
	RuleEnvironment     = "environment-shown"
	RuleSecretVariable  = "secret-variable"
	RuleWholeTree       = "whole-tree"
	RuleTruncate        = "file-emptied"
	RuleMetadata        = "cloud-metadata"
	RuleZsh             = "zsh-differs"
)

// hazard makes a hazard of a rule: the cause is a case of what the rule says, and the zero Cause is just that.
func hazard(rule string, c cause.Cause, span effect.Span) effect.Hazard {
	return effect.Hazard{Rule: rule, Cause: c.In(cause.Kind(rule)), Asks: rule == RuleEnvironment, Span: span}
}

// hazard reports a hazard.
func (r *walker) hazard(rule string, c cause.Cause, span effect.Span) {
	r.addHazard(hazard(rule, c, span))
}

// concern reports a hazard that asks where its rule would deny.
func (r *walker) concern(rule string, c cause.Cause, span effect.Span) {
	h := hazard(rule, c, span)
	h.Asks, h.Stays = true, rule == RuleHidden // what runs hidden in a sandbox is held by it like anything else
	r.addHazard(h)
}

// effectKey tells effects apart, so that each is reported once.
type effectKey struct {
	kind    effect.Kind
	subject string
	start   int
	word    int
	more    string
	cause   cause.Cause
	sum     uint64 // of the words of a command
}

// fresh reports whether an effect has not been reported yet.
func (r *walker) fresh(k effectKey) bool {
	if r.seen == nil {
		r.seen = make(map[effectKey]struct{}, 8)
	}
	if _, ok := r.seen[k]; ok {
		return false
	}
	if len(r.seen) >= maxEffect {
		r.over = true
	}
	r.seen[k] = struct{}{}
	return true
}

func (r *walker) addHazard(h effect.Hazard) {
	key := effectKey{kind: effect.KindHazard, subject: h.Rule, start: h.Span.Start, cause: h.Cause}
	if h.Asks {
		key.word = 1
	}
	if r.fresh(key) {
		r.eff.Hazards = append(r.eff.Hazards, h)
	}
}

func (r *walker) addOpaque(text string, c cause.Cause, place effect.OpaquePlace, span effect.Span) {
	r.opaque(effect.Opaque{Text: text, Cause: c, Place: place, Span: span})
}

func (r *walker) opaque(o effect.Opaque) {
	key := effectKey{kind: effect.KindOpaque, subject: o.Text, start: o.Span.Start, word: int(o.Place)}
	if o.Tree {
		key.more = "tree"
	}
	if r.fresh(key) {
		o.Text = clip(o.Text)
		r.eff.Opaque = append(r.eff.Opaque, o)
	}
}

// opaqueTree reports that what is deleted could be any tree.
func (r *walker) opaqueTree(text string, c cause.Cause, span effect.Span) {
	r.opaque(effect.Opaque{Text: text, Cause: c, Place: effect.OpaqueDelete, Tree: true, Span: span})
}

// opaqueCommand reports text that could be any command.
func (r *walker) opaqueCommand(text string, c cause.Cause, span effect.Span) {
	r.addOpaque(text, c, effect.OpaqueCommand, span)
}

func (r *walker) addPath(list *[]effect.Path, kind effect.Kind, p effect.Path) {
	more := [...]string{"", "found", "name", "public", "visible", "tracked", "changed"}[p.Access]
	if p.Tree {
		more += " tree"
	}
	if p.Shown != "" {
		more += " " + p.Shown
	}
	if r.fresh(effectKey{kind: kind, subject: p.Name, start: p.Span.Start, word: p.Span.Word, more: more,
		sum: uint64(p.Ends)}) {
		*list = append(*list, p)
	}
}

func (r *walker) addRun(p effect.Program) {
	// Its random seed keeps anyone from finding words that pass for others.
	r.hash.Reset()
	for _, w := range p.Words {
		r.hash.WriteString(w)
		r.hash.WriteByte(0)
	}
	sum := r.hash.Sum64()
	if r.fresh(effectKey{kind: effect.KindRun, subject: p.Script, start: p.Span.Start,
		word: len(p.Words)<<4 | int(p.Class), sum: sum}) {
		r.eff.Runs = append(r.eff.Runs, p)
	}
}
