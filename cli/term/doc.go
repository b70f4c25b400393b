// Package term is the one way text reaches a terminal. What
// models, tools and files wrote goes through Escape or a Writer, which show
// the characters that deceive a reader: controls, escape sequences,
// bidirectional controls, invisible characters, bytes that are not UTF-8, and
// in strict mode the look-alikes of ASCII.
//
// Start reading at Escape. A stream that is not a terminal gets its bytes
// unchanged: then the caller makes no Writer. Colour is decided for each
// stream by ColorMode and applied by Palette.
//
// The package never decides anything from the process's own streams or
// environment, and never lets text reach a terminal as it came.
package term
