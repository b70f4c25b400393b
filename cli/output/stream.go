package output

import (
	"io"
	"os"
	"strings"
	"sync"

	"pp/cli/system"
	"pp/engine"
	"pp/engine/reply"
	"pp/gates/secrets"
)

// streamShare is what part of all that was shown is worth showing before a reply is whole.
const streamShare = 256

// Stream shows an answer while it comes: rendered blocks or lines on a terminal, words elsewhere. It masks the text,
// and stops at the first text that the gates do not allow. A nil Stream shows nothing. It is safe for concurrent use.
type Stream struct {
	out      *Printer
	redactor secrets.Redactor
	allowed  func(text string) bool
	settled  func(text string) int
	show     func(text string) error
	events   bool // what is shown are events, and all that is said is one
	progress *Progress

	mu     sync.Mutex
	masked *secrets.Stream
	text   strings.Builder // masked, of the reply so far
	seen   int             // bytes of it that were looked at
	shown  string          // of its answer
	off    bool
	later  []engine.Verdict // of answers that are not whole on the screen
}

// NewStream returns the stream of a run's answers, or nil if pp shows them whole. allowed asks the gates.
func (p *Printer) NewStream(redactor secrets.Redactor, allowed func(string) bool, progress *Progress) *Stream {
	s := &Stream{out: p, redactor: redactor, allowed: allowed, progress: progress}
	tty, terminal := p.richTerminal(), system.IsTerminal(p.system.Stdout)
	switch {
	case p.Chunks != nil:
		s.settled, s.events, s.show = words, true, p.Chunks
	case p.Report != nil && p.Report.lines:
		s.settled, s.events = words, true
		s.show = func(text string) error {
			p.Event("text", map[string]any{"text": text})
			return nil
		}
	case p.Report != nil || p.Options.Out != "" || p.Options.Extract || p.Options.DryRun:
		return nil
	case tty != nil:
		s.settled = wholeBlocks
		s.show = func(text string) error {
			defer progress.Pause()()
			return rendered(p, tty, text)
		}
	case terminal || p.Options.Stream:
		if s.settled = words; terminal {
			s.settled = lines // notes stand between them
		}
		s.show = func(text string) error {
			defer progress.Pause()()
			return p.Print(text)
		}
	default:
		return nil
	}
	p.stream = s
	s.begin()
	return s
}

// rendered writes an answer, or a self-contained part of one, to a terminal with colours.
func rendered(p *Printer, tty *os.File, text string) error {
	columns, _ := system.Size(tty)
	var b strings.Builder
	if err := Render(&b, text, columns); err != nil {
		return p.Print(text)
	}
	if strings.HasSuffix(text, "\n\n") && !strings.HasSuffix(b.String(), "\n\n") {
		b.WriteByte('\n') // another block follows
	}
	p.Flush()
	_, err := io.WriteString(tty, b.String())
	return unwritten(err)
}

// begin makes the stream ready for another reply.
func (s *Stream) begin() {
	s.text.Reset()
	s.seen, s.shown, s.off = 0, "", false
	s.masked = secrets.NewStream(&s.text, s.redactor)
}

// Add takes a piece of a reply; an empty one begins another reply.
func (s *Stream) Add(delta string) {
	switch {
	case s == nil:
		return
	case delta == "":
		s.out.Broken()
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = s.masked.Write([]byte(delta)) // a builder takes everything
	// All that came is looked at, so that a piece is worth it only as a part of all.
	if size := s.text.Len(); !s.off && size > s.seen+s.seen/streamShare {
		s.seen = size
		text := s.answer()
		s.tell(text, min(len(s.shown)+s.settled(text[len(s.shown):]), reply.CallsFrom(text)))
		s.progress.Left(s.answer()[len(s.shown):])
	}
}

// answer is what came without its reasoning. It begins with what was shown, or no more is shown.
func (s *Stream) answer() string {
	text, _ := reply.Answer(s.text.String())
	if s.off = s.off || !strings.HasPrefix(text, s.shown); s.off {
		return s.shown
	}
	return text
}

// tell shows a text up to a place, if the gates allow it.
func (s *Stream) tell(text string, to int) {
	if to <= len(s.shown) || s.off {
		return
	}
	if s.off = !s.allowed(text[:to]); s.off {
		return
	}
	if err := s.show(text[len(s.shown):to]); err != nil {
		if s.off = true; s.out.Unheard != nil {
			s.out.Unheard(unsaved(err))
		}
		return
	}
	s.shown = text[:to]
}

// Remarked ends a reply that was no answer, and reports whether all it said was shown.
func (s *Stream) Remarked() bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.masked.Close() // a builder takes everything
	defer s.begin()
	text := s.answer()
	text = text[:max(len(s.shown), reply.CallsFrom(text))]
	if s.shown == "" && !s.events || s.off || !s.allowed(text) {
		return false
	}
	if rest := text[len(s.shown):]; strings.TrimSpace(rest) != "" || s.shown != "" && !strings.HasSuffix(s.shown, "\n") {
		_ = s.show(strings.TrimRight(rest, " \n") + "\n") // a terminal that went away is found at the answer
	}
	return true
}

