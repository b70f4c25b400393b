package shell

import (
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// recordContents notes what the command leaves in files, where that matters when the script runs them later: text that
// the script has, or something opaque that was downloaded, decoded or made.
func recordContents(ap *applied) {
	root := func(s source) bool { return s.tree && s.path == "/" }
	if slices.ContainsFunc(ap.sources, root) && !does(ap, "moves") { // moving a link fills nothing
		for _, p := range ap.wrote {
			ap.hazard(RuleDiskFiller, cause.CopiesRoot.OfPath(p.Name), ap.words[0].Span)
		}
	}
	recordArrivals(ap)
	if ap.in.Name == "git clone" || table.Listed("archivers", ap.in.Name) {
		return
	}
	v, known := leftContent(ap)
	v.None = false
	for _, p := range ap.wrote {
		switch {
		case ap.in.Name == "mkdir":
			ap.view.mkdir(p.Name)
			continue
		case !known:
			continue
		}
		if ap.in.Name != "touch" {
			ap.truncated(p, v, ap.words[0].Span)
		}
		if v.Taint&value.Endless != 0 {
			ap.hazard(RuleDiskFiller, cause.Path(p.Name), ap.words[0].Span)
		}
		if !p.Dir && !p.Tree {
			before := value.Text("")
			if ap.in.Name == "tee" && slices.ContainsFunc(ap.words[1:], appends) || ap.in.Name == "touch" {
				before = ap.contentOf(p)
			}
			ap.view.write(p.Name, appended(before, v))
		}
	}
}

// leftContent is what the command puts into the files that it writes; false when nothing here knows anything of it.
func leftContent(ap *applied) (value.Value, bool) {
	switch name := ap.in.Name; {
	case ap.in.Downloads, ap.connects && name != "mkdir":
		return value.Opaque(cause.Download.Bare()).With(value.Network, name), true
	case ap.in.Decodes:
		return value.Opaque(cause.DecodedData.Bare()).With(value.Decoder, name).Of(ap.stdin.Origin), true
	case name == "tee":
		return ap.stdin, true
	case name == "dd":
		return copiedBlocks(ap), true
	case name == "touch", name == "truncate" && anyWord(flagValues(ap.words, "-s", "--size"), isZero):
		return value.Text(""), true
	}
	return madeOf(ap)
}

func isZero(w word) bool { return w.Text == "0" }

// madeOf is what a program makes from files that the script wrote, and from its input.
func madeOf(ap *applied) (value.Value, bool) {
	v, made := value.Opaque(cause.WrittenFileOutput.Bare()), false
	from := func(source value.Value) {
		v, made = v.Of(source.Origin).Suspect(source.Texts()...), true
	}
	for _, s := range ap.sources {
		if s.known {
			from(s.content)
		}
	}
	foreign := ap.stdin.Taint&(value.Network|value.Remote|value.Decoder) != 0
	if !ap.stdin.None {
		from(ap.stdin)
	}
	return v, made && (foreign || ap.in.Class != effect.ProgramReads)
}

// appends reports whether a word may be the flag of tee that keeps the content of a file.
func appends(w word) bool {
	return !w.Known || strings.HasPrefix(w.Text, "-") && strings.Contains(w.Text, "a")
}

// copiedBlocks is what dd writes.
func copiedBlocks(ap *applied) value.Value {
	v := ap.stdin
	v.Ends = 0
	for _, s := range ap.sources {
		v = s.content
	}
	bs, count := int64(512), int64(-1)
	for _, w := range ap.words[1:] {
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
				ap.hazard(RuleEndless, cause.Word(w.Text), w.Span)
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

// truncated reports that a file outside the workspace loses its content.
func (w *walker) truncated(p effect.Path, v value.Value, span effect.Span) {
	s, ok := v.Single()
	zero := slices.Contains(v.Files, "/dev/null") || slices.Contains(v.Files, "/dev/zero") || v.Comes("/dev/zero")
	if !(ok && strings.TrimSpace(s) == "") && !zero || w.facts.Home == "" || !effect.Within(p.Name, w.facts.Home) {
		return
	}
	if _, in := w.facts.Workspace.Contains(p.Name); !in {
		w.hazard(RuleTruncate, cause.Path(p.Name), span)
	}
}
