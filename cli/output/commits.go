package output

import (
	"strings"

	"pp/engine"
)

// Commits lists the commits of a command in its layer, from git's log of HEAD: the short name and the subject.
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
