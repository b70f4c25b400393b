package command

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/session"
)

// mcpConversation is what one client runs: one loop, whose trace has all of it, and what was read in it counts for
// what comes after.
type mcpConversation struct {
	*mcpServer
	agent *setup.Agent
	loop  *engine.Loop
	meta  engine.Meta
	text  string // of the last result
}

// open opens the conversation of a client.
func (s *mcpServer) open() (*mcpConversation, error) {
	m, err := s.app.Agent()
	if err != nil {
		return nil, err
	}
	m.Records.CheckState()
	m.Judge.Elsewhere = setup.Elsewhere{Name: mcpAgent, Confines: true}
	id, err := session.NewID(s.app.System.Random, s.app.System.Now())
	if err != nil {
		return nil, err
	}
	c := &mcpConversation{mcpServer: s, agent: m, meta: engine.Meta{Source: engine.TargetCLI, Session: string(id)}}
	if c.loop, err = m.Loop(string(id), c); err != nil {
		return nil, err
	}
	c.loop.Provider = silentProvider{}
	watch := c.loop.Watch
	c.loop.Watch = func(e engine.Event) {
		if acted, ok := e.(engine.Acted); ok {
			c.text = acted.Result.Text
		}
		watch(e)
	}
	facts := c.loop.Facts
	c.loop.Facts = func(a engine.Action) engine.Facts {
		f := facts(a)
		f.AskBefore = true                              // it is done once it is called again, whole
		f.Confinement = c.agent.Executor.Confinement(a) // it is done here
		return f
	}
	return c, nil
}

// mcpAgent names the owner of the approvals for a client's requests.
const mcpAgent = "mcp"

// Ask implements engine.Approver: what a person approved before is let through, once; anything else waits for one.
// Nobody is asked here.
func (c *mcpConversation) Ask(ctx context.Context, q engine.Question) (engine.Answer, error) {
	if c.agent.Settings.DenyAll || c.agent.Settings.Options.Ephemeral || q.Did != nil {
		return engine.Answer{Kind: engine.AnswerDeny, Absent: true}, nil
	}
	tokens, err := c.agent.Asked(ctx, []engine.Verdict{q.Verdict}, q.Verdict.Action.Command(), c.meta.Session)
	if err != nil {
		return engine.Answer{}, err
	}
	if len(tokens) == 0 {
		return engine.Answer{Kind: engine.AnswerOnce}, nil
	}
	p, err := c.agent.Plans.Find(tokens[0])
	return engine.Answer{Kind: engine.AnswerSuspend, Token: tokens[0], Expires: p.Expires}, err
}

// run runs one command, or says why not.
func (c *mcpConversation) run(ctx context.Context, line, explanation string) *mcp.CallToolResult {
	ctx, cancel := system.WithTimeout(ctx, c.agent.Settings.Timeout)
	defer cancel()
	action := ShellAction(line)
	action.Explanation = strings.TrimSpace(explanation)
	c.loop.Session = session.NewMemory(0) // no model reads it, and it would be full in the end
	out := c.loop.Run(ctx, setup.Request(c.meta, action))
	text, data := c.came(out)
	mask := c.app.Out.Redact
	data.Reason = mask(data.Reason)
	for _, names := range [...][]string{data.Changed, data.Made, data.Deleted, data.Kept} {
		for i := range names {
			names[i] = mask(names[i])
		}
	}
	data.Output = mask(text) + howApproved(data.Token)
	raw, err := json.Marshal(data) // not masked whole: a token is to be read
	if err != nil {
		return mcpFailed("pp failed: " + err.Error())
	}
	result := mcpAnswer(data.Output, raw)
	result.IsError = data.Status != "done"
	return result
}

// came is what a run came to.
func (c *mcpConversation) came(out engine.Outcome) (string, mcpRan) {
	for _, p := range out.Pending {
		if p.Token == "" {
			return "not run: it needs approval, and there is no place where that could wait\n" + p.Reason,
				mcpRan{Status: "denied", Reason: p.Reason}
		}
		text := fmt.Sprintf("not run: it needs a person's approval, until %s.\n%s\n", output.When(p.Expires), p.Reason)
		return text, mcpRan{Status: "suspended", Reason: p.Reason, Token: p.Token, Expires: &p.Expires}
	}
	for _, d := range out.Denials {
		why := engine.RuleName(d.Gate, d.Rule) + ": " + d.Reason
		return "not run: denied by " + why, mcpRan{Status: "denied", Reason: why}
	}
	for _, a := range out.Actions {
		r := mcpRan{Status: "done", Ending: a.Ending(), Kept: a.Withheld}
		r.Changed, r.Made, r.Deleted = a.Changes(c.agent.Settings.Where.Dir)
		if !a.EndedWell() || len(a.Withheld) > 0 {
			r.Status = "failed"
		}
		return c.text, r
	}
	why := "it did not run"
	if out.Err != nil {
		why = out.Err.Error()
	}
	return "not run: " + why, mcpRan{Status: "error", Reason: why}
}

// howApproved explains how to approve a waiting action. It is not masked: a token may look like a secret.
func howApproved(token string) string {
	if token == "" {
		return ""
	}
	return "Your user approves it in a terminal with: pp approve " + token +
		"\nThen call run again with the very same command."
}
