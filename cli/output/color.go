package output

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

// Palette styles text that is already escaped; see Writer.Styled. Nothing is told by colour alone.
type Palette struct {
	Bold, Red, Yellow, Green func(string) string
}

// NewPalette returns the palette for a stream with or without colour.
func NewPalette(colour bool) Palette {
	style := func(sgr string) func(string) string {
		return func(s string) string {
			if s == "" || !colour {
				return s
			}
			return "\x1b[" + sgr + "m" + s + "\x1b[0m"
		}
	}
	return Palette{Bold: style("1"), Red: style("31"), Yellow: style("33"), Green: style("32")}
}
