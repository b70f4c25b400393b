package gates

import "pp/engine"

// row is a Row as it is written here.
type row struct {
	name, check string
	decision    engine.Decision
	by          waivedBy
	doc         string
}

// waivedBy says who may clear an ask.
type waivedBy uint8

const (
	byNone       waivedBy = iota
	byAny                 // any waiver
	byPermission          // of the waivers only a permission which names the program and its subcommand
)

// rows are the default rules over effects. A row is changed by its name under [rules] in the user's configuration; a
// denial cannot be changed by anything.
var rows = [...]row{
	{"read-workspace", "secret-path", engine.Allow, byNone, "read inside the workspace or the temporary directory"},
	{"read-system", "secret-path", engine.Allow, byNone, "read a system file that anyone may read"},
	{"read-home", "secret-path", engine.Ask, byAny, "read elsewhere in the home directory"},
	{"read-elsewhere", "secret-path", engine.Ask, byAny,
		"read a file outside the workspace that not everybody may read, or in another home"},
	{"read-device", "shell-safety", engine.Ask, byAny, "read a device"},
	{"read-own", "self-build", engine.Deny, byNone, "read pp's configuration, state, rules or audit"},
	{"secret", "secret-path", engine.Deny, byNone, "read, write or delete a path that holds secrets"},
	{"secret-below", "secret-path", engine.Ask, byAny, "read a tree with secrets below it while nothing masks them"},
	{"write-workspace", "high-impact", engine.Ask, byAny, "write inside the workspace"},
	{"write-temporary", "high-impact", engine.Ask, byAny, "write a file in the temporary directory"},
	{"write-surface", "high-impact", engine.Ask, byNone, "write a file that another program executes later"},
	{"write-linked", "high-impact", engine.Ask, byNone, "write a file that has other names (hard links)"},
	{"write-outside", "high-impact", engine.Ask, byAny, "write outside the workspace"},
	{"write-git", "shell-safety", engine.Deny, byNone, "write git's configuration or hooks"},
	{"write-git-data", "high-impact", engine.Ask, byNone, "write git's own data"},
	{"left-git", "high-impact", engine.Ask, byNone,
		"a command that left a new repository, or changed what decides what git runs"},
	{"git-index", "high-impact", engine.Ask, byPermission, "change what is staged in a repository"},
	{"git-objects", "high-impact", engine.Ask, byPermission, "add objects to a repository or pack them"},
	{"git-refs", "high-impact", engine.Ask, byPermission, "change HEAD, branches, tags or their logs"},
	{"git-stash", "high-impact", engine.Ask, byPermission, "put changes aside, bring them back or drop them"},
	{"git-config", "high-impact", engine.Ask, byPermission,
		"change settings of a repository that run nothing; those that do are denied"},
	{"git-personal", "high-impact", engine.Ask, byPermission,
		"change the person's own settings of git that run nothing"},
	{"git-worktrees", "high-impact", engine.Ask, byPermission, "add, lock or remove a working tree"},
	{"git-modules", "high-impact", engine.Ask, byPermission, "change the repositories of submodules"},
	{"git-tree", "high-impact", engine.Ask, byPermission, "change files of the working tree that git chooses"},
	{"write-anything", "high-impact", engine.Ask, byPermission,
		"a command that may write anything in the workspace"},
	{"write-startup", "shell-safety", engine.Deny, byNone, "write start-up files, schedules, units, system files"},
	{"write-other-user", "shell-safety", engine.Deny, byNone, "write another user's files"},
	{"write-device", "shell-safety", engine.Deny, byNone, "write a device, a kernel interface or the boot files"},
	{"write-root", "shell-safety", engine.Deny, byNone,
		"overwrite a home, a system directory or the workspace itself"},
	{"own", "self-build", engine.Deny, byNone, "change pp's configuration, state, rules, audit or binary, or run pp"},
	{"delete-workspace", "high-impact", engine.Ask, byAny, "delete inside the workspace or the temporary directory"},
	{"delete-outside", "high-impact", engine.Ask, byNone, "delete outside the workspace"},
	{"delete-root", "shell-safety", engine.Deny, byNone,
		"delete the workspace root, a repository's history, a home, a system directory"},
	{"metadata-workspace", "high-impact", engine.Ask, byAny, "change modes, owners or times inside the workspace"},
	{"metadata-outside", "high-impact", engine.Ask, byNone, "change modes, owners or times outside the workspace"},
	{"run-reads", "high-impact", engine.Allow, byNone, "run a program the table knows as read-only"},
	{"run-acts", "high-impact", engine.Allow, byNone,
		"run a program whose effects are all listed; they are judged one by one"},
	{"run-unconfined", "high-impact", engine.Ask, byAny,
		"run a program that acts, or with sandbox.unconfined = \"ask\" any program, while nothing confines it"},
	{"run-build", "high-impact", engine.Allow, byNone,
		"run the workspace's own build or tests, confined to the workspace"},
	{"run-build-unconfined", "high-impact", engine.Ask, byAny,
		"run the workspace's own build or tests while nothing confines them"},
	{"run-computes", "high-impact", engine.Ask, byAny,
		"run code from the command line, of python, node or perl, that was read whole and only computes, prints " +
			"and reads what it names"},
	{"run-unknown", "high-impact", engine.Ask, byAny, "run anything else"},
	{"escalate", "shell-safety", engine.Ask, byNone, "become another user"},
	{"opaque", "shell-safety", engine.Ask, byNone, "a part that cannot be read before it runs"},
	{"opaque-delete", "shell-safety", engine.Deny, byNone, "delete a tree whose name cannot be known before it runs"},
	{"connect-listed", "network-exfil", engine.Allow, byNone, "fetch-url over https from a host on the list"},
	{"connect", "network-exfil", engine.Ask, byAny, "fetch-url from any other host"},
	{"connect-odd", "network-exfil", engine.Ask, byNone, "an address that is not what it looks like"},
	{"connect-command", "network-exfil", engine.Ask, byAny,
		"a command that connects: no kernel can hold it to a host name"},
	{"listen", "network-exfil", engine.Ask, byAny, "a command that listens"},
	{"socket", "network-exfil", engine.Ask, byAny, "a local socket"},
	{"signal", "high-impact", engine.Ask, byAny, "signal a process"},
	{"signal-all", "shell-safety", engine.Deny, byNone, "signal every process, the first one, or pp itself"},
	{"flow", "network-exfil", engine.Ask, byNone, "leave the machine after something secret or untrusted was read"},
	{"secret-sent", "network-exfil", engine.Deny, byNone, "send a secret anywhere"},
	{"content", "content-exposure", engine.Deny, byNone, "an action that carries a credential"},
	{"content-likely", "content-exposure", engine.Ask, byAny, "an action that carries what looks like a credential"},
	{"lisp", "lisp-syntax", engine.Deny, byNone, "a Lisp form that does not read"},
	{"verified", "repl-verified", engine.Allow, byNone,
		"write a Lisp file that does not read: a warning in the trace"},
	{"hazard", "shell-safety", engine.Deny, byNone, "a dangerous combination, named in the reason"},
	{"hazard-ask", "shell-safety", engine.Ask, byPermission, "a combination that needs a person, named in the reason"},
}
