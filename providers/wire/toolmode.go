package wire

import (
	"errors"
	"strings"
)

// ToolMode is how a model is given tools.
type ToolMode uint8

// The modes. The zero value finds out which one a model takes.
const (
	// ToolsAuto uses calls, and text for a model that is known to take none or whose
	// server refuses them.
	ToolsAuto ToolMode = iota
	ToolsNative
	ToolsText
)

// Memory remembers for a while which models of one server refused tools. It is safe
// for concurrent use; what it cannot keep it forgets.
type Memory interface {
	// NoTools reports whether a model refused tools not long ago.
	NoTools(model string) bool
	// Remember notes that it did.
	Remember(model string)
}

// Mode is how a model is given tools.
func (o Options) Mode(model string) ToolMode {
	if mode, ok := o.ToolsOf[model]; ok {
		return mode
	}
	return o.Tools
}

// MayCall reports whether a model is given tools to call, as far as is known before its
// server is asked.
func (o Options) MayCall(model string) bool {
	switch o.Mode(model) {
	case ToolsNative:
		return true
	case ToolsText:
		return false
	case ToolsAuto:
	}
	refused := o.NoTools != nil && o.NoTools(model) || o.Memory != nil && o.Memory.NoTools(model)
	return !refused
}

// mayCall reports whether a model is given tools to call.
func (c *Client) mayCall(model string) bool {
	return c.o.MayCall(model) && (c.o.Mode(model) == ToolsNative || !c.of(model).refused)
}

// noTools remembers that a model takes no tools at all, and says so. If single refused tools led to this, pp only
// remembers it as long as the client lives.
func (c *Client) noTools(model string, single bool) (note string) {
	c.learn(model, func(l *learned) { l.refused = true })
	if c.o.Memory != nil && !single {
		c.o.Memory.Remember(model)
	}
	return c.o.Name + ": " + clip(model, maxName) + " takes no tools, so that it is asked to act in text"
}

// refusesTools reports whether a server refused a request for its tools.
func (c *Client) refusesTools(r Request, f *fault) bool {
	var e *ServerError
	if len(r.Tools) == 0 || !errors.As(f.err, &e) || !noToolsHere(e.Message+" "+e.Code) {
		return false
	}
	if r.blamed <= mostBlamed && len(e.blames(r)) > 0 { // one refused tool is no reason to drop all tools
		return false
	}
	if c.o.Mode(r.Model) != ToolsAuto {
		f.retry, f.hint = false, "set providers."+c.o.Name+".tools to \"text\" or \"auto\""
		return false
	}
	return true
}

// noToolsHere recognises the ways in which servers say that a model, or they, take no
// tools; none of them has a code for it.
func noToolsHere(message string) bool {
	has := HasAny(strings.ToLower(message))
	return has("tool", "function call") && has("not support", "n't support", "unsupported", "that support tool",
		"not enabled", "requires --", "require --", "--jinja", "not permitted", "unrecognized", "unknown field",
		"unknown parameter", "unknown name", "not implemented", "not available", "not allowed")
}
