package shell

import (
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// checkEnv looks at the value that a variable gets.
func (a *analysis) checkEnv(name string, v value.Value, span effect.Span) {
	a.gitMoved = a.gitMoved || movesGit(name)
	how := envKindOf(name)
	s, known := v.Single()
	if recording(name) && known && (s == "" || s == "0" || s == "/dev/null") {
		a.unrecorded(span)
	}
	if known && strings.HasPrefix(s, "() {") {
		a.hazard(RuleHidden, name+"="+s, span) // old shells run what follows such a function
	}
	what := name + "=" + s
	if how == envHarmless || name == "GOPATH" {
		a.outputPlace(name, s, known, span)
	}
	if how == envHarmless {
		if known && !ordinary(name) && a.foreignPlace(s) {
			a.concern(RuleHidden, what, span)
		}
		return
	}
	if !known {
		if how == envConfig && (name == "IFS" || recording(name)) {
			return
		}
		what = name + " gets a value that is not known"
	}
	if known && s == "" && name == "PATH" {
		a.concern(RuleHidden, "without a PATH, programs are taken from the working directory", span)
	}
	if known && s == "" && name != "IFS" {
		return // switches it off
	}
	switch how {
	case envCommand:
		a.commandVariable(name, s, known, span)
	case envLibrary:
		if name == "LD_LIBRARY_PATH" && known && systemPaths(s) || name == "PP_UPDATE" || name == "PP_MODEL" ||
			name == "PYTHONINSPECT" || name == "LD_BIND_NOW" || name == "LD_DEBUG" {
			return
		}
		a.hazard(RuleHidden, what, span)
	case envFlags:
		a.flagVariable(name, s, known, what, span)
	case envPath:
		a.pathVariable(name, v, what, span)
	case envConfig:
		a.configVariable(name, s, known, what, span)
	case envFile:
		a.fileVariable(s, known, what, span)
	case envPlace:
		a.placeVariable(s, known, what, span)
	}
}

// fileVariable looks at a variable like GIT_TRACE: a number, a word, or a file to write to.
func (a *analysis) fileVariable(s string, known bool, what string, span effect.Span) {
	switch {
	case !known:
		a.concern(RuleHidden, what, span)
	case strings.ContainsAny(s, "/:"):
		paths, ok := a.resolve(strings.TrimPrefix(s, "af_unix:"), a.dirs(), false)
		if !ok {
			a.concern(RuleHidden, what, span)
		}
		for _, p := range paths {
			p.Span, p.Given = span, s
			a.addPath(&a.eff.Writes, effect.KindWrite, p)
			a.danger(p, span)
		}
	}
}

// recording reports whether a variable says where, and how much of, the history of the shell is kept.
func recording(name string) bool {
	return name == "HISTFILE" || name == "HISTSIZE" || name == "HISTFILESIZE"
}

// unrecorded reports that the history of the shell is switched off.
func (r *report) unrecorded(span effect.Span) {
	r.addHazard(effect.Hazard{Rule: "protection", Reason: "What the shell does is no longer recorded", Span: span})
}

// outputPlace looks at a variable that says where a build writes, other than temporary files and the tool's own.
func (a *analysis) outputPlace(name, s string, known bool, span effect.Span) {
	if !table.Listed("output-places", name) || !known || s == "off" || !strings.Contains(s, "/") {
		return
	}
	paths, _ := a.resolve(s, a.dirs(), false)
	for _, p := range paths {
		rest, home := strings.CutPrefix(p.Name, a.facts.Home+"/")
		first, _, _ := strings.Cut(rest, "/")
		if home && (first == ".cache" || first == "go" || first == "tmp" || first == "Library" ||
			p.Name == a.facts.Home+"/.local/share" || p.Name == a.facts.Home+"/.local/state") ||
			withinAny(p.Name, "/tmp", "/var/tmp", "/dev/shm") || a.inWorkspace(p.Name) {
			continue
		}
		p.Span, p.Given, p.Tree = span, s, true
		a.addPath(&a.eff.Writes, effect.KindWrite, p)
	}
}

// foreignPlace reports whether a value is a file in a place where anybody may have put it: a program that the table
// knows nothing of for this variable may take configuration or code from there.
func (a *analysis) foreignPlace(s string) bool {
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" :=,@", r) }) {
		for _, dir := range [...]string{"/tmp", "/var/tmp", "/dev/shm"} {
			if effect.Within(part, dir) && part != dir && !a.inWorkspace(part) {
				return true
			}
		}
	}
	return false
}

