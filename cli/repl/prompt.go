package repl

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"pp/cli/setup"
)

// promptText is the prompt, with what is allowed unasked, how many rules are in force
// and how many actions wait. What cannot be read is not counted; its command says why.
func (t *conversation) promptText() string {
	var parts []string
	count := func(n int, one, many string) {
		switch n {
		case 0:
		case 1:
			parts = append(parts, "1 "+one)
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n, many))
		}
	}
	if t.agent.Settings.Options.AcceptEdits {
		parts = append(parts, "accept-edits")
	}
	if t.agent.Rules != nil {
		n, _ := t.agent.Rules.Active()
		count(n, "rule", "rules")
	}
	count(len(t.granted()), "grant", "grants")
	here, elsewhere := t.waiting()
	count(here, "pending", "pending")
	count(elsewhere, "pending elsewhere", "pending elsewhere")
	if len(parts) == 0 {
		return "pp> "
	}
	return "pp " + strings.Join(parts, ", ") + "> "
}

// waiting is how many actions wait for approval in this directory, and in others.
func (t *conversation) waiting() (here, elsewhere int) {
	if t.agent.Plans == nil {
		return 0, 0
	}
	plans, _ := t.agent.Plans.Pending()
	for _, p := range plans {
		if p.Dir == t.agent.Settings.Where.Dir {
			here++
		}
	}
	return here, len(plans) - here
}

// banner says with whom, where and how the conversation goes on.
func (t *conversation) banner() {
	if t.app.Options.Quiet {
		return
	}
	var asked []string
	for _, name := range t.agent.Providers.Order {
		if model := t.agent.Providers.Describe(name).Model; model != "" {
			name += "/" + model
		}
		asked = append(asked, name)
	}
	where := t.agent.Settings.Where
	place := "workspace " + where.Workspace.Root
	if where.Workspace.Root == "" {
		place = "no workspace (" + where.Workspace.Why + ")"
	}
	t.app.Out.Note("conversation", fmt.Sprintf("%s; %s; %s; /help lists the commands", strings.Join(asked, ", then "), place,
		modeOf(t.agent.Settings)))
}

// modeOf is what becomes of an action that the gates do not decide alone.
func modeOf(s *setup.Settings) string {
	var modes []string
	switch {
	case s.Options.DryRun:
		modes = append(modes, "nothing is carried out")
	case s.DenyAll:
		modes = append(modes, "what would ask is denied")
	case s.Options.AcceptEdits:
		modes = append(modes, "edits in the workspace are accepted")
	default:
		modes = append(modes, "edits are asked about")
	}
	if s.Options.NoTools {
		modes = append(modes, "no tools")
	}
	if s.Options.Ephemeral {
		modes = append(modes, "nothing is kept")
	}
	return strings.Join(modes, ", ")
}

// historyFile is where the lines typed in a workspace are kept, "" when there is no place
// for them. What is said about one project is not offered in another.
func historyFile(a *setup.Agent) string {
	dir := a.Settings.Kept("histories")
	if dir == "" || os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	place := sha256.Sum256([]byte(a.Place()))
	name := filepath.Join(dir, hex.EncodeToString(place[:8]))
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return ""
	}
	f.Close()
	return name
}