// Broken ends a reply of which no more comes. What was shown of it is marked.
func (p *Printer) Broken() {
	s := p.stream
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shown != "" {
		_ = s.show("\n" + engine.CutOff + "\n") // as in Remarked
	}
	s.begin()
}

// Cut ends a reply at which a run ended: what came of it is kept before a person, and marked.
func (p *Printer) Cut() {
	if s := p.stream; s != nil {
		s.mu.Lock()
		if text := s.answer(); strings.TrimSpace(text[len(s.shown):]) != "" {
			s.tell(text, len(text))
		}
		s.mu.Unlock()
	}
	p.Broken()
}

// rest is what of an answer, with its secrets masked, was not shown while it came.
func (s *Stream) rest(answer string) string {
	if s == nil {
		return answer
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.begin()
	if s.shown != "" {
		if rest, ok := strings.CutPrefix(answer, s.shown); ok {
			return rest
		}
		return "\n" + answer // it is not what came; the person sees both
	}
	return answer
}

// defers keeps the verdict on an answer of which a part is shown, until showDeferred.
func (s *Stream) defers(v engine.Verdict) bool {
	if s == nil || !v.Action.Says() || v.Decision != engine.Allow {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shown != "" {
		s.later = append(s.later, v)
	}
	return s.shown != ""
}

// showDeferred shows the verdicts that waited for an answer to be whole.
func showDeferred(p *Printer) {
	if p.stream == nil {
		return
	}
	p.stream.mu.Lock()
	later := p.stream.later
	p.stream.later = nil
	p.stream.mu.Unlock()
	for _, v := range later {
		showVerdict(p, v)
	}
}

// finish shows what of an answer was not shown while it came.
func (s *Stream) finish(answer string) {
	if rest := s.rest(answer); s != nil && rest != "" {
		_ = s.show(rest) // as in Remarked
	}
}

// words returns how much of a text to show: whole words, without white space at the end of an unfinished line.
func words(text string) int {
	return max(strings.LastIndexByte(text, '\n')+1, len(strings.TrimRight(text, " \t\r")))
}

// lines is how much of a text are whole lines.
func lines(text string) int { return strings.LastIndexByte(text, '\n') + 1 }

// wholeBlocks returns the length of the Markdown blocks that later text cannot change.
func wholeBlocks(text string) int {
	settled, at, fence, empty, listed := 0, 0, "", false, false
	for line := range strings.SplitAfterSeq(text, "\n") {
		bare := strings.TrimSpace(line)
		whole := strings.HasSuffix(line, "\n")
		switch {
		case fence != "":
			if whole && strings.HasPrefix(bare, fence) && strings.Trim(bare, fence[:1]) == "" {
				fence = ""
			}
		case bare == "":
		default:
			inList := beginsItem(bare) || listed && strings.HasPrefix(line, " ")
			if empty && !inList && (whole || len(bare) > 4) {
				settled = at
			}
			listed = inList
			if whole && (strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~")) {
				fence = bare[:3]
			}
		}
		empty = fence == "" && bare == "" && whole || empty && bare == ""
		at += len(line)
	}
	return settled
}

// beginsItem reports whether a line may begin an item of a list.
func beginsItem(line string) bool {
	rest := strings.TrimLeft(line, "0123456789")
	return strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "* ") || strings.HasPrefix(rest, "+ ") ||
		rest != line && (strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, ")") || rest == "") ||
		rest == "-" || rest == "*" || rest == "+"
}
