package output

import (
	"fmt"

	"github.com/fatih/color"
)

// ColorMode is the answer of --color.
type ColorMode uint8

// The modes.
const (
	ColorAuto ColorMode = iota
	ColorAlways
	ColorNever
)

// ParseColorMode reads "auto", "always" or "never".
func ParseColorMode(text string) (ColorMode, error) {
	switch text {
	case "auto":
		return ColorAuto, nil
	case "always":
		return ColorAlways, nil
	case "never":
		return ColorNever, nil
	}
	return ColorAuto, fmt.Errorf("--color takes auto, always or never, not %q", text)
}

// Enabled reports whether a stream gets colour. With ColorAuto it does when it
// is a terminal, NO_COLOR is unset or empty (no-color.org), and TERM names a
// terminal that is not dumb. Each stream is asked about on its own.
func (m ColorMode) Enabled(isTerminal bool, env func(string) (string, bool)) bool {
	switch m {
	case ColorAlways:
		return true
	case ColorNever:
		return false
	}
	if !isTerminal {
		return false
	}
	if value, _ := env("NO_COLOR"); value != "" {
		return false
	}
	kind, _ := env("TERM")
	return kind != "" && kind != "dumb"
}

// Palette styles text that is already escaped; see Writer.Styled. Text keeps
// its meaning without colour: nothing is told by colour alone.
type Palette struct {
	Bold, Red, Yellow, Green func(string) string
}

// NewPalette returns the palette for a stream with or without colour. The
// library decides for all streams from standard output; each colour here is
// told explicitly instead.
func NewPalette(colour bool) Palette {
	style := func(attribute color.Attribute) func(string) string {
		c := color.New(attribute)
		if colour {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return func(s string) string {
			if s == "" {
				return ""
			}
			return c.Sprint(s)
		}
	}
	return Palette{
		Bold:   style(color.Bold),
		Red:    style(color.FgRed),
		Yellow: style(color.FgYellow),
		Green:  style(color.FgGreen),
	}
}
