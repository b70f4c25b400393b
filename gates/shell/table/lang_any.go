package table

import (
	"strings"

	"pp/engine/effect"
)

// anyCode looks for what is plainly dangerous in code that nothing here reads. Finding nothing means nothing.
func anyCode(language, text string) []effect.Hazard {
	low := strings.ToLower(text)
	has := func(parts ...string) bool {
		return containsAny(low, parts...)
	}
	var out []effect.Hazard
	deny := func(rule, reason string) {
		out = append(out, effect.Hazard{Rule: rule, Reason: reason})
	}
	address := has("http://", "https://", "ftp://")
	switch {
	case address && (has("include(", "source(", "evalfile", "loadstring", "dofile", "import(") && !has("open-source(")):
		deny("executes-data", "Code is downloaded and run")
	case language == "m4" && has("syscmd"), language == "gnuplot" && has("system"):
		deny("hidden-execution", "A script in "+language+" is told to run a command")
	}
	if has("/approve ", "spawn pp ", "spawn pp;") {
		deny("protection", "The answer to a question of the guard is given by a program")
	}
	if has("process.kill(1,", "os.kill(1,", "os.kill(-1", "kill 9, 1)", "kill(-1") {
		deny("process", "Every process, or the first one, is signalled")
	}
	if i := strings.Index(low, "*10**"); i >= 0 && strings.IndexByte("\"')]", low[max(0, i-1)]) >= 0 && len(low) > i+6 &&
		isNumber(low[i+5:i+7]) {
		deny("resources", "More memory is used than a machine has")
	}
	if has("dl_load_file(", "cdll(", "dlopen(", "loadlibrary(", "system.load(") &&
		has("/tmp/", "/dev/shm/", "/var/tmp/", "/downloads/") {
		deny("hidden-execution", "A library from outside the workspace is loaded")
	}
	if has("/etc/shadow", "/etc/gshadow") || has(".s*/", "/.ssh", "/.aws", "/.gnupg", "/.netrc") &&
		has("open", "read", "cat", "file", "glob") {
		deny("secret", "Code reads where secrets are kept")
	}
	return out
}
