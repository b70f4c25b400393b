package hook

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// found is what a file has of pp.
type found struct {
	lines   []Line   // what it runs, one for each event that has pp
	texts   []string // those, as they stand there
	missing []string // the events that have not
	current bool     // it is just as Install would leave it
}

// Entry is what a person can put into the file by hand, as an object; "" where there is no such thing.
func (a Agent) Entry(line Line) string {
	var events []string
	said, err := a.text(line)
	if err != nil || a.isModule() {
		return ""
	}
	for _, e := range a.events {
		events = append(events, fmt.Sprintf("%q:[%s]", e, a.element(said)))
	}
	return laidOut(`{"hooks":{`+strings.Join(events, ",")+`}}`, "  ", 0)
}

// quotedJSON is a text as JSON, with what shells are written in as it is.
func quotedJSON(text string) string {
	var b strings.Builder
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false)
	_ = to.Encode(text) // a text can always be written
	return strings.TrimSuffix(b.String(), "\n")
}

func (a Agent) element(line string) string { return fmt.Sprintf(a.entry, quotedJSON(line)) }

// isModule reports whether the agent runs a module of ours, and no line.
func (a Agent) isModule() bool { return a.entry == "" }

// Canary is what the hook is handed of a command in a directory.
func (a Agent) Canary(command, dir string) string {
	c, _ := json.Marshal(command)
	d, _ := json.Marshal(dir)
	return fmt.Sprintf(a.canary, c, d)
}

// Install is a text of the file with pp in it; nil stands for no file. What has it already, in
// this form, stays as it is, and every other form of it is replaced.
func (a Agent) Install(text []byte, line Line) ([]byte, error) {
	if a.isModule() {
		return module(text, line)
	}
	said, err := a.text(line)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte(a.empty)
	}
	for _, event := range a.events {
		if text, err = a.put(text, event, said); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// put has one event of a text run pp.
func (a Agent) put(text []byte, event, line string) ([]byte, error) {
	at, err := a.find(text, event)
	if err != nil {
		return nil, err
	}
	element := a.element(line)
	if len(at.sites) > 0 {
		if of := at.sites[0].element; len(at.sites) == 1 && same(text[of.start:of.end], element) {
			return text, nil
		}
		if text, err = a.take(text, event); err != nil {
			return nil, err
		}
		return a.put(text, event, line)
	}
	switch len(at.path) {
	case 0:
		return added(text, at.end, "hooks", fmt.Sprintf("{%q:[%s]}", event, element), 1), nil
	case 1:
		return added(text, at.end, event, "["+element+"]", 2), nil
	}
	return added(text, at.end, "", element, 3), nil
}

// same reports whether two JSON texts differ in nothing but spaces.
func same(x []byte, y string) bool {
	var a, b bytes.Buffer
	return json.Compact(&a, x) == nil && json.Compact(&b, []byte(y)) == nil && a.String() == b.String()
}

// Uninstall is a text without pp, nil when nothing of a person's is left in it.
func (a Agent) Uninstall(text []byte) (_ []byte, err error) {
	if a.isModule() {
		if _, _, err := readModule(text); err != nil {
			return nil, err
		}
		return nil, nil
	}
	for _, event := range a.events {
		if text, err = a.take(text, event); err != nil {
			return nil, err
		}
	}
	if same(text, a.empty) || same(text, "{}") {
		return nil, nil
	}
	return text, nil
}

// take removes pp from an event, and what is empty without it.
func (a Agent) take(text []byte, event string) ([]byte, error) {
	for {
		at, err := a.find(text, event)
		if err != nil || len(at.sites) == 0 {
			return text, err
		}
		path := at.sites[0].path
		for len(path) > 1 && len(path[len(path)-1].of.in) == 1 {
			path = path[:len(path)-1]
		}
		last := path[len(path)-1]
		text = removed(text, last.of, last.index)
	}
}

// Find is what a text has of pp.
func (a Agent) Find(text []byte) (found, error) {
	var f found
	if a.isModule() {
		line, current, err := readModule(text)
		if err == nil {
			text, _ := a.text(line)
			f = found{lines: []Line{line}, texts: []string{text}, current: current}
		}
		return f, err
	}
	for _, event := range a.events {
		at, err := a.find(text, event)
		if err != nil {
			return found{}, err
		}
		if len(at.sites) == 0 {
			f.missing = append(f.missing, event)
		}
		for _, s := range at.sites {
			f.lines, f.texts = append(f.lines, s.line), append(f.texts, s.text)
		}
	}
	if len(f.lines) > 0 {
		now, err := a.Install(text, f.lines[0])
		f.current = err == nil && bytes.Equal(now, text)
	}
	return f, nil
}

// step is a child of a value.
type step struct {
	of    node
	index int
}

// spot is the position of an event in a text.
type spot struct {
	path  []step // to the hooks and the event, as far as they exist
	end   node   // of the node at path
	sites []site
}

// site is the position of a hook that runs pp, alone or in a group.
type site struct {
	line    Line
	text    string // the line's
	element node   // of the event
	path    []step // to the hook
}

func (a Agent) find(text []byte, event string) (at spot, err error) {
	if at.end, err = parse(text); err != nil {
		return at, err
	}
	for _, name := range [...]string{"hooks", event} {
		if at.end.kind != '{' {
			return at, errOtherForm
		}
		i, err := at.end.index(name)
		if err != nil || i < 0 {
			return at, err
		}
		at.path = append(at.path, step{at.end, i})
		at.end = at.end.in[i]
	}
	if at.end.kind != '[' {
		return at, errOtherForm
	}
	for i, element := range at.end.in {
		path := append(at.path[:2:2], step{at.end, i})
		if line, said, ok := a.lineOf(text, element); ok {
			at.sites = append(at.sites, site{line, said, element, path})
			continue
		}
		for _, m := range element.in {
			for k, hook := range m.in {
				if line, said, ok := a.lineOf(text, hook); ok && m.name == "hooks" && m.kind == '[' {
					at.sites = append(at.sites, site{line, said, element, append(path[:3:3], step{m, k})})
				}
			}
		}
	}
	return at, nil
}

// lineOf is the line of a hook that runs pp for this agent, and its text.
func (a Agent) lineOf(text []byte, hook node) (Line, string, bool) {
	s := scanner{text: text}
	for _, m := range hook.in {
		if m.kind != '"' || m.name != "command" && m.name != "bash" {
			continue
		}
		if line, ok := ReadLine(s.read(m), a.Name); ok {
			return line, s.read(m), true
		}
	}
	return Line{}, "", false
}

// opencodeModule is the plugin for opencode. Its marked line names the program that it runs.
//
//go:embed opencode.js
var opencodeModule string

// moduleMark begins the line of the plugin that names the program to run.
const moduleMark = "const [program, ...words] = "

var errOtherModule = errors.New("it was not written by pp")

// module returns the text of the plugin that runs a line. It refuses to replace a file that pp did not write.
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

// readModule returns the line that a plugin runs, and reports whether the plugin is unchanged.
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
