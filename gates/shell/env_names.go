package shell

import (
	"strings"

	"pp/gates/shell/table"
)

// envKind is how a variable makes a program run something else.
type envKind uint8

const (
	envHarmless envKind = iota
	envCommand          // its value is a command that some program runs
	envLibrary          // its value is code that is loaded
	envFlags            // its value is flags, some of which run something
	envPath             // its value says where programs or modules are found
	envConfig           // its value names or is configuration that can run something
	envFile             // its value may name a file that is written
	envPlace            // by its name, its value may say where code or configuration is found
)

// envKinds are the kinds whose variables a list of the table has.
var envKinds = [...]string{envCommand: "kind/command", envLibrary: "kind/library", envFlags: "kind/flags",
	envPath: "kind/path", envConfig: "kind/config"}

// envKindOf says how a variable of this name matters.
func envKindOf(name string) envKind {
	for kind, list := range envKinds {
		if table.Listed(list, name) {
			return envKind(kind)
		}
	}
	switch {
	case strings.HasPrefix(name, "BASH_FUNC_"):
		return envCommand
	case strings.HasPrefix(name, "GIT_TRACE"):
		return envFile
	case strings.HasPrefix(name, "GIT_CONFIG_KEY_"), strings.HasPrefix(name, "GIT_CONFIG_VALUE_"),
		strings.HasPrefix(name, "CARGO_TARGET_"), strings.HasPrefix(name, "CARGO_ALIAS_"):
		return envConfig
	case strings.HasPrefix(name, "LD_"), strings.HasPrefix(name, "DYLD_"), strings.HasPrefix(name, "PP_"):
		return envLibrary
	case strings.HasSuffix(name, "_PAGER"), strings.HasSuffix(name, "_EDITOR"), strings.HasSuffix(name, "_ASKPASS"):
		return envCommand
	case loading(name), name == "COVERAGE_PROCESS_START", name == "COVERAGE_RCFILE":
		return envPlace
	}
	return envHarmless
}

// loading reports whether the name of a variable says that its value is where code or configuration comes from.
func loading(name string) bool {
	up := strings.ToUpper(name)
	return strings.HasPrefix(up, "NPM_CONFIG_") || hasAnySuffix(up, table.Marks("loading-suffixes")...)
}

// ordinary reports whether a variable names, by its name, a place for output or for what is temporary.
func ordinary(name string) bool {
	up := strings.ToUpper(name)
	return table.Marked("ordinary", up) || len(name) < 4 || name == "PWD" || name == "OLDPWD"
}
