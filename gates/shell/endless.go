package shell

import (
	"strconv"
	"strings"

	"pp/engine/cause"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// flow passes on where the input comes from, and watches for input without end.
func flow(ap *applied, v, stdin value.Value) value.Value {
	from := stdin.Origin
	zero := stdin.Comes("/dev/zero", "/dev/full")
	source := stdin.From(value.Endless) + v.From(value.Endless)
	ends := func() { from, v.Origin = from.Bounded(), v.Bounded() }
	if from.Taint&value.Endless != 0 || v.Taint&value.Endless != 0 {
		switch {
		case ap.in.Name == "xargs" && (hasFlag(ap, "-P", "--max-procs") || anyWord(ap.words, inBackground)):
			ap.hazard(RuleForkBomb, cause.Word(source), ap.words[0].Span)
		case does(ap, "dumps"):
			if hasFlag(ap, "-N", "-l", "-n", "--len") {
				ends()
			}
		case does(ap, "takes-part"):
			if !hasFlag(ap, "-c", "--bytes") && from.Taint&value.Endless != 0 && ap.in.Name == "head" && zero {
				ap.hazard(RuleEndless, cause.Word(source), ap.words[0].Span)
			}
			ends()
			if huge(ap) {
				v = v.With(value.Endless, ap.in.Name)
			}
		case does(ap, "takes-all"):
			if ap.in.Name != "awk" && !stdin.Comes("yes") || does(ap, "keeps-all") {
				ap.hazard(RuleEndless, cause.Word(source), ap.words[0].Span)
			}
			ends()
		case does(ap, "takes-lines"):
			if zero || v.Comes("/dev/zero") {
				ap.hazard(RuleEndless, cause.Word(source), ap.words[0].Span)
			}
		case !does(ap, "passes-on"):
			from = from.Bounded()
		}
	}
	return v.Of(from)
}

// inBackground reports whether a word is code that leaves something running.
func inBackground(w word) bool { return strings.HasSuffix(strings.TrimRight(w.Text, " ;"), " &") }

// does reports whether the table says of a program what cannot be seen in its words.
func does(ap *applied, what string) bool { return table.Listed("does/"+what, ap.in.Name) }

// huge reports whether a count of bytes is more than a disk should be given.
func huge(ap *applied) bool {
	return anyWord(flagValues(ap.words, "-c", "--bytes"), func(w word) bool { return bytesOf(w.Text) > 8<<30 })
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
