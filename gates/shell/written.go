package shell

import (
	"path"
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// storage is a command while it is noted what it leaves in files.
type storage struct {
	*applied
	v    value.Value // what it writes
	span effect.Span
}

// recordStorage notes what the command put into files, where that matters when the script runs them later.
func recordStorage(o *storage) {
	root := func(s source) bool { return s.tree && s.path == "/" }
	if slices.ContainsFunc(o.sources, root) && !does(o.applied, "moves") { // moving a link fills nothing
		for _, p := range o.wrote {
			o.hazard(RuleDiskFiller, cause.CopiesRoot.OfPath(p.Name), o.span)
		}
	}
	brought(o)
	if !content(o) {
		changed(o)
		return
	}
	o.v.None = false
	if o.in.Name == "git clone" {
		cloned(o)
		return
	}
	named := false
	for _, p := range o.wrote {
		o.truncated(p, o.v, o.span)
		if o.v.Taint&value.Endless != 0 {
			o.hazard(RuleDiskFiller, cause.Path(p.Name), o.span)
		}
		if !p.Dir && !p.Tree {
			before := value.Text("")
			if o.in.Name == "tee" && slices.ContainsFunc(o.words[1:], appends) {
				before = o.contentOf(p)
			}
			o.view.write(p.Name, appended(before, o.v))
			named = true
		}
	}
	if !named && (o.in.Downloads || table.Listed("savers", o.in.Name)) {
		remoteName(o)
	}
}

// content finds what the command writes; false when it writes no data that is known in some way.
func content(o *storage) bool {
	download := o.connects && o.in.Name != "mkdir"
	switch {
	case o.in.Downloads:
		download = true
	case o.in.Decodes:
		o.v = value.Opaque(cause.DecodedData.Bare()).With(value.Decoder, o.in.Name).Of(o.stdin.Origin)
		return true
	case o.in.Name == "tee":
		o.v = o.stdin
		return true
	case o.in.Name == "dd":
		o.v = copiedBlocks(o)
		return true
	}
	if download {
		o.v = value.Opaque(cause.Download.Bare()).With(value.Network, o.in.Name)
	}
	return download
}

// appends reports whether a word may be the flag of tee that keeps the content of a file.
func appends(w word) bool {
	return !w.Known || strings.HasPrefix(w.Text, "-") && strings.Contains(w.Text, "a")
}

// copiedBlocks is what dd writes.
func copiedBlocks(o *storage) value.Value {
	v := o.stdin
	v.Ends = 0
	for _, s := range o.sources {
		v = s.content
	}
	bs, count := int64(512), int64(-1)
	for _, w := range o.words[1:] {
		text := w.Text
		if !w.Known {
			text = w.Prefix
		}
		switch name, size, _ := strings.Cut(text, "="); name {
		case "if", "of", "status":
			if name == "if" && hasAnyPrefix(size, "/dev/tcp/", "/dev/udp/") {
				v = v.With(value.Network, size)
			}
			continue
		case "bs":
			if bs = bytesOf(size); bs > 4<<30 {
				o.hazard(RuleEndless, cause.Word(w.Text), w.Span)
			}
		case "count":
			count = bytesOf(size)
		}
		v = v.Forgotten().Suspect(v.Texts()...) // the program may write only a part of them, or change them
	}
	if count >= 0 && max(bs, count) <= 1<<40 && min(bs, 1<<30)*min(count, 1<<30) <= 8<<30 { // it stops by itself
		v.Origin = v.Bounded()
	}
	return v
}

// changed notes what programs do to files without putting data into them.
func changed(o *storage) {
	switch {
	case o.in.Name == "mkdir":
		for _, p := range o.wrote {
			o.view.mkdir(p.Name)
		}
	case o.in.Name == "truncate" && toNothing(o.words):
		for _, p := range o.wrote {
			o.truncated(p, value.Text(""), o.span)
		}
	case o.in.Name == "touch":
		for _, p := range o.wrote {
			if !p.Exists {
				o.view.write(p.Name, value.Text(""))
			}
		}
	case !extracts(o):
		compiled(o)
	}
}

// remoteName records a download under the last part of its address.
func remoteName(o *storage) {
	for _, w := range recordRemote(o) {
		if !strings.ContainsAny(w.Text, "/:") || !w.Known || strings.HasPrefix(w.Text, "-") {
			continue
		}
		base := savedAs(w.Text)
		if base == "" || stands(o, w.Text) {
			continue // no name, or a package that is there already
		}
		dirs := o.dirs
		for _, p := range o.wrote {
			if p.Tree || p.Dir {
				dirs = append(append([]string(nil), dirs...), p.Name)
			}
		}
		paths, _ := o.resolve(base, dirs, false)
		for _, p := range paths {
			if !p.Dir {
				o.view.write(p.Name, o.v)
			}
		}
	}
}

// savedAs returns the name of the file that a download of address creates, "" for none. The name for the address of a
// directory or a server is index.html.
func savedAs(address string) string {
	if _, rest, found := strings.Cut(address, "://"); found {
		if rest, _, _ = strings.Cut(rest, "?"); strings.HasSuffix(rest, "/") || !strings.Contains(rest, "/") {
			return "index.html"
		}
	}
	return lastPart(address)
}

// lastPart is the name that an address ends with, "" for none.
func lastPart(address string) string {
	base := path.Base(strings.SplitN(address, "?", 2)[0])
	base = base[strings.LastIndexByte(base, ':')+1:]
	if base == "." || base == ".." {
		return ""
	}
	return base
}

// cloned notes the directory that git clone makes: the one that it is told, else that of the address's last part.
func cloned(o *storage) {
	name := ""
	for _, op := range o.in.Operands {
		switch {
		case op.Kind == table.WriteTree && op.Word > 0 && op.Known && !strings.HasPrefix(o.words[op.Word].Text, "-"):
			name = op.Text
		case op.Kind == table.Connect && op.Known && name == "":
			name = strings.TrimSuffix(lastPart(strings.TrimRight(op.Text, "/")), ".git")
		}
	}
	if name == "" {
		return
	}
	paths, _ := o.resolve(name, o.dirs, false)
	for _, p := range paths {
		o.view.mkdir(p.Name)
		o.view.fetched = append(o.view.fetched, p.Name)
	}
}

// recordRemote are the words that may be addresses of what is fetched. Where the table says which are, they are all,
// and go nowhere but where the command writes what it fetches.
func recordRemote(o *storage) (out []word) {
	end := len(o.words)
	for _, op := range o.in.Operands {
		switch {
		case op.Kind == table.Run && op.From > 0:
			end = min(end, op.From) // the words of a command that it runs say nothing of what it fetches
		case op.Kind == table.Connect && op.Word < len(o.words) && (o.in.Downloads || o.in.Name == "wget"):
			out = append(out, o.words[op.Word])
		}
	}
	into := func(p effect.Path) bool { return p.Dir || p.Tree }
	switch {
	case len(out) == 0:
		return o.words[1:max(1, end)]
	case !slices.ContainsFunc(o.wrote, into):
		return nil
	}
	return out
}

// stands reports whether a word is a path of a file that exists.
func stands(o *storage, name string) bool {
	if !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "../") && !strings.HasPrefix(name, "/") {
		return false
	}
	paths, ok := o.resolve(name, o.dirs, false)
	return ok && len(paths) == 1 && paths[0].Exists && !paths[0].Dir
}

