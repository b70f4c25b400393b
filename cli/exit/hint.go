package exit

import (
	"strings"

	"pp/cli/config"
	"pp/engine"
)

// configFailure gives a mistake in the configuration its exit code, and says
// what to do apart from what is wrong.
func configFailure(err error, o config.Origin, hint string) *Error {
	f := &Error{Code: Config, Kind: "config", Err: err, Hint: hint}
	switch {
	case o.Source == config.SourceFlag && o.Line == 0:
		f.Code, f.Kind = Usage, "usage"
		if hint == "" {
			f.Hint = "`pp help` says how the flag is written"
		}
	case hint != "":
		f.Hint = strings.ToLower(hint[:1]) + hint[1:]
	case o.Source == config.SourceEnvironment:
		f.Hint = "set " + o.Name + " to such a value, or unset it"
	default:
		f.Hint = "correct it in that file (`pp config edit` opens your own); `pp config check` tests it"
	}
	return f
}

// ofFile splits the error of a file from its hint.
func ofFile(e *config.FileError) *Error {
	plain := *e
	plain.Hint = ""
	return configFailure(&plain, config.Origin{Source: config.SourceUser, Name: e.Path, Line: e.Line}, e.Hint)
}

// ofValue splits the error of a value from its hint.
func ofValue(e *config.ValueError) *Error {
	plain := *e
	plain.Hint = ""
	return configFailure(&plain, e.Origin, e.Hint)
}

// providerHint is what to do about a provider that is not configured as it must
// be, where its error does not say.
func providerHint(e *engine.LLMError) string {
	if e.Provider == "" {
		return "`pp providers` lists the providers; name one with -p"
	}
	return "see providers." + e.Provider + " in `pp config show`; `pp config edit` changes it, -p or -m asks another"
}

// goOn is what to do after a limit was reached.
const (
	goOnRepeat = "say what it should do instead, with pp -c \"…\"; or ask another model, with -m"
	goOnTurns  = "pp -c \"go on\" goes on from here, with as many turns again; --max-turns or limits.max_turns raises the limit"
	goOnDepth  = "-v shows what went wrong; pp -c \"…\" goes on from here, and limits.max_depth raises the limit"
	goOnBudget = "`pp cost` shows what was spent; pp -c \"go on\" goes on from here once the limit is raised"
)
