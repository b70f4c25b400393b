package shell

import (
	"regexp"
	"slices"
	"strings"
)

// plainRevision matches a revision, or a range, that names commits by name or by position.
var plainRevision = regexp.MustCompile(`^[A-Za-z0-9_@][A-Za-z0-9_./@^~-]*(\{-?[a-z0-9]*\}[~^0-9]*)?$`)

// plainFlags matches flags that change how git shows commits, and not which commits.
var plainFlags = regexp.MustCompile(`^(-[puwbWs]|-U[0-9]+|--(patch|stat|oneline|no-color|color|cached|staged|minimal|` +
	`histogram|patience|function-context|no-ext-diff|no-textconv|no-patch|numstat|shortstat|summary|name-only|` +
	`name-status|no-renames|ignore-all-space|ignore-space-change|ignore-blank-lines|abbrev-commit|decorate|no-decorate|` +
	`graph|color-words|no-prefix|full-index)|--(color|format|pretty|date|unified|word-diff|stat|decorate)=.*)$`)

// count matches a flag that limits how many commits git shows.
var count = regexp.MustCompile(`^(-n?|--max-count=)([0-9]{1,9})$`)

// shownRevisions returns the words that decide which changed files a command shows; "" if the command has other words
// that might decide it. A count of commits together with paths does: git counts only the commits that change these
// paths.
func shownRevisions(p *printing, verb string, revisions, specs []word) string {
	words := strings.Fields(verb)
	for i := len(p.words) - len(gitWords(p.applied)); i < len(p.words); i++ {
		w := p.words[i]
		if w.Text == "-n" && i+1 < len(p.words) { // the next word is its value
			i++
			w = p.words[i]
			w.Text = "-n" + w.Text
		}
		switch limit := count.FindStringSubmatch(w.Text); {
		case !w.Known || w.Many:
			return ""
		case w.Text == "--" || slices.Contains(p.in.Args, i):
		case len(specs) > 0 && limit != nil:
			return ""
		case limit != nil:
			words = append(words, "-"+limit[2])
		case !plainFlags.MatchString(w.Text):
			return ""
		}
	}
	for _, w := range revisions {
		if !plainRevision.MatchString(w.Text) {
			return ""
		}
		words = append(words, w.Text)
	}
	return strings.Join(words, " ")
}
