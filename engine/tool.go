package engine

import (
	"context"
	"encoding/json"

	"pp/engine/effect"
	"pp/sexp"
)

// ToolSpec is what gates and models know of a tool. The tool itself belongs to
// the :TOOL actuator; the specification is handed to the gates.
type ToolSpec struct {
	Name   string // lower case
	Doc    string // one sentence for the model and for `pp tools`
	Params []Param
	// ReadOnly tools are allowed by default; their effects are judged all the same.
	ReadOnly bool
	// Unknown says that nobody knows what it does: without an entry in the permission table it asks.
	Unknown bool
	// Composed says that it has no effects of its own, but makes calls that may have any.
	Composed bool
	// Schema is the JSON schema of the arguments, where it says more than Params: models that can make calls are told
	// it as it is; the names in it are those of Params, in any case. nil: it follows from Params.
	Schema json.RawMessage
	// Effects says what a call would do; it may look at the file system through
	// facts and nowhere else. An error denies.
	Effects func(args sexp.Plist, facts Facts) (effect.Effects, error)
}

// ServerPrefix begins the name of every tool that a server outside of pp has: mcp__server__tool.
const ServerPrefix = "mcp__"

// ParamKind is the type of a tool's argument.
type ParamKind uint8

// The kinds of argument. Paths and addresses are strings with a meaning.
const (
	ParamText ParamKind = iota
	ParamPath
	ParamURL
	ParamInteger
	ParamBool
	ParamTexts // a list of texts
	ParamJSON  // any JSON value, as a string that holds its JSON text as CanonicalJSON gives it
)

var paramNames = [...]string{"text", "path", "url", "integer", "boolean", `("text" ...)`, "JSON as a string"}

// String returns the kind in lower case, as it is shown to the model.
func (k ParamKind) String() string { return nameOf(paramNames[:], int(k)) }

// Param is one argument of a tool.
type Param struct {
	Name     string // upper case, without the colon
	Wire     string // how the tool itself spells the name, where that is not the same in lower case; else ""
	Kind     ParamKind
	Required bool
	Doc      string
	Min, Max int64 // for integers, and of how many texts there are; both 0: no bounds
	MaxBytes int   // of a text; 0: the validator's default
}

// ToolTable is the tools by name. It is read-only once built.
type ToolTable map[string]ToolSpec

// Actuator carries out cleared actions. Do must refuse an action that is not
// Valid. It must return soon after ctx is cancelled.
type Actuator interface {
	Do(ctx context.Context, c Cleared) (Result, error)
}

// Actuators finds the actuator of a target.
type Actuators interface {
	Find(t Target) (Actuator, bool)
}