// toNothing reports whether truncate leaves nothing.
func toNothing(words []word) bool {
	for i, w := range words {
		if w.Text == "-s0" || w.Text == "--size=0" || (w.Text == "-s" || w.Text == "--size") && i+1 < len(words) &&
			words[i+1].Text == "0" {
			return true
		}
	}
	return false
}

// truncated reports that a file outside the workspace loses its content.
func (d *walker) truncated(p effect.Path, v value.Value, span effect.Span) {
	s, ok := v.Single()
	zero := slices.Contains(v.Files, "/dev/null") || slices.Contains(v.Files, "/dev/zero") || v.Comes("/dev/zero")
	if !(ok && strings.TrimSpace(s) == "") && !zero || d.facts.Home == "" || !effect.Within(p.Name, d.facts.Home) {
		return
	}
	if _, in := d.facts.Workspace.Contains(p.Name); !in {
		d.hazard(RuleTruncate, cause.Path(p.Name), span)
	}
}

// extracts notes the directory into which a downloaded archive is unpacked.
func extracts(o *storage) bool {
	if !table.Listed("archivers", o.in.Name) {
		return false
	}
	downloaded := o.stdin.Taint&value.Network != 0 || o.sends.Taint&value.Network != 0
	for _, s := range o.sources {
		downloaded = downloaded || s.content.Taint&value.Network != 0
	}
	for _, w := range o.words[1:] {
		if v, ok := o.procs[w.Text]; ok && v.Taint&value.Network != 0 {
			downloaded = true
		}
		paths, _ := o.resolve(w.Text, o.dirs, false)
		for _, p := range paths {
			if v, ok := o.view.file(p.Name); ok && v.Taint&value.Network != 0 {
				downloaded = true
			}
		}
	}
	if downloaded {
		o.view.fetched = append(o.view.fetched, o.dirs...)
		for _, p := range o.wrote {
			o.view.fetched = append(o.view.fetched, p.Name)
		}
	}
	return true
}
