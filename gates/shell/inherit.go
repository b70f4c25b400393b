package shell

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	if !isHandedOn(name, text) {
		return false
	}
	if strings.HasPrefix(text, "/") && facts.FS != nil {
		if info, err := facts.FS.Lstat(text); err == nil && info.Mode&fs.ModeSocket != 0 {
			return false
		}
	}
	eff, over := a.assigned(name, text, facts)
	if name == "GOFLAGS" { // these may say where modules come from: -mod=mod asks, but runs nothing
		eff.Hazards = slices.DeleteFunc(eff.Hazards, func(h effect.Hazard) bool { return h.Asks })
	}
	return !over && len(eff.Hazards)+len(eff.Opaque)+len(eff.Writes)+len(eff.Deletes)+len(eff.Connects)+
		len(eff.Runs) == 0
}

// Lasts reports whether a variable that a command exported is one for the commands after it, which are judged as if
// they began by exporting it. It must not be a variable of bash itself, whose next start would read it differently,
// nor hold a credential, nor be denied. PATH may gain directories of the workspace alone, in which a program is judged
// as what it is.
func (a *Analyst) Lasts(name, text string, facts engine.Facts) bool {
	facts.Confinement = engine.Confinement{} // what another command would take from it is not asked about again
	ofBash := table.Listed("bash-obeys", name) || table.Listed("only-shell", name) ||
		table.Listed("only-shell-numbers", name) || hasAnyPrefix(name, table.Marks("bash-obeys-prefixes")...)
	odd := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }
	if !validName(name) || ofBash || !isHandedOn(name, text) || !utf8.ValidString(text) ||
		strings.ContainsFunc(text, odd) {
		return false
	}
	if name == "PATH" {
		return a.lastsPath(text, facts)
	}
	eff, over := a.assigned(name, text, facts)
	return !over && !slices.ContainsFunc(eff.Hazards, func(h effect.Hazard) bool { return !h.Asks })
}

// lastsPath is Lasts for a PATH: what it has besides directories of the workspace may be inherited.
func (a *Analyst) lastsPath(text string, facts engine.Facts) bool {
	var rest []string
	for dir := range strings.SplitSeq(text, ":") {
		at, err := effect.Resolve(facts.FS, facts.Dir, dir)
		_, inside := facts.Workspace.Contains(at.Name)
		if !strings.HasPrefix(dir, "/") {
			return false
		}
		if err != nil || !inside {
			rest = append(rest, dir)
		}
	}
	return len(rest) > 0 && a.Inherits("PATH", strings.Join(rest, ":"), facts)
}

// isHandedOn reports whether a variable is one that pp hands to commands at all.
func isHandedOn(name, text string) bool {
	lastWord := strings.ToUpper(name[strings.LastIndexByte(name, '_')+1:])
	return !secretName(name) && !table.Listed("credential-endings", lastWord) && len(text) <= maxInherited &&
		!strings.ContainsRune(text, 0)
}

// assigned is what it would do to give a variable a value; over says that this was too much to find out.
func (a *Analyst) assigned(name, text string, facts engine.Facts) (eff effect.Effects, over bool) {
	g := a.grammar()
	defer a.grammars.Put(g)
	w := newWalker(a.programs(), g, &facts, "", &eff)
	w.checkEnv(name, value.Text(text), effect.Span{})
	return eff, w.over
}

// begins gives the variables that earlier commands exported to a command, as if it began by exporting them. PATH is in
// the environment already, in which programs are found.
func begins(a *walker) {
	for _, name := range slices.Sorted(maps.Keys(a.facts.Exported)) {
		if name == "PATH" {
			continue
		}
		v := value.Text(a.facts.Exported[name])
		v.Exported = true
		a.state.set(name, v)
		assignParameter(a, name, v, effect.Span{})
	}
}
