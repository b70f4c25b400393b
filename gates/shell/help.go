package shell

import (
	"regexp"

	"pp/gates/shell/table"
)

// subcommand matches a word that can be a subcommand and nothing else.
var subcommand = regexp.MustCompile(`^[a-z0-9_][a-z0-9_-]*$`)

// onlyPrintsHelp reports whether a confined program, every subcommand of which tells about itself when --help comes
// last, is asked for that.
func onlyPrintsHelp(m *walker, words []word) bool {
	last := len(words) - 1
	if !m.facts.Confinement.Confined() || words[last].Text != "--help" || !table.Listed("help-programs", words[0].Text) {
		return false
	}
	return last > 0 && !anyWord(words[1:last], func(w word) bool {
		return !w.Known || !subcommand.MatchString(w.Text) || table.Listed("run-subcommands", w.Text)
	})
}
