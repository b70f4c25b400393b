package script

import (
	"slices"
	"strings"
)

// outsidersParts are the parts of an event that hold text of anybody.
var outsidersParts = [...]string{"issue", "pull_request", "comment", "review", "discussion", "head_commit", "commits",
	"workflow_run", "head", "changes", "pages"}

// outsiders is the part of an expression whose text anybody can choose who opens an issue or a pull request, "" where
// there is none.
func outsiders(expression string) string {
	whole := strings.Contains(strings.ToLower(expression), "tojson") // the text of a part with all that is in it
	for name := range strings.FieldsFuncSeq(tight(expression), func(r rune) bool {
		return r != '.' && r != '*' && r != '-' && r != '[' && r != ']' && r != '\'' && (r > 127 || !wordByte(byte(r)))
	}) {
		lower := strings.NewReplacer("['", ".", "']", "", "github.*", "github.event").Replace(strings.ToLower(name))
		lower = strings.TrimSuffix(lower, ".*")
		rest, ok := strings.CutPrefix(lower, "github.event.")
		if lower == "github.head_ref" || whole && (lower == "github" || lower == "github.event") {
			return name
		}
		if !ok {
			continue
		}
		if whole && slices.Contains(outsidersParts[:], rest[strings.LastIndexByte(rest, '.')+1:]) {
			return name
		}
		switch last := rest[strings.LastIndexByte(rest, '.')+1:]; last {
		case "title", "body", "message", "page_name", "label", "head_branch", "display_title":
			return name
		case "from":
			if strings.Contains(rest, "changes.") {
				return name
			}
		case "ref", "default_branch":
			if strings.Contains(rest, "pull_request.head") || strings.Contains(rest, "head.repo") {
				return name
			}
		case "description", "homepage":
			if strings.Contains(rest, "head.repo") || strings.Contains(rest, "forkee") {
				return name
			}
		case "email", "name":
			if strings.Contains(rest, "commit") {
				return name
			}
		}
	}
	return ""
}

// tight is an expression without blanks around its brackets and dots.
func tight(expression string) string {
	var b strings.Builder
	last := byte('.')
	for word := range strings.FieldsSeq(expression) {
		if strings.IndexByte("[.", last) < 0 && strings.IndexByte("[].", word[0]) < 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
		last = word[len(word)-1]
	}
	return b.String()
}

// taint keeps that a name holds what anybody can choose, if the text that it is set to does.
func (f *workflow) taint(name, text string) {
	for at := 0; ; {
		_, end, inner, ok := expression(text, at)
		if !ok {
			return
		}
		if f.outsider(inner) != "" {
			if f.tainted == nil {
				f.tainted = map[string]bool{}
			}
			f.tainted[strings.ToLower(name)] = true
		}
		at = end
	}
}

// outputs keeps which outputs of a step hold what anybody can choose, as the lines of its script set them.
func (f *workflow) outputs(id, run string) {
	sets := strings.Contains(run, "GITHUB_OUTPUT") || strings.Contains(run, "::set-output")
	if id == "" || len(f.tainted) == 0 || !sets {
		return
	}
	several := ""
	for line := range strings.Lines(strings.ToLower(run)) {
		name := several
		if i := strings.IndexAny(line, "=<"); i > 0 {
			head := strings.TrimRight(line[:i], "= ")
			from := len(head)
			for from > 0 && (wordByte(head[from-1]) || head[from-1] == '-') {
				from--
			}
			if strings.HasPrefix(line[i:], "<<") && from < len(head) {
				several = head[from:]
			}
			if line[i] == '=' {
				name = head[from:]
			}
		}
		if name != "" && f.uses(line) {
			f.tainted["steps."+strings.ToLower(id)+".outputs."+name] = true
		}
	}
}

// uses reports whether a line in small letters writes a variable out that holds what anybody can choose.
func (f *workflow) uses(line string) bool {
	for rest := line; ; {
		_, after, ok := strings.Cut(rest, "$")
		if !ok {
			return false
		}
		after = strings.TrimPrefix(after, "{")
		if f.tainted["env."+after[:wordEnd(after)]] {
			return true
		}
		rest = after
	}
}
