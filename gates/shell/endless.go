package shell

import (
	"strconv"
	"strings"

	"pp/engine/cause"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// flow passes on where the input comes from, and watches for input without end.
func flow(o *output, stdin value.Value) {
	from := stdin.Origin
	zero := stdin.Comes("/dev/zero", "/dev/full")
	source := stdin.From(value.Endless) + o.v.From(value.Endless)
	ends := func() { from, o.v.Origin = from.Bounded(), o.v.Bounded() }
	if from.Taint&value.Endless != 0 || o.v.Taint&value.Endless != 0 {
		switch {
		case o.in.Name == "xargs" && (hasFlag(o.applied, "-P", "--max-procs") || anyWord(o.words, inBackground)):
			o.hazard(RuleForkBomb, cause.Word(source), o.words[0].Span)
		case does(o.applied, "dumps"):
			if hasFlag(o.applied, "-N", "-l", "-n", "--len") {
				ends()
			}
		case does(o.applied, "takes-part"):
			if !hasFlag(o.applied, "-c", "--bytes") && from.Taint&value.Endless != 0 && o.in.Name == "head" && zero {
				o.hazard(RuleEndless, cause.Word(source), o.words[0].Span)
			}
			ends()
			if huge(o) {
				o.v = o.v.With(value.Endless, o.in.Name)
			}
		case does(o.applied, "takes-all"):
			if o.in.Name != "awk" && !stdin.Comes("yes") || does(o.applied, "keeps-all") {
				o.hazard(RuleEndless, cause.Word(source), o.words[0].Span)
			}
			ends()
		case does(o.applied, "takes-lines"):
			if zero || o.v.Comes("/dev/zero") {
				o.hazard(RuleEndless, cause.Word(source), o.words[0].Span)
			}
		case !does(o.applied, "passes-on"):
			from = from.Bounded()
		}
	}
	o.v = o.v.Of(from)
}

// inBackground reports whether a word is code that leaves something running.
func inBackground(w word) bool { return strings.HasSuffix(strings.TrimRight(w.Text, " ;"), " &") }

// does reports whether the table says of a program what cannot be seen in its words.
func does(ap *applied, what string) bool { return table.Listed("does/"+what, ap.in.Name) }

// huge reports whether a count of bytes is more than a disk should be given.
func huge(o *output) bool {
	return anyWord(flagValues(o.words, "-c", "--bytes"), func(w word) bool { return bytesOf(w.Text) > 8<<30 })
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
