package hookfile

import (
	"bytes"
	"encoding/json"
)

// answer is what hooks say on standard output, of all agents.
type answer struct {
	Decision, Permission, PermissionDecision string
	HookSpecificOutput                       struct{ PermissionDecision string }
}

// Blocks reports whether an agent does not make the call that its hook was told of, by what the hook said.
func (a Agent) Blocks(code int, stdout, stderr []byte) bool {
	anyFailure := a.Name == "copilot" || a.Name == "opencode"
	if code != 0 {
		return anyFailure || code == 2 && len(bytes.TrimSpace(stderr)) > 0 // without a reason some go on
	}
	var out answer
	if json.Unmarshal(stdout, &out) != nil {
		return false
	}
	switch a.Name {
	case "claude", "codex", "qwen":
		return out.HookSpecificOutput.PermissionDecision == "deny"
	case "copilot":
		return out.PermissionDecision == "deny"
	case "crush", "gemini":
		return out.Decision == "deny"
	case "cursor":
		return out.Permission == "deny"
	}
	return false // exit code 0 lets it happen
}
