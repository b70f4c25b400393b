package script

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"pp/engine/cause"
)

// isSetByCaller reports whether a part is not known because whoever runs the file sets it.
func (x *finding) isSetByCaller() bool {
	return x.Cause.Kind == cause.SetByWhoRuns || x.Cause.Kind == cause.ArgumentUnknown || x.Cause.Kind == cause.NotFollowed
}

// isValue reports whether a part that is not known is a value for a program, and not code that a shell runs: not the
// text of eval, trap or sh -c, and not a command that is nothing but a variable which whoever runs the file sets.
func (x *finding) isValue() bool {
	switch x.Cause.Kind {
	case cause.CalculatedWith, cause.MayBeFlag, cause.CallerGives:
		return true
	}
	if name := unquoted(x.source); strings.HasSuffix(name, "rc") && strings.Contains(name, "/.") {
		return false // what a shell runs when it starts, whichever it is
	}
	switch x.program {
	case "eval":
		return x.evaluatesSettings()
	case "trap":
		return strings.Contains(x.Effect.Subject, "$(mktemp ") || ending.MatchString(x.command) ||
			x.Cause.Kind != cause.RunAsCode && (len(x.words) < 2 || x.words[1][0] != '$')
	case "sh", "bash", "dash", "zsh", "ksh", "su":
		return !x.has("-c")
	}
	source := unquoted(x.source)
	alone := len(x.words) > 0 && x.words[0] == source && (len(x.words) == 1 || strings.ContainsAny(x.words[1], "<>"))
	variable := wholeVariable.FindStringSubmatch(source)
	return !alone || variable == nil || !x.isSetByCaller() || isComputed(variable[1]) || x.l.isTruth(variable[1])
}

// wholeVariable is a word that is nothing but a variable or an argument.
var wholeVariable = regexp.MustCompile(`^\$\{?([\w@*]+)\}?$`)

// settings are the words with which tools print code for eval, which says how they are set up.
var settings = regexp.MustCompile("^\\$\\(\\S+ (shellenv|env|docker-env|init|hook|shell-hook|activate|-s|-b)\\b" +
	"[^|;&<>$\n`]*\\)$")

// evaluatesSettings reports whether eval is given a list of words that getopt quotes, or how a tool is set up.
func (x *finding) evaluatesSettings() bool {
	_, rest, _ := strings.Cut(x.command, "eval ")
	rest = strings.Trim(rest, `"`)
	name := strings.TrimPrefix(strings.Join(x.words[min(1, len(x.words)):min(2, len(x.words))], ""), "$(")
	return !strings.ContainsAny(x.command, ";\n") && strings.HasPrefix(rest, "set -- ") ||
		settings.MatchString(rest) && !isShell(name) && !isFetcher(name) && !slices.Contains(showing[:], path.Base(name)) &&
			!slices.Contains(speaking[:], path.Base(name))
}

// speaking are programs that print what they are told, or what a file tells them.
var speaking = [...]string{"echo", "printf", "python", "python3", "node", "perl", "ruby", "ssh", "sed", "awk", "jq",
	"git", "xargs", "find", "tee", "gh", "docker", "kubectl", "aws", "sudo", "env", "timeout", "nohup", "exec", "command"}

// ending is the text of a trap that does nothing but end processes or containers, whatever they are called.
var ending = regexp.MustCompile("^trap \"(kill|(docker|podman) (rm|stop|kill)) [^;|&<>`(\n]*" +
	"([&2]?> ?/dev/null)?(; exit 0)?\"")

// isTruth reports whether a script sets a variable to nothing but true and false, which are programs too.
func (l *Located) isTruth(name string) bool {
	set := regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`=["']?(\w*)`).FindAllStringSubmatch(l.Canonical, -1)
	return len(set) > 0 && !slices.ContainsFunc(set, func(m []string) bool { return m[1] != "true" && m[1] != "false" })
}

// valuePart is a part of a word that stands for a value.
var valuePart = regexp.MustCompile(`\$\{[^}]*\}?|\$[@*1-9]|\$\w*`)

// isRootIfEmpty reports whether a part that is deleted names a directory of the system when its variables are empty, or
// is nothing but an argument or a variable that nobody set. The first thing in a word may be empty, and what the script
// sets nowhere.
func (x *finding) isRootIfEmpty() bool {
	s, unset := unquoted(x.source), false
	if s == "" {
		return true
	}
	at := 0
	bare := valuePart.ReplaceAllStringFunc(s, func(r string) string {
		first := strings.HasPrefix(s[at:], r) && at == 0
		at += strings.Index(s[at:], r) + len(r)
		name := strings.Trim(r, "${}")
		known := isComputed(name) || x.l.sets(name)
		if r == "$" || strings.Contains(r, ":?") || strings.Contains(r, ":-") || !first && known {
			return "x" // it is not empty
		}
		unset = unset || !known
		return ""
	})
	if bare == "" {
		return unset && x.isSetByCaller()
	}
	return strings.HasPrefix(bare, "/*") || strings.HasPrefix(bare, "/.") ||
		strings.HasPrefix(bare, "/") && isSystemDirectory(bare)
}

// isComputed reports whether a variable stands for what make or a forge puts into the text.
func isComputed(name string) bool {
	return strings.HasPrefix(name, "make_") || strings.HasPrefix(name, "expr_") || name == "shell"
}

// sets reports whether a script gives a variable a value anywhere.
func (l *Located) sets(name string) bool {
	return word(name) && regexp.MustCompile(`(^|[^\w${])`+name+`(=|\W|$)`).MatchString(l.Canonical)
}

// isToldValue reports whether a program that is told a value by another one runs no other program with it.
func (x *finding) isToldValue() bool {
	return x.program == "dc" || x.program == "sed" && !strings.Contains(x.command, " -f")
}

// fillsKeychain reports whether a command of macOS makes or fills a store of keys, and shows none.
func (x *finding) fillsKeychain() bool {
	return len(x.words) > 1 && x.words[0] == "security" && slices.Contains([]string{"create-keychain", "default-keychain",
		"unlock-keychain", "import", "set-key-partition-list", "list-keychain", "list-keychains", "set-keychain-settings",
		"delete-keychain"}, x.words[1])
}
