package script

import (
	"regexp"
	"slices"
	"strings"
)

var (
	exprName  = regexp.MustCompile(`[\w.*\[\]'-]+`)
	outputSet = regexp.MustCompile(`([\w-]+)(=|<<)`)
	shellName = regexp.MustCompile(`\$\{?(\w+)`)
)

// untrusted are the last parts of names in an event whose text anybody chooses who opens an issue or a pull request, as
// GitHub lists them, and the objects that hold such parts.
var (
	untrusted = []string{"title", "body", "message", "page_name", "label", "head_branch", "display_title"}
	// untrustedOfOthers are so in what comes from elsewhere: a fork, a commit, a change.
	untrustedOfOthers = []string{"ref", "default_branch", "description", "homepage", "email", "name", "from"}
	untrustedObjects  = []string{"github", "event", "issue", "pull_request", "comment", "review", "discussion",
		"head_commit", "commits", "workflow_run", "head", "changes", "pages"}
)

// outsiders is the part of an expression whose text anybody can choose who opens an issue or a pull request, "" where
// there is none. What the project itself chooses is not: its names, its branches, inputs, labels and releases.
func outsiders(expression string) string {
	expression = withDots(expression)
	whole := strings.Contains(expression, "tojson") // the text of an object with all that is in it
	for _, name := range exprName.FindAllString(expression, -1) {
		name = strings.TrimSuffix(strings.Replace(name, "github.*", "github.event", 1), ".*")
		parts := strings.Split(name, ".")
		last := parts[len(parts)-1]
		switch {
		case name == "github.head_ref", whole && name == "github":
			return name
		case !strings.HasPrefix(name+".", "github.event."):
		case whole && slices.Contains(untrustedObjects, last):
			return name
		case len(parts) > 2 && slices.Contains(untrusted, last):
			return name
		case slices.Contains(untrustedOfOthers, last) && slices.ContainsFunc(parts, func(part string) bool {
			part, _, _ = strings.Cut(part, "[")
			return part == "head" || part == "forkee" || part == "changes" || strings.Contains(part, "commit")
		}):
			return name
		}
	}
	return ""
}

// outsider is what anybody can choose in an expression, the names that were set to such a thing among it.
func (f *workflow) outsider(expression string) string {
	if name := outsiders(expression); name != "" || len(f.tainted) == 0 {
		return name
	}
	for _, name := range exprName.FindAllString(withDots(expression), -1) {
		if f.tainted[name] {
			return name
		}
	}
	return ""
}

// taint keeps that a name holds what anybody can choose, if the text that it is set to does.
func (f *workflow) taint(name, text string) {
	for _, m := range f.marks.FindAllStringSubmatch(text, -1) {
		if f.outsider(m[1]) != "" {
			if f.tainted == nil {
				f.tainted = map[string]bool{}
			}
			f.tainted[strings.ToLower(name)] = true
		}
	}
}

// outputs keeps which outputs of a step hold what anybody can choose: those that a line sets from such a variable, and
// those of several lines if any line uses one.
func (f *workflow) outputs(id, run string) {
	sets := strings.Contains(run, "GITHUB_OUTPUT") || strings.Contains(run, "::set-output")
	if id == "" || len(f.tainted) == 0 || !sets {
		return
	}
	uses := func(s string) bool {
		return slices.ContainsFunc(shellName.FindAllStringSubmatch(s, -1), func(m []string) bool {
			return f.tainted["env."+m[1]]
		})
	}
	run = strings.ToLower(run)
	for line := range strings.Lines(run) {
		for _, m := range outputSet.FindAllStringSubmatch(line, -1) {
			if m[2] == "=" && uses(line) || m[2] == "<<" && uses(run) {
				f.tainted["steps."+strings.ToLower(id)+".outputs."+m[1]] = true
			}
		}
	}
}

// isByRight reports whether a name in small letters is of text that somebody chooses who has a right to, such as to
// start a run by hand, to label, or to release.
func (f *workflow) isByRight(name string) bool {
	rest, event := strings.CutPrefix(name, "github.event.")
	if strings.HasPrefix(rest, "inputs.") {
		return !f.closed[rest]
	}
	parts := strings.Split(rest, ".")
	last := parts[len(parts)-1]
	if !event || parts[0] == "client_payload" {
		return event
	}
	return last == "note" || (last == "name" || last == "tag_name" || last == "description") &&
		(parts[0] == "release" || strings.Contains(rest, "label") || strings.Contains(rest, "milestone"))
}