// commandVariable looks at PAGER and its kind.
func (a *analysis) commandVariable(name, s string, known bool, span effect.Span) {
	switch {
	case !known:
		a.hazard(RuleHidden, name+" gets a value that is not known", span)
		return
	case strings.HasPrefix(name, "PS") && len(name) == 3 && plainPrompt(s), name == "PYTHONBREAKPOINT" && s == "0":
		return
	case name == "TAR_OPTIONS" && !strings.Contains(s, "-I") && !strings.Contains(s, "--"), name == "MANOPT" &&
		!strings.Contains(s, "-P") && !strings.Contains(s, "pager"):
		return
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(s), " ")
	plain := strings.Trim(rest, "-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789= ") == "" &&
		!strings.Contains(rest, "c ") &&
		!strings.Contains(rest, "-o") && !strings.Contains(rest, "-e") && !strings.Contains(rest, "-k")
	if table.Listed("plain-commands", strings.TrimPrefix(strings.TrimPrefix(first, "/usr"), "/bin/")) && plain {
		return
	}
	if (name == "BROWSER" || name == "RUSTC_WRAPPER" || name == "CARGO_BUILD_RUSTC_WRAPPER") &&
		(first == "sccache" || first == "echo" || first == "none") ||
		(name == "GIT_SSH_COMMAND" || name == "RSYNC_RSH") && first == "ssh" && !strings.Contains(s, "Command") &&
			!strings.Contains(s, "-F") && !strings.ContainsAny(s, ";|&$`") ||
		name == "GIT_ASKPASS" && first == "true" || name == "SSH_ASKPASS" && first == "true" ||
		name == "FZF_DEFAULT_COMMAND" && strings.HasPrefix(s, "rg ") {
		return
	}
	a.hazard(RuleHidden, name+"="+s, span)
	a.walkText(s, span)
}

// plainPrompt reports whether a prompt runs nothing: it has no more than the usual variables of the shell in it.
func plainPrompt(s string) bool {
	s = promptText(s)
	for _, name := range table.Marks("prompt-variables") {
		s = strings.ReplaceAll(s, "${"+name+"}", "")
	}
	s = strings.ReplaceAll(s, "$LINENO", "")
	s = strings.ReplaceAll(s, "${FUNCNAME[0]:+(): }", "") // what is left of ${FUNCNAME[0]:+${FUNCNAME[0]}(): }
	return !strings.ContainsAny(s, "$`")
}

// systemPaths reports whether all directories of a list belong to the system.
func systemPaths(list string) bool {
	for dir := range strings.SplitSeq(list, ":") {
		if !hasAnyPrefix(dir, "/usr/", "/lib", "/opt/", "/bin", "/sbin") && dir != "/snap/bin" {
			return false
		}
	}
	return true
}

// pathVariable looks at where programs and modules will be found.
func (a *analysis) pathVariable(name string, v value.Value, what string, span effect.Span) {
	s, known := v.Single()
	if !known {
		if name == "GOBIN" || name == "GOPATH" || name == "MANPATH" {
			return
		}
		if v.Array {
			a.hazard(RuleHidden, what, span)
		}
		a.concern(RuleHidden, what, span)
		return
	}
	before := ":" + a.facts.Env[name] + ":"
	for dir := range strings.SplitSeq(s, ":") {
		switch {
		case strings.Contains(before, ":"+dir+":") && dir != "", systemPaths(dir):
		case name == "GOPATH", name == "GOBIN", name == "MANPATH", name == "CDPATH":
			if name == "CDPATH" {
				a.concern(RuleHidden, what, span)
				a.placeVariable(dir, true, what, span)
			}
		case a.homeTools(dir):
		case name == "PATH" && a.wroteBelow(dir):
			a.hazard(RuleHidden, what, span)
		case name == "PATH" && a.inWorkspace(dir):
			a.concern(RuleHidden, what, span)
		case name != "PATH" && (!hasAnyPrefix(dir, "/", "..") || a.inWorkspace(dir)):
		default:
			a.hazard(RuleHidden, what, span)
			return
		}
	}
}

// wroteBelow reports whether the script put something into a directory.
func (a *analysis) wroteBelow(dir string) bool {
	paths, _ := a.resolve(dir, a.dirs(), false)
	return slices.ContainsFunc(paths, func(p effect.Path) bool { return a.view.below(p.Name) })
}

// homeTools reports whether a directory is where tools are usually installed for one person.
func (d *machine) homeTools(dir string) bool {
	rest, ok := strings.CutPrefix(dir, d.facts.Home+"/")
	if !ok || d.facts.Home == "" {
		return false
	}
	return withinAny(rest, table.Marks("home-tools")...)
}

