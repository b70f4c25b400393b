package hook

import (
	"bytes"
	"encoding/json"

	"pp/engine"
)

// Answer is what is to be said of a call. Its zero value denies.
type Answer struct {
	Decision engine.Decision // Allow, Ask or Deny; Ask only where [Call.Asks]
	Reason   string          // in sentences that the model and the person read; with the token, if there is one
	Token    string          // of a denial that a person can approve, else ""
	// Command is what to run in the place of the call's own command, "" to leave it as it is. Only an
	// Allow of a call that [Call.Rewrites] has one.
	Command string
	// Explicit says that an Allow is to be told to the agent, so that it does not ask its person
	// itself. Else an Allow says nothing, and what the agent asks of itself it goes on asking.
	Explicit bool
}

// word is the decision as agents are told it, "" for an allow that is not said.
func (a Answer) word() string {
	switch {
	case a.Decision == engine.Allow && (a.Explicit || a.Command != ""):
		return "allow"
	case a.Decision == engine.Allow:
		return ""
	case a.Decision == engine.Ask:
		return "ask"
	}
	return "deny"
}

// Reply is what the process says: what it prints, and its exit code.
type Reply struct {
	Stdout, Stderr []byte
	Code           int
}

// refused is the exit code by which every agent's hook blocks a call.
const refused = 2

// Refusal blocks a call in the form that needs no parsing: exit code 2, with a reason on standard
// error.
func Refusal(reason string) Reply { return blocked("pp: " + reason) }

func blocked(reason string) Reply { return Reply{Stderr: []byte(reason + "\n"), Code: refused} }

// JSON is a reply that prints a value as one line of JSON, with exit code 0.
func JSON(v any) Reply {
	data, err := json.Marshal(v)
	if err != nil {
		return Refusal("the answer could not be written as JSON")
	}
	return Reply{Stdout: append(data, '\n')}
}

// object is an object of JSON.
type object = map[string]any

// withCommand returns all arguments of a call, with another command.
func withCommand(c Call, a Answer) any { return ReadFields(c.Input).With("command", a.Command) }

// answerClaude answers Claude Code and Qwen Code: they obey hookSpecificOutput of PreToolUse and PermissionRequest. Any
// other output, and every exit code but 0 and 2, lets the call happen.
func answerClaude(c Call, a Answer) Reply {
	word := a.word()
	switch {
	case c.Event == beforeQuestion:
		return permission(a)
	case word == "":
		return JSON(object{})
	}
	out := object{"hookEventName": beforeCall, "permissionDecision": word, "permissionDecisionReason": a.Reason}
	if a.Command != "" && word == "allow" {
		out["updatedInput"] = withCommand(c, a)
	}
	return JSON(object{"hookSpecificOutput": out})
}

// answerCodex answers Codex: of PreToolUse it obeys a deny, and an allow only with updatedInput; whatever
// else is said, an ask too, lets the call happen. An allow of PermissionRequest it obeys as well.
func answerCodex(c Call, a Answer) Reply {
	switch {
	case c.Event == beforeQuestion:
		return permission(a)
	case a.Decision != engine.Allow:
		a.Decision = engine.Deny
		return answerClaude(c, a)
	case a.Command != "":
		return JSON(object{"hookSpecificOutput": object{"hookEventName": beforeCall, "permissionDecision": "allow",
			"updatedInput": withCommand(c, a)}})
	}
	return JSON(object{})
}

// permission answers where the person is about to be asked: an ask leaves it at that.
func permission(a Answer) Reply {
	decision := object{"behavior": "deny", "message": a.Reason}
	switch {
	case a.Decision == engine.Ask, a.Decision == engine.Allow && !a.Explicit:
		return JSON(object{})
	case a.Decision == engine.Allow:
		decision = object{"behavior": "allow"}
	}
	return JSON(object{"hookSpecificOutput": object{"hookEventName": beforeQuestion, "decision": decision}})
}

// answerCopilot answers Copilot CLI: it obeys permissionDecision, and other arguments; every exit code but 0 blocks.
func answerCopilot(c Call, a Answer) Reply {
	word, out := a.word(), object{}
	if word != "" {
		out = object{"permissionDecision": word, "permissionDecisionReason": a.Reason}
	}
	if a.Decision == engine.Allow && a.Command != "" {
		out = object{"modifiedArgs": withCommand(c, a)}
		if a.Explicit {
			out["permissionDecision"] = word
		}
	}
	return JSON(out)
}

// answerGemini answers Gemini CLI: it obeys a deny, and other arguments; an ask makes it wait for ever when nobody is
// there, so it is told a deny. Exit code 2 without a word on standard error lets the call happen.
func answerGemini(c Call, a Answer) Reply {
	word, out := a.word(), object{}
	switch {
	case word == "allow" && a.Command != "":
		out["hookSpecificOutput"] = object{"hookEventName": c.Event, "tool_input": withCommand(c, a)}
		fallthrough
	case word == "allow":
		out["decision"] = word
	case word != "":
		out["decision"], out["reason"] = "deny", a.Reason
	}
	return JSON(out)
}

// answerOpencode answers our plugin of opencode, which throws what stands on standard error unless the exit code is 0.
func answerOpencode(_ Call, a Answer) Reply {
	if a.Decision == engine.Allow {
		return Reply{}
	}
	return blocked(a.Reason)
}

// Blocks reports whether an agent does not make the call that its hook was told of, by what the hook said.
func (a Agent) Blocks(code int, stdout, stderr []byte) bool {
	if code != 0 {
		return a.anyFailure || code == refused && len(bytes.TrimSpace(stderr)) > 0 // without a reason some go on
	}
	var out struct {
		Decision, PermissionDecision string
		HookSpecificOutput           struct{ PermissionDecision string }
	}
	if json.Unmarshal(stdout, &out) != nil {
		return false
	}
	said := map[string]string{"decision": out.Decision, "permissionDecision": out.PermissionDecision,
		"hookSpecificOutput": out.HookSpecificOutput.PermissionDecision}
	return said[a.denies] == "deny"
}
