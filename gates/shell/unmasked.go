package shell

import (
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// reportUnmasked adds reads that the command does not name and that no mask covers: contents that git prints, and, if
// nothing confines the command, the directory in which a search without a directory looks.
func reportUnmasked(ap *applied) {
	switch {
	case ap.probing > 0:
		return
	case ap.in.Name == "git", strings.HasPrefix(ap.in.Name, "git "):
		reportPrinted(ap)
		return
	case ap.facts.Confinement.Confined(), ap.in.Names:
		return
	}
	if access, here := searchesHere(ap); here {
		reportReadsBelow(ap, ".", access)
	}
}

// reportReadsBelow reports a read of a directory and all below it.
func reportReadsBelow(ap *applied, dir string, access effect.Access) {
	paths, _ := ap.resolve(dir, ap.dirs, false)
	for _, p := range paths {
		p.Tree, p.Span, p.Access = true, ap.words[0].Span, access
		ap.addPath(&ap.eff.Reads, effect.KindRead, p)
	}
}

// searchesHere reports whether the command searches the directory that it is in, for want of an operand, and how much
// of it. Some search what they are piped instead.
func searchesHere(ap *applied) (effect.Access, bool) {
	if hasKind(ap, table.ReadTree, table.Read) || hasExactFlag(ap, "--help", "--version", "-V", "--type-list") ||
		len(ap.words) < 2 {
		return 0, false
	}
	switch ap.in.Name {
	case "grep", "egrep", "fgrep", "ggrep":
		return effect.AccessContent, recursive(ap.walker, ap.words) || hasFlag(ap, "--dereference-r")
	case "rgrep":
		return effect.AccessContent, true
	case "rg", "ag", "ack", "ugrep", "ug":
		if !ap.stdin.None || ap.in.Name == "ack" && hasExactFlag(ap, "-f", "-g") { // names alone
			return 0, false
		}
		if ap.in.Name == "ack" || searchesHidden(ap) {
			return effect.AccessContent, true
		}
		return effect.AccessVisible, true
	}
	return 0, false
}

// searchesHidden reports whether a flag says that files with a dot in front are searched too, or a pattern finds them.
func searchesHidden(ap *applied) bool {
	return anyWord(flagValues(ap.words, "-g", "--glob", "--iglob"), findsHidden) ||
		anyWord(ap.words[1:], func(w word) bool {
			short := strings.HasPrefix(w.Text, "-") && !strings.HasPrefix(w.Text, "--")
			return !w.Known && !w.Flagless || hasAnyPrefix(w.Text, "--hidden", "--unr", "--include") ||
				short && strings.ContainsAny(w.Text, "u.") ||
				short && strings.LastIndexByte(w.Text, 'g') > 1 && w.Text[1] != 'g' && w.Text[1] != 't'
		})
}

// findsHidden reports whether a pattern of names to search may match one with a dot in front.
func findsHidden(w word) bool {
	base := w.Text[strings.LastIndexByte(w.Text, '/')+1:]
	return !w.Known || !strings.HasPrefix(w.Text, "!") && effect.EndsOf(strings.TrimPrefix(base, "*")) == 0 &&
		(strings.Contains(w.Text, "{") || base == "" || strings.IndexByte(`.*?[\`, base[0]) >= 0)
}

// gitWords are the words behind the subcommand.
func gitWords(ap *applied) []word {
	at := ap.in.Sub
	if at == 0 {
		subs := strings.Fields(ap.in.Name)
		at = wordAt(ap.words, func(w word) bool { return w.Text == subs[len(subs)-1] })
	}
	return ap.words[at+1:]
}

// isFile reports whether a word is the name of something in the directory.
func isFile(ap *applied, w word) bool {
	return w.Known && !w.Many && w.Text != "" && !isMissing(ap, w.Text)
}
