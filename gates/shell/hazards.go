package shell

import (
	"strings"

	"pp/engine/effect"
)

// The rules of the hazards that this package finds itself. The knowledge table
// adds others, on the words of one program.
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
	RuleWriteThenRun    = "write-then-run"
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
)

// rules are the sentence for a person that each rule has. They deny, but for RuleEnvironment, which asks.
var rules = [...]struct{ rule, reason string }{
	{RuleUnparsable, "The command does not parse as bash, so nobody can say what it would do; correct it"},
	{RuleDeceptive, "The text does not show what it is"},
	{RuleOverCap, "The command is larger than what can be looked at whole; split it into smaller ones"},
	{RuleForkBomb, "It starts copies of itself without an end, which stops the machine"},
	{RuleDiskFiller, "It writes data without an end into a file, which fills the disk; bound it with head -c or count="},
	{RuleEndless, "It reads data without an end into memory; bound it with head -c"},
	{RuleDeviceWrite, "It writes to a device, which destroys what is on it"},
	{RuleKernelWrite, "It changes the running kernel through /proc or /sys"},
	{RuleDownloadExecute, "It runs code that it downloads; download it to a file, read it, and run it in a separate step"},
	{RuleDecodeExecute, "It runs code that is encoded or transformed, so that a reader cannot see it; write the code out"},
	{RuleGeneratedExec, "It runs the output of another command as code; look at the output first and run what it says"},
	{RuleWriteThenRun, "It runs a file that the same command writes; write the file in one step and run it in the next"},
	{RuleHidden, "It hides a command in a variable, a flag or a setting; run that command openly instead"},
	{RuleReverseShell, "It gives a shell to whoever is at the other end of a network connection"},
	{RuleNetRedirect, "It opens a raw network connection with a redirection; use a program that says where it connects"},
	{RuleSecretSent, "It sends private data to another machine"},
	{RuleRemoteDestroy, "It destroys files or services on another machine or in a container"},
	{RuleDeleteAll, "It deletes everything in a directory that must stay"},
	{RuleArithmetic, "It hides a command in a subscript, which bash runs while it calculates"},
	{RuleEmbedded, "Its code contains a command that is denied"},
	{RuleWholeTree, "It acts on everything below a directory that must stay; name the part that is meant"},
	{RuleTruncate, "It empties a file outside the workspace, which cannot be brought back"},
	{RuleMetadata, "It asks the cloud's metadata service, which gives out credentials"},
	{RuleEnvironment, "It shows the environment, which may hold secrets; name the variables instead"},
	{RuleSecretVariable, "It shows a variable or a setting that by its name holds a secret"},
	{RuleMassSend, "It sends messages to many recipients in a loop"},
}

// hazard makes a hazard of a rule; what is added to its sentence after a colon.
func hazard(rule, what string, span effect.Span) effect.Hazard {
	reason := "The command is dangerous"
	for i := range rules {
		if rules[i].rule == rule {
			reason = rules[i].reason
		}
	}
	if what != "" {
		reason += ": " + clip(strings.TrimSuffix(what, "."))
	}
	return effect.Hazard{Rule: rule, Reason: reason, Asks: rule == RuleEnvironment, Span: span}
}

// hazard reports a hazard.
func (a *analysis) hazard(rule, what string, span effect.Span) {
	a.addHazard(hazard(rule, what, span))
}

// concern reports a hazard that asks where its rule would deny.
func (a *analysis) concern(rule, what string, span effect.Span) {
	h := hazard(rule, what, span)
	h.Asks = true
	a.addHazard(h)
}

// effectKey tells effects apart, so that each is reported once.
type effectKey struct {
	kind    effect.Kind
	subject string
	start   int
	word    int
	more    string
	sum     uint64 // of the words of a command
}

// fresh reports whether an effect has not been reported yet.
func (a *analysis) fresh(k effectKey) bool {
	if a.seen == nil {
		a.seen = make(map[effectKey]struct{}, 8)
	}
	if _, ok := a.seen[k]; ok {
		return false
	}
	if len(a.seen) >= maxEffect {
		a.over = true
	}
	a.seen[k] = struct{}{}
	return true
}

func (a *analysis) addHazard(h effect.Hazard) {
	key := effectKey{kind: effect.KindHazard, subject: h.Rule, start: h.Span.Start, more: h.Reason}
	if h.Asks {
		key.word = 1
	}
	if a.fresh(key) {
		a.eff.Hazards = append(a.eff.Hazards, h)
	}
}

func (a *analysis) addOpaque(text, why string, place effect.OpaquePlace, span effect.Span) {
	if a.fresh(effectKey{kind: effect.KindOpaque, subject: text, start: span.Start, word: int(place)}) {
		a.eff.Opaque = append(a.eff.Opaque, effect.Opaque{Text: clip(text), Why: why, Place: place, Span: span})
	}
}

// opaqueCommand reports text that could be any command.
func (a *analysis) opaqueCommand(text, why string, span effect.Span) {
	a.addOpaque(text, why, effect.OpaqueCommand, span)
}

func (a *analysis) addPath(list *[]effect.Path, kind effect.Kind, p effect.Path) {
	more := ""
	if p.Tree {
		more = "tree"
	}
	if a.fresh(effectKey{kind: kind, subject: p.Name, start: p.Span.Start, word: p.Span.Word, more: more}) {
		*list = append(*list, p)
	}
}

func (a *analysis) addRun(p effect.Program) {
	// Its random seed keeps anyone from finding words that pass for others.
	a.hash.Reset()
	for _, w := range p.Words {
		a.hash.WriteString(w)
		a.hash.WriteByte(0)
	}
	sum := a.hash.Sum64()
	if a.fresh(effectKey{kind: effect.KindRun, subject: p.Script, start: p.Span.Start,
		word: len(p.Words)<<4 | int(p.Class), sum: sum}) {
		a.eff.Runs = append(a.eff.Runs, p)
	}
}
