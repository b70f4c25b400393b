package shell

import (
	"strconv"
	"strings"

	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// flow passes on where the input comes from, and watches for input without end.
func (ap *applied) flow(stdin value.Value) {
	from := stdin.Origin
	zero := stdin.Comes("/dev/zero", "/dev/full")
	source := stdin.From(value.Endless) + ap.out.From(value.Endless)
	ends := func() { from, ap.out.Origin = from.Bounded(), ap.out.Bounded() }
	if from.Taint&value.Endless != 0 || ap.out.Taint&value.Endless != 0 {
		switch {
		case ap.does("dumps"):
			if ap.hasFlag("-N", "-l", "-n", "--len") {
				ends()
			}
		case ap.does("takes-part"):
			if !ap.bounded() && from.Taint&value.Endless != 0 && ap.in.Name == "head" && zero {
				ap.hazard(RuleEndless, source, ap.words[0].Span)
			}
			ends()
			if ap.huge() {
				ap.out = ap.out.With(value.Endless, ap.in.Name)
			}
		case ap.does("takes-all"):
			if ap.in.Name != "awk" && !stdin.Comes("yes") || ap.does("keeps-all") {
				ap.hazard(RuleEndless, source, ap.words[0].Span)
			}
			ends()
		case ap.does("takes-lines"):
			if zero || ap.out.Comes("/dev/zero") {
				ap.hazard(RuleEndless, source, ap.words[0].Span)
			}
		case !ap.does("passes-on"):
			from = from.Bounded()
		}
	}
	ap.out = ap.out.Of(from)
}

// does reports whether the table says of a program what cannot be seen in its words.
func (ap *applied) does(what string) bool { return table.Listed("does/"+what, ap.in.Name) }

// bounded reports whether head counts bytes rather than lines.
func (ap *applied) bounded() bool {
	return ap.hasFlag("-c", "--bytes", "count=") || ap.in.Name != "head" && ap.in.Name != "dd"
}

// huge reports whether a count of bytes is more than a disk should be given.
func (ap *applied) huge() bool {
	for i, w := range ap.words[1:] {
		s := w.Text
		switch {
		case s == "-c" && i+2 < len(ap.words):
			s = ap.words[i+2].Text
		case strings.HasPrefix(s, "-c"):
			s = s[2:]
		case strings.HasPrefix(s, "--bytes="):
			s = s[8:]
		default:
			continue
		}
		return bytesOf(s) > 8<<30
	}
	return false
}

// bytesOf reads a size with a suffix.
func bytesOf(s string) int64 {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	n, err := strconv.ParseInt(s[:i], 10, 62)
	if err != nil {
		return 0
	}
	if i == len(s) {
		return n
	}
	switch unit := strings.IndexByte("kmgtpe", s[i]|0x20); {
	case unit > 2:
		return 1 << 50
	case unit >= 0:
		n <<= 10 * (unit + 1)
	}
	return n
}
