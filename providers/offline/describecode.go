package offline

import (
	"fmt"
	"strings"
	"unicode"
)

// isDiff reports a unified diff: hunks, and the files they belong to.
func isDiff(sample []string) bool {
	hunks, files := 0, 0
	for _, line := range sample {
		switch {
		case strings.HasPrefix(line, "@@ -"):
			hunks++
		case strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "diff --git "):
			files++
		}
	}
	return hunks > 0 && files > 0
}

// fileChange is what a diff does to one file.
type fileChange struct {
	path           string
	added, removed int
	verb           string
	where          []string // what hunks say they are in
}

// describeDiff says which files a diff changes, how much and where.
func describeDiff(text string) []string {
	const mostFiles, mostWhere = 10, 3
	var changes []*fileChange
	cur := &fileChange{}
	old, inHunk := "", false
	added, removed := 0, 0
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "diff --git "):
			inHunk = false
		case strings.HasPrefix(line, "--- ") && !inHunk:
			old = diffPath(line[4:])
		case strings.HasPrefix(line, "+++ ") && !inHunk:
			cur = &fileChange{path: diffPath(line[4:]), verb: "changed"}
			switch {
			case cur.path == "/dev/null":
				cur.path, cur.verb = old, "deleted"
			case old == "/dev/null":
				cur.verb = "new"
			}
			changes = append(changes, cur)
		case strings.HasPrefix(line, "@@ -"):
			inHunk = true
			if _, where, ok := strings.Cut(line[2:], "@@"); ok && strings.TrimSpace(where) != "" && len(cur.where) < mostWhere {
				if where = shorten(strings.Trim(where, " {"), 60); len(cur.where) == 0 || cur.where[len(cur.where)-1] != where {
					cur.where = append(cur.where, where)
				}
			}
		case inHunk && strings.HasPrefix(line, "+"):
			cur.added++
			added++
		case inHunk && strings.HasPrefix(line, "-"):
			cur.removed++
			removed++
		case line == "-- " || line != "" && !strings.ContainsRune(" \\", rune(line[0])):
			inHunk = false
		}
	}
	lines := []string{fmt.Sprintf("A diff of %s: %s added, %s removed.", plural(len(changes), "file"), plural(added, "line"), group(removed))}
	for _, c := range changes[:min(len(changes), mostFiles)] {
		line := fmt.Sprintf("%s: %s, +%s −%s", shorten(c.path, 100), c.verb, group(c.added), group(c.removed))
		if len(c.where) > 0 {
			line += ", in " + strings.Join(c.where, "; ")
		}
		lines = append(lines, line)
	}
	if n := len(changes) - mostFiles; n > 0 {
		lines = append(lines, plural(n, "more file")+".")
	}
	return lines
}

func diffPath(field string) string {
	path, _, _ := strings.Cut(field, "\t")
	if len(path) > 2 && path[1] == '/' && (path[0] == 'a' || path[0] == 'b') {
		return path[2:]
	}
	return path
}

// isCode needs half of at least six lines, comments and fenced blocks left out,
// to look as lines of a program do.
func isCode(sample []string) bool {
	code, total, fenced := 0, 0, false
	for _, line := range sample {
		t := strings.TrimSpace(line)
		if fenceLength(t) > 0 || hasFoldPrefix(t, "#+begin_") || hasFoldPrefix(t, "#+end_") {
			fenced = !fenced
			continue
		}
		if _, comment := commentText(t); fenced || comment {
			continue
		}
		total++
		if isCodeLine(t) {
			code++
		}
	}
	return total >= 6 && code*2 > total
}

