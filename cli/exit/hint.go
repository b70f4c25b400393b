package exit

import (
	"strings"

	"pp/cli/config"
	"pp/engine"
)

// configFailure gives a mistake in the configuration its exit code, and separates the remedy from the message.
func configFailure(e *config.Error) *Error {
	plain, hint, o := *e, LowerFirst(e.Hint), e.Origin
	plain.Hint = ""
	f := &Error{Code: Config, Kind: "config", Err: &plain, Hint: hint}
	switch {
	case o.Source == config.SourceFlag && o.Line == 0:
		f.Code, f.Kind = Usage, "usage"
		if hint == "" {
			f.Hint = "`pp help` says how the flag is written"
		}
	case hint != "":
	case o.Source == config.SourceEnvironment:
		f.Hint = "set " + o.Name + " to such a value, or unset it"
	default:
		f.Hint = "correct it in that file (`pp config edit` opens your own); `pp config check` tests it"
	}
	return f
}

// LowerFirst makes a sentence of a configuration's error fit behind "hint:".
func LowerFirst(hint string) string {
	if hint == "" {
		return ""
	}
	return strings.ToLower(hint[:1]) + hint[1:]
}

// providerHint returns the remedy for a misconfigured provider whose error has none.
func providerHint(e *engine.LLMError) string {
	if e.Provider == "" {
		return "`pp providers` lists the providers; name one with -p"
	}
	return "see providers." + e.Provider + " in `pp config show`; `pp config edit` changes it, -p or -m asks another"
}

// What to do after a limit was reached, beside going on.
const (
	repeated   = "say what it should do instead, or ask another model (-m)"
	unusable   = "-v shows the replies; use another model (-m), or set tools to text or native for the provider"
	overTurns  = "--max-turns or limits.max_turns raises the limit, which begins anew with each prompt"
	overDepth  = "-v shows what went wrong; limits.max_depth raises the limit"
	overBudget = "raise the limit first; `pp cost` shows what was spent"
)
