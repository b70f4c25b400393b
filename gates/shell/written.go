package shell

import (
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// record notes what the command put into files, where that matters when the script runs them later.
func (ap *applied) record() {
	span := ap.words[0].Span
	for _, s := range ap.sources {
		for _, p := range ap.wrote {
			if s.tree && s.path == "/" {
				ap.hazard(RuleDiskFiller, "all of / goes to "+p.Name, span)
			}
		}
	}
	v, ok := ap.content()
	if !ok {
		ap.changed()
		return
	}
	v.None = false
	named := false
	for _, p := range ap.wrote {
		ap.truncated(p, v, span)
		if v.Taint&value.Endless != 0 {
			ap.hazard(RuleDiskFiller, p.Name, span)
		}
		if !p.Dir && !p.Tree {
			ap.view.write(p.Name, v)
			named = true
		}
	}
	if (ap.in.Downloads || ap.connects) && !named {
		ap.remoteName(v)
	}
}

// content is what the command writes, if it writes data that is known in some way.
func (ap *applied) content() (v value.Value, ok bool) {
	switch {
	case ap.in.Downloads:
		return value.Opaque("a download").With(value.Network, ap.in.Name), true
	case ap.in.Decodes:
		v = value.Opaque("decoded data").With(value.Decoder, ap.in.Name)
		v = v.Of(ap.stdin.Origin)
		return v, true
	case ap.in.Name == "tee":
		return ap.stdin, true
	case ap.in.Name == "dd":
		return ap.copiedBlocks(), true
	case ap.connects && ap.in.Name != "mkdir":
		return value.Opaque("a download").With(value.Network, ap.in.Name), true
	}
	return value.Value{}, false
}

// copiedBlocks is what dd writes.
func (ap *applied) copiedBlocks() value.Value {
	v := ap.stdin
	for _, s := range ap.sources {
		v = s.content
	}
	for _, w := range ap.words[1:] {
		if size, ok := strings.CutPrefix(w.Text, "bs="); ok && bytesOf(size) > 4<<30 {
			ap.hazard(RuleEndless, w.Text, w.Span)
		}
	}
	if ap.counted() && ap.ddSize() <= 8<<30 {
		v.Origin = v.Bounded()
	}
	return v
}

// changed notes what programs do to files without putting data into them.
func (ap *applied) changed() {
	switch {
	case ap.in.Name == "mkdir":
		for _, p := range ap.wrote {
			ap.view.mkdir(p.Name)
		}
	case ap.in.Name == "truncate" && ap.toNothing():
		for _, p := range ap.wrote {
			ap.truncated(p, value.Text(""), ap.words[0].Span)
		}
	case ap.in.Name == "touch":
		for _, p := range ap.wrote {
			if !p.Exists {
				ap.view.write(p.Name, value.Text(""))
			}
		}
	case !ap.extracts():
		ap.compiled()
	}
}

// remoteName records a download under the last part of its address.
func (ap *applied) remoteName(v value.Value) {
	end := len(ap.words)
	for _, op := range ap.in.Operands {
		if op.Kind == table.Run && op.From > 0 {
			end = min(end, op.From) // the words of a command that it runs say nothing of what it fetches
		}
	}
	for _, w := range ap.words[1:max(1, end)] {
		if !strings.ContainsAny(w.Text, "/:") || !w.Known || strings.HasPrefix(w.Text, "-") {
			continue
		}
		if ap.in.Name != "git clone" && ap.stands(w.Text) {
			continue // a package that is there already
		}
		base := path.Base(strings.SplitN(w.Text, "?", 2)[0])
		base = base[strings.LastIndexByte(base, ':')+1:]
		if base == "" || base == "." || base == ".." {
			continue
		}
		if ap.in.Name == "git clone" {
			base = strings.TrimSuffix(base, ".git")
		}
		dirs := ap.dirs
		for _, p := range ap.wrote {
			if p.Tree || p.Dir {
				dirs = append(append([]string(nil), dirs...), p.Name)
			}
		}
		paths, _ := ap.resolve(base, dirs, false)
		for _, p := range paths {
			if ap.in.Name == "git clone" {
				ap.view.mkdir(p.Name)
				ap.view.fetched = append(ap.view.fetched, p.Name)
				continue
			}
			if !p.Dir {
				ap.view.write(p.Name, v)
			}
		}
	}
}

// stands reports whether a word is a path of a file that exists.
func (ap *applied) stands(name string) bool {
	if !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "../") && !strings.HasPrefix(name, "/") {
		return false
	}
	paths, ok := ap.resolve(name, ap.dirs, false)
	return ok && len(paths) == 1 && paths[0].Exists && !paths[0].Dir
}

