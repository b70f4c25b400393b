package table

import "strings"

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
