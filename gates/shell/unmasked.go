package shell

import (
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// unmasked reports what is read without being named, where nothing confines the command and so nothing masks the
// secrets in it: the directory that a search looks through when it is given none, and what git prints of what it has.
func (ap *applied) unmasked() {
	if ap.facts.Confinement.Confined() || ap.in.Names || ap.probing > 0 {
		return
	}
	switch access, here := ap.searchesHere(); {
	case here:
		ap.readsBelow(".", access)
	case ap.printsTracked():
		access := effect.AccessTracked
		// Against the index, it shows no more than what was changed since, of what is in the working tree.
		if ap.in.Name == "git diff" && !ap.flag("--cached", "--staged") && len(ap.revisions()) == 0 {
			access = effect.AccessChanged
		}
		for _, spec := range ap.pathspecs() {
			ap.readsBelow(spec, access)
		}
	}
}

// readsBelow reports a read of a directory and all below it.
func (ap *applied) readsBelow(dir string, access effect.Access) {
	paths, _ := ap.resolve(dir, ap.dirs, false)
	for _, p := range paths {
		p.Tree, p.Span, p.Access = true, ap.words[0].Span, access
		ap.addPath(&ap.eff.Reads, effect.KindRead, p)
	}
}

// searchesHere reports whether the command searches the directory that it is in, for want of an operand, and how much
// of it. Some search what they are piped instead.
func (ap *applied) searchesHere() (effect.Access, bool) {
	if ap.has(table.ReadTree, table.Read) || ap.flag("--help", "--version", "-V", "--type-list") || len(ap.words) < 2 {
		return 0, false
	}
	switch ap.in.Name {
	case "grep", "egrep", "fgrep", "ggrep":
		return effect.AccessContent, recursive(ap.words) || ap.hasFlag("--dereference-r")
	case "rgrep":
		return effect.AccessContent, true
	case "rg", "ag", "ack", "ugrep", "ug":
		if !ap.stdin.None || ap.searchesType() || ap.in.Name == "ack" && ap.flag("-f", "-g") { // names alone
			return 0, false
		}
		if ap.in.Name == "ack" || ap.searchesHidden() {
			return effect.AccessContent, true
		}
		return effect.AccessVisible, true
	}
	return 0, false
}

// searchesHidden reports whether a flag says that files with a dot in front are searched too, or a pattern finds them.
func (ap *applied) searchesHidden() bool {
	if ap.hasFlag("--hidden", "--unr") {
		return true
	}
	for i, w := range ap.words[1:] {
		short := strings.HasPrefix(w.Text, "-") && !strings.HasPrefix(w.Text, "--")
		if !w.Known && !w.Flagless || short && strings.ContainsAny(w.Text, "u.") {
			return true
		}
		name, glob, is := strings.Cut(w.Text, "=")
		switch at := strings.IndexByte(w.Text, 'g'); {
		case short && at > 0:
			glob, is = w.Text[at+1:], at+1 < len(w.Text)
		case name != "--glob" && name != "--iglob" && name != "--include":
			continue
		}
		if !is && i+2 < len(ap.words) {
			w = ap.words[i+2]
			glob = w.Text
		}
		if !w.Known || findsHidden(glob) {
			return true
		}
	}
	return false
}

// findsHidden reports whether a pattern of names to search may match one with a dot in front.
func findsHidden(glob string) bool {
	base := glob[strings.LastIndexByte(glob, '/')+1:]
	return !strings.HasPrefix(glob, "!") && effect.EndsOf(strings.TrimPrefix(base, "*")) == 0 &&
		(strings.Contains(glob, "{") || base == "" || strings.IndexByte(`.*?[\`, base[0]) >= 0)
}

// searchesType reports whether rg searches files of one language only, of which none is a secret.
func (ap *applied) searchesType() bool {
	return ap.in.Name == "rg" && anyWord(flagValues(ap.words, "-t", "--type"), func(w word) bool {
		return w.Known && table.Listed("code-types", w.Text)
	})
}

// printsTracked reports whether a subcommand of git prints what files hold that it tracks.
func (ap *applied) printsTracked() bool {
	name := ap.in.Name
	summary := ap.flag("--stat", "--name-only", "--name-status", "--numstat", "--shortstat", "--summary", "-s",
		"--no-patch", "--dirstat", "--raw", "--quiet", "--compact-summary")
	patch := ap.flag("-p", "-u", "--patch", "-W", "-c", "--cc", "--binary", "--patch-with-stat") ||
		ap.hasFlag("-U", "--unif")
	switch {
	case table.Matches("git/prints-patches", name):
		return patch
	case !table.Matches("git/prints", name), summary && !patch && name != "git grep":
		return false
	case name == "git show":
		all := ap.revisions()
		return len(all) == 0 || anyWord(all, func(w word) bool { return !w.Known || !strings.Contains(w.Text, ":") })
	}
	return true
}

// revisions are the words of a git command, behind the subcommand, that are neither flags nor paths.
func (ap *applied) revisions() []word {
	var out []word
	for _, w := range ap.gitWords() {
		if w.Text == "--" {
			break
		}
		if !strings.HasPrefix(w.Text, "-") && !ap.isFile(w) {
			out = append(out, w)
		}
	}
	return out
}

// gitWords are the words behind the subcommand.
func (ap *applied) gitWords() []word {
	subs := strings.Fields(ap.in.Name)
	at := wordAt(ap.words, func(w word) bool { return w.Text == subs[len(subs)-1] })
	return ap.words[at+1:]
}

// isFile reports whether a word is the name of something in the directory.
func (ap *applied) isFile(w word) bool {
	return w.Known && !w.Many && w.Text != "" && !ap.missing(w.Text)
}

// pathspecs are the paths that what git prints is limited to, the directory itself where there are none. A pattern made
// for the names of secrets is judged elsewhere; another one limits what is printed to what is none.
func (ap *applied) pathspecs() []string {
	var out []string
	limited, only := false, false
	words := ap.gitWords()
	for i, w := range words {
		switch {
		case w.Text == "--":
			only = true
		case only && (!w.Known || w.Many || strings.HasPrefix(w.Text, ":")):
			return []string{"."}
		case only && strings.ContainsAny(w.Text, "*?["):
			if strings.Trim(w.Text[strings.LastIndexByte(w.Text, '/')+1:], "*?.") == "" {
				return []string{"."}
			}
			limited = true
		case only, !strings.HasPrefix(w.Text, "-") && ap.isFile(w) && !textOfFlag(ap.in.Name == "git grep", words, i):
			out, limited = append(out, w.Text), true
		}
	}
	if !limited {
		return []string{"."}
	}
	return out
}

// textOfFlag reports whether a word is what git grep searches for, or the value of a flag.
func textOfFlag(grep bool, words []word, i int) bool {
	if i == 0 {
		return grep
	}
	before := words[i-1].Text
	valued := len(before) == 2 && before[0] == '-' && strings.Contains("SGenOUCcimAB", before[1:])
	return valued || grep && len(before) > 1 && before[0] == '-' &&
		!anyWord(words, func(w word) bool { return w.Text == "-e" })
}
