package term

import "fmt"

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

// NewPalette returns the palette for a stream with or without colour.
func NewPalette(colour bool) Palette {
	style := func(on, off string) func(string) string {
		return func(s string) string {
			if s == "" || !colour {
				return s
			}
			return "\x1b[" + on + "m" + s + "\x1b[" + off + "m"
		}
	}
	return Palette{Bold: style("1", "22"), Red: style("31", "0"), Yellow: style("33", "0"), Green: style("32", "0")}
}
