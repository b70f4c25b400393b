package shell

import (
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// recordArrivals notes what a command brings from another place without saying so by a file that it writes: a download
// under the last part of its address, a clone, an archive that was downloaded. The words that may say where it is are
// many, since values of flags stand among them; one too many names nothing that is there.
func recordArrivals(ap *applied) {
	file := func(p effect.Path) bool { return !p.Dir && !p.Tree }
	tree := func(p effect.Path) bool { return !file(p) }
	if unpacksDownload(ap) {
		arrive(ap, ap.dirs...)
		for _, p := range ap.wrote {
			arrive(ap, p.Name)
		}
	}
	if brings(ap) {
		recordNamed(ap, false)
	}
	prints := (ap.in.Downloads || ap.in.Name == "wget") && hasKind(ap, table.Connect) // unless it is told to write
	if (ap.in.Downloads || table.Listed("savers", ap.in.Name)) && !slices.ContainsFunc(ap.wrote, file) &&
		(!prints || slices.ContainsFunc(ap.wrote, tree)) {
		recordNamed(ap, true)
	}
}

// recordNamed notes all that the words of a command name, and the last parts of it: as files that were downloaded, or
// as trees of which nobody knows what is in them.
func recordNamed(ap *applied, files bool) {
	dirs := slices.Clone(ap.dirs)
	for _, p := range ap.wrote {
		if files && (p.Tree || p.Dir) {
			dirs = append(dirs, p.Name)
		}
	}
	content, _ := leftContent(ap)
	for _, w := range ap.words[1:] {
		name := w.Text
		if flag, value, ok := strings.Cut(name, "="); ok && strings.HasPrefix(flag, "-") {
			name = value
		}
		if !w.Known || strings.HasPrefix(name, "-") ||
			files && (hasAnyPrefix(name, ".", "/") || !strings.ContainsAny(name, "/:")) {
			continue
		}
		if !files {
			name = strings.TrimRight(name, "/")
		}
		base := strings.TrimSuffix(savedAs(name), ".git")
		_, host, _ := strings.Cut(name, "://")
		host, _, _ = strings.Cut(host, "/")
		host, _, _ = strings.Cut(host, ":")
		for _, name := range [...]string{name, base, host} {
			paths, _ := ap.resolve(name, dirs, false)
			for _, p := range paths {
				switch {
				case name == "" || strings.Contains(name, ":") || slices.Contains(ap.dirs, p.Name):
				case files && name == base && !p.Dir && content.Taint != 0:
					ap.view.write(p.Name, content)
				case !files || name == host:
					arrive(ap, p.Name)
				}
			}
		}
	}
}

// arrive notes paths below which everything came from another place.
func arrive(ap *applied, names ...string) { ap.view.fetched = append(ap.view.fetched, names...) }

// brings reports whether a command brings trees that its words name. Some fill the directory that they are in.
func brings(ap *applied) bool {
	program := path.Base(ap.words[0].Text)
	if !table.Listed("bringers", program) {
		return false
	}
	said := " " + program + " "
	var operands []word
	for _, w := range ap.words[1:] {
		if !strings.HasPrefix(w.Text, "-") {
			said += w.Text + " "
			operands = append(operands, w)
		}
	}
	does := func(list string) bool {
		return slices.ContainsFunc(table.Marks(list), func(mark string) bool {
			name, verb, _ := strings.Cut(mark+" ", " ")
			return name == program && strings.Contains(said, " "+verb)
		})
	}
	last := len(operands) - 1
	from := last > 0 && !isAddress(operands[last]) && slices.ContainsFunc(operands[:last], isAddress)
	named := does("brings") || does("brings/copies") && from
	if does("brings/here") || does("brings/updates") && hasExactFlag(ap, "--remote") ||
		named && last >= 0 && strings.Trim(operands[last].Text, "./") == "" {
		arrive(ap, ap.dirs...)
	}
	return named
}

// isAddress reports whether a word names something at another place.
func isAddress(w word) bool {
	before, _, ok := strings.Cut(w.Text, ":")
	return ok && !strings.Contains(before, "/")
}

// savedAs returns the name of the file or tree that a program makes of an address, "" for none. The name for the
// address of a directory or a server is index.html.
func savedAs(address string) string {
	address, _, _ = strings.Cut(address, "?")
	_, rest, found := strings.Cut(address, "://")
	if found && (strings.HasSuffix(rest, "/") || !strings.Contains(rest, "/")) {
		return "index.html"
	}
	base := path.Base(address)
	base = base[strings.LastIndexByte(base, ':')+1:]
	if strings.Trim(base, "./") == "" {
		return ""
	}
	return base
}

// unpacksDownload reports whether the command unpacks an archive that was downloaded.
func unpacksDownload(ap *applied) bool {
	if !table.Listed("archivers", ap.in.Name) {
		return false
	}
	taint := ap.stdin.Taint | ap.sends.Taint
	for _, s := range ap.sources {
		taint |= s.content.Taint
	}
	for _, w := range ap.words[1:] {
		taint |= ap.procs[w.Text].Taint
		paths, _ := ap.resolve(w.Text, ap.dirs, false)
		for _, p := range paths {
			v, _ := ap.view.file(p.Name)
			taint |= v.Taint
		}
	}
	return taint&value.Network != 0
}
