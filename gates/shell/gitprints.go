package shell

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// reportPrinted adds reads for the contents in commits and in the index that a git command prints. No mask covers them:
// the mask of a secret file covers only the file, and after another program has changed the text pp cannot find a
// secret in it. So everything that the arguments do not leave out counts as printed.
func reportPrinted(ap *applied) {
	p := &printing{applied: ap, name: subcommandOf(ap)}
	if ap.in.Known && ap.in.Names || !printsContent(p) {
		return
	}
	for _, dir := range ap.dirs {
		r, ok := findRepository(ap, dir)
		switch {
		case !ok && ap.facts.Confinement.Confined():
			continue
		case !ok:
			r.tree = dir
		}
		p.repo, p.dir, p.out = r, dir, nil
		printContents(p)
		for _, at := range p.out {
			at.Given, at.Tree, at.Span = at.Name, true, ap.words[0].Span
			ap.addPath(&ap.eff.Reads, effect.KindRead, at)
		}
	}
}

// printing describes a git command that prints contents.
type printing struct {
	*applied
	name string // the name of the subcommand, as in "git log"
	repo gitDir
	dir  string        // where it runs
	out  []effect.Path // the printed paths, each with everything below it
}

// subcommandOf returns the subcommand of git as the command spells it, if the table knows several spellings.
func subcommandOf(ap *applied) string {
	above := strings.LastIndexByte(ap.in.Name, ' ')
	if ap.in.Sub == 0 || above < 0 {
		return ap.in.Name
	}
	return ap.in.Name[:above+1] + ap.words[ap.in.Sub].Text
}

// printsContent reports whether the subcommand prints contents with these flags. An unknown one does.
func printsContent(p *printing) bool {
	name := p.name
	switch {
	case name == "git" && p.in.Known:
		return false
	case !p.in.Known:
		return true
	case table.Matches("git/prints-hunks", name):
		return saysFlag(p, "pi", "--patch", "--interactive", "--edit")
	case name == "git status", name == "git commit":
		return saysFlag(p, "vp", "--verbose", "--patch", "--interactive")
	case table.Matches("git/prints-nothing", name):
		return saysFlag(p, "", "--show-current-patch")
	case table.Matches("git/prints-patches", name):
		return showsPatch(p)
	case name == "git cat-file":
		return !hasExactFlag(p.applied, "-t", "-s", "-e")
	case name == "git diff", name == "git whatchanged":
		return showsPatch(p) || !isSummary(p)
	}
	return true
}

// showsPatch reports whether a flag makes a command print what changed.
func showsPatch(p *printing) bool {
	return saysFlag(p, "puUcLW", "--patch", "--unified", "--cc", "--binary", "--word-diff", "--check", "--remerge-diff")
}

// isSummary reports whether a flag makes a command print only names and numbers of the changed files.
func isSummary(p *printing) bool {
	return hasExactFlag(p.applied, "--stat", "--name-only", "--name-status", "--numstat", "--shortstat", "--summary",
		"-s", "--no-patch",
		"--dirstat", "--raw", "--quiet", "--compact-summary")
}

// saysFlag reports whether a word may be one of some flags: a letter in a word of short flags, or a long name or the
// beginning of one.
func saysFlag(p *printing, letters string, long ...string) bool {
	first := len(p.words) - len(gitWords(p.applied))
	for i, w := range p.words[first:] {
		text := w.Text
		if !w.Known {
			text = w.Prefix
		}
		name, _, _ := strings.Cut(text, "=")
		switch {
		case name == "" && !w.Known && !w.Flagless && slices.Contains(p.in.Args, first+i):
			return true
		case strings.HasPrefix(name, "--"):
			if len(name) > 3 && slices.ContainsFunc(long, func(f string) bool {
				return strings.HasPrefix(f, name) || strings.HasPrefix(name, f)
			}) {
				return true
			}
		case strings.HasPrefix(name, "-") && strings.ContainsAny(name, letters):
			return true
		}
	}
	return false
}

// printContents finds the printed paths: what the operands name, or everything where they may name anything.
func printContents(p *printing) {
	revisions, specs, ok := splitOperands(p)
	staged := saysFlag(p, "", "--cached", "--staged")
	diff, confined := p.name == "git diff", p.facts.Confinement.Confined()
	objects := 0
	for _, w := range revisions {
		if name, is := inRevision(p, w.Text); is && (diff || p.name == "git show" || p.name == "git cat-file") {
			p.out = append(p.out, effect.Path{Name: name, Access: effect.AccessTracked})
			objects++
		} else if strings.Contains(w.Text, ":") || mayBeSecret(p, w.Text) {
			ok = ok && (p.name == "git cat-file" && len(revisions) > 1 && namesNoFile(revisions[0]))
		}
	}
	access, shown := effect.AccessTracked, ""
	switch {
	case !ok:
		printAll(p)
		return
	case diff && outsideIndex(p, specs):
		if !confined { // masks cover the files otherwise
			printPaths(p, specs, effect.AccessContent, "")
		}
		return
	case p.name == "git cat-file", diff && objects == 2 && len(revisions) == 2,
		p.name == "git show" && (objects > 0 && objects == len(revisions) || isSummary(p) && !showsPatch(p)):
		return
	case diff && objects > 0 && (staged || len(specs) == 0): // a directory of a commit is compared as the whole tree
		printAll(p)
		return
	case diff && !staged && len(revisions) == 0:
		access = effect.AccessChanged
	case diff && staged:
		shown = shownRevisions(p, "diff --cached", revisions, specs)
	case diff && (len(revisions) == 2 || len(revisions) == 1 && strings.Contains(revisions[0].Text, "..")):
		shown = shownRevisions(p, "diff", revisions, specs)
	case p.name == "git grep":
		if len(revisions) == 0 && !staged && confined { // masks cover files that are the same in the index and in the tree
			access = effect.AccessChanged
		}
		if len(specs) == 0 && rootOf(p) != p.repo.dir {
			p.out = append(p.out, effect.Path{Name: p.dir, Access: access})
			return
		}
	case p.name == "git show":
		shown = shownRevisions(p, "show", revisions, specs)
	case p.name == "git log", p.name == "git whatchanged": // the others do not list the commits before a revision
		shown = shownRevisions(p, "log", revisions, specs)
	case !diff && !table.Matches("git/limited-by-paths", p.name):
		specs = nil
	}
	printPaths(p, specs, access, shown)
}

