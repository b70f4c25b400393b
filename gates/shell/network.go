package shell

import (
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

func (r *walker) addConnect(e effect.Endpoint) {
	if table.Listed("metadata-hosts", e.Host) {
		r.hazard(RuleMetadata, cause.Word(e.Given), e.Span)
	}
	if r.fresh(effectKey{kind: effect.KindConnect, subject: e.Address(), start: e.Span.Start, word: e.Span.Word}) {
		r.eff.Connects = append(r.eff.Connects, e)
	}
}

// reportConnect reports a host that is contacted.
func reportConnect(o *operand) {
	o.connects = true
	e := endpoint(o.op.Text, o.op.Scheme, o.op.Port)
	if e.Port == o.op.Port && o.op.Scheme == "ssh" {
		e.Port = sshPort(o, e.Port)
	}
	if !o.op.Known {
		o.addOpaque(o.w.Text, reason(o.w), effect.OpaqueOperand, o.span)
		if !strings.Contains(strings.TrimPrefix(o.op.Text, e.Scheme+"://"), "/") {
			e.Host, e.Odd = "an unknown host", cause.OddUnknown
		}
	}
	e.Given, e.Span = shownText(o), o.span
	o.addConnect(e)
}

// sshPort is the port that a flag of ssh and its kin names, else the given one.
func sshPort(o *operand, port int) int {
	if flag, ok := map[string]string{"ssh": "-p", "scp": "-P", "sftp": "-P"}[o.in.Name]; ok {
		for _, w := range flagValues(o.words, flag) {
			if n := portOf(w.Text); n > 0 {
				return n
			}
		}
	}
	return port
}

// reportNetwork reports connections that no operand names, and data that must not go over any.
func reportNetwork(ap *applied) {
	reportSubtree(ap)
	if ap.in.Network && !ap.connects && !localOnly(ap) {
		contacts, known := findContacts(ap)
		if !known {
			contacts.hosts = []effect.Endpoint{{Given: ap.in.Name, Host: effect.AnyHost, Span: ap.words[0].Span}}
		}
		ap.connects = len(contacts.hosts) > 0
		for _, e := range contacts.hosts {
			ap.addConnect(e)
		}
		for _, name := range contacts.local {
			reportLocalRepository(ap, name, []string{contacts.top}, ap.words[0].Span)
		}
	}
	if serves(ap) && ap.in.Class != effect.ProgramReads {
		for _, s := range ap.sources {
			if s.path == "/" || s.path != "" && s.path == ap.facts.Home {
				ap.hazard(RuleSecretSent, cause.Path(s.path), ap.words[0].Span)
			}
		}
	}
	if !ap.connects {
		return
	}
	sent := ap.sends.Of(ap.stdin.Origin)
	for _, w := range ap.words[1:] {
		sent = sent.Of(w.val().Origin)
	}
	if sent.Taint&value.Secret != 0 {
		ap.hazard(RuleSecretSent, cause.Word(sent.From(value.Secret)), ap.words[0].Span)
	}
	if sendsUnknown(ap) {
		ap.addHazard(effect.Hazard{Rule: "unknown-text", Asks: true, Span: ap.words[0].Span,
			Cause: cause.SendsUnknownText.Bare()})
	}
	if ap.stdin.Taint&value.Shell != 0 {
		ap.hazard(RuleReverseShell, cause.Word(ap.stdin.From(value.Shell)), ap.words[0].Span)
	}
}

// sendsUnknown reports whether a program that downloads from an address sends that machine data that is not written in
// the command: in a header, in a name, on standard input.
func sendsUnknown(ap *applied) bool {
	if !ap.in.Downloads && ap.in.Name != "wget" {
		return false
	}
	covered := map[int]bool{}
	for _, op := range ap.in.Operands {
		telnet := op.Kind == table.Connect && strings.HasPrefix(strings.ToLower(op.Text), "telnet:")
		if covered[op.Word] = true; telnet && !ap.stdin.None {
			return true
		}
	}
	for i := range ap.words {
		if w := &ap.words[i]; !w.Known && !covered[i] && !w.val().Known && !w.val().Number {
			return true
		}
	}
	return false
}

// private reports whether a path is not to be sent: a tree of the home outside the workspace, account files.
func private(p effect.Path, f *engine.Facts) bool {
	if _, in := f.Workspace.Contains(p.Name); in && !p.Tree {
		return false
	}
	if f.Home != "" && effect.Within(p.Name, f.Home) {
		if _, in := f.Workspace.Contains(p.Name); in {
			return false
		}
		return p.Tree || p.Name == f.Home
	}
	return table.Listed("account-files", p.Name) ||
		p.Tree && slices.Contains([]string{"/", "/home", "/etc", "/root", "/var", "/Users"}, p.Name)
}

// judgeRemote looks for what is destroyed on another machine; about the rest a person is asked anyway.
func judgeRemote(o *operand) {
	switch o.op.Kind {
	case table.DeleteTree, table.MetadataTree:
		if !o.op.Known || destroysRemote(o.op.Text) {
			o.hazard(RuleRemoteDestroy, cause.Word(shownText(o)), o.span)
		}
	}
}

// destroysRemote reports whether deleting a path on another machine takes more than a temporary file.
func destroysRemote(name string) bool {
	clean := strings.TrimRight(name, "/*.")
	switch {
	case clean == "" && name != "", strings.HasPrefix(name, "~") && !strings.Contains(clean, "/"), clean == "$HOME":
		return true
	case !strings.HasPrefix(clean, "/"):
		return false
	case strings.HasPrefix(clean, "/tmp/"), strings.HasPrefix(clean, "/var/tmp/"), strings.HasPrefix(clean, "/var/cache/"):
		return false
	}
	return strings.Count(clean, "/") <= 3 || hasAnyPrefix(clean, "/var/lib/", "/etc/", "/usr/", "/boot/")
}

// walkElsewhere walks what takes place elsewhere: hazards stay, and destroyed trees become hazards.
func walkElsewhere(a *walker, span effect.Span, do func()) {
	eff, seen, state, view := a.eff, a.seen, a.state, a.view
	var there effect.Effects
	a.eff, a.seen, a.view = &there, nil, newOverlay(nil)
	a.state = newFrame("/remote")
	a.state.set("HOME", value.Text("/home/remote"))
	a.state.set("PWD", value.Text("/remote"))
	a.within(span, do)
	a.eff, a.seen, a.state, a.view = eff, seen, state, view
	for _, h := range there.Hazards {
		h.Stays = false
		a.addHazard(h)
	}
	for _, p := range there.Deletes {
		if p.Tree && (destroysRemote(p.Name) || p.Name == "/remote" || p.Name == a.facts.Home) {
			a.hazard(RuleRemoteDestroy, cause.Path(p.Name), span)
		}
	}
	for _, p := range there.Metadata {
		if p.Tree && destroysRemote(p.Name) {
			a.hazard(RuleRemoteDestroy, cause.Path(p.Name), span)
		}
	}
	for _, p := range there.Writes {
		if strings.HasPrefix(p.Name, "/etc/") || strings.HasPrefix(p.Name, "/dev/") || strings.Contains(p.Name, "/.ssh/") {
			a.hazard(RuleRemoteDestroy, cause.Path(p.Name), span)
		}
	}
	for _, p := range there.Reads {
		if strings.Contains(p.Name, "/.ssh/id_") || strings.HasSuffix(p.Name, "/.aws/credentials") ||
			p.Name == "/etc/shadow" {
			a.hazard(RuleSecretSent, cause.RemoteSecret.OfPath(p.Name), span)
		}
	}
	for _, o := range there.Opaque {
		if o.Place == effect.OpaqueDelete && o.Tree {
			a.addOpaque(o.Text, o.Cause, o.Place, span)
		}
	}
}

// localOnly reports whether a command only uses a repository or a file on this machine.
func localOnly(ap *applied) bool {
	local := func(op table.Operand) bool { return op.Scheme == table.LocalRepository || op.Scheme == table.LocalFile }
	further := func(w word) bool { return !w.Known || strings.HasPrefix(w.Text, "--recur") }
	return slices.ContainsFunc(ap.in.Operands, local) && !anyWord(ap.words, further)
}
