package shell

import (
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// harmlessFlags reports whether a value holds no more than flags known to do nothing, in spite of its marks.
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
		return hasAnyPrefix(s, "ignore", "error", "default")
	}
	return false
}

// onlySwitchesOff reports whether flags of pytest only leave plugins out and print less: "-p no:cacheprovider -q".
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
	if table.Marked("flags/"+name, " "+strings.ToLower(s)) && !harmlessFlags(name, s) {
		a.hazard(RuleHidden, what, span)
	}
}
