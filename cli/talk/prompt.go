package talk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"pp/cli/exit"
	"pp/cli/setup"
)

// promptText is the prompt, with what is allowed unasked, how many rules are in force
// and how many actions wait. What cannot be read is not counted; its command says why.
func (c *conversation) promptText() string {
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
	if says := c.Agent.Machine.Says(); says != "" {
		parts = append(parts, says)
	}
	if c.Agent.Judge.AcceptEdits {
		parts = append(parts, "accept-edits")
	}
	if c.Agent.Rules != nil {
		n, _ := c.Agent.Rules.Active()
		count(n, "rule", "rules")
	}
	count(len(activeGrants(c.Agent)), "grant", "grants")
	here, elsewhere := waiting(c)
	count(here, "pending", "pending")
	count(elsewhere, "pending elsewhere", "pending elsewhere")
	if len(parts) == 0 {
		return "pp> "
	}
	return "pp " + strings.Join(parts, ", ") + "> "
}

// waiting is how many actions wait for approval in this directory, and in others.
func waiting(c *conversation) (here, elsewhere int) {
	if c.Agent.Plans == nil {
		return 0, 0
	}
	plans, _ := c.Agent.Plans.Pending()
	for _, p := range plans {
		if c.Agent.Settings.Has(p.Dir) {
			here++
		}
	}
	return here, len(plans) - here
}

// banner says with whom, where and how the conversation goes on.
func (c *conversation) banner() {
	if c.App.Options.Quiet {
		return
	}
	where := c.Agent.Settings.Where
	place := "workspace " + where.Workspace.Root
	if where.Workspace.Root == "" {
		place = "no workspace (" + where.Workspace.Why + ")"
	}
	c.App.Out.Note("conversation", fmt.Sprintf("%s; %s; %s; /help lists the commands",
		strings.Join(c.Agent.Providers.Asked(), ", then "), place, modeOf(c.Agent)))
}

// modeOf is what becomes of an action that the gates do not decide alone.
func modeOf(m *setup.Agent) string {
	switch {
	case m.Settings.Options.DryRun:
		return "nothing is carried out"
	case m.Settings.DenyAll:
		return "what would ask is denied"
	case m.Judge.AcceptEdits:
		return "edits in the workspace are accepted"
	}
	return "edits are asked about"
}

// acceptEdits switches whether edits in the workspace are asked about.
func (c *conversation) acceptEdits(_ context.Context, words []string) error {
	accept := !c.Agent.Judge.AcceptEdits
	switch strings.Join(words, " ") {
	case "":
	case "on":
		accept = true
	case "off":
		accept = false
	default:
		return exit.UsageError("write /accept-edits, /accept-edits on or /accept-edits off", "/accept-edits cannot do that")
	}
	c.Agent.Judge.AcceptEdits = accept
	return c.App.Out.Print(modeOf(c.Agent) + "\n")
}

// historyFile is where the lines typed in a workspace are kept, "" when there is no place
// for them. What is said about one project is not offered in another.
func historyFile(a *setup.Agent) string {
	dir := a.Settings.Kept("histories")
	if dir == "" || os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	place := sha256.Sum256([]byte(a.Settings.Place()))
	name := filepath.Join(dir, hex.EncodeToString(place[:8]))
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return ""
	}
	f.Close()
	return name
}
