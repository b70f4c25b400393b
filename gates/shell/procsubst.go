package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
)

// checkHiddenSubst refuses <(…) and >(…) inside of ${…}: the parser takes them for text, and bash runs them.
func checkHiddenSubst(text string, file *syntax.File) error {
	if !strings.Contains(text, "${") && !strings.Contains(text, "=~") || !hasProcess(text) {
		return nil
	}
	var bad error
	quoted := []bool{false}         // of the nodes on the way to the current one
	here := map[*syntax.Word]bool{} // bodies of here-documents, where bash does not look for it
	syntax.Walk(file, func(n syntax.Node) bool {
		if n == nil {
			quoted = quoted[:len(quoted)-1]
			return true
		}
		now := quoted[len(quoted)-1]
		switch n := n.(type) {
		case *syntax.DblQuoted:
			now = true
		case *syntax.Redirect:
			here[n.Hdoc] = n.Hdoc != nil
		case *syntax.Word:
			now = now || here[n]
		case *syntax.CmdSubst, *syntax.ProcSubst:
			now = false
		case *syntax.Lit:
			if !now && bad == nil && hasProcess(n.Value) {
				bad = positioned(text, int(n.ValuePos.Offset()), RuleDeceptive,
					cause.HiddenSubstitution.Bare())
			}
		}
		quoted = append(quoted, now)
		return true
	})
	return bad
}

// hasProcess reports whether text may hold a process substitution; bash sees no backslash before a newline.
func hasProcess(text string) bool {
	text = strings.ReplaceAll(text, "\\\n", "")
	return strings.Contains(text, "<(") || strings.Contains(text, ">(")
}
