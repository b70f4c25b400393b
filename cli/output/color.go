package output

import "github.com/fatih/color"

// ShowsColours reports whether a terminal gets colours. With "auto", any mode but "always" and "never", it does where
// NO_COLOR is unset or empty (no-color.org), and TERM names a terminal that is not dumb.
func ShowsColours(mode string, env func(string) (string, bool)) bool {
	switch mode {
	case "always":
		return true
	case "never":
		return false
	}
	plain, _ := env("NO_COLOR")
	kind, _ := env("TERM")
	return plain == "" && kind != "" && kind != "dumb"
}

// Palette styles text that is already escaped; see Writer.Styled. Colour never carries a meaning of its own.
type Palette struct {
	Bold, Red, Yellow, Green func(string) string
}

// NewPalette returns the palette for a stream with or without colour. It sets each colour explicitly, since the library
// would decide for all streams by standard output.
func NewPalette(colour bool) Palette {
	style := func(attribute color.Attribute) func(string) string {
		c := color.New(attribute)
		if colour {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return func(s string) string { return c.Sprint(s) }
	}
	return Palette{Bold: style(color.Bold), Red: style(color.FgRed), Yellow: style(color.FgYellow),
		Green: style(color.FgGreen)}
}
