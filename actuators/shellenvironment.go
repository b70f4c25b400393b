package actuators

import (
	"maps"
	"strconv"

	"pp/actuators/sandbox"
	"pp/engine"
)

// gitOverrides switch off what git would execute or ask when it only reads. What
// a repository's own configuration names there does not run.
var gitOverrides = [...][2]string{{"core.fsmonitor", "false"}, {"core.pager", "cat"}, {"core.sshCommand", "ssh"},
	{"core.askPass", ""}, {"credential.helper", ""}, {"log.showSignature", "false"}, {"protocol.ext.allow", "never"},
	{"gc.auto", "0"}, {"maintenance.auto", "false"}}

// Environment completes the environment of commands: the C locale with UTF-8,
// no pager, no questions, git's traps switched off, and a PATH without
// directories that everybody may write. Directories of
// the workspace stay on it. The gates should judge with the result, since it is what
// runs.
func Environment(base engine.Environment, workspace ...string) engine.Environment {
	out := maps.Clone(base)
	if out == nil {
		out = engine.Environment{}
	}
	set := engine.Environment{"LC_ALL": "C.UTF-8", "TERM": "dumb", "PAGER": "cat", "GIT_PAGER": "cat", "MANPAGER": "cat",
		"SYSTEMD_PAGER":       "cat",
		"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_EDITOR": "false", "EDITOR": "false", "VISUAL": "false",
		"DEBIAN_FRONTEND": "noninteractive", "PATH": sandbox.ProjectPath(base["PATH"], base["PWD"], workspace...)}
	for i, o := range gitOverrides {
		n := strconv.Itoa(i)
		set["GIT_CONFIG_KEY_"+n], set["GIT_CONFIG_VALUE_"+n] = o[0], o[1]
	}
	set["GIT_CONFIG_COUNT"] = strconv.Itoa(len(gitOverrides))
	maps.Copy(out, set)
	return out
}
