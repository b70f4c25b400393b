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
	switch {
	case err != nil:
		return nil, err
	case len(at.sites) == 1 && at.sites[0].alone && same(text[at.sites[0].start:at.sites[0].end], a.element(line)):
		return text, nil
	case len(at.sites) > 0:
		if text, err = a.take(text, event); err != nil {
			return nil, err
		}
		return a.put(text, event, line)
	case at.event != nil:
		return added(text, *at.event, "", a.element(line), 3), nil
	case at.hooks != nil:
		return added(text, *at.hooks, event, "["+a.element(line)+"]", 2), nil
	}
	return added(text, at.root, "hooks", fmt.Sprintf("{%q:[%s]}", event, a.element(line)), 1), nil
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
		s := at.sites[0]
		switch {
		case !s.alone:
			text = removed(text, s.group, s.index)
		case len(at.event.in) > 1:
			text = removed(text, *at.event, s.index)
		case len(at.hooks.in) > 1:
			text = removed(text, *at.hooks, index(*at.hooks, event))
		default:
			text = removed(text, at.root, index(at.root, "hooks"))
		}
	}
}

func index(n node, name string) int {
	for i, m := range n.in {
		if m.name == name {
			return i
		}
	}
	return -1
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

// spot is where an event stands in a text; hooks and event are nil where they are missing.
type spot struct {
	root         node
	hooks, event *node
	sites        []site
}

// site is an element of an event that runs pp, or an element of a group of several.
type site struct {
	line       Line
	text       string // of the line
	start, end int
	alone      bool // else it is in group
	index      int  // in the event, or in the group
	group      node
}

func (a Agent) find(text []byte, event string) (spot, error) {
	root, err := parse(text)
	if err != nil {
		return spot{}, err
	}
	at := spot{root: root}
	hooks, ok, err := root.member("hooks")
	if err != nil || !ok {
		return at, err
	}
	if hooks.kind != '{' {
		return at, errOtherForm
	}
	at.hooks = &hooks
	list, ok, err := hooks.member(event)
	if err != nil || !ok {
		return at, err
	}
	if list.kind != '[' {
		return at, errOtherForm
	}
	at.event = &list
	for i, element := range list.in {
		at.sites = append(at.sites, a.sitesOf(text, element, i)...)
	}
	return at, nil
}

// sitesOf are what of an element runs pp.
func (a Agent) sitesOf(text []byte, element node, i int) (out []site) {
	if line, said, ok := a.lineOf(text, element); ok {
		return []site{{line: line, text: said, start: element.start, end: element.end, alone: true, index: i}}
	}
	for _, m := range element.in {
		if m.name != "hooks" || m.kind != '[' {
			continue
		}
		for k, hook := range m.in {
			line, said, ok := a.lineOf(text, hook)
			switch {
			case !ok:
			case len(m.in) == 1:
				out = append(out, site{line: line, text: said, start: element.start, end: element.end, alone: true, index: i})
			default:
				out = append(out, site{line: line, text: said, start: hook.start, end: hook.end, index: k, group: m})
			}
		}
	}
	return out
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
