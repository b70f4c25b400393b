package gates

import (
	"path"
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/paths"
)

// printers are git's commands that print what files hold, or write it elsewhere.
var printers = [...]string{"show", "diff", "log", "archive", "cat-file", "grep", "blame", "annotate", "diff-tree",
	"diff-index", "diff-files", "format-patch", "whatchanged", "difftool", "range-diff", "show-branch", "stash",
	"checkout-index", "bundle", "fast-export", "unpack-file", "merge-file", "textconv"}

// gitTexts are options of git whose next word is text, and no path.
var gitTexts = [...]string{"-S", "-G", "-m", "-e", "-n", "-O", "-U", "--grep", "--author", "--committer", "--since",
	"--until", "--format", "--pretty", "--date", "-C", "-c", "-i", "--max-count"}

// gitNamesSecret denies a path or a pattern of git that names a secret: what git keeps
// is masked nowhere else, not in a commit and not in the index.
func (j *judgement) gitNamesSecret(r effect.Program, e effect.Effect, says cause.Cause) bool {
	if baseName(r.Name) != "git" || len(r.Words) < 2 {
		return false
	}
	at := slices.IndexFunc(r.Words, func(w string) bool { return slices.Contains(printers[:], w) })
	if at < 0 {
		return false
	}
	only := false                 // after --, there are only paths
	text := r.Words[at] == "grep" // the next word is what is looked for
	for i := at + 1; i < len(r.Words); i++ {
		w := r.Words[i]
		if w == "--" {
			only, text = true, false
			continue
		}
		if lines, is := strings.CutPrefix(w, "-L"); is && !only {
			w = lines[strings.LastIndexByte(lines, ':')+1:]
		} else if strings.HasPrefix(w, "-") && !only {
			if slices.Contains(gitTexts[:], w) {
				text = text && w != "-e"
				i++
			}
			continue
		}
		if text {
			text = false
			continue
		}
		name := gitName(w, only)
		if kind := j.gitSecret(name); kind != "" {
			c := says.Naming(w).Because(cause.NamesCommittedSecret, kind)
			c.Path = w
			j.add("secret", e, c)
			return true
		}
		if j.c.Facts.Private != nil && name != "" {
			p, err := effect.Resolve(j.c.Facts.FS, j.c.Facts.Dir, name)
			if err == nil && j.namesPrivate(p, w, e, says) {
				return true
			}
		}
	}
	return false
}

// gitName is the path that an argument of git names, as it may be; "" for none.
func gitName(w string, only bool) string {
	name := w
	switch {
	case strings.HasPrefix(w, ":(") && strings.Contains(w, ")"):
		magic, rest, _ := strings.Cut(w, ")")
		if strings.Contains(magic, "exclude") {
			return ""
		}
		name = rest
	case strings.HasPrefix(w, ":!"), strings.HasPrefix(w, ":^"):
		return ""
	case strings.HasPrefix(w, ":/"):
		name = w[2:]
	case !only:
		// REVISION:PATH, :PATH and :STAGE:PATH
		name = w[strings.LastIndexByte(w, ':')+1:]
	}
	if name = strings.Trim(name, "/"); strings.ContainsAny(name, " \t\n") {
		return ""
	}
	return name
}

// gitSecret says what kind of secret a path of git is, "" for none.
func (j *judgement) gitSecret(name string) string {
	if name == "" {
		return ""
	}
	if strings.ContainsAny(name, "*?[") {
		return paths.SecretPattern(path.Base(name))
	}
	kind, _ := paths.Secret(path.Join(j.c.Facts.Dir, name), false)
	return kind
}
