package approval

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2"

	"pp/engine"
	"pp/engine/effect"
)

// SuggestionFile is where a repository suggests rules, below its root.
const SuggestionFile = ".pp/rules.toml"

// Bounds of a file of suggestions.
const (
	maxSuggestFile = 256 << 10
	maxSuggestions = 100
)

// suggestionFile is the form of the file:
//
//	[[rule]]
//	command = "go vet *"        # or: tool = "write-file"
//	path    = "docs/"           # relative to the repository; a directory ends in /
//	host    = "proxy.golang.org"
//	effects = ["run"]
//	why     = "the linters"
type suggestionFile struct {
	Rule []struct {
		Tool    string   `toml:"tool"`
		Command string   `toml:"command"`
		Path    string   `toml:"path"`
		Host    string   `toml:"host"`
		Effects []string `toml:"effects"`
		Why     string   `toml:"why"`
	} `toml:"rule"`
}

// ReadSuggestions reads what the repository at root suggests, from the content
// of its SuggestionFile. Each rule is bound to that root and to that content, and
// holds in that workspace only, and is inert: nothing but a person's import makes it one that counts. Its Why is the
// repository's text. All mistakes are in the error; with one, nothing is suggested.
func ReadSuggestions(data []byte, root string, view effect.FS) ([]Rule, error) {
	if len(data) > maxSuggestFile {
		return nil, fmt.Errorf("%s has %d bytes; at most %d are read", SuggestionFile, len(data), maxSuggestFile)
	}
	file, err := parseSuggestions(data)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	var out []Rule
	var wrong []error
	for i, s := range file.Rule {
		r := Rule{Place: root, Repository: root, FileHash: hex.EncodeToString(sum[:]),
			Why: visible(engine.Clip(s.Why, maxNote))}
		r.Grant = engine.Grant{Learned: true, Pattern: engine.Pattern{Tool: s.Tool, Host: strings.ToLower(s.Host)}}
		err := errors.Join(r.suggestCommand(s.Command, root, view), r.suggestPath(s.Path, root), r.suggestEffects(s.Effects))
		if err == nil {
			err = r.check()
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: rule %d: %w", SuggestionFile, i+1, err))
			continue
		}
		out = append(out, r)
	}
	if len(wrong) > 0 {
		return nil, errors.Join(wrong...)
	}
	return out, nil
}

func parseSuggestions(data []byte) (suggestionFile, error) {
	var file suggestionFile
	if err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(&file); err != nil {
		if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok {
			row, _ := strict.Errors[0].Position()
			return file, fmt.Errorf("%s:%d: unknown key %q; a [[rule]] has tool, command, path, host, effects and why",
				SuggestionFile, row,
				strings.Join(strict.Errors[0].Key(), "."))
		}
		return file, fmt.Errorf("%s: %w", SuggestionFile, err)
	}
	if len(file.Rule) > maxSuggestions {
		return file, fmt.Errorf("%s suggests %d rules; at most %d are read", SuggestionFile, len(file.Rule), maxSuggestions)
	}
	return file, nil
}

// suggestCommand takes the words of a command. What runs other code is refused,
// and a program of the repository is bound to its content.
func (r *Rule) suggestCommand(command, root string, view effect.FS) error {
	if command == "" {
		if r.Grant.Pattern.Tool == "shell" {
			return errors.New("a rule for the shell needs a command")
		}
		return nil
	}
	if r.Grant.Pattern.Tool != "" && r.Grant.Pattern.Tool != "shell" {
		return errors.New("a rule is for a tool or for a command, not for both")
	}
	words := strings.Fields(command)
	if len(words) == 0 {
		return errors.New("the command is empty")
	}
	r.Grant.Pattern.Tool, r.Grant.Pattern.Words = "shell", words
	p := effect.Program{Name: words[0]}
	p.Words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "*" })
	if interpreter(p) {
		return fmt.Errorf("%s runs whatever it is given; no rule can be made for it", words[0])
	}
	if words[len(words)-1] == "*" && len(words) < 3 {
		return fmt.Errorf("%q would allow everything that %s does; name the subcommand", command, words[0])
	}
	r.Program = programName(p)
	if !strings.Contains(words[0], "/") {
		return nil
	}
	r.Script = words[0]
	if !path.IsAbs(r.Script) {
		r.Script = path.Join(root, r.Script)
	}
	if !effect.Within(path.Clean(r.Script), root) || words[len(words)-1] == "*" {
		return errors.New("a program named by its path must be the repository's own, " +
			"and its words must be given to the last one")
	}
	hash, err := hashFile(view, r.Script)
	r.Grant.Script = hash
	return err
}

// suggestPath takes a path relative to the repository.
func (r *Rule) suggestPath(given, root string) error {
	if given == "" {
		return nil
	}
	full := path.Join(root, given)
	if path.IsAbs(given) || full == root || !effect.Within(full, root) {
		return fmt.Errorf("the path %q is not one below the repository", given)
	}
	if strings.HasSuffix(given, "/") {
		full += "/"
	}
	r.Grant.Pattern.Path = full
	return nil
}

func (r *Rule) suggestEffects(names []string) error {
	for _, name := range names {
		k, ok := effect.ParseKind(name)
		if !ok {
			return fmt.Errorf("there is no effect %q", name)
		}
		r.Grant.Kinds = append(r.Grant.Kinds, k)
	}
	if len(names) == 0 {
		return errors.New(`a rule needs its effects, such as ["run"]`)
	}
	slices.Sort(r.Grant.Kinds)
	r.Grant.Kinds = slices.Compact(r.Grant.Kinds)
	return nil
}

// visible is a repository's own text on one line.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
