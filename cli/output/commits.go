package output

import (
	"strings"

	"pp/engine"
)

// Commits are the commits that a command made in its layer, as git's log of HEAD tells of them: a line each, with the
// beginning of its name and its subject. diff gives what became of the text of a change.
func Commits(did []engine.Reviewed, diff func(c engine.Change, limit int) string) (out []string) {
	for _, d := range did {
		if diff == nil || d.Finding.Decision == engine.Deny || !strings.HasSuffix(d.Path.Name, "/.git/logs/HEAD") {
			continue
		}
		for line := range strings.SplitSeq(diff(d.Change, MaxDiff), "\n") {
			added, isNew := strings.CutPrefix(line, "+")
			who, what, _ := strings.Cut(added, "\t")
			how, subject, found := strings.Cut(what, ": ")
			ids := strings.Fields(who)
			if isNew && found && strings.HasPrefix(how, "commit") && len(ids) > 1 && len(ids[1]) >= 40 {
				out = append(out, how+" "+ids[1][:7]+": "+subject)
			}
		}
	}
	return out
}
