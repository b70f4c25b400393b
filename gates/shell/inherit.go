package shell

import (
	"io/fs"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
	"pp/gates/shell/value"
)

// maxInherited bounds the value of a variable that commands get, in bytes.
const maxInherited = 16 << 10

// Inherits reports whether commands may get a variable of the person's environment. It must not hold a credential by
// its name, and no program may run, load, trust or write something because of its value: the same list decides that
// judges a command which sets the variable. Nor may it name a socket, at which a program may lend what it keeps.
func (a *Analyst) Inherits(name, text string, facts engine.Facts) bool {
	if secretName(name) || len(text) > maxInherited || strings.ContainsRune(text, 0) {
		return false
	}
	if strings.HasPrefix(text, "/") && facts.FS != nil {
		if info, err := facts.FS.Lstat(text); err == nil && info.Mode&fs.ModeSocket != 0 {
			return false
		}
	}
	g, _ := a.grammars.Get().(*grammar)
	if g == nil {
		g = newGrammar()
	}
	defer a.grammars.Put(g)
	var eff effect.Effects
	w := newAnalysis(a.programs(), g, &facts, "", &eff)
	w.checkEnv(name, value.Text(text), effect.Span{})
	if name == "GOFLAGS" { // which also say where modules come from: -mod=mod asks, and runs nothing
		eff.Hazards = slices.DeleteFunc(eff.Hazards, func(h effect.Hazard) bool { return h.Asks })
	}
	return !w.over && len(eff.Hazards)+len(eff.Opaque)+len(eff.Writes)+len(eff.Deletes)+len(eff.Connects)+
		len(eff.Runs) == 0
}
