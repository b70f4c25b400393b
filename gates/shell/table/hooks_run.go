package table

import (
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
)

// hookFlock reads flock FILE COMMAND… and flock FILE -c SCRIPT.
func hookFlock(c *call) {
	c.scan()
	if len(c.words) >= 3 && c.argv[c.words[1]].Known && (c.argv[c.words[1]].Text == "-c" ||
		c.argv[c.words[1]].Text == "--command") {
		script := c.words[2]
		c.words = c.words[:1]
		c.conclude()
		c.emit(spec{kind: Shell, language: "sh"}, script, c.argv[script].shown(), c.argv[script].Known, c.argv[script].Many)
		return
	}
	if len(c.words) == 1 && isNumber(c.argv[c.words[0]].Text) { // a file descriptor
		c.words = nil
	}
	c.conclude()
}

// shown is the text of a word as far as it is known.
func (w *Word) shown() string {
	if w.Known {
		return w.Text
	}
	return w.Prefix
}

// hookSu reads su [-] USER [-c SCRIPT] [arguments] and runuser -u USER COMMAND….
func hookSu(c *call) {
	if c.out.Name == "runuser" {
		for i := c.next; i < len(c.argv); i++ {
			if w := c.argv[i].shown(); strings.HasPrefix(w, "-u") || strings.HasPrefix(w, "--user") {
				stop := *c.p
				stop.is |= isStopped
				c.p = &stop
				break
			}
		}
	}
	c.scan()
	c.conclude()
}

// parallel reads a command of GNU parallel.
type parallel struct{ call *call }

// hookParallel reads GNU parallel: flags, a command, and behind ::: the words that complete it.
func hookParallel(c *call) {
	op := Operand{Kind: Run, Fill: FillInput, Mark: "{}"}
	for c.next < len(c.argv) && c.argv[c.next].Known && strings.HasPrefix(c.argv[c.next].Text, "-") {
		name := c.argv[c.next].Text
		key, _, assigned := strings.Cut(name, "=")
		switch {
		case Listed("parallel/plain", name), assigned && Listed("parallel/one", key),
			strings.HasPrefix(name, "-j") && len(name) > 2:
		case Listed("parallel/one", name):
			c.next++
		case name == "-I":
			if c.next++; c.next < len(c.argv) {
				op.Mark = c.argv[c.next].Text
			}
		case name == "-a" || key == "--arg-file":
			_, file, _ := strings.Cut(name, "=")
			if !assigned {
				if c.next++; c.next < len(c.argv) {
					file = c.argv[c.next].shown()
				}
			}
			at := min(c.next, len(c.argv)-1)
			c.emit(spec{kind: Read}, at, file, c.argv[at].Known, c.argv[at].Many)
		default:
			c.badFlag(c.next, name)
		}
		c.next++
	}
	op.Word, op.From, op.To = c.next, min(c.next, len(c.argv)), len(c.argv)
	(parallel{c}).sources(&op)
	if op.From == op.To { // the lines of the input are the commands
		c.out.Class, c.out.StdinCode, c.out.Language = effect.ProgramActs, true, "sh"
		return
	}
	text, known := joined(c.argv[op.From:op.To])
	(parallel{c}).replacements(op.From, op.To)
	op.Text, op.Known = c.argv[op.From].shown(), c.argv[op.From].Known
	if strings.ContainsAny(text, " ;|&<>$`") && op.To-op.From == 1 {
		if !strings.Contains(text, op.Mark) && !strings.Contains(text, "{") {
			text += " " + op.Mark
		}
		op.Kind, op.Text, op.Known = Shell, text, known
	}
	c.out.Operands = append(c.out.Operands, op)
}

// replacements notes the words of parallel's command that contain a part of a name, or Perl code that makes one.
func (c parallel) replacements(from, to int) {
	for i := from; i < to; i++ {
		for part := range strings.SplitSeq(c.call.argv[i].shown(), "{") {
			switch inner, _, closed := strings.Cut(part, "}"); {
			case strings.HasPrefix(part, "="):
				c.call.opaque(i, effect.OpaqueCommand, cause.PerlMakesWord.Bare())
			case closed && inner != "" && strings.Trim(inner, "0123456789./") == "" && strings.ContainsAny(inner, "./"):
				c.call.opaque(i, effect.OpaqueOperand, cause.ParallelInserts.Bare())
			}
		}
	}
}

// sources finds the names that complete the command: words after ::: and lines of files after ::::.
func (c parallel) sources(op *Operand) {
	group := ""
	for i := op.From; i < len(c.call.argv); i++ {
		w := &c.call.argv[i]
		switch {
		case strings.HasPrefix(w.Text, ":::"):
			if group == "" {
				op.To, op.Fill, op.Fillers = i, FillWords, [2]int{i + 1, len(c.call.argv)}
			}
			if group = strings.TrimSuffix(w.Text, "+"); group == "::::" {
				op.Fill, op.Fillers = FillInput, [2]int{}
			}
		case group == "::::":
			c.call.emit(spec{kind: Read}, i, w.shown(), w.Known, w.Many)
			op.Fill, op.Fillers = FillInput, [2]int{}
		}
	}
}
