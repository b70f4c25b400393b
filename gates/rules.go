package gates

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"pp/engine"
)

// Row is one line of the rule table: what effect it is about, under which of
// the dispatcher's names it is reported, and what it decides.
type Row struct {
	Name     string
	Check    string          // one of the eleven names of the dispatcher
	Decision engine.Decision // as built in
	Waivable bool            // whether a permission, --accept-edits, a session grant or a learned rule may clear an ask
	// Tried says that what a command asks about by this row is gone with the layer that it runs in.
	Tried bool
	Doc   string
}

// ByPermission reports whether, although the row is not Waivable, a permission may clear its ask which names the
// program and its subcommand.
func (r Row) ByPermission() bool { return slices.Contains(byPermission[:], r.Name) }

// checks are the eleven names under which findings about effects are reported.
var checks = [...]string{"lisp-syntax", "repl-verified", "secret-path", "self-build", "content-exposure",
	"vault-secret", "privacy-tag", "privacy-text", "shell-safety", "network-exfil", "high-impact"}

// Rules is the rule table by row name. It is read-only.
type Rules map[string]Row

// DefaultRules is a copy of the built-in table.
func DefaultRules() Rules { return maps.Clone(builtIn()) }

//go:embed rules.txt
var rulesText string

// builtIn reads the table. It is part of the program, so an error in it panics.
var builtIn = sync.OnceValue(func() Rules {
	rules := Rules{}
	for line := range strings.Lines(rulesText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Split(strings.TrimSpace(line), " | ")
		text, tried := strings.CutSuffix(columns[2], " tried")
		text, waivable := strings.CutSuffix(text, " waivable")
		decision, ok := engine.ParseDecision(text)
		if _, twice := rules[columns[0]]; twice || !ok {
			panic("gates: the rule " + columns[0] + " stands there twice, or decides nothing")
		}
		rules[columns[0]] = Row{columns[0], columns[1], decision, waivable, tried, columns[3]}
	}
	return rules
})

// Names lists the rows in the order they are shown.
func (r Rules) Names() []string { return slices.Sorted(maps.Keys(r)) }

// Check reports whether a person's changes to the table are allowed: known
// rows, and no denial changed. All mistakes are in the error.
func (r Rules) Check(changes engine.RuleTable) error {
	var wrong []string
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		row, ok := r[name]
		switch {
		case !ok:
			wrong = append(wrong, fmt.Sprintf("there is no rule %q; `pp gates` lists them", name))
		case row.Decision == engine.Deny && changes[name] != engine.Deny:
			wrong = append(wrong, fmt.Sprintf("rule %q is a denial; no configuration can change it", name))
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%s", strings.Join(wrong, "; "))
	}
	return nil
}

// InForce is every row's decision under a person's changes.
func (r Rules) InForce(changes engine.RuleTable) engine.RuleTable {
	out := make(engine.RuleTable, len(r))
	for name := range r {
		row, _ := r.inForce(name, changes)
		out[name] = row.Decision
	}
	return out
}

// inForce is what a row decides under a person's changes. An unknown row
// denies, and a denial stays one whatever the changes say.
func (r Rules) inForce(name string, changes engine.RuleTable) (Row, bool) {
	row, ok := r[name]
	if !ok {
		return Row{Name: name, Check: "shell-safety"}, false
	}
	if d, changed := changes[name]; changed && row.Decision != engine.Deny {
		row.Decision = d
	}
	return row, true
}

// byPermission lists the rows for effects that no word of a command names. --accept-edits waives none of them; a
// permission, a grant or a learned rule waives them only if it names the program and its subcommand.
var byPermission = [...]string{"hazard-ask", "git-index", "git-objects", "git-refs", "git-stash", "git-config",
	"git-personal", "git-worktrees", "git-modules", "git-tree", "write-anything",
	"write-manifest"}
