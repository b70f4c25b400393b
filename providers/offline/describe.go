package offline

import (
	"strconv"
	"strings"
)

// describeSample is how many lines are looked at to tell what a text is.
const describeSample = 300

// describe says in a few lines what a text holds that is not prose: JSON, a
// diff, a log, delimited data, source code. It is "" for prose, and for what is
// shorter than its description.
func describe(text string) string {
	sample := sampleLines(text)
	if len(sample) < 3 {
		return ""
	}
	var lines []string
	switch {
	case isDiff(sample):
		lines = describeDiff(text)
	case isLog(sample):
		lines = describeLog(text)
	case looksLikeJSON(text):
		lines = describeJSON(text)
	default:
		if sep := delimiter(sample); sep != 0 {
			lines = describeTable(text, sep)
		} else if isCode(sample) {
			lines = describeCode(text)
		}
	}
	said := strings.Join(lines, "\n")
	if len(said) > len(text) {
		return ""
	}
	return said
}

// sampleLines are the first lines of text that are not blank.
func sampleLines(text string) []string {
	var sample []string
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\n"); strings.TrimSpace(line) == "" {
			continue
		}
		if sample = append(sample, line); len(sample) == describeSample {
			break
		}
	}
	return sample
}

// group writes n with a comma between each three digits.
func group(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return sign + digits
}

// plural writes a count with its noun: "1 line", "1,204 lines".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	switch {
	case strings.HasSuffix(noun, "y"):
		noun = strings.TrimSuffix(noun, "y") + "ies"
	default:
		noun += "s"
	}
	return group(n) + " " + noun
}

// listed joins names with commas, and says how many are left out past most.
func listed(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + " and " + group(len(names)-most) + " more"
}