// ddSize is how many bytes dd copies.
func (ap *applied) ddSize() int64 {
	bs, count := int64(512), int64(1)
	for _, w := range ap.words[1:] {
		if s, ok := strings.CutPrefix(w.Text, "bs="); ok {
			bs = bytesOf(s)
		}
		if s, ok := strings.CutPrefix(w.Text, "count="); ok {
			count = bytesOf(s)
		}
	}
	if bs > 1<<40 || count > 1<<40 {
		return 1 << 60
	}
	return min(bs, 1<<30) * min(count, 1<<30)
}

// toNothing reports whether truncate leaves nothing.
func (ap *applied) toNothing() bool {
	for i, w := range ap.words {
		if w.Text == "-s0" || w.Text == "--size=0" || (w.Text == "-s" || w.Text == "--size") && i+1 < len(ap.words) &&
			ap.words[i+1].Text == "0" {
			return true
		}
	}
	return false
}

// counted reports whether dd stops by itself.
func (ap *applied) counted() bool {
	return slices.ContainsFunc(ap.words[1:], func(w word) bool {
		return strings.HasPrefix(w.Text, "count=") || strings.HasPrefix(w.Prefix, "count=")
	})
}

// truncated reports that a file outside the workspace loses its content.
func (d *machine) truncated(p effect.Path, v value.Value, span effect.Span) {
	s, ok := v.Single()
	zero := slices.Contains(v.Files, "/dev/null") || slices.Contains(v.Files, "/dev/zero") || v.Comes("/dev/zero")
	if !(ok && strings.TrimSpace(s) == "") && !zero || d.facts.Home == "" || !effect.Within(p.Name, d.facts.Home) {
		return
	}
	if _, in := d.facts.Workspace.Contains(p.Name); !in {
		d.hazard(RuleTruncate, p.Name, span)
	}
}

// extracts notes the directory into which a downloaded archive is unpacked.
func (ap *applied) extracts() bool {
	if !table.Listed("archivers", ap.in.Name) {
		return false
	}
	downloaded := ap.stdin.Taint&value.Network != 0 || ap.sends.Taint&value.Network != 0
	for _, s := range ap.sources {
		downloaded = downloaded || s.content.Taint&value.Network != 0
	}
	for _, w := range ap.words[1:] {
		if v, ok := ap.procs[w.Text]; ok && v.Taint&value.Network != 0 {
			downloaded = true
		}
		paths, _ := ap.resolve(w.Text, ap.dirs, false)
		for _, p := range paths {
			if v, ok := ap.written(p); ok && v.Taint&value.Network != 0 {
				downloaded = true
			}
		}
	}
	if downloaded {
		ap.view.fetched = append(ap.view.fetched, ap.dirs...)
		for _, p := range ap.wrote {
			ap.view.fetched = append(ap.view.fetched, p.Name)
		}
	}
	return true
}

// compiled notes what a program made from files that the script wrote.
func (ap *applied) compiled() {
	var v value.Value
	found := false
	for _, s := range ap.sources {
		if s.known {
			v, found = v.Of(s.content.Origin), true
		}
	}
	if in := ap.in.Name; !ap.stdin.None && (in == "gcc" || in == "cc" || in == "clang" || in == "g++" || in == "tcc" ||
		in == "rustc") {
		v, found = v.Of(ap.stdin.Origin), true
	}
	if !found || ap.in.Class == effect.ProgramReads {
		return
	}
	v = v.Forgotten()
	v.Why = "what was made from a file that the script wrote"
	for _, p := range ap.wrote {
		if !p.Dir && !p.Tree {
			ap.view.write(p.Name, v)
		}
	}
}

// generatedBuild reports a build of files that the same script writes, once.
func (ap *applied) generatedBuild(span effect.Span) {
	if ap.generated {
		return
	}
	var names []string
	for _, name := range ap.view.names() {
		for _, d := range ap.dirs {
			if buildInput(name) && effect.Within(name, d) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	for _, name := range firstOf(names, 8) {
		rule := RuleWriteThenRun
		if v, _ := ap.view.file(name); v.Taint&value.Network != 0 {
			rule = RuleDownloadExecute
		}
		ap.hazard(rule, name, span)
		ap.generated = true
	}
}

// firstOf is at most n of the names, each once.
func firstOf(names []string, n int) []string {
	names = slices.Compact(names)
	return names[:min(len(names), n)]
}

// buildInput reports whether a build or test run carries out a file of this name.
func buildInput(name string) bool {
	if table.Listed("output-suffixes", path.Ext(name)) {
		return path.Base(name) == "CMakeLists.txt"
	}
	return !strings.Contains(path.Base(name), "coverage") && !strings.HasPrefix(name, "/tmp/") &&
		!strings.HasPrefix(name, "/dev/")
}
