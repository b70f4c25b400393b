package gates

import (
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/paths"
)

// programs applies the rules for what an action runs.
func (j *judgement) programs() {
	confined := j.c.Facts.Confinement.Confined()
	for _, r := range j.c.Effects.Runs {
		e := effect.Effect{Kind: effect.KindRun, Subject: r.Name, Span: r.Span}
		says := cause.Runs.OfProgram(r.Name)
		if r.Class != effect.ProgramReads {
			// Where a harmless program stands is not worth the words: a long script
			// runs thousands.
			says = j.at(says, r.Span)
		}
		if j.runsItself(r) {
			j.add("own", e, says.Because(cause.IsPp))
			continue
		}
		if !r.Lists && (j.namesSecret(r, e, says) || j.gitNamesSecret(r, e, says)) {
			continue
		}
		switch r.Class {
		case effect.ProgramReads:
			if !confined && j.c.Facts.AskUnconfined {
				j.add("run-unconfined", e, says.Because(cause.ReadsUnconfined))
				continue
			}
			j.add("run-reads", e, says.Because(cause.OnlyReads))
		case effect.ProgramActs:
			if !confined {
				j.add("run-unconfined", e, says.Because(cause.ActsUnconfined))
				continue
			}
			j.add("run-acts", e, says.Because(cause.EffectsJudged))
		case effect.ProgramBuilds:
			j.build(e, says, confined)
		case effect.ProgramUnknown:
			j.add("run-unknown", e, says.Because(cause.EffectsUnknown))
		}
	}
}

// textPrograms are programs whose words are text and not files, or whose files are
// effects already, so that a word that looks like a secret's path means nothing.
var textPrograms = [...]string{"echo", "printf", "grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "sed", "awk",
	"gawk", "mawk", "test", "[", "[[", "basename", "dirname", "expr", "jq", "true", "false", ":", "find", "fd",
	"git", "read", "export", "declare", "local", "alias", "which", "type", "command", "man", "apropos", "logger",
	"seq", "date", "case", "eval", "trap", "touch", "mkdir", "rm", "sudo", "env", "xargs", "ssh", "bash", "sh"}

// namesSecret denies a word that is the path of a secret, whatever the table
// says the program does with it: an option it does not know, or a file that it
// takes for something else.
func (j *judgement) namesSecret(r effect.Program, e effect.Effect, says cause.Cause) bool {
	if slices.Contains(textPrograms[:], baseName(r.Name)) {
		return false
	}
	for _, w := range r.Words[min(1, len(r.Words)):] {
		if _, value, ok := strings.Cut(w, "="); ok && strings.HasPrefix(w, "-") {
			w = value
		}
		w = strings.TrimPrefix(strings.TrimPrefix(w, "@"), "file://")
		if !strings.ContainsRune(w, '/') || strings.ContainsAny(w, " \t\n${}|;<>`") || strings.Contains(w, "://") {
			continue
		}
		p, err := effect.Resolve(j.c.Facts.FS, j.c.Facts.Dir, w)
		if err != nil {
			continue
		}
		found := func(at effect.Span) bool { return at.Start >= r.Span.Start && at.End <= r.Span.End }
		if slices.ContainsFunc(j.looks()[p.Name], found) {
			continue // judged as what it is
		}
		if kind, secret := paths.Secret(p.Name, p.Dir || !p.Exists && strings.HasSuffix(w, "/")); secret {
			c := says.Naming(w).Because(cause.NamesSecret, kind)
			c.Path = w
			j.add("secret", e, c)
			return true
		}
		if j.c.Facts.Private != nil && j.namesPrivate(p, w, e, says) {
			return true
		}
	}
	return false
}

// looks returns where the command looks at each path without reading its content. It builds the list once for all
// words that may name a path.
func (j *judgement) looks() map[string][]effect.Span {
	if j.looked == nil {
		j.looked = map[string][]effect.Span{}
		for _, q := range j.c.Effects.Reads {
			if q.Access != effect.AccessContent {
				j.looked[q.Name] = append(j.looked[q.Name], q.Span)
			}
		}
	}
	return j.looked
}

