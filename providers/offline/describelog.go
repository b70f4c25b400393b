package offline

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"unicode"
)

// logLevel is how grave a log line is.
type logLevel int

const (
	levelNone logLevel = iota
	levelDebug
	levelInfo
	levelWarning
	levelError
)

// logEntry is one line of a log: its time as written, level and message.
type logEntry struct {
	stamp   string
	level   logLevel
	message string
}

// isLog needs half of at least five lines to begin as log lines do.
func isLog(sample []string) bool {
	known := 0
	for _, line := range sample {
		if e := readLogLine(line); e.stamp != "" || e.level != levelNone && strings.HasPrefix(line, "{") {
			known++
		}
	}
	return len(sample) >= 5 && known*2 >= len(sample)
}

// readLogLine reads a line of the common shapes: a time and then a level, the
// access logs of web servers, and one JSON object a line.
func readLogLine(line string) logEntry {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, `{"`) && strings.HasSuffix(line, "}") {
		if e, ok := readJSONLine(line); ok {
			return e
		}
	}
	e := logEntry{message: line}
	if n := stampLength(line); n > 0 {
		e.stamp, e.message = strings.Trim(line[:n], "[] "), strings.TrimSpace(line[n:])
	} else if open := strings.IndexByte(line, '['); open > 0 && open < 120 && stampLength(line[open:]) > 0 {
		n := stampLength(line[open:])
		e.stamp, e.message = strings.Trim(line[open:open+n], "[]"), strings.TrimSpace(line[open+n:])
	}
	e.level, e.message = takeLevel(e.message, e.stamp != "")
	return e
}

func readJSONLine(line string) (logEntry, bool) {
	var f struct {
		Time, TS, Timestamp, Level, Severity, Lvl, Msg, Message any
	}
	if json.Unmarshal([]byte(line), &f) != nil {
		return logEntry{}, false
	}
	pick := func(values ...any) string {
		for _, v := range values {
			if v != nil {
				return fmt.Sprint(v)
			}
		}
		return ""
	}
	e := logEntry{stamp: pick(f.Time, f.TS, f.Timestamp), message: pick(f.Msg, f.Message)}
	e.level = levelOf(pick(f.Level, f.Severity, f.Lvl))
	return e, e.message != "" && (e.level != levelNone || e.stamp != "")
}

// stampLength is the length of the time a line begins with, its bracket
// included; 0 if it begins with none.
func stampLength(line string) int {
	shapes := []string{
		"9999-99-99T99:99:99", "9999-99-99 99:99:99", "9999/99/99 99:99:99", "99/Aaa/9999:99:99:99",
		"Aaa 99 99:99:99", "Aaa  9 99:99:99", "Aaa Aaa 99 99:99:99", "A9999 99:99:99", "99:99:99",
	}
	start := 0
	if strings.HasPrefix(line, "[") {
		start = 1
	}
	for _, shape := range shapes {
		if !hasShape(line[start:], shape) {
			continue
		}
		n := start + len(shape)
		for n < len(line) && strings.IndexByte("0123456789.,:+-Z", line[n]) >= 0 {
			n++
		}
		if start == 1 {
			if end := strings.IndexByte(line[n:min(len(line), n+12)], ']'); end >= 0 {
				n += end + 1
			}
		}
		return n
	}
	return 0
}

// hasShape compares with a pattern in which 9 is a digit, A and a are letters.
func hasShape(line, shape string) bool {
	if len(line) < len(shape) {
		return false
	}
	for i := 0; i < len(shape); i++ {
		c := line[i]
		switch shape[i] {
		case '9':
			if c < '0' || c > '9' {
				return false
			}
		case 'A', 'a':
			if shape[i] == 'A' && (c < 'A' || c > 'Z') || shape[i] == 'a' && (c < 'a' || c > 'z') {
				return false
			}
		default:
			if c != shape[i] {
				return false
			}
		}
	}
	return true
}

// takeLevel looks for a level among the first words of a message and, where it
// is the first, takes it off. In lower case it counts only in a field or brackets.
func takeLevel(message string, stamped bool) (logLevel, string) {
	rest := message
	for i := 0; i < 6; i++ {
		word, after, more := strings.Cut(rest, " ")
		bare := strings.Trim(word, "[]<>():|,-")
		marked := bare != word || !more
		if value, ok := strings.CutPrefix(bare, "level="); ok {
			bare, marked = strings.Trim(value, `"`), true
		}
		if level := levelOf(bare); level != levelNone && (strings.ToUpper(bare) == bare || marked && stamped) {
			if i == 0 {
				message = strings.TrimLeft(after, " :-|")
			}
			return level, message
		}
		if !more {
			break
		}
		rest = strings.TrimLeft(after, " ")
	}
	return levelNone, message
}

