package table

import (
	"strings"

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
		case name == "-a" || name == "--arg-file":
			if c.next++; c.next < len(c.argv) {
				c.emit(spec{kind: Read}, c.next, c.argv[c.next].shown(), c.argv[c.next].Known, false)
			}
		default:
			c.badFlag(c.next, name)
		}
		c.next++
	}
	op.Word, op.From, op.To = c.next, min(c.next, len(c.argv)), len(c.argv)
	for i := op.From; i < len(c.argv); i++ {
		if w := c.argv[i].Text; strings.HasPrefix(w, ":::") {
			op.To = i
			op.Fill, op.Fillers = FillWords, [2]int{i + 1, len(c.argv)}
			if strings.HasPrefix(w, "::::") {
				op.Fill, op.Fillers = FillInput, [2]int{}
			}
			break
		}
	}
	if op.From == op.To { // the lines of the input are the commands
		c.out.Class, c.out.StdinCode, c.out.Language = effect.ProgramActs, true, "sh"
		return
	}
	op.Text, op.Known = c.argv[op.From].shown(), c.argv[op.From].Known
	c.out.Operands = append(c.out.Operands, op)
	if text, known := joined(c.argv[op.From:op.To]); strings.ContainsAny(text, " ;|&<>$`") && op.To-op.From == 1 {
		c.out.Operands[len(c.out.Operands)-1].Kind = Shell
		c.out.Operands[len(c.out.Operands)-1].Text = text
		c.out.Operands[len(c.out.Operands)-1].Known = known
	}
}
