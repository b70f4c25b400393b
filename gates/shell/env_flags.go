package shell

import (
	"slices"
	"strings"

	"pp/engine/effect"
)

// flagMarks are, for variables that hold flags, what in lower case gives away a flag that runs, loads or writes
// something. A flag that begins the value has a space before it.
var flagMarks = [...]struct{ names, marks []string }{
	{[]string{"NODE_OPTIONS"},
		[]string{"-r", "--require", "--import", "--loader", "--experimental-loader", "--inspect", "--eval", "-e ",
			"--env-file", "--experimental-config"}},
	{[]string{"PERL5OPT", "RUBYOPT"}, []string{"-m", "-r", "-e", "-d", "-i", "-x"}},
	{[]string{"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "MAVEN_OPTS", "GRADLE_OPTS", "JAVA_OPTS",
		"SBT_OPTS"},
		[]string{"agent", "bootclasspath", "-xx:onerror", "-xx:onoutofmemory", "-cp", "-classpath", "@", "--patch-module"}},
	{[]string{"GOFLAGS"}, []string{"toolexec", "-exec", "-vettool", "-modfile", "-overlay", "-ldflags", "-gccgoflags",
		"-compiler", "-pkgdir"}},
	{[]string{"CGO_CFLAGS", "CGO_CPPFLAGS", "CGO_CXXFLAGS", "CGO_LDFLAGS", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS",
		"RUSTFLAGS", "RUSTDOCFLAGS", "CARGO_ENCODED_RUSTFLAGS"},
		[]string{"linker", "-fplugin", "-b/", "-b.", "-b ", "wrapper", "-specs", "load", "@", "-fuse-ld=/", "-fuse-ld=.",
			"--runtool", "--test-runtool", "plugin"}},
	{[]string{"RUSTFLAGS", "RUSTDOCFLAGS", "CARGO_ENCODED_RUSTFLAGS"},
		[]string{"--extern", "codegen-backend", "--out-dir", "--emit", " -o ", " -o=", "--sysroot"}},
	{[]string{"MAVEN_ARGS"}, []string{" -f", "--file", " -s", "--settings", " -gs", "-t ", "--toolchains", "exec:", "-d"}},
	{[]string{"XZ_OPT", "XZ_DEFAULTS"}, []string{"--files"}},
	{[]string{"FZF_DEFAULT_OPTS"}, []string{"execute", "become", "reload", "transform", "preview", "--listen", "$(", "`"}},
	{[]string{"GS_OPTIONS"}, []string{"nosafer", "outputfile", "-c", "--permit"}},
	{[]string{"MAKEFLAGS", "GNUMAKEFLAGS", "MFLAGS"}, []string{"--eval", " -f", "--file", "shell=", "-c", "-i", ".shell"}},
	{[]string{"LESS"}, []string{"+", "k", "|"}},
	{[]string{"GZIP"}, []string{"-s "}},
	{[]string{"PYTEST_ADDOPTS"}, []string{"-p", "-c", "--rootdir", "--pyargs", "--confcutdir", "."}},
	{[]string{"PYTEST_PLUGINS"}, []string{""}},
	{[]string{"ERL_AFLAGS", "ERL_FLAGS", "ERL_ZFLAGS", "ELIXIR_ERL_OPTIONS"},
		[]string{"-eval", "-run", "-s ", "-pa", "-config", "-e "}},
	{[]string{"ANSIBLE_CONFIG", "VIM", "LESSKEY", "UNZIP", "UNZIPOPT", "ZIPOPT", "TAPE", "MORE"},
		[]string{"-tt", "!", "/tmp", "command"}},
	{[]string{"PYTHONWARNINGS"}, []string{".", "/"}},
}

// harmlessFlags reports whether a value holds no more than flags that are known to
// do nothing, in spite of the marks in it.
func harmlessFlags(name, s string) bool {
	switch name {
	case "MAKEFLAGS", "GNUMAKEFLAGS", "MFLAGS":
		return strings.Trim(s, "-jk0123456789swBn =") == ""
	case "LESS":
		return strings.Trim(s, "-FRXSMJQiNcseqrIw0123456789=,. ") == ""
	case "PYTEST_ADDOPTS":
		return onlySwitchesOff(strings.Fields(s))
	case "PYTEST_PLUGINS": // modules, of which those that are published are named so
		return !slices.ContainsFunc(strings.Split(s, ","), func(module string) bool {
			return module != "" && !strings.HasPrefix(module, "pytest_")
		})
	case "PYTHONWARNINGS":
		return strings.HasPrefix(s, "ignore") || strings.HasPrefix(s, "error") || strings.HasPrefix(s, "default")
	}
	return false
}

// onlySwitchesOff reports whether flags of pytest do no more than leave plugins
// out and change how much is printed, as in "-p no:cacheprovider -q".
func onlySwitchesOff(flags []string) bool {
	for i := 0; i < len(flags); i++ {
		switch {
		case flags[i] == "-p" && i+1 < len(flags) && strings.HasPrefix(flags[i+1], "no:"):
			i++
		case strings.Trim(flags[i], "-qvxsl") != "":
			return false
		}
	}
	return true
}

// flagVariable looks at variables that hold flags.
func (a *analysis) flagVariable(name, s string, known bool, what string, span effect.Span) {
	if !known {
		a.hazard(RuleHidden, what, span)
		return
	}
	lower := " " + strings.ToLower(s)
	for _, f := range flagMarks {
		if slices.Contains(f.names, name) && !harmlessFlags(name, s) &&
			slices.ContainsFunc(f.marks, func(mark string) bool { return strings.Contains(lower, mark) }) {
			a.hazard(RuleHidden, what, span)
			return
		}
	}
}
