package system

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	"pp/cli/config"
	"pp/cli/exit"
	"pp/engine"
)

// ChunkFactor times limits.max_input is the most that --chunk reads.
const ChunkFactor = 3

// InputLimits bounds the data of a prompt, and the silence of standard input.
type InputLimits struct {
	most, used      int
	head            bool   // what is over is left, and no error
	hint            string // what to do about what is over
	notice, silence time.Duration
	kept            func(name string, swept bool) (why string)
	private         Privacy // nil: nothing is
	pictures        int     // how many were read
	pictureBytes    int     // and how large they are together
}

// Keeping sets the function that returns why pp must not read a file, or "". The file was named, or matched a pattern.
func (l InputLimits) Keeping(kept func(name string, swept bool) (why string)) InputLimits {
	l.kept = kept
	return l
}

// Privacy says what of the files that a person names no model is shown all the same.
type Privacy interface {
	// Whole reports whether a file, as it was named, is private.
	Whole(name string) bool
	// MayHold reports whether a file of that name can have private parts.
	MayHold(name string) bool
	// StripOrg is an Org text without its private subtrees, and how many were left out.
	StripOrg(text string) (out string, left int)
}

// Without has what is private left out of all that is read, which then says so.
func (l InputLimits) Without(p Privacy) InputLimits {
	l.private = p
	return l
}

// DefaultInputLimits are those of a command that needs no configuration.
func DefaultInputLimits(sys System) InputLimits {
	l := InputLimitsOf(sys, config.Defaults(), false, false)
	l.most, l.hint = MaxInput, ""
	return l
}

// InputLimitsOf are those of the configuration for a prompt with --head or --chunk.
func InputLimitsOf(sys System, cfg *config.Config, head, chunk bool) InputLimits {
	l := InputLimits{most: cfg.Limits.MaxInput, head: head, notice: sys.StdinNotice, silence: cfg.Timeouts.Stdin,
		hint: "--head reads its beginning and --chunk all of it in parts; limits.max_input raises the limit; "}
	if chunk {
		l.most *= ChunkFactor
		l.hint = fmt.Sprintf("--chunk reads %d times limits.max_input, which raises the limit; "+
			"--head reads its beginning; ", ChunkFactor)
	}
	if sys.StdinTimeout > 0 && cfg.Origin("timeouts.stdin") == (config.Origin{}) {
		l.silence = sys.StdinTimeout
	}
	return l
}

// left is how many bytes may still be read.
func (l InputLimits) left() int { return l.most - l.used }

// over says that a source is over the limit, alone or with what was read before it.
func (l InputLimits) over(name string) error {
	if l.used > 0 {
		name = "the data up to " + name
	}
	return exit.DataError(fmt.Sprintf("%shead -c %d cuts it", l.hint, l.most), "%s is larger than %s", name, size(l.most))
}

// size is a number of bytes for a person.
func size(n int) string {
	if n >= 1<<20 && n%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

// Data is what was read of one source, as text or as a picture.
type Data struct {
	Label   string // the source, and how much of it this is
	Text    string
	Picture engine.Picture // in the place of a text
	Note    string         // how it was read, where that is worth telling
}

// Stdin reads standard input as text or a picture; see [ReadStdin].
func (l *InputLimits) Stdin(ctx context.Context, sys System, stderr io.Writer) (Data, error) {
	if err := l.refuse(stdinFile(sys.Stdin)); err != nil {
		return Data{}, err
	}
	raw, err := ReadStdin(ctx, sys, *l, stderr)
	if err != nil {
		return Data{}, err
	}
	return l.data("standard input", raw, true)
}

// Files reads the file of a name, or the sorted files that match it as a pattern.
func (l *InputLimits) Files(ctx context.Context, name string) ([]Data, error) {
	names, err := l.expand(name)
	if err != nil {
		return nil, err
	}
	var out []Data
	for _, n := range names {
		if err := l.refuse(n); err != nil {
			return nil, err
		}
		raw, err := l.file(ctx, n)
		if err != nil {
			return nil, err
		}
		d, err := l.data(n, raw, l.mayHold(n))
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

// Bytes is what somebody sent as a file of that name, as text or a picture.
func (l *InputLimits) Bytes(name string, raw []byte) (Data, error) {
	return l.data(name, raw, l.mayHold(name))
}

// Given takes a text that the person gives out of files, none for a text of no file, whose place there inherits tags.
func (l *InputLimits) Given(label string, files, tags []string, text string) (Data, error) {
	for _, file := range files {
		if err := l.refuse(file); err != nil {
			return Data{}, err
		}
		if l.kept != nil {
			if why := l.kept(file, false); why != "" {
				return Data{}, exit.UsageError("name that file itself if a model may read it",
					"%s leads to another file, which may hold secrets (%s)", file, why)
			}
		}
	}
	if l.private != nil && slices.ContainsFunc(tags, l.privateTag) {
		return Data{}, exit.UsageError("give another text", "%s is private, by its tags", label)
	}
	return l.data(label, []byte(text), true)
}

// privateTag reports whether a tag is private. It looks up each of several tags.
func (l *InputLimits) privateTag(tags string) bool {
	separates := func(c rune) bool { return c == ':' || unicode.IsSpace(c) || unicode.IsControl(c) }
	return slices.ContainsFunc(strings.FieldsFunc(tags, separates), func(tag string) bool {
		_, left := l.private.StripOrg("#+FILETAGS: :" + tag + ":\n* x\n")
		return left > 0
	})
}

// data makes a picture of what is one, and text of anything else. holds says that the text may have private parts.
func (l *InputLimits) data(name string, raw []byte, holds bool) (Data, error) {
	if kind := pictureType(raw); kind != "" {
		return l.picture(name, engine.Picture{Type: kind, Data: raw})
	}
	note := ""
	if holds && l.private != nil {
		var err error
		if raw, note, err = l.public(name, raw); err != nil {
			return Data{}, err
		}
	}
	if len(raw) > l.left() && !l.head {
		return Data{}, l.over(name)
	}
	d, err := l.text(name, raw)
	d.Note = strings.TrimPrefix(d.Note+"; "+note, "; ")
	d.Note = strings.TrimSuffix(d.Note, "; ")
	return d, err
}

// text makes text of what was read, cut to what may be read.
func (l *InputLimits) text(name string, raw []byte) (Data, error) {
	d := Data{Label: name}
	more := len(raw) > l.left()
	if more {
		raw = raw[:l.left()]
		d.Label = fmt.Sprintf("%s, its first %s", name, size(len(raw)))
		d.Note = fmt.Sprintf("--head: only the first %s of %s were read (limits.max_input)", size(len(raw)), name)
	}
	l.used += len(raw)
	text, from, err := decodeText(raw)
	for cut := 1; more && cut < 4 && cut < len(raw) && (err != nil || !strings.HasPrefix(from, "UTF")); cut++ {
		// The end may be in the middle of a character.
		if t, f, e := decodeText(raw[:len(raw)-cut]); e == nil && strings.HasPrefix(f, "UTF") {
			text, from, err = t, f, e
		}
	}
	if binary, ok := errors.AsType[*binaryError](err); ok {
		return Data{}, exit.DataError(binary.Hint, "%s is binary, not text", name)
	}
	if from != encodingUTF8 {
		d.Note = strings.TrimPrefix(d.Note+"; "+name+" was read as "+from, "; ")
	}
	d.Text = text
	return d, err
}
