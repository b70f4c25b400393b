package hook

import (
	_ "embed"
	"encoding/json"
	"errors"
	"strings"
)

// opencodeModule is the plugin of opencode, with what it runs in its marked line.
//
//go:embed opencode.js
var opencodeModule string

// moduleMark begins the line of the module that says what to run.
const moduleMark = "const [program, ...words] = "

var errOtherModule = errors.New("it was not written by pp")

// module is the plugin that runs a line. A file that is somebody else's is left alone.
func module(text []byte, line Line) ([]byte, error) {
	if len(text) > 0 {
		if _, _, err := readModule(text); err != nil {
			return nil, err
		}
	}
	return []byte(written(line)), nil
}

func written(line Line) string {
	words, _ := json.Marshal(append([]string{line.Program, "hook", "opencode"}, line.Flags...))
	before, after, _ := strings.Cut(opencodeModule, moduleMark+"[]")
	return before + moduleMark + string(words) + after
}

// readModule is what a plugin runs, and whether nobody changed it.
func readModule(text []byte) (Line, bool, error) {
	_, rest, ok := strings.Cut(string(text), "\n"+moduleMark)
	list, _, _ := strings.Cut(rest, "\n")
	var words []string
	if err := json.Unmarshal([]byte(list), &words); !ok || err != nil || len(words) < 3 || words[1] != "hook" ||
		words[2] != "opencode" {
		return Line{}, false, errOtherModule
	}
	line := Line{words[0], words[3:]}
	return line, string(text) == written(line), nil
}