func (j *judgement) build(e effect.Effect, says cause.Cause, confined bool) {
	switch {
	case j.c.Facts.Workspace.Root == "":
		j.add("run-build-unconfined", e, says.Because(cause.BuildNowhere, j.c.Facts.Workspace.Why))
	case confined:
		j.add("run-build", e, says.Because(cause.Build))
	default:
		j.add("run-build-unconfined", e, says.Because(cause.BuildUnconfined))
	}
}

// runsItself reports whether a program is pp, whatever its name, other than to
// check, or to tell its version or its help.
func (j *judgement) runsItself(r effect.Program) bool {
	is := r.Path != "" && paths.Binary(effect.Path{Name: r.Path, Exists: true}, j.c.Facts)
	if !is && baseName(r.Name) != "pp" {
		return false
	}
	if len(r.Words) < 2 {
		return true
	}
	switch r.Words[1] {
	case "check", "version", "help", "--version", "--help":
		return false
	}
	return true
}

func baseName(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// network applies the rules for connections, and for what flows out.
func (j *judgement) network() {
	for _, c := range j.c.Effects.Connects {
		e := effect.Effect{Kind: effect.KindConnect, Subject: c.Address(), Span: c.Span}
		says := j.at(cause.ConnectsTo.OfHost(c.Address()), c.Span)
		listed := c.Tool && listed(j.c.Facts.Hosts, c)
		switch {
		case c.Odd != "" && !(listed && c.Listable):
			j.add("connect-odd", e, says.Because(c.Odd))
		case !c.Tool:
			j.add("connect-command", e, says.Because(cause.NotHeldToHost))
		case listed:
			j.add("connect-listed", e, says.Because(cause.HostListed))
		default:
			j.add("connect", e, says.Because(cause.HostNotListed, toList(c)))
		}
	}
	for _, l := range j.c.Effects.Listens {
		j.add("listen", effect.Effect{Kind: effect.KindListen, Subject: l.Address(), Span: l.Span},
			j.at(cause.ListensOn.OfText(l.Address()), l.Span))
	}
	for _, l := range j.c.Effects.Loopback {
		j.add("loopback", effect.Effect{Kind: effect.KindLoopback, Subject: l.Address(), Span: l.Span},
			j.at(cause.StaysInConversation.OfHost(l.Address()), l.Span))
	}
	j.flows()
}

// flows asks before anything leaves the machine after something secret or
// untrusted was read in this session; the reason names both ends.
func (j *judgement) flows() {
	from := j.tainted()
	if from == "" {
		return
	}
	flow := func(e effect.Effect) {
		j.add("flow", e, cause.Cause{Kind: cause.SendsAfterReading, Host: e.Subject, Text: from})
	}
	for _, c := range j.c.Effects.Connects {
		flow(effect.Effect{Kind: effect.KindConnect, Subject: c.Address(), Span: c.Span})
	}
	for _, m := range j.strangers() {
		flow(about(m))
	}
}

// tainted says what this session has read that makes what it does suspect, something secret before something
// untrusted; "" for nothing.
func (j *judgement) tainted() string {
	flows := j.c.Facts.Flows
	if len(flows) == 0 {
		return ""
	}
	if i := slices.IndexFunc(flows, func(f engine.Flow) bool { return f.Secret }); i >= 0 {
		return "something secret (" + flows[i].Subject + ")"
	}
	return "untrusted text (" + flows[0].Subject + ")"
}

// listed reports whether a person listed the host: over https, and on this machine over http too.
func listed(hosts []string, c effect.Endpoint) bool {
	switch {
	case c.Scheme == "https":
		return effect.HostListed(hosts, c.Host, c.Port, 0, 443)
	case c.Scheme == "http" && c.Loopback():
		return effect.HostListed(hosts, c.Host, c.Port, 0, 80)
	}
	return false
}

// toList is how a person would list a host, with its port where that is not the usual one.
func toList(c effect.Endpoint) string {
	if c.Port == 443 || c.Port == 0 {
		return c.Host
	}
	return c.Address()
}