func levelOf(word string) logLevel {
	switch strings.ToUpper(word) {
	case "ERROR", "ERR", "FATAL", "PANIC", "CRITICAL", "CRIT", "EMERG", "ALERT", "SEVERE":
		return levelError
	case "WARN", "WARNING", "WRN":
		return levelWarning
	case "INFO", "NOTICE", "INF":
		return levelInfo
	case "DEBUG", "TRACE", "DBG", "VERBOSE":
		return levelDebug
	}
	return levelNone
}

// logKind is a kind of message: those that differ only in their numbers.
type logKind struct {
	level   logLevel
	example string
	line    int // where it came first, from 1
	count   int
}

// describeLog says what a log spans, how much of each level it holds and which
// messages are the gravest and the most frequent.
func describeLog(text string) []string {
	const mostKinds = 20_000
	kinds := map[string]*logKind{}
	var order []*logKind
	counts := map[logLevel]int{}
	number, first, last := 0, "", ""
	for line := range strings.Lines(text) {
		number++
		e := readLogLine(line)
		if e.stamp == "" && e.level == levelNone {
			continue // the rest of an entry, as a stack trace is
		}
		if e.stamp != "" {
			last = e.stamp
			if first == "" {
				first = e.stamp
			}
		}
		counts[e.level]++
		key := fmt.Sprint(e.level, numberless(e.message))
		k := kinds[key]
		if k == nil {
			if len(kinds) == mostKinds {
				continue
			}
			k = &logKind{level: e.level, example: e.message, line: number}
			kinds[key] = k
			order = append(order, k)
		}
		k.count++
	}
	said := "A log of " + plural(number, "line")
	if first != "" && first != last {
		said += " from " + shorten(first, 40) + " to " + shorten(last, 40)
	}
	if levels := levelCounts(counts); levels != "" {
		said += ": " + levels
	}
	return append([]string{said + "."}, frequentKinds(order)...)
}

func levelCounts(counts map[logLevel]int) string {
	var parts []string
	for _, l := range []struct {
		level logLevel
		noun  string
	}{{levelError, "error"}, {levelWarning, "warning"}, {levelInfo, "info line"}, {levelDebug, "debug line"}} {
		if n := counts[l.level]; n > 0 {
			parts = append(parts, plural(n, l.noun))
		}
	}
	return strings.Join(parts, ", ")
}

// frequentKinds lists up to six kinds: at most four of errors, then two of
// warnings, and the rest of what else is frequent.
func frequentKinds(order []*logKind) []string {
	sort.SliceStable(order, func(i, j int) bool {
		a, b := order[i], order[j]
		if (a.level >= levelWarning || b.level >= levelWarning) && a.level != b.level {
			return a.level > b.level
		}
		return a.count > b.count
	})
	var lines []string
	room := map[logLevel]int{levelError: 4, levelWarning: 2}
	for _, k := range order {
		if len(lines) == 6 {
			break
		}
		if k.level >= levelWarning {
			if room[k.level] == 0 {
				continue
			}
			room[k.level]--
		}
		line := shorten(strings.Join(strings.Fields(k.example), " "), 140)
		name := map[logLevel]string{levelError: "error: ", levelWarning: "warning: "}[k.level]
		if k.count > 1 {
			line = fmt.Sprintf("%s × %s%s (first in line %s)", group(k.count), name, line, group(k.line))
		} else {
			line = fmt.Sprintf("%s%s (line %s)", name, line, group(k.line))
		}
		lines = append(lines, line)
	}
	return lines
}

// numberless replaces every word that holds a digit, so that messages that
// differ only in their numbers are one kind.
func numberless(message string) string {
	const longest = 200
	message = message[:min(len(message), longest)]
	fields := strings.FieldsFunc(message, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("=:/,()[]\"'", r) })
	for i, f := range fields {
		if strings.ContainsAny(f, "0123456789") {
			fields[i] = "#"
		}
	}
	return strings.Join(fields, " ")
}