// namesNoFile reports whether git cat-file is asked for an object of a type that has no content of a file.
func namesNoFile(w word) bool { return slices.Contains([]string{"commit", "tree", "tag"}, w.Text) }

// splitOperands sorts the operands into revisions and paths as git does. It returns false if it cannot tell them apart,
// or if a flag makes git print files that the paths leave out.
func splitOperands(p *printing) (revisions, specs []word, ok bool) {
	if !p.in.Known || saysFlag(p, "L", "--full-diff", "--follow", "--stdin", "--pathspec-from-file", "--submodule",
		"--recurse-submodules", "--find-copies-harder") || hasExactFlag(p.applied, "--icase-pathspecs") || mayHave(p.walker,
		"GIT_ICASE_PATHSPECS") ||
		mayHave(p.walker, "GIT_INDEX_FILE") {
		return nil, nil, false
	}
	args := p.in.Args
	if p.name == "git grep" && len(args) > 0 && !saysFlag(p, "ef") {
		args = args[1:] // the pattern to search for
	}
	for _, at := range args {
		w := p.words[at]
		isPath := p.in.Ended > 0 && at > p.in.Ended
		switch {
		case !w.Known || w.Many:
			return nil, nil, false
		case isPath, p.in.Ended == 0 && (len(specs) > 0 || isFile(p.applied, w) || isGlob(w.Text)):
			specs = append(specs, w)
		default:
			revisions = append(revisions, w)
		}
	}
	return revisions, specs, true
}

// isGlob reports whether a word that does not follow "--" is a pattern of paths and not a revision.
func isGlob(text string) bool {
	return strings.ContainsAny(text, "*?[") && !strings.ContainsAny(text, ":{^")
}

// printAll adds everything in the repository.
func printAll(p *printing) { printPaths(p, nil, effect.AccessTracked, "") }

// rootOf returns the directory above all paths of the repository: the working tree, or the repository itself if it has
// no working tree or is not the one that git finds from there.
func rootOf(p *printing) string {
	switch nearest, ok := p.view.repositories().nearest(p.dir); {
	case p.repo.dir == "":
		return p.repo.tree
	case p.repo.tree == "", !ok, nearest != p.repo:
		return p.repo.dir
	}
	return p.repo.tree
}

// printPaths adds the contents below some paths, or of the whole tree if there are none.
func printPaths(p *printing, specs []word, access effect.Access, shown string) {
	root := rootOf(p)
	magic := func(w word) bool { return strings.HasPrefix(w.Text, ":") || strings.Contains(w.Text, `\`) }
	if len(specs) == 0 || root == p.repo.dir || anyWord(specs, magic) {
		p.out = append(p.out, effect.Path{Name: root, Access: access, Shown: shown})
		return
	}
	for _, w := range specs {
		name, ends := w.Text, effect.Ends(0)
		if at := strings.IndexAny(name, "*?["); at >= 0 {
			tail := name[strings.LastIndexAny(name, "*?[]")+1:]
			name, ends = name[:strings.LastIndexByte(name[:at], '/')+1], effect.EndsOf(path.Ext(tail))
		}
		// git does not follow links in the path.
		p.out = append(p.out, effect.Path{Name: path.Join(p.dir, name), Ends: ends, Access: access, Shown: shown})
	}
}

// inRevision returns the path of REVISION:PATH, or of :PATH in the index.
func inRevision(p *printing, text string) (string, bool) {
	revision, name, is := strings.Cut(text, ":")
	if !is || strings.Contains(revision, "..") || strings.ContainsAny(text, "{}") || strings.HasPrefix(text, ":/") ||
		rootOf(p) == p.repo.dir {
		return "", false
	}
	if stage, rest, staged := strings.Cut(name, ":"); staged && revision == "" && len(stage) == 1 {
		name = rest
	}
	if strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		return path.Join(p.dir, name), true
	}
	return path.Join(p.repo.tree, name), true
}

// mayBeSecret reports whether an object's name may be that of the content of a secret.
func mayBeSecret(p *printing, text string) bool {
	if len(text) < 4 || strings.Trim(strings.ToLower(text), "0123456789abcdef") != "" {
		return false
	}
	if p.facts.Commits == nil {
		return true
	}
	files, known := p.facts.Commits.Secrets(p.repo.dir)
	return !known || slices.ContainsFunc(files, func(f string) bool { return strings.HasPrefix(f, strings.ToLower(text)) })
}

// outsideIndex reports whether git diff compares plain files, and no contents in git.
func outsideIndex(p *printing, specs []word) bool {
	return hasExactFlag(p.applied, "--no-index") || p.repo.tree != "" && anyWord(specs, func(w word) bool {
		return len(specs) == 2 && !effect.Within(path.Join(p.dir, w.Text), p.repo.tree)
	})
}

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
