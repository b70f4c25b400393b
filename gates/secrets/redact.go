package secrets

import (
	"fmt"
	"strings"
	"sync"

	"pp/engine"
)

// Redactor masks secrets in text. It implements engine.Redactor, is immutable
// and safe for concurrent use. The zero value masks what is in a known format.
type Redactor struct {
	vault *Vault
	clean *clean // nil remembers nothing
}

var _ engine.Redactor = Redactor{}

// NewRedactor returns a redactor for known formats and the vault's values; the
// vault may be nil.
func NewRedactor(vault *Vault) Redactor { return Redactor{vault, &clean{texts: map[string]bool{}}} }

// clean remembers texts in which nothing is masked. The whole conversation is looked at for each prompt, and all of it
// but the end was looked at before.
type clean struct {
	mu    sync.Mutex
	texts map[string]bool
	size  int
}

// Texts that are remembered: those that take long, up to a size together.
const (
	minClean = 512
	maxClean = 64 << 20
)

func (c *clean) has(text string) bool {
	if c == nil || len(text) < minClean {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.texts[text]
}

func (c *clean) add(text string) {
	if c == nil || len(text) < minClean {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.size += len(text); c.size > maxClean {
		clear(c.texts)
		c.size = len(text)
	}
	c.texts[text] = true
}

// Format prints [MASKED], whatever the verb: fmt calls no method of a field
// that is not exported, so the vault's own does not help here.
func (r Redactor) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(engine.Masked)) }

// maxPasses bounds how often a text is looked at again because masking a
// secret uncovered another.
const maxPasses = 6

// Redact returns text with each secret that Scan finds replaced by [MASKED],
// and everything else byte for byte as it was. What it returns has no match,
// so that redacting it again changes nothing. In the case, found in no text
// that was not made for it, that masking goes on uncovering more, all of the
// text is masked.
func (r Redactor) Redact(text string) string {
	if r.clean.has(text) {
		return text
	}
	for range maxPasses {
		found := Scan(text, Options{Vault: r.vault})
		masked := mask(text, found)
		if masked == text {
			r.clean.add(text)
			return text
		}
		text = masked
	}
	return engine.Masked
}

// mask replaces the matches, of which those that are masked already stay.
func mask(text string, found []Match) string {
	var b strings.Builder
	from := 0
	for _, m := range found {
		b.WriteString(text[from:m.Start])
		b.WriteString(engine.Masked)
		from = m.End
	}
	if from == 0 {
		return text
	}
	b.WriteString(text[from:])
	return b.String()
}
