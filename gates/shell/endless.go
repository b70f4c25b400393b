package shell

import (
	"strconv"
	"strings"
)

// flow passes on where the input comes from, and watches for input without end.
func (ap *applied) flow(stdin value) {
	t := stdin.taint
	ends := func() { t, ap.out.taint = t&^endless, ap.out.taint&^endless }
	if t&endless != 0 || ap.out.taint&endless != 0 {
		switch ap.in.Name {
		case "od", "xxd", "hexdump", "hd":
			if ap.hasFlag("-N", "-l", "-n", "--len") {
				ends()
			}
		case "head", "timeout", "dd", "pv", "cmp", "strings":
			if !ap.bounded() && t&endless != 0 && ap.in.Name == "head" &&
				(hasAnyPrefix(stdin.from, "/dev/zero", "/dev/full")) {
				ap.hazard(RuleEndless, stdin.from, ap.words[0].Span)
			}
			ends()
			if ap.huge() {
				ap.out = ap.out.with(endless, ap.in.Name)
			}
		case "tail", "sort", "tac", "sponge", "shuf", "rev", "jq", "column", "awk", "python3", "mapfile":
			if ap.in.Name != "awk" && stdin.from != "yes" || ap.in.Name == "tail" || ap.in.Name == "sort" ||
				ap.in.Name == "tac" {
				ap.hazard(RuleEndless, stdin.from+ap.out.from, ap.words[0].Span)
			}
			ends()
		case "sed", "grep", "cut", "uniq", "nl", "egrep", "fgrep", "rg":
			if stdin.from == "/dev/zero" || ap.out.from == "/dev/zero" || stdin.from == "/dev/full" {
				ap.hazard(RuleEndless, stdin.from+ap.out.from, ap.words[0].Span)
			}
		case "tr", "base64", "fold", "gzip", "bzip2", "xz", "zstd", "openssl", "yes":
		default:
			t &^= endless
		}
	}
	ap.out = mix(ap.out, value{taint: t, from: stdin.from})
}

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