func isCodeLine(t string) bool {
	switch t[len(t)-1] {
	case '{', '}', ';', '(', '[':
		return true
	case ')', ']', ':':
		if declares(t) != "" || strings.IndexAny(t, "(=[") > 0 || len(t) < 3 {
			return true
		}
	}
	word, _, _ := strings.Cut(t, " ")
	switch word {
	case "import", "package", "#include", "#define", "return", "elif", "else:", "end", "fi", "done", "esac", "then", "local",
		"export", "func", "def", "fn", "let", "const", "var", "raise", "assert", "defer", "try:", "(defun", "(setq", "(let":
		return true
	}
	if at := strings.IndexByte(t, '='); at > 0 && !strings.ContainsAny(strings.TrimRight(t[:at], " :+-*/|&"), " ,") {
		return true
	}
	return t[0] == '}' || t[0] == ')' || t[0] == '(' && strings.HasSuffix(t, "))") || t[0] == '<' && t[len(t)-1] == '>'
}

// declares is the name a line declares, "" if it declares none.
func declares(t string) string {
	for range 4 {
		word, rest, ok := strings.Cut(t, " ")
		if !ok {
			return ""
		}
		switch word {
		case "pub", "public", "private", "protected", "static", "export", "async", "default", "abstract", "final", "pub(crate)":
			t = rest
			continue
		case "func", "def", "class", "type", "fn", "struct", "enum", "trait", "interface", "function", "module",
			"(defun", "(defmacro", "(defclass", "(define", "impl":
			if word == "func" && strings.HasPrefix(rest, "(") { // a Go method: skip its receiver
				if _, after, ok := strings.Cut(rest, ") "); ok {
					rest = after
				}
			}
			rest = strings.TrimLeft(rest, "(* ")
			end := strings.IndexFunc(rest, func(r rune) bool { return !isWordRune(r) && !strings.ContainsRune("_-?!'$", r) })
			if end < 0 {
				end = len(rest)
			}
			return rest[:end]
		}
		return ""
	}
	return ""
}

// commentText is what a comment line says.
func commentText(t string) (string, bool) {
	for _, mark := range []string{"///", "//!", "//", "/**", "/*", ";;;", ";;", "--", `"""`, "'''"} {
		if rest, ok := strings.CutPrefix(t, mark); ok {
			return strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(rest, "*/"), `"""`)), true
		}
	}
	if t == "*/" || t == "*" {
		return "", true
	}
	if rest, ok := strings.CutPrefix(t, "* "); ok {
		return strings.TrimSpace(rest), true
	}
	if strings.HasPrefix(t, "#!") || t == "#" {
		return "", true
	}
	if rest, ok := strings.CutPrefix(t, "# "); ok {
		return strings.TrimSpace(rest), true
	}
	return "", false
}

// describeCode says how long a program is and what it declares, and gives the
// sentences that carry its comments.
func describeCode(text string) []string {
	const mostNames, mostSentences = 12, 4
	var comments strings.Builder
	var names []string
	seen := map[string]bool{}
	total, commented := 0, 0
	for line := range strings.Lines(text) {
		total++
		t := strings.TrimSpace(line)
		if said, ok := commentText(t); ok {
			commented++
			comments.WriteString(said + "\n")
			continue
		}
		comments.WriteByte('\n')
		if name := declares(t); name != "" && !seen[name] && len(names) < 1000 {
			seen[name] = true
			names = append(names, name)
		}
	}
	said := "Source code of " + plural(total, "line")
	if commented > 0 {
		said += ", " + group(commented) + " of them comments"
	}
	lines := []string{said + "."}
	if len(names) > 0 {
		lines = append(lines, "It declares "+listed(names, mostNames)+".")
	}
	doc := readDocument(withoutLicence(comments.String()))
	if len(doc.sentences) == 0 {
		return lines
	}
	for _, at := range chooseSentences(doc, detectLanguage(comments.String()), min(mostSentences, len(doc.sentences))) {
		if s := doc.sentences[at].text; strings.IndexFunc(s, unicode.IsSpace) > 0 {
			lines = append(lines, s)
		}
	}
	return lines
}

// withoutLicence drops the paragraphs that say who may copy the file.
func withoutLicence(comments string) string {
	var kept []string
	for p := range strings.SplitSeq(comments, "\n\n") {
		lower := strings.ToLower(p[:min(len(p), 2000)])
		if !strings.Contains(lower, "copyright") && !strings.Contains(lower, "licen") && !strings.Contains(lower, "spdx") {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, "\n\n")
}
