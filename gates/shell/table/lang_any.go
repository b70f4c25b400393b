package table

import (
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
)

// anyCode looks for what is plainly dangerous in code that nothing here reads. Finding nothing means nothing.
func anyCode(language, text string) []effect.Hazard {
	low := strings.ToLower(text)
	has := func(parts ...string) bool {
		return containsAny(low, parts...)
	}
	var out []effect.Hazard
	deny := func(rule string, why cause.Cause) {
		out = append(out, effect.Hazard{Rule: rule, Cause: why})
	}
	address := has("http://", "https://", "ftp://")
	switch {
	case address && (has("include(", "source(", "evalfile", "loadstring", "dofile", "import(") && !has("open-source(")):
		deny("executes-data", cause.RunsDownloaded.Bare())
	case language == "m4" && has("syscmd"), language == "gnuplot" && has("system"):
		deny("hidden-execution", cause.ScriptRunsCommand.OfText(language))
	}
	if has("/approve ", "spawn pp ", "spawn pp;") {
		deny("protection", cause.AnswersGuard.Bare())
	}
	if has("process.kill(1,", "os.kill(1,", "os.kill(-1", "kill 9, 1)", "kill(-1") {
		deny("process", cause.SignalsEvery.Bare())
	}
	if i := strings.Index(low, "*10**"); i >= 0 && strings.IndexByte("\"')]", low[max(0, i-1)]) >= 0 && len(low) > i+6 &&
		isNumber(low[i+5:i+7]) {
		deny("resources", cause.UsesAllMemory.Bare())
	}
	if has("dl_load_file(", "cdll(", "dlopen(", "loadlibrary(", "system.load(") &&
		has("/tmp/", "/dev/shm/", "/var/tmp/", "/downloads/") {
		deny("hidden-execution", cause.LoadsForeignLibrary.Bare())
	}
	if has("/etc/shadow", "/etc/gshadow") || has(".s*/", "/.ssh", "/.aws", "/.gnupg", "/.netrc") &&
		has("open", "read", "cat", "file", "glob") {
		deny("secret", cause.ReadsSecrets.Bare())
	}
	return out
}