func (a *analysis) inWorkspace(dir string) bool {
	paths, ok := a.resolve(dir, a.dirs(), false)
	if !ok || !strings.HasPrefix(dir, "/") {
		return false
	}
	for _, p := range paths {
		if _, in := a.facts.Workspace.Contains(p.Name); !in {
			return false
		}
	}
	return len(paths) > 0
}

// placeVariable looks at where code or configuration is: in the workspace, the system or the person's own tools.
func (a *analysis) placeVariable(s string, known bool, what string, span effect.Span) {
	if !known {
		return
	}
	if strings.ContainsAny(s, "\"'`(") {
		c := codeScan{analysis: a, code: s, span: span}
		c.scan()
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(s, "file://"), ":") {
		if i := strings.LastIndexByte(part, '='); i >= 0 {
			part = part[i+1:]
		}
		if !strings.HasPrefix(part, "/") {
			continue
		}
		if withinAny(part, "/tmp", "/var/tmp", "/dev/shm") {
			a.hazard(RuleHidden, what, span)
			return
		}
		paths, _ := a.resolve(part, a.dirs(), false)
		for _, p := range paths {
			p.Span, p.Given = span, part
			switch {
			case strings.Contains(what[:strings.IndexByte(what, '=')], "HIST"):
				a.addPath(&a.eff.Writes, effect.KindWrite, p)
			case !systemPaths(part) && !a.homeTools(part) && p.Name != a.facts.Home:
				a.addPath(&a.eff.Reads, effect.KindRead, p)
			}
		}
	}
}

// configVariable looks at variables that name or are configuration.
func (a *analysis) configVariable(name, s string, known bool, what string, span effect.Span) {
	switch {
	case name == "IFS", name == "SHELL" && (!known || systemPaths(s)), name == "GIT_CONFIG_COUNT" && s == "0",
		(name == "GIT_CONFIG_GLOBAL" || name == "GIT_CONFIG_SYSTEM") && s == "/dev/null":
	case name == "SHELL", name == "GIT_CONFIG_COUNT":
		a.concern(RuleHidden, what, span)
	case recording(name), name == "HOME", name == "TERMINFO":
		a.placeVariable(s, known, what, span)
	case table.Listed("compilers", name):
		first, _, _ := strings.Cut(s, " ")
		if !known || strings.ContainsAny(s, ";|&$`<>/") || listed(" sh bash rm ", first) {
			a.hazard(RuleHidden, what, span)
		}
	case table.Listed("configuration", name):
		a.settingVariable(name, s, known, what, span)
	case table.Listed("go-modules", name):
		a.modulesVariable(s, known, what, span)
	default:
		if hasAnyPrefix(name, "GIT_CONFIG_VALUE_", "GIT_CONFIG_KEY_") {
			if harmlessGit(s) && known {
				return
			}
			a.walkText(s, span)
		}
		a.hazard(RuleHidden, what, span)
	}
}

// settingVariable looks at a variable that names configuration or a server.
func (a *analysis) settingVariable(name, s string, known bool, what string, span effect.Span) {
	if strings.HasPrefix(s, "http://") && !listed(" http_proxy HTTP_PROXY https_proxy HTTPS_PROXY DOCKER_HOST ", name) {
		a.hazard(RuleHidden, what+", without protection on the way", span)
		return
	}
	a.placeVariable(s, known, what, span)
	if strings.HasPrefix(s, "/tmp") && listed(" GIT_DIR GIT_WORK_TREE CARGO_HOME XDG_CONFIG_HOME ", name) {
		a.hazard(RuleHidden, what, span)
		return
	}
	a.concern(RuleHidden, what, span)
}

// modulesVariable looks at a variable that says where Go takes modules, or itself, from.
func (a *analysis) modulesVariable(s string, known bool, what string, span effect.Span) {
	if known && (listed(" off direct local auto ", s) || hasAnyPrefix(s, "https://proxy.golang.org", "go1.")) {
		return
	}
	a.placeVariable(s, known, what, span)
	if strings.HasPrefix(s, "http://") {
		a.hazard(RuleHidden, what+", without protection on the way", span)
	}
	a.concern(RuleHidden, what, span)
}

// harmlessGit reports whether a key or value of git's configuration is one that no program is started from.
func harmlessGit(s string) bool {
	return table.Listed("git-settings", strings.ToLower(s)) || value.IsNumber(s)
}
