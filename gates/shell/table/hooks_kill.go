package table

import (
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
)

// hookKill reads kill and its relatives: a signal, other flags, then processes by number, name or pattern.
func hookKill(c *call) {
	byName := c.out.Name != "kill" && c.out.Name != "tkill"
	c.out.Class = effect.ProgramActs
	signal, found, account := byName, false, false
	for ; c.next < len(c.argv); c.next++ {
		w := &c.argv[c.next]
		text := w.shown()
		switch {
		case !w.Known:
			c.emit(spec{kind: Signal}, c.next, text, false, w.Many)
			c.opaque(c.next, effect.OpaqueCommand, cause.ProcessUnknown.Bare())
			found = true
		case text == "--":
			signal, byName = true, false
		case in(" -g -G -P ", text) && c.next+1 == len(c.argv): // what xargs adds, else nothing at all
			found = true
		case Listed("kill/values", text) && c.next+1 < len(c.argv):
			c.next++
			signal = signal || in(" -s -n --signal ", text)
			found = found || in(" -g -G -P ", text)
			account = account || in(" -u --euid -U --uid -t --terminal ", text)
		case len(text) > 1 && text[0] == '-' && (!signal || byName):
			signal = true
		default:
			found = true
			c.process(c.next, text)
		}
	}
	if account && !found {
		c.hazard("process", engine.Deny, cause.SignalsTerminal.Bare(), 0)
	} else if !found || c.out.Name == "killall5" {
		c.hazard("process", engine.Deny, cause.SignalsMachine.Bare(), 0)
	}
	c.hazard("process", engine.Ask, cause.SignalsProcesses.Bare(), 0)
}

// process adds one process, with a hazard when the machine depends on it.
func (c *call) process(word int, text string) {
	c.emit(spec{kind: Signal}, word, text, true, false)
	plain := strings.Trim(text, "^$.*")
	switch {
	case text == "1", text == "-1", plain == "" && !isNumber(text):
		c.hazard("process", engine.Deny, cause.SignalsEvery.Bare(), word)
	case Listed("kill/keep-alive", text), Listed("kill/keep-alive", plain):
		c.hazard("protection", engine.Deny, cause.SignalsVital.Bare(), word)
	}
}
