package shell

import (
	"io/fs"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// maxInherited bounds the value of a variable that commands get, in bytes.
const maxInherited = 16 << 10

// Inherits reports whether commands may get a variable of the person's environment. Its name must not be that of a
// credential, and its value must not make a program run, load, trust or write something: the list of variables that
// judges assignments in commands decides this too. It must not name a socket, since the program behind it may act for
// the command.
func (a *Analyst) Inherits(name, text string, facts engine.Facts) bool {
	lastWord := strings.ToUpper(name[strings.LastIndexByte(name, '_')+1:])
	if secretName(name) || table.Listed("credential-endings", lastWord) || len(text) > maxInherited ||
		strings.ContainsRune(text, 0) {
		return false
	}
	if strings.HasPrefix(text, "/") && facts.FS != nil {
		if info, err := facts.FS.Lstat(text); err == nil && info.Mode&fs.ModeSocket != 0 {
			return false
		}
	}
	g := a.grammar()
	defer a.grammars.Put(g)
	var eff effect.Effects
	w := newAnalysis(a.programs(), g, &facts, "", &eff)
	w.checkEnv(name, value.Text(text), effect.Span{})
	if name == "GOFLAGS" { // these may say where modules come from: -mod=mod asks, but runs nothing
		eff.Hazards = slices.DeleteFunc(eff.Hazards, func(h effect.Hazard) bool { return h.Asks })
	}
	return !w.over && len(eff.Hazards)+len(eff.Opaque)+len(eff.Writes)+len(eff.Deletes)+len(eff.Connects)+
		len(eff.Runs) == 0
}
