package shell

import "pp/gates/shell/value"

// maxText is how much known text is kept of one output.
const maxText = 64 << 10

// sink collects what commands print.
type sink struct {
	v       value.Value
	any     bool
	discard bool // nobody here looks at it
	top     bool // only where it comes from matters
	// files are told what is printed: exec without a command sent standard output to them.
	files []func(value.Value)
}

func (s *sink) add(v value.Value) {
	for _, write := range s.files {
		write(v)
	}
	if s.discard {
		return
	}
	if s.top {
		s.v = s.v.Of(v.Origin)
		return
	}
	if !s.any {
		s.v, s.any = v, true
		return
	}
	s.v = value.Concat(s.v, v)
}

// value is everything that was printed.
func (s *sink) value() value.Value {
	if !s.any {
		return value.Text("")
	}
	return s.v
}
