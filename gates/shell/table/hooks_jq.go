package table

// hookJQ reads jq's words. Its flags take two words where those of others take
// one: --arg NAME VALUE, --slurpfile NAME FILE.
func hookJQ(c *call) {
	filter, data := false, true // whether the filter was seen; whether operands are files
	for ; c.next < len(c.argv); c.next++ {
		w := &c.argv[c.next]
		text := w.Text
		if !w.Known {
			text = w.Prefix
		}
		switch {
		case in(" --arg --argjson ", text):
			c.next += 2
		case in(" --slurpfile --rawfile ", text):
			c.next += 2
			if c.next < len(c.argv) {
				f := &c.argv[c.next]
				c.emit(spec{kind: Read}, c.next, f.Text, f.Known, f.Many)
			}
		case in(" --args --jsonargs ", text):
			data = false
		case w.Known && len(text) > 1 && text[0] == '-' && text != "--":
			filter = filter || in(" -f --from-file ", text)
			c.flag(w, text)
		case text == "--" && w.Known:
		case !filter:
			filter = true
		case data:
			c.emit(spec{kind: Read}, c.next, text, w.Known, w.Many)
		}
	}
}
